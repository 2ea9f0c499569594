"""Matchmaker rounds dealt through a shoe or a machine, outcomes counted."""

from __future__ import annotations

from functools import partial

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.cards import CARDS_IN_A_DECK, DECK, Device
from croupier.games.matchmaker.terms import Bet, Outcome, outcome_of
from croupier.odds.matchmaker.settings import Simulated
from croupier.odds.simulate import Chunk


def chunk(settings: Simulated) -> Chunk:
    """A kernel that deals rounds as the table does and counts every area's outcome once for each bet."""
    terms, outcomes = settings.terms(), list(Outcome)
    return partial(
        play,
        decks=terms.decks,
        areas=terms.areas,
        behind_cut=None if terms.device is Device.MACHINE else terms.cards_behind_cut,
        outcome_of=tuple(tuple(outcomes.index(outcome_of(first, second)) for second in DECK) for first in DECK),
        bets=len(Bet),
    )


def play(
    seed: int,
    rounds: int,
    *,
    decks: int,
    areas: int,
    behind_cut: int | None,
    outcome_of: tuple[tuple[int, ...], ...],
    bets: int,
) -> NDArray[np.int64]:
    """The outcome counts of so many rounds with a wager on every area, repeated for each bet.

    `behind_cut` is how many cards lie behind the cutting card, or None for a continuous shuffling machine.
    """
    table = np.array(outcome_of, dtype=np.int64)
    stack = np.arange(decks * CARDS_IN_A_DECK, dtype=np.int64) % CARDS_IN_A_DECK
    chance = np.random.Generator(np.random.PCG64(seed))
    machine = behind_cut is None
    counts = _deal(chance, rounds, stack, areas, machine, 0 if behind_cut is None else behind_cut, table)
    return np.tile(counts, bets)


@njit(cache=True, nogil=True)
def _deal(  # noqa: PLR0917 (compiled functions take no keyword-only arguments)
    chance: np.random.Generator,
    rounds: int,
    stack: NDArray[np.int64],
    areas: int,
    machine: bool,
    behind_cut: int,
    table: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Deal from `stack`, whose first `out` cards have left the shoe; a card is chosen only as it comes out."""
    counts = np.zeros(table.max() + 1, dtype=np.int64)
    round_cards = 2 * areas
    size = len(stack)
    out = size
    for _ in range(rounds):
        if machine:
            out = 0
        elif size - out <= behind_cut:
            out = 1  # shuffled, and one card burned (MM 4.1.1, 4.3.1)
        for dealt in range(round_cards):
            if out == size:
                # MM 9.7: the shoe is empty, so all but the cards on the table are shuffled and the round goes on.
                for card in range(dealt):
                    stack[card], stack[size - dealt + card] = stack[size - dealt + card], stack[card]
                out = dealt
            # A float draw is some 2**-44 off uniform at most, far below what any number of rounds could show.
            chosen = out + int(chance.random() * (size - out))
            stack[out], stack[chosen] = stack[chosen], stack[out]
            out += 1
        first = out - round_cards
        for area in range(areas):
            counts[table[stack[first + area], stack[first + areas + area]]] += 1
    return counts
