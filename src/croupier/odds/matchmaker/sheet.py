"""Matchmaker: exact odds of the three bets, in closed form.

Once an area's first card is known, the second is any of the 52N - 1 others with equal chance, and the others are alike
for every first card: so each outcome's chance is a count of second cards. Nothing seen of other areas enters, because
before the round any two cards of the stack are as likely as any other two to be this area's.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from croupier.cards import CARDS_IN_A_DECK
from croupier.games.matchmaker.terms import LOSES, LOSES_BY_RULING, Bet, Outcome, Prize
from croupier.odds.matchmaker.settings import DECKS, Settings
from croupier.odds.model import Comparison, OutcomeLine, ParSheet, WagerAnalysis

PayTable = Mapping[tuple[Bet, Outcome], Prize]


def chances(decks: int) -> dict[Outcome, Fraction]:
    """How likely two cards from so many whole decks are to be each outcome.

    >>> str(chances(8)[Outcome.SUITED_PAIR])
    '7/415'
    """
    second_cards = {
        Outcome.SUITED_PAIR: decks - 1,
        Outcome.PAIR_SAME_COLOUR: decks,
        Outcome.PAIR_OPPOSITE: 2 * decks,
        Outcome.SUITED: 12 * decks,
        Outcome.OPPOSITE: 24 * decks,
        Outcome.NEITHER: 12 * decks,
    }
    others = CARDS_IN_A_DECK * decks - 1
    return {outcome: Fraction(count, others) for outcome, count in second_cards.items()}


def sheet(settings: Settings, pay_table: PayTable | None = None) -> ParSheet:
    """The PAR sheet of these settings; another pay table than the table's own answers "what if"."""
    prizes = settings.terms().pay_table if pay_table is None else pay_table
    chance = chances(settings.decks)
    wagers = tuple(
        WagerAnalysis(bet.value, tuple(_line(prizes, bet, outcome, chance[outcome]) for outcome in Outcome))
        for bet in Bet
    )
    return ParSheet(
        game="matchmaker",
        terms={
            "decks": settings.decks,
            "device": settings.device.value,
            "miss_match_on_opposite_pairs": settings.miss_match_on_opposite_pairs,
        },
        wagers=wagers,
        together=_together(wagers),
        notes=_NOTES,
    )


def comparisons(settings: Settings) -> tuple[Comparison, ...]:
    """The same settings with every deck count, and with both readings of Miss Match."""
    by_decks = tuple(sheet(replace(settings, decks=decks)) for decks in DECKS)
    by_reading = tuple(sheet(replace(settings, miss_match_on_opposite_pairs=wins)) for wins in (False, True))
    return (
        Comparison("decks", tuple(str(decks) for decks in DECKS), by_decks),
        Comparison("pair of opposite colours on miss match", ("loses (ruling 11)", "wins"), by_reading),
    )


def _line(prizes: PayTable, bet: Bet, outcome: Outcome, chance: Fraction) -> OutcomeLine:
    prize = prizes.get((bet, outcome))
    if prize:
        return OutcomeLine(outcome.value, chance, prize.odds.value, prize.under)
    by_ruling = bet is Bet.MISS_MATCH and outcome is Outcome.PAIR_OPPOSITE
    return OutcomeLine(outcome.value, chance, Fraction(-1), LOSES_BY_RULING if by_ruling else LOSES[bet])


def _together(wagers: tuple[WagerAnalysis, ...]) -> WagerAnalysis:
    """A third of a unit on each bet of one area: the same two cards decide all three."""
    lines = zip(*(wager.outcomes for wager in wagers), strict=True)
    return WagerAnalysis(
        "the three bets together",
        tuple(
            OutcomeLine(line[0].name, line[0].probability, sum(each.pays for each in line) / Fraction(len(wagers)))
            for line in lines
        ),
    )


_NOTES = (
    "The odds are those of every area: before a round any two cards of the stack are equally likely to be an area's "
    "two, however many cards were burned or dealt unseen.",
    "A continuous shuffling machine gives each area the same odds, and forgets earlier rounds.",
    "Ruling 10: a suited pair is paid 11 to 1 on Suit Match, never 2 to 1 as well, and wins Pair Match too.",
    "Ruling 11: Miss Match loses on a pair of opposite colours; the other reading is a term of the table.",
)
