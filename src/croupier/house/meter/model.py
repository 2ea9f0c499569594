"""What a prize meter is: its value, tables, signs, running games and prizes that wait."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from croupier.house.meter.terms import meter_terms
from croupier.house.prizes import MITES
from croupier.table.contract import Clauses


class NoticeOf(StrEnum):
    """What a sign at the tables announces about a meter."""

    ADD = "a table joins"
    REMOVE = "a table leaves"
    TRANSFER = "a table goes over to another meter"
    CLOSE = "the meter closes"
    OPTION = "another option"


class MeterNotice(msgspec.Struct, frozen=True):
    """A sign about the meter, up since a time."""

    of: NoticeOf
    posted_at: int
    table: str = ""
    option: int = 0
    seed: int = 0
    to: str = ""

    def says_as(self, other: MeterNotice) -> bool:
        """Whether another sign says the same, whenever it was put up."""
        return msgspec.structs.replace(self, posted_at=other.posted_at) == other


class Added(msgspec.Struct, frozen=True):
    """What a jackpot game put on the meter: how much, when among the meter's games and resets, by which option."""

    mites: int
    moment: int
    option: int


class Pending(msgspec.Struct, frozen=True):
    """Prizes of one round that wait for a manager: each winning area with its prize in cents."""

    table: str
    round: int
    at: int
    prizes: tuple[tuple[int, int], ...]
    hands: tuple[tuple[int, str], ...]
    topped_up: int
    under: Clauses
    moment: int = 0
    """When they were won, among the meter's games and resets."""
    reseed: int = 0
    """The seed times the price as it was then, in cents."""

    @property
    def cents(self) -> int:
        """All the prizes together."""
        return sum(cents for _, cents in self.prizes)

    @property
    def resets(self) -> bool:
        """Whether they reset the meter: they leave less than its seed, and the house makes that up."""
        return self.topped_up > 0


class Outcome(msgspec.Struct, frozen=True):
    """The last jackpot game that came out at a table: its wagers, what it won, and whether that has been paid."""

    wagers: int
    won: Pending | None = None
    paid: bool = False
    added: Added | None = None


class Reset(msgspec.Struct, frozen=True):
    """The end of a cycle of the meter: by the last outcome of a table, which may be taken back, or by none for good."""

    table: str
    moment: int
    earned: int
    """What wagers had put on in that cycle and prizes not taken off, in mites."""


class Reading(msgspec.Struct, frozen=True):
    """What a meter recorded at a time for settlement: before any prize of that round came off."""

    round: int
    at: int
    mites: int


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """A meter at one moment; amounts named `mites` are ten-thousandths of a cent."""

    id: str
    option: int = 1
    seed: int = 10_000
    price: int = 100
    as_printed: bool = False
    """Whether simultaneous prizes go by the printed percentages instead of their formulas."""
    open: bool = False
    mites: int = 0
    tables: tuple[str, ...] = ()
    notices: tuple[MeterNotice, ...] = ()
    games: dict[str, int] = {}
    """The jackpot game running at each table: how many wagers it registered."""
    pending: tuple[Pending, ...] = ()
    readings: dict[str, Reading] = {}
    """The meter at the last time for settlement of each table."""
    outcomes: dict[str, Outcome] = {}
    """The last game recorded at each table until its next one, in case its round turns out to be void."""
    added: dict[str, Added] = {}
    """What the game running at each table put on the meter."""
    moment: int = 0
    """How many games were registered and resets made."""
    resets: tuple[Reset, ...] = ()
    """The resets that may still be taken back, and between them the last that stands for good."""
    consumed: tuple[Added, ...] = ()
    """Games undone after a reset that may still be taken back: were it, what they put on comes off with it."""
    earned: int = 0
    """What wagers put on and prizes have not taken off since the last reset, in mites."""
    seeds: dict[int, int] = {}
    """The seed that each option last had here."""
    joined: dict[str, int] = {}
    """When each table joined that came after the meter was opened."""
    contributed: int = 0
    topped_up: int = 0
    transferred: int = 0
    held: int = 0
    """What a closed meter had above its seed when there was no other to take it."""
    won: int = 0
    paid_cents: int = 0

    @property
    def reseed(self) -> int:
        """The seed value times the price, in cents: never less is on the meter."""
        return self.seed * self.price

    @property
    def least(self) -> int:
        """The least that the meter may show, in mites: its seed, and what is earned since the last reset."""
        return self.reseed * MITES + max(0, self.earned)

    @property
    def increment(self) -> int:
        """What one wager adds, in mites."""
        return self.increment_by(self.option)

    def seed_by(self, option: int) -> int:
        """The seed of an option: the one in use, or that of an option some table still plays its round by."""
        return self.seed if option == self.option else self.seeds.get(option, self.seed)

    def increment_by(self, option: int) -> int:
        """What one wager adds at a table that plays by this option, in mites."""
        return int(meter_terms().increments[option][self.seed_by(option)] * self.price * MITES)

    @property
    def out_of_balance(self) -> int:
        """Everything put on less everything taken off less what is shown: always nothing."""
        return self.contributed + self.topped_up + self.transferred - self.held - self.won - self.mites
