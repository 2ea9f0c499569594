"""Hands: cards in one place, each face up, face down, or with a face that no record shows.

A card has no face before its player looks or the dealer turns it up. Any deck will do: one hand may hold two tens of
hearts where there are several decks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.cards import Card


class Spot(NamedTuple):
    """Where a hand lies: an area, and which of its hands. What is no area's, a game numbers from nothing downwards."""

    area: int
    hand: int = 1


@cache
def spot(area: int, hand: int = 1) -> Spot:
    """The place of a hand, made once."""
    return Spot(area, hand)


DEALERS = spot(0)
"""Where the dealer's own cards lie."""


class Hand(msgspec.Struct, frozen=True):
    """Cards in one place, in their order: the face of each that is on record, and who may see it."""

    cards: tuple[Card | None, ...] = ()
    open: int = 0
    """Which of the cards everyone has seen, a bit for each place."""
    seen_by: str | None = None
    """The one player who has looked at all of them."""
    owner: str | None = None
    """Whose hand it is, where that is not told by the wagers of its area."""

    @property
    def size(self) -> int:
        """How many cards there are."""
        return len(self.cards)

    @property
    def faces(self) -> tuple[Card, ...]:
        """The faces on record, in order."""
        return tuple([card for card in self.cards if card is not None])

    @property
    def hidden(self) -> int:
        """How many of the cards have no face on record."""
        return self.cards.count(None)

    @property
    def up(self) -> bool:
        """Whether everyone sees every card of it."""
        return bool(self.cards) and self.open == (1 << len(self.cards)) - 1

    @property
    def exposed(self) -> tuple[Card, ...]:
        """The faces everyone has seen."""
        return tuple([card for n, card in enumerate(self.cards) if card is not None and self.open >> n & 1])

    def visible_to(self, player: str) -> tuple[Card | None, ...]:
        """The cards as a player may see them, a back for each that is hidden from them."""
        if self.seen_by is not None and self.seen_by == player:
            return self.cards
        return tuple([card if self.open >> n & 1 else None for n, card in enumerate(self.cards)])

    def face_down(self, more: int = 1) -> Hand:
        """With so many cards more, face down."""
        return Hand((*self.cards, *(None,) * more), self.open, self.seen_by, self.owner)

    def face_up(self, *cards: Card) -> Hand:
        """With these cards more, which everyone sees."""
        seen = self.open | (1 << len(cards)) - 1 << len(self.cards)
        return Hand((*self.cards, *cards), seen, self.seen_by, self.owner)

    def with_exposed(self, card: Card) -> Hand:
        """One of the cards that had no face on record was seen by everyone."""
        place = self.cards.index(None)
        cards = (*self.cards[:place], card, *self.cards[place + 1 :])
        return replace(self, cards=cards, open=self.open | 1 << place)

    def known_as(self, faces: tuple[Card, ...], *, seen_by: str | None = None, up: bool = False) -> Hand:
        """With all its faces on record; what everyone had seen of it they still have."""
        seen = (1 << len(faces)) - 1
        if not up:
            left, seen = list(self.exposed), 0
            for place, card in enumerate(faces):
                if card in left:
                    left.remove(card)
                    seen |= 1 << place
        return Hand(faces, seen, seen_by or self.seen_by, self.owner)

    def less(self, gone: Iterable[Card]) -> Hand:
        """Without these cards, each taken once."""
        going, cards, seen = list(gone), list[Card | None](), 0
        for place, card in enumerate(self.cards):
            if card in going:
                going.remove(card)
            else:
                seen |= (self.open >> place & 1) << len(cards)
                cards.append(card)
        return replace(self, cards=tuple(cards), open=seen)

    def concealed_from(self, player: str) -> Hand:
        """The hand with no face on record but those this player may see."""
        return replace(self, cards=self.visible_to(player))


NO_HAND = Hand()

Hands = Mapping[Spot, Hand]


def missing(wanted: Iterable[Card], there: Iterable[Card]) -> list[Card]:
    """The cards wanted that are not there, each counted as often as it comes."""
    left, found = list(there), list[Card]()
    for card in wanted:
        if card in left:
            left.remove(card)
        else:
            found.append(card)
    return found
