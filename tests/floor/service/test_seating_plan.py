"""The seating plan: every move and every breaking of a table as the director sees it before it happens."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.floor.reading.tournament_forms import Around
from croupier.floor.reading.tournament_plan import SeatingPlan, seating_plan
from croupier.house.tournaments.model import InPlay, Tournament
from croupier.table.contract import Actor
from tests.house.tournaments.evening import DEE
from tests.house.tournaments.test_elimination import MANAGER, Poker, poker

MOVES, BREAKS = "higher duties dealer", "area manager"
"""The lowest rank that moves players (CP 8.10), and that closes a table (CP 13.3)."""
AROUND = Around(tables={"one": "Table one"})


def seated(tables: dict[str, InPlay]) -> Tournament:
    """An open session with these tables, whose entrants sit where it says."""
    many = sum(len(each.seats) for each in tables.values())
    evening = Poker(poker(6 * len(tables), 6), list(tables))
    evening.founded()
    evening.entered(many)
    evening.tables_ready()
    evening.session_opened()
    cup = evening.cup
    assert cup.sitting is not None
    placed = {number: (name, seat) for name, here in tables.items() for seat, number in here.seats.items()}
    entrants = {
        number: replace(each, table=placed[number][0], seat=placed[number][1]) for number, each in cup.entrants.items()
    }
    return replace(cup, entrants=entrants, sitting=replace(cup.sitting, tables=tables))


def plan_of(cup: Tournament, by: Actor = MANAGER) -> SeatingPlan:
    found = seating_plan(cup, by, 0, AROUND)
    assert found is not None
    return found


def test_moves_tell_when_the_big_blind_comes_here_and_there() -> None:
    # The big blind comes to seats 1 to 5 of one in 4, 5, 1, 2 and 3 hands, to seats 3, 5 and 6 of two in 1, 2 and 2.
    one = InPlay(seats={1: 1, 2: 2, 3: 3, 4: 4, 5: 5}, line=(5, 1, 2))
    two = InPlay(seats={1: 6, 2: 7, 4: 8}, line=(4, 1, 2))
    cup = seated({"one": one, "two": two})
    plan = plan_of(cup)
    best, *others = plan.moves
    assert (best.entrant, best.seat, best.was, best.then, best.free, best.best) == (3, 3, 1, 1, True, True)
    assert best.command == {"type": "MoveEntrant", "entrant": 3, "table": "two", "seat": 3}
    worst = next(each for each in others if (each.entrant, each.seat) == (2, 3))
    assert (worst.was, worst.then, worst.free, worst.best) == (5, 1, False, False)
    assert len(plan.moves) == 5 * 3
    assert "CP 8.10" in plan.under
    seats = {each.seat: each for each in plan.tables[0].seats}
    assert [seats[each].entrant for each in range(1, 7)] == [1, 2, 3, 4, 5, None]
    assert [each.seat for each in seats.values() if each.button] == [5]
    assert (plan.tables[0].title, plan.tables[1].title) == ("Table one", "two")
    # Whoever directs without the rank that the clause names sees the best one, and whose it is.
    assert [(each.entrant, each.command, each.whose) for each in plan_of(cup, DEE).moves] == [(3, None, MOVES)]


def test_the_breaking_of_a_table_tells_who_draws_and_nothing_of_the_draw() -> None:
    one = InPlay(seats={1: 1, 2: 2, 3: 3}, line=(1, 2, 3))
    two = InPlay(seats={1: 4, 2: 5}, line=(1, 1, 2))
    three = InPlay(seats={1: 6, 3: 7}, line=(1, 1, 3))
    cup = seated({"one": one, "two": two, "three": three})
    breaks = plan_of(cup).tables[2].breaks
    assert breaks is not None
    # Table two is the shortest, then one and two are alike. The big blind comes next to either seat.
    assert [(each.table, each.seat, each.to_big_blind) for each in breaks.seats] == [("two", 3, 1), ("one", 4, 1)]
    assert breaks.entrants == (6, 7)
    assert not breaks.anew
    # To entrant 6 it comes next as well; 7 waits two hands, and would wait one at either seat.
    assert breaks.sooner == {7: 2}
    assert breaks.command == {"type": "BreakTable", "table": "three"}
    # The director who is no area manager sees the same, and whose it is.
    told = plan_of(cup, DEE).tables[2].breaks
    assert told is not None and told.seats == breaks.seats
    assert told.command is None and told.whose == BREAKS
    assert [each.breaks is not None for each in plan_of(cup, DEE).tables] == [False, False, True]
