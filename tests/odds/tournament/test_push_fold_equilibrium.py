"""Equilibria against games solved by hand, and against a player's every answer tried one by one."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from croupier.odds.tournament.push_fold.equilibrium import Decision, Tree, decisions, solve
from croupier.odds.tournament.push_fold.orders import Order, orders
from croupier.odds.tournament.push_fold.showdowns import Showdowns, cells
from croupier.odds.tournament.push_fold.spot import Spot

SMALL, BIG = Decision(0, ()), Decision(1, (0,))


def kings_and_aces() -> Showdowns:
    """Everyone has a king (group 0) or an ace, each as likely, whatever the other has; aces beat kings."""
    number = {order.highs: at for at, order in enumerate(orders(2, low=False).all)}
    counts = np.zeros((3, 3), np.uint32)
    counts[0, number[0, 0]] = counts[2, number[0, 0]] = 1
    counts[1, number[1, 0]] = 2  # a king and an ace come in two ways
    return Showdowns(2, 2, False, counts, exact=True)


def test_with_deep_stacks_kings_are_out() -> None:
    """Four big blinds: a king that is all in loses 4 to an ace and gains 1 of a king, -3/2 on average, not -1/2."""
    found = solve(Spot((16, 16), 2, 4), kings_and_aces(), close_enough=1e-5)
    assert found.decisions[SMALL] == pytest.approx([0, 1], abs=1e-3)
    assert found.decisions[BIG] == pytest.approx([0, 1], abs=1e-3)
    assert found.means == pytest.approx((0, 0), abs=1e-3)
    assert max(found.gains) <= 1e-5


def test_with_shallow_stacks_both_mix_their_kings() -> None:
    """With 3/2 big blinds.

    The big blind's king is level between losing 1 and being all in against the aces and p of the kings:
    3/2 / (1 + p) = 1, so p = 1/2. The small blind's king is level between losing 1/2 and being all in, where an ace
    takes 3/2 and of the kings those that are out, 1 - q, leave 1: -3/4 + (1 - q)/2 = -1/2, so q = 1/2. An ace gains
    nothing of an ace, and of a king 3/2 or 1: so the small blind gains (5/4)/4 - (1/2)/2 = 1/16.
    """
    found = solve(Spot((6, 6), 2, 4), kings_and_aces(), close_enough=1e-6)
    assert found.decisions[SMALL] == pytest.approx([1 / 2, 1], abs=0.01)
    assert found.decisions[BIG] == pytest.approx([1 / 2, 1], abs=0.01)
    assert found.means == pytest.approx((1 / 16, -1 / 16), abs=1e-4)
    assert found.often(SMALL) == pytest.approx(3 / 4, abs=0.01)


def any_showdowns(players: int, low: bool, groups: int, seen: float = 1.0) -> Showdowns:
    shape = len(cells(groups, players)), len(orders(players, low=low).all)
    chance = np.random.default_rng(players)
    counts = chance.integers(0, 50, shape) * (chance.random(shape) < seen)
    return Showdowns(players, groups, low, counts.astype(np.uint32), exact=False)


@cache
def gained(spot: Spot, inside: tuple[int, ...], order: Order | None) -> tuple[float, ...]:
    return spot.gains(inside, order)


def on_average(spot: Spot, showdowns: Showdowns, played: dict[Decision, np.ndarray]) -> list[float]:
    """What everyone gains, hand by hand: every choice of groups in every seating, every order, every course."""
    known = orders(spot.players, low=showdowns.low)
    total, gains = 0.0, [0.0] * spot.players
    for cell, groups in enumerate(cells(showdowns.groups, spot.players)):
        for number, order in enumerate(known.all):
            for seating in known.seatings:
                many = float(showdowns.counts[cell, number])
                total += many
                for course in product((True, False), repeat=spot.players):
                    inside = tuple(each for each in range(spot.players) if course[each])
                    chance = many
                    for each in range(spot.players):
                        where = Decision(each, tuple(one for one in inside if one < each))
                        often = played[where][groups[seating[each]]] if where in played else 1.0
                        chance *= often if course[each] else 1 - often
                    if chance:
                        found = gained(spot, inside, order.moved(seating) if len(inside) > 1 else None)
                        gains = [gain + chance * each for gain, each in zip(gains, found, strict=True)]
    return [gain / total for gain in gains]


@pytest.mark.parametrize(
    ("spot", "low"),
    [
        (Spot((1000, 700), 50, 100, 5), False),
        (Spot((1000, 700), 50, 100), True),
        (Spot((1000, 700, 1500), 50, 100), False),
        (Spot((1000, 700, 1500), 50, 100, prizes=(50, 30, 20)), False),
        (Spot((700, 700, 1500), 50, 100, 10, prizes=(50, 30)), True),
    ],
)
def test_what_is_gained_and_what_a_best_answer_gains_are_so_when_tried_one_by_one(spot: Spot, low: bool) -> None:
    showdowns = any_showdowns(spot.players, low, groups=2, seen=0.02 if low else 1.0)
    chance = np.random.default_rng(1)
    played = {where: chance.random(2) for where in decisions(spot.players)}
    tree = Tree(spot, showdowns)
    means = on_average(spot, showdowns, played)
    assert [tree.average(player, played) for player in range(spot.players)] == pytest.approx(means, abs=1e-6)
    gains = tree.gains(played)
    for player in range(spot.players):
        own = [where for where in played if where.player == player]
        best = means[player]
        for where in own:  # what is done at one decision changes nothing of what another is worth
            answers = [dict(played) | {where: np.array(each, float)} for each in product((0, 1), repeat=2)]
            best += max(on_average(spot, showdowns, each)[player] for each in answers) - means[player]
        assert gains[player] == pytest.approx(best - means[player], abs=1e-6)


def test_three_players_choose_at_six_places() -> None:
    assert [(each.player, each.inside) for each in decisions(3)] == [
        (0, ()),
        (1, (0,)),
        (1, ()),
        (2, (0, 1)),
        (2, (0,)),
        (2, (1,)),
    ]


@pytest.mark.parametrize("prizes", [None, (50, 30, 20), (50, 50)])
def test_three_players_come_to_an_equilibrium(prizes: tuple[int, ...] | None) -> None:
    found = solve(Spot((1000, 700, 1500), 50, 100, prizes=prizes), any_showdowns(3, True, groups=6))
    assert max(found.gains) <= 0.001
    assert sum(found.means) == pytest.approx(0, abs=1e-6)
