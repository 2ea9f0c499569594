"""Double Chance: how each wager ends, with what chance, pay and clause."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from croupier.books import cite
from croupier.games.double_chance.terms import (
    DECLARED_ODDS,
    HAND_CLAUSE,
    JACKPOT_CLAUSE,
    JACKPOT_HANDS,
    ODDS_CLAUSE,
    SIXTH_CARD_ODDS,
    Bet,
    Declared,
)
from croupier.odds.double_chance.classes import DEALS
from croupier.odds.double_chance.habits import Habit
from croupier.odds.model import OutcomeLine, WagerAnalysis

WINS, LOSES = "sixth card wins", "sixth card loses"
NOTHING = "nothing"

_MAXIMUM = cite("DC 9.2")
_WINS_UNDER = cite("DC 9.3"), cite("ruling 20")
_LOSES_UNDER = cite("DC 9.4"), cite("DC 9.5"), cite("ruling 20")
_DECLARED_UNDER = cite("ruling 21")
_DEAD_UNDER = cite("ruling 22")
_PRIZE, _NO_PRIZE, _TO_ONE = cite("DC 10.3"), cite("DC 9.6"), cite("ruling 23")

_RUNS = 10
"""Sequences of five ranks, the ace counting low or high."""
_RANKS, _SUITS = 13, 4

DECLARED_HANDS: Mapping[Declared, int] = {
    Declared.ROYAL_FLUSH: _SUITS,
    Declared.STRAIGHT_FLUSH: (_RUNS - 1) * _SUITS,
    Declared.FOUR_OF_A_KIND: _RANKS * (52 - _SUITS),
    Declared.FULL_HOUSE: _RANKS * comb(_SUITS, 3) * (_RANKS - 1) * comb(_SUITS, 2),
    Declared.FLUSH: (comb(_RANKS, 5) - _RUNS) * _SUITS,
    Declared.STRAIGHT: _RUNS * (_SUITS**5 - _SUITS),
    Declared.THREE_OF_A_KIND: _RANKS * comb(_SUITS, 3) * comb(_RANKS - 1, 2) * _SUITS**2,
    Declared.TWO_PAIRS: comb(_RANKS, 2) * comb(_SUITS, 2) ** 2 * (52 - 2 * _SUITS),
    Declared.DEAD_HAND: _SUITS * (_SUITS - 1),
}
"""How many of the 2,598,960 hands are each: any suit of the four low cards and any other suit's 2 make a dead hand."""


def chance_of(hand: Declared) -> Fraction:
    """How likely five cards are to be declared as this."""
    return Fraction(DECLARED_HANDS[hand], DEALS)


def wager(habit: Habit, most: Fraction | None = None, strategy: tuple[str, ...] | None = None) -> WagerAnalysis:
    """A wager of one unit, the cards to keep chosen by this habit; a declared hand wins no more than `most` units."""
    sixth = (
        OutcomeLine(WINS, habit.chance, SIXTH_CARD_ODDS.value, _WINS_UNDER),
        OutcomeLine(LOSES, Fraction(habit.discarding, DEALS) - habit.chance, Fraction(-1), _LOSES_UNDER),
    )
    return WagerAnalysis(Bet.WAGER.value, (*(_declared(hand, most) for hand in Declared), *sixth), strategy)


def _declared(hand: Declared, most: Fraction | None) -> OutcomeLine:
    wins = DECLARED_ODDS[hand].value
    under = [ODDS_CLAUSE[hand], HAND_CLAUSE[hand], _DECLARED_UNDER]
    if hand is Declared.DEAD_HAND:
        under.append(_DEAD_UNDER)
    if most is not None and most < wins:
        wins = most
        under.append(_MAXIMUM)
    return OutcomeLine(hand.value, chance_of(hand), wins, tuple(under))


def jackpot(schedule: Mapping[Declared, int]) -> WagerAnalysis:
    """A Jackpot wager of one unit under a schedule of odds to one; the five cards dealt decide it."""
    won = [
        OutcomeLine(hand.value, chance_of(hand), Fraction(schedule[hand]), (_PRIZE, JACKPOT_CLAUSE[hand], _TO_ONE))
        for hand in JACKPOT_HANDS
    ]
    rest = 1 - sum(chance_of(hand) for hand in JACKPOT_HANDS)
    return WagerAnalysis(Bet.JACKPOT.value, (*won, OutcomeLine(NOTHING, rest, Fraction(-1), (_NO_PRIZE,))))


def together(main: WagerAnalysis, side: WagerAnalysis, stake: Fraction, price: Fraction) -> WagerAnalysis:
    """Both wagers of a round as one unit, split as the stake and the price are: the same five cards decide both."""
    prizes = {line.name: line.pays for line in side.outcomes}
    return WagerAnalysis(
        "wager and jackpot together",
        tuple(
            OutcomeLine(
                line.name,
                line.probability,
                (stake * line.pays + price * prizes.get(line.name, prizes[NOTHING])) / (stake + price),
            )
            for line in main.outcomes
        ),
    )
