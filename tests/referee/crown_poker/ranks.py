"""What hands are worth, read from section 3 of the Crown Poker book: every five cards by their ranks, worked out once.

Cards are two letters ("7s", "Th"); a greater number is a better hand, high or low.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, product
from math import prod

RANKS = "23456789TJQKA"
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
PRIME = {rank + suit: prime for rank, prime in zip(RANKS, PRIMES, strict=True) for suit in "cdhs"}
SEQUENCES = {tuple(range(top, top - 5, -1)): top for top in range(14, 5, -1)} | {(14, 5, 4, 3, 2): 5}
LOW = {rank: place for place, rank in enumerate("A2345678", 1)}


def _worth(ranks: tuple[int, ...], suited: bool) -> tuple[int, ...]:
    """The place of five cards among the hands of 3.2.2, from (j) as 0 up, then what compares hands of one kind."""
    many = Counter(ranks)
    groups = sorted(many, key=lambda rank: (many[rank], rank), reverse=True)
    shape = tuple(sorted(many.values(), reverse=True))
    top = SEQUENCES.get(tuple(sorted(ranks, reverse=True)))
    if top and suited:
        return (8, top)  # (a) and (b): a royal flush is the one that an ace leads
    if shape == (4, 1):
        return (7, *groups)
    if shape == (3, 2):
        return (6, *groups)
    if suited:
        return (5, *groups)
    if top:
        return (4, top)
    return ({(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), *groups)


def _tables() -> tuple[dict[int, int], dict[int, int]]:
    """Each five ranks, as the product of their primes, with the place of the hand: of mixed suits, and of one."""
    found = {}
    for suited in (False, True):
        every = combinations(range(13), 5) if suited else combinations_with_replacement(range(13), 5)
        for five in every:
            if max(Counter(five).values()) < 5:
                worth = _worth(tuple(place + 2 for place in five), suited)
                found[suited, prod(PRIMES[place] for place in five)] = worth
    order = {worth: place for place, worth in enumerate(sorted(set(found.values())))}
    mixed = {key: order[worth] for (suited, key), worth in found.items() if not suited}
    return mixed, {key: order[worth] for (suited, key), worth in found.items() if suited}


MIXED, SUITED = _tables()


def best_high(hole: tuple[str, ...], board: tuple[str, ...], two_and_three: bool) -> int:
    """The best five cards: two of the hand with three of the board, or any five (8.20.4)."""
    best = 0
    for five in _fives(hole, board, two_and_three):
        a, b, c, d, e = five
        table = SUITED if a[1] == b[1] == c[1] == d[1] == e[1] else MIXED
        best = max(best, table[PRIME[a] * PRIME[b] * PRIME[c] * PRIME[d] * PRIME[e]])
    return best


def _fives(hole: tuple[str, ...], board: tuple[str, ...], two_and_three: bool) -> Iterable[tuple[str, ...]]:
    if two_and_three:
        return [mine + common for mine, common in product(combinations(hole, 2), combinations(board, 3))]
    return combinations(hole + board, 5)


def best_low(hole: tuple[str, ...], board: tuple[str, ...], two_and_three: bool) -> int | None:
    """The best five different cards from eight down, the highest of them compared first; None where there are none."""
    mine, common = _low_ranks(hole), _low_ranks(board)
    if two_and_three:
        ways = [{*two, *three} for two in combinations(mine, 2) for three in combinations(common, 3)]
        fives = [five for five in ways if len(five) == 5]
    else:
        either = sorted({*mine, *common})
        fives = [set(either[:5])] if len(either) >= 5 else []
    return max((-sum(1 << rank for rank in five) for five in fives), default=None)


def _low_ranks(cards: tuple[str, ...]) -> list[int]:
    return sorted({LOW[card[0]] for card in cards if card[0] in LOW})
