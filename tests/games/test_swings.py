"""What one player can lose and win in a round at the most, by hand from the pay tables (ruling 90)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.games import blackjack, three_card_poker
from croupier.games.blackjack.terms import Bet, Readings, Variant
from croupier.money import Limits
from croupier.table.state import Reservation
from tests.witness import witnesses

SIGN = {"blackjack": Limits(10_00, 100_00, 5_00), "pontoon": Limits(10_00, 100_00, 5_00)}
"""$100 on the main wager at the most; bets beside it have $50 unless a table says otherwise."""


def swing(offered: tuple[str, ...] = (), **terms: Any) -> tuple[int, int]:
    """In dollars, at a table that is reserved and offers these bets beside the main one."""
    state = blackjack.initial(blackjack.Terms(**terms))
    main = {bet: SIGN[bet] for bet in state.limits if bet in SIGN}
    reserved = Reservation(tournament="cup", title="Cup", offered=offered)
    state = replace(state, limits={**state.limits, **main}, reserved=reserved)
    lost, won = blackjack.RULES[state.terms.variant].swing(state)
    return lost // 100, won // 100


@witnesses("ruling 90")
@pytest.mark.parametrize("variant", [Variant.BLACKJACK, Variant.CROWN, Variant.VEGAS])
def test_three_hands_of_a_split_each_doubled_and_insurance(variant: Variant) -> None:
    # Three times $200, and $50 of insurance against an ace; won at even money, without insurance.
    assert swing(variant=variant) == (650, 600)


def test_a_bet_beside_is_lost_with_all_and_won_by_the_same_sevens() -> None:
    # $50 on Magnificent Sevens: lost with a pair of fives that is split, or won 7,770 to 1 with the sevens.
    assert swing(("magnificent sevens",), sevens=1) == (700, 600 + 50 * 7_770)
    assert swing(("magnificent sevens",), sevens=2) == (700, 600 + 50 * 16_000)
    # What is not offered in the tournament is on the sign and nothing more.
    assert swing((), sevens=1) == (650, 600)


def test_a_pair_that_is_split_has_not_lost_the_bet_on_pairs() -> None:
    # 650 with a pair; 350 and $50 with a jack and a queen, which are split and not doubled; so 650. Won 25 to 1.
    assert swing(("perfect pairs",), pairs=True) == (650, 600 + 50 * 25)
    both = ("magnificent sevens", "perfect pairs")
    assert swing(both, sevens=1, pairs=True) == (700, 600 + 50 * 7_770 + 50 * 25)


def test_a_bet_on_pairs_that_is_larger_than_the_split_is_lost_without_one() -> None:
    large = {Bet.BLACKJACK: Limits(10_00, 100_00, 5_00), Bet.PAIRS: Limits(1_00, 500_00, 1_00)}
    # A jack and a queen, split into three hands: $300, $50 and the $500.
    assert swing(("perfect pairs",), pairs=True, limits=large) == (850, 600 + 500 * 25)


@witnesses("ruling 90")
@pytest.mark.parametrize(
    ("decks", "won"),
    [
        # Hands of sevens, two of spades at 3 to 1 and one of hearts at 2 to 1, and $5,000 for each.
        (6, 300 + 300 + 200 + 3 * 5_000),
        # Four decks have no six sevens of spades.
        (4, 300 + 200 + 200 + 3 * 5_000),
    ],
)
def test_pontoon_with_its_super_bonus_on_three_hands(decks: int, won: int) -> None:
    assert swing(variant=Variant.PONTOON, decks=decks) == (650, won)


def test_pontoon_where_split_sevens_win_no_super_bonus() -> None:
    readings = Readings(bonus_after_unsuited_split=False)
    # One hand of spade sevens: 3 to 1 and $5,000; more than three hands of seven cards and insurance, which are $1,000.
    assert swing(variant=Variant.PONTOON, readings=readings) == (650, 300 + 5_000)


def test_pontoon_for_less_than_the_least_that_wins_a_super_bonus() -> None:
    state = blackjack.initial(blackjack.Terms(variant=Variant.PONTOON))
    state = replace(state, limits={**state.limits, "pontoon": Limits(50, 1_00, 50)})
    lost, won = blackjack.RULES[Variant.PONTOON].swing(state)
    # $6.50; three times $3, and $50 for another's Super Bonus.
    assert (lost, won) == (6_50, 59_00)


def test_pandemonium_s_button_is_pressed_for_a_pontoon_alone() -> None:
    limits = {Bet.PONTOON: Limits(10_00, 100_00, 5_00), Bet.PANDEMONIUM: Limits(1_00, 5_00, 1_00)}
    found = swing(("pandemonium",), variant=Variant.PANDEMONIUM, pandemonium=1, limits=limits)
    # $5 beside; 3 to 2 on $100, and $250,000 for each of five dollars.
    assert found == (655, 150 + 5 * 250_000)


@witnesses("ruling 90")
def test_ante_and_play_with_the_best_ante_bonus() -> None:
    terms = three_card_poker.Terms()
    state = three_card_poker.initial(terms)
    ante = state.limits["ante"].maximum
    plain = replace(state, reserved=Reservation(tournament="cup", title="Cup"))
    rules = three_card_poker.RULES
    lost, won = rules.swing(plain)
    assert lost == 2 * ante
    # Ante and Play even, and the bonus of a straight flush: 5 to 1.
    assert won == ante + ante + 5 * ante
