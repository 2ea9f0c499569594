"""How the main wager ends, line by line: names, what each pays, and the clauses that say so.

Lines of hands that were not split are numbered as `WAYS` has them; a split ends by what all its hands gain together.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from croupier.books import cite
from croupier.games.blackjack.terms import EVEN, INSURANCE, NATURAL, PONTOON_PAYS, TwentyOne
from croupier.odds.blackjack.exact_lines import (
    BUST,
    BUST_DOUBLED,
    DOUBLED_21,
    FIVE_CARDS,
    LEVEL,
    LOST,
    LOST_DOUBLED,
    ONE_OF_TWO,
    SEVEN_CARDS,
    SIX_CARDS,
    TWENTY_ONE,
    WITHDRAWN,
    WON,
    WON_DOUBLED,
)
from croupier.odds.blackjack.settings import Settings
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.split_joint import NIL
from croupier.odds.blackjack.suits import Suits
from croupier.odds.blackjack.whole import Measured
from croupier.odds.model import Number, OutcomeLine, WagerAnalysis
from croupier.odds.words import gain

WAYS = {
    WON: ("wins", Fraction(1)),
    WON_DOUBLED: ("wins, doubled", Fraction(2)),
    LEVEL: ("level", Fraction(0)),
    LOST: ("loses", Fraction(-1)),
    LOST_DOUBLED: ("loses, doubled", Fraction(-2)),
    BUST: ("over 21", Fraction(-1)),
    BUST_DOUBLED: ("over 21, doubled", Fraction(-2)),
    ONE_OF_TWO: ("doubled, one wager lost to a natural", Fraction(-1)),
    WITHDRAWN: ("doubled part withdrawn", Fraction(-1)),
    TWENTY_ONE: ("21 paid at once", Fraction(1)),
    FIVE_CARDS: (TwentyOne.FIVE_CARDS.value, Fraction(3, 2)),
    SIX_CARDS: (TwentyOne.SIX_CARDS.value, Fraction(2)),
    SEVEN_CARDS: (TwentyOne.SEVEN_CARDS.value, Fraction(3)),
    DOUBLED_21: ("21, doubled", Fraction(2)),
}
"""The names and pays of how hands end that are not split; naturals, suits and surrenders have lines of their own."""
NATURALS_LEVEL = "both have a natural"
EVEN_MONEY = "even money"
SURRENDERED, SURRENDERED_IN_VAIN = "surrendered", "surrendered, a dealer's natural"
SPLIT_BONUS = "split, with a Super Bonus"
_SPLIT_UNDER = (cite("BJ 7.5.5(a)"), cite("BJ 7.5.5(i)"), cite("ruling 31"), cite("ruling 34"))
_WAYS_UNDER = {
    WON: (cite("BJ 5.6.2"), cite("BJ 5.6.3"), *EVEN.under),
    WON_DOUBLED: (cite("BJ 7.5.4(a)(i)"), *EVEN.under),
    LEVEL: (cite("BJ 5.6.4"),),
    LOST: (cite("BJ 5.6.6"), cite("ruling 30")),
    LOST_DOUBLED: (cite("BJ 5.6.6"),),
    BUST: (cite("BJ 5.6.5"),),
    BUST_DOUBLED: (cite("BJ 5.6.5"), cite("ruling 31")),
    ONE_OF_TWO: (cite("BJ 7.5.4(b)"), cite("ruling 31")),
}
_PONTOON_UNDER = {
    WON: (cite("BJ 10.5.1(a)"), cite("BJ 10.5.1(b)")),
    WON_DOUBLED: (cite("BJ 10.7.4"),),
    LEVEL: (cite("BJ 10.5.1(e)"),),
    LOST: (cite("BJ 10.5.1(g)"),),
    LOST_DOUBLED: (cite("BJ 10.5.1(g)"),),
    BUST: (cite("BJ 10.5.1(f)"),),
    BUST_DOUBLED: (cite("BJ 10.5.1(f)"), cite("ruling 31")),
    ONE_OF_TWO: (cite("BJ 10.7.3"), cite("ruling 31")),
    WITHDRAWN: (cite("BJ 10.7.5"), cite("ruling 36")),
    TWENTY_ONE: (cite("BJ 10.5.1(d)"), *PONTOON_PAYS[TwentyOne.OTHER].under),
    FIVE_CARDS: PONTOON_PAYS[TwentyOne.FIVE_CARDS].under,
    SIX_CARDS: PONTOON_PAYS[TwentyOne.SIX_CARDS].under,
    SEVEN_CARDS: PONTOON_PAYS[TwentyOne.SEVEN_CARDS].under,
    DOUBLED_21: (cite("BJ 10.5.1(d)"), cite("BJ 10.7.4"), cite("ruling 36")),
}
_SUPER_BONUS_UNDER = (cite("BJ 10 Table 1:Super Bonus"), cite("ruling 38"))


def super_bonus_line(line: TwentyOne) -> str:
    """The name of three sevens that win the Super Bonus as well."""
    return f"Super Bonus, {line.value}"


def split_line(halves: int) -> str:
    """The name of a split by what it gains, in halves.

    >>> split_line(3), split_line(0)
    ('split, +3/2', 'split, 0')
    """
    return f"split, {gain(Fraction(halves, 2))}"


def main_wager(name: str, settings: Settings, suits: Suits, found: Measured) -> WagerAnalysis:
    """The main wager by a plan: every way it ends."""
    lines = [line for line in _lines(settings, suits, found) if line.probability > 0]
    return WagerAnalysis(name, tuple(lines))


def _lines(settings: Settings, suits: Suits, found: Measured) -> Iterator[OutcomeLine]:
    playing = settings.playing
    pontoon = playing.pays_21_at_once
    under = _PONTOON_UNDER if pontoon else _WAYS_UNDER
    natural = PONTOON_PAYS[TwentyOne.PONTOON] if pontoon else NATURAL
    won, level, even = (float(each) for each in found.naturals)
    yield OutcomeLine(playing.natural, won, natural.odds.value, natural.under)
    yield OutcomeLine(EVEN_MONEY, even, Fraction(1), (cite("BJ 7.4.1(b)"), cite("ruling 35")))
    yield OutcomeLine(NATURALS_LEVEL, level, Fraction(0), (cite("BJ 5.6.4"),))
    chances = found.ways.sum(axis=0)
    for way, (name, pays_so) in WAYS.items():
        if chances[way] > 0:
            yield OutcomeLine(name, float(chances[way]), pays_so, under[way])
    for line in TwentyOne:
        for wins in (False, True):
            if (line, wins) not in found.completed:
                continue
            prize: Number = PONTOON_PAYS[line].odds.value + (_units(suits) if wins else 0)
            name = super_bonus_line(line) if wins else line.value
            clauses = (*PONTOON_PAYS[line].under, *(_SUPER_BONUS_UNDER if wins else ()))
            yield OutcomeLine(name, float(found.completed[line, wins]), prize, clauses)
    given_up, in_vain = (float(each) for each in found.surrendered)
    half, void = (cite("BJ 10.9.4"), cite("BJ 10.9.3")) if pontoon else (cite("BJ 12.4.1(d)"), cite("BJ 12.4.1(c)"))
    yield OutcomeLine(SURRENDERED, given_up, -found.surrender_costs, (half, cite("ruling 37")))
    yield OutcomeLine(SURRENDERED_IN_VAIN, in_vain, Fraction(-1), (void, cite("ruling 37")))
    for place, chance in enumerate(found.split.chances):
        if chance > 0:
            halves = place - NIL
            yield OutcomeLine(split_line(halves), float(chance), Fraction(halves, 2), _SPLIT_UNDER)
    if found.split.bonus > 0:
        mean = float(suits.super_bonus + found.split.beside / found.split.bonus)
        yield OutcomeLine(
            SPLIT_BONUS, float(found.split.bonus), mean, (*_SPLIT_UNDER, *_SUPER_BONUS_UNDER, cite("ruling 48"))
        )


def _units(suits: Suits) -> Fraction:
    return Fraction(suits.super_bonus).limit_denominator(10**9)


def insurance(game: Game) -> WagerAnalysis:
    """Insurance against an ace, whatever the player's cards; who has a Pontoon cannot insure."""
    settings = game.settings
    if settings.shoe is None:
        aces, tens, cards = 4, 16 - 4 * len(settings.playing.without), 52 - 4 * len(settings.playing.without)
        wins = Fraction(tens, cards)
    else:
        aces, tens, cards = (int(each) for each in (game.shoe[0] - 1, game.shoe[-1], game.shoe.sum() - 1))
        wins = Fraction(tens, cards)
        if settings.playing.pays_21_at_once:
            pontoon = Fraction(2 * aces * tens, cards * (cards - 1))
            wins = (wins - pontoon * Fraction(tens - 1, cards - 2)) / (1 - pontoon)
    lines = (
        OutcomeLine("second card counts ten", wins, INSURANCE.odds.value, INSURANCE.under),
        OutcomeLine("any other second card", 1 - wins, Fraction(-1), (cite("BJ 5.7.2"), cite("BJ 7.5.6(b)"))),
    )
    return WagerAnalysis("insurance", lines)
