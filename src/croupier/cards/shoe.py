"""A shoe or shuffling machine: how many of each card may still come, never in which order.

No order exists before a card is dealt, so none can leak. A card that leaves unseen (burned, or held aside) stays among
the cards that may still come until it is shown: that is exactly what the people at the table know.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.cards.card import CARDS_IN_A_DECK, DECK, Card
from croupier.cards.quick import quick

Counts = bytes
"""How many of each of the 52 cards, by `Card.number`."""


@quick
class Device(StrEnum):
    """What the cards are dealt from: a shoe, a machine that shuffles without pause, or one that shuffles each deck."""

    SHOE = "shoe"
    MACHINE = "machine"
    SHUFFLER = "shuffling shoe"


@quick
class CardSource(StrEnum):
    """Who knows the next card: the software's generator, or a dealer entering what a real shoe gives."""

    VIRTUAL = "virtual"
    REAL = "real"


ONE_DECK: Counts = bytes([1]) * CARDS_IN_A_DECK


def full_decks(decks: int) -> Counts:
    """The counts of so many whole decks."""
    return bytes([decks]) * CARDS_IN_A_DECK


def deck_without(ranks: str) -> Counts:
    """One deck without the cards of these ranks.

    >>> sum(deck_without("T"))
    48
    """
    return bytes([card.rank not in ranks for card in DECK])


def take(counts: Counts, *cards: Card) -> Counts:
    """The counts with one such card less, of each."""
    changed = bytearray(counts)
    for card in cards:
        if not changed[card.number]:
            raise ValueError(f"no {card} is left")
        changed[card.number] -= 1
    return bytes(changed)


def give(counts: Counts, card: Card) -> Counts:
    """The counts with one such card more."""
    changed = bytearray(counts)
    changed[card.number] += 1
    return bytes(changed)


class Shoe(msgspec.Struct, frozen=True):
    """The cards of one table between two shuffles.

    `unseen` counts every card not yet shown, whether still inside or gone out face down; `inside` is how many cards the
    device still holds. `behind_cut` is how many cards lie behind the cutting card, or None when it is not in the stack.
    """

    decks: int
    device: Device
    full: Counts
    """The whole set, whatever its decks are made of."""
    unseen: Counts
    inside: int
    discards: int = 0
    behind_cut: int | None = None

    @classmethod
    def of(cls, decks: int, device: Device = Device.SHOE, deck: Counts = ONE_DECK) -> Shoe:
        """A fresh stack of so many decks, of fifty-two cards each unless they are made of others.

        >>> Shoe.of(6).inside
        312
        >>> Shoe.of(8, deck=deck_without("T")).size
        384
        """
        full = bytes([decks * count for count in deck])
        return cls(decks, device, full, full, sum(full))

    @property
    def size(self) -> int:
        """How many cards the whole set has."""
        return sum(self.full)

    @property
    def cutting_card_next(self) -> bool:
        """Whether the next thing out of the shoe is the cutting card."""
        return self.behind_cut is not None and self.inside <= self.behind_cut

    def may_hold(self, card: Card) -> bool:
        """Whether this card may still come."""
        return self.unseen[card.number] > 0

    def dealt(self, *cards: Card) -> Shoe:
        """The cards have left the shoe and been shown."""
        unseen, inside = take(self.unseen, *cards), self.inside - len(cards)
        return Shoe(self.decks, self.device, self.full, unseen, inside, self.discards, self.behind_cut)

    def out_unseen(self, cards: int = 1) -> Shoe:
        """So many cards have left the shoe face down."""
        return replace(self, inside=self.inside - cards)

    def shown(self, *cards: Card) -> Shoe:
        """Cards that had left face down have been shown."""
        return replace(self, unseen=take(self.unseen, *cards))

    def hidden_again(self, card: Card) -> Shoe:
        """A card outside the shoe has no face on record any more."""
        return replace(self, unseen=give(self.unseen, card))

    def corrected(self, was: Card, now: Card) -> Shoe:
        """The record said one card where the table had another."""
        return replace(self, unseen=take(give(self.unseen, was), now))

    def discarded(self, cards: int) -> Shoe:
        """So many cards have gone to the discard holder; a machine takes them straight back by `returned`."""
        return replace(self, discards=self.discards + cards)

    def returned(self, cards: tuple[Card, ...]) -> Shoe:
        """These shown cards have gone back into the machine."""
        unseen = bytearray(self.unseen)
        for card in cards:
            unseen[card.number] += 1
        return replace(self, unseen=bytes(unseen), inside=self.inside + len(cards))

    def without_cutting_card(self) -> Shoe:
        """The cutting card has come out."""
        return replace(self, behind_cut=None)

    def reshuffled(self, on_table: tuple[Card, ...] = (), face_down: int = 0) -> Shoe:
        """Every card but those lying on the table is back in the stack, in an order no one knows."""
        unseen = take(self.full, *on_table) if on_table else self.full
        return Shoe(self.decks, self.device, self.full, unseen, self.size - len(on_table) - face_down)
