"""Rounds of the Blackjack family dealt from a real stack, area by area, and what one area of each came to, compiled.

Every area is played, but one of them a round is counted, each in its turn: all areas of a round meet the same dealer's
hand, and counting them all would make a few rounds look like many.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from croupier.odds.blackjack.hands_played import (
    IN_PLAY,
    MADE_NOTHING,
    NATURAL,
    NATURAL_WON,
    PAID,
    SURRENDERED,
    THIRD,
    WAYS,
    Plan,
    Rules,
    dealers_hand,
    needs,
    play_area,
    way_of,
)
from croupier.odds.blackjack.stack import (
    ALIKE,
    COUNTS,
    POSITION,
    READY,
    SEVEN,
    START,
    SUIT,
    SUIT_AT,
    Bytes,
    Longs,
    Words,
    below,
    card_at,
    choose,
    next_card,
)

PAIRS = WAYS
"""Perfect, coloured, mixed, none."""
SEVENS = PAIRS + 4
"""Three suited, three mixed, two suited, two mixed, second no seven, first no seven."""
PRIZES = SEVENS + 6
"""Each prize of the button as its table lists them, then no Pontoon."""
OTHERS = PRIZES + 12
"""Rounds in which another area than the counted one, and not that one, won the Super Bonus."""
INSURANCE = OTHERS + 1
"""Against an ace: the second card counts ten, or any other."""
COUNTED = INSURANCE + 2

_AHEAD = 56
_ONE_AREA = 8
"""So many cards at most the shortcuts look at in a round of one area."""
SECOND = (4, 0)
"""Where the work keeps what the dealer's second card counts."""


class Table(NamedTuple):
    """How the rounds are dealt, and whether side bets ride with them."""

    areas: int
    machine: bool
    behind_cut: int
    side_bets: bool
    shortcuts: bool


class Shortcuts(NamedTuple):
    """How hands end, by the cards themselves; see `shortcuts` of the hands played."""

    hands: Bytes
    dealers: Bytes
    ways: Longs
    """How an area ends, by a player's byte without the cards used, and what the dealer made."""


class Room(NamedTuple):
    """Where a round is laid out."""

    cards: Longs
    hands: Longs
    many: Longs
    work: Longs


def room() -> Room:
    """Room for nine areas."""
    longs = np.int64
    return Room(np.zeros((9, 2), longs), np.zeros((9, 3, 4), longs), np.zeros(9, longs), np.zeros((5, 4), longs))


@njit(cache=True, nogil=True)
def deal(  # noqa: PLR0917 (compiled functions take no keyword-only arguments)
    rounds: int,
    stack: Bytes,
    chance: Words,
    table: Table,
    rules: Rules,
    plan: Plan,
    short: Shortcuts,
    prizes: Longs,
    laid: Room,
) -> Longs:
    """Deal so many rounds and count what one area of each came to; `prizes` are the button's, by their running sums."""
    counts = np.zeros(COUNTED, dtype=np.int64)
    at = np.zeros(3, dtype=np.int64)
    size, areas = len(stack), table.areas
    at[POSITION] = at[READY] = size
    ahead = 0 if table.machine else _AHEAD
    quick = table.shortcuts and areas == 1
    counted = 0
    for _ in range(rounds):
        shuffled(at, size, table)
        place = at[POSITION]
        if quick and place + _ONE_AREA <= size:
            if at[READY] < place + _ONE_AREA:
                at[READY] = choose(stack, chance, at[READY], place + _ONE_AREA + ahead)
            up = stack[place + 1] & COUNTS
            one, two = stack[place] & COUNTS, stack[place + 2] & COUNTS
            byte = short.hands[one, two, up, stack[place + 3] & COUNTS, stack[place + 4] & COUNTS]
            dealers = place + 3 + (byte >> 3 & 3)
            end = short.dealers[up, stack[dealers] & COUNTS, stack[dealers + 1] & COUNTS, stack[dealers + 2] & COUNTS]
            if not (byte | end) & 128:
                asks = asked(byte, up, rules.pays_21_at_once)
                # Reckoned without a branch, since none could be foretold.
                made = end & 7 if asks else MADE_NOTHING
                counts[short.ways[byte & 7 | byte >> 2 & 24, made]] += 1
                at[POSITION] = dealers + (end >> 3 & 3 if asks == 2 else asks)
                if up == 0 and not (rules.pays_21_at_once and byte & 7 == 7):
                    counts[INSURANCE + (0 if stack[dealers] & COUNTS == 9 else 1)] += 1
                if table.side_bets:
                    third = card_at(stack, place + 3) if byte & 24 else -1
                    _count_side_bets(counts, card_at(stack, place), card_at(stack, place + 2), third, prizes, chance)
                continue
        way = play_round(stack, at, chance, table, rules, plan, short, laid, counted)
        counts[way] += 1
        if laid.work[SECOND] >= 0 and not (rules.pays_21_at_once and way == NATURAL_WON):
            counts[INSURANCE + (0 if laid.work[SECOND] == 9 else 1)] += 1
        if rules.pays_21_at_once and areas > 1:
            counts[OTHERS] += _others_win(laid.many, counted, areas)
        if table.side_bets:
            _count_side_bets(counts, laid.cards[counted, 0], laid.cards[counted, 1], laid.work[THIRD], prizes, chance)
        counted = counted + 1 if counted + 1 < areas else 0
    return counts


