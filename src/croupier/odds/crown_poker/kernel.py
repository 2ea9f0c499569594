"""Flops dealt from a full deck, their colours counted for the Flop Chase wager."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.odds.crown_poker.settings import Simulated
from croupier.odds.simulate import Chunk


def chunk(settings: Simulated) -> Chunk:
    """A kernel that deals flops; nothing that can be asked for changes them."""
    return play


def play(seed: int, rounds: int) -> NDArray[np.int64]:
    """How often so many flops win and lose a wager on red, then one on black."""
    red, black = _deal(np.random.Generator(np.random.PCG64(seed)), rounds)
    return np.array([red, rounds - red, black, rounds - black], np.int64)


@njit(cache=True, nogil=True)
def _deal(chance, rounds):  # type: ignore[no-untyped-def]
    """Red cards are the first half of the deck here."""
    red, black = 0, 0
    for _ in range(rounds):
        first = chance.integers(0, 52)
        second = chance.integers(0, 51)
        second += second >= first
        low, high = min(first, second), max(first, second)
        third = chance.integers(0, 50)
        third += third >= low
        third += third >= high
        reds = (first < 26) + (second < 26) + (third < 26)
        red += reds == 3
        black += reds == 0
    return red, black
