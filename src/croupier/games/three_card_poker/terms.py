"""What a Three Card Poker table is set up with: device, bets, pay tables and the jackpot it is linked to."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import msgspec

from croupier.books import cite
from croupier.cards import CardSource, Device
from croupier.cards.quick import quick
from croupier.cards.ranking import FiveCards, ThreeCards
from croupier.money import ChipSet, Limits, Odds
from croupier.table.asked import SIGNS_ALONE, SignedAlone, Source, asked, dealt_from, money, one_of


@quick
class Bet(StrEnum):
    """The four wagers of the layout (TCP 5.5, 5.6)."""

    ANTE = "ante"
    PLAY = "play"
    PAIR_PLUS = "pair plus"
    JACKPOT = "jackpot"


SIGNED_BETS = (Bet.ANTE, Bet.PAIR_PLUS)
"""The bets whose minimum and maximum the sign gives; Play follows the Ante, Jackpot has a price."""

SF, TRIPS, STRAIGHT, FLUSH, PAIR = (
    ThreeCards.STRAIGHT_FLUSH,
    ThreeCards.THREE_OF_A_KIND,
    ThreeCards.STRAIGHT,
    ThreeCards.FLUSH,
    ThreeCards.PAIR,
)

PayTable = dict[ThreeCards, Odds]


def _pays(*odds: int, of: tuple[ThreeCards, ...]) -> PayTable:
    return {hand: Odds(win) for hand, win in zip(of, odds, strict=True)}


ANTE_BONUS: dict[str, PayTable] = {
    "A": _pays(5, 4, 1, of=(SF, TRIPS, STRAIGHT)),
    "B": _pays(5, 3, 1, of=(SF, TRIPS, STRAIGHT)),
    "C": _pays(4, 3, 1, of=(SF, TRIPS, STRAIGHT)),
}
PAIR_PLUS: dict[str, PayTable] = {
    "A": _pays(40, 30, 6, 4, 1, of=(SF, TRIPS, STRAIGHT, FLUSH, PAIR)),
    "B": _pays(40, 25, 6, 4, 1, of=(SF, TRIPS, STRAIGHT, FLUSH, PAIR)),
    "C": _pays(40, 30, 5, 4, 1, of=(SF, TRIPS, STRAIGHT, FLUSH, PAIR)),
    "D": _pays(40, 30, 6, 3, 1, of=(SF, TRIPS, STRAIGHT, FLUSH, PAIR)),
    "E": _pays(35, 25, 6, 4, 1, of=(SF, TRIPS, STRAIGHT, FLUSH, PAIR)),
    "F": _pays(35, 33, 6, 4, 1, of=(SF, TRIPS, STRAIGHT, FLUSH, PAIR)),
}
EVEN = Odds(1)

ANTE_BONUS_CLAUSE = {name: cite(f"TCP Table 9:Ante Bonus {name}") for name in ANTE_BONUS}
PAIR_PLUS_CLAUSE = {name: cite(f"TCP Table 9:Pair Plus {name}") for name in PAIR_PLUS}

METER_SHARE = {FiveCards.ROYAL_FLUSH: Fraction(1), FiveCards.STRAIGHT_FLUSH: Fraction(1, 10)}
"""What a lone royal or straight flush takes of the rounded meter."""

BONUS_PRIZES: dict[int, dict[FiveCards, int]] = {
    1: {FiveCards.FOUR_OF_A_KIND: 500, FiveCards.FULL_HOUSE: 150, FiveCards.FLUSH: 100},
    2: {FiveCards.FOUR_OF_A_KIND: 600, FiveCards.FULL_HOUSE: 100, FiveCards.FLUSH: 60, FiveCards.STRAIGHT: 40},
}
"""Dollars for each dollar of Jackpot wager, by option; the stake itself stays with the house (ruling 52)."""

_PRIZE_NAMES = {
    1: {FiveCards.FOUR_OF_A_KIND: "Four of a kind", FiveCards.FULL_HOUSE: "Full House", FiveCards.FLUSH: "Flush"},
    2: {
        FiveCards.FOUR_OF_A_KIND: "Four of a Kind",
        FiveCards.FULL_HOUSE: "Full House",
        FiveCards.FLUSH: "Flush",
        FiveCards.STRAIGHT: "Straight",
    },
}
BONUS_CLAUSE = {
    (option, hand): cite(f"TCP Table {option + 2}:{name}")
    for option, names in _PRIZE_NAMES.items()
    for hand, name in names.items()
}
METER_CLAUSE = {
    (option, hand): cite(f"TCP Table {option + 2}:{name}")
    for option in (1, 2)
    for hand, name in ((FiveCards.ROYAL_FLUSH, "Royal Flush"), (FiveCards.STRAIGHT_FLUSH, "Straight Flush"))
}

INCREMENTS: dict[int, dict[int, Fraction]] = {
    option: {seed: Fraction(rate, 10_000) for seed, rate in zip(_SEEDS, rates, strict=True)}
    for _SEEDS in ((10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 75_000),)
    for option, rates in (
        (1, (3406, 3251, 3094, 2936, 2776, 2612, 2350)),
        (2, (3102, 2947, 2790, 2632, 2470, 2302, 2028)),
    )
}
"""By option and seed in dollars per dollar of price: the share of each Jackpot wager that goes to the meter."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms one table is played under; a change of terms is a new version."""

    table: str = "three-card-poker"
    device: Annotated[
        Device,
        dealt_from(
            "A hand-held shoe deals one card at a time; a shuffling shoe dispenses sets of three.",
            "TCP 9.3",
            "TCP 9.4",
            known=(Device.SHOE, Device.SHUFFLER),
        ),
    ] = Device.SHOE
    """A hand-held shoe deals one card at a time; a shuffling shoe dispenses sets of three."""
    cards: Source = CardSource.VIRTUAL
    areas: Annotated[int, asked("Places", "One to nine.", "TCP 2.1")] = 7
    chips: ChipSet = ChipSet((100, 500, 2500, 10000, 50000))
    limits: Annotated[
        dict[Bet, Limits], asked("Limits", "The least and the most of one wager, as the sign shows them.", "TCP 8.1")
    ] = msgspec.field(default_factory=lambda: dict.fromkeys(SIGNED_BETS, Limits(500, 50000)))
    ante_bonus: Annotated[
        str, one_of(ANTE_BONUS, "Ante Bonus paid by table", "The pay tables stand in the book.", "TCP 10.3")
    ] = "A"
    pair_plus: Annotated[
        str, one_of(PAIR_PLUS, "Pair Plus paid by table", "The pay tables stand in the book.", "TCP 10.3")
    ] = "A"
    jackpot_price: Annotated[
        int | None,
        money(
            "Price of a Jackpot wager",
            "In whole dollars; left empty, no Jackpot wager is offered. Its meter is opened under Jackpots.",
            "TCP 6.2.3",
        ),
    ] = None
    jackpot_option: Annotated[
        int, asked("Jackpot option", "1 or 2: which prizes the meter's option pays.", "TCP 6.1.1(f)")
    ] = 1
    signs_alone: SignedAlone = SIGNS_ALONE
    """What one person of the house gives a player without a second signature, in cents."""
    casino: str = "Croupier"
    version: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.areas <= 9:
            raise ValueError("TCP 2.1 allows one to nine places")
        if self.device is Device.MACHINE:
            raise ValueError("TCP 9.3 and 9.4 know a hand-held shoe and a single-deck shuffling shoe")
        if set(self.limits) != set(SIGNED_BETS):
            raise ValueError("TCP 8.1 wants a minimum and a maximum for Ante and Pair Plus")
        if self.ante_bonus not in ANTE_BONUS or self.pair_plus not in PAIR_PLUS:
            raise ValueError("TCP 10.3 pays Ante Bonus by Table A to C and Pair Plus by Table A to F")
        if self.jackpot_option not in BONUS_PRIZES:
            raise ValueError("TCP 6.1.1(f) knows options 1 and 2")
        if self.jackpot_price is not None and (self.jackpot_price < 100 or self.jackpot_price % 100):
            raise ValueError("TCP 6.2.3 wants a price in whole dollars")
