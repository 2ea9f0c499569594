"""Pots, side pots, odd chips and the rake, against a second reading that deals chips out one by one."""

from __future__ import annotations

from random import Random

import pytest

from croupier.games.crown_poker.commission import raked
from croupier.games.crown_poker.pots import divided, halves, made, shares, uncalled
from croupier.games.crown_poker.state import Contender, Pot
from croupier.games.crown_poker.terms import Commission, Readings


def someone(seat: int, put: int, *, folded: bool = False, bet: int = 0) -> Contender:
    return Contender(seat, f"p{seat}", bet=bet, put=put, folded=folded)


def layers(contenders: list[Contender]) -> dict[frozenset[int], int]:
    """Every chip by those who can win it: whoever has not folded and has put in as much as that chip's place."""
    found: dict[frozenset[int], int] = {}
    for each in contenders:
        for chip in range(1, each.put + 1):
            claim = frozenset(other.seat for other in contenders if not other.folded and other.put >= chip)
            found[claim] = found.get(claim, 0) + 1
    return found


@pytest.mark.parametrize("seed", range(300))
def test_each_chip_lies_in_the_pot_of_those_who_matched_it(seed: int) -> None:
    chance = Random(seed)
    live = [someone(seat, chance.randint(1, 12)) for seat in range(1, chance.randint(3, 6))]
    most = max(each.put for each in live)
    folded = [someone(seat, chance.randint(0, most), folded=True) for seat in range(6, chance.randint(6, 10))]
    pots = made([*live, *folded])
    assert {frozenset(each.seats): each.cents for each in pots} == layers([*live, *folded])
    assert [each.number for each in pots] == list(range(1, len(pots) + 1))
    assert list(pots[0].seats) == [each.seat for each in live]


def test_dead_chips_belong_to_the_main_pot() -> None:
    pots = made([someone(1, 50), someone(2, 100), someone(3, 100)], dead=15)
    assert [(each.cents, each.seats) for each in pots] == [(165, (1, 2, 3)), (100, (2, 3))]


def test_who_is_all_in_with_dead_chips_alone_plays_for_those() -> None:
    """A big blind of $8 that went into the ante for all: $8 for three, and $20 for the two who have bet."""
    pots = made([someone(1, 0), someone(2, 10), someone(3, 10)], dead=8)
    assert [(each.cents, each.seats) for each in pots] == [(8, (1, 2, 3)), (20, (2, 3))]


def test_a_bet_above_all_others_goes_back_as_far_as_nobody_matched_it() -> None:
    found = uncalled([someone(1, 0, bet=100), someone(2, 0, bet=40, folded=True), someone(3, 0, bet=30)])
    assert found is not None and (found[0].seat, found[1]) == (1, 60)
    assert uncalled([someone(1, 0, bet=100), someone(2, 0, bet=100)]) is None


@pytest.mark.parametrize("seed", range(200))
def test_a_pot_is_shared_chip_by_chip_from_the_button_s_left(seed: int) -> None:
    chance = Random(seed)
    smallest, many = chance.choice((1, 5, 25)), chance.randint(1, 6)
    cents = smallest * chance.randint(1, 60)
    dealt_out = [0] * many
    for chip in range(cents // smallest):
        dealt_out[chip % many] += smallest
    assert divided(cents, many, smallest) == tuple(dealt_out)
    high, low = halves(cents, smallest)
    assert high + low == cents and 0 <= high - low <= smallest


def test_high_and_low_are_shared_apart_and_the_high_gets_what_is_odd() -> None:
    """A pot of $115 in chips of $5: $60 for high, shared $30 and $30; $55 for low to one."""
    found = shares(11_500, (1, 4), (2,), lambda seat: f"p{seat}", 500)
    assert [(each.seat, each.cents, each.way) for each in found] == [
        (1, 3000, "high"),
        (4, 3000, "high"),
        (2, 5500, "low"),
    ]


PLAIN = Readings()


def taken(pots: list[int], commission: Commission, **said: bool) -> tuple[int, ...]:
    found = [Pot(number, cents, (1, 2)) for number, cents in enumerate(pots, 1)]
    spared = {"blinds_only": False, "before_flop": False, "shared_by_all": False, **said}
    return raked(found, commission, players=6, smallest=100, readings=PLAIN, **spared)


def test_the_rake_is_cut_down_in_each_pot_and_one_cap_runs_over_all() -> None:
    five = Commission(per_mille=50)
    assert taken([6500], five) == (300,)  # $3.25
    assert taken([6500, 4700], five) == (300, 200)  # $3.25 and $2.35
    assert taken([6500, 4700], Commission(per_mille=50, cap=400)) == (300, 100)
    assert taken([6500], five, blinds_only=True) == taken([6500], five, shared_by_all=True) == (0,)


def test_a_sum_for_the_hand_comes_from_the_main_pot_first_and_is_under_the_cap_too() -> None:
    by_players = Commission(hand_fees=((2, 200), (5, 600)))
    assert taken([6500], by_players) == (600,)
    assert taken([500, 4700], by_players) == (500, 100)
    assert taken([6500], by_players, shared_by_all=True) == (600,)  # only the percentage is spared (ruling 115)
    assert taken([6500], Commission(per_mille=100, hand_fees=((2, 200),), cap=700)) == (700,)
