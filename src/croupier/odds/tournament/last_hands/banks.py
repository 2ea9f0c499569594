"""What to wager at each bank in the last hands, solved backwards: who wagers later has seen what was wagered before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import prod
from os import cpu_count

import msgspec
import numpy as np
from msgspec.structs import replace
from numba import njit
from numpy.typing import NDArray

from croupier.games.blackjack.terms import Variant
from croupier.odds.steps import ahead, step
from croupier.odds.tournament.last_hands.results import GAINS, NOT_IN, VARIANTS, together

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_PLAYERS, MOST_HANDS = 3, 3
MOST_WORK = 10_000_000_000
"""So many results of wagers may be looked at."""
MOST_WAGERS = 100
"""So many wagers may be chosen from."""
ABSENT = -1
"""The bank of nobody: it is below every other."""


class NoLastHands(ValueError):
    """Why nothing can be said of these banks."""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """Who is left with how many chips, how many hands there are, and what may be wagered."""

    banks: tuple[int, ...]
    """In the order in which they wager, clockwise."""
    hands: int
    minimum: int
    maximum: int
    step: int
    """Wagers are the minimum, and so many chips more each."""
    prizes: tuple[int, ...]
    """By place, the first first; who is equal shares."""
    moves_on: bool = False
    """Whether the next player is the first to wager in the next hand; else always the same."""
    variant: Variant = Variant.BLACKJACK

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise NoLastHands("last hands are worked out for Blackjack and for Crown Blackjack")
        if not 2 <= len(self.banks) <= MOST_PLAYERS:
            raise NoLastHands("last hands are worked out for two and for three players")
        if not 1 <= self.hands <= MOST_HANDS:
            raise NoLastHands("one to three hands are left")
        if not 0 < self.minimum <= self.maximum or self.step <= 0:
            raise NoLastHands("a wager has a minimum, a maximum that is not below it, and a step")
        if (self.maximum - self.minimum) // self.step >= MOST_WAGERS:
            raise NoLastHands(f"that is too much to be looked at: take steps that leave {MOST_WAGERS} wagers at most")
        if min(self.banks) < 0 or any(bank % self.unit for bank in self.banks):
            raise NoLastHands(f"banks are of whole chips of {self.unit}, as the wagers are")
        if not self.prizes or len(self.prizes) > len(self.banks) or list(self.prizes) != sorted(self.prizes)[::-1]:
            raise NoLastHands(
                "there is a prize at least, no more of them than players, and none above a better place's"
            )

    @property
    def unit(self) -> int:
        """The chips that all wagers are a number of."""
        return int(np.gcd.reduce([self.minimum, self.maximum, self.step]))

    def wagers(self, bank: int) -> tuple[int, ...]:
        """What a bank may wager; nothing if it is below the minimum (ruling 92)."""
        found = tuple(range(self.minimum, min(self.maximum, bank) + 1, self.step))
        return found or (0,)

    def order(self, left: int) -> tuple[int, ...]:
        """Who wagers in turn when so many hands are left."""
        players = len(self.banks)
        first = (self.hands - left) % players if self.moves_on else 0
        return tuple((first + each) % players for each in range(players))


class Turn(msgspec.Struct, frozen=True):
    """What someone wagers who has seen what was wagered before, and what each wager would be worth to them."""

    player: int
    wager: int
    worth: dict[int, float]
    """By wager, the others answering as they do; in parts of all prizes."""


class Hand(msgspec.Struct, frozen=True):
    """One hand: what all wager in turn, and what everyone then has of the prizes on average."""

    left: int
    banks: tuple[int, ...]
    turns: tuple[Turn, ...]
    worth: tuple[float, ...]


class LastHands(msgspec.Struct, frozen=True):
    """What to wager now, and at other banks of whoever wagers first."""

    ending: Ending
    now: Hand
    at_each_bank: dict[int, tuple[Hand, ...]]
    """By bank of the first player, the others' as they are: the hand with one left, with two, and so on as asked."""


