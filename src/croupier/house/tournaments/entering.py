"""Entering, withdrawing, being turned away, and playing in another's place."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.house.tournaments.accounts import money
from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.model import Entrant, Stage, Status, Tournament
from croupier.house.tournaments.people import with_entrant
from croupier.house.tournaments.won import has_several, is_won
from croupier.money import dollars, moves
from croupier.table.contract import PLAYER, Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who
from croupier.table.people import why_not_called
from croupier.table.tournaments.conditions import Statement
from croupier.table.value import RETURNED_FEE
from croupier.table.words import amount_moved

_MINUTE_MS = 60_000

WITHDRAWN_KEPT = 64
"""How many are remembered who have withdrawn and had everything back; the record has the others."""


class Enter(Command, frozen=True, kw_only=True):
    """Enter a tournament under one exact text of its conditions. The house may enter someone by name."""

    text: str
    player: str | None = None
    name: str | None = None
    employee: bool = False
    """Whether they work for the house, or with it."""
    contractor: bool = False
    """Whether they do so as contractor or associate."""
    promotion: bool = False
    """Whether one's name may be used for promotion."""


class Withdraw(Command, frozen=True, kw_only=True):
    """Withdraw before play begins."""

    entrant: int


class TurnAway(Command, frozen=True, kw_only=True):
    """Refuse someone's application."""

    player: str
    why: str


class GiveEmployeesLeave(Command, frozen=True, kw_only=True):
    """Allow people who work for the house to take part in a charity or media event."""


class NominateSubstitute(Command, frozen=True, kw_only=True):
    """Name someone to play in one's place."""

    entrant: int
    player: str
    name: str


class ApproveSubstitute(Command, frozen=True, kw_only=True):
    """Agree that someone plays in an entrant's place."""

    entrant: int


class Entered(Event, frozen=True, kw_only=True):
    """Someone has entered, and accepted this text."""

    entrant: int
    player: str
    name: str
    text: str
    fee: int = 0
    """How much of what was paid is entry fee."""
    employee: bool = False
    contractor: bool = False
    promotion: bool = False


class Withdrawn(Event, frozen=True, kw_only=True):
    """An entrant has withdrawn."""

    entrant: int
    player: str


class TurnedAway(Event, frozen=True, kw_only=True):
    """Someone's application is refused."""

    player: str
    why: str
    entrant: int = 0


class EmployeesGivenLeave(Event, frozen=True, kw_only=True):
    """People who work for the house may take part, and win no prize."""


class SubstituteNominated(Event, frozen=True, kw_only=True):
    """An entrant wants someone else to play in their place."""

    entrant: int
    player: str
    name: str


class SubstitutePlays(Event, frozen=True, kw_only=True):
    """Someone plays in an entrant's place from now on; rank and prize stay the entrant's."""

    entrant: int
    player: str
    name: str


