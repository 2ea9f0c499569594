"""What two cards are worth on a board, as kernels ask for it."""

from __future__ import annotations

from numba import njit

from croupier.odds.crown_poker.evaluate import FLUSH, by_sum, suit_of_flush


@njit(cache=True, nogil=True)
def worth_of_two(first, second, board, total, shifts, values, flushes, ranks, suits):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    """The value of the best five of seven cards; `total` is the sum of their keys."""
    if not total & FLUSH:
        return by_sum(total, shifts, values)
    suit, mask = suit_of_flush(total), 0
    for card in board:
        mask |= (1 << ranks[card]) if suits[card] == suit else 0
    mask |= (1 << ranks[first]) if suits[first] == suit else 0
    mask |= (1 << ranks[second]) if suits[second] == suit else 0
    return flushes[mask]
