"""Sessions: when they begin, who plays, and with how many chips; and what happens to entrants while one is played."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.finishing import over_at_once, over_without
from croupier.house.tournaments.model import Clock, Entrant, InPlay, Placing, Sitting, Stage, Status, Tournament
from croupier.house.tournaments.people import with_entrant
from croupier.house.tournaments.rounds import begins, place_of, round_now, rounds_of, starting_bank
from croupier.house.tournaments.tables import yet_to_play
from croupier.house.tournaments.ties import without_one
from croupier.house.tournaments.won import begins_with, bonus, come
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who
from croupier.table.words import because, count

MINUTE_MS = 60_000


class MoveStart(Command, frozen=True, kw_only=True):
    """Let a session begin at another time."""

    session: int
    """Its number, from 1."""
    at: int
    """In milliseconds of universal time."""


class OpenSession(Command, frozen=True, kw_only=True):
    """Open the next session: everyone takes the seat they drew, with their chips."""


class MarkLate(Command, frozen=True, kw_only=True):
    """Put down that an entrant is not there, or has come."""

    entrant: int
    absent: bool = True


class Disqualify(Command, frozen=True, kw_only=True):
    """Put an entrant out for what the conditions name."""

    entrant: int
    why: str


class Penalise(Command, frozen=True, kw_only=True):
    """Impose a penalty that the conditions state."""

    entrant: int
    why: str


class Retire(Command, frozen=True, kw_only=True):
    """Give the tournament up."""

    entrant: int


class StartMoved(Event, frozen=True, kw_only=True):
    """A session begins at another time; everyone who is in is told."""

    session: int
    at: int
    was: int
    told: tuple[str, ...]


class SessionOpened(Event, frozen=True, kw_only=True):
    """A session is open: who sits where, and with how many chips."""

    round: int
    session: int
    at: int
    placings: tuple[Placing, ...]
    banks: dict[int, int]
    least: dict[str, int] = msgspec.field(default_factory=dict)
    """The least that is wagered at each table with a bank, as its sign says."""


class EntrantMissing(Event, frozen=True, kw_only=True):
    """An entrant is not there, or has come; with so many chips if they have had none in this session."""

    entrant: int
    absent: bool
    bank: int = 0


class EntrantGone(Event, frozen=True, kw_only=True):
    """An entrant is out of the tournament otherwise than by play; their chips leave it."""

    entrant: int
    status: Status
    why: str = ""


class Penalised(Event, frozen=True, kw_only=True):
    """An entrant is punished as the conditions state."""

    entrant: int
    why: str


@part.command(MoveStart, label="Move a start", words="time later earlier postpone", desk=Desk.TOURNAMENT)
def move_start(tournament: Tournament, command: MoveStart, ctx: Circumstances) -> Decision:
    """With the notice that the conditions state, before the earlier of the two times."""
    cite: Clauses = (ctx.clauses.moved_start, "ruling 84")
    number, minutes = command.session - 1, ctx.conditions.details.notice_minutes
    lacking = ctx.why_not_conduct(cite[0])
    if lacking is not None:
        return lacking
    if not tournament.played <= number < len(tournament.starts) or tournament.stage in (Stage.OVER, Stage.OFF):
        return Refusal(Reason.NOT_NOW, cite, {"session": command.session})
    if tournament.sitting is not None and number == tournament.played:
        return Refusal(Reason.NOT_NOW, cite, {"session": "has begun"})
    was = tournament.starts[number]
    if was == command.at:
        return Refusal(Reason.ALREADY, cite)
    given = (min(was, command.at) - ctx.at) // MINUTE_MS
    if given < minutes:
        return Refusal(Reason.NOTICE, cite, {"minutes given": given, "minutes needed": minutes})
    told = tuple(dict.fromkeys(each.plays for each in tournament.in_play))
    return (StartMoved(session=command.session, at=command.at, was=was, told=told, under=cite),)


def _moved(event: StartMoved, who: Who) -> str:
    minutes = abs(event.at - event.was) // MINUTE_MS
    way = "later" if event.at > event.was else "earlier"
    return f"Session {event.session} begins {count(minutes, 'minute')} {way}; {count(len(event.told), 'entrant')} told."


@part.event(StartMoved, audience=EVERYONE, says=_moved)
def start_moved(tournament: Tournament, event: StartMoved) -> Tournament:
    """At the new time."""
    number = event.session - 1
    starts = (*tournament.starts[:number], event.at, *tournament.starts[number + 1 :])
    return replace(tournament, starts=starts)


@part.command(OpenSession, label="Open the session", words="start begin play", desk=Desk.TOURNAMENT)
def open_session(tournament: Tournament, command: OpenSession, ctx: Circumstances) -> Decision:
    """At its time, under the text that was approved, with someone in charge there and everyone briefed."""
    clauses, conditions = ctx.clauses, ctx.conditions
    lacking = ctx.why_not_conduct(clauses.presence)
    if lacking is not None:
        return lacking
    if tournament.stage is not Stage.READY:
        return Refusal(Reason.NOT_NOW, (clauses.presence,), {"stage": tournament.stage.value})
    if not tournament.director_is_there:
        return Refusal(Reason.NO_CAUSE, (clauses.presence, "ruling 85"), {"in charge": "nobody is there"})
    if clauses.approval is not None and tournament.approved != tournament.text:
        facts: dict[str, str | int] = {"text": tournament.text, "approved": tournament.approved or "nothing"}
        return Refusal(Reason.NO_CAUSE, (clauses.approval, "ruling 82"), facts)
    if not tournament.in_play:
        return Refusal(Reason.NO_CAUSE, (clauses.presence,), {"entrants": 0})
    if not tournament.placings and yet_to_play(tournament):
        return Refusal(Reason.NO_CAUSE, (clauses.designated, "ruling 112"), {"seats": "not drawn"})
    at = begins(tournament) or 0
    if ctx.at < at:
        minutes = -(-(at - ctx.at) // MINUTE_MS)
        return Refusal(Reason.NOT_NOW, (clauses.moved_start,), {"minutes to its time": minutes})
    playing = [tournament.entrants[each.entrant] for each in tournament.placings]
    playing = [each for each in playing if each.status is Status.IN]
    refusal = next(filter(None, [why_not_seated(each, tournament, ctx) for each in playing if not each.absent]), None)
    if refusal is not None:
        return refusal
    place = place_of(rounds_of(tournament), tournament.played)
    assert place is not None
    first = place.session == 0 or round_now(tournament).apart
    anew = first and (place.round == 0 or bool(conditions.bank.every_round))
    banks = {each.number: starting_bank(conditions) if anew else each.bank for each in playing}
    if tournament.schedule is not None:
        banks |= {each.number: 0 for each in playing if each.absent}
    placings = tuple([each for each in tournament.placings if each.entrant in banks])
    under: Clauses = (clauses.presence, clauses.chips, *((clauses.approval,) if clauses.approval else ()))
    opened = SessionOpened(
        round=place.round,
        session=place.session,
        at=ctx.at,
        placings=placings,
        banks=banks,
        least={each: now.least for each in _tables(placings) if (now := ctx.table(each)) is not None and now.least},
        under=under,
    )
    return (*bonus(tournament, ctx), opened, *over_at_once(session_opened(tournament, opened), ctx))


def _tables(placings: tuple[Placing, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.table for each in placings))


def why_not_seated(entrant: Entrant, tournament: Tournament, ctx: Circumstances) -> Refusal | None:
    """Why someone cannot take a seat: they have not been briefed, or have not signed what they must."""
    if entrant.plays not in entrant.briefed:
        return Refusal(Reason.NO_CAUSE, (ctx.clauses.briefing, "ruling 87"), {"not briefed": entrant.plays_as})
    if tournament.must_sign and entrant.plays not in entrant.signed:
        return Refusal(Reason.NO_CAUSE, (ctx.clauses.signing,), {"not signed": entrant.plays_as})
    return None


@part.event(
    SessionOpened,
    audience=EVERYONE,
    says=lambda e, who: f"Session {e.session + 1} of round {e.round + 1} is open.",
)
def session_opened(tournament: Tournament, event: SessionOpened) -> Tournament:
    """Everyone has a seat and a bank."""
    tables: dict[str, dict[int, int]] = {}
    entrants = dict(tournament.entrants)
    issued, withdrawn = tournament.issued, tournament.withdrawn
    for each in event.placings:
        tables.setdefault(each.table, {})[each.seat] = each.entrant
        before, bank = entrants[each.entrant], event.banks[each.entrant]
        issued, withdrawn = issued + max(0, bank - before.bank), withdrawn + max(0, before.bank - bank)
        entrants[each.entrant] = replace(before, bank=bank, table=each.table, seat=each.seat)
    said = tournament.conditions.structure.elimination if tournament.conditions is not None else None
    sitting = Sitting(
        clock=None if said is None else Clock(since=event.at),
        round=event.round,
        session=event.session,
        opened_at=event.at,
        tables={name: InPlay(seats=seats, least=event.least.get(name, 0)) for name, seats in tables.items()},
        never_came=_never_came(tournament, event),
    )
    return replace(
        tournament,
        stage=Stage.SESSION,
        sitting=sitting,
        placings=(),
        entrants=entrants,
        issued=issued,
        withdrawn=withdrawn,
        reserved=tuple(dict.fromkeys((*tournament.reserved, *tables))),
    )


def _never_came(tournament: Tournament, event: SessionOpened) -> tuple[int, ...]:
    """Those who have no chips for want of being there, where each session begins with the same for all who are."""
    if tournament.schedule is None:
        return ()
    return tuple([number for number, bank in event.banks.items() if not bank])


@part.command(MarkLate, label="Not there, or has come", words="late absent arrive", desk=Desk.TOURNAMENT)
def mark_late(tournament: Tournament, command: MarkLate, ctx: Circumstances) -> Decision:
    """By the director; whoever comes in the middle of a session is briefed before they sit down."""
    clauses, entrant = ctx.clauses, tournament.entrants.get(command.entrant)
    cite: Clauses = (clauses.absent if command.absent else clauses.late,)
    lacking = ctx.why_not_conduct(cite[0])
    if lacking is not None:
        return lacking
    if entrant is None or entrant.status is not Status.IN:
        return Refusal(Reason.NOT_HERE, cite, {"entrant": command.entrant})
    if entrant.absent is command.absent:
        return Refusal(Reason.ALREADY, cite)
    plays = None if command.absent else _played_otherwise(tournament, entrant)
    if plays is not None:
        return Refusal(Reason.ALREADY, (ctx.clauses.substitute, *cite), {"plays already for entrant": plays.number})
    if not command.absent and entrant.table:
        refusal = why_not_seated(entrant, tournament, ctx)
        if refusal is not None:
            return refusal
    bank = 0 if command.absent else begins_with(tournament, entrant)
    return (EntrantMissing(entrant=entrant.number, absent=command.absent, bank=bank, under=cite),)


def _played_otherwise(tournament: Tournament, entrant: Entrant) -> Entrant | None:
    """The other entry that whoever plays this one is there for, or has sat down for in this session."""
    never_came = () if tournament.sitting is None else tournament.sitting.never_came
    others = [each for each in tournament.in_play if each.plays == entrant.plays and each.number != entrant.number]
    return next((each for each in others if not each.absent or (each.table and each.number not in never_came)), None)


@part.event(
    EntrantMissing,
    audience=EVERYONE,
    says=lambda e, who: f"Entrant {e.entrant} is not there." if e.absent else f"Entrant {e.entrant} has come.",
)
def entrant_missing(tournament: Tournament, event: EntrantMissing) -> Tournament:
    """Their bank is kept for them meanwhile."""
    now = with_entrant(tournament, replace(tournament.entrants[event.entrant], absent=event.absent))
    return come(now, event.entrant, event.bank)


@part.command(Penalise, label="Impose a penalty", words="penalty warning", desk=Desk.TOURNAMENT)
def penalise(tournament: Tournament, command: Penalise, ctx: Circumstances) -> Decision:
    """By the director, where the conditions name penalties."""
    if ctx.clauses.penalised is None:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.may_hold,), {"by this book": "there is no such thing"})
    cite: Clauses = (ctx.clauses.penalised,)
    entrant = tournament.entrants.get(command.entrant)
    lacking = ctx.why_not_conduct(cite[0])
    if lacking is not None:
        return lacking
    if not ctx.conditions.conduct.penalised:
        return Refusal(Reason.FORBIDDEN, cite, {"conditions": "name no penalties"})
    if entrant is None or entrant.status is not Status.IN:
        return Refusal(Reason.NOT_HERE, cite, {"entrant": command.entrant})
    return (Penalised(entrant=entrant.number, why=command.why, under=cite),)


@part.event(Penalised, audience=EVERYONE, says=lambda e, who: f"Entrant {e.entrant} is penalised{because(e.why)}.")
def penalised(tournament: Tournament, event: Penalised) -> Tournament:
    """On record; what it comes to the director sees to."""
    return tournament


@part.command(Disqualify, label="Disqualify an entrant", words="throw out ban", desk=Desk.TOURNAMENT)
def disqualify(tournament: Tournament, command: Disqualify, ctx: Circumstances) -> Decision:
    """By the director; their chips leave play, and they rank nowhere."""
    cite: Clauses = (ctx.clauses.disqualified, "ruling 95")
    lacking = ctx.why_not_conduct(cite[0])
    if lacking is not None:
        return lacking
    gone = EntrantGone(entrant=command.entrant, status=Status.DISQUALIFIED, why=command.why, under=cite)
    return _leaves(tournament, gone, ctx)


@part.command(Retire, label="Retire from it", words="quit give up leave", desk=Desk.ENTRANTS)
def retire(tournament: Tournament, command: Retire, ctx: Circumstances) -> Decision:
    """An entrant for themselves, once play has begun; nothing is paid back that the conditions do not pay back."""
    cite: Clauses = (ctx.clauses.retirement, "ruling 95")
    entrant = tournament.entrants.get(command.entrant)
    if entrant is not None and ctx.by.id not in (entrant.person, entrant.plays) and not ctx.directs:
        return Refusal(Reason.NOT_YOURS, cite, {"entrant": command.entrant})
    gone = EntrantGone(entrant=command.entrant, status=Status.RETIRED, under=cite)
    return _leaves(tournament, gone, ctx)


def _leaves(tournament: Tournament, gone: EntrantGone, ctx: Circumstances) -> Decision:
    entrant, cite = tournament.entrants.get(gone.entrant), gone.under
    if entrant is None or entrant.status is not Status.IN:
        return Refusal(Reason.NOT_HERE, cite, {"entrant": gone.entrant})
    if tournament.stage not in (Stage.READY, Stage.SESSION, Stage.COUNTING):
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    deal = None if tournament.sitting is None else tournament.sitting.deal
    if deal is not None and deal.struck:
        return Refusal(Reason.NOT_NOW, cite, {"the deal": "is struck"})
    after, tie = entrant_gone(tournament, gone), None if tournament.sitting is None else tournament.sitting.tie
    if tie is not None and entrant.number in tie.among:
        return (gone, *without_one(after, ctx))
    return (gone, *(over_without(after, entrant.table, ctx) if entrant.table else ()))


@part.event(
    EntrantGone,
    audience=EVERYONE,
    says=lambda e, who: f"Entrant {e.entrant} is {e.status.value}{because(e.why) if e.why else ''}.",
)
def entrant_gone(tournament: Tournament, event: EntrantGone) -> Tournament:
    """Their chips are in play no more."""
    entrant = tournament.entrants[event.entrant]
    gone = replace(entrant, status=event.status, bank=0, table="", seat=0)
    left = out_of_the_tie(off_the_table(tournament, entrant), entrant.number)
    return replace(with_entrant(left, gone), withdrawn=tournament.withdrawn + entrant.bank)


def out_of_the_tie(tournament: Tournament, number: int) -> Tournament:
    """The tournament with someone out of the extra hands that are dealt."""
    sitting = tournament.sitting
    if sitting is None or sitting.tie is None or number not in sitting.tie.among:
        return tournament
    return replace(tournament, sitting=replace(sitting, tie=sitting.tie.without(number)))


def off_the_table(tournament: Tournament, entrant: Entrant) -> Tournament:
    """The tournament with nobody in this entrant's seat."""
    sitting = tournament.sitting
    if sitting is None or entrant.table not in sitting.tables:
        return replace(tournament, placings=tuple([e for e in tournament.placings if e.entrant != entrant.number]))
    here = sitting.tables[entrant.table]
    seats = {seat: number for seat, number in here.seats.items() if number != entrant.number}
    tables = {**sitting.tables, entrant.table: replace(here, seats=seats)}
    return replace(tournament, sitting=replace(sitting, tables=tables))
