"""The Flop Chase wager, and what commission takes of a pot."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import msgspec

from croupier.books import cite
from croupier.cards import CARDS_IN_A_DECK
from croupier.games.crown_poker.terms import FLOP_CHASE_ODDS, Bet
from croupier.odds.crown_poker.settings import Settings
from croupier.odds.model import OutcomeLine, WagerAnalysis

FLOP = 3
_WINS = {
    Bet.RED: (cite("CP 10.1.1(c)"), cite("CP 10.2.2:Red")),
    Bet.BLACK: (cite("CP 10.1.1(a)"), cite("CP 10.2.2:Black")),
}
_LOSES = {Bet.RED: cite("CP 10.1.1(d)"), Bet.BLACK: cite("CP 10.1.1(b)")}


NOT_ONE_COLOUR = "any other flop"
"""What the sheet calls a flop that loses."""


def wager_name(bet: Bet) -> str:
    """What the sheet calls a wager on a colour."""
    return f"flop chase {bet.value}"


def one_colour(bet: Bet) -> str:
    """What the sheet calls a flop that wins."""
    return f"three {bet.value} cards"


def flop_chase(bet: Bet) -> WagerAnalysis:
    """A wager that all three cards of the flop are of one colour.

    >>> str(flop_chase(Bet.RED).edge)
    '1/17'
    """
    wins = Fraction(comb(CARDS_IN_A_DECK // 2, FLOP), comb(CARDS_IN_A_DECK, FLOP))
    return WagerAnalysis(
        wager_name(bet),
        (
            OutcomeLine(one_colour(bet), wins, FLOP_CHASE_ODDS.value, _WINS[bet]),
            OutcomeLine(NOT_ONE_COLOUR, 1 - wins, Fraction(-1), (_LOSES[bet],)),
        ),
    )


class Taken(msgspec.Struct, frozen=True):
    """What commission takes of a pot of one size, in dollars."""

    pot: Fraction
    taken: Fraction

    @property
    def share(self) -> Fraction:
        """The part of the pot."""
        return self.taken / self.pot


class Cost(msgspec.Struct, frozen=True):
    """What commission costs at a table, in dollars."""

    pot: Taken
    a_player_a_hand: Fraction
    a_player_an_hour: Fraction
    capped_from: Fraction | None
    """The least pot that pays the cap."""
    by_pot: tuple[Taken, ...]


def commission(settings: Settings, pot: Fraction) -> Fraction:
    """What is taken of a called pot that saw a flop, rounded down to the smallest chip, the cap at most (R64, R115)."""
    percent = Fraction(settings.rake_percent or 0, 100)
    taken = pot * percent // settings.chip * settings.chip
    return taken if settings.cap is None else min(taken, settings.cap)


def cost(settings: Settings) -> Cost | None:
    """What commission costs where one is taken: of a pot of the size asked for, and of pots around it."""
    if settings.rake_percent is None:
        return None
    taken = commission(settings, settings.pot)
    a_hand = taken / settings.players
    from_ = None
    if settings.cap is not None:
        steps = -(-settings.cap // settings.chip) * settings.chip
        from_ = steps * 100 / settings.rake_percent
    pots = tuple(settings.pot * many / 4 for many in (1, 2, 3, 4, 6, 8, 12, 16, 24))
    return Cost(
        Taken(settings.pot, taken),
        a_hand,
        a_hand * settings.hands_an_hour,
        from_,
        tuple(Taken(each, commission(settings, each)) for each in pots),
    )
