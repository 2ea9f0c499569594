"""Tables at which fewer can sit than the book lets sit at one: nobody is drawn to a seat that is not there."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from croupier.games import game
from croupier.house.in_memory import InMemory
from croupier.house.tournaments.tables import DesignateTables, DrawSeats
from croupier.table.contract import Reason, Refusal
from croupier.table.tournaments.conditions import Conditions, Round
from tests.house.tournaments.evening import DEE, OPERATOR, Evening
from tests.house.tournaments.test_elimination import poker
from tests.house.tournaments.test_evenings import everyone_has_one_seat, short


def at(said: Conditions, seats: Mapping[str, int], *, other: str = "") -> Evening:
    """An evening at tables with so many seats each; one may be of another game."""
    evening = Evening(said, tuple(seats), seed=5)
    named, played = "seats" if said.book == "crown-poker" else "areas", game(said.book)
    tables = {name: (played, replace(played.terms(), **{named: many})) for name, many in seats.items()}
    if other:
        evening.house = InMemory({**tables, other: (game("double-chance"), game("double-chance").terms())})
    else:
        evening.house = InMemory(tables)
    return evening


def heats(tables: int | None) -> Conditions:
    """One round of two hands at so many tables, or at as many as everyone fills."""
    said, _ = short("matchmaker", Random(1))
    rounds = (Round(name="Final", tables=tables, hands=2),)
    structure = replace(said.structure, rounds=rounds, basis="As many tables as everyone fills")
    starts = (said.details.starts or ())[:1]
    return replace(said, structure=structure, details=replace(said.details, starts=starts, least=2, most=9))


def drawn(evening: Evening, entrants: int) -> list[tuple[str, int]]:
    """Where so many are drawn to."""
    evening.founded()
    evening.entered(entrants)
    evening.does(DesignateTables(tables=evening.tables), DEE)
    evening.does(DrawSeats(), DEE)
    return [(each.table, each.seat) for each in evening.cup.placings]


def test_seats_are_dealt_round_the_tables_and_a_full_one_is_passed_over() -> None:
    evening = at(heats(3), {"one": 1, "two": 4, "three": 2})
    assert drawn(evening, 7) == [
        *[("one", 1), ("two", 1), ("three", 1)],
        *[("two", 2), ("three", 2)],
        *[("two", 3), ("two", 4)],
    ]


def test_as_many_tables_are_needed_as_have_the_seats() -> None:
    # The book lets nine sit at one; of these two seats, two seats and four seats the first two hold four.
    seats = {"one": 2, "two": 2, "three": 4}
    assert {table for table, _ in drawn(at(heats(None), seats), 4)} == {"one", "two"}
    assert {table for table, _ in drawn(at(heats(None), seats), 5)} == {"one", "two", "three"}


def test_whoever_finds_no_seat_is_not_drawn_to_one() -> None:
    evening = at(heats(1), {"one": 3})
    evening.founded()
    evening.entered(4)
    evening.does(DesignateTables(tables=("one",)), DEE)
    refused = evening.tries(DrawSeats(), DEE)
    assert isinstance(refused, Refusal)
    assert (refused.reason, dict(refused.facts)) == (Reason.LIMITS, {"entrants": 4, "seats": 3})
    assert "MM 2.1" in refused.under


def test_a_session_is_played_at_tables_of_every_size() -> None:
    evening = at(heats(3), {"one": 1, "two": 4, "three": 2})
    evening.founded()
    evening.entered(7)
    evening.tables_ready()
    evening.session_opened()
    everyone_has_one_seat(evening)
    evening.played()
    assert len([each for each in evening.cup.entrants.values() if each.place]) == 7


def test_a_poker_table_has_as_many_seats_as_the_conditions_seat_at_one() -> None:
    evening = at(poker(6, 6), {"one": 6, "two": 5})
    evening.founded()
    evening.entered(6)
    refused = evening.tries(DesignateTables(tables=("one", "two")), OPERATOR)
    assert isinstance(refused, Refusal)
    assert (refused.reason, dict(refused.facts)) == (Reason.LIMITS, {"table": "two", "seats": 5, "needed": 6})
    evening.does(DesignateTables(tables=("one",)), OPERATOR)


def test_a_table_that_is_not_there_or_of_another_game_is_not_named() -> None:
    evening = at(heats(None), {"one": 9}, other="cards")
    evening.founded()
    evening.entered(4)
    for table, played in (("nowhere", "none"), ("cards", "double-chance")):
        refused = evening.tries(DesignateTables(tables=("one", table)), DEE)
        assert isinstance(refused, Refusal)
        assert dict(refused.facts) == {"table": table, "game": played}
        assert "MM 10.3.1" in refused.under
