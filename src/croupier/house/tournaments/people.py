"""Who has charge of a tournament, and what its entrants have been told: director, deputies, presence, briefing."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.model import Entrant, Stage, Status, Tournament
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who
from croupier.table.fields import Asks
from croupier.table.tournaments.conditions import MOST_ENTRANTS, Statement


class AppointDirector(Command, frozen=True, kw_only=True):
    """Give a person charge of the tournament as a whole."""

    person: str
    name: str
    qualified: bool = False
    """The house's word that the person is fit to supervise the game."""


class NameDeputy(Command, frozen=True, kw_only=True):
    """Name someone who may stand in for the director."""

    person: str
    name: str
    qualified: bool = False


class Attend(Command, frozen=True, kw_only=True):
    """Come to the tournament one has charge of, or go."""

    there: bool = True


class Brief(Command, frozen=True, kw_only=True):
    """Explain the conditions to entrants, and make sure that they have understood them."""

    entrants: Annotated[tuple[int, ...], Asks("Entrants", listed=MOST_ENTRANTS)]


class Instruct(Command, frozen=True, kw_only=True):
    """Show entrants how the game is played, or let them practise."""

    how: str


class AskForSignatures(Command, frozen=True, kw_only=True):
    """Have everyone who plays sign the conditions."""


class SignConditions(Command, frozen=True, kw_only=True):
    """Sign a copy of the conditions."""


class DirectorAppointed(Event, frozen=True, kw_only=True):
    """Someone has charge of the tournament."""

    person: str
    name: str


class DeputyNamed(Event, frozen=True, kw_only=True):
    """Someone may stand in for the director."""

    person: str
    name: str


class Attended(Event, frozen=True, kw_only=True):
    """Someone who may have charge has come, or gone."""

    person: str
    there: bool


class EntrantsBriefed(Event, frozen=True, kw_only=True):
    """These know the conditions, by the director's word."""

    entrants: tuple[int, ...]
    people: tuple[str, ...]


class Instructed(Event, frozen=True, kw_only=True):
    """The game was shown to entrants."""

    how: str


class SignaturesAskedFor(Event, frozen=True, kw_only=True):
    """Whoever plays has to sign the conditions."""


class ConditionsSigned(Event, frozen=True, kw_only=True):
    """Someone who plays has signed the conditions."""

    entrant: int
    person: str


def _unfit(command: AppointDirector | NameDeputy, clause: str, ctx: Circumstances) -> Refusal | None:
    """Why a person cannot have charge: the book wants someone fit to supervise the game."""
    if ctx.clauses.qualified and not command.qualified:
        return Refusal(Reason.NO_CAUSE, (clause,), {"fit to supervise the game": "not said"})
    if any(each.plays == command.person for each in ctx.tournament.in_play):
        return Refusal(Reason.FORBIDDEN, (clause,), {"plays in it": command.person})
    return None


@part.command(
    AppointDirector, under="director", label="Appoint the director", words="director name charge", desk=Desk.TOURNAMENT
)
def appoint_director(tournament: Tournament, command: AppointDirector, ctx: Circumstances) -> Decision:
    """One at a time; another may be appointed at any moment."""
    cite = (ctx.clauses.director,)
    if tournament.stage in (Stage.OVER, Stage.OFF):
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    if tournament.director == command.person:
        return Refusal(Reason.ALREADY, cite)
    return _unfit(command, cite[0], ctx) or (DirectorAppointed(person=command.person, name=command.name, under=cite),)


@part.event(DirectorAppointed, audience=EVERYONE, says=lambda e, who: f"{e.name} is director of the tournament.")
def director_appointed(tournament: Tournament, event: DirectorAppointed) -> Tournament:
    """Whoever was director before has nothing to do with it any more."""
    present = tuple([each for each in tournament.present if each != tournament.director])
    names = {**tournament.names, event.person: event.name}
    return replace(tournament, director=event.person, present=present, names=names)


@part.command(NameDeputy, label="Name a deputy", desk=Desk.TOURNAMENT)
def name_deputy(tournament: Tournament, command: NameDeputy, ctx: Circumstances) -> Decision:
    """By the house or by the director, as the book says, and not where it knows none."""
    clauses = ctx.clauses
    if clauses.deputies is None:
        return Refusal(Reason.FORBIDDEN, (clauses.director, "ruling 85"), {"deputies": "none in this book"})
    cite = (clauses.deputies, "ruling 85")
    may = ctx.by.id == tournament.director if clauses.deputies_by_director else ctx.runs()
    if not may:
        needs = "the director" if clauses.deputies_by_director else "the house"
        return Refusal(Reason.RANK, cite, {"needs": needs, "holds": ctx.by.rank})
    if command.person in (tournament.director, *tournament.deputies):
        return Refusal(Reason.ALREADY, cite)
    return _unfit(command, cite[0], ctx) or (DeputyNamed(person=command.person, name=command.name, under=cite),)


@part.event(DeputyNamed, audience=EVERYONE, says=lambda e, who: f"{e.name} may stand in for the director.")
def deputy_named(tournament: Tournament, event: DeputyNamed) -> Tournament:
    """One more."""
    deputies = (*tournament.deputies, event.person)
    return replace(tournament, deputies=deputies, names={**tournament.names, event.person: event.name})


