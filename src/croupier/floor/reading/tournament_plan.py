"""Who sits where while a session is open, and every move and breaking of a table that would be accepted now.

All of it is asked of the rules by trying, before anything happens: the director sees what each move does about the big
blind. What a draw would bring is nowhere here, for nobody knows it before the draw is on record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.cards import BY_CHANCE
from croupier.floor.reading.tournament_forms import WORDS, Around
from croupier.house.tournaments.deciding import decide
from croupier.house.tournaments.elimination.moving import AnnounceBreak, BreakTable, MoveEntrant, drawing
from croupier.house.tournaments.elimination.out import Reinstate, may_break
from croupier.house.tournaments.elimination.seating import (
    elimination,
    hands_to_big_blind,
    moves_open,
    needed,
    tables_in_play,
)
from croupier.house.tournaments.model import CHIP, InPlay, Sitting, Stage, Status, Tournament
from croupier.house.tournaments.stream import why_held
from croupier.table.contract import Actor, Clauses, Command, Decision, Reason, Refusal
from croupier.table.words import rank_name

MOST_LISTED_OUT = 12
"""Of so many who went out last it is asked whether they can be put back in."""


Ask = Callable[[Command], Decision]
"""Tries a command in someone's name."""


class SeatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a table, and who has it."""

    seat: int
    entrant: int | None
    name: str
    chips: int
    button: bool
    to_big_blind: int | None
    """In how many hands the big blind comes to it; nothing where none is posted."""
    absent: bool


class DrawnSeat(msgspec.Struct, frozen=True):
    """A seat that is drawn once a table is broken, and in how many hands the big blind comes to it."""

    table: str
    seat: int
    to_big_blind: int


class BreakLine(msgspec.Struct, frozen=True, kw_only=True):
    """The breaking of a table before it happens: who draws, and which seats."""

    entrants: tuple[int, ...]
    seats: tuple[DrawnSeat, ...]
    anew: bool
    """Whether everyone at the last table draws with them."""
    command: dict[str, Any] | None
    """The command that breaks it; nothing where that is for someone else,"""
    whose: str
    """and then for whom, in words."""
    sooner: dict[int, int]
    """To whom the big blind would come sooner, and at how many of these seats."""


class TablePlan(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the session as the director sees it."""

    id: str
    title: str
    seats: tuple[SeatLine, ...]
    hands: int
    held: str
    """Why no hand begins there now; nothing while they do."""
    notice: int | None
    """Since how many hands it is announced that it will be broken."""
    announce: dict[str, Any] | None
    """The command that announces its breaking, where that can be done now."""
    breaks: BreakLine | None
    """What its breaking does, where it can be broken now."""
    under: Clauses
    """The clauses behind that, or behind why not."""


class MoveLine(msgspec.Struct, frozen=True, kw_only=True):
    """A move before it happens."""

    entrant: int
    table: str
    seat: int
    best: bool
    """Whether it is the one that balances best."""
    was: int
    """In how many hands the big blind comes to the player where they are,"""
    then: int
    """and where they would sit."""
    free: bool
    """Whether it comes no sooner there."""
    command: dict[str, Any] | None
    """The command that moves the player; nothing where that is for someone else,"""
    whose: str
    """and then for whom, in words."""


class SeatingPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of the session, and the moves that would balance them, the best first."""

    tables: tuple[TablePlan, ...]
    moves: tuple[MoveLine, ...]
    under: Clauses
    """The clauses behind the moves."""


def seating_plan(state: Tournament, by: Actor, at: int, around: Around) -> SeatingPlan | None:
    """Who sits where, and what this person may do about it; nothing while no session is open."""
    sitting = state.sitting
    if sitting is None or state.stage is not Stage.SESSION:
        return None

    def ask(command: Command) -> Decision:
        return decide(state, command, by, at, BY_CHANCE)

    moves, under = _moves(state, sitting, ask)
    tables = [_table(name, state, around, ask) for name in sitting.tables]
    return SeatingPlan(tables=tuple(tables), moves=moves, under=under)


def may_be_put_right(state: Tournament, by: Actor, at: int) -> tuple[int, ...]:
    """Those who are out and would be put back in by a correction now, the last first."""
    out = sorted([each for each in state.entrants.values() if each.status is Status.OUT], key=lambda each: each.place)
    tried = {each.number: Reinstate(entrant=each.number, chips=1, why=WORDS) for each in out[:MOST_LISTED_OUT]}
    return tuple(
        [number for number, each in tried.items() if not isinstance(decide(state, each, by, at, BY_CHANCE), Refusal)]
    )


def _moves(state: Tournament, sitting: Sitting, ask: Ask) -> tuple[tuple[MoveLine, ...], Clauses]:
    found: list[MoveLine] = []
    under: Clauses = ()
    for nth, each in enumerate(moves_open(state)):
        to, here = each.placing, sitting.tables[state.entrants[each.placing.entrant].table]
        command = MoveEntrant(entrant=to.entrant, table=to.table, seat=to.seat)
        decided = ask(command)
        under = under or (decided.under if isinstance(decided, Refusal) else decided[0].under)
        others = isinstance(decided, Refusal) and decided.reason is Reason.RANK and nth == 0
        if others or not isinstance(decided, Refusal):
            found.append(
                MoveLine(
                    entrant=to.entrant,
                    table=to.table,
                    seat=to.seat,
                    best=nth == 0,
                    was=hands_to_big_blind(here, state.entrants[to.entrant].seat),
                    then=hands_to_big_blind(sitting.tables[to.table], to.seat),
                    free=each.free,
                    command=None if isinstance(decided, Refusal) else msgspec.to_builtins(command),
                    whose=_whose(decided),
                )
            )
    return tuple(found), under


def _table(name: str, state: Tournament, around: Around, ask: Ask) -> TablePlan:
    sitting = state.sitting
    assert sitting is not None
    here = sitting.tables[name]
    broken, announce, wants = ask(BreakTable(table=name)), AnnounceBreak(table=name), needed(state)
    wanted = wants is not None and wants.breaks == name
    others = isinstance(broken, Refusal) and broken.reason is Reason.RANK and wanted and may_break(state, name)
    may_announce = wanted and isinstance(broken, Refusal) and not isinstance(ask(announce), Refusal)
    return TablePlan(
        id=name,
        title=around.tables.get(name, name),
        seats=_seats(name, here, state, around),
        hands=here.hands,
        held=why_held(state, name),
        notice=here.hands - sitting.closing[name] if name in sitting.closing else None,
        announce=msgspec.to_builtins(announce) if may_announce else None,
        breaks=_breaking(state, name, broken) if others or not isinstance(broken, Refusal) else None,
        under=broken.under if isinstance(broken, Refusal) else broken[0].under,
    )


def _seats(name: str, here: InPlay, state: Tournament, around: Around) -> tuple[SeatLine, ...]:
    said = elimination(state)
    many = max(around.areas.get(name, 0) if said is None else said.seats, *here.seats, 0)
    found = []
    for seat in range(1, many + 1):
        entrant = state.entrants[here.seats[seat]] if seat in here.seats else None
        found.append(
            SeatLine(
                seat=seat,
                entrant=None if entrant is None else entrant.number,
                name="" if entrant is None else entrant.plays_as,
                chips=0 if entrant is None else entrant.bank // CHIP,
                button=bool(here.line) and here.line[0] == seat,
                to_big_blind=hands_to_big_blind(here, seat) if said is not None and here.seats else None,
                absent=entrant is not None and entrant.absent,
            )
        )
    return tuple(found)


def _breaking(state: Tournament, table: str, decided: Decision) -> BreakLine:
    assert state.sitting is not None
    tables, among = tables_in_play(state.sitting), drawing(state, table)
    seats = tuple([DrawnSeat(name, seat, hands_to_big_blind(tables[name], seat)) for name, seat in among.seats])
    sooner: dict[int, int] = {}
    if not among.anew:
        for seat, number in tables[table].seats.items():
            now = hands_to_big_blind(tables[table], seat)
            many = sum(each.to_big_blind < now for each in seats)
            if many:
                sooner[number] = many
    refused = isinstance(decided, Refusal)
    return BreakLine(
        entrants=among.entrants,
        seats=seats,
        anew=among.anew,
        sooner=sooner,
        command=None if refused else msgspec.to_builtins(BreakTable(table=table)),
        whose=_whose(decided),
    )


def _whose(decided: Decision) -> str:
    """Of which rank an act is that this person may not do."""
    return rank_name(str(decided.facts["needs"])) if isinstance(decided, Refusal) else ""