@part.command(
    Enter, label="Enter the tournament", words="register join sign up buy in", desk=Desk.ENTRANTS, takes_part=True
)
def enter(tournament: Tournament, command: Enter, ctx: Circumstances) -> Decision:
    """Under the text in force, once, while there is room, for what the conditions say it costs."""
    clauses, details = ctx.clauses, ctx.conditions.details
    player, won = command.player or ctx.by.id, is_won(ctx)
    if won is not None:
        return Refusal(Reason.FORBIDDEN, (won.entitled, clauses.entry), {"entries": "are won at the tables"})
    if player != ctx.by.id and not ctx.runs():
        return Refusal(Reason.NOT_YOURS, (clauses.entry,), {"player": player})
    refusal = why_not_called(player, command.name, (clauses.entitled,)) if player != ctx.by.id else None
    refusal = refusal or _why_not_employee(tournament, command, ctx)
    if refusal is not None:
        return refusal
    if tournament.stage is not Stage.ENTRIES and not late_entries(tournament):
        return Refusal(Reason.NOT_NOW, (clauses.entry,), {"stage": tournament.stage.value})
    if player in tournament.turned_away:
        return Refusal(Reason.FORBIDDEN, (clauses.refusing,), {"application": "refused"})
    if player in (tournament.director, *tournament.deputies):
        return Refusal(Reason.FORBIDDEN, (clauses.director,), {"has charge of it": player})
    entered = tournament.of(player)
    if entered is not None and entered.status is Status.IN:
        return Refusal(Reason.ALREADY, (clauses.entry,), {"entrant": entered.number})
    if entered is not None and not _may_enter_again(tournament, player):
        return Refusal(Reason.NOT_NOW, (clauses.entry, clauses.buy_back), {"entered": entered.status.value})
    plays = tournament.playing(player)
    if plays is not None and tournament.stage is not Stage.ENTRIES:
        return Refusal(Reason.ALREADY, (clauses.entry, clauses.substitute), {"plays already for entrant": plays.number})
    if command.text != tournament.text:
        facts: dict[str, str | int] = {"text in force": tournament.text, "accepted": command.text}
        return Refusal(Reason.NO_CAUSE, (clauses.entry, clauses.documented), facts)
    if details.most is not None and len(tournament.in_play) >= details.most:
        return Refusal(Reason.LIMITS, (clauses.entrants,), {"most": details.most})
    fee, buy_in = int(details.fee or 0), int(details.buy_in or 0)
    name = ctx.by.name if player == ctx.by.id else command.name or player
    return (
        *_plays_for_themselves(tournament, player, (clauses.substitute, "ruling 99")),
        Entered(
            entrant=max(tournament.entrants, default=0) + 1,
            player=player,
            name=name,
            text=command.text,
            fee=fee,
            employee=command.employee,
            contractor=command.contractor,
            promotion=command.promotion and Statement.PROMOTION in ctx.conditions.statements,
            moves=moves((f"wallet:{player}", money(tournament.id), fee + buy_in)),
            under=(clauses.entry, clauses.entitled, clauses.fee),
        ),
    )


def _plays_for_themselves(tournament: Tournament, player: str, cite: Clauses) -> tuple[SubstitutePlays, ...]:
    """Whoever enters before play, and was named to play for another, plays for nobody else: nobody has two seats."""
    other = tournament.playing(player)
    if other is None or other.person == player:
        return ()
    return (SubstitutePlays(entrant=other.number, player=other.person, name=other.name, under=cite),)


def late_entries(tournament: Tournament) -> bool:
    """Whether one may still enter though play has begun."""
    said = None if tournament.conditions is None else tournament.conditions.structure.elimination
    clock = None if tournament.sitting is None else tournament.sitting.clock
    if said is None or clock is None or tournament.stage is not Stage.SESSION:
        return False
    return clock.level < said.late_levels


def _may_enter_again(tournament: Tournament, player: str) -> bool:
    """Whether someone who entered before may do so again: who withdrew, or who is out as often as is stated."""
    mine = [each for each in tournament.entrants.values() if each.person == player]
    if all(each.status is Status.WITHDRAWN for each in mine):
        return True
    said = None if tournament.conditions is None else tournament.conditions.structure.elimination
    if said is None or any(each.status is not Status.OUT for each in mine):
        return False
    return len(mine) <= said.re_entries


def _why_not_employee(tournament: Tournament, command: Enter, ctx: Circumstances) -> Refusal | None:
    """Why someone who works for the house cannot enter: only with leave from above, where the conditions say so."""
    works = command.employee or command.contractor or (command.player in (None, ctx.by.id) and ctx.by.rank != PLAYER)
    if not works:
        return None
    clause = ctx.clauses.employees
    if clause is None:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.entitled, "ruling 98"), {"works for": "the house"})
    if not ctx.conditions.entry.employees or not tournament.leave_for_employees:
        return Refusal(Reason.NO_CAUSE, (clause, "ruling 98"), {"leave": "not given"})
    if not command.employee:
        return Refusal(Reason.NO_CAUSE, (clause, "ruling 98"), {"employee": "must be said"})
    return None


