"""The equilibrium of a hand in which everyone is all in or out, by what counted showdowns are worth.

Each player learns from what either choice would have been worth with each group of hands (regret matching that forgets
what was lost, the later plays weighing more), and the average of all that was played is what is told. How good it is,
is measured: what each player alone could gain by the best answer to it.
"""

from __future__ import annotations

from itertools import product
from math import factorial

import msgspec
import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.odds.steps import ahead, step
from croupier.odds.tournament.push_fold.orders import orders
from croupier.odds.tournament.push_fold.showdowns import Showdowns, cells
from croupier.odds.tournament.push_fold.spot import Spot

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

CLOSE_ENOUGH = 0.0002
"""What a best answer may gain, in big blinds, for the search to end."""
MOST_ROUNDS = 4000
MEASURED_EVERY = 20


class Decision(msgspec.Struct, frozen=True):
    """Where someone chooses: who, and which of those before them are in."""

    player: int
    inside: tuple[int, ...]


class Solution(msgspec.Struct, frozen=True):
    """What everyone does, and what it is worth."""

    decisions: dict[Decision, Floats]
    """By group of hands: how often one is all in."""
    gains: tuple[float, ...]
    """What the best answer of each player gains on average, in big blinds."""
    means: tuple[float, ...]
    """What the hand gains everyone on average, in big blinds."""
    held: Floats
    """How often one is dealt a hand of each group."""
    rounds: int

    def often(self, where: Decision) -> float:
        """How often someone is all in, over all hands."""
        return float(self.decisions[where] @ self.held)


def decisions(players: int) -> list[Decision]:
    """Everywhere that someone chooses; whoever is last has nothing to choose if nobody is in."""
    return [
        Decision(player, tuple(each for each in range(player) if said[each]))
        for player in range(players)
        for said in product((True, False), repeat=player)
        if player < players - 1 or any(said)
    ]


class Tree:
    """A spot with the showdowns of a game: what each choice is worth to each group of hands."""

    def __init__(self, spot: Spot, showdowns: Showdowns) -> None:
        self.spot, self.groups = spot, showdowns.groups
        self.players = spot.players
        self.often, worth = _spread(spot, showdowns)
        self.worth = dict(zip(_shown(self.players), worth, strict=True))
        self.ends = [
            tuple(each for each in range(self.players) if said[each])
            for said in product((True, False), repeat=self.players)
            if any(said)
        ]
        self.held = self.often.sum(axis=1, dtype=np.float64)
        """How often one holds each group of hands."""

    def begun(self) -> dict[Decision, Floats]:
        """Everyone in with half of everything."""
        return {each: np.full(self.groups, 0.5) for each in decisions(self.players)}

    def choices(self, player: int, played: dict[Decision, Floats]) -> dict[Decision, Floats]:
        """What being in and being out gain a player wherever they choose, as often as it comes to that."""
        found = {each: np.zeros((2, self.groups)) for each in decisions(self.players) if each.player == player}
        for end in self.ends:
            where = Decision(player, tuple(each for each in end if each < player))
            if where in found:
                found[where][0 if player in end else 1] += self._worth(player, end, played)
        return found

    def average(self, player: int, played: dict[Decision, Floats]) -> float:
        """What a player gains by the hand on average, in big blinds."""
        total = 0.0
        for end in self.ends:
            own = self._chance(player, end, played)
            total += float(own @ self._worth(player, end, played))
        return total

    def gains(self, played: dict[Decision, Floats]) -> tuple[float, ...]:
        """What each player's best answer gains, in big blinds."""
        found = []
        for player in range(self.players):
            gain = 0.0
            for where, (inside, out) in self.choices(player, played).items():
                often = played[where]
                gain += float((np.maximum(inside, out) - often * inside - (1 - often) * out).sum())
            found.append(gain)
        return tuple(found)

    def _worth(self, player: int, end: tuple[int, ...], played: dict[Decision, Floats]) -> Floats:
        """By own group: what an end gains, as often as the others bring it about."""
        others = [self._chance(each, end, played) for each in range(self.players) if each != player]
        chance = others[0] if len(others) == 1 else np.outer(*others).ravel()
        chance = chance.astype(np.float32)
        if len(end) == 1:
            return np.asarray(self.spot.gains(end, None)[player] * (self.often @ chance), np.float64)
        return np.asarray(self.worth[end][player] @ chance, np.float64)

    def _chance(self, player: int, end: tuple[int, ...], played: dict[Decision, Floats]) -> Floats:
        """By group: how often a player does what brings an end about."""
        often = played.get(Decision(player, tuple(each for each in end if each < player)))
        if often is None:
            return np.ones(self.groups)
        return often if player in end else 1 - often


