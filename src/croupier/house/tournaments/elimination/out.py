"""Who is out, and in which place: those whose chips are gone at the end of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from croupier.house.tournaments.buying_back import may_come_back
from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.elimination.seating import (
    Needed,
    elimination,
    free_seats,
    needed,
    tables_in_play,
    tables_that_play,
)
from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.model import CHIP, Entrant, Stage, Status, Tournament
from croupier.house.tournaments.people import with_entrant
from croupier.house.tournaments.rounds import going_on, is_final, round_now, starting_bank
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk
from croupier.table.words import because, count

FOR_OTHERS = "the other tables finish their hands"
TO_MOVE = "players are moved"


class EntrantsOut(Event, frozen=True, kw_only=True):
    """Entrants have no chips left and no way back; those who went in one hand are placed by what they began it with.

    While all tables play hand for hand, hands that began together are one: who went in them before stands here again.
    """

    table: str
    places: dict[int, int]
    began: dict[int, int] = msgspec.field(default_factory=dict)
    """What each had when the hand began."""


class TableWaits(Event, frozen=True, kw_only=True):
    """No hand begins at a table until it is said."""

    table: str
    why: str


class HandForHand(Event, frozen=True, kw_only=True):
    """All tables play hand for hand from now on, or no longer."""

    by_hand: bool


class NextHand(Command, frozen=True, kw_only=True):
    """Let all tables that wait for each other begin the next hand."""


class HandsBegun(Event, frozen=True, kw_only=True):
    """The tables that waited go on."""

    tables: tuple[str, ...]


class Reinstate(Command, frozen=True, kw_only=True):
    """Put right that someone was out by mistake: they are in again, at their table and with these chips."""

    entrant: int
    chips: int
    why: str


class Reinstated(Event, frozen=True, kw_only=True):
    """Someone who was out by mistake is in again."""

    entrant: int
    cents: int
    table: str
    seat: int
    why: str


def eliminated(tournament: Tournament, table: str, before: Mapping[int, int], ctx: Circumstances) -> tuple[Event, ...]:
    """What the end of a hand at a table brings: who is out, whether the table waits, and whether it is all over.

    `before` are the banks as they were when the hand began.
    """
    clauses, sitting = ctx.clauses, tournament.sitting
    assert sitting is not None
    here = sitting.tables[table]
    gone = [number for number in here.seats.values() if _has_no_way_back(tournament, number)]
    found: list[Event] = []
    now = tournament
    if gone:
        earlier = sitting.together or {}
        began = {**earlier, **{number: before.get(number, 0) for number in gone}}
        places = _places(began, began, len(tournament.in_play) + len(earlier))
        found.append(EntrantsOut(table=table, places=places, began=began, under=(clauses.eliminated, "ruling 113")))
        now = entrants_out(now, found[0])  # type: ignore[arg-type]
    if (gone or sitting.together is not None) and is_won(now, table):
        return tuple(found)
    found += _by_hand(now, table, ctx)
    waits = _why_it_waits(now, found, table)
    if waits:
        found.append(TableWaits(table=table, why=waits, under=(clauses.structure, "ruling 113")))
    return tuple(found)


def _has_no_way_back(tournament: Tournament, number: int) -> bool:
    entrant = tournament.entrants[number]
    return not entrant.bank and not may_come_back(tournament, entrant)


def without_chips(tournament: Tournament, cite: Clauses) -> tuple[Event, ...]:
    """Those without chips are out once the time to buy more is over, table by table."""
    found: list[Event] = []
    assert tournament.sitting is not None
    for table, here in tournament.sitting.tables.items():
        gone = [number for number in here.seats.values() if not tournament.entrants[number].bank]
        if gone:
            places = _places(gone, {}, len(tournament.in_play))
            found.append(EntrantsOut(table=table, places=places, under=cite))
            tournament = entrants_out(tournament, EntrantsOut(table=table, places=places, under=cite))
    return tuple(found)


def is_won(tournament: Tournament, table: str) -> bool:
    """Whether no more are left than win: at this table in a shoot-out, and otherwise in all.

    Hands that all tables began together count as one, so while another table is still in such a hand nothing is won.
    """
    said, sitting = elimination(tournament), tournament.sitting
    if said is None or _abreast(tournament, table):
        return False
    if not said.shoot_out or sitting is None:
        return len(tournament.in_play) <= said.winners
    best, _ = going_on(round_now(tournament))
    return len(sitting.tables[table].seats) <= (said.winners if is_final(tournament) else best)


def _places(gone: Iterable[int], before: Mapping[int, int], left: int) -> dict[int, int]:
    """The places of those who went in one hand: the more one began it with, the better; equal stacks share a place.

    >>> _places((4, 7, 9), {4: 500, 7: 900, 9: 500}, left=10)
    {7: 8, 4: 9, 9: 9}
    """
    ranked = sorted(gone, key=lambda number: (-before.get(number, 0), number))
    first = left - len(ranked) + 1
    return {number: first + sum(before.get(other, 0) > before.get(number, 0) for other in ranked) for number in ranked}


def _abreast(tournament: Tournament, table: str) -> bool:
    """Whether another table is still in a hand that all tables began together."""
    sitting = tournament.sitting
    if sitting is None or sitting.together is None:
        return False
    return any(name != table and name not in sitting.waiting for name in tables_that_play(sitting))


def _by_hand(tournament: Tournament, table: str, ctx: Circumstances) -> list[Event]:
    """Hand for hand begins when one more than are paid is left at several tables, and ends when fewer are.

    It does not begin while one may still enter, and ends with a hand that is over at all tables.
    """
    said, sitting = elimination(tournament), tournament.sitting
    assert said is not None and sitting is not None
    here = tables_in_play(sitting)
    players, paid = sum(len(each.seats) for each in here.values()), len(ctx.conditions.prizes.places or ())
    entering = sitting.clock is not None and sitting.clock.level < said.late_levels
    alike = said.hand_for_hand and not said.shoot_out and not entering
    wanted = alike and players == paid + 1 and len(here) > 1
    if wanted is sitting.by_hand or _abreast(tournament, table):
        return []
    return [HandForHand(by_hand=wanted, under=(ctx.clauses.structure, "ruling 113"))]


def _why_it_waits(tournament: Tournament, found: Iterable[Event], table: str) -> str:
    """Why a table begins no hand now: the others are waited for, or a player of it is moved."""
    assert tournament.sitting is not None
    by_hand = tournament.sitting.by_hand
    for event in found:
        by_hand = event.by_hand if isinstance(event, HandForHand) else by_hand
    wants = needed(tournament)
    if wants is not None and _leaves(tournament, wants, table):
        return TO_MOVE
    return FOR_OTHERS if by_hand else ""


def why_it_waits_to_be_broken(tournament: Tournament, table: str) -> str:
    """Why a table begins no hand any more: it is the next to be broken, and may be."""
    wants = needed(tournament)
    return TO_MOVE if wants is not None and wants.breaks == table and may_break(tournament, table) else ""


def _broken_next(tournament: Tournament, wants: Needed, table: str) -> bool:
    """Whether a table is broken now, or is the last one, at which everyone draws anew with those of the other."""
    said, sitting = elimination(tournament), tournament.sitting
    assert said is not None and sitting is not None
    if not wants.breaks or not may_break(tournament, wants.breaks):
        return False
    return table == wants.breaks or (said.redraw and len(tables_in_play(sitting)) == 2)


def may_break(tournament: Tournament, table: str) -> bool:
    """Whether the notice is over that the book wants before a table is broken, or all who sit there need none.

    To move the last one takes none either.
    """
    said, sitting = elimination(tournament), tournament.sitting
    assert said is not None and sitting is not None
    clauses = tournament_book(tournament.conditions.book).clauses.elimination if tournament.conditions else None
    if said.announced_order or clauses is None or table not in tables_that_play(sitting):
        return True
    since, here = sitting.closing.get(table), sitting.tables[table]
    if since is not None and here.hands - since >= clauses.notice_hands:
        return True
    return since is not None and set(here.seats.values()) <= set(here.agreed_to_break)


@part.event(
    EntrantsOut,
    audience=EVERYONE,
    says=lambda e, who: (
        "; ".join(f"entrant {number} is out in place {place}" for number, place in e.places.items()) + "."
    ),
)
def entrants_out(tournament: Tournament, event: EntrantsOut) -> Tournament:
    """Their seats are free."""
    sitting = tournament.sitting
    assert sitting is not None
    here = sitting.tables[event.table]
    seats = {seat: number for seat, number in here.seats.items() if number not in event.places}
    out = [
        replace(tournament.entrants[number], status=Status.OUT, place=place, seat=0, began=event.began.get(number, 0))
        for number, place in event.places.items()
    ]
    tables = {**sitting.tables, event.table: replace(here, seats=seats)}
    together = None if sitting.together is None else event.began
    return replace(with_entrant(tournament, *out), sitting=replace(sitting, tables=tables, together=together))


@part.event(TableWaits, audience=EVERYONE, says=lambda e, who: f"No hand begins at {e.table}{because(e.why)}.")
def table_waits(tournament: Tournament, event: TableWaits) -> Tournament:
    """Until it is said."""
    sitting = tournament.sitting
    assert sitting is not None
    return replace(tournament, sitting=replace(sitting, waiting={**sitting.waiting, event.table: event.why}))


@part.event(
    HandForHand,
    audience=EVERYONE,
    says=lambda e, who: "All tables play hand for hand." if e.by_hand else "The tables play on by themselves again.",
)
def hand_for_hand(tournament: Tournament, event: HandForHand) -> Tournament:
    """Every table waits for the others after each hand, or no longer."""
    assert tournament.sitting is not None
    return replace(tournament, sitting=replace(tournament.sitting, by_hand=event.by_hand, together=None))


@part.command(NextHand, label="Begin the next hand", words="hand for hand go on", desk=Desk.TOURNAMENT)
def next_hand(tournament: Tournament, command: NextHand, ctx: Circumstances) -> Decision:
    """Once every table has finished its hand, or where tables wait for nothing any more."""
    cite: Clauses = (ctx.clauses.structure, "ruling 113")
    sitting = tournament.sitting
    if not ctx.directs and not ctx.runs():
        return ctx.why_not_conduct(cite[0]) or ()
    if tournament.stage is not Stage.SESSION or sitting is None or not sitting.waiting:
        return Refusal(Reason.NOT_NOW, cite, {"tables that wait": 0})
    if not waits_for_nothing(tournament):
        playing = [name for name in tables_in_play(sitting) if name not in sitting.waiting]
        return Refusal(Reason.NOT_NOW, cite, {"players to be moved, or tables still in a hand": len(playing)})
    waiting = tuple([name for name in sitting.waiting if name in tables_in_play(sitting)])
    return (HandsBegun(tables=waiting, under=cite),)


def _leaves(tournament: Tournament, wants: Needed, table: str) -> bool:
    """Whether someone has to get up from a table."""
    return table == wants.source or _broken_next(tournament, wants, table)


def waits_for_nothing(tournament: Tournament) -> bool:
    """Whether tables wait though nobody has to be moved there first, and no hand is under way that they wait for."""
    sitting, wants = tournament.sitting, needed(tournament)
    if sitting is None or not sitting.waiting:
        return False
    if wants is not None and (
        wants.source in sitting.waiting or any(_broken_next(tournament, wants, name) for name in sitting.waiting)
    ):
        return False
    return not sitting.by_hand or all(name in sitting.waiting for name in tables_that_play(sitting))


@part.event(HandsBegun, audience=EVERYONE, says=lambda e, who: f"{count(len(e.tables), 'table')} may begin a hand.")
def hands_begun(tournament: Tournament, event: HandsBegun) -> Tournament:
    """They wait for nothing."""
    sitting = tournament.sitting
    assert sitting is not None
    return replace(tournament, sitting=replace(sitting, waiting={}, together={} if sitting.by_hand else None))


@part.command(Reinstate, label="Put an elimination right", words="undo mistake back in", desk=Desk.TOURNAMENT)
def reinstate(tournament: Tournament, command: Reinstate, ctx: Circumstances) -> Decision:
    """By the director, as a correction on record, while the last of those who are out is the one it was said of.

    They sit down where they sat, or, where no seat is left there or the table is broken, at the shortest. Nobody comes
    out of a hand with more than they began it with from each who can have sat there.
    """
    cite: Clauses = (ctx.clauses.eliminated, "ruling 71")
    lacking, entrant = ctx.why_not_conduct(cite[0]), tournament.entrants.get(command.entrant)
    if lacking is not None:
        return lacking
    if tournament.stage is not Stage.SESSION or entrant is None or entrant.status is not Status.OUT:
        return Refusal(Reason.NOT_NOW, cite, {"entrant": command.entrant})
    if any(0 < each.place < entrant.place for each in tournament.entrants.values()):
        return Refusal(Reason.NOT_NOW, cite, {"since then": "others are out"})
    assert tournament.sitting is not None
    said = elimination(tournament)
    if said is None or command.chips < 1:
        return Refusal(Reason.NO_CAUSE, cite, {"chips": command.chips})
    most = (entrant.began or starting_bank(ctx.conditions)) * said.seats // CHIP
    if command.chips > most:
        return Refusal(Reason.LIMITS, cite, {"chips": command.chips, "most": most})
    plays = tournament.playing(entrant.plays)
    if plays is not None:
        return Refusal(Reason.NOT_NOW, cite, {"plays already for entrant": plays.number})
    here = tables_in_play(tournament.sitting)
    free = {name: seats for name, each in here.items() if (seats := free_seats(each, said.seats))}
    if not free:
        return Refusal(Reason.NOT_NOW, cite, {"free seats": 0})
    table = entrant.table if entrant.table in free else min(free, key=lambda name: len(here[name].seats))
    return (
        Reinstated(
            entrant=entrant.number,
            cents=command.chips * 100,
            table=table,
            seat=free[table][0],
            why=command.why,
            under=cite,
        ),
    )


@part.event(Reinstated, audience=EVERYONE, says=lambda e, who: f"Entrant {e.entrant} was not out{because(e.why)}.")
def reinstated(tournament: Tournament, event: Reinstated) -> Tournament:
    """They play on with the chips that are theirs."""
    sitting, entrant = tournament.sitting, tournament.entrants[event.entrant]
    assert sitting is not None
    here = sitting.tables[event.table]
    tables = {**sitting.tables, event.table: replace(here, seats={**here.seats, event.seat: event.entrant})}
    back: Entrant = replace(entrant, status=Status.IN, place=0, bank=event.cents, seat=event.seat, table=event.table)
    found = replace(with_entrant(tournament, back), sitting=replace(sitting, tables=tables))
    return replace(found, issued=tournament.issued + event.cents)
