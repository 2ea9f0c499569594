"""What poker hands are called, so that it can be told from their words which one is better.

Hands of different value never have the same name, and hands that share a pot always have. What decides last, such as a
kicker, is named last: `two pairs, kings and nines with A`.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards.ranking import FiveCards, ThreeCards, Value

_RANKS = {
    1: "ace",
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "jack",
    12: "queen",
    13: "king",
    14: "ace",
}
_SIGNS = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "A"}
_ALIKE = {
    FiveCards.THREE_OF_A_KIND.name: "three of a kind, {}",
    FiveCards.FOUR_OF_A_KIND.name: "four of a kind, {}",
    FiveCards.PAIR.name: "pair of {}",
}
_IN_SEQUENCE = {FiveCards.STRAIGHT.name: "straight", FiveCards.STRAIGHT_FLUSH.name: "straight flush"}


def five_named(value: Value) -> str:
    """The name of the five cards with this value.

    >>> five_named((FiveCards.TWO_PAIRS, 13, 9, 14)), five_named((FiveCards.FULL_HOUSE, 10, 6))
    ('two pairs, kings and nines with A', 'full house, tens over sixes')
    >>> five_named((FiveCards.FLUSH, 14, 10, 9, 5, 2)), five_named((FiveCards.HIGH_CARD, 12, 10, 7, 4, 3))
    ('flush, ace high with 10-9-5-2', 'queen high with 10-7-4-3')
    """
    kind, *ranks = value
    if kind == FiveCards.ROYAL_FLUSH:
        return "royal flush"
    if kind == FiveCards.TWO_PAIRS:
        return f"two pairs, {_many(ranks[0])} and {_many(ranks[1])}{_beside(ranks[2:])}"
    if kind == FiveCards.FULL_HOUSE:
        return f"full house, {_many(ranks[0])} over {_many(ranks[1])}"
    return _named(FiveCards(kind).name, ranks)


def three_named(value: Value) -> str:
    """The name of the three cards with this value.

    >>> three_named((ThreeCards.PAIR, 12, 4)), three_named((ThreeCards.STRAIGHT, 3))
    ('pair of queens with 4', 'straight, three high')
    """
    kind, *ranks = value
    return _named(ThreeCards(kind).name, ranks)


def low_named(value: Value) -> str:
    """The name of a hand for low, by its two highest cards and then the others.

    >>> low_named((-8, -6, -4, -3, -1))
    'eight-six low with 4-3-A'
    """
    first, second, *others = [-rank for rank in value]
    return f"{_RANKS[first]}-{_RANKS[second]} low{_beside(others)}"


def _named(kind: str, ranks: list[int]) -> str:
    if kind in _ALIKE:
        return _ALIKE[kind].format(_many(ranks[0])) + _beside(ranks[1:])
    if kind in _IN_SEQUENCE:
        return f"{_IN_SEQUENCE[kind]}, {_RANKS[ranks[0]]} high"
    high = f"{_RANKS[ranks[0]]} high{_beside(ranks[1:])}"
    return f"flush, {high}" if kind == FiveCards.FLUSH.name else high


def _many(rank: int) -> str:
    """Several cards of a rank."""
    name = _RANKS[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def _beside(ranks: Iterable[int]) -> str:
    """The cards that decide where the rest is alike."""
    signs = "-".join(_SIGNS.get(rank, str(rank)) for rank in ranks)
    return f" with {signs}" if signs else ""