def last_hands(ending: Ending, *, most_work: int = MOST_WORK) -> LastHands:
    """Solve the hands that are left, backwards; at each bank all of them where that is not too much, else the last."""
    rows = _rows(ending)
    whole = _Solver(ending, {*rows, ending.banks[0]})
    if whole.work <= most_work:
        solver, told = whole, ending.hands
    else:
        solver, told = _Solver(ending, {ending.banks[0]}), 0
    if solver.work > most_work:
        raise NoLastHands("that is too much to be looked at: ask for fewer hands, or wagers in larger steps")
    solver.solve()
    if told:
        each = {bank: tuple(solver.hand(left + 1, (bank, *ending.banks[1:])) for left in range(told)) for bank in rows}
    else:
        last = _Solver(replace(ending, hands=1), set(rows))
        last.solve()
        each = {bank: (last.hand(1, (bank, *ending.banks[1:])),) for bank in rows}
    return LastHands(ending, solver.hand(ending.hands, ending.banks), each)


def _rows(ending: Ending) -> list[int]:
    """Banks of the first player that are worth telling of: up to twice the deepest, in even steps."""
    most = 2 * max(ending.banks)
    size = max(1, -(-most // (ending.unit * ROWS))) * ending.unit
    return list(range(size, most + 1, size))


class _Solver:
    """What banks are worth with so many hands left; they are counted in half units, and so are wagers' gains."""

    def __init__(self, ending: Ending, first: set[int]) -> None:
        self.ending = ending
        self.players = len(ending.banks)
        sets = [sorted(first), *([bank] for bank in ending.banks[1:])]
        half = [np.array([2 * bank // ending.unit for bank in each], np.int64) for each in sets]
        half += [np.array([ABSENT], np.int64)] * (MOST_PLAYERS - self.players)
        self.banks = {ending.hands: half}
        """By hands left: the banks that each player may have."""
        for left in range(ending.hands, 0, -1):
            self.banks[left - 1] = [self._after(each) for each in self.banks[left]]
        self.values: dict[int, Floats] = {}
        """By hands left and where the banks stand among those: everyone's part of the prizes."""

    @property
    def work(self) -> int:
        """How many results of wagers have to be looked at."""
        total = 0
        for left in range(1, self.ending.hands + 1):
            states = [len(each) for each in self.banks[left]]
            wagers = [len(self._wagers(int(each.max()))) for each in self.banks[left]]
            total += prod(states) * prod(wagers) * len(GAINS) ** self.players
        return total + prod(len(each) for each in self.banks[0])

    def solve(self) -> None:
        """Work out what banks are worth, from the end on."""
        ahead(self.ending.hands)
        self.values[0] = np.zeros((*(len(each) for each in self.banks[0]), MOST_PLAYERS))
        first, second, third = self.banks[0]
        _at_the_end(first, second, third, self._prizes(), self.values[0])
        step()
        for left in range(1, self.ending.hands):
            self.values[left] = np.zeros((*(len(each) for each in self.banks[left]), MOST_PLAYERS))
            with ThreadPoolExecutor(cpu_count()) as pool:
                list(pool.map(lambda at, left=left: self._fill(left, at), range(len(self.banks[left][0]))))
            step()

    def hand(self, left: int, banks: tuple[int, ...]) -> Hand:
        """What all wager in turn at these banks."""
        half = [2 * bank // self.ending.unit for bank in banks] + [ABSENT] * (MOST_PLAYERS - self.players)
        wagers = [self._wagers(each) for each in half]
        worth = np.zeros((*(len(each) for each in wagers), MOST_PLAYERS))
        first, second, third = wagers
        _worths(np.array(half), first, second, third, *self._after_hand(left), *self._chances(), worth)
        turns, chosen = list[Turn](), dict[int, int]()
        order = self.ending.order(left)
        for place, player in enumerate(order):
            answers = {}
            for number, wager in enumerate(wagers[player]):
                where = self._answered(worth, order, place, {**chosen, player: number})
                answers[int(wager) * self.ending.unit] = float(worth[where][player])
            best = _first_best(np.array(list(answers.values())))
            chosen[player] = best
            turns.append(Turn(player, int(wagers[player][best]) * self.ending.unit, answers))
        ends = worth[tuple(chosen.get(each, 0) for each in range(MOST_PLAYERS))]
        return Hand(left, banks, tuple(turns), tuple(map(float, ends[: self.players])))

    def _answered(self, worth: Floats, order: tuple[int, ...], place: int, chosen: dict[int, int]) -> tuple[int, ...]:
        """What all wager when these have wagered so, and whoever comes after answers as well as can be."""
        if place + 1 == len(order):
            return tuple(chosen.get(each, 0) for each in range(MOST_PLAYERS))
        player = order[place + 1]
        found = [
            self._answered(worth, order, place + 1, {**chosen, player: number}) for number in range(worth.shape[player])
        ]
        return found[_first_best(np.array([worth[where][player] for where in found]))]

    def _fill(self, left: int, at: int) -> None:
        order = [*self.ending.order(left), *range(self.players, MOST_PLAYERS)]
        banks_1, banks_2, banks_3 = self.banks[left]
        wagers_1, wagers_2, wagers_3 = (self._wagers(int(each.max())) for each in self.banks[left])
        _solve(
            at, banks_1, banks_2, banks_3, wagers_1, wagers_2, wagers_3, np.array(order),
            *self._after_hand(left), *self._chances(), self.values[left],
        )  # fmt: skip

    def _after_hand(self, left: int) -> tuple[Ints, Ints, Ints, Floats]:
        """Where each bank of the next hand stands, and what they are worth."""
        first, second, third = (_places(each) for each in self.banks[left - 1])
        return first, second, third, self.values[left - 1]

    def _chances(self) -> tuple[Ints, Ints, Floats]:
        return np.array(GAINS), _POSSIBLE, _padded(together(self.ending.variant, self.players), self.players)

    def _prizes(self) -> Floats:
        prizes = (*self.ending.prizes, *(0 for _ in range(MOST_PLAYERS - len(self.ending.prizes))))
        return np.array(prizes) / sum(prizes)

    def _wagers(self, half: int) -> Ints:
        """What a bank may wager, in units."""
        if half == ABSENT:
            return np.array([0])
        return np.array(self.ending.wagers(half * self.ending.unit // 2)) // self.ending.unit

    def _after(self, banks: Ints) -> Ints:
        """What such banks may become in one hand."""
        found = [banks]
        for wager in self._wagers(int(banks.max())):
            able = banks[banks >= 2 * wager]
            for gain in GAINS:
                found.append((able if gain in ONE_WAGER else able[able >= 4 * wager]) + wager * gain)
        return np.unique(np.concatenate(found))


ROWS = 24
"""Of so many banks, at most, it is told what to wager at them."""
ONE_WAGER = (-2, 0, 2, 3)
"""What a wager can gain to which none is added, in halves of it."""
_POSSIBLE = np.array([[gain == 0, gain in ONE_WAGER, True] for gain in GAINS]).T.astype(np.int64)
"""By what a bank is to a hand: which of the gains it can have."""
_ALIKE = 1e-12
"""Wagers whose worth differs by no more are worth the same; the smallest is made."""


def _padded(joint: Floats, players: int) -> Floats:
    """The same for three, of whom some are nobody."""
    if players == MOST_PLAYERS:
        return joint
    found = np.zeros((3, 3, 3, *(len(GAINS),) * 3))
    found[:, :, NOT_IN, :, :, GAINS.index(0)] = joint
    return found


def _places(banks: Ints) -> Ints:
    """By a bank and one more: where it stands among these."""
    found = np.full(int(banks.max()) + 2, -1, np.int64)
    found[banks + 1] = np.arange(len(banks))
    return found


def _first_best(worths: Floats) -> int:
    return int(np.flatnonzero(worths >= worths.max() - _ALIKE)[0])


@njit(cache=True, nogil=True)
def _at_the_end(first, second, third, prizes, out):  # type: ignore[no-untyped-def]
    """Everyone's part of the prizes when no hand is left: equal banks share their places."""
    banks = np.zeros(3, np.int64)
    for a in range(first.size):
        for b in range(second.size):
            for c in range(third.size):
                banks[0], banks[1], banks[2] = first[a], second[b], third[c]
                for player in range(3):
                    above, level = 0, 0
                    for other in range(3):
                        above += banks[other] > banks[player]
                        level += banks[other] == banks[player]
                    for place in range(above, above + level):
                        out[a, b, c, player] += prizes[place] / level


@njit(cache=True, nogil=True)
def _expected(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    banks, wagers, place_1, place_2, place_3, values, gains, possible, chances, out
):
    """Everyone's part of the prizes after these wagers, on average."""
    a, b, c = _held(banks[0], wagers[0]), _held(banks[1], wagers[1]), _held(banks[2], wagers[2])
    out[:] = 0.0
    joint = chances[a, b, c]
    for one in range(gains.size):
        if not possible[a, one]:
            continue
        first = place_1[banks[0] + wagers[0] * gains[one] + 1]
        for two in range(gains.size):
            if not possible[b, two]:
                continue
            second = place_2[banks[1] + wagers[1] * gains[two] + 1]
            for three in range(gains.size):
                if possible[c, three]:
                    third = place_3[banks[2] + wagers[2] * gains[three] + 1]
                    chance = joint[one, two, three]
                    for player in range(3):
                        out[player] += chance * values[first, second, third, player]


@njit(cache=True, nogil=True, inline="always")
def _held(bank, wager):  # type: ignore[no-untyped-def]
    """What a bank is to the hand: nothing, one wager, or one more beside it."""
    return 0 if wager == 0 else 1 if bank < 4 * wager else 2


@njit(cache=True, nogil=True)
def _worths(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    banks, wagers_1, wagers_2, wagers_3, place_1, place_2, place_3, values, gains, possible, chances, out
):
    """What every choice of wagers is worth."""
    wagers, found = np.zeros(3, np.int64), np.zeros(3)
    for a in range(wagers_1.size):
        for b in range(wagers_2.size):
            for c in range(wagers_3.size):
                wagers[0], wagers[1], wagers[2] = wagers_1[a], wagers_2[b], wagers_3[c]
                _expected(banks, wagers, place_1, place_2, place_3, values, gains, possible, chances, found)
                out[a, b, c] = found


@njit(cache=True, nogil=True)
def _allowed(bank, wagers):  # type: ignore[no-untyped-def]
    """How many of the wagers a bank has the chips for; at least one, which is none where it has for none."""
    many = 0
    while many < wagers.size and 2 * wagers[many] <= bank:
        many += 1
    return many


@njit(cache=True, nogil=True)
def _solve(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    at, first, second, third, wagers_1, wagers_2, wagers_3, order,
    place_1, place_2, place_3, values, gains, possible, chances, out,
):  # fmt: skip
    """What banks are worth, for one of the first player's: each in turn takes the best, whoever is later answering."""
    lists = (wagers_1, wagers_2, wagers_3)
    banks, wagers, many = np.zeros(3, np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)
    found, best_2, best_3 = np.zeros(3), np.zeros(3), np.zeros(3)
    banks[0] = first[at]
    one, two, three = order
    for b in range(second.size):
        for c in range(third.size):
            banks[1], banks[2] = second[b], third[c]
            for player in range(3):
                many[player] = max(1, _allowed(banks[player], lists[player]))
            best = out[at, b, c]
            best[:] = -1.0
            for x in range(many[one]):
                wagers[one] = lists[one][x] if 2 * lists[one][x] <= banks[one] else 0
                best_2[:] = -1.0
                for y in range(many[two]):
                    wagers[two] = lists[two][y] if 2 * lists[two][y] <= banks[two] else 0
                    best_3[:] = -1.0
                    for z in range(many[three]):
                        wagers[three] = lists[three][z] if 2 * lists[three][z] <= banks[three] else 0
                        _expected(banks, wagers, place_1, place_2, place_3, values, gains, possible, chances, found)
                        if found[three] > best_3[three] + 1e-12:
                            best_3[:] = found
                    if best_3[two] > best_2[two] + 1e-12:
                        best_2[:] = best_3
                if best_2[one] > best[one] + 1e-12:
                    best[:] = best_2
