"""How fast rounds of the Blackjack family are simulated, from real shoes with a cutting card."""

from typing import Any

from bench import Report
from bench.odds import numpy_deals_per_second
from croupier.cards import Device
from croupier.games.blackjack.terms import Variant
from croupier.odds import analysis
from croupier.odds.simulate import simulate

ROUNDS = 10_000_000
WANTED = 15_000_000
CASES: tuple[tuple[str, int, float | None, dict[str, Any]], ...] = (
    ("blackjack", 6, WANTED, {}),
    ("blackjack with both side bets", 6, None, {"sevens": 1, "pairs": True}),
    ("blackjack, seven areas", 22, None, {"areas": 7}),
    ("crown pontoon", 6, None, {"variant": Variant.PONTOON}),
)
"""What is played, about how many cards a round of it takes, what is wanted of it, and its settings."""


def bench(report: Report) -> None:
    """Time the kernel on one core, and plain Blackjack on all, against NumPy dealing as many cards and no more."""
    blackjack = analysis("blackjack")
    for name, cards, least, asked in CASES:
        settings = blackjack.simulated(device=Device.SHOE, **asked)
        sheet, chunk = blackjack.sheet(settings), blackjack.chunk(settings)
        peer = numpy_deals_per_second(cards)
        for workers, where in ((1, "one core"), (None, "all cores")) if not asked else ((1, "one core"),):
            runs = [simulate(sheet, chunk, rounds=ROUNDS, seed=seed, workers=workers) for seed in range(3)]
            speed = max(found.rounds / found.seconds for found in runs)
            wanted = least if workers == 1 else None
            what = f"{name} rounds simulated, {where}"
            report(what, speed, "rounds/s", at_least=wanted, peer=("NumPy dealing alone", peer))
