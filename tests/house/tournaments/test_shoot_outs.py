"""Satellites, in which several win the same thing, and shoot-outs, in which each table plays to its own winners."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.due import due
from croupier.house.tournaments.elimination.clock import NextLevel
from croupier.house.tournaments.elimination.seating import needed
from croupier.house.tournaments.findings import findings, whole
from croupier.house.tournaments.finishing import TableFinished
from croupier.house.tournaments.model import Stage
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.results import CloseSession, DeclareResult
from croupier.house.tournaments.sessions import Retire
from croupier.house.tournaments.sheet import text
from croupier.table.contract import Actor
from croupier.table.tournaments.conditions import Conditions, Elimination, Prize, Progress, Round
from tests.house.tournaments.evening import DEE
from tests.house.tournaments.test_elimination import MANAGER, Poker, late, poker
from tests.house.tournaments.test_evenings import chips_add_up, everyone_has_one_seat

SEAT = Prize(thing="A seat in the main event")


def by_elimination(said: Conditions, **fields: object) -> Conditions:
    elimination = said.structure.elimination
    assert elimination is not None
    return replace(said, structure=replace(said.structure, elimination=replace(elimination, **fields)))


def satellite(entrants: int, seats: int) -> Conditions:
    """The last two have a seat elsewhere, and the next has 60 dollars."""
    said = by_elimination(poker(entrants, seats), winners=2)
    return replace(said, prizes=replace(said.prizes, places=(SEAT, SEAT, Prize(amount=60_00))))


def shoot_out() -> Conditions:
    """Nine at three tables; one of each goes on to a final, where all have 1,000 chips again."""
    said = by_elimination(poker(9, 3), shoot_out=True)
    rounds = (
        Round(name="Heats", tables=3, minutes=600, progress=Progress(each_table=1)),
        Round(name="Final", tables=1, minutes=600),
    )
    structure = replace(said.structure, rounds=rounds, progress="Whoever has all chips of a table goes on")
    return replace(said, structure=structure, bank=replace(said.bank, every_round=True))


@pytest.mark.parametrize("seed", range(3))
def test_a_satellite_ends_with_as_many_as_win_and_each_has_the_same_thing(seed: int) -> None:
    evening = Poker(satellite(6, 6), ["one"], seed=seed)
    evening.founded()
    evening.entered(6)
    evening.tables_ready()
    evening.session_opened()
    evening.played_out()
    left = evening.cup.in_play
    assert 1 <= len(left) <= 2 and sum(each.bank for each in left) == 6 * 1000 * 100
    evening.does(DeclareResult(), DEE)
    chips_add_up(evening)
    by_place = sorted(evening.cup.entrants.values(), key=lambda each: each.place)
    assert [each.thing for each in by_place] == [SEAT.thing, SEAT.thing, "", "", "", ""]
    # 60 dollars to whoever was the last to miss a seat.
    assert [each.prize for each in by_place] == [0, 0, 60_00, 0, 0, 0]


@pytest.mark.parametrize("seed", range(3))
def test_in_a_shoot_out_each_table_plays_to_its_winner_and_they_play_the_next_round(seed: int) -> None:
    evening = Poker(shoot_out(), ["one", "two", "three"], seed=seed)
    evening.founded()
    evening.entered(9)
    evening.tables_ready()
    evening.session_opened()
    evening.played_out()
    # Nobody was moved, each table has one with the 3,000 chips of three, and all three are heard of as finished.
    assert not evening.moves
    left = evening.cup.in_play
    assert [each.bank for each in left] == [3 * 1000 * 100] * 3
    assert {each.table for each in left} == {"one", "two", "three"}
    assert sum(isinstance(told.event, TableFinished) for told in evening.house.record) == 3
    assert [each.command for each in due(evening.cup)] == [CloseSession()]
    evening.does(CloseSession(), DEE)
    evening.session_opened()
    everyone_has_one_seat(evening)
    # Equal again: 1,000 chips of a hundred cents, and one table.
    assert [(each.table, each.bank) for each in evening.cup.in_play] == [("one", 1000 * 100)] * 3
    evening.played_out()
    evening.does(DeclareResult(), DEE)
    chips_add_up(evening)
    cup = evening.cup
    # The three winners of tables are first to third, and the six others behind them.
    places = {each.number: each.place for each in cup.entrants.values()}
    assert sorted(places[each.number] for each in left) == [1, 2, 3]
    assert min(place for number, place in places.items() if number not in [each.number for each in left]) >= 4
    # Of the 9,000 chips 6,000 left play before the final.
    assert cup.issued == cup.withdrawn == 9 * 1000 * 100


def test_nobody_is_moved_in_a_shoot_out() -> None:
    evening = Poker(shoot_out(), ["one", "two", "three"], seed=1)
    evening.founded()
    evening.entered(9)
    evening.tables_ready()
    evening.session_opened()
    at_one = [each for each in evening.cup.in_play if each.table == "one"]
    evening.does(Retire(entrant=at_one[0].number), Actor(at_one[0].person, "P"))
    assert needed(evening.cup) is None
    # Two are left of three; the second to retire leaves the table to the last.
    assert evening.cup.sitting is not None and not evening.cup.sitting.tables["one"].finished
    evening.does(Retire(entrant=at_one[1].number), Actor(at_one[1].person, "P"))
    assert evening.cup.sitting.tables["one"].finished and evening.cup.stage is Stage.SESSION


def test_whoever_is_left_when_the_others_retire_has_won() -> None:
    evening = Poker(poker(3, 6), ["one"], seed=1)
    evening.founded()
    evening.entered(3)
    evening.tables_ready()
    evening.session_opened()
    for number in (1, 3):
        evening.does(Retire(entrant=number), Actor(f"p{number}", "P"))
    assert evening.cup.stage is Stage.COUNTING
    evening.does(DeclareResult(), DEE)
    assert evening.cup.entrants[2].place == 1


def test_when_the_time_to_buy_more_is_over_the_last_with_chips_has_won() -> None:
    evening = Poker(late(poker(2, 6), re_buys=1, re_buy_levels=1), ["one"], seed=3)
    evening.founded()
    evening.entered(2)
    evening.tables_ready()
    evening.session_opened()
    for _ in range(20_000):
        if not all(each.bank for each in evening.cup.in_play):
            break
        evening.deals("one")
    assert len(evening.cup.in_play) == 2 and evening.cup.stage is Stage.SESSION, "who has no chips may still buy"
    evening.at += 5 * 60_000
    evening.does(NextLevel(), MANAGER)
    assert evening.cup.stage is Stage.COUNTING and len(evening.cup.in_play) == 1


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (by_elimination(shoot_out(), re_buys=1, re_buy_levels=1), "buys more"),
        (by_elimination(poker(6, 6), winners=6), "6 left, and 6 are the most"),
    ],
)
def test_what_no_elimination_can_be_is_refused(said: Conditions, why: str) -> None:
    (wrong,) = findings(said).contradictions
    assert why in wrong.why and wrong.under == ("CP 12.4.3(a)(i)", "ruling 113")


def test_a_table_of_a_shoot_out_sends_nobody_on_who_has_no_chips() -> None:
    said = shoot_out()
    heats, final = said.structure.rounds or ()
    others = replace(heats, progress=Progress(each_table=1, others=1))
    wrong = findings(replace(said, structure=replace(said.structure, rounds=(others, final)))).contradictions
    assert [each.under for each in wrong] == [("CP 12.4.3(a)(i)", "ruling 113", "ruling 90")]


def test_play_against_a_bank_eliminates_nobody_in_favour_of_another() -> None:
    plain, levels = read(whole("matchmaker")), poker(6, 6).structure.elimination
    assert isinstance(levels, Elimination)
    (wrong,) = findings(replace(plain, structure=replace(plain.structure, elimination=levels))).contradictions
    assert "nobody plays against another" in wrong.why


def test_the_sheet_names_the_seats_that_are_won() -> None:
    assert "1. A seat in the main event" in text(satellite(6, 6))
