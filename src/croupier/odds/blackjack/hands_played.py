"""One area's hands played to their end by a plan, the dealer's hand, and what comes of them, compiled.

Gains are counted in half wagers, so that every odds of the book is a whole number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from croupier.odds.blackjack.stack import (
    COUNTS,
    SEVEN,
    SPADES,
    SUIT,
    Bytes,
    Longs,
    Shorts,
    Words,
    next_card,
)
from croupier.odds.blackjack.strategy import DOUBLE, SPLIT, STAND, SURRENDER

IN_PLAY, PAID, RESCUED, SURRENDERED, NATURAL = range(5)
"""How a hand lies when the dealer comes to draw."""

MADE_NATURAL, MADE_OVER, MADE_NOTHING = 5, 6, 7
"""What the dealer made, beside 17 to 21, which are 0 to 4; nothing where no second card was drawn."""

TOTAL, STAKE, LIES, HALVES = range(4)
"""Of each hand that is over: its total (22 for more than 21), its wagers, how it lies, what it was paid."""

(
    WON,
    WON_DOUBLED,
    LEVEL,
    LOST,
    LOST_DOUBLED,
    BUST,
    BUST_DOUBLED,
    ONE_OF_TWO,
    WITHDRAWN,
    TWENTY_ONE,
    FIVE_CARDS,
    SIX_CARDS,
    SEVEN_CARDS,
    STRAIGHT_MIXED,
    STRAIGHT_SUITED,
    STRAIGHT_SPADES,
    SEVENS_MIXED,
    SEVENS_SUITED,
    SEVENS_SPADES,
    SUPER_SUITED,
    SUPER_SPADES,
    DOUBLED_21,
    NATURAL_WON,
    NATURAL_LEVEL,
    GIVEN_UP,
    GIVEN_UP_LOST,
) = range(26)
"""How an area ends that was not split; the last of the 21s are sevens that win the Super Bonus as well."""
SPLIT_EVEN = 32 + 24
"""An area that was split ends by what it gained: so many half wagers before or after this."""
SPLIT_SUPER = SPLIT_EVEN + 40
"""The same with a Super Bonus."""
WAYS = SPLIT_SUPER + 40
_UNSPLIT = (2, 4, 0, -2, -4, -2, -4, -2, -2, 2, 3, 4, 6, 3, 4, 6, 3, 4, 6, 4, 6, 4, 3, 0, -1, -2)
HALVES_OF = np.array(
    [
        _UNSPLIT[way] if way < len(_UNSPLIT) else way - (SPLIT_EVEN if way < SPLIT_SUPER - 20 else SPLIT_SUPER)
        for way in range(WAYS)
    ]
)
"""What each way gains in half wagers, a Super Bonus apart."""
THIRD = (3, 3)
"""Where the work keeps the third card that an area was dealt."""
_ACE, _TEN, _OVER = 0, 9, 22
_SIX, _EIGHT = 5, 7


class Rules(NamedTuple):
    """What the rounds turn on beside the cards."""

    draws_to_soft_17: bool
    pays_21_at_once: bool
    first_aces_count_one: bool
    """After a double, the aces among the first two cards."""
    blackjack_beats_21: bool
    busts_lost_to_blackjack: bool
    all_bust_lost: bool
    resplit_served_last: bool
    bonus_after_unsuited_split: bool


class Plan(NamedTuple):
    """What is done with every hand, by what it is made of; the dealer's first card is the last index of each table.

    Whoever has split a pair splits again where that pair comes again and the book allows it.
    """

    firsts: Bytes
    """Of the two cards dealt: by whether their suits are mixed, the same, or both spades, then first and second."""
    actions: Bytes
    """Of all other hands: by nought or one more than the rank that was split, layer, hand."""
    rescues: Bytes
    """Whether a double is withdrawn: by the same, whether its total is soft, hand."""
    starts: Shorts
    """The hands of two cards."""
    grown: Shorts
    """A hand with one card more."""
    by_first_aces: bool
    """Whether hands are told apart, in layers, by how many of their first two cards are aces."""


@njit(cache=True, nogil=True)
def suits_of(one: int, other: int) -> int:
    """Whether two cards' suits are mixed (0), the same (1) or both spades (2)."""
    if (one ^ other) & SUIT:
        return 0
    return 2 if one & SUIT == SPADES else 1


