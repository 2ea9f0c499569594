"""The whole game: the best plan for every start, what any plan is worth, and how it ends."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from croupier.odds.blackjack.compositions import ACE, RANKS, SEVEN, TEN, Floats, hands
from croupier.odds.blackjack.exact_hands import LAYERS, NONE, Values, empty, find_rescues, work_out
from croupier.odds.blackjack.exact_lines import SEVENS, STRAIGHT, WAYS, lines
from croupier.odds.blackjack.exact_split import Cases, Net, Policy, Splits, cases, net_of, value_of
from croupier.odds.blackjack.settings import Settings
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.split_joint import HALVES
from croupier.odds.blackjack.split_play import best_play
from croupier.odds.blackjack.starts import CHOICES, EVEN_MONEY, Measured, Plan, Start, gained, starts
from croupier.odds.blackjack.strategy import DOUBLE, DRAW, SPLIT, STAND, SURRENDER
from croupier.odds.blackjack.suits import (
    LOOKED_AT,
    MIXED,
    Suits,
    completed,
    pays,
    suits_of,
    wins_super_bonus,
)


class Whole:
    """A version at a shoe: what each choice is worth for every start, and plans measured."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known = hands()
        self.suits: Suits = suits_of(game.settings)
        self.starts = starts(game)
        self.splits = Splits(game)
        self.values: Values | None = None
        """Of hands that are not split, once the best plan has been found."""
        self.one_in_all = not game.settings.readings.busts_lost_to_blackjack
        self.spared = game.rules.one_in_all
        self.surrender_cost = _surrender_costs(game.settings)
        self.may_surrender = np.zeros(RANKS, dtype=np.bool_)
        if game.settings.playing.surrender_against:
            self.may_surrender[[ACE, TEN]] = True

    def chances(self) -> Floats:
        """How likely each start and upcard are."""
        shoe, found = self.game.shoe, np.zeros((len(self.starts), RANKS))
        cards = shoe.sum()
        for place, start in enumerate(self.starts):
            left = shoe.copy()
            chance = left[start.first] / cards
            left[start.first] -= 1.0
            chance *= left[start.second] / (cards - 1.0) * (1.0 if start.pair else 2.0)
            left[start.second] -= 1.0
            found[place] = start.share * chance * np.maximum(left, 0.0) / (cards - 2.0)
        return found

    def best(self) -> tuple[Plan, Floats]:
        """The best plan, and what each choice is worth by [start, upcard, choice]; what is not allowed is `NONE`."""
        game, known = self.game, self.known
        wanted = game.standing
        rescues = np.zeros((2, len(known.hard), RANKS), dtype=np.bool_)
        if game.rules.rescue:
            find_rescues(known, game.rules, game.chances, wanted, rescues)
        values = empty()
        work_out(game.shoe, known, game.rules, game.prizes, game.chances, rescues, wanted, False, game.layers, values)
        self.values = values
        policies = tuple(self._policy(pair) for pair in range(RANKS))
        worth = self.worth(values, policies)
        firsts = np.argmax(worth, axis=2).astype(np.int8)
        return Plan(values.actions, rescues, firsts, policies), worth

    def _policy(self, pair: int) -> Policy:
        """The best play of the hands of a pair."""
        shares = [(start.suits, start.share) for start in self.starts if (start.first, start.second) == (pair, pair)]

        def worth(policy: Policy, upcard: int) -> float:
            apart = self.splits.apart(pair, policy, [upcard])[upcard]
            over = self.splits.none_alive(pair, upcard, policy, exactly=False)
            told = [(cases(apart, over, pair, upcard, self.suits, suits), share) for suits, share in shares]
            return sum(share * self._split_value(found, bonus=False) for found, share in told)

        return best_play(self.splits, pair, in_all=self.one_in_all, worth=worth)

    def worth(self, values: Values, policies: tuple[Policy, ...]) -> Floats:
        """What each choice is worth by [start, upcard, choice]."""
        game = self.game
        worth = np.full((len(self.starts), RANKS, CHOICES), NONE)
        for place, start in enumerate(self.starts):
            if start.natural:
                self._natural(worth[place])
                continue
            layer = start.aces if game.layers > 1 else 0
            hand = start.place
            worth[place, :, STAND] = values.stands[hand]
            worth[place, :, DRAW] = values.draws[layer, hand] + self._by_suits(start)[0]
            worth[place, :, DOUBLE] = values.doubles[layer, hand]
            for upcard in range(RANKS):
                if self.may_surrender[upcard]:
                    natural = self._natural_beside(start, upcard)
                    worth[place, upcard, SURRENDER] = -natural - float(self.surrender_cost) * (1 - natural)
        for pair, policy in enumerate(policies):
            self._split_worth(pair, policy, worth)
        return worth

    def _split_worth(self, pair: int, policy: Policy, worth: Floats) -> None:
        """What splitting is worth, three hands looked at exactly where that is the best there is."""
        apart = self.splits.apart(pair, policy)
        for upcard in range(RANKS):
            over = self.splits.none_alive(pair, upcard, policy, exactly=False)
            for exactly in (False, True):
                for place, start in enumerate(self.starts):
                    if (start.first, start.second) == (pair, pair):
                        found = cases(apart[upcard], over, pair, upcard, self.suits, start.suits)
                        worth[place, upcard, SPLIT] = self._split_value(found, (pair, upcard) == (SEVEN, SEVEN))
                best = any(
                    worth[place, upcard, SPLIT] >= worth[place, upcard].max()
                    for place, start in enumerate(self.starts)
                    if (start.first, start.second) == (pair, pair)
                )
                if exactly or upcard not in (ACE, TEN) or pair == ACE or not best:
                    break
                over = self.splits.none_alive(pair, upcard, policy, exactly=True)

    def _split_value(self, found: Cases, bonus: bool) -> float:
        """Hand by hand, but where something is paid once for all of them."""
        if not self.one_in_all and not (bonus and self.suits.super_bonus > 0):
            return value_of(found, self.suits.super_bonus)
        net = net_of(found, one_in_all=self.one_in_all, spared=self.spared)
        return gained(net, self.suits.super_bonus)[0]

    def _natural(self, worth: Floats) -> None:
        pays_natural = 1.5
        for upcard in range(RANKS):
            level = 0.0 if self.game.rules.at_once else self._natural_beside(Start(ACE, TEN, MIXED, 1.0), upcard)
            worth[upcard, STAND] = pays_natural * (1 - level)
        if self.game.settings.playing.even_money:
            worth[ACE, EVEN_MONEY] = 1.0

    def _natural_beside(self, start: Start, upcard: int) -> float:
        """The chance of a dealer's natural beside two first cards."""
        if upcard not in (ACE, TEN):
            return 0.0
        left = self.game.shoe.copy()
        for rank in (start.first, start.second, upcard):
            left[rank] -= 1.0
        return float(left[TEN if upcard == ACE else ACE] / left.sum())

    def _by_suits(self, start: Start) -> tuple[Floats, Floats]:
        """What more a draw is worth than on average over suits, and its square, by upcard."""
        more, square = np.zeros(RANKS), np.zeros(RANKS)
        if (start.first, start.second) not in LOOKED_AT or not self.game.rules.at_once:
            return more, square
        third = LOOKED_AT[start.first, start.second]
        after = self.known.grown[start.place, third]
        for upcard in range(RANKS):
            chance = self._next(start, third, upcard)
            for line, share in completed(self.suits.decks, start.first, start.second, start.suits):
                prize = pays(line) + (self.suits.super_bonus if wins_super_bonus(line, upcard) else 0.0)
                more[upcard] += chance * share * prize
                square[upcard] += chance * share * prize**2
            more[upcard] -= chance * self.game.prizes.value[after]
            square[upcard] -= chance * self.game.prizes.square[after]
        return more, square

    def _next(self, start: Start, rank: int, upcard: int) -> float:
        left = self.game.shoe.copy()
        for gone in (start.first, start.second, upcard):
            left[gone] -= 1.0
        return max(float(left[rank] / left.sum()), 0.0)

    def measure(self, plan: Plan) -> Measured:
        """What a plan is worth, start by start, and how it ends."""
        game, known = self.game, self.known
        values = empty()
        values.actions[:] = plan.actions
        work_out(
            game.shoe, known, game.rules, game.prizes, game.chances, plan.rescues, game.standing, True, game.layers,
            values,
        )  # fmt: skip
        chances = self.chances()
        found, squares = np.zeros_like(chances), np.zeros_like(chances)
        naturals, surrendered = np.zeros(3), np.zeros(2)
        made: dict[tuple[object, bool], float] = {}
        for place, start in enumerate(self.starts):
            layer = start.aces if game.layers > 1 else 0
            more, more_square = self._by_suits(start)
            for upcard in range(RANKS):
                chance, choice = chances[place, upcard], plan.firsts[place, upcard]
                if chance <= 0.0:
                    continue
                if start.natural:
                    level = 0.0 if game.rules.at_once else self._natural_beside(start, upcard)
                    even = choice == EVEN_MONEY
                    naturals += chance * (np.array([0, 0, 1]) if even else np.array([1 - level, level, 0]))
                    found[place, upcard] = 1.0 if even else 1.5 * (1 - level)
                    squares[place, upcard] = 1.0 if even else 2.25 * (1 - level)
                elif choice == SURRENDER:
                    natural, costs = self._natural_beside(start, upcard), float(self.surrender_cost)
                    surrendered += chance * np.array([1 - natural, natural])
                    found[place, upcard] = -natural - costs * (1 - natural)
                    squares[place, upcard] = natural + costs**2 * (1 - natural)
                elif choice == DRAW:
                    found[place, upcard] = values.draws[layer, start.place, upcard] + more[upcard]
                    squares[place, upcard] = values.draw_squares[layer, start.place, upcard] + more_square[upcard]
                    self._complete(start, upcard, chance, made)
                elif choice == DOUBLE:
                    found[place, upcard] = values.doubles[layer, start.place, upcard]
                    squares[place, upcard] = values.double_squares[layer, start.place, upcard]
                elif choice == STAND:
                    found[place, upcard] = values.stands[start.place, upcard]
                    squares[place, upcard] = values.stand_squares[start.place, upcard]
        return Measured(
            chances, found, squares, self._ways(plan), made, naturals, surrendered,
            self._measure_splits(plan, chances, found, squares), self.surrender_cost,
        )  # fmt: skip

    def _complete(self, start: Start, upcard: int, chance: float, made: dict[tuple[object, bool], float]) -> None:
        if (start.first, start.second) in LOOKED_AT and self.game.rules.at_once:
            third = LOOKED_AT[start.first, start.second]
            for line, share in completed(self.suits.decks, start.first, start.second, start.suits):
                wins = wins_super_bonus(line, upcard) and self.suits.super_bonus > 0
                made[line, wins] = made.get((line, wins), 0.0) + chance * share * self._next(start, third, upcard)

    def _measure_splits(self, plan: Plan, chances: Floats, found: Floats, squares: Floats) -> Net:
        total, bonus, beside = np.zeros(HALVES), 0.0, 0.0
        for pair in range(RANKS):
            places = [place for place, start in enumerate(self.starts) if (start.first, start.second) == (pair, pair)]
            upcards = [up for up in range(RANKS) if any(plan.firsts[place, up] == SPLIT for place in places)]
            if not upcards:
                continue
            apart = self.splits.apart(pair, plan.splits[pair], upcards)
            for upcard in upcards:
                over = self.splits.none_alive(pair, upcard, plan.splits[pair], exactly=True)
                for place in places:
                    chance = chances[place, upcard]
                    if plan.firsts[place, upcard] != SPLIT or chance <= 0.0:
                        continue
                    start = self.starts[place]
                    told = cases(apart[upcard], over, pair, upcard, self.suits, start.suits)
                    net = net_of(told, one_in_all=self.one_in_all, spared=self.spared)
                    found[place, upcard], squares[place, upcard] = gained(net, self.suits.super_bonus)
                    total += chance * net.chances
                    bonus, beside = bonus + chance * net.bonus, beside + chance * net.beside
        return Net(total, bonus, beside)

    def _ways(self, plan: Plan) -> Floats:
        """How hands end that are played out, those whose suits are looked at apart from the rest."""
        game, known = self.game, self.known
        out = np.zeros((4, WAYS))
        cards = game.shoe.sum()
        for upcard in range(RANKS):
            if game.shoe[upcard] <= 0:
                continue
            left = game.shoe.copy()
            left[upcard] -= 1.0
            for group in range(4 if game.rules.at_once else 1):
                orders, actions = np.zeros((LAYERS, len(known.hard))), plan.actions
                for place, start in enumerate(self.starts):
                    looked = (start.first, start.second) in LOOKED_AT and game.rules.at_once
                    choice = plan.firsts[place, upcard]
                    if start.natural or choice in (SPLIT, SURRENDER) or group != (1 + start.suits if looked else 0):
                        continue
                    layer = start.aces if game.layers > 1 else 0
                    orders[layer, start.place] = start.share * (1.0 if start.pair else 2.0)
                    if actions[layer, start.place, upcard] != choice:
                        actions = actions.copy() if actions is plan.actions else actions
                        actions[layer, start.place, upcard] = choice
                found = np.zeros(WAYS)
                lines(left, known, game.rules, game.chances, plan.rescues, upcard, actions, game.layers, orders, found)
                out[group] += found * game.shoe[upcard] / cards
        out[:, [STRAIGHT, SEVENS]] = 0.0
        return out


def _surrender_costs(settings: Settings) -> Fraction:
    """What of a wager is lost by giving it up, as far as chips can pay the other half."""
    cents, chips = settings.stake * 100, settings.terms().chips
    half = cents / 2
    kept = chips.next_payable(half)
    if kept != half and not settings.surrender_rounded_up:
        kept = max(each for each in range(int(half) + 1) if chips.can_pay(each))
    return 1 - Fraction(kept) / cents


__all__ = ["Measured", "Plan", "Start", "Whole"]
