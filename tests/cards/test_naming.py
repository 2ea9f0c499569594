"""What hands are called: words tell apart exactly what the book ranks apart, whatever the cards."""

from itertools import combinations, combinations_with_replacement

import pytest

from croupier.cards import DECK, Card
from croupier.cards.best_five import best_five, best_low
from croupier.cards.naming import five_named, low_named, three_named
from croupier.cards.ranking import Value, three_cards


def cards(text: str) -> list[Card]:
    return [Card(each) for each in text.split()]


def values_of_five() -> set[Value]:
    """Every value that five cards can have: by their ranks in several suits, and in one."""
    suits, found = "cdhs", set[Value]()
    for ranks in combinations_with_replacement("23456789TJQKA", 5):
        if max(ranks.count(rank) for rank in ranks) < 5:
            seen = dict[str, int]()
            mixed = []
            for place, rank in enumerate(ranks):
                nth = seen.get(rank, place % 2)
                mixed.append(Card(rank + suits[nth % 4]))
                seen[rank] = nth + 1
            found.add(best_five(mixed))
        if len(set(ranks)) == 5:
            found.add(best_five([Card(f"{rank}h") for rank in ranks]))
    return found


def test_five_cards_of_different_value_have_different_names() -> None:
    values = values_of_five()
    assert len(values) == 7462  # as many as five cards can have
    assert len({five_named(value) for value in values}) == len(values)


def test_three_cards_of_different_value_have_different_names() -> None:
    values = {three_cards(hand) for hand in combinations(DECK, 3)}
    assert len({three_named(value) for value in values}) == len(values)


def test_lows_of_different_value_have_different_names() -> None:
    values = {best_low([Card(f"{rank}c") for rank in ranks]) for ranks in combinations("A2345678", 5)}
    assert len({low_named(value) for value in values if value is not None}) == 56


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("Ah Kh Qh Jh Th", "royal flush"),
        ("5h 4h 3h 2h Ah", "straight flush, five high"),
        ("9h 9c 9d 9s 2h", "four of a kind, nines with 2"),
        ("6h 6c 6d Ts Th", "full house, sixes over tens"),
        ("Qh Th 7h 3h 2h", "flush, queen high with 10-7-3-2"),
        ("Ah 2c 3d 4h 5h", "straight, five high"),
        ("6h 6c 6d As Th", "three of a kind, sixes with A-10"),
        ("Kh Kc 9d 9s Ah", "two pairs, kings and nines with A"),
        ("Kh Kc Jd 9s Ah", "pair of kings with A-J-9"),
        ("Ah Jc 9d 9s Ad", "two pairs, aces and nines with J"),
        ("Ah Jc 9d 8s 2d", "ace high with J-9-8-2"),
    ],
)
def test_five_cards_are_named_by_what_decides_between_them(hand: str, name: str) -> None:
    assert five_named(best_five(cards(hand))) == name


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("Qh Qc 4d", "pair of queens with 4"),
        ("3h 2c Ad", "straight, three high"),
        ("Ah Kh Qh", "straight flush, ace high"),
        ("6h 6c 6d", "three of a kind, sixes"),
        ("Qh 9h 4h", "flush, queen high with 9-4"),
        ("Qh 9c 4h", "queen high with 9-4"),
    ],
)
def test_three_cards_are_named_by_what_decides_between_them(hand: str, name: str) -> None:
    assert three_named(three_cards(cards(hand))) == name
