"""Which cards of a hand to keep: every sixth card looked at, the rule to remember held against the best of all ways."""

import subprocess
import sys
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card
from croupier.games.double_chance.terms import declared
from croupier.odds.double_chance.rule import (
    EXAMPLES,
    RULE,
    best_keep,
    remembered,
    ways,
    winning,
    winning_cards,
)


def cards(text):
    return tuple(map(Card, text.split()))


def beats(kept, sixth):
    """DC 9.3 read afresh: a kept card of the sixth card's suit that is above it, the ace above all."""
    order = "23456789TJQKA"
    return any(card[1] == sixth[1] and order.index(card[0]) > order.index(sixth[0]) for card in kept)


HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


@given(HANDS)
def test_winning_sixth_cards_are_counted_one_by_one(hand):
    for kept in ways(hand):
        wins = [card for card in DECK if card not in hand and beats(kept, card)]
        assert winning_cards(hand, kept) == tuple(wins)
        assert winning(hand, kept) == len(wins)


@given(HANDS)
def test_no_way_to_keep_cards_wins_oftener_than_the_best(hand):
    most = max(
        sum(beats(kept, card) for card in DECK if card not in hand)
        for many in (1, 2, 3)
        for kept in combinations(hand, many)
    )
    assert winning(hand, best_keep(hand)) == most


@given(HANDS)
def test_the_rule_to_remember_wins_as_often_as_the_best(hand):
    assert winning(hand, remembered(hand)) == winning(hand, best_keep(hand))


@given(HANDS)
def test_one_card_more_never_hurts(hand):
    for kept in ways(hand):
        for fewer in combinations(kept, len(kept) - 1):
            assert set(winning_cards(hand, fewer)) <= set(winning_cards(hand, kept))


@pytest.mark.parametrize(
    ("hand", "kept", "wins"),
    [
        # K over eleven less 9 and 5; J over nine less 4.
        ("Ks 9s 5s Jh 4h", "Ks Jh", 9 + 8),
        # A over twelve less 7; Q over ten less 8; 6 over four.
        ("As 7s Qh 8h 6d", "As Qh 6d", 11 + 9 + 4),
        # K over eleven; J over nine less 8; 9 over seven; the 4 would add two.
        ("Kh Jc 8c 9d 4s", "Kh Jc 9d", 11 + 8 + 7),
        # Both nines lie over seven cards, but one of those is the 5 of clubs.
        ("Ah Qd 9c 5c 9s", "Ah Qd 9s", 12 + 10 + 7),
        # A 2 wins with nothing, so it need not be kept.
        ("Kh 7h 5h 2d 4h", "Kh", 11 - 3),
    ],
)
def test_hands_worked_by_hand(hand, kept, wins):
    assert set(best_keep(cards(hand))) == set(cards(kept))
    assert winning(cards(hand), cards(kept)) == wins


def test_of_equal_ways_the_same_one_is_taken_however_the_cards_lie():
    # The ace wins with eleven unseen clubs, and so does the king; the nines are alike but for their suits.
    hand = cards("Ac Kc 9d 9h 3s")
    assert {best_keep(order) for order in permutations(hand)} == {cards("Ac 9d 9h")}
    assert {remembered(order) for order in permutations(hand)} == {cards("Ac 9d 9h")}
    # T-9 of clubs wins with as many as the lone 9 does: the higher card is taken.
    hand = cards("Ah Kd Tc 3c 9s")
    assert winning(hand, cards("Tc")) == winning(hand, cards("9s"))
    assert {best_keep(order) for order in permutations(hand)} == {cards("Ah Kd Tc")}


def test_each_example_shows_what_the_rule_says():
    assert [len({card.suit for card in example.cards}) for example in EXAMPLES] == [2, 3, 4, 4]
    assert [len(example.wins) for example in EXAMPLES] == [17, 24, 26, 29]
    for example in EXAMPLES:
        assert declared(example.cards) is None
        assert set(example.kept) == set(best_keep(example.cards))
    assert len(RULE) == 4


def test_one_hand_is_judged_without_a_number_crunching_library():
    code = (
        "import sys\n"
        "from croupier.odds.double_chance.rule import best_keep, EXAMPLES\n"
        "best_keep(EXAMPLES[0].cards)\n"
        "sys.exit(bool({'numpy', 'numba', 'distributed'} & set(sys.modules)))\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
