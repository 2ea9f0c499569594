"""What a Matchmaker sheet may be asked for."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from croupier.books import cite
from croupier.cards import Device
from croupier.games.matchmaker.terms import Terms
from croupier.odds.setting import Setting

DECKS = range(4, 9)
"""The deck counts of MM 3.1."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the odds turn on; the table itself refuses what its book forbids."""

    decks: Annotated[
        int,
        Setting(
            "Decks",
            "Decks in play, four to eight.",
            choices={decks: str(decks) for decks in DECKS},
            under=(cite("MM 3.1"),),
        ),
    ] = 8
    device: Annotated[
        Device,
        Setting(
            "Dealt from",
            "A dealing shoe or a continuous shuffling machine.",
            choices={Device.SHOE: "a shoe", Device.MACHINE: "a shuffling machine"},
            under=(cite("MM 2.3"), cite("MM 2.4")),
        ),
    ] = Device.SHOE
    miss_match_on_opposite_pairs: Annotated[
        bool,
        Setting(
            "Miss Match on a pair of opposite colours",
            "Whether Miss Match wins on a pair of opposite colours; as ruled it loses.",
            choices={False: "loses", True: "wins"},
            under=(cite("ruling 11"),),
        ),
    ] = False

    def __post_init__(self) -> None:
        self.terms()

    def terms(self) -> Terms:
        """The terms of such a table; ValueError names the clause that forbids them."""
        return Terms(
            decks=self.decks,
            device=self.device,
            miss_match_on_opposite_pairs=self.miss_match_on_opposite_pairs,
        )


class Simulated(Settings, frozen=True, kw_only=True):
    """What rounds turn on beside the odds."""

    areas: Annotated[
        int,
        Setting("Areas", "Areas dealt to in each round, nine at most.", low=1, high=9, under=(cite("MM 2.2.1"),)),
    ] = 9
    cutting_card_behind: Annotated[
        int | None,
        Setting(
            "Behind the cutting card",
            "Cards behind the cutting card; a deck of them unless set.",
            unit="cards",
            low=1,
            under=(cite("MM 4.2.4(b)"),),
        ),
    ] = None

    def terms(self) -> Terms:
        """The terms of such a table; ValueError names the clause that forbids them."""
        return replace(Settings.terms(self), areas=self.areas, cutting_card_behind=self.cutting_card_behind)


Played = Simulated
