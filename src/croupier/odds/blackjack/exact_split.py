"""What splitting each pair is worth against each first card, exactly for the stated policy, and how it ends.

The policy on split hands looks at the hand's own cards, the dealer's first card and the two cards that were split; a
pair that comes again is split again while the book lets it. For any such policy the value is exact: how each hand ends
is, and so is the chance that none is alive beside a dealer's natural, which alone turns on all hands at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from croupier.odds.blackjack.compositions import (
    ACE,
    NATURAL,
    OUTCOMES,
    RANKS,
    SEVEN,
    TEN,
    Flags,
    Floats,
    hands,
    place_of,
)
from croupier.odds.blackjack.exact import borrow, dealers
from croupier.odds.blackjack.exact_hands import LAYERS, Values, empty, find_rescues, work_out
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.split import (
    BONUS,
    BONUS_SPADES,
    ENDS,
    NOUGHT,
    RESCUED,
    SEVENS,
    STRAIGHT,
    endings,
    reached,
)
from croupier.odds.blackjack.split_alive import ended, one_over, three_over, two_over
from croupier.odds.blackjack.split_joint import HALVES, together
from croupier.odds.blackjack.strategy import Codes
from croupier.odds.blackjack.suits import Suits, sevens_of_split

LEVELS = 3
LIVE_COSTS = 0.25
"""What a dealer's natural is usually reckoned to cost a live split hand: about the chance that no other is alive."""

_GAINS = np.array([(end - NOUGHT) / 2 for end in range(11)] + [0.0] * (ENDS - 11))
_GAINS[RESCUED] = -1.0
_GAINS[BONUS], _GAINS[BONUS_SPADES] = 2.0, 3.0


class Policy(NamedTuple):
    """What is done with a split hand: by [layer, hand, upcard], and which doubled hands are withdrawn."""

    actions: Codes
    rescues: Flags


class Apart(NamedTuple):
    """How the hands of one pair end against one first card, each alone: two of them, or three.

    Chances are of the hand and its case together, `[end, outcome]`; `two` is a hand where none was split again, `early`
    the first hand where the second was, `late` the other two then, `all` any where the first was split again.
    """

    two: Floats
    early: Floats
    late: Floats
    all: Floats
    some: Floats
    """One hand of any case, and what is drawn to it on average times its chances, by [end, outcome, rank]."""
    drawn: Floats
    shoe: Floats


