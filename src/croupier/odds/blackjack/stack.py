"""A stack of cards for compiled rounds: each card is chosen only as it is about to come out.

A card is one byte: what it counts (0 an ace, 1 to 8 two to nine, 9 all that count ten), its suit, and which of ten,
jack, queen and king it is. Chance is xoshiro256++, written out because a call for every card costs more than the card.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.cards import DECK, SUITS, Card, Counts
from croupier.games.blackjack.terms import value

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]

COUNTS = 15
"""The bits of what a card counts."""
SUIT = 48
FACE_AT, SUIT_AT = 6, 4
SPADES = SUITS.index("s") << SUIT_AT
ALIKE = 255 - SUIT
"""The bits in which two cards of one rank are the same."""
SEVEN = 6

POSITION, READY, START = 0, 1, 2
"""Of a stack's own numbers: the next card out, the first not yet chosen, the first of the round."""
_BLOCK = 64
_LOW = np.uint64(0xFFFFFFFF)
_HALF, _ROTATE, _SHIFT, _LAST = np.uint64(32), np.uint64(23), np.uint64(17), np.uint64(45)
_ROTATE_BACK, _LAST_BACK = np.uint64(41), np.uint64(19)


def byte_of(card: Card) -> int:
    """A card as the kernel holds it."""
    face = "TJQK".find(card.rank)
    return value(card) - 1 | SUITS.index(card.suit) << SUIT_AT | max(face, 0) << FACE_AT


def stack_of(shoe: Counts) -> Bytes:
    """All cards of a shoe, in any order."""
    return np.array([byte_of(card) for card in DECK for _ in range(shoe[card.number])], dtype=np.uint8)


def seeded(seed: int) -> Words:
    """Where chance starts."""
    return np.random.SeedSequence(seed).generate_state(4, "uint64").astype(np.uint64)


@njit(cache=True, nogil=True)
def choose(stack: Bytes, chance: Words, ready: int, upto: int) -> int:
    """Choose the cards of the stack before this place, each from all that are not chosen yet."""
    size = len(stack)
    upto = min(upto, size)
    one, two, three, four = chance[0], chance[1], chance[2], chance[3]
    place = ready
    while place < upto:
        mixed = one + four
        drawn = (mixed << _ROTATE | mixed >> _ROTATE_BACK) + one
        shifted = two << _SHIFT
        three ^= one
        four ^= two
        two ^= three
        one ^= four
        three ^= shifted
        four = four << _LAST | four >> _LAST_BACK
        # Half a word is some 2**-23 off uniform at most, far below what any number of rounds could show.
        other = place + int(np.int64(((drawn & _LOW) * np.uint64(size - place)) >> _HALF))
        stack[place], stack[other] = stack[other], stack[place]
        place += 1
        if place < upto:
            other = place + int(np.int64(((drawn >> _HALF) * np.uint64(size - place)) >> _HALF))
            stack[place], stack[other] = stack[other], stack[place]
            place += 1
    chance[0], chance[1], chance[2], chance[3] = one, two, three, four
    return place


@njit(cache=True, nogil=True, inline="always")
def card_at(stack: Bytes, place: int) -> int:
    """The card at a place of the stack; the sum makes a whole word of it, in which numbers below nothing have room."""
    return int(stack[place] + 0)


@njit(cache=True, nogil=True)
def next_card(stack: Bytes, at: Longs, chance: Words) -> int:
    """The next card out; where none is left, all but those on the table are shuffled first (BJ 9.9)."""
    size = len(stack)
    if at[POSITION] == size:
        lying = size - at[START]
        for card in range(lying):
            other = at[START] + card
            stack[card], stack[other] = stack[other], stack[card]
        at[POSITION] = at[READY] = lying
        at[START] = 0
    if at[POSITION] >= at[READY]:
        at[READY] = choose(stack, chance, at[READY], at[POSITION] + 8)
    card = card_at(stack, at[POSITION])
    at[POSITION] += 1
    return card


@njit(cache=True, nogil=True)
def below(chance: Words, many: int) -> int:
    """A whole number from nought up to, not including, this one."""
    one, two, three, four = chance[0], chance[1], chance[2], chance[3]
    mixed = one + four
    drawn = (mixed << _ROTATE | mixed >> _ROTATE_BACK) + one
    shifted = two << _SHIFT
    three ^= one
    four ^= two
    two ^= three
    one ^= four
    three ^= shifted
    four = four << _LAST | four >> _LAST_BACK
    chance[0], chance[1], chance[2], chance[3] = one, two, three, four
    return int(np.int64(((drawn >> _HALF) * np.uint64(many)) >> _HALF))
