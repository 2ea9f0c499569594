"""The smallest chips leave play: the odd ones are raced for by a draw that anyone can check (ruling 113)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.draws import ticket
from croupier.house.tournaments.due import due
from croupier.house.tournaments.elimination.clock import NextLevel
from croupier.house.tournaments.elimination.racing import ChipsRaced, RaceChips, raced
from croupier.house.tournaments.findings import findings
from croupier.house.tournaments.results import DeclareResult
from croupier.table.contract import Actor, Refusal
from croupier.table.tournaments.conditions import Conditions, Level
from tests.house.tournaments.evening import DEE
from tests.house.tournaments.test_elimination import MANAGER, Poker, poker
from tests.house.tournaments.test_evenings import chips_add_up, everyone_has_one_seat
from tests.house.tournaments.test_shoot_outs import by_elimination

LEVELS = (
    Level(blinds=(5, 10), minutes=5, break_minutes=5),
    Level(blinds=(50, 100), minutes=5, smallest=50),
    Level(blinds=(500, 1000), minutes=5),
)


def racing(*levels: Level, entrants: int = 6) -> Conditions:
    return by_elimination(poker(entrants, 6), levels=levels or LEVELS)


@pytest.mark.parametrize("seed", range(12))
def test_odd_chips_are_rounded_together_and_won_one_by_each_at_most(seed: int) -> None:
    # Chips of 25 leave play, and the next are of 100. Odd are three, two and one chips of 25, 150 in all: that is one
    # and a half of 100, and two are won.
    banks = {1: 1075, 2: 50, 3: 2025, 4: 300}
    found = raced("one", banks, (25, 100), (f"{seed:02}", 7))
    assert found.odd == {1: 3, 2: 2, 3: 1}
    # Each odd chip has a ticket of its own, and whoever has the lowest two wins.
    tickets = {
        who: min(ticket(f"{seed:02}", 7, who * 10_000 + nth) for nth in range(many)) for who, many in found.odd.items()
    }
    assert list(found.won) == sorted(tickets, key=lambda who: tickets[who])[:2]
    whole = {1: 1000, 2: 0, 3: 2000, 4: 300}
    for who, bank in found.banks.items():
        # Two would have nothing, and has one of 100 all the same.
        assert bank == (whole[who] + 100 * (who in found.won) or 100)


def test_less_than_half_a_chip_is_taken_out_of_play() -> None:
    found = raced("one", {1: 125, 2: 300}, (25, 100), ("00", 1))
    assert (found.won, found.banks) == ((), {1: 100, 2: 300})
    # Three times fifteen of a chip of 25 is counted as three chips, whatever was split in a pot.
    assert raced("one", {1: 115, 2: 115, 3: 115}, (25, 100), ("00", 1)).odd == {1: 1, 2: 1, 3: 1}


def test_nothing_odd_is_left_after_the_race_and_chips_balance() -> None:
    evening = Poker(racing(), ["one"], seed=8)
    evening.founded()
    evening.entered(6)
    evening.tables_ready()
    evening.session_opened()
    early = evening.tries(RaceChips(), DEE)
    assert isinstance(early, Refusal) and early.under == ("CP 6.11", "ruling 113")
    for _ in range(400):
        evening.deals("one")
    evening.at += 5 * 60_000
    evening.does(NextLevel(), MANAGER)
    assert RaceChips() in [each.command for each in due(evening.cup)]
    while isinstance(evening.tries(RaceChips(), DEE), Refusal):
        evening.deals("one")  # the hand that was under way is finished first
    assert all(each.bank % 50_00 == 0 for each in evening.cup.in_play)
    everyone_has_one_seat(evening)
    assert RaceChips() not in [each.command for each in due(evening.cup)]
    cup = evening.cup
    assert cup.issued - cup.withdrawn == sum(each.bank for each in cup.in_play)
    evening.at += 5 * 60_000
    evening.does(NextLevel(), MANAGER)
    evening.played_out()
    evening.does(DeclareResult(), DEE)
    chips_add_up(evening)
    assert sum(isinstance(told.event, ChipsRaced) for told in evening.house.record) == 1


def test_the_director_alone_has_them_raced() -> None:
    evening = Poker(racing(), ["one"], seed=8)
    evening.founded()
    evening.entered(6)
    evening.tables_ready()
    evening.session_opened()
    evening.at += 5 * 60_000
    evening.does(NextLevel(), MANAGER)
    refused = evening.tries(RaceChips(), Actor("p1", "P1"))
    assert isinstance(refused, Refusal) and refused.facts["needs"] == "tournament-director"


@pytest.mark.parametrize(
    ("levels", "why"),
    [
        ((LEVELS[0], replace(LEVELS[1], blinds=(75, 150))), "nobody can post 75 with chips of 50"),
        ((replace(LEVELS[0], break_minutes=0), LEVELS[1]), "no break comes before level 2"),
        ((LEVELS[0], replace(LEVELS[1], break_minutes=5), replace(LEVELS[2], smallest=50)), "no larger smallest chip"),
    ],
)
def test_levels_whose_chips_do_not_do_are_refused(levels: tuple[Level, ...], why: str) -> None:
    (wrong,) = findings(racing(*levels)).contradictions
    assert why in wrong.why and wrong.under == ("CP 12.4.3(b)", "ruling 113")
    assert findings(racing()).complete