@njit(cache=True, nogil=True, inline="always")
def shuffled(at: Longs, size: int, table: Table) -> None:
    """Before a round: a machine shuffles always, a shoe once the cutting card has come, and then one card is burned."""
    if table.machine:
        at[POSITION] = at[READY] = 0
    elif size - at[POSITION] <= table.behind_cut:
        at[READY] = 0
        at[POSITION] = 1
    at[START] = at[POSITION]


@njit(cache=True, nogil=True, inline="always")
def asked(byte: int, up: int, pays_21: bool) -> int:
    """What a hand that a shortcut ended wants of the dealer: all cards (2), a second one (1), nothing."""
    kind = byte & 7
    if kind == 7 or byte & 64:
        return 1 if up % 9 == 0 and not (pays_21 and kind == 7) else 0
    return 2 if kind else 0


@njit(cache=True, nogil=True, inline="always")
def play_round(  # noqa: PLR0917, PLR0915
    stack: Bytes,
    at: Longs,
    chance: Words,
    table: Table,
    rules: Rules,
    plan: Plan,
    short: Shortcuts,
    laid: Room,
    counted: int,
) -> int:
    """Play one round on every area; how the counted one ended.

    Of that area `laid` keeps the third card, or -1, and of every area the Super Bonus beside how many hands it had;
    against an ace also what the dealer's second card counts, else -1.
    """
    areas, cards, many = table.areas, laid.cards, laid.many
    need, third = 0, -1
    place, wanted = at[POSITION], at[POSITION] + 4 * areas + 4
    if at[READY] < wanted:
        at[READY] = choose(stack, chance, at[READY], wanted + (0 if table.machine else _AHEAD))
    ready = at[READY]
    if ready >= wanted:
        for area in range(areas):
            cards[area, 0] = stack[place + area]
            cards[area, 1] = stack[place + areas + 1 + area]
        upcard = card_at(stack, place + areas)
        place += 2 * areas + 1
    else:
        for area in range(areas):
            cards[area, 0] = next_card(stack, at, chance)
        upcard = next_card(stack, at, chance)
        for area in range(areas):
            cards[area, 1] = next_card(stack, at, chance)
        place, ready = at[POSITION], at[READY]
    up = upcard & COUNTS
    for area in range(areas):
        one, two = cards[area, 0], cards[area, 1]
        if table.shortcuts and place + 2 <= ready:
            byte = int(
                short.hands[one & COUNTS, two & COUNTS, up, stack[place] & COUNTS, stack[place + 1] & COUNTS] + 0
            )
            if not byte & 128:
                many[area] = -1 - byte
                if area == counted and byte & 24:
                    third = card_at(stack, place)
                place += byte >> 3 & 3
                need = max(need, asked(byte, up, rules.pays_21_at_once))
                continue
        at[POSITION] = place
        hands, bonus = play_area(stack, at, chance, one, two, upcard, rules, plan, laid.hands[area], laid.work)
        place, wanted = at[POSITION], at[POSITION] + 2 * areas + 3
        if at[READY] < wanted:
            at[READY] = choose(stack, chance, at[READY], wanted)
        ready = at[READY]
        if area == counted:
            third = laid.work[THIRD]
        need = max(need, needs(laid.hands[area], hands, up))
        many[area] = hands + 8 * bonus
    laid.work[THIRD] = third
    made = MADE_NOTHING
    if need == 2 and up and table.shortcuts and place + 3 <= ready:
        end = int(short.dealers[up, stack[place] & COUNTS, stack[place + 1] & COUNTS, stack[place + 2] & COUNTS] + 0)
        if not end & 128:
            made = end & 7
            place += end >> 3
    at[POSITION] = place
    laid.work[SECOND] = -1
    if up == 0:
        # Whoever is insured has the dealer draw a second card: the next one, whether it is drawn here or not.
        laid.work[SECOND] = next_card(stack, at, chance) & COUNTS
        at[POSITION] -= 1
    if need and made == MADE_NOTHING:
        made = dealers_hand(stack, at, chance, up, rules.draws_to_soft_17, need == 1)
    if many[counted] < 0:
        byte = -1 - many[counted]
        way = int(short.ways[byte & 7 | byte >> 2 & 24, made])
    else:
        way = way_of(laid.hands[counted], many[counted] & 7, many[counted] >> 3, made, rules)
    return way