@njit(cache=True, nogil=True)
def bonus_halves(size: int, one: int, two: int, three: int) -> int:
    """What an undoubled 21 is paid in Crown Pontoon (BJ 10 Table 1), the natural apart."""
    if size == 3:
        first, second, third = one & COUNTS, two & COUNTS, three & COUNTS
        sevens = first == second == third == SEVEN
        straight = (
            min(first, second, third) == _SIX
            and max(first, second, third) == _EIGHT
            and first + second + third == _SIX + SEVEN + _EIGHT
        )
        if sevens or straight:
            if (one ^ two) & SUIT or (one ^ three) & SUIT:
                return 3
            return 6 if one & SUIT == SPADES else 4
        return 2
    if size == 5:
        return 3
    if size == 6:
        return 4
    return 6 if size > 6 else 2


@njit(cache=True, nogil=True)
def line_of(size: int, first: int, second: int, halves: int) -> int:
    """The line of Table 1 that an undoubled 21 stands on, by its first two cards and what it is paid."""
    if size == 3:
        if first == second == SEVEN:
            return SEVENS_MIXED + (0 if halves == 3 else 1 if halves == 4 else 2)
        if halves > 2:
            return STRAIGHT_MIXED + (0 if halves == 3 else 1 if halves == 4 else 2)
        return TWENTY_ONE
    return TWENTY_ONE if size < 5 else FIVE_CARDS if size == 5 else SIX_CARDS if size == 6 else SEVEN_CARDS


@njit(cache=True, nogil=True)
def play_area(  # noqa: PLR0917, PLR0915 (one loop, compiled whole)
    stack: Bytes,
    at: Longs,
    chance: Words,
    one: int,
    two: int,
    upcard: int,
    rules: Rules,
    plan: Plan,
    hands: Longs,
    work: Longs,
) -> tuple[int, int]:
    """Play the two cards of an area; how many hands came of them, and whether one won the Super Bonus.

    `hands` is filled with how they ended. `work` holds each hand's first cards and its size while it is played, then
    the order in which hands are served, and last of all the third card that the area was dealt, or -1.
    """
    up = upcard & COUNTS
    suited = suits_of(one, two)
    work[THIRD] = -1
    if (one & COUNTS) + (two & COUNTS) == _TEN and (one & COUNTS == _ACE or two & COUNTS == _ACE):
        hands[0, TOTAL], hands[0, STAKE], hands[0, HALVES] = 21, 1, 3
        hands[0, LIES] = PAID if rules.pays_21_at_once else NATURAL
        return 1, 0
    if plan.firsts[suited, one & COUNTS, two & COUNTS, up] == SURRENDER:
        hands[0, TOTAL], hands[0, STAKE], hands[0, HALVES], hands[0, LIES] = 16, 1, 0, SURRENDERED
        return 1, 0
    many, bonus, split_of = 1, 0, -1
    order = work[3]
    order[0] = 0
    work[0, 0], work[0, 1], work[0, 2], work[0, 3] = one, two, 0, 2
    served = 0
    while served < many:
        hand = order[served]
        cards = work[hand]
        size, doubled = cards[3], False
        if size == 1:
            cards[1] = next_card(stack, at, chance)
            size = 2
        first, second = cards[0] & COUNTS, cards[1] & COUNTS
        does = plan.firsts[suited, first, second, up]
        while (split_of < 0 and does == SPLIT) or (0 < split_of == second and many < 3):
            split_of = first
            new = work[many]
            new[0], new[3] = cards[1], 1
            place = many if rules.resplit_served_last else served + 1
            for each in range(many, place, -1):
                order[each] = order[each - 1]
            order[place] = many
            many += 1
            cards[1] = next_card(stack, at, chance)
            if work[THIRD] < 0:
                work[THIRD] = cards[1]
            second = cards[1] & COUNTS
        hard, aces, late = 2 + first + second, (1 if first == _ACE else 0) + (1 if second == _ACE else 0), 0
        layer = aces if plan.by_first_aces else 0
        held = plan.starts[first, second]
        while hard < 21 and split_of != _ACE:
            if (aces + late > 0) and hard == 11:
                break
            if size > 2 or split_of >= 0:
                does = plan.actions[1 + split_of, layer, held, up]
            if does == STAND:
                break
            card = next_card(stack, at, chance)
            if work[THIRD] < 0:
                work[THIRD] = card
            if size == 2:
                cards[2] = card
            size += 1
            hard += 1 + (card & COUNTS)
            late += card & COUNTS == _ACE
            held = plan.grown[held, card & COUNTS]
            if does == DOUBLE:
                doubled = True
                break
        free = late > 0 or (aces > 0 and not (doubled and rules.first_aces_count_one))
        total = hard + 10 if free and hard <= 11 else hard
        ended = hands[hand]
        ended[TOTAL], ended[STAKE] = min(total, _OVER), 2 if doubled else 1
        ended[LIES], ended[HALVES] = IN_PLAY, 0
        if total == 21 and rules.pays_21_at_once:
            ended[LIES] = PAID
            ended[HALVES] = 4 if doubled else bonus_halves(size, cards[0], cards[1], cards[2])
            if size == 3 and not doubled and up == SEVEN and first == second == SEVEN and ended[HALVES] in (4, 6):
                may = split_of < 0 or (rules.bonus_after_unsuited_split and suited == 0)
                bonus = 1 if may else bonus
            if not doubled:
                ended[TOTAL] = line_of(size, first, second, ended[HALVES])
        elif doubled and total < 21 and plan.rescues[1 + split_of, 1 if total > hard else 0, held, up]:
            ended[LIES] = RESCUED
        served += 1
    return many, bonus


