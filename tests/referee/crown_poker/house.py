"""What the second reading of the Crown Poker book takes a table to be: the game, its limit and blinds, what is taken.

Written from the book and the rulings alone. Nothing here or in the modules beside it that make up the second reading
may import the program: cards are two letters, money is cents, names are strings, seats are numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

FIXED, SPREAD, HALF_POT, POT, NO_LIMIT = "fixed", "spread", "half pot", "pot", "no limit"


@dataclass(frozen=True)
class Readings:
    """The rulings that leave a choice; the defaults are the rulings."""

    rake_once: bool = False  # R115
    no_flop_no_rake: bool = False  # R115
    button_posts_small: bool = False  # R116
    short_all_ins_add_up: bool = False  # R117
    straddle_is_the_raise: bool = False  # R118
    big_blind_only: bool = False  # R119


@dataclass(frozen=True)
class Commission:
    """What the house takes (7.2); nothing where nothing is said."""

    per_mille: int = 0
    hand_fees: tuple[tuple[int, int], ...] = ()
    cap: int | None = None
    person_fee: int = 0
    hourly_fee: int = 0

    def of_hand(self, players: int) -> int:
        """The fixed sum of a hand, by the number of players in it (7.2.3(b))."""
        return max([(least, cents) for least, cents in self.hand_fees if least <= players], default=(0, 0))[1]


@dataclass(frozen=True)
class House:
    """One table."""

    game: str
    limit: str
    bets: tuple[int, ...]
    most: tuple[int, ...]
    blinds: tuple[int, ...]
    ante: int
    blind_ante: int
    straddles: int
    chip: int
    seats: int
    stand_alone: bool
    readings: Readings = field(default_factory=Readings)

    @property
    def omaha(self) -> bool:
        """Whether two and three cards play (8.20.4(c) and (d))."""
        return self.game.startswith("omaha")

    @property
    def hi_lo(self) -> bool:
        """Whether the low takes half."""
        return self.game.endswith("hi-lo")

    @property
    def discards_after(self) -> int | None:
        """The betting round after which a card is discarded: 8.17.4 and 8.18.4."""
        return {"pineapple": 0, "crazy pineapple": 1, "crazy pineapple hi-lo": 1}.get(self.game)

    @property
    def structured(self) -> bool:
        """Whether raises are counted (6.9) and all-ins measured by half (6.16.2)."""
        return self.limit in (FIXED, SPREAD)

    def bet(self, street: int) -> int:
        """The least bet of a betting round, and at fixed limit the only one."""
        return self.bets[min(street, len(self.bets) - 1)]

    def maximum(self, street: int) -> int:
        """The most that may be bet at once in a betting round of a spread limit."""
        return self.most[min(street, len(self.most) - 1)]
