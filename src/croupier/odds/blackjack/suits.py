"""Where suits matter: first cards that may become 6-7-8 or 7-7-7 in Crown Pontoon, and the Super Bonus."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from croupier.games.blackjack.terms import PONTOON_PAYS, SUPER_BONUS_CENTS, SUPER_BONUS_OTHERS_CENTS, TwentyOne
from croupier.odds.blackjack.compositions import EIGHT, SEVEN, SIX
from croupier.odds.blackjack.settings import Settings

MIXED, SUITED, SPADES = range(3)
KINDS = ("mixed suits", "one suit", "spades")
LOOKED_AT = {(SIX, SEVEN): EIGHT, (SIX, EIGHT): SEVEN, (SEVEN, EIGHT): SIX, (SEVEN, SEVEN): SEVEN}
"""Two first cards whose suits matter, and the rank that makes 21 of them."""


class Suits(NamedTuple):
    """What of the settings turns on suits."""

    decks: int | None
    matter: bool
    """Whether they are looked at in this version."""
    super_bonus: float
    """What the Super Bonus is worth in stakes; nought where there is none."""
    others: float
    """What every other wager is given, in stakes."""
    bonus_after_split: tuple[bool, bool, bool]
    """Whether sevens that were split can win it, by the suits of the first two."""


def suits_of(settings: Settings) -> Suits:
    """What these settings say of suits."""
    bonus = settings.playing.super_bonus
    cents = settings.stake * 100
    prize = max((won for least, won in SUPER_BONUS_CENTS.items() if cents >= least), default=0) if bonus else 0
    after = prize > 0 and settings.readings.bonus_after_unsuited_split
    return Suits(
        settings.shoe,
        settings.playing.pays_21_at_once,
        float(Fraction(prize) / cents),
        float(Fraction(SUPER_BONUS_OTHERS_CENTS if bonus else 0) / cents),
        (after, False, False),
    )


def chances_of(decks: int | None, first: int, second: int) -> tuple[float, float, float]:
    """How likely two first cards that are looked at are of mixed suits, of one suit, of spades."""
    if first != second or decks is None:
        return 12 / 16, 3 / 16, 1 / 16
    spades = decks * (decks - 1) / (4 * decks * (4 * decks - 1))
    return 1 - 4 * spades, 3 * spades, spades


def completed(decks: int | None, first: int, second: int, kind: int) -> tuple[tuple[TwentyOne, float], ...]:
    """How likely each line of Table 1 is once the third card has made 21 of two such first cards."""
    sevens = first == second
    mixed, suited, spades = (
        (TwentyOne.SEVENS_MIXED, TwentyOne.SEVENS_SUITED, TwentyOne.SEVENS_SPADES)
        if sevens
        else (TwentyOne.STRAIGHT_MIXED, TwentyOne.STRAIGHT_SUITED, TwentyOne.STRAIGHT_SPADES)
    )
    if kind == MIXED:
        return ((mixed, 1.0),)
    same = 1 / 4 if not sevens or decks is None else (decks - 2) / (4 * decks - 2)
    return ((spades if kind == SPADES else suited, same), (mixed, 1 - same))


def pays(line: TwentyOne) -> float:
    """What a line of Table 1 pays."""
    return float(PONTOON_PAYS[line].odds.value)


def wins_super_bonus(line: TwentyOne, upcard: int) -> bool:
    """Whether three sevens of one suit meet a seven."""
    return upcard == SEVEN and line in (TwentyOne.SEVENS_SUITED, TwentyOne.SEVENS_SPADES)


def sevens_of_split(decks: int | None, kind: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """How likely three sevens of a split hand are all spades, and all of one other suit.

    Told for a hand that begins with one of the two cards that were split, then for one that begins with a third seven.
    """
    if decks is None:
        own = {MIXED: (1 / 64, 3 / 64), SUITED: (0.0, 1 / 16), SPADES: (1 / 16, 0.0)}[kind]
        return own, (1 / 64, 3 / 64)
    left = 4 * decks - 2
    two, three = left * (left - 1), left * (left - 1) * (left - 2)

    def triples(many: int) -> float:
        return many * (many - 1) * (many - 2) / three

    if kind == MIXED:
        same = (decks - 1) * (decks - 2) / two
        spades = (triples(decks - 1) + triples(decks)) / 2
        return (same / 4, 3 * same / 4), (spades, 3 * spades)
    same = (decks - 2) * (decks - 3) / two
    if kind == SPADES:
        return (same, 0.0), (triples(decks - 2), 3 * triples(decks))
    return (0.0, same), (triples(decks), triples(decks - 2) + 2 * triples(decks))
