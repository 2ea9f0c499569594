"""Whether it is settled who goes on, held against banks and hands left by hand (R89, R90)."""

from __future__ import annotations

import pytest

from croupier.house.tournaments.determined import is_determined
from croupier.house.tournaments.model import Tournament
from tests.house.tournaments.standing import conditions, counted, heats


def one_table(banks: list[int], hands: int, swing: tuple[int, int] | None, best: int = 1) -> Tournament:
    """A heat of ten hands, so many of them played, from which the best go on."""
    return counted(conditions(*heats(best)), {"one": banks}, hands=hands, swing=swing)


@pytest.mark.parametrize(
    ("banks", "hands", "settled"),
    [
        # One hand is left; 100 are lost in it at the most, and 100 won: so 701 stay above 600.
        ([701, 500], 9, True),
        # 700 and 500 may end at 600 each: a tie may come.
        ([700, 500], 9, False),
        # Two hands are left, and 200 either way.
        ([701, 500], 8, False),
        ([901, 500], 8, True),
    ],
)
def test_what_can_still_be_won_and_lost_decides(banks: list[int], hands: int, settled: bool) -> None:
    assert is_determined(one_table(banks, hands, (100, 100)), "one") is settled


def test_where_nobody_can_say_what_a_hand_may_bring_only_those_without_chips_are_behind() -> None:
    assert is_determined(one_table([10, 0, 0], 1, None), "one") is False, "the last ten may be lost as well"
    assert is_determined(one_table([10, 20], 1, None), "one") is False
    # Nothing is left to play.
    assert is_determined(one_table([10, 0, 0], 10, None), "one") is True


def test_those_without_chips_cannot_overtake() -> None:
    # 300 and one hand, in which 100 are lost at the most: the others stay at nothing.
    assert is_determined(one_table([300, 0, 0], 9, (100, 900)), "one") is True


def test_other_high_banks_of_all_tables_count() -> None:
    said = conditions(*heats(1, others=1))
    # At table one it is settled who is first; entrant 2 ends between 400 and 600, and 4 at the other table between
    # 450 and 650: which of them goes on beside the first of each table is open.
    tables = {"one": [900, 500], "two": [990, 550]}
    assert is_determined(counted(said, tables, hands=9, swing=(100, 100)), "one") is False
    # With 4 at 250 to 450 and 2 at 900 to 1100 it is settled, once nobody else of table two can come near.
    tables = {"one": [1300, 1000], "two": [990, 350]}
    assert is_determined(counted(said, tables, hands=9, swing=(100, 100)), "one") is False, "990 may be second there"
    tables = {"one": [1600, 1300], "two": [990, 350]}
    assert is_determined(counted(said, tables, hands=9, swing=(100, 100)), "one") is True


def test_in_the_final_all_paid_places_must_be_settled() -> None:
    # Two prizes: the first two places, each from what comes behind it.
    said = conditions(*heats(1))
    assert is_determined(counted(said, {"one": [900, 600, 300]}, hands=9, swing=(100, 100), played=1), "one") is True
    assert is_determined(counted(said, {"one": [900, 750, 300]}, hands=9, swing=(100, 100), played=1), "one") is False
    assert is_determined(counted(said, {"one": [900, 600, 450]}, hands=9, swing=(100, 100), played=1), "one") is False
