"""Poker hands evaluated by kernels, held against choosing every five cards and comparing them one by one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.cards import DECK, Card
from croupier.cards.ranking import FiveCards, five_cards
from croupier.odds.crown_poker.boards import PARTS, every_board
from croupier.odds.crown_poker.counts import HANDS, categories_of_sevens
from croupier.odds.crown_poker.evaluate import high, low, omaha_high, omaha_low
from croupier.odds.crown_poker.lookup import NO_LOW, category, values

ROWS = np.array([np.random.default_rng(seed).permutation(52)[:9] for seed in range(400)], np.uint8)
NONE = np.array([], np.int64)


def numbers(text: str) -> list[int]:
    return [Card(text[at : at + 2]).number for at in range(0, len(text), 2)]


def best(choices: Iterable[Iterable[int]]) -> int:
    """The value of the best five cards among some choices of five."""
    return values()[max(five_cards([DECK[card] for card in five]) for five in choices)]


def lowest(choices: Iterable[Iterable[int]]) -> tuple[int, ...] | None:
    """The best low hand among some choices of five, its ranks from the highest down, the ace as one."""
    found = []
    for five in choices:
        ranks = sorted({1 if DECK[card].rank == "A" else DECK[card].height for card in five}, reverse=True)
        if len(ranks) == 5 and ranks[0] <= 8:
            found.append(tuple(ranks))
    return min(found, default=None)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_best_five_of_five_six_and_seven_cards(size: int) -> None:
    assert list(high(ROWS[:, :size])) == [best(combinations(row[:size], 5)) for row in ROWS]


def test_omaha_takes_two_cards_of_the_hand_and_three_of_the_board() -> None:
    expected = [best((*a, *b) for a in combinations(row[:4], 2) for b in combinations(row[4:], 3)) for row in ROWS]
    assert list(omaha_high(ROWS[:, :4], ROWS[:, 4:])) == expected


def test_low_hands_compare_as_their_highest_cards_do() -> None:
    seven = [lowest(combinations(row[:7], 5)) for row in ROWS]
    omaha = [lowest((*a, *b) for a in combinations(row[:4], 2) for b in combinations(row[4:], 3)) for row in ROWS]
    for expected, got in ((seven, low(ROWS[:, :7])), (omaha, omaha_low(ROWS[:, :4], ROWS[:, 4:]))):
        assert [value == NO_LOW for value in got] == [ranks is None for ranks in expected]
        qualified = [(value, ranks) for value, ranks in zip(got, expected, strict=True) if ranks is not None]
        assert len(qualified) > 50
        assert all((a < b) == (x < y) for (a, x), (b, y) in combinations(qualified, 2))


def test_a_wheel_is_the_best_low_and_an_eight_still_qualifies() -> None:
    rows = np.array([numbers("Ah2c3d4s5hKdKc"), numbers("8h7c6d5s4hKdKc"), numbers("9h7c6d5s4hKdKc")], np.uint8)
    assert list(low(rows)) == [0, comb(8, 5) - 1, NO_LOW]


def test_there_are_7462_values_and_each_category_has_its_own() -> None:
    assert len(values()) == 7462
    many = np.bincount([category(number) for number in values().values()])
    assert list(many) == [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1]


def test_every_hand_of_seven_cards_by_category() -> None:
    """The counts follow from choosing ranks and suits by hand; the whole is every choice of seven cards."""
    found = categories_of_sevens()
    assert sum(found.values()) == HANDS == comb(52, 7) == 133_784_560
    four = 13 * comb(48, 3)
    royal = 4 * comb(47, 2)
    straight_flush = 4 * 9 * comb(46, 2)
    full_house = (
        comb(13, 2) * comb(4, 3) ** 2 * 44
        + 13 * comb(4, 3) * comb(12, 2) * comb(4, 2) ** 2
        + 13 * comb(4, 3) * 12 * comb(4, 2) * comb(11, 2) * 16
    )
    flush = 4 * ((comb(13, 7) - 217) + (comb(13, 6) - 71) * 39 + (comb(13, 5) - 10) * comb(39, 2))
    assert [found[each] for each in (FiveCards.FOUR_OF_A_KIND, FiveCards.FULL_HOUSE)] == [four, full_house]
    assert [found[each] for each in (FiveCards.ROYAL_FLUSH, FiveCards.STRAIGHT_FLUSH)] == [royal, straight_flush]
    assert found[FiveCards.FLUSH] == flush


def every_showdown(hands: list[list[int]], board: list[int], *, omaha: bool) -> NDArray[np.int64]:
    """What hands take over every board, with nothing but the plain ranking of five cards; few cards may be missing."""
    seen = {*board, *(card for hand in hands for card in hand)}
    left = [card for card in range(52) if card not in seen]
    taken = np.zeros(len(hands), np.int64)
    for more in combinations(left, 5 - len(board)):
        whole = (*board, *more)
        if omaha:
            choices = [[(*a, *b) for a in combinations(hand, 2) for b in combinations(whole, 3)] for hand in hands]
        else:
            choices = [list(combinations((*hand, *whole), 5)) for hand in hands]
        highs, lows = [best(each) for each in choices], [lowest(each) for each in choices]
        qualified = [each for each in lows if each is not None]
        for hand, (value, ranks) in enumerate(zip(highs, lows, strict=True)):
            half = PARTS // 2 if qualified else PARTS
            taken[hand] += half // highs.count(max(highs)) if value == max(highs) else 0
            taken[hand] += PARTS // 2 // lows.count(min(qualified)) if qualified and ranks == min(qualified) else 0
    return taken


@pytest.mark.parametrize(
    ("hands", "board", "omaha"),
    [
        (["AsKs", "2h3h", "8c8d"], "4s5s7d9c", False),
        (["As2s", "Ah2h"], "3s4d5cKh", False),
        (["As2s3hKd", "Ah2h4cKc", "QdQcJsTs"], "3s7d8cKh", True),
    ],
)
def test_what_hands_take_agrees_with_every_showdown(hands: list[str], board: str, omaha: bool) -> None:
    held, known = [numbers(hand) for hand in hands], numbers(board)
    found = every_board(np.array(held), np.array(known), NONE, two_and_three=omaha, low=True)
    assert list(found.parts) == list(every_showdown(held, known, omaha=omaha))
    assert found.boards[0] == 52 - sum(map(len, held)) - len(known)
    assert found.parts.sum() == PARTS * found.boards[0]


@pytest.mark.parametrize("low_too", [False, True])
@pytest.mark.parametrize("hands", [["AsAh", "KsKd"], ["2s3s", "4s5s", "As6d", "8d9d"], ["Tc9c", "TdTh", "AcKd"]])
def test_boards_taken_by_their_ranks_give_what_boards_card_by_card_give(hands: list[str], low_too: bool) -> None:
    held = np.array([numbers(hand) for hand in hands])
    at_once = every_board(held, NONE, NONE, two_and_three=False, low=low_too)
    one_by_one = np.zeros(len(hands), np.int64)
    left = [card for card in range(52) if card not in held]
    for first in left:
        shown = every_board(held, np.array([first]), NONE, two_and_three=False, low=low_too)
        one_by_one += shown.parts
    assert at_once.boards[0] == comb(len(left), 5)
    assert list(one_by_one) == [5 * int(each) for each in at_once.parts]
    assert at_once.parts.sum() == PARTS * at_once.boards[0]
