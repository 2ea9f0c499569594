"""Every class of hands against a count of all 22,100 hands, all 18,424 dealer hands and the five-card hands."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from croupier.cards import DECK, Card
from croupier.cards.ranking import FiveCards, ThreeCards, five_cards
from croupier.odds.three_card_poker.classes import DEALER_HANDS, DEALS, JACKPOT_PAIRS, hand_classes, key_of

HIGH = {rank: height for height, rank in enumerate("23456789TJQKA", 2)}
TRIPLES = list(combinations(range(52), 3))


def book_value(cards):
    """TCP 3.6 read afresh: the kind of hand, then what decides between two of a kind."""
    ranks = sorted((HIGH[card.rank] for card in cards), reverse=True)
    suited = cards[0].suit == cards[1].suit == cards[2].suit
    if ranks[0] == ranks[2]:
        return 4, ranks
    if ranks[0] == ranks[1] or ranks[1] == ranks[2]:
        odd = ranks[2] if ranks[0] == ranks[1] else ranks[0]
        return 1, [ranks[1], odd]
    if ranks == [14, 3, 2]:
        ranks = [3, 2, 1]
    if ranks[0] - ranks[2] == 2:
        return (5 if suited else 3), ranks
    return (2 if suited else 0), ranks


def by_key():
    return {(tuple(card.rank for card in hand.cards), hand.suits): hand for hand in hand_classes()}


def test_the_classes_are_all_hands_told_apart_by_ranks_and_shared_suits():
    counted = Counter(key_of(tuple(DECK[card] for card in three)) for three in TRIPLES)
    assert counted == {key: hand.many for key, hand in by_key().items()}
    assert sum(counted.values()) == DEALS == 22_100


def test_a_class_does_not_depend_on_the_order_of_its_cards():
    for text in ("Qs 6h 4h", "7c 7d 2c", "7c 7d 2h", "2c Kd Kc", "9c 9d 9h", "As Ks Qs"):
        first, second, third = map(Card, text.split())
        orders = [(first, second, third), (third, first, second), (second, third, first), (third, second, first)]
        assert len({key_of(order) for order in orders}) == 1


def test_hands_of_each_kind_are_counted_as_by_hand():
    found = Counter()
    for hand in hand_classes():
        found[hand.kind] += hand.many
    assert found == {
        ThreeCards.STRAIGHT_FLUSH: 12 * 4,
        ThreeCards.THREE_OF_A_KIND: 13 * 4,
        ThreeCards.STRAIGHT: 12 * (64 - 4),
        ThreeCards.FLUSH: (comb(13, 3) - 12) * 4,
        ThreeCards.PAIR: 13 * comb(4, 2) * 48,
        ThreeCards.HIGH_CARD: (comb(13, 3) - 12) * (64 - 4),
    }
    assert sorted(found.values()) == [48, 52, 720, 1096, 3744, 16440]


def test_every_hand_meets_the_dealer_as_a_count_of_all_dealer_hands_says():
    values = [book_value([DECK[card] for card in three]) for three in TRIPLES]
    heights = {value: height for height, value in enumerate(sorted({(kind, *ranks) for kind, ranks in values}))}
    height = np.array([heights[kind, *ranks] for kind, ranks in values])
    queen = min(place for value, place in heights.items() if value >= (0, 12))
    mask = np.array([sum(1 << card for card in three) for three in TRIPLES], dtype=np.uint64)
    classes = by_key()
    for place, three in enumerate(TRIPLES):
        dealt = height[mask & mask[place] == 0]
        qualified = dealt[dealt >= queen]
        hand = classes[key_of(tuple(DECK[card] for card in three))]
        assert len(dealt) == DEALER_HANDS
        assert hand.no_hand == len(dealt) - len(qualified)
        assert hand.win == np.count_nonzero(qualified < height[place])
        assert hand.stand_off == np.count_nonzero(qualified == height[place])
        assert hand.lose == np.count_nonzero(qualified > height[place])


@pytest.mark.parametrize("first", range(5))
def test_completions_are_those_of_all_pairs_of_jackpot_cards(first):
    for hand in hand_classes()[first * 11 :: 97]:
        rest = [card for card in DECK if card not in hand.cards]
        counted = Counter(five_cards((*hand.cards, *pair))[0] for pair in combinations(rest, 2))
        assert counted.total() == JACKPOT_PAIRS
        for made in FiveCards:
            if made >= FiveCards.STRAIGHT:
                assert hand.prizes.get(made, 0) == counted[made]
            else:
                assert made not in hand.prizes


def test_completions_of_all_hands_are_ten_times_the_five_card_hands():
    # Each five-card hand is met once for each three of its cards that the player may hold.
    found = Counter()
    for hand in hand_classes():
        for made, pairs in hand.prizes.items():
            found[made] += hand.many * pairs
    straights = 10 * 4**5
    assert found == {
        FiveCards.ROYAL_FLUSH: 10 * 4,
        FiveCards.STRAIGHT_FLUSH: 10 * 36,
        FiveCards.FOUR_OF_A_KIND: 10 * 13 * 48,
        FiveCards.FULL_HOUSE: 10 * 13 * 4 * 12 * 6,
        FiveCards.FLUSH: 10 * (4 * comb(13, 5) - 40),
        FiveCards.STRAIGHT: 10 * (straights - 40),
    }


def test_open_straights_are_the_sequences_that_hold_all_three_ranks():
    opens = {hand.ranks: hand.open_straights for hand in hand_classes()}
    assert opens["J-T-8"] == opens["5-3-2"] == 2
    assert opens["J-T-7"] == opens["6-3-2"] == opens["A-5-4"] == opens["A-K-T"] == 1
    assert opens["Q-6-4"] == opens["9-9-8"] == opens["A-K-2"] == 0
    assert opens["8-7-6"] == 3
