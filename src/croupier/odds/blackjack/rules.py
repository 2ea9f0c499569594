"""What the values of hands turn on beside the cards: a version's rules in numbers, and what hands of 21 are paid."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.terms import PONTOON_PAYS, Doubling, TwentyOne
from croupier.odds.blackjack.compositions import EIGHT, SEVEN, SIX, Floats, hands, place_of
from croupier.odds.blackjack.settings import Settings

_DOUBLING = {Doubling.HARD_9_TO_11: 0, Doubling.ANY_TWO: 1, Doubling.ANY_NUMBER: 2}


class Rules(NamedTuple):
    """What of a version's terms and readings the values of single hands turn on."""

    doubling: int
    """0 for two cards of hard 9 to 11, 1 for any two cards, 2 for any number of them."""
    doubles_soft: bool
    """Whether A-8 and A-9 count as hard 9 and 10 to that."""
    at_once: bool
    """Whether 21 is paid at once."""
    level_at_21: bool
    """Whether a dealer's natural is level with a drawn 21."""
    rescue: bool
    one_in_all: bool
    """Whether a doubled hand that is bust loses one wager where the dealer goes on to make a natural."""
    natural_costs: float
    """What a dealer's natural takes from a live hand."""
    spares: float = 0.0
    """What part of a split hand that is over a dealer's natural gives back, where one wager is lost in all."""


def rules_of(settings: Settings, natural_costs: float = 1.0) -> Rules:
    """The rules of these settings."""
    playing, readings = settings.playing, settings.readings
    spared = not readings.busts_lost_to_blackjack and not readings.all_bust_lost and settings.others > 0
    return Rules(
        _DOUBLING[playing.doubling],
        playing.doubling is Doubling.HARD_9_TO_11 and readings.doubles_soft_19_20,
        playing.pays_21_at_once,
        not readings.blackjack_beats_21 and not playing.pays_21_at_once,
        playing.rescue,
        spared,
        natural_costs,
    )


class Prizes(NamedTuple):
    """What a hand of 21 wins where it is paid at once, on average over suits nobody looked at, and its square."""

    value: Floats
    square: Floats


def prizes(settings: Settings) -> Prizes:
    """The prizes of every hand of 21, suits being as likely as the shoe has them."""
    known = hands()
    value = np.ones(len(known.hard))
    many = known.size
    for size, line in ((5, TwentyOne.FIVE_CARDS), (6, TwentyOne.SIX_CARDS)):
        value[many == size] = _pays(line)
    value[many >= 7] = _pays(TwentyOne.SEVEN_CARDS)
    square = value**2
    straight, sevens = place_of(SIX, SEVEN, EIGHT), place_of(SEVEN, SEVEN, SEVEN)
    for place, chances in ((straight, (1 / 64, 3 / 64)), (sevens, three_sevens(settings.shoe))):
        lines = _STRAIGHTS if place == straight else _SEVENS
        each = (*chances, 1 - sum(chances))
        value[place] = sum(chance * _pays(line) for chance, line in zip(each, lines, strict=True))
        square[place] = sum(chance * _pays(line) ** 2 for chance, line in zip(each, lines, strict=True))
    return Prizes(value, square)


_STRAIGHTS = (TwentyOne.STRAIGHT_SPADES, TwentyOne.STRAIGHT_SUITED, TwentyOne.STRAIGHT_MIXED)
_SEVENS = (TwentyOne.SEVENS_SPADES, TwentyOne.SEVENS_SUITED, TwentyOne.SEVENS_MIXED)


def three_sevens(decks: int | None) -> tuple[float, float]:
    """The chances that three sevens of a shoe are all spades, and all of one other suit."""
    if decks is None:
        return 1 / 64, 3 / 64
    spades = decks * (decks - 1) * (decks - 2) / (4 * decks * (4 * decks - 1) * (4 * decks - 2))
    return spades, 3 * spades


def _pays(line: TwentyOne) -> float:
    return float(PONTOON_PAYS[line].odds.value)
