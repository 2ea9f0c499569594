"""How fast the odds are worked out and rounds are simulated."""

from time import perf_counter

import numpy as np

from bench import Report
from croupier.cards import DECK
from croupier.games.matchmaker.terms import Outcome, Terms, outcome_of
from croupier.odds import analysis
from croupier.odds.simulate import simulate

ROUNDS = 5_000_000
PEER_SHOES = 4_000


def bench(report: Report) -> None:
    """Time the sheets of all deck counts, and the kernel on one and on all cores against whole-array NumPy."""
    matchmaker = analysis("matchmaker")
    matchmaker.comparisons(Terms())
    report("matchmaker odds, all deck counts, warm", sheets(), "s", at_most=0.2)
    terms = Terms()
    sheet, chunk = matchmaker.sheet(terms), matchmaker.chunk(terms)
    peer = numpy_rounds_per_second(terms)
    for workers, where in ((1, "one core"), (None, "all cores")):
        found = simulate(sheet, chunk, rounds=ROUNDS, seed=1, workers=workers)
        report(f"matchmaker rounds simulated, {where}", found.rounds / found.seconds, "rounds/s", peer=("NumPy", peer))


def sheets() -> float:
    """Seconds for the sheet of each deck count."""
    start = perf_counter()
    for decks in range(4, 9):
        analysis("matchmaker").sheet(Terms(decks=decks))
    return perf_counter() - start


def numpy_rounds_per_second(terms: Terms) -> float:
    """The same rounds by whole-array NumPy: many shoes shuffled at once, then every area's pair looked up."""
    outcomes = list(Outcome)
    table = np.array([[outcomes.index(outcome_of(first, second)) for second in DECK] for first in DECK])
    shoe = np.tile(np.arange(52, dtype=np.int8), terms.decks)
    in_round = 2 * terms.areas
    rounds = -(-(len(shoe) - 1 - terms.cards_behind_cut) // in_round)
    chance = np.random.default_rng(1)
    start = perf_counter()
    shoes = chance.permuted(np.tile(shoe, (PEER_SHOES, 1)), axis=1)
    dealt = shoes[:, 1 : 1 + rounds * in_round].reshape(PEER_SHOES * rounds, 2, terms.areas)
    counts = np.bincount(table[dealt[:, 0], dealt[:, 1]].ravel(), minlength=len(outcomes))
    seconds = perf_counter() - start
    if counts.sum() != PEER_SHOES * rounds * terms.areas:
        raise AssertionError("the peer lost a hand")
    return PEER_SHOES * rounds / seconds
