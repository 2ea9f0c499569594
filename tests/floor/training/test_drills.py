"""Pay-out drills pay what the books' tables pay, by arithmetic done here anew."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest

from croupier.floor.training.drills import MOST_PAYOUTS, Drill, drill
from croupier.floor.training.practice import usual_terms
from croupier.games import game, games
from croupier.money import ChipSet, Limits


def drilled(name: str, seed: str = "a", many: int = MOST_PAYOUTS, **terms: object) -> Drill:
    known = game(name)
    made = known.terms(**terms) if terms else usual_terms(name)[1]
    return drill(known, known.initial(made), "A table", seed, many)


@pytest.mark.parametrize("name", games())
def test_every_payout_is_the_odds_on_the_stake_in_whole_chips(name: str) -> None:
    chips = usual_terms(name)[1].chips
    halves = 250 in chips.cents
    for seed in "abcdefgh":
        found = drilled(name, seed)
        assert len(found.payouts) == MOST_PAYOUTS
        for each in found.payouts:
            win, against = map(int, each.odds.split(" to "))
            exact = Fraction(each.stake * win, against)
            whole = ceil(exact / 100) * 100  # the least chip is a dollar; one of $2.50 makes halves from there on
            assert each.paid == (exact if halves and exact % 100 == 50 and exact >= 250 else whole)
            assert sum(chip * many for chip, many in each.chips) == each.paid
            assert each.under


def test_matchmaker_pays_by_its_book() -> None:
    """MM 8.1: 11 to 1 on any pair, 2 to 1 on suited cards, 1 to 1 on opposite colours."""
    pays = {
        ("pair match", "suited pair"): 11,
        ("pair match", "pair of one colour"): 11,
        ("pair match", "pair of opposite colours"): 11,
        ("suit match", "suited pair"): 11,
        ("suit match", "suited, no pair"): 2,
        ("miss match", "opposite colours, no pair"): 1,
    }
    found = {(each.bet, each.hand): Fraction(each.paid, each.stake) for each in drilled("matchmaker").payouts}
    assert found == pays


def test_a_payout_that_chips_cannot_make_is_rounded_up_and_says_so() -> None:
    """MM 6.2.3: a stake of $12.50 at 11 to 1 comes to $137.50, which five-dollar chips pay as $140."""
    limits = dict.fromkeys(("pair match", "suit match", "miss match"), Limits(1250, 1250, 50))
    found = drilled("matchmaker", chips=ChipSet((500, 2500)), limits=limits)
    pair = next(each for each in found.payouts if each.bet == "pair match")
    assert (pair.stake, pair.paid, pair.exact) == (1250, 14000, "13750")
    assert "MM 6.2.3" in pair.under


def test_a_declared_hand_is_paid_no_more_than_the_maximum() -> None:
    found = drilled("double-chance", maximum_payout=100_00, limits={"wager": Limits(50_00, 50_00)})
    declared = {each.hand: each for each in found.payouts if each.table == "declared"}
    assert declared["full house"].paid == 100_00  # 6 to 1 on $50 would be $300
    assert "DC 9.2" in declared["full house"].under
    assert declared["straight"].paid == 100_00 and "DC 9.2" not in declared["straight"].under


def test_stakes_are_wagers_that_the_table_takes() -> None:
    limits = dict.fromkeys(("pair match", "suit match", "miss match"), Limits(1000, 3000, 500))
    for each in drilled("matchmaker", limits=limits).payouts:
        assert 1000 <= each.stake <= 3000 and each.stake % 500 == 0


def test_the_same_seed_asks_the_same_and_every_line_comes_before_one_comes_again() -> None:
    assert drilled("matchmaker", "x") == drilled("matchmaker", "x") != drilled("matchmaker", "y")
    kinds = [(each.table, each.hand) for each in drilled("matchmaker", "x", 12).payouts]
    assert len(set(kinds[:6])) == len(set(kinds[6:])) == 6


def test_a_game_without_a_module_of_its_own_is_read_off_its_sign() -> None:
    from croupier.table.contract import Actor
    from croupier.table.payouts import paid_in_chips, read_off

    known = game("matchmaker")
    state = known.initial(known.terms())
    lines = list(read_off(known.view(state, Actor("", "")).sign))
    own = list(known.part("payouts").lines(state))
    assert {(each.bet, each.hand, each.odds) for each in lines} == {(each.bet, each.hand, each.odds) for each in own}
    assert paid_in_chips(state, lines[0], 500)[0] == own[0].odds.win * 500
