"""What the dealer's hand comes to beside each hand, exactly for the shoe that is given.

No hole card is taken, so a player's next card is any of those not seen: nothing is conditioned on what the dealer does
not have. An endless shoe is one of so many decks that no card is missed.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from croupier.odds.blackjack.compositions import OUTCOMES, OVER, RANKS, Finals, Flags, Floats, Hands

ENDLESS = 1e12
"""So many decks are as good as endless: a card more or less changes nothing that these numbers can show."""
_MOST_STEPS = 2000
_MOST_DRAWN = 17
LANES = 8
"""So many hands are looked at together, as processors multiply several numbers at once."""


def cards_of(decks: int | None, *, tens: int = 16) -> Floats:
    """The cards of a shoe by rank, so many of them counting ten in each deck."""
    of_each = np.full(RANKS, 4.0)
    of_each[-1] = tens
    return of_each * (ENDLESS if decks is None else decks)


@njit(cache=True, nogil=True, fastmath={"contract"})
def _dealer(left: Floats, inverse: Floats, first: int, finals: Finals, chance: Floats, found: Floats) -> None:  # noqa: PLR0917
    """What the dealer's hand comes to with these cards unseen, the first card among those taken out; lane by lane."""
    begins = finals.steps[first]
    for lane in range(LANES):
        chance[0, lane] = 1.0
    for place in range(begins + 1, finals.steps[first + 1]):
        rank, before, taken = finals.rank[place], finals.before[place], float(finals.taken[place])
        here = place - begins
        for lane in range(LANES):
            chance[here, lane] = chance[before, lane] * (left[rank, lane] - taken)
    found[:] = 0.0
    for end in range(finals.ends[first], finals.ends[first + 1]):
        step, outcome, size, orders = finals.step[end], finals.outcome[end], finals.size[end], finals.orders[end]
        for lane in range(LANES):
            found[outcome, lane] += chance[step, lane] * inverse[size, lane] * orders
    for lane in range(LANES):
        total = 0.0
        for outcome in range(OVER):
            total += found[outcome, lane]
        found[OVER, lane] = 1.0 - total


@njit(cache=True, nogil=True)
def dealers(shoe: Floats, hands: Hands, wanted: Flags, done: Flags, finals: Finals, endless: bool, out: Floats) -> None:  # noqa: PLR0917
    """What the dealer comes to beside each hand that is wanted and not yet done, against each first card."""
    chance, found = np.empty((_MOST_STEPS, LANES)), np.empty((OUTCOMES, LANES))
    left, inverse = np.ones((RANKS, LANES)), np.ones((_MOST_DRAWN + 1, LANES))
    waiting = np.empty(LANES, dtype=np.int64)
    for first in range(RANKS):
        many, known = 0, -1
        for hand in range(len(hands.hard) + 1):
            last = hand == len(hands.hard)
            if not last and wanted[hand, first] and not done[hand, first]:
                done[hand, first] = True
                if endless and known >= 0:
                    out[hand, first] = out[known, first]
                    continue
                cards, there = -1.0, True
                for rank in range(RANKS):
                    left[rank, many] = shoe[rank] - hands.cards[hand, rank] - (1.0 if rank == first else 0.0)
                    cards += shoe[rank] - hands.cards[hand, rank]
                    there = there and left[rank, many] >= 0.0
                if not there:
                    out[hand, first] = 0.0
                    continue
                for drawn in range(1, _MOST_DRAWN + 1):
                    inverse[drawn, many] = inverse[drawn - 1, many] / max(cards - drawn + 1.0, 1.0)
                waiting[many] = hand
                many += 1
                known = hand
            if many == LANES or (many > 0 and (last or endless)):
                _dealer(left, inverse, first, finals, chance, found)
                for lane in range(many):
                    for outcome in range(OUTCOMES):
                        out[waiting[lane], first, outcome] = found[outcome, lane]
                many = 0


@njit(cache=True, nogil=True)
def borrow(base: Floats, hands: Hands, pair: int, more: int, wanted: Flags, done: Flags, out: Floats) -> None:  # noqa: PLR0917
    """Take what dealers come to beside hands with so many more cards of a rank from where it is known already."""
    for hand in range(len(hands.hard)):
        other = hand
        for _ in range(more):
            other = hands.grown[other, pair] if other >= 0 else -1
        if other < 0:
            continue
        for first in range(RANKS):
            if wanted[hand, first] and not done[hand, first]:
                done[hand, first] = True
                for outcome in range(OUTCOMES):
                    out[hand, first, outcome] = base[other, first, outcome]


def dealer_for_hands(
    shoe: Floats, hands: Hands, wanted: Flags, finals: Finals, *, endless: bool = False
) -> tuple[Floats, Flags]:
    """The same for a shoe that nobody has looked at yet: the chances, and which of them are there."""
    out = np.empty((len(hands.hard), RANKS, OUTCOMES))
    done = np.zeros((len(hands.hard), RANKS), dtype=np.bool_)
    dealers(shoe, hands, wanted, done, finals, endless, out)
    return out, done


def compared(hands: Hands) -> Flags:
    """Hands that may be held against the dealer's: those of two cards or more."""
    return np.asarray(hands.size > 1, dtype=np.bool_)