@njit(cache=True, nogil=True)
def _others_win(many: Longs, counted: int, areas: int) -> int:
    """Whether another area than the counted one, and not that one, has won the Super Bonus."""
    others = 0
    for area in range(areas):
        others |= many[area] > 7
    return 0 if many[counted] > 7 else others


@njit(cache=True, nogil=True, inline="always")
def _count_side_bets(  # noqa: PLR0917
    counts: Longs, one: int, two: int, third: int, prizes: Longs, chance: Words
) -> None:
    """What the side bets of an area came to by its first two cards and, if there was one, its third."""
    seven = one & COUNTS == SEVEN
    if (one ^ two) & ALIKE:
        counts[PAIRS + 3] += 1
        counts[SEVENS + (4 if seven else 5)] += 1
        pontoon = (one & COUNTS) * (two & COUNTS) == 0 and (one & COUNTS) + (two & COUNTS) == 9
    else:
        suits = (one ^ two) & SUIT
        # Clubs 0, diamonds 1, hearts 2, spades 3: two suits of one colour differ in both bits.
        counts[PAIRS + (0 if suits == 0 else 1 if suits >> SUIT_AT == 3 else 2)] += 1
        if seven:
            three = third >= 0 and third & COUNTS == SEVEN
            mixed = suits != 0 or (three and (one ^ third) & SUIT != 0)
            counts[SEVENS + (0 if three else 2) + (1 if mixed else 0)] += 1
        else:
            counts[SEVENS + 5] += 1
        pontoon = False
    if len(prizes):
        line = len(prizes)
        if pontoon:
            drawn = below(chance, prizes[-1])
            line = int(np.searchsorted(prizes, drawn, side="right"))
        counts[PRIZES + line] += 1


def ways_by_byte(rules: Rules) -> Longs:
    """How areas end whose hand a shortcut ends, from the same settlement as all others."""
    table = np.zeros((32, 8), dtype=np.int64)
    hand = np.zeros((3, 4), dtype=np.int64)
    for kind in range(8):
        for doubled in (0, 1):
            for given_up in (0, 1):
                total = 22 if kind == 0 else 16 if kind == 1 else 21 if kind == 7 else kind + 15
                natural = PAID if rules.pays_21_at_once else NATURAL
                hand[0] = total, 1 + doubled, SURRENDERED if given_up else natural if kind == 7 else IN_PLAY, 0
                for made in range(8):
                    table[kind | doubled << 3 | given_up << 4, made] = way_of(hand, 1, 0, made, rules)
    return table