def _entered(event: Entered, who: Who) -> str:
    return f"{event.name} is entrant {event.entrant}" + (f" for {amount_moved(event)}." if event.moves else ".")


@part.event(Entered, audience=EVERYONE, says=_entered)
def entered(tournament: Tournament, event: Entered) -> Tournament:
    """One more."""
    entrant = Entrant(
        number=event.entrant,
        person=event.player,
        name=event.name,
        accepted=event.text,
        paid=sum(move.cents for move in event.moves),
        fee=event.fee,
        employee=event.employee,
        contractor=event.contractor,
        promotion=event.promotion,
    )
    names = {**tournament.names, event.player: event.name}
    behind = [replace(each, place=each.place + 1) for each in tournament.entrants.values() if each.place]
    return replace(with_entrant(tournament, entrant, *behind), names=names)


@part.command(Withdraw, label="Withdraw from it", words="cancel unregister", desk=Desk.ENTRANTS)
def withdraw(tournament: Tournament, command: Withdraw, ctx: Circumstances) -> Decision:
    """Free of charge until the time stated, and at any time before play for whoever entered under an older text."""
    clauses, entrant = ctx.clauses, tournament.entrants.get(command.entrant)
    cite: Clauses = (clauses.withdrawal,)
    if entrant is None or entrant.status is not Status.IN:
        return Refusal(Reason.NOT_HERE, cite, {"entrant": command.entrant})
    if ctx.by.id != entrant.person and not ctx.runs():
        return Refusal(Reason.NOT_YOURS, cite, {"entrant": command.entrant})
    if tournament.sitting is not None or tournament.played:
        return Refusal(Reason.NOT_NOW, (clauses.retirement,), {"play": "has begun", "instead": "retire"})
    free = ctx.at <= _free_until(tournament, ctx)
    older = clauses.changes is not None and entrant.accepted != tournament.text
    older = older and not ctx.conditions.readings.changes_bind
    if older and not free:
        cite = (*cite, str(clauses.changes), "ruling 83")
    back = entrant.paid if free or older else 0
    made = moves((money(tournament.id), f"wallet:{tournament.owner(entrant)}", back))
    return (Withdrawn(entrant=entrant.number, player=entrant.person, moves=made, under=cite),)


def _free_until(tournament: Tournament, ctx: Circumstances) -> int:
    """Until when withdrawing costs nothing."""
    begins = min(tournament.starts, default=ctx.at)
    return begins - ctx.conditions.entry.free_minutes * _MINUTE_MS


def _withdrawn(event: Withdrawn, who: Who) -> str:
    back = sum(move.cents for move in event.moves)
    return f"{who(event.player)} withdraws" + (f" and has {dollars(back)} back." if back else ".")


@part.event(Withdrawn, value=RETURNED_FEE, audience=EVERYONE, says=_withdrawn)
def withdrawn(tournament: Tournament, event: Withdrawn) -> Tournament:
    """They are in no longer; what was not paid back stays paid in."""
    return _remembered(_gone(tournament, event.entrant, Status.WITHDRAWN, event))


def _remembered(tournament: Tournament) -> Tournament:
    """Without those who withdrew first and had everything back: to enter and withdraw over and over leaves nothing."""
    gone = [each.number for each in tournament.entrants.values() if each.status is Status.WITHDRAWN and not each.paid]
    over = frozenset(gone[:-WITHDRAWN_KEPT])
    if not over:
        return tournament
    return _with_names_in_use(
        replace(
            tournament,
            entrants={number: each for number, each in tournament.entrants.items() if number not in over},
            wanted={number: each for number, each in tournament.wanted.items() if number not in over},
            placings=tuple([each for each in tournament.placings if each.entrant not in over]),
        )
    )