@njit(cache=True, nogil=True)
def dealers_hand(  # noqa: PLR0917
    stack: Bytes, at: Longs, chance: Words, up: int, draws_to_soft_17: bool, second_only: bool
) -> int:
    """Draw the dealer's hand, or only its second card, and tell what it made."""
    hard, ace, size = up + 1, up == _ACE, 1
    while True:
        counts = next_card(stack, at, chance) & COUNTS
        hard += counts + 1
        ace = ace or counts == _ACE
        size += 1
        soft = ace and hard <= 11
        total = hard + 10 if soft else hard
        if size == 2 and total == 21:
            return MADE_NATURAL
        if second_only:
            return 0
        if total > 21:
            return MADE_OVER
        if total >= 17 + (1 if soft and draws_to_soft_17 else 0):
            return total - 17


@njit(cache=True, nogil=True)
def needs(hands: Longs, many: int, up: int) -> int:
    """What an area's hands want of the dealer: a whole hand (2), a second card (1), or nothing."""
    wanted = 0
    for hand in range(many):
        lies = hands[hand, LIES]
        if lies == IN_PLAY and hands[hand, TOTAL] <= 21:
            return 2
        if lies in (NATURAL, SURRENDERED) and up in (_ACE, _TEN):
            wanted = 1
    return wanted


@njit(cache=True, nogil=True)
def way_of(hands: Longs, many: int, bonus: int, made: int, rules: Rules) -> int:
    """How an area ended against what the dealer made."""
    if many > 1:
        return (SPLIT_SUPER if bonus else SPLIT_EVEN) + gain_of(hands, many, made, rules)
    lies, total, doubled = hands[0, LIES], int(hands[0, TOTAL]), int(hands[0, STAKE]) - 1
    if lies == NATURAL:
        return NATURAL_LEVEL if made == MADE_NATURAL else NATURAL_WON
    if lies == SURRENDERED:
        return GIVEN_UP_LOST if made == MADE_NATURAL else GIVEN_UP
    if lies == RESCUED:
        return WITHDRAWN
    if lies == PAID:
        if doubled:
            return DOUBLED_21
        return NATURAL_WON if total == 21 else total + 2 * bonus
    if total > 21 and made != MADE_NATURAL:
        return BUST + doubled
    gain = gain_of(hands, 1, made, rules)
    if gain == -2:
        return ONE_OF_TWO if doubled else BUST if total > 21 else LOST
    return LEVEL if gain == 0 else WON + doubled if gain > 0 else BUST_DOUBLED if total > 21 else LOST_DOUBLED


@njit(cache=True, nogil=True)
def gain_of(hands: Longs, many: int, made: int, rules: Rules) -> int:
    """What an area's hands have gained in all, in half wagers, against what the dealer made."""
    gain = 0
    if made == MADE_NATURAL:
        return _against_natural(hands, many, rules)
    for hand in range(many):
        lies, total, wagers = hands[hand, LIES], hands[hand, TOTAL], hands[hand, STAKE]
        if lies == PAID:
            gain += hands[hand, HALVES]
        elif lies == NATURAL:
            gain += 3
        elif lies == SURRENDERED:
            gain -= 1
        elif lies == RESCUED:
            gain -= 2
        elif total > 21:
            gain -= 2 * wagers
        elif made == MADE_OVER or total > made + 17:
            gain += 2 * wagers
        elif total < made + 17:
            gain -= 2 * wagers
    return gain


