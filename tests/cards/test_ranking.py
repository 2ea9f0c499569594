"""Hands of three and of five cards: how many there are of each kind, and which beats which (TCP 1.1, 3.5, 3.6)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from math import comb

import pytest

from croupier.cards import DECK, RANKS, Card
from croupier.cards.ranking import FiveCards, ThreeCards, Value, five_cards, three_cards


def cards(text: str) -> tuple[Card, ...]:
    """Cards from their names."""
    return tuple(Card(each) for each in text.split())


@cache
def ladder() -> tuple[frozenset[tuple[str, ...]], ...]:
    """Every kind of three-card hand, lowest first, written down from the book: ranks, and s when suited."""
    down = RANKS[::-1]
    runs = ["A23"] + [RANKS[n : n + 3] for n in range(11)]
    run_sets = {frozenset(run) for run in runs}
    odd = [trio for trio in combinations(down, 3) if frozenset(trio) not in run_sets][::-1]
    pairs = [(pair, pair, kicker) for pair in RANKS for kicker in RANKS if kicker != pair]
    steps = [
        *(frozenset([("o", *sorted(trio))]) for trio in odd),
        *(frozenset([("o", *sorted(pair))]) for pair in pairs),
        *(frozenset([("s", *sorted(trio))]) for trio in odd),
        *(frozenset([("o", *sorted(run))]) for run in runs),
        *(frozenset([("o", rank, rank, rank)]) for rank in RANKS),
        *(frozenset([("s", *sorted(run))]) for run in runs),
    ]
    return tuple(steps)


@cache
def step_of() -> dict[tuple[str, ...], int]:
    """The place of each kind of hand on the ladder."""
    return {kind: place for place, kinds in enumerate(ladder()) for kind in kinds}


def by_the_book(hand: tuple[Card, ...]) -> int:
    """The place of a hand on the ladder."""
    suited = len({card.suit for card in hand}) == 1
    return step_of()[("s" if suited else "o", *sorted(card.rank for card in hand))]


def test_all_three_card_hands_rank_as_on_a_ladder_written_from_the_book() -> None:
    values: dict[int, Value] = {}
    for hand in combinations(DECK, 3):
        place, value = by_the_book(hand), three_cards(hand)
        assert values.setdefault(place, value) == value, f"{hand} is not worth what its like are"
    ranked = [values[place] for place in sorted(values)]
    assert len(ranked) == len(ladder()) == 741
    assert all(lower < higher for lower, higher in pairwise(ranked))


def test_there_are_as_many_three_card_hands_of_each_kind_as_arithmetic_says() -> None:
    found = Counter(ThreeCards(three_cards(hand)[0]) for hand in combinations(DECK, 3))
    runs = 12
    assert found == {
        ThreeCards.STRAIGHT_FLUSH: runs * 4,
        ThreeCards.THREE_OF_A_KIND: 13 * comb(4, 3),
        ThreeCards.STRAIGHT: runs * (4**3 - 4),
        ThreeCards.FLUSH: (comb(13, 3) - runs) * 4,
        ThreeCards.PAIR: 13 * comb(4, 2) * 48,
        ThreeCards.HIGH_CARD: (comb(13, 3) - runs) * (4**3 - 4),
    }


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("3h 2s Ad", "4h 3s 2d"),  # the ace low makes the lowest straight
        ("Kh Qs Jd", "Ah Ks Qd"),  # and high the highest
        ("Ah Kh Jh", "3h 2s Ad"),  # a straight beats any flush
        ("Ah Ks Qd", "2h 2s 2d"),
        ("Ah As Ad", "3h 2h Ah"),
        ("Ah Ks Jd", "2h 2s 3d"),
        ("Ah As Kd", "5h 3h 2h"),
        ("2h 2s Ad", "3h 3s 2d"),  # the pair before the kicker
        ("Kh Ks 4d", "Kd Kc 5d"),
        ("Ah 2s 4d", "Ad 3c 2h"),  # A-3-2 is a straight
        ("Kh As 2d", "Ad Kc 3h"),  # no sequence runs over the ace
    ],
)
def test_the_higher_hand_wins(lower: str, higher: str) -> None:
    assert three_cards(cards(lower)) < three_cards(cards(higher))


def test_suits_never_break_a_tie() -> None:
    assert three_cards(cards("Kh Qs 9d")) == three_cards(cards("Ks Qd 9h"))
    assert five_cards(cards("Kh Qs 9d 4c 2c")) == five_cards(cards("Ks Qd 9h 4h 2h"))


def rank_hands() -> list[tuple[str, ...]]:
    """Every choice of five ranks, none more than four times."""
    hands = combinations([rank for rank in RANKS for _ in range(4)], 5)
    return sorted(set(hands))


def suit_patterns(ranks: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Suits for these ranks: each set of equal ranks takes different ones, and which card comes first is no matter."""
    patterns: list[tuple[str, ...]] = [()]
    for rank in dict.fromkeys(ranks):
        patterns = [(*made, *suits) for made in patterns for suits in combinations("cdhs", ranks.count(rank))]
    return patterns


def kind(ranks: tuple[str, ...], suited: bool) -> str:
    """What five ranks make, found from the book's words alone."""
    lots = sorted(Counter(ranks).values(), reverse=True)
    together = {(4, 1): "FOUR_OF_A_KIND", (3, 2): "FULL_HOUSE", (3, 1, 1): "THREE_OF_A_KIND", (2, 2, 1): "TWO_PAIRS"}
    if tuple(lots) in together:
        return together[tuple(lots)]
    if lots[0] == 2:
        return "PAIR"
    order = "A" + RANKS
    in_a_row = any(set(order[n : n + 5]) == set(ranks) for n in range(10))
    if in_a_row and suited:
        return "ROYAL_FLUSH" if set(ranks) == set("TJQKA") else "STRAIGHT_FLUSH"
    return "STRAIGHT" if in_a_row else "FLUSH" if suited else "HIGH_CARD"


KNOWN = {
    "ROYAL_FLUSH": 4,
    "STRAIGHT_FLUSH": 36,
    "FOUR_OF_A_KIND": 624,
    "FULL_HOUSE": 3_744,
    "FLUSH": 5_108,
    "STRAIGHT": 10_200,
    "THREE_OF_A_KIND": 54_912,
    "TWO_PAIRS": 123_552,
    "PAIR": 1_098_240,
    "HIGH_CARD": 1_302_540,
}


def test_five_card_hands_are_as_many_of_each_kind_as_known() -> None:
    """Suited or not is all that suits can do, so one hand of either sort stands for all with its ranks."""
    found: Counter[str] = Counter()
    for ranks in rank_hands():
        ways = 1
        for many in Counter(ranks).values():
            ways *= comb(4, many)
        suited = 4 if len(set(ranks)) == 5 else 0
        mixed = next(suits for suits in suit_patterns(ranks) if len(set(suits)) > 1)
        for suits, many in ((mixed, ways - suited), (("h",) * 5, suited)):
            if not many:
                continue
            value = five_cards([Card(rank + suit) for rank, suit in zip(ranks, suits, strict=True)])
            assert FiveCards(value[0]).name == kind(ranks, len(set(suits)) == 1)
            found[FiveCards(value[0]).name] += many
    assert found == KNOWN and found.total() == comb(52, 5)