def _with_names_in_use(tournament: Tournament) -> Tournament:
    """Without the names of those who have nothing to do with it any more."""
    people = {tournament.director, *tournament.deputies, *tournament.present}
    for each in tournament.entrants.values():
        people |= {each.person, each.substitute}
    return replace(tournament, names={person: name for person, name in tournament.names.items() if person in people})


def _gone(tournament: Tournament, number: int, status: Status, event: Event) -> Tournament:
    entrant = tournament.entrants[number]
    back = sum(move.cents for move in event.moves)
    fee = entrant.fee if back < entrant.paid else 0
    return with_entrant(tournament, replace(entrant, status=status, paid=entrant.paid - back, fee=fee))


@part.command(TurnAway, under="refusing", label="Refuse an application", words="deny reject", desk=Desk.TOURNAMENT)
def turn_away(tournament: Tournament, command: TurnAway, ctx: Circumstances) -> Decision:
    """Only where the conditions reserve the right, and before play; whoever had entered has everything back."""
    cite = (ctx.clauses.refusing,)
    if not ctx.conditions.entry.refusing:
        return Refusal(Reason.FORBIDDEN, cite, {"right to refuse": "not reserved"})
    if tournament.sitting is not None or tournament.played:
        return Refusal(Reason.NOT_NOW, cite, {"play": "has begun"})
    if command.player in tournament.turned_away:
        return Refusal(Reason.ALREADY, cite)
    entrant = tournament.of(command.player)
    number, paid = (entrant.number, entrant.paid) if entrant and entrant.status is Status.IN else (0, 0)
    back = moves((money(tournament.id), f"wallet:{command.player}", paid))
    return (TurnedAway(player=command.player, why=command.why, entrant=number, moves=back, under=cite),)


@part.event(
    TurnedAway,
    value=RETURNED_FEE,
    says=lambda e, who: f"The application of {who(e.player)} is refused: {e.why}.",
)
def turned_away(tournament: Tournament, event: TurnedAway) -> Tournament:
    """They cannot enter any more."""
    known = replace(tournament, turned_away=(*tournament.turned_away, event.player))
    return _gone(known, event.entrant, Status.WITHDRAWN, event) if event.entrant else known


@part.command(GiveEmployeesLeave, under="employees", label="Let people of the house take part", desk=Desk.TOURNAMENT)
def give_employees_leave(tournament: Tournament, command: GiveEmployeesLeave, ctx: Circumstances) -> Decision:
    """Beforehand, and only where the conditions say that they may."""
    assert ctx.clauses.employees is not None
    cite = (ctx.clauses.employees, "ruling 98")
    if not ctx.conditions.entry.employees:
        return Refusal(Reason.FORBIDDEN, cite, {"conditions": "do not let them enter"})
    if tournament.leave_for_employees:
        return Refusal(Reason.ALREADY, cite)
    return (EmployeesGivenLeave(under=cite),)


@part.event(
    EmployeesGivenLeave, audience=EVERYONE, says="People who work for the house may take part; they win no prize."
)
def employees_given_leave(tournament: Tournament, event: EmployeesGivenLeave) -> Tournament:
    """From now on."""
    return replace(tournament, leave_for_employees=True)


