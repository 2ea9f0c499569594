"""Three Card Poker: every three-card hand up to its suits, and how it fares against the dealer and the Jackpot Cards.

The 22,100 hands fall into 1,755 classes that a change of suits cannot tell apart. A class is counted against all 18,424
dealer hands from the other 49 cards by inclusion and exclusion: of all hands that reach some height, those holding one
of the player's cards are taken away, those holding two are put back, and the player's own hand is taken away again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb

import msgspec

from croupier.cards import DECK, Card
from croupier.cards.card import RANKS
from croupier.cards.ranking import FiveCards, ThreeCards, Value, three_cards

DEALER_HANDS = comb(49, 3)
JACKPOT_PAIRS = comb(49, 2)
DEALS = comb(52, 3)

QUALIFIES: Value = (ThreeCards.HIGH_CARD, 2 + RANKS.index("Q"))
"""What the dealer's hand must reach: queen high."""

Key = tuple[tuple[str, ...], str]


class HandClass(msgspec.Struct, frozen=True):
    """A class of hands: one of them, how many there are, what each meets among the dealer's and the Jackpot Cards."""

    cards: tuple[Card, Card, Card]
    many: int
    kind: ThreeCards
    value: Value
    no_hand: int
    win: int
    stand_off: int
    lose: int
    prizes: dict[FiveCards, int]

    @property
    def ranks(self) -> str:
        """The ranks from the highest down, as in Q-6-4."""
        return "-".join(card.rank for card in self.cards)

    @property
    def suits(self) -> str:
        """Which cards share a suit: the same letter for the same suit."""
        return _suits(self.cards)

    @property
    def open_straights(self) -> int:
        """How many five-card sequences hold all three ranks; none where two ranks are equal."""
        return sum(1 for _ in _sequences({card.rank for card in self.cards})) if len(set(self.ranks)) == 4 else 0


@cache
def hand_classes() -> tuple[HandClass, ...]:
    """Every class of hands, the lowest first."""
    return tuple(sorted((_hand(*shape) for shape in _shapes()), key=lambda hand: hand.value))


def key_of(cards: tuple[Card, ...]) -> Key:
    """The class of a hand: its ranks from the highest down and which cards share a suit.

    >>> key_of((Card("4h"), Card("Qs"), Card("6h")))
    (('Q', '6', '4'), 'abb')
    """
    ranked = sorted(cards, key=lambda card: RANKS.index(card.rank), reverse=True)
    if ranked[1].rank == ranked[2].rank != ranked[0].rank:
        ranked = [ranked[1], ranked[2], ranked[0]]
    if ranked[0].rank == ranked[1].rank and ranked[1].suit == ranked[2].suit:
        ranked[:2] = ranked[1], ranked[0]
    return tuple(card.rank for card in ranked), _suits(ranked)


def _suits(cards: list[Card] | tuple[Card, ...]) -> str:
    seen: list[str] = []
    for card in cards:
        if card.suit not in seen:
            seen.append(card.suit)
    return "".join("abc"[seen.index(card.suit)] for card in cards)


def _shapes() -> Iterator[tuple[tuple[str, str, str], str, int]]:
    """The ranks of each class, the suits of one hand of it, how many hands it has; a pair comes before its kicker."""
    for rank in RANKS:
        yield (rank, rank, rank), "cdh", 4
        for kicker in RANKS:
            if kicker != rank:
                yield (rank, rank, kicker), "cdc", 12
                yield (rank, rank, kicker), "cdh", 12
    for low, middle, high in combinations(RANKS, 3):
        for suits, many in (("ccc", 4), ("ccd", 12), ("cdc", 12), ("dcc", 12), ("cdh", 24)):
            yield (high, middle, low), suits, many


def _hand(ranks: tuple[str, str, str], suits: str, many: int) -> HandClass:
    first, second, third = (Card(rank + suit) for rank, suit in zip(ranks, suits, strict=True))
    cards = first, second, third
    value = three_cards(cards)
    qualified = _dealer_hands_from(QUALIFIES, cards)
    higher = _dealer_hands_from(max(QUALIFIES, (*value, 0)), cards)
    equal = _dealer_hands_from(value, cards) - higher if value >= QUALIFIES else 0
    return HandClass(
        cards,
        many,
        ThreeCards(value[0]),
        value,
        no_hand=DEALER_HANDS - qualified,
        win=qualified - higher - equal,
        stand_off=equal,
        lose=higher,
        prizes=_completions(cards, value),
    )


def _dealer_hands_from(least: Value, player: tuple[Card, Card, Card]) -> int:
    """How many of the hands without the player's cards reach this value."""

    def reach(values: list[Value]) -> int:
        return len(values) - bisect_left(values, least)

    every, holding_one, holding_two = _values()
    return (
        reach(every)
        - sum(reach(holding_one[card.rank]) for card in player)
        + sum(reach(holding_two[_pair(*pair)]) for pair in combinations(player, 2))
        - (three_cards(player) >= least)
    )


Pair = tuple[str, str, bool]


def _pair(one: Card, other: Card) -> Pair:
    """Two cards up to their suits."""
    return min(one.rank, other.rank), max(one.rank, other.rank), one.suit == other.suit


@cache
def _values() -> tuple[list[Value], dict[str, list[Value]], dict[Pair, list[Value]]]:
    """The sorted values of all hands, of those with a card of each rank, and of those with each two cards."""
    holding_two = {}
    for pair in combinations(DECK, 2):
        if _pair(*pair) not in holding_two:
            holding_two[_pair(*pair)] = sorted(three_cards((*pair, card)) for card in DECK if card not in pair)
    # A hand with a given card is met once for each of its two others, and any hand once for each of its three cards.
    holding_one = {
        rank: sorted(
            value
            for other in DECK
            if other is not Card(rank + "c")
            for value in holding_two[_pair(Card(rank + "c"), other)]
        )[::2]
        for rank in RANKS
    }
    every = sorted(value for card in DECK for value in holding_one[card.rank])[::3]
    return every, holding_one, holding_two


_LINE = "A" + RANKS


def _sequences(held: set[str]) -> Iterator[str]:
    """The five-card sequences that hold these ranks, the ace counting low or high."""
    return (run for start in range(10) if held <= set(run := _LINE[start : start + 5]))


def _completions(cards: tuple[Card, Card, Card], value: Value) -> dict[FiveCards, int]:
    """With how many of the 1,176 pairs of Jackpot Cards the hand becomes each five-card hand from a straight up."""
    match ThreeCards(value[0]):
        case ThreeCards.THREE_OF_A_KIND:
            return {FiveCards.FOUR_OF_A_KIND: 48, FiveCards.FULL_HOUSE: 12 * comb(4, 2)}
        case ThreeCards.PAIR:
            return {FiveCards.FOUR_OF_A_KIND: 1, FiveCards.FULL_HOUSE: 2 * 3 + comb(3, 2)}
    runs = list(_sequences({card.rank for card in cards}))
    if len({card.suit for card in cards}) > 1:
        return {FiveCards.STRAIGHT: 16 * len(runs)}
    royal = sum(run.endswith("A") for run in runs)
    return {
        FiveCards.ROYAL_FLUSH: royal,
        FiveCards.STRAIGHT_FLUSH: len(runs) - royal,
        FiveCards.FLUSH: comb(10, 2) - len(runs),
        FiveCards.STRAIGHT: 15 * len(runs),
    }
