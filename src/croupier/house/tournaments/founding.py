"""Before anyone enters: the conditions are drafted, approved where a book wants it, and made known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256

from msgspec.structs import replace

from croupier.house.tournaments.accounts import in_parts, money
from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.findings import findings
from croupier.house.tournaments.model import Entrant, Stage, Status, Tournament
from croupier.house.tournaments.rounds import begins
from croupier.house.tournaments.sheet import digest
from croupier.house.tournaments.won import carried, is_won, why_not_closed, why_not_drafted
from croupier.money import Move, moves
from croupier.table.contract import NOBODY, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Secret, Who
from croupier.table.tournaments.conditions import Conditions
from croupier.table.tournaments.won import Schedule, WonEntries, as_stated
from croupier.table.value import RETURNED_FEE
from croupier.table.words import count


class DraftConditions(Command, frozen=True, kw_only=True):
    """Put the conditions of a tournament down, or change them."""

    conditions: Conditions


class ApproveConditions(Command, frozen=True, kw_only=True):
    """Approve one exact text in writing."""

    text: str
    delegate: bool = False
    """Whether whoever approves was sent by the officer named, and is not that officer."""


class MakeAvailable(Command, frozen=True, kw_only=True):
    """Make the conditions available to everyone."""


class TellInspectors(Command, frozen=True, kw_only=True):
    """Tell the inspectors on the premises of the tournament."""


class TellRegulator(Command, frozen=True, kw_only=True):
    """Tell the regulator of a change, which holds from then on."""


class OpenEntries(Command, frozen=True, kw_only=True):
    """Take entries from now on."""


class CloseEntries(Command, frozen=True, kw_only=True):
    """Take no more entries; with fewer than the least there is no tournament, and everything goes back."""


class CallOff(Command, frozen=True, kw_only=True):
    """Hold no tournament after all; everything that was paid goes back."""

    why: str


class ConditionsDrafted(Event, frozen=True, kw_only=True):
    """The conditions are down in writing; a change may wait until the regulator has been told."""

    conditions: Conditions
    text: str
    waits: bool = False
    by: str = ""
    """Who wrote them."""


class ConditionsApproved(Event, frozen=True, kw_only=True):
    """This exact text is approved."""

    text: str
    by: str = ""
    delegate: bool = False


class ConditionsMadeAvailable(Event, frozen=True, kw_only=True):
    """Everyone can have this text."""

    text: str


class InspectorsTold(Event, frozen=True, kw_only=True):
    """The inspectors know of the tournament."""


class RegulatorTold(Event, frozen=True, kw_only=True):
    """The regulator knows of the change, and it holds."""

    text: str


class EntriesOpened(Event, frozen=True, kw_only=True):
    """Entries are taken; what all draws will be made from is fixed, and opened with the result."""

    commitment: str
    seed: str
    sealed_for: str = NOBODY


class EntriesClosed(Event, frozen=True, kw_only=True):
    """So many have entered; where rounds and prizes follow from that, by this schedule."""

    entrants: int
    schedule: Schedule | None = None


class FeesReturned(Event, frozen=True, kw_only=True):
    """So many have back what they paid: more are to be paid than the event that calls the tournament off can hold."""

    entrants: tuple[int, ...]


class TournamentCalledOff(Event, frozen=True, kw_only=True):
    """There is no tournament; everyone has back what they paid."""

    why: str


def starts_of(conditions: Conditions) -> tuple[int, ...]:
    """When the sessions begin, in milliseconds of universal time.

    >>> from croupier.table.tournaments.conditions import Details, Start
    >>> said = Details(starts=(Start(session="Heats", at="1970-01-01 10:00"),), clock_minutes=600)
    >>> starts_of(Conditions(title="A cup", book="some-book", details=said))
    (0,)
    """
    ahead = timedelta(minutes=conditions.details.clock_minutes)
    found = []
    for start in conditions.details.starts or ():
        there = datetime.strptime(start.at, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        found.append(int((there - ahead).timestamp() * 1000))
    return tuple(found)


@part.command(
    DraftConditions,
    under="documented",
    label="Write the conditions",
    words="terms rules draft change",
    desk=Desk.TOURNAMENT,
)
def draft_conditions(tournament: Tournament, command: DraftConditions, ctx: Circumstances) -> Decision:
    """A draft against a rule is refused with that rule; one that leaves something out may still be worked on."""
    clauses, said, before = ctx.clauses, command.conditions, tournament.conditions
    if before is not None and before.book != said.book:
        return Refusal(Reason.FORBIDDEN, (clauses.may_hold, "ruling 80"), {"book": before.book, "asked": said.book})
    if tournament.played or tournament.sitting is not None or tournament.stage in (Stage.OVER, Stage.OFF):
        return Refusal(Reason.NOT_NOW, (clauses.documented, "ruling 83"), {"stage": tournament.stage.value})
    found = findings(said).contradictions
    if found:
        return Refusal(Reason.FORBIDDEN, found[0].under, {"conditions": found[0].why})
    text = digest(said)
    if text == tournament.text:
        return Refusal(Reason.ALREADY, (clauses.documented,), {"text": text})
    refusal = why_not_drafted(tournament, said, ctx)
    if refusal is not None:
        return refusal
    waits = clauses.changes is not None and tournament.stage is not Stage.DRAFT
    under = (clauses.documented, *((clauses.changes, "ruling 83") if waits and clauses.changes else ()))
    return (ConditionsDrafted(conditions=said, text=text, waits=waits, by=ctx.by.id, under=under),)


@part.event(
    ConditionsDrafted,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The conditions of {e.conditions.title} are changed once the regulator has been told."
        if e.waits
        else f"The conditions of {e.conditions.title} are down in writing."
    ),
)
def conditions_drafted(tournament: Tournament, event: ConditionsDrafted) -> Tournament:
    """What was approved or available before stays on record, and is another text."""
    if event.waits:
        return replace(tournament, next=event.conditions, next_text=event.text, next_author=event.by)
    return replace(in_force(tournament, event.conditions, event.text), author=event.by)


def in_force(tournament: Tournament, conditions: Conditions, text: str) -> Tournament:
    """The tournament with these conditions.

    A start that was moved on notice stays where it is unless another is stated; seats are drawn anew for other rounds.
    """
    before, starts = tournament.conditions, starts_of(conditions)
    if before is not None and starts_of(before) == starts:
        starts = tournament.starts
    collects = conditions.book if conditions.entry.won is not None else tournament.collects
    return replace(
        tournament,
        conditions=conditions,
        text=text,
        starts=starts,
        next=None,
        next_text="",
        collects=collects,
        placings=tournament.placings if before is not None and before.structure == conditions.structure else (),
    )


@part.command(
    ApproveConditions,
    under="approval",
    label="Approve the conditions",
    words="written approval commissioner director surveillance",
    desk=Desk.TOURNAMENT,
)
def approve_conditions(tournament: Tournament, command: ApproveConditions, ctx: Circumstances) -> Decision:
    """One exact text that leaves nothing out; another text needs it anew."""
    assert ctx.clauses.approval is not None
    cite = (ctx.clauses.approval, "ruling 82")
    if command.text != tournament.text:
        return Refusal(Reason.NO_CAUSE, cite, {"text": tournament.text, "approved": command.text})
    if tournament.approved == command.text:
        return Refusal(Reason.ALREADY, cite)
    if command.delegate and not ctx.conditions.readings.approved_by_delegate:
        return Refusal(Reason.FORBIDDEN, cite, {"approved by": "a delegate"})
    told = ConditionsApproved(text=command.text, by=ctx.by.id, delegate=command.delegate, under=cite)
    return _left_out(ctx) or (told,)


def _left_out(ctx: Circumstances) -> Refusal | None:
    """The refusal of conditions that do not say what the book wants said."""
    missing = findings(ctx.conditions).left_out
    return (
        Refusal(Reason.NO_CAUSE, (missing[0].clause, "ruling 81"), {"not said": missing[0].name}) if missing else None
    )


@part.event(
    ConditionsApproved,
    audience=EVERYONE,
    says=lambda e, who: f"The conditions are approved in writing{' by a delegate' if e.delegate else ''}.",
)
def conditions_approved(tournament: Tournament, event: ConditionsApproved) -> Tournament:
    """Of this text alone."""
    return replace(tournament, approved=event.text, approver=event.by)


@part.command(
    MakeAvailable,
    under="available",
    label="Make the conditions available",
    words="publish",
    desk=Desk.TOURNAMENT,
)
def make_available(tournament: Tournament, command: MakeAvailable, ctx: Circumstances) -> Decision:
    """Whole, and before anyone enters."""
    assert ctx.clauses.available is not None
    if tournament.available == tournament.text:
        return Refusal(Reason.ALREADY, (ctx.clauses.available,))
    return _left_out(ctx) or (ConditionsMadeAvailable(text=tournament.text, under=(ctx.clauses.available,)),)


@part.event(ConditionsMadeAvailable, audience=EVERYONE, says="Everyone can have the conditions.")
def conditions_made_available(tournament: Tournament, event: ConditionsMadeAvailable) -> Tournament:
    """This text."""
    return replace(tournament, available=event.text)


@part.command(TellInspectors, under="inspectors", label="Tell the inspectors", desk=Desk.TOURNAMENT)
def tell_inspectors(tournament: Tournament, command: TellInspectors, ctx: Circumstances) -> Decision:
    """Once, of the plan to hold it."""
    assert ctx.clauses.inspectors is not None
    if tournament.inspectors_told:
        return Refusal(Reason.ALREADY, (ctx.clauses.inspectors,))
    return (InspectorsTold(under=(ctx.clauses.inspectors,)),)


@part.event(InspectorsTold, audience=EVERYONE, says="The inspectors have been told of the tournament.")
def inspectors_told(tournament: Tournament, event: InspectorsTold) -> Tournament:
    """They know."""
    return replace(tournament, inspectors_told=True)


@part.command(TellRegulator, under="changes", label="Tell the regulator of the change", desk=Desk.TOURNAMENT)
def tell_regulator(tournament: Tournament, command: TellRegulator, ctx: Circumstances) -> Decision:
    """A change holds from here on; whoever entered under the older text may go free of charge."""
    assert ctx.clauses.changes is not None
    cite = (ctx.clauses.changes, "ruling 83")
    if tournament.next is None:
        return Refusal(Reason.NO_CAUSE, cite, {"changes": "none"})
    return (RegulatorTold(text=tournament.next_text, under=cite),)


@part.event(RegulatorTold, audience=EVERYONE, says="The regulator has been told, and the changed conditions hold.")
def regulator_told(tournament: Tournament, event: RegulatorTold) -> Tournament:
    """The change is in force, and available with it."""
    assert tournament.next is not None
    told = in_force(tournament, tournament.next, event.text)
    return replace(told, available=event.text, author=tournament.next_author)


@part.command(OpenEntries, under="may_hold", label="Open entries", words="registration start", desk=Desk.TOURNAMENT)
def open_entries(tournament: Tournament, command: OpenEntries, ctx: Circumstances) -> Decision:
    """With whole conditions; where a book wants it, everyone can have them and the inspectors know."""
    clauses = ctx.clauses
    if tournament.stage is not Stage.DRAFT:
        return Refusal(Reason.NOT_NOW, (clauses.may_hold,), {"stage": tournament.stage.value})
    refusal = _left_out(ctx)
    if refusal is not None:
        return refusal
    if not ctx.conditions.structure.rounds and not tournament.collects:
        return Refusal(Reason.NO_CAUSE, (clauses.structure,), {"rounds": "a basis alone tells no round to play"})
    if clauses.available is not None and tournament.available != tournament.text:
        return Refusal(Reason.NO_CAUSE, (clauses.available, "ruling 83"), {"conditions": "not available to everyone"})
    if clauses.inspectors is not None and not tournament.inspectors_told:
        return Refusal(Reason.NO_CAUSE, (clauses.inspectors, "ruling 83"), {"inspectors": "not told"})
    seed = bytes(ctx.chance.one_of(_BYTE) for _ in range(32)).hex()
    return (EntriesOpened(commitment=committed(seed), seed=seed, under=(clauses.may_hold,)),)


_BYTE = (1,) * 256


def committed(seed: str) -> str:
    """What the house is bound to by a seed of 32 bytes."""
    return sha256(bytes.fromhex(seed)).hexdigest()


@part.event(
    EntriesOpened,
    audience=EVERYONE,
    secret=Secret("seed", owner="sealed_for"),
    says="Entries are taken, and the house is bound to what the seats will be drawn from.",
)
def entries_opened(tournament: Tournament, event: EntriesOpened) -> Tournament:
    """From now on."""
    return replace(tournament, stage=Stage.ENTRIES, commitment=event.commitment, seed=event.seed)


@part.command(CloseEntries, under="entrants", label="Close entries", words="registration end", desk=Desk.TOURNAMENT)
def close_entries(tournament: Tournament, command: CloseEntries, ctx: Circumstances) -> Decision:
    """With fewer than the least it is not held, and everything that was paid goes back."""
    clauses, least = ctx.clauses, ctx.conditions.details.least or 1
    if tournament.stage is not Stage.ENTRIES:
        return Refusal(Reason.NOT_NOW, (clauses.entrants,), {"stage": tournament.stage.value})
    won = is_won(ctx)
    if won is not None:
        return _close_won(tournament, won, ctx)
    entered = len(tournament.in_play)
    if entered < least:
        under = (clauses.entrants, "ruling 96")
        return called_off(tournament, f"{entered} have entered, and {least} are the least", under)
    if begins(tournament) is None:
        facts: dict[str, str | int] = {"entered": entered, "begins with": ctx.conditions.details.starts_with or 0}
        return Refusal(Reason.NOT_NOW, (clauses.entrants, "ruling 113"), facts)
    return (EntriesClosed(entrants=entered, under=(clauses.entrants,)),)


def _close_won(tournament: Tournament, won: WonEntries, ctx: Circumstances) -> Decision:
    """The earliest entries play by the largest schedule that they fill; the others are for the next tournament."""
    refusal, entries = why_not_closed(tournament, won, ctx), tournament.in_play
    if refusal is not None:
        return refusal
    largest = won.largest(len(entries))
    assert largest is not None
    playing, later = entries[: largest.entrants], entries[largest.entrants :]
    schedule = as_stated(largest, ctx.conditions)
    under = (won.schedule, won.pools, won.begins, "ruling 101")
    return (
        carried(tournament, later, ctx),
        EntriesClosed(entrants=len(playing), schedule=schedule, under=under),
    )


@part.event(EntriesClosed, audience=EVERYONE, says=lambda e, who: f"Entries are closed with {e.entrants} entrants.")
def entries_closed(tournament: Tournament, event: EntriesClosed) -> Tournament:
    """The first session may be prepared."""
    return replace(tournament, stage=Stage.READY, schedule=event.schedule)


@part.command(CallOff, under="may_hold", label="Call the tournament off", words="cancel", desk=Desk.TOURNAMENT)
def call_off(tournament: Tournament, command: CallOff, ctx: Circumstances) -> Decision:
    """Before the first session."""
    clauses = ctx.clauses
    if tournament.stage in (Stage.OVER, Stage.OFF) or tournament.sitting is not None or tournament.played:
        return Refusal(Reason.NOT_NOW, (clauses.may_hold,), {"stage": tournament.stage.value})
    off = called_off(tournament, command.why, (clauses.may_hold, clauses.refunds))
    return off if is_won(ctx) is None else (carried(tournament, tournament.in_play, ctx), *off)


def called_off(tournament: Tournament, why: str, under: tuple[str, ...]) -> tuple[Event, ...]:
    """Everyone has back what of theirs has not been returned yet, those who withdrew too late among them.

    Where those are more than one event can pay, the first of them are paid before.
    """
    paid = in_parts([each for each in tournament.entrants.values() if each.paid]) or [[]]
    before = [
        FeesReturned(entrants=tuple([each.number for each in some]), moves=_back(tournament, some), under=under)
        for some in paid[:-1]
    ]
    return (*before, TournamentCalledOff(why=why, moves=_back(tournament, paid[-1]), under=under))


def _back(tournament: Tournament, entrants: list[Entrant]) -> tuple[Move, ...]:
    return moves(*[(money(tournament.id), f"wallet:{tournament.owner(each)}", each.paid) for each in entrants])


@part.event(
    FeesReturned,
    value=RETURNED_FEE,
    audience=EVERYONE,
    says=lambda e, who: f"{count(len(e.entrants), 'entrant')} have back what they paid: there will be no tournament.",
)
def fees_returned(tournament: Tournament, event: FeesReturned) -> Tournament:
    """The tournament is called off by what follows."""
    entrants = {**tournament.entrants}
    entrants |= {number: replace(entrants[number], paid=0) for number in event.entrants}
    return replace(tournament, entrants=entrants)


def _off(event: TournamentCalledOff, who: Who) -> str:
    return f"The tournament is called off ({event.why}); what was paid goes back."


@part.event(TournamentCalledOff, value=RETURNED_FEE, audience=EVERYONE, says=_off)
def tournament_called_off(tournament: Tournament, event: TournamentCalledOff) -> Tournament:
    """Nobody is in any more."""
    entrants = {number: _gone(each) for number, each in tournament.entrants.items()}
    return replace(tournament, stage=Stage.OFF, entrants=entrants)


def _gone(entrant: Entrant) -> Entrant:
    status = Status.WITHDRAWN if entrant.status is Status.IN else entrant.status
    return replace(entrant, status=status, paid=0)
