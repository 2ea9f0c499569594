"""Who goes on from a session and who is tied where it matters, by hand from the banks (R90, R94, R104, R105)."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.house.tournaments.model import Tie, Tournament
from croupier.house.tournaments.ranking import goes_on, open_tie
from croupier.table.tournaments.conditions import Ties
from tests.house.tournaments.standing import conditions, counted, heats


def broken(tournament: Tournament, tie: Tie) -> Tournament:
    """The tournament once a tie has been broken in this order."""
    assert tournament.sitting is not None
    return replace(tournament, sitting=replace(tournament.sitting, broken=(*tournament.sitting.broken, tie)))


def test_the_best_of_each_table_go_on_and_then_the_highest_of_all_others() -> None:
    # One of each table: 3 and 4. Of the others 2 and 5 have 800 and 700; 1 and 6 have less.
    found = counted(conditions(*heats(1, others=2)), {"one": [100, 800, 900], "two": [1000, 700, 300]})
    assert open_tie(found) is None
    assert goes_on(found) == (3, 4, 2, 5)


def test_equal_banks_above_the_cut_are_no_tie_that_matters() -> None:
    found = counted(conditions(*heats(2)), {"one": [900, 900, 100]})
    assert open_tie(found) is None
    assert sorted(goes_on(found)) == [1, 2]


def test_equal_banks_across_the_cut_of_a_table_are_told_apart_there() -> None:
    found = counted(conditions(*heats(2)), {"one": [900, 500, 500, 500]})
    tie = open_tie(found)
    assert tie == Tie(of="one", among=(2, 3, 4), places=1)
    after = broken(found, replace(tie, order=(4, 2, 3)))
    assert open_tie(after) is None
    assert goes_on(after) == (1, 4)


def test_what_broke_a_tie_of_a_table_tells_nobody_apart_among_the_others() -> None:
    # 1 and 2 are tied for the one place of their table; whoever loses it is tied with 3 for the other high bank.
    found = counted(conditions(*heats(1, others=1)), {"one": [500, 500], "two": [700, 500]})
    first = open_tie(found)
    assert first == Tie(of="one", among=(1, 2), places=1)
    after = broken(found, replace(first, order=(2, 1)))
    second = open_tie(after)
    assert second == Tie(of="", among=(1, 4), places=1)
    assert goes_on(broken(after, replace(second, order=(4, 1)))) == (2, 3, 4)


def test_those_without_chips_are_tied_only_for_places_that_are_left_over() -> None:
    found = counted(conditions(*heats(2)), {"one": [900, 0, 0]})
    assert open_tie(found) == Tie(of="one", among=(2, 3), places=1)


def test_in_the_final_only_places_that_are_paid_otherwise_are_told_apart() -> None:
    # Two prizes: 1 and 2 are tied for both, 3 and 4 for nothing.
    said = conditions(*heats(1))
    found = counted(said, {"one": [900, 900, 100, 100]}, played=1)
    assert open_tie(found) == Tie(of="", among=(1, 2), places=1, ordered=True)
    # For the second prize alone.
    found = counted(said, {"one": [900, 400, 400, 400]}, played=1)
    assert open_tie(found) == Tie(of="", among=(2, 3, 4), places=1, ordered=True)


def test_prizes_that_are_added_and_shared_leave_nothing_to_tell_apart() -> None:
    found = counted(conditions(*heats(1), ties=Ties.SHARED), {"one": [900, 900, 100]}, played=1)
    assert open_tie(found) is None


def test_whoever_works_for_the_house_is_tied_for_no_prize() -> None:
    found = counted(conditions(*heats(1)), {"one": [900, 400, 400]}, played=1)
    employee = replace(found.entrants[2], employee=True)
    assert open_tie(replace(found, entrants={**found.entrants, 2: employee})) is None
