"""A strategy, and a table's terms, as the tables that compiled rounds look things up in."""

from __future__ import annotations

import numpy as np

from croupier.cards import Device
from croupier.games.blackjack.terms import Bet, Doubling, Terms
from croupier.odds.blackjack.compositions import MOST, RANKS
from croupier.odds.blackjack.hands_played import MOST_SIZE, SOFT, Plan, Rules, shortcuts
from croupier.odds.blackjack.rounds import Shortcuts, Table, gains_by_byte
from croupier.odds.blackjack.strategy import SPLIT, SURRENDER, Strategy, row

_ACE = 0
_SUITS = 3


def plan_of(strategy: Strategy) -> Plan:
    """What a strategy does with every hand."""
    first = np.zeros((_SUITS, RANKS, RANKS, RANKS), dtype=np.uint8)
    again = np.zeros((2, *first.shape), dtype=np.uint8)
    for one in range(RANKS):
        for two in range(RANKS):
            hard = one + two + 2
            soft = _ACE in (one, two)
            total = hard + 10 * soft
            if total == MOST:
                continue
            for upcard in range(RANKS):
                plain = strategy.hands[(*row(2, soft, total), upcard)]
                pair = one == two and strategy.splits[one, upcard]
                given_up = strategy.surrenders[int(soft), total, upcard]
                first[:, one, two, upcard] = SPLIT if pair else SURRENDER if given_up else plain
                again[0, :, one, two, upcard] = SPLIT if pair else plain
                again[1, :, one, two, upcard] = plain
    later = np.zeros((MOST_SIZE + 1, 2 * SOFT, RANKS), dtype=np.uint8)
    for size in range(3, MOST_SIZE + 1):
        for total in range(MOST):
            later[size, total] = strategy.hands[row(size, soft=False, total=total)]
            later[size, total + SOFT] = strategy.hands[row(size, soft=True, total=total)]
    return Plan(first, again, later, strategy.rescues.astype(np.uint8))


def rules_of(terms: Terms) -> Rules:
    """What the rounds of such a table turn on."""
    playing, readings = terms.playing, terms.readings
    return Rules(
        draws_to_soft_17=playing.draws_to_soft_17,
        pays_21_at_once=playing.pays_21_at_once,
        first_aces_count_one=playing.doubling is Doubling.ANY_NUMBER,
        blackjack_beats_21=readings.blackjack_beats_21,
        busts_lost_to_blackjack=readings.busts_lost_to_blackjack,
        all_bust_lost=readings.all_bust_lost,
        resplit_served_last=readings.resplit_served_last,
        bonus_after_unsuited_split=readings.bonus_after_unsuited_split,
    )


def table_of(terms: Terms) -> Table:
    """How such a table deals."""
    return Table(
        areas=terms.areas,
        machine=terms.device is Device.MACHINE,
        behind_cut=terms.cards_behind_cut,
        side_bets=any(bet in (Bet.SEVENS, Bet.PAIRS, Bet.PANDEMONIUM) for bet in terms.bets),
        shortcuts=not terms.playing.pays_21_at_once,
    )


def shortcuts_of(plan: Plan, rules: Rules) -> Shortcuts:
    """The hands that a few cards end, by those cards."""
    hands = np.zeros((RANKS,) * 5, dtype=np.uint8)
    dealers = np.zeros((RANKS,) * 4, dtype=np.uint8)
    shortcuts(plan, rules, hands, dealers)
    return Shortcuts(hands, dealers, gains_by_byte(rules))