class Splits:
    """The pairs of one shoe: what is known of dealers beside split hands is kept."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known = hands()
        many = len(self.known.hard)
        self._chances = np.empty((RANKS, LEVELS, many, RANKS, OUTCOMES))
        self._done = np.zeros((RANKS, LEVELS, many, RANKS), dtype=np.bool_)
        self._last: dict[int, tuple[Policy, dict[int, Apart]]] = {}
        self._room: Values = empty()
        self._endless: Policy | None = None

    def chances(self, pair: int, level: int, wanted: Flags) -> Floats:
        """What dealers come to beside hands, so many more cards of the pair being gone."""
        known, game = self.known, self.game
        if game.endless:
            return game.chances
        done: Flags = self._done[pair, level - 1]
        out: Floats = self._chances[pair, level - 1]
        borrow(game.chances, known, pair, level, wanted, done, out)
        shoe = game.shoe.copy()
        shoe[pair] -= level
        dealers(shoe, known, wanted, done, game.finals, game.endless, out)
        return out

    def policy(self, pair: int, costs: float = LIVE_COSTS, spares: float = 0.0) -> Policy:
        """The best policy for one hand of the pair, the other card of it gone; split aces leave nothing to decide.

        A dealer's natural is reckoned to cost a live hand so much, and to give back such a part of one that is bust.
        """
        known, game = self.known, self.game
        rescues = np.zeros((2, len(known.hard), RANKS), dtype=np.bool_)
        if pair == ACE:
            return Policy(np.zeros_like(self._room.actions), rescues)
        usual = costs == LIVE_COSTS and not spares
        if self._endless is not None and usual:
            return self._endless
        held = known.size > 1 if game.endless else (known.cards[:, pair] > 0) & (known.size > 1)
        wanted = np.repeat(held[:, None], RANKS, axis=1)
        chances = self.chances(pair, 1, wanted)
        rules = game.rules._replace(natural_costs=costs, spares=spares)
        shoe = game.shoe.copy()
        shoe[pair] -= 1.0
        found = self._room._replace(actions=np.zeros_like(self._room.actions))
        if rules.rescue:
            find_rescues(known, rules, chances, wanted, rescues)
        work_out(shoe, known, rules, game.prizes, chances, rescues, wanted, False, game.layers, found)
        policy = Policy(found.actions, rescues)
        if game.endless and usual:
            # No card is missed from an endless shoe: what is best for one pair's hands is best for another's.
            self._endless = policy
        return policy

    def apart(self, pair: int, policy: Policy, upcards: Sequence[int] = range(RANKS)) -> dict[int, Apart]:
        """How hands of the pair end against these first cards; told at once for the policy it was last told for."""
        last = self._last.get(pair)
        told = last[1] if last is not None and last[0] is policy else {}
        missing = [upcard for upcard in upcards if upcard not in told]
        if missing:
            told = told | self._worked_out(pair, policy, missing)
        self._last[pair] = policy, told
        return told

    def _worked_out(self, pair: int, policy: Policy, upcards: Sequence[int]) -> dict[int, Apart]:
        known, game = self.known, self.game
        single, layers, rules = place_of(pair), game.layers, game.rules
        wanted = np.zeros((len(known.hard), RANKS), dtype=np.bool_)
        if pair == ACE:
            wanted[known.grown[single]] = True
        else:
            reached(known, single, pair, policy.actions, False, layers, wanted)
        wanted[:, [upcard for upcard in range(RANKS) if upcard not in upcards]] = False
        levels = [self.chances(pair, level, wanted) for level in range(1, (1 if pair == ACE else LEVELS) + 1)]
        orders = np.zeros((LAYERS, len(known.hard)))

        def found(level: int, first: int, again: bool, shoe: Floats) -> tuple[Floats, Floats]:
            mass, mean = np.zeros((ENDS, OUTCOMES)), np.zeros((ENDS, OUTCOMES, RANKS))
            endings(
                shoe, known, rules, levels[level - 1], policy.rescues, single, pair, first, policy.actions, again,
                layers, orders, mass, mean,
            )  # fmt: skip
            return mass, mean

        return {first: self._apart(pair, first, found) for first in upcards}

    def _apart(self, pair: int, first: int, found: Callable[[int, int, bool, Floats], tuple[Floats, Floats]]) -> Apart:
        left = self.game.shoe.copy()
        left[first] -= 1.0
        left[pair] -= 2.0
        nothing = np.zeros((ENDS, OUTCOMES))
        if left[pair] < 0 or left[first] < 0:
            return Apart(nothing, nothing, nothing, nothing, nothing, np.zeros((ENDS, OUTCOMES, RANKS)), left)
        cards = left.sum()
        unpaired, means = found(1, first, False, left)
        if pair == ACE:
            paired, more = found(1, first, True, left)
            every = unpaired + paired
            return Apart(every, nothing, nothing, nothing, every, means + more, left)
        chance, again = left[pair] / cards, max(left[pair] - 1.0, 0.0) / (cards - 1.0)
        less = left.copy()
        less[pair] -= 1.0
        if less[pair] < 0:
            return Apart(unpaired, nothing, nothing, nothing, unpaired, means, left)
        endless = self.game.endless
        second = unpaired if endless else found(2, first, False, less)[0]
        paired, more = found(2, first, True, less)
        every = paired + second
        third = every if endless else nothing
        if again > 0 and not endless:
            least = less.copy()
            least[pair] -= 1.0
            third = found(3, first, False, least)[0] + found(3, first, True, least)[0]
        return Apart(
            unpaired - chance * second,
            chance * second,
            chance * (every - again * third),
            chance * every,
            unpaired + chance * paired,
            means + chance * more,
            left,
        )

    def none_alive(self, pair: int, first: int, policy: Policy, *, exactly: bool) -> tuple[float, float, float]:
        """The chances that no hand is alive beside a dealer's natural: of two hands, and of three in either case.

        Where three hands need not be looked at exactly, what three do together is put together from what two do.
        """
        if first not in (ACE, TEN):
            return 0.0, 0.0, 0.0
        left = self.game.shoe.copy()
        left[first] -= 1.0
        left[pair] -= 2.0
        second = TEN if first == ACE else ACE
        natural = left[second] / left.sum()
        if left.min() < 0 or natural <= 0:
            return 0.0, 0.0, 0.0
        left[second] -= 1.0
        known, rules = self.known, self.game.rules
        some = ended(known, rules, policy.rescues, place_of(pair), pair, first, policy.actions, self.game.layers)
        two = natural * two_over(left, some, some.unpaired, some.unpaired)
        again = left[pair] / left.sum()
        if pair == ACE or again <= 0:
            return two, 0.0, 0.0
        left[pair] -= 1.0
        if exactly:
            early, every = three_over(left, some, some.unpaired), three_over(left, some, some.any)
        else:
            one, alone = one_over(left, some, some.any), one_over(left, some, some.unpaired)
            if one <= 0 or alone <= 0:
                return two, 0.0, 0.0
            both = two_over(left, some, some.any, some.any)
            mixed = two_over(left, some, some.unpaired, some.any)
            every, early = (both / one) ** 3, both * mixed * mixed / (one * one * alone)
        return two, natural * again * early, natural * again * every


class Cases(NamedTuple):
    """The hands of a pair of one kind of suits against one first card: each case's hands, their ends by suits told."""

    hands: tuple[tuple[Floats, ...], ...]
    over: tuple[float, ...]
    """The chance that none is alive beside a natural, case by case."""
    some: Floats
    drawn: Floats
    """What is drawn on average to hands that end so, times the chances of those, by [end, outcome, rank]."""
    shoe: Floats