@part.command(Attend, label="Come, or go", words="present arrive leave director", desk=Desk.TOURNAMENT)
def attend(tournament: Tournament, command: Attend, ctx: Circumstances) -> Decision:
    """Director and deputies each for themselves."""
    cite = (ctx.clauses.presence,)
    if ctx.by.id not in (tournament.director, *tournament.deputies) or not ctx.by.id:
        return Refusal(Reason.NOT_YOURS, cite, {"director": tournament.director or "nobody yet"})
    if (ctx.by.id in tournament.present) is command.there:
        return Refusal(Reason.ALREADY, cite)
    return (Attended(person=ctx.by.id, there=command.there, under=(*cite, "ruling 85")),)


@part.event(
    Attended,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.person)} is there." if e.there else f"{who(e.person)} has gone.",
)
def attended(tournament: Tournament, event: Attended) -> Tournament:
    """With nobody entitled there, the hand is finished at every table and none begins."""
    others = tuple([each for each in tournament.present if each != event.person])
    return replace(tournament, present=(*others, event.person) if event.there else others)


@part.command(Brief, under="briefing", label="Brief entrants", words="explain conditions", desk=Desk.TOURNAMENT)
def brief(tournament: Tournament, command: Brief, ctx: Circumstances) -> Decision:
    """Whoever plays, before their first hand: late entrants and substitutes too."""
    cite = (ctx.clauses.briefing, "ruling 87")
    found = [tournament.entrants.get(number) for number in command.entrants]
    known = [each for each in found if each is not None and each.status is Status.IN]
    if not known or len(known) < len(found):
        return Refusal(Reason.NO_CAUSE, cite, {"entrants": "someone is not in"})
    fresh = [each for each in known if each.plays not in each.briefed]
    if not fresh:
        return Refusal(Reason.ALREADY, cite)
    numbers, people = tuple([each.number for each in fresh]), tuple([each.plays for each in fresh])
    return (EntrantsBriefed(entrants=numbers, people=people, under=cite),)


def _briefed(event: EntrantsBriefed, who: Who) -> str:
    return f"{len(event.entrants)} of those who play have been briefed and have understood."


@part.event(EntrantsBriefed, audience=EVERYONE, says=_briefed)
def entrants_briefed(tournament: Tournament, event: EntrantsBriefed) -> Tournament:
    """Each by name."""
    entrants = dict(tournament.entrants)
    for number, person in zip(event.entrants, event.people, strict=True):
        entrants[number] = replace(entrants[number], briefed=(*entrants[number].briefed, person))
    return replace(tournament, entrants=entrants)


@part.command(
    Instruct, under="instruction", label="Show how the game is played", words="teach practice", desk=Desk.TOURNAMENT
)
def instruct(tournament: Tournament, command: Instruct, ctx: Circumstances) -> Decision:
    """Before play begins."""
    assert ctx.clauses.instruction is not None
    if tournament.sitting is not None or tournament.played:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.instruction,), {"stage": tournament.stage.value})
    return (Instructed(how=command.how, under=(ctx.clauses.instruction,)),)


@part.event(Instructed, audience=EVERYONE, says=lambda e, who: f"The game is shown to entrants: {e.how}.")
def instructed(tournament: Tournament, event: Instructed) -> Tournament:
    """On record."""
    return tournament


@part.command(AskForSignatures, label="Have the conditions signed", desk=Desk.TOURNAMENT)
def ask_for_signatures(tournament: Tournament, command: AskForSignatures, ctx: Circumstances) -> Decision:
    """By the director; where a book wants it stated, only if it is."""
    clauses = ctx.clauses
    lacking = ctx.why_not_conduct(clauses.signing)
    if lacking is not None:
        return lacking
    if clauses.signing_stated and Statement.SIGNED_COPIES not in ctx.conditions.statements:
        return Refusal(Reason.FORBIDDEN, (clauses.signing, "ruling 81"), {"conditions": "do not state it"})
    if tournament.must_sign:
        return Refusal(Reason.ALREADY, (clauses.signing,))
    return (SignaturesAskedFor(under=(clauses.signing,)),)


@part.event(SignaturesAskedFor, audience=EVERYONE, says="Whoever plays is asked to sign the conditions.")
def signatures_asked_for(tournament: Tournament, event: SignaturesAskedFor) -> Tournament:
    """Of everyone, before they play on."""
    return replace(tournament, must_sign=True)


@part.command(SignConditions, label="Sign the conditions", desk=Desk.ENTRANTS)
def sign_conditions(tournament: Tournament, command: SignConditions, ctx: Circumstances) -> Decision:
    """Whoever plays, for themselves."""
    entrant = tournament.playing(ctx.by.id)
    cite: Clauses = (ctx.clauses.signing,)
    if entrant is None:
        return Refusal(Reason.NOT_HERE, cite, {"player": ctx.by.id})
    if ctx.by.id in entrant.signed:
        return Refusal(Reason.ALREADY, cite)
    return (ConditionsSigned(entrant=entrant.number, person=ctx.by.id, under=cite),)


@part.event(
    ConditionsSigned, audience=EVERYONE, says=lambda e, who: f"{who(e.person)} has signed a copy of the conditions."
)
def conditions_signed(tournament: Tournament, event: ConditionsSigned) -> Tournament:
    """One copy."""
    entrant = tournament.entrants[event.entrant]
    return with_entrant(tournament, replace(entrant, signed=(*entrant.signed, event.person)))


def with_entrant(tournament: Tournament, *entrants: Entrant) -> Tournament:
    """The tournament with these entrants as they are now."""
    return replace(tournament, entrants={**tournament.entrants, **{each.number: each for each in entrants}})
