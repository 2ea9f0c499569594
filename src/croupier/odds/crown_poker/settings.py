"""What a Crown Poker sheet may be asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import msgspec

from croupier.books import cite
from croupier.games.crown_poker.terms import GAMES, Bet, Game, Terms, Variant
from croupier.games.crown_poker.terms import Setting as Table
from croupier.money import Limits
from croupier.odds.setting import DOLLARS, Setting, exactly

CENT = Fraction(1, 100)
MOST_SAMPLES = 20_000_000
MOST_HANDS_AN_HOUR = 500
CARD = 2
"""A card is written with so many signs."""


def cards_of(word: str) -> tuple[str, ...]:
    """The cards of a hand or a board as it is written.

    >>> cards_of("AsKh"), cards_of("??")
    (('As', 'Kh'), ('?', '?'))
    """
    found, at = [], 0
    while at < len(word):
        size = 1 if word[at] == "?" else CARD
        found.append(word[at : at + size])
        at += size
    return tuple(found)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the odds turn on; ValueError names the clause that forbids it."""

    variant: Annotated[
        Variant,
        Setting(
            "Game",
            "The game of the book whose hands are compared.",
            choices={each: each.value.capitalize() for each in Variant},
            under=(cite("CP 4.1:Holdem"),),
        ),
    ] = Variant.HOLDEM
    hands: Annotated[
        tuple[str, ...] | None,
        Setting(
            "Hands",
            "Hands to compare with commas between, as in AsKs,QhQd; a card that nobody knows is a question mark.",
            example=("AsKs", "QhQd"),
            under=(cite("CP 1.1:Hole cards"), cite("CP 8.20.4(a)")),
        ),
    ] = None
    board: Annotated[
        tuple[str, ...] | None,
        Setting("Board", "The community cards that lie open, as in 2c7d9h.", needs="hands", under=(cite("CP 8.18.1"),)),
    ] = None
    dead: Annotated[
        tuple[str, ...] | None,
        Setting(
            "Dead cards",
            "Cards that are known and not in play, such as discards.",
            needs="hands",
            under=(cite("CP 8.17.4"), cite("CP 1.1:Burn card")),
        ),
    ] = None
    samples: Annotated[
        int,
        Setting(
            "Showdowns",
            "How many to deal where a hand is unknown.",
            low=1_000,
            high=MOST_SAMPLES,
            needs="hands",
            under=(cite("CP 1.1:Showdown"),),
        ),
    ] = 1_000_000
    sample_seed: Annotated[
        int,
        Setting(
            "Seed",
            "Where chance starts in such a sample.",
            low=0,
            needs="hands",
            under=(cite("CP 1.1:Showdown"),),
        ),
    ] = 1
    rake_percent: Annotated[
        int | None,
        Setting(
            "Commission, per cent",
            "The part of a pot that the house takes, from 2 to 10 per cent; none unless set.",
            low=2,
            high=10,
            example=10,
            under=(cite("CP 7.2.1"),),
        ),
    ] = None
    cap: Annotated[
        Fraction | None,
        Setting(
            "Cap",
            "The most commission of a hand, in dollars.",
            unit=DOLLARS,
            low=CENT,
            needs="rake_percent",
            example=Fraction(10),
            under=(cite("CP 7.7"),),
        ),
    ] = None
    chip: Annotated[
        Fraction,
        Setting(
            "Smallest chip",
            "Commission is rounded down to it, in dollars.",
            unit=DOLLARS,
            low=CENT,
            needs="rake_percent",
            under=(cite("ruling 64"),),
        ),
    ] = Fraction(1)
    players: Annotated[
        int,
        Setting(
            "Players dealt in",
            "Among whom the cost is shared.",
            low=2,
            high=11,
            needs="rake_percent",
            under=(cite("CP 4.1:Holdem"),),
        ),
    ] = 9
    pot: Annotated[
        Fraction,
        Setting(
            "Pot",
            "A pot whose cost is looked at, in dollars.",
            unit=DOLLARS,
            low=CENT,
            needs="rake_percent",
            under=(cite("CP 1.1:Pot"),),
        ),
    ] = Fraction(60)
    hands_an_hour: Annotated[
        int,
        Setting(
            "Hands an hour",
            "How many hands a player is dealt in an hour.",
            low=1,
            high=MOST_HANDS_AN_HOUR,
            needs="rake_percent",
            under=(cite("CP 1.1:Hand"),),
        ),
    ] = 30

    def __post_init__(self) -> None:
        exactly(self)
        if self.rake_percent is not None and not 2 <= self.rake_percent <= 10:
            raise ValueError("CP 7.2.1 allows a commission of 2 to 10 per cent")
        if min(self.chip, self.pot) <= 0 or (self.cap is not None and self.cap <= 0):
            raise ValueError("CP 7.1 wants amounts of more than nothing on its sign")
        if not 2 <= self.players <= self.game.most_players:
            raise ValueError(f"{self.game.seats} has two to {self.game.most_players} players")
        if not self.hands and (self.board or self.dead):
            raise ValueError("CP 8.18.1: a board and dead cards are for hands to compare, and there are none")
        if not 1 <= self.hands_an_hour <= MOST_HANDS_AN_HOUR:
            raise ValueError(f"a player is dealt 1 to {MOST_HANDS_AN_HOUR} hands an hour")
        if not 1_000 <= self.samples <= MOST_SAMPLES:
            raise ValueError(f"a sample has 1,000 to {MOST_SAMPLES:,} showdowns")

    @property
    def game(self) -> Game:
        """What the game is made of."""
        return GAMES[self.variant]


Simulated = Settings


class Played(Settings, frozen=True, kw_only=True):
    """What hands played on the engine turn on beside the odds."""

    def terms(self) -> Terms:
        """A table that offers the Flop Chase wager."""
        return Terms(
            setting=Table(variant=self.variant),
            limits=dict.fromkeys(Bet, Limits(minimum=500, maximum=10_000, step=500)),
        )
