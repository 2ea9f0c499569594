"""Double Chance: which cards of one hand to keep, found by trying every way, and a rule that people can remember."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from croupier.cards import CARDS_IN_A_DECK, DECK, Card
from croupier.games.double_chance.terms import FEWEST_KEPT, HAND, MOST_KEPT, sixth_card_wins

SIXTH_CARDS = CARDS_IN_A_DECK - HAND
"""The cards that may come sixth: all but the player's five, whether kept or discarded."""

Kept = tuple[Card, ...]
Way = tuple[int, ...]
WAYS: tuple[Way, ...] = tuple(
    way for many in range(FEWEST_KEPT, MOST_KEPT + 1) for way in combinations(range(HAND), many)
)
"""Every way to keep cards, as places in the hand: five of one card, ten of two, ten of three."""

RULE = (
    "Declare whenever you can.",
    "Otherwise keep the highest card of every suit you hold.",
    "If you hold all four suits, leave out the lowest of those four cards.",
    "If two of them are equally low, leave out the one whose suit you hold twice.",
)
"""The rule to remember; it keeps as good cards as any other for every hand."""


def ways(cards: Sequence[Card]) -> Iterator[Kept]:
    """Every way to keep one, two or three of five cards.

    >>> len(list(ways([Card(text) for text in ("Kh", "Jc", "8c", "9d", "4s")])))
    25
    """
    return (tuple(cards[place] for place in way) for way in WAYS)


def winning_cards(cards: Sequence[Card], kept: Sequence[Card]) -> tuple[Card, ...]:
    """The sixth cards that win for a hand of which these cards are kept."""
    return tuple(card for card in DECK if card not in cards and sixth_card_wins(kept, card))


def winning(cards: Sequence[Card], kept: Sequence[Card]) -> int:
    """How many sixth cards win: below the highest kept card of each suit, all that the player does not hold.

    >>> hand = [Card(text) for text in ("Kh", "Jc", "8c", "9d", "4s")]
    >>> winning(hand, hand[:1]), winning(hand, hand[1:2])
    (11, 8)
    """
    highest: dict[str, int] = {}
    for card in kept:
        highest[card.suit] = max(highest.get(card.suit, 0), card.height)
    below = sum(height - 2 for height in highest.values())
    return below - sum(card.height < highest.get(card.suit, 0) for card in cards)


def best_keep(cards: Sequence[Card]) -> Kept:
    """The cards to keep of a hand that is not declared: of all 25 ways one that wins oftenest.

    Of equal ways it is the one with fewest cards, then the one with the highest, then the first in the deck's order.

    >>> [card.value for card in best_keep([Card(text) for text in ("9c", "Ah", "5c", "Qd", "9s")])]
    ['Ah', 'Qd', '9s']
    """
    ranked = sorted(cards, key=lambda card: (-card.height, card.number))
    return max(ways(ranked), key=lambda kept: (winning(cards, kept), -len(kept)))


def remembered(cards: Sequence[Card]) -> Kept:
    """The cards that the rule to remember keeps.

    >>> [card.value for card in remembered([Card(text) for text in ("9c", "Ah", "5c", "Qd", "9s")])]
    ['Ah', 'Qd', '9s']
    """
    held = Counter(card.suit for card in cards)
    highest = {card.suit: card for card in sorted(cards, key=lambda card: card.height)}
    ranked = sorted(highest.values(), key=lambda card: (-card.height, held[card.suit], card.number))
    return tuple(ranked[:MOST_KEPT])


class Example(NamedTuple):
    """A hand that shows a line of the rule."""

    says: str
    cards: Kept

    @property
    def kept(self) -> Kept:
        """The cards that the rule keeps."""
        return remembered(self.cards)

    @property
    def wins(self) -> tuple[Card, ...]:
        """The sixth cards that win then."""
        return winning_cards(self.cards, self.kept)


EXAMPLES = tuple(
    Example(says, tuple(map(Card, cards.split())))
    for says, cards in (
        ("Two suits: the highest of each", "Ks 9s 5s Jh 4h"),
        ("Three suits: the highest of each", "As 7s Qh 8h 6d"),
        ("Four suits: leave out the lowest", "Kh Jc 8c 9d 4s"),
        ("Equally low: leave out the one held twice", "Ah Qd 9c 5c 9s"),
    )
)
"""A hand for every number of suits that can be held, and one where two cards are equally low."""
