"""Two hands of Holdem all in before the flop: every pair of kinds over every board, counted."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from math import comb

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.odds.crown_poker.lookup import lookup
from croupier.odds.steps import ahead, step
from croupier.odds.tournament.push_fold.hands import KINDS, Ints, every, place, suits_turned, two_cards
from croupier.odds.tournament.push_fold.two import worth_of_two

BOARDS_AFTER = comb(48, 5)
"""How many boards can follow two known hands."""
ALIKE = 134_459
"""So many boards are left of those that differ by more than the names of suits."""
AT_A_TIME = 4096
"""How many boards are counted in one step."""


def boards() -> tuple[Ints, Ints]:
    """Every board, of those that are alike but for the names of suits one, and how many of them there are."""
    turns = suits_turned()
    cards, many = np.zeros((ALIKE, 5), np.int64), np.zeros(ALIKE, np.int64)
    if _boards(turns, cards, many) != ALIKE:
        raise AssertionError("there are other boards than are known")
    return cards, many


@njit(cache=True, nogil=True)
def _boards(turns, cards, many):  # type: ignore[no-untyped-def]
    found = 0
    board, turned = np.zeros(5, np.int64), np.zeros(5, np.int64)
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        board[0], board[1], board[2], board[3], board[4] = a, b, c, d, e
                        own, same, least = place(board), 0, True
                        for turn in range(turns.shape[0]):
                            for card in range(5):
                                turned[card] = turns[turn, board[card]]
                            number = place(turned)
                            same += number == own
                            if number < own:
                                least = False
                                break
                        if least:
                            cards[found] = board
                            many[found] = turns.shape[0] // same
                            found += 1
    return found


def counted(of: tuple[Ints, Ints] | None = None) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """By two kinds: on how many of these boards, times the cards they can be, the first wins, and both are equal."""
    cards, many = boards() if of is None else of
    table, kinds, hands = lookup(), two_cards().number.astype(np.int64), every(2)
    tables = (table.keys, table.empty, table.shifts, table.values, table.flushes, table.ranks, table.suits)
    wins, ties = (np.zeros((KINDS, KINDS), np.uint64) for _ in range(2))
    starts = range(0, len(cards), AT_A_TIME)
    ahead(len(starts))

    def work(start: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        won, tied = np.zeros((KINDS, KINDS), np.int64), np.zeros((KINDS, KINDS), np.int64)
        end = start + AT_A_TIME
        _count(cards[start:end], many[start:end], hands, kinds, *tables, won, tied)
        return won, tied

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for won, tied in pool.map(work, starts):
            wins += won.astype(np.uint64)
            ties += tied.astype(np.uint64)
            step()
    return wins, ties


@njit(cache=True, nogil=True)
def _count(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    cards, many, hands, kinds, keys, empty, shifts, values, flushes, ranks, suits, wins, ties
):
    worth, which = np.zeros(1081, np.int64), np.zeros(1081, np.int64)
    weaker, level = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    holding, held = np.zeros((52, 52), np.int64), np.zeros(52, np.int64)
    level_holding, level_held = np.zeros((52, 52), np.int64), np.zeros(52, np.int64)
    for row in range(cards.shape[0]):
        board, times = cards[row], many[row]
        total, seen = empty, np.int64(0)
        for card in board:
            total += keys[card]
            seen |= np.int64(1) << card
        at = 0
        for hand in range(hands.shape[0]):
            a, b = hands[hand, 0], hands[hand, 1]
            if (seen >> a) & 1 or (seen >> b) & 1:
                continue
            value = total + keys[a] + keys[b]
            worth[at] = worth_of_two(a, b, board, value, shifts, values, flushes, ranks, suits)
            which[at] = hand
            at += 1
        order = np.argsort(worth[:at])
        weaker[:] = 0
        held[:] = 0
        start = 0
        while start < at:
            end = start
            level[:] = 0
            level_held[:] = 0
            while end < at and worth[order[end]] == worth[order[start]]:
                hand = which[order[end]]
                level[kinds[hand]] += 1
                for card in hands[hand]:
                    level_holding[card, level_held[card]] = kinds[hand]
                    level_held[card] += 1
                end += 1
            for each in range(start, end):
                hand = which[order[each]]
                kind = kinds[hand]
                for other in range(KINDS):
                    wins[kind, other] += times * weaker[other]
                    ties[kind, other] += times * level[other]
                for card in hands[hand]:
                    for other in range(held[card]):
                        wins[kind, holding[card, other]] -= times
                    for other in range(level_held[card]):
                        ties[kind, level_holding[card, other]] -= times
                ties[kind, kind] += times
            for each in range(start, end):
                hand = which[order[each]]
                weaker[kinds[hand]] += 1
                for card in hands[hand]:
                    holding[card, held[card]] = kinds[hand]
                    held[card] += 1
            start = end