@njit(cache=True, nogil=True)
def _against_natural(hands: Longs, many: int, rules: Rules) -> int:
    """Bust hands are lost and one original wager more if a hand lives (rulings 30, 31, 47)."""
    gain, busts, alive, given_up = 0, 0, False, False
    for hand in range(many):
        lies, total = hands[hand, LIES], hands[hand, TOTAL]
        if lies == PAID:
            gain += hands[hand, HALVES]
        elif lies == SURRENDERED:
            gain -= 2
        elif lies == RESCUED:
            gain -= 2
            given_up = True
        elif lies == IN_PLAY and total > 21:
            busts += hands[hand, STAKE]
        elif lies == IN_PLAY and (total < 21 or rules.blackjack_beats_21):
            alive = True
    if rules.busts_lost_to_blackjack or (rules.all_bust_lost and not alive):
        return gain - 2 * busts - (2 if alive else 0)
    return gain - (2 if (alive or busts > 0) and not given_up else 0)


@njit(cache=True, nogil=True)
def shortcuts(plan: Plan, rules: Rules, hands: Bytes, dealers: Bytes) -> None:
    """Where two further cards end a player's hand, and three the dealer's: how, by all the cards, in one byte each.

    A player's byte: 0 over, 1 less than 17, 2 to 6 for 17 to 21, 7 a natural; 8 for each card used; 32 doubled;
    64 surrendered; 128 where this table cannot tell, as of a 21 or a double where those are paid at once or withdrawn.
    A dealer's: what was made; 8 for each card used; 128 as before.
    """
    for first in range(10):
        for second in range(10):
            for up in range(10):
                for third in range(10):
                    for fourth in range(10):
                        hands[first, second, up, third, fourth] = _player_byte(
                            plan, rules.pays_21_at_once, first, second, up, third, fourth
                        )
    for up in range(10):
        for second in range(10):
            for third in range(10):
                for fourth in range(10):
                    dealers[up, second, third, fourth] = _dealer_byte(rules, up, second, third, fourth)


@njit(cache=True, nogil=True)
def _player_byte(  # noqa: PLR0917
    plan: Plan, pays_21: bool, first: int, second: int, up: int, third: int, fourth: int
) -> int:
    if first + second == _TEN and first * second == 0:
        return 7
    does = plan.firsts[0, first, second, up]
    if does == SPLIT or (pays_21 and (does == DOUBLE or (min(first, second) >= _SIX and max(first, second) <= _EIGHT))):
        return 128
    if does == SURRENDER:
        return 1 + 64
    layer = (first == _ACE) + (second == _ACE) if plan.by_first_aces else 0
    hard, aces, used = first + second + 2, first * second == 0, 0
    held = plan.starts[first, second]
    while True:
        total = hard + 10 if aces and hard <= 11 else hard
        if used > 0 and total < 21:
            does = plan.actions[0, layer, held, up]
        if pays_21 and (total == 21 or does == DOUBLE):
            return 128
        if does == STAND or total >= 21:
            return _class_of(total) + 8 * used
        if used == 2:
            return 128
        card = third if used == 0 else fourth
        used += 1
        hard += card + 1
        aces = aces or card == _ACE
        held = plan.grown[held, card]
        if does == DOUBLE:
            return _class_of(hard + 10 if aces and hard <= 11 else hard) + 8 * used + 32


@njit(cache=True, nogil=True)
def _class_of(total: int) -> int:
    return 0 if total > 21 else 1 if total < 17 else total - 15


@njit(cache=True, nogil=True)
def _dealer_byte(rules: Rules, up: int, second: int, third: int, fourth: int) -> int:
    hard, ace = up + 1, up == _ACE
    for used in range(1, 4):
        card = second if used == 1 else third if used == 2 else fourth
        hard += card + 1
        ace = ace or card == _ACE
        soft = ace and hard <= 11
        total = hard + 10 if soft else hard
        if used == 1 and total == 21:
            return MADE_NATURAL + 8
        if total > 21:
            return MADE_OVER + 8 * used
        if total >= 17 + (1 if soft and rules.draws_to_soft_17 else 0):
            return total - 17 + 8 * used
    return 128
