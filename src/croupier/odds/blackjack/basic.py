"""Basic strategy: the best that can be done by totals alone, found cell by cell, and as a plan that can be measured.

A cell of the chart is every hand of the same total, hard or soft; in Crown Pontoon, whose odds turn on the number of
cards, also of the same number of them. What is done with a cell is what is best on average over the hands in it, each
as likely as play brings it about; that takes a few rounds of finding the chart and seeing which hands it leads to.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import njit

from croupier.odds.blackjack.compositions import ACE, MOST, RANKS, Flags, Floats, Hands, Ints, hands
from croupier.odds.blackjack.exact_hands import LAYERS, doubled, may_double, met
from croupier.odds.blackjack.exact_split import Policy
from croupier.odds.blackjack.rules import Prizes, Rules
from croupier.odds.blackjack.starts import EVEN_MONEY, Plan
from croupier.odds.blackjack.strategy import DOUBLE, DRAW, SIZES, SPLIT, STAND, SURRENDER, Codes, Strategy, blank, row
from croupier.odds.blackjack.whole import Whole

_ROUNDS = 3
_HARDLY = 1e-12
"""How much a hand counts that the chart never leads to."""


class Cells(NamedTuple):
    """The cells of the chart, each after all that its hands can grow into."""

    start: Ints
    """Where the hands of each cell begin, and where the last ones end."""
    hands: Ints


@cache
def cells(by_size: bool) -> Cells:
    """Cells by total, hard or soft, and by the number of cards if that is looked at."""
    known = hands()
    of: dict[tuple[int, int, int], list[int]] = {}
    for hand in np.flatnonzero((known.size > 1) & (known.total < MOST)):
        size = row(int(known.size[hand]), False, 0)[0] if by_size else 0
        hard, soft = int(known.hard[hand]), bool(known.soft[hand])
        kind = 0 if hard > 11 else 1 if soft else 2
        of.setdefault((kind, -hard, size), []).append(int(hand))
    start, found = [0], list[int]()
    for key in sorted(of):
        found += of[key]
        start.append(len(found))
    return Cells(np.array(start), np.array(found))


@njit(cache=True, nogil=True)
def _likely(  # noqa: PLR0917
    left: Floats, hands: Hands, first: int, actions: Codes, always: bool, layers: int, orders: Floats, out: Floats
) -> None:
    """How likely each hand is that begins in so many orders, drawn to by these actions or always."""
    cards = left.sum()
    for hand in range(len(hands.hard)):
        for layer in range(layers):
            if orders[layer, hand] == 0.0:
                continue
            weight, rest = orders[layer, hand], cards
            for rank in range(RANKS):
                for taken in range(hands.cards[hand, rank]):
                    weight *= max(left[rank] - taken, 0.0) / rest
                    rest -= 1.0
            out[layer, hand] = weight
            if hands.total[hand] < MOST and (always or actions[layer, hand, first] == DRAW):
                for rank in range(RANKS):
                    if hands.grown[hand, rank] >= 0:
                        orders[layer, hands.grown[hand, rank]] += orders[layer, hand]


@njit(cache=True, nogil=True)
def _chart(  # noqa: PLR0917
    shoe: Floats,
    hands: Hands,
    rules: Rules,
    prizes: Prizes,
    chances: Floats,
    rescues: Flags,
    cells: Cells,
    likely: Floats,
    first: int,
    layers: int,
    actions: Codes,
    value: Floats,
) -> None:
    """What is best for each cell, as an action of every hand in it; only two cards may be doubled unless any may."""
    counted = shoe.sum()
    for hand in range(len(hands.hard)):
        if hands.total[hand] == MOST:
            worth = prizes.value[hand] if rules.at_once else met(chances[hand, first], MOST, 1.0, rules)[0]
            for layer in range(layers):
                value[layer, hand] = worth
    most = len(hands.hard)
    draws, doubles = np.zeros((LAYERS, most)), np.zeros((LAYERS, most))
    for cell in range(len(cells.start) - 1):
        stand = draw = double = two_stand = two_draw = two = 0.0
        may_stand = may = False
        for place in range(cells.start[cell], cells.start[cell + 1]):
            hand = cells.hands[place]
            may_stand = hands.hard[hand] >= 12 or hands.total[hand] >= 17
            here, _ = met(chances[hand, first], hands.total[hand], 1.0, rules)
            doubling = may_double(hands, hand, rules)
            may = may or doubling
            for layer in range(layers):
                if layer > hands.cards[hand, ACE]:
                    continue
                weight = likely[layer, hand]
                drawn = 0.0
                left = counted - hands.size[hand] - 1.0
                for rank in range(RANKS):
                    many = shoe[rank] - hands.cards[hand, rank] - (1.0 if rank == first else 0.0)
                    if many <= 0.0:
                        continue
                    after = hands.grown[hand, rank]
                    drawn += many / left * (-1.0 if after < 0 else value[layer, after])
                draws[layer, hand] = drawn
                stand += weight * here
                draw += weight * drawn
                if doubling:
                    worth, _ = doubled(shoe, hands, rules, chances, rescues, hand, first, layer)
                    doubles[layer, hand] = worth
                    double += weight * worth
                    two += weight
                    two_stand += weight * here
                    two_draw += weight * drawn
        action = STAND if may_stand and stand >= draw else DRAW
        doubling = may and double > (two_stand if action == STAND else two_draw)
        for place in range(cells.start[cell], cells.start[cell + 1]):
            hand = cells.hands[place]
            done = DOUBLE if doubling and may_double(hands, hand, rules) else action
            here, _ = met(chances[hand, first], hands.total[hand], 1.0, rules)
            for layer in range(layers):
                actions[layer, hand, first] = done
                value[layer, hand] = here
                if done != STAND:
                    value[layer, hand] = draws[layer, hand] if done == DRAW else doubles[layer, hand]


def basic(whole: Whole, best: Plan) -> tuple[Strategy, Plan]:
    """Basic strategy as a chart and as a plan; pairs are split where that is best, knowing what they are made of."""
    game, known = whole.game, whole.known
    actions, rescues = best.actions.copy(), _rescues(whole)
    for upcard in range(RANKS):
        if game.shoe[upcard] <= 0:
            continue
        left = game.shoe.copy()
        left[upcard] -= 1.0
        ever = _weights(whole, best, upcard, actions, left, always=True)
        for _ in range(_ROUNDS):
            likely = _weights(whole, best, upcard, actions, left, always=False) + _HARDLY * ever
            before = actions[:, :, upcard].copy()
            _chart(
                game.shoe, known, game.rules, game.prizes, game.chances, rescues, cells(game.rules.at_once), likely,
                upcard, game.layers, actions, np.zeros((LAYERS, len(known.hard))),
            )  # fmt: skip
            if (before == actions[:, :, upcard]).all():
                break
    strategy = _read(whole, best, actions, rescues)
    return strategy, plan_of(whole, strategy, actions, rescues)


def _weights(whole: Whole, best: Plan, upcard: int, actions: Codes, left: Floats, *, always: bool) -> Floats:
    orders = np.zeros((LAYERS, len(whole.known.hard)))
    for place, start in enumerate(whole.starts):
        if not start.natural and (always or best.firsts[place, upcard] not in (SPLIT, SURRENDER)):
            layer = start.aces if whole.game.layers > 1 else 0
            orders[layer, start.place] += start.share * (1.0 if start.pair else 2.0)
    out = np.zeros_like(orders)
    _likely(left, whole.known, upcard, actions, always, whole.game.layers, orders, out)
    return out


def _rescues(whole: Whole) -> Flags:
    """Doubled hands that are withdrawn, by total: those of which most are better lost for one wager."""
    game, known = whole.game, whole.known
    found = np.zeros((2, len(known.hard), RANKS), dtype=np.bool_)
    if not game.rules.rescue:
        return found
    for upcard in range(RANKS):
        for total in range(4, MOST):
            same = np.flatnonzero((known.hard == total) & (known.size == 3))
            if len(same):
                gains = [met(game.chances[hand, upcard], total, 2.0, game.rules)[0] for hand in same]
                withdrawn = float(np.mean(gains)) < -1.0
                found[0, known.hard == total, upcard] = withdrawn
                found[1, (known.hard == total - 10) & known.soft, upcard] = withdrawn
    return found


def _read(whole: Whole, best: Plan, actions: Codes, rescues: Flags) -> Strategy:
    """The chart as the tables that a strategy is."""
    known, found = whole.known, blank()
    held = (known.size > 1) & (known.total < MOST)
    for size in range(SIZES):
        # Where the number of cards does not matter, all but two of them are one cell.
        many = known.size == size + 2 if size < SIZES - 1 else known.size >= size + 2
        same = held & (many if size == 0 or whole.game.rules.at_once else known.size > 2)
        found.hands[size, known.soft[same].astype(np.int64), known.total[same]] = actions[0, same]
    for total in range(4, MOST):
        found.rescues[total] = rescues[0, known.hard == total].any(axis=0)
    shares = np.array([start.share for start in whole.starts])
    for pair in range(RANKS):
        places = [place for place, start in enumerate(whole.starts) if (start.first, start.second) == (pair, pair)]
        split = sum(shares[place] * (best.firsts[place] == SPLIT) for place in places)
        found.splits[pair] = np.asarray(split) > 0.5
    chances = whole.chances()
    given: dict[tuple[int, int], Floats] = {}
    for place, start in enumerate(whole.starts):
        if not start.natural:
            key = int(known.soft[start.place]), int(known.total[start.place])
            sign = np.where(best.firsts[place] == SURRENDER, 1.0, -1.0)
            sign[best.firsts[place] == SPLIT] = 0.0
            given[key] = given.get(key, np.zeros(RANKS)) + sign * chances[place]
    for key, weight in given.items():
        found.surrenders[key] = weight > 0
    natural = next(place for place, start in enumerate(whole.starts) if start.natural)
    return found._replace(takes_even_money=bool(best.firsts[natural, ACE] == EVEN_MONEY))


def plan_of(whole: Whole, strategy: Strategy, actions: Codes, rescues: Flags) -> Plan:
    """A strategy as a plan that can be measured."""
    known = whole.known
    firsts = np.zeros((len(whole.starts), RANKS), dtype=np.int8)
    for place, start in enumerate(whole.starts):
        hand = start.place
        if start.natural:
            firsts[place, ACE] = EVEN_MONEY if strategy.takes_even_money else STAND
            continue
        firsts[place] = actions[0, hand]
        given_up = strategy.surrenders[int(known.soft[hand]), known.total[hand]] == 1
        firsts[place, given_up] = SURRENDER
        if start.pair:
            firsts[place, strategy.splits[start.first] == 1] = SPLIT
    return Plan(actions, rescues, firsts, (Policy(actions, rescues),) * RANKS)