def solve(spot: Spot, showdowns: Showdowns, *, close_enough: float = CLOSE_ENOUGH) -> Solution:
    """An equilibrium of a spot, as near as was asked for or as many rounds brought it."""
    tree = Tree(spot, showdowns)
    now = tree.begun()
    regrets = {each: np.zeros((2, tree.groups)) for each in now}
    sums = {each: np.zeros(tree.groups) for each in now}
    weights = 0.0
    gains: tuple[float, ...] = ()
    average = now
    rounds = 0
    ahead(1)
    while rounds < MOST_ROUNDS:
        rounds += 1
        for player in range(spot.players):
            for where, choice in tree.choices(player, now).items():
                regret, often = regrets[where], now[where]
                regret[:] = np.maximum(regret + choice - (often * choice[0] + (1 - often) * choice[1]), 0.0)
                both = regret.sum(axis=0)
                now[where] = np.where(both > 0, regret[0] / np.where(both > 0, both, 1.0), 0.5)
        for where, often in now.items():
            sums[where] += rounds * often
        weights += rounds
        if rounds % MEASURED_EVERY == 0:
            average = {where: total / weights for where, total in sums.items()}
            gains = tree.gains(average)
            if max(gains) <= close_enough:
                break
    step()
    means = tuple(tree.average(player, average) for player in range(spot.players))
    return Solution(average, gains, means, tree.held, rounds)


def _shown(players: int) -> list[tuple[int, ...]]:
    """Who can be all in at a showdown."""
    return [
        tuple(each for each in range(players) if said[each])
        for said in product((True, False), repeat=players)
        if sum(said) > 1
    ]


def _spread(spot: Spot, showdowns: Showdowns) -> tuple[Singles, NDArray[np.float32]]:
    """How often groups meet, and by showdown, player, own group and those of the others what it is worth.

    What was counted for hands in any order holds for every way to seat them.
    """
    players, groups = spot.players, showdowns.groups
    known = orders(players, low=showdowns.low)
    shown = _shown(players)
    worth = np.array([[spot.gains(inside, order) for inside in shown] for order in known.all])
    often = np.zeros((groups, groups ** (players - 1)), np.float32)
    into = np.zeros((len(shown), players, groups, groups ** (players - 1)), np.float32)
    total = float(showdowns.counts.sum(dtype=np.float64)) * factorial(players)
    seatings = np.array(known.seatings, np.int64)
    _fill(cells(groups, players), showdowns.counts, seatings, known.moved, worth, total, often, into)
    return often, into


@njit(cache=True, nogil=True)
def _fill(of, counts, seatings, moved, worth, total, often, into):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    players, groups = of.shape[1], often.shape[0]
    ends = worth.shape[1]
    sums = np.zeros((ends, players))
    at = np.zeros(players, np.int64)
    for cell in range(of.shape[0]):
        met = 0.0
        for order in range(counts.shape[1]):
            met += counts[cell, order]
        if met == 0.0:
            continue
        for seating in range(seatings.shape[0]):
            sums[:] = 0.0
            for order in range(counts.shape[1]):
                many = float(counts[cell, order])
                if many:
                    becomes = moved[seating, order]
                    for end in range(ends):
                        for player in range(players):
                            sums[end, player] += many * worth[becomes, end, player]
            for player in range(players):
                at[player] = 0
                for each in range(players):
                    if each != player:
                        at[player] = at[player] * groups + of[cell, seatings[seating, each]]
            often[of[cell, seatings[seating, 0]], at[0]] += met / total
            for end in range(ends):
                for player in range(players):
                    into[end, player, of[cell, seatings[seating, player]], at[player]] += sums[end, player] / total
