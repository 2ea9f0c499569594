"""What a sheet of the Blackjack family may be asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from croupier.books import cite
from croupier.cards import Device
from croupier.games.blackjack.terms import (
    PANDEMONIUM_PRIZES,
    PLAYING,
    Bet,
    Playing,
    Readings,
    Terms,
    Variant,
)
from croupier.money import Limits
from croupier.odds.setting import DOLLARS, Setting, exactly

INFINITE: Literal["infinite"] = "infinite"
Decks = Literal[4, 5, 6, 7, 8, "infinite"]
_DECKS: tuple[Decks, ...] = (4, 5, 6, 7, 8, INFINITE)
_VERSIONS: dict[object, str] = {each: playing.title for each, playing in PLAYING.items()}
_USUAL = 8
MOST_OTHERS = 26
"""Nine areas with three wagers on each, less one's own."""
WHOLE_SHOE = 4
"""An endless shoe has the terms of a table with so many decks: none of them turns on the number."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the odds turn on, amounts in dollars; ValueError names the clause that forbids it."""

    variant: Annotated[
        Variant,
        Setting(
            "Version",
            "The version that is played.",
            choices=_VERSIONS,
            under=(cite("BJ 10.1"), cite("BJ 11.1"), cite("BJ 12.1"), cite("BJ 14.1")),
        ),
    ] = Variant.BLACKJACK
    decks: Annotated[
        Decks | None,
        Setting(
            "Decks",
            "Decks in play, or infinite; eight unless set, and four in Vegas Blackjack.",
            choices={None: "as usual"} | {each: str(each) for each in _DECKS},
            under=(cite("BJ 3.1"), cite("BJ 10.4.1"), cite("BJ 12.3.1")),
        ),
    ] = None
    stake: Annotated[
        Fraction,
        Setting(
            "Stake",
            "The wager in dollars: a Super Bonus turns on it, and whether chips can pay half of it.",
            unit=DOLLARS,
            low=Fraction(1),
            under=(cite("BJ 10 Table 1:Super Bonus"), cite("ruling 38"), cite("ruling 45")),
        ),
    ] = Fraction(10)
    others: Annotated[
        int,
        Setting(
            "Other wagers",
            "Other main wagers of the round: they share in a Super Bonus, and the dealer draws for them.",
            low=0,
            high=MOST_OTHERS,
            under=(cite("BJ 10 Table 1:Super Bonus others"), cite("ruling 47")),
        ),
    ] = 0
    blackjack_beats_21: Annotated[
        bool,
        Setting(
            "A dealer's Blackjack against a drawn 21",
            "Whether a dealer's Blackjack beats a drawn 21; else they are level.",
            choices={True: "wins", False: "is level"},
            under=(cite("ruling 30"),),
        ),
    ] = True
    busts_lost_to_blackjack: Annotated[
        bool,
        Setting(
            "Bust hands before a dealer's natural",
            "Whether they are lost beside one original wager; else one original wager is lost in all.",
            choices={True: "are lost as well", False: "one wager in all"},
            under=(cite("ruling 31"),),
        ),
    ] = True
    all_bust_lost: Annotated[
        bool,
        Setting(
            "Hands that are all bust, one wager in all",
            "Whether they are all lost where the dealer draws for others and makes a natural.",
            choices={False: "one wager in all", True: "all lost"},
            needs="others",
            under=(cite("ruling 47"),),
        ),
    ] = False
    doubles_soft_19_20: Annotated[
        bool,
        Setting(
            "Doubling A-8 and A-9",
            "Whether A-8 and A-9, counted hard, may be doubled in Blackjack and Crown Blackjack.",
            choices={False: "not offered", True: "offered"},
            under=(cite("ruling 33"),),
        ),
    ] = False
    surrender_rounded_up: Annotated[
        bool,
        Setting(
            "Half a wager that chips cannot pay",
            "Whether what comes back of a surrendered wager is rounded up.",
            choices={True: "rounded up", False: "rounded down"},
            under=(cite("ruling 45"),),
        ),
    ] = True
    bonus_after_unsuited_split: Annotated[
        bool,
        Setting(
            "Super Bonus after splitting sevens of two suits",
            "Whether three sevens of one suit still win it.",
            choices={True: "paid", False: "not paid"},
            under=(cite("ruling 48"),),
        ),
    ] = True
    sevens: Annotated[
        Literal[1, 2] | None,
        Setting(
            "Magnificent Sevens",
            "Version of Magnificent Sevens beside Blackjack or Crown Blackjack; none is offered unless set.",
            choices={None: "none", 1: "version 1", 2: "version 2"},
            under=(cite("BJ 13.7.1(a)"), cite("BJ 13.7.1(b)")),
        ),
    ] = None
    pairs: Annotated[
        bool,
        Setting(
            "Perfect Pairs",
            "Whether Perfect Pairs is offered beside Blackjack or Crown Blackjack.",
            choices={False: "not offered", True: "offered"},
            under=(cite("BJ 15.1"),),
        ),
    ] = False
    pandemonium: Annotated[
        Literal[1, 2, 3, 4, 5],
        Setting(
            "Pontoon Pandemonium by table",
            "Pay table of the jackpot button.",
            choices={table: str(table) for table in PANDEMONIUM_PRIZES},
            under=(cite("BJ 11.6.2"),),
        ),
    ] = 1
    pandemonium_stake_returns: Annotated[
        bool,
        Setting(
            "Stake of a winning Pontoon Pandemonium wager",
            "Whether the stake comes back with its prize.",
            choices={True: "comes back", False: "stays with the house"},
            under=(cite("ruling 40"),),
        ),
    ] = True
    protection: Annotated[
        bool,
        Setting(
            "Game protection",
            "Whether to work out what cards watched or seen too soon are worth; that takes about half a minute.",
            choices={False: "left out", True: "worked out"},
            under=(cite("BJ 17.1"), cite("BJ 4.2.4(b)")),
        ),
    ] = False

    def __post_init__(self) -> None:
        exactly(self)
        if self.stake <= 0:
            raise ValueError("BJ 5.2 wants a wager, of more than nothing, before the first card")
        if not 0 <= self.others <= MOST_OTHERS:
            raise ValueError("BJ 2.2.1 and 5.8 have room for nine areas with three wagers on each")
        if self.decks == INFINITE and (self.sevens is not None or self.pairs):
            raise ValueError("BJ 13.8.1 and 15.6.1 pay by the number of decks, four to eight")
        # Made once for what it refuses.
        self.terms()

    @property
    def playing(self) -> Playing:
        """How the version is played."""
        return PLAYING[self.variant]

    @property
    def shoe(self) -> int | None:
        """How many decks there are; None for an endless shoe."""
        if self.decks is None:
            return min(_USUAL, self.playing.decks[1])
        return None if self.decks == INFINITE else self.decks

    @property
    def readings(self) -> Readings:
        """How the rulings with a switch are read."""
        return Readings(
            blackjack_beats_21=self.blackjack_beats_21,
            busts_lost_to_blackjack=self.busts_lost_to_blackjack,
            all_bust_lost=self.all_bust_lost,
            doubles_soft_19_20=self.doubles_soft_19_20,
            surrender_rounded_up=self.surrender_rounded_up,
            bonus_after_unsuited_split=self.bonus_after_unsuited_split,
            pandemonium_stake_returns=self.pandemonium_stake_returns,
        )

    def terms(self) -> Terms:
        """The terms of such a table; ValueError names the clause that forbids them."""
        return Terms(
            variant=self.variant,
            decks=WHOLE_SHOE if self.shoe is None else self.shoe,
            sevens=self.sevens,
            pairs=self.pairs,
            pandemonium=self.pandemonium,
            readings=self.readings,
        )


