"""A strategy, and a table's terms, as the tables that compiled rounds look things up in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from croupier.cards import Device
from croupier.games.blackjack.terms import Bet, Doubling, Terms
from croupier.odds.blackjack.compositions import MOST, RANKS, hands
from croupier.odds.blackjack.hands_played import Plan, Rules, shortcuts
from croupier.odds.blackjack.rounds import Shortcuts, Table, ways_by_byte
from croupier.odds.blackjack.stack import Bytes
from croupier.odds.blackjack.strategy import SPLIT, SURRENDER, Strategy, row
from croupier.odds.blackjack.whole import Plan as ExactPlan
from croupier.odds.blackjack.whole import Start

LAYERS = 3
"""Hands whose first two cards have no ace, one, or two."""
_SUITS = 3
_NO_CARD = 0
"""Where the hand without a card stands."""


def plan_of(strategy: Strategy, *, by_first_aces: bool) -> Plan:
    """What a total-dependent strategy does with every hand."""
    known = hands()
    firsts = np.zeros((_SUITS, RANKS, RANKS, RANKS), dtype=np.uint8)
    for one in range(RANKS):
        for two in range(RANKS):
            hand = known.grown[known.grown[_NO_CARD, one], two]
            soft, total = int(known.soft[hand]), known.total[hand]
            plain = strategy.hands[0, soft, total]
            given_up = np.where(strategy.surrenders[soft, total], SURRENDER, plain)
            firsts[:, one, two] = np.where(strategy.splits[one], SPLIT, given_up) if one == two else given_up
    actions = np.zeros((LAYERS, len(known.hard), RANKS), dtype=np.uint8)
    rescues = np.zeros((2, len(known.hard), RANKS), dtype=np.uint8)
    for hand in range(len(known.hard)):
        if known.size[hand] > 1 and known.total[hand] < MOST:
            at = row(int(known.size[hand]), bool(known.soft[hand]), int(known.total[hand]))
            actions[:, hand] = strategy.hands[at]
        rescues[0, hand] = strategy.rescues[known.hard[hand]]
        rescues[1, hand] = strategy.rescues[min(MOST, known.hard[hand] + 10)]
    either = (RANKS + 1, 1, 1, 1)
    return with_hands(firsts, np.tile(actions, either), np.tile(rescues, either), by_first_aces=by_first_aces)


def with_hands(firsts: Bytes, actions: Bytes, rescues: Bytes, *, by_first_aces: bool) -> Plan:
    """A plan of these tables, with how hands grow."""
    known = hands()
    grown = known.grown.astype(np.int16)
    return Plan(firsts, actions, rescues, grown[grown[_NO_CARD]], grown, by_first_aces)


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
        shortcuts=True,
    )


def shortcuts_of(plan: Plan, rules: Rules) -> Shortcuts:
    """The hands that a few cards end, by those cards."""
    players = np.zeros((RANKS,) * 5, dtype=np.uint8)
    dealers = np.zeros((RANKS,) * 4, dtype=np.uint8)
    shortcuts(plan, rules, players, dealers)
    return Shortcuts(players, dealers, ways_by_byte(rules))


def compiled(starts: Sequence[Start], best: ExactPlan, *, by_first_aces: bool) -> Plan:
    """A plan of the exact odds as compiled rounds follow it."""
    firsts = np.zeros((_SUITS, RANKS, RANKS, RANKS), dtype=np.uint8)
    for place, start in enumerate(starts):
        if start.natural:
            continue
        # Where suits are not told apart, what is said of mixed ones holds for all.
        suits = slice(start.suits, None) if start.suits == 0 else start.suits
        firsts[suits, start.first, start.second] = best.firsts[place]
        firsts[suits, start.second, start.first] = best.firsts[place]
    actions = np.stack([best.actions, *(policy.actions for policy in best.splits)]).astype(np.uint8)
    rescues = np.stack([best.rescues, *(policy.rescues for policy in best.splits)]).astype(np.uint8)
    return with_hands(firsts, actions, rescues, by_first_aces=by_first_aces)