def cases(apart: Apart, over: tuple[float, float, float], pair: int, first: int, suits: Suits, kind: int) -> Cases:  # noqa: PLR0917
    """The cases of a pair: no hand split again, the second one, the first one."""
    wins_bonus = suits.bonus_after_split[kind] and pair == SEVEN and first == SEVEN
    own, third = sevens_of_split(suits.decks, kind)

    def told(mass: Floats, sevens: tuple[float, float]) -> Floats:
        return _suits_told(mass, sevens, wins_bonus) if suits.matter else mass

    two = told(apart.two, own)
    both, either = (told(apart.late, own), told(apart.late, third)), (told(apart.all, own), told(apart.all, third))
    every = ((two, two), (told(apart.early, own), *both), (either[0], either[0], either[1]))
    some, drawn = told(apart.some, own), told(apart.drawn, own)
    return Cases(every, over, some, drawn, apart.shoe)


def _suits_told(mass: Floats, sevens: tuple[float, float], wins_bonus: bool) -> Floats:
    found = mass.copy()
    for place, (spades, suited) in ((STRAIGHT, (1 / 64, 3 / 64)), (SEVENS, sevens)):
        bonus = wins_bonus and place == SEVENS
        found[BONUS_SPADES if bonus else NOUGHT + 6] += spades * mass[place]
        found[BONUS if bonus else NOUGHT + 4] += suited * mass[place]
        found[NOUGHT + 3] += (1 - spades - suited) * mass[place]
        found[place] = 0.0
    return found


def value_of(found: Cases, super_bonus: float) -> float:
    """What splitting is worth, a dealer's natural taking one wager more where a hand is alive."""
    gains = _GAINS.copy()
    gains[[BONUS, BONUS_SPADES]] += super_bonus
    value = sum(float(gains @ hand.sum(axis=1)) for case in found.hands for hand in case)
    natural = sum(float(case[0][:, NATURAL].sum()) for case in found.hands)
    return value - (natural - sum(found.over))


class Net(NamedTuple):
    """The net results of a split, in halves from `NIL`; beside them the chance of a Super Bonus and what it gains."""

    chances: Floats
    bonus: float
    beside: float


def net_of(found: Cases, *, one_in_all: bool, spared: bool) -> Net:
    """How likely each net result of a split is."""
    chances = np.zeros(HALVES)
    bonus = beside = 0.0
    drawn = found.drawn / np.where(found.some > 0, found.some, 1.0)[..., None]
    for case, over in zip(found.hands, found.over, strict=True):
        weight = float(case[0].sum())
        if weight <= 0:
            continue
        mass = np.stack([hand / hand.sum() for hand in case])
        means = mass[..., None] * drawn
        more, gained, _ = together(mass, means, found.shoe, weight, over / weight, one_in_all, spared, chances)
        bonus, beside = bonus + more, beside + gained
    return Net(chances, bonus, beside)