class Simulated(Settings, frozen=True, kw_only=True):
    """What rounds turn on beside the odds."""

    device: Annotated[
        Device,
        Setting(
            "Dealt from",
            "A dealing shoe down to its cutting card, or a shuffling shoe that is whole before each round.",
            choices={Device.MACHINE: "a shuffling shoe", Device.SHOE: "a dealing shoe"},
            under=(cite("BJ 2.3"), cite("BJ 3.1.1")),
        ),
    ] = Device.MACHINE
    areas: Annotated[
        int,
        Setting("Areas", "Areas dealt to in each round, nine at most.", low=1, high=9, under=(cite("BJ 2.2.1"),)),
    ] = 1
    cutting_card_behind: Annotated[
        int | None,
        Setting(
            "Behind the cutting card",
            "Cards behind the cutting card; a deck and a half of them unless set.",
            unit="cards",
            low=1,
            under=(cite("BJ 4.2.4(b)"),),
        ),
    ] = None

    def terms(self) -> Terms:
        """The terms of such a table; ValueError names the clause that forbids them."""
        return replace(
            Settings.terms(self), device=self.device, areas=self.areas, cutting_card_behind=self.cutting_card_behind
        )


class Played(Simulated, frozen=True, kw_only=True):
    """What rounds on the engine turn on: a table where the main wager is always the stake."""

    def terms(self) -> Terms:
        """The terms of such a table; ValueError names the clause that forbids them."""
        if self.shoe is None:
            raise ValueError("BJ 3.1 knows no endless shoe: play with four to eight decks")
        stake = self.stake * 100
        if stake % 100:
            raise ValueError("chips are of whole dollars: play for a stake of whole dollars")
        found = Simulated.terms(self)
        main: Bet = found.playing.bet
        return replace(found, limits=found.limits | {main: Limits(int(stake), int(stake))})
