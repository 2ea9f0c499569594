"""How fast the exact odds of the Blackjack family are worked out."""

from time import perf_counter

import numpy as np

from bench import Report
from croupier.games.blackjack.terms import Variant
from croupier.odds.blackjack.compositions import RANKS, finals, hands, place_of
from croupier.odds.blackjack.exact import cards_of, compared, dealer_for_hands
from croupier.odds.blackjack.settings import Settings
from croupier.odds.blackjack.sheet import effects_of_removal, sheet

RUNS = 5
PEER_HANDS = ((9, 5), (8, 8), (4, 6))


def bench(report: Report) -> None:
    """Time whole sheets, and what dealers come to beside hands against plain recursion."""
    for what, settings, most in (
        ("blackjack odds, 8 decks, warm", Settings(decks=8), 0.3),
        ("blackjack odds, infinite deck, warm", Settings(decks="infinite"), 0.1),
        ("pontoon odds, 8 decks, warm", Settings(variant=Variant.PONTOON, decks=8), 1.5),
    ):
        report(what, best_of(lambda settings=settings: sheet(settings)), "s", at_most=most)
    start = perf_counter()
    effects_of_removal(Settings(decks=7))  # those of the sheets before are remembered
    report("blackjack effects of removal, 7 decks", perf_counter() - start, "s")
    known = hands()
    wanted = np.repeat(compared(known)[:, None], RANKS, axis=1)
    shoe, ends = cards_of(8), finals(False)
    dealer_for_hands(shoe, known, wanted, ends)
    ours = int(wanted[:, 0].sum()) / best_of(lambda: dealer_for_hands(shoe, known, wanted, ends))
    report("hands with all dealers' ends", ours, "hands/s", peer=("plain recursion", recursions_per_second(shoe)))


def best_of(act: object) -> float:
    """Seconds of the fastest of a few runs, after one that does not count."""
    assert callable(act)
    times = []
    for _ in range(RUNS + 1):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return min(times[1:])


def recursions_per_second(shoe: np.ndarray) -> float:
    """The same by drawing card after card in Python, shoes already seen remembered."""
    start = perf_counter()
    for hand in PEER_HANDS:
        left = shoe.copy()
        for rank in hand:
            left[rank] -= 1
        place_of(*hand)
        for first in range(RANKS):
            rest = [int(each) for each in left]
            rest[first] -= 1
            found = [0.0] * 6
            _draw(rest, sum(rest), first + 1, first == 0, 1.0, found)
            if not 0.99 < sum(found) < 1.01:
                raise AssertionError("the peer lost a card")
    return len(PEER_HANDS) / (perf_counter() - start)


def _draw(left: list[int], cards: int, hard: int, ace: bool, chance: float, found: list[float]) -> None:  # noqa: PLR0917
    for rank, many in enumerate(left):
        if not many:
            continue
        total, aces = hard + rank + 1, ace or rank == 0
        best = total + 10 if aces and total <= 11 else total
        share = chance * many / cards
        if best >= 17:
            found[min(best, 22) - 17] += share
            continue
        left[rank] -= 1
        _draw(left, cards - 1, total, aces, share, found)
        left[rank] += 1
