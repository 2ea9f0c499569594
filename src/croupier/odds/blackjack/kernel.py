"""Rounds of the Blackjack family by the best play, from a real shoe, counted on the lines of the sheet."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack.terms import PANDEMONIUM_PRIZES, Bet, Playing, TwentyOne
from croupier.odds.blackjack import hands_played as ways
from croupier.odds.blackjack.exact_lines import DOUBLED_21
from croupier.odds.blackjack.outcomes import (
    NATURALS_LEVEL,
    SPLIT_BONUS,
    SURRENDERED,
    SURRENDERED_IN_VAIN,
    WAYS,
    split_line,
    super_bonus_line,
)
from croupier.odds.blackjack.plan import compiled, rules_of, shortcuts_of, table_of
from croupier.odds.blackjack.rounds import INSURANCE, PAIRS, PRIZES, SEVENS, Shortcuts, Table, deal, room
from croupier.odds.blackjack.settings import Simulated
from croupier.odds.blackjack.sheet import sheet
from croupier.odds.blackjack.side_bets import whole_shoe
from croupier.odds.blackjack.stack import Bytes, Longs, seeded, stack_of
from croupier.odds.model import WagerAnalysis
from croupier.odds.simulate import Chunk

_BY_SUITS = {
    ways.STRAIGHT_MIXED: (TwentyOne.STRAIGHT_MIXED, TwentyOne.STRAIGHT_SUITED, TwentyOne.STRAIGHT_SPADES),
    ways.SEVENS_MIXED: (TwentyOne.SEVENS_MIXED, TwentyOne.SEVENS_SUITED, TwentyOne.SEVENS_SPADES),
}
_WON_SUPER = {ways.SUPER_SUITED: TwentyOne.SEVENS_SUITED, ways.SUPER_SPADES: TwentyOne.SEVENS_SPADES}


class Dealt(NamedTuple):
    """All that rounds of some settings turn on, and where each line of the sheet is counted."""

    stack: Bytes
    table: Table
    rules: ways.Rules
    plan: ways.Plan
    short: Shortcuts
    prizes: Longs
    lines: tuple[tuple[tuple[int, ...], ...], ...]
    """By wager and line: the counts that add up to it."""


def chunk(settings: Simulated) -> Chunk:
    """A kernel that deals rounds and counts the sheet's outcomes."""
    if settings.shoe is None:
        raise ValueError("BJ 3.1 knows no endless shoe: simulate four to eight decks")
    found, terms = sheet(settings), settings.terms()
    rules = rules_of(terms)
    plan = compiled(found.starts, found.plan, by_first_aces=rules.pays_21_at_once)
    prizes = PANDEMONIUM_PRIZES[terms.pandemonium] if Bet.PANDEMONIUM in terms.bets else {}
    return partial(
        play,
        dealt=Dealt(
            stack_of(whole_shoe(terms.variant, terms.decks)),
            table_of(terms),
            rules,
            plan,
            shortcuts_of(plan, rules),
            np.cumsum(np.array(list(prizes.values()), dtype=np.int64)),
            tuple(_counted(wager, terms.playing) for wager in found.wagers),
        ),
    )


def play(seed: int, rounds: int, *, dealt: Dealt) -> NDArray[np.int64]:
    """The outcome counts of so many rounds, in the order of the sheet's lines."""
    stack, chance = dealt.stack.copy(), seeded(seed)
    counts = deal(rounds, stack, chance, dealt.table, dealt.rules, dealt.plan, dealt.short, dealt.prizes, room())
    found = [[sum(int(counts[way]) for way in line) for line in wager] for wager in dealt.lines]
    if sum(found[0]) != rounds:
        raise RuntimeError("a round ended in a way that the sheet has no line for")
    return np.array([many for wager in found for many in wager], dtype=np.int64)


def line_names(playing: Playing) -> dict[int, str]:
    """What the sheet calls each way in which the main wager ends."""
    names = {way: WAYS[way][0] for way in range(ways.STRAIGHT_MIXED)}
    names[ways.DOUBLED_21] = WAYS[DOUBLED_21][0]
    names |= {way + place: line.value for way, lines in _BY_SUITS.items() for place, line in enumerate(lines)}
    names |= {way: super_bonus_line(line) for way, line in _WON_SUPER.items()}
    names |= {ways.NATURAL_WON: playing.natural, ways.NATURAL_LEVEL: NATURALS_LEVEL}
    names |= {ways.GIVEN_UP: SURRENDERED, ways.GIVEN_UP_LOST: SURRENDERED_IN_VAIN}
    names |= {ways.SPLIT_EVEN + halves: split_line(halves) for halves in range(-12, 19)}
    names |= {ways.SPLIT_SUPER + halves: SPLIT_BONUS for halves in range(-12, 19)}
    return names


def _counted(wager: WagerAnalysis, playing: Playing) -> tuple[tuple[int, ...], ...]:
    """Where the lines of a wager are counted: those of the main wager by name, all others one after another."""
    if wager.name == playing.bet:
        names = line_names(playing)
        return tuple(tuple(way for way, name in names.items() if name == line.name) for line in wager.outcomes)
    begins = {Bet.INSURANCE: INSURANCE, Bet.PAIRS: PAIRS, Bet.SEVENS: SEVENS, Bet.PANDEMONIUM: PRIZES}[Bet(wager.name)]
    return tuple((begins + place,) for place in range(len(wager.outcomes)))