@part.command(
    NominateSubstitute,
    label="Name a substitute",
    words="stand in replace",
    desk=Desk.ENTRANTS,
    takes_part=True,
)
def nominate_substitute(tournament: Tournament, command: NominateSubstitute, ctx: Circumstances) -> Decision:
    """By the entrant, where the conditions allow it; where the book wants it the director agrees first."""
    clauses, entrant = ctx.clauses, tournament.entrants.get(command.entrant)
    cite: Clauses = (clauses.substitute, "ruling 99")
    if entrant is None or entrant.status is not Status.IN:
        return Refusal(Reason.NOT_HERE, cite, {"entrant": command.entrant})
    if ctx.by.id != entrant.person and not ctx.runs():
        return Refusal(Reason.NOT_YOURS, cite, {"entrant": command.entrant})
    if not ctx.conditions.conduct.substitutes:
        return Refusal(Reason.FORBIDDEN, cite, {"conditions": "allow no substitutes"})
    refusal = _why_not_substitute(tournament, command.player, cite)
    refusal = refusal or why_not_called(command.player, command.name, cite)
    if refusal is not None:
        return refusal
    told = SubstituteNominated(entrant=entrant.number, player=command.player, name=command.name, under=cite)
    won = is_won(ctx)
    if won is not None and has_several(tournament, entrant):
        own = (won.substitutes, won.substitutes_stated, "ruling 99")
        return (told, SubstitutePlays(entrant=entrant.number, player=command.player, name=command.name, under=own))
    if clauses.substitute_approved:
        return (told,)
    return (told, SubstitutePlays(entrant=entrant.number, player=command.player, name=command.name, under=cite))


def _why_not_substitute(tournament: Tournament, player: str, cite: Clauses) -> Refusal | None:
    """Why someone cannot play in another's place: they have charge of it, were turned away, or play already."""
    if player in (tournament.director, *tournament.deputies, *tournament.turned_away):
        return Refusal(Reason.FORBIDDEN, cite, {"player": player})
    if tournament.playing(player) is not None:
        return Refusal(Reason.ALREADY, cite, {"plays already": player})
    return None


@part.event(
    SubstituteNominated,
    audience=EVERYONE,
    says=lambda e, who: f"Entrant {e.entrant} wants {e.name} to play in their place.",
)
def substitute_nominated(tournament: Tournament, event: SubstituteNominated) -> Tournament:
    """Until it is agreed to, the entrant plays."""
    wanted = {**tournament.wanted, event.entrant: (event.player, event.name)}
    return replace(tournament, wanted=wanted)


@part.command(ApproveSubstitute, under="substitute", label="Agree to a substitute", desk=Desk.TOURNAMENT)
def approve_substitute(tournament: Tournament, command: ApproveSubstitute, ctx: Circumstances) -> Decision:
    """Of an entrant who is in and has asked for it, as long as the one they named may still play."""
    cite: Clauses = (ctx.clauses.substitute, "ruling 99")
    wanted, entrant = tournament.wanted.get(command.entrant), tournament.entrants.get(command.entrant)
    if wanted is None or entrant is None or entrant.status is not Status.IN:
        return Refusal(Reason.NO_CAUSE, cite, {"entrant": command.entrant})
    player, name = wanted
    plays = SubstitutePlays(entrant=command.entrant, player=player, name=name, under=cite)
    return _why_not_substitute(tournament, player, cite) or (plays,)


@part.event(
    SubstitutePlays,
    audience=EVERYONE,
    says=lambda e, who: f"{e.name} plays for entrant {e.entrant}, whose rank and prize stay their own.",
)
def substitute_plays(tournament: Tournament, event: SubstitutePlays) -> Tournament:
    """In the entrant's seat and with the entrant's bank; into a session that is open they come like whoever is late.

    Whoever has not been briefed, or has not signed, does not sit down before that (ruling 87).
    """
    before = tournament.entrants[event.entrant]
    back = before.person == event.player
    ready = event.player in before.briefed and (not tournament.must_sign or event.player in before.signed)
    in_session = tournament.sitting is not None and bool(before.table)
    entrant = replace(
        before,
        substitute="" if back else event.player,
        substitute_name="" if back else event.name,
        absent=(in_session and not ready) or (before.absent and (bool(before.table) or not before.won_at)),
    )
    wanted = {number: each for number, each in tournament.wanted.items() if number != event.entrant}
    names = {**tournament.names, event.player: event.name}
    return _with_names_in_use(replace(with_entrant(tournament, entrant), wanted=wanted, names=names))
