"""Matchmaker: exact odds of the three bets, in closed form.

Once an area's first card is known, the second is any of the 52N - 1 others with equal chance, and the others are alike
for every first card: so each outcome's chance is a count of second cards. Nothing seen of other areas enters, because
before the round any two cards of the stack are as likely as any other two to be this area's.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from time import perf_counter

from msgspec.structs import replace

from croupier.cards import CARDS_IN_A_DECK, DECK, Device
from croupier.games.matchmaker.terms import LOSES, LOSES_BY_RULING, Bet, Outcome, Prize, Terms, outcome_of
from croupier.odds.model import Comparison, OutcomeLine, ParSheet, WagerAnalysis
from croupier.odds.simulate import Chunk

PayTable = Mapping[tuple[Bet, Outcome], Prize]

DECKS = range(4, 9)
"""The deck counts of MM 3.1."""


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


def sheet(terms: Terms, pay_table: PayTable | None = None) -> ParSheet:
    """The PAR sheet of these terms; another pay table than their own answers "what if"."""
    start = perf_counter()
    prizes = terms.pay_table if pay_table is None else pay_table
    chance = chances(terms.decks)
    wagers = tuple(
        WagerAnalysis(bet.value, tuple(_line(prizes, bet, outcome, chance[outcome]) for outcome in Outcome))
        for bet in Bet
    )
    return ParSheet(
        game="matchmaker",
        terms={
            "decks": terms.decks,
            "device": terms.device.value,
            "miss_match_on_opposite_pairs": terms.miss_match_on_opposite_pairs,
        },
        wagers=wagers,
        seconds=perf_counter() - start,
        together=_together(wagers),
        notes=_NOTES,
    )


def comparisons(terms: Terms) -> tuple[Comparison, ...]:
    """The same terms with every deck count, and with both readings of Miss Match."""
    by_decks = tuple(sheet(replace(terms, decks=decks, cutting_card_behind=None)) for decks in DECKS)
    by_reading = tuple(sheet(replace(terms, miss_match_on_opposite_pairs=wins)) for wins in (False, True))
    return (
        Comparison("decks", tuple(str(decks) for decks in DECKS), by_decks),
        Comparison("pair of opposite colours on miss match", ("loses (ruling 11)", "wins"), by_reading),
    )


def chunk(terms: Terms) -> Chunk:
    """A kernel that deals rounds as the table does and counts every area's outcome once for each bet."""
    from croupier.odds.kernels.matchmaker import play

    outcomes = list(Outcome)
    return partial(
        play,
        decks=terms.decks,
        areas=terms.areas,
        behind_cut=None if terms.device is Device.MACHINE else terms.cards_behind_cut,
        outcome_of=tuple(tuple(outcomes.index(outcome_of(first, second)) for second in DECK) for first in DECK),
        bets=len(Bet),
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
