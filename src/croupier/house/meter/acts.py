"""What may be asked of a prize meter, and what can happen to it."""

from __future__ import annotations

from croupier.house.meter.model import MeterNotice, NoticeOf, Pending
from croupier.table.contract import Command, Event


class OpenMeter(Command, frozen=True, kw_only=True):
    """Start a meter at its seed for a group of tables; prizes by the formulas, or by the percentages as printed."""

    option: int
    seed: int
    price: int
    tables: tuple[str, ...]
    as_printed: bool = False


class PostMeterNotice(Command, frozen=True, kw_only=True):
    """Put up a sign at the tables about a change to the meter."""

    of: NoticeOf
    table: str = ""
    option: int = 0
    seed: int = 0


class AddTable(Command, frozen=True, kw_only=True):
    """Let a table join."""

    table: str


class RemoveTable(Command, frozen=True, kw_only=True):
    """Let a table leave."""

    table: str


class ChangeOption(Command, frozen=True, kw_only=True):
    """Change seed, increment and prizes to another row of the book."""

    option: int
    seed: int


class CloseMeter(Command, frozen=True, kw_only=True):
    """Close the meter; what it holds above its seed goes to another, or is held."""

    to: str | None = None


class RegisterWagers(Command, frozen=True, kw_only=True):
    """Take a table's Jackpot wagers into a jackpot game; what they cost must be the meter's price for each."""

    table: str
    wagers: int
    cents: int | None = None


class CancelGame(Command, frozen=True, kw_only=True):
    """Undo the jackpot game running at a table."""

    table: str


class RecordOutcome(Command, frozen=True, kw_only=True):
    """Record how a table's jackpot game came out, with the areas that win from the meter."""

    table: str
    round: int
    wins: tuple[tuple[int, str], ...] = ()


class UndoOutcome(Command, frozen=True, kw_only=True):
    """Take back the outcome recorded for a table whose round is void: its game runs again, its prizes are back."""

    table: str


class DeterminePrizes(Command, frozen=True, kw_only=True):
    """Confirm, or reject, the prizes that wait; prizes named must be those that the meter holds."""

    table: str
    confirmed: bool = True
    prizes: tuple[tuple[int, int], ...] | None = None


class MeterOpened(Event, frozen=True, kw_only=True):
    """The meter stands at its seed, and at what it has held since it was last closed."""

    option: int
    seed: int
    price: int
    tables: tuple[str, ...]
    as_printed: bool = False


class MeterNoticePosted(Event, frozen=True, kw_only=True):
    """A sign about the meter is up."""

    notice: MeterNotice


class TableAdded(Event, frozen=True, kw_only=True):
    """A table plays for this meter."""

    table: str


class TableRemoved(Event, frozen=True, kw_only=True):
    """A table no longer plays for this meter."""

    table: str


class OptionChanged(Event, frozen=True, kw_only=True):
    """Another row of the book is in force; `mites` tops the meter up to the new seed."""

    option: int
    seed: int
    mites: int


class MeterClosed(Event, frozen=True, kw_only=True):
    """The meter is closed; `mites` above its seed went to another meter, or are held."""

    to: str | None
    mites: int


class MitesReceived(Event, frozen=True, kw_only=True):
    """Another meter's balance has come over."""

    source: str
    mites: int


class WagersRegistered(Event, frozen=True, kw_only=True):
    """A jackpot game runs at a table; its wagers have added to the meter."""

    table: str
    wagers: int
    mites: int


class GameCancelled(Event, frozen=True, kw_only=True):
    """A jackpot game is undone, and what it added is off the meter; the house makes up what the seed then lacks."""

    table: str
    mites: int
    topped_up: int = 0


class OutcomeRecorded(Event, frozen=True, kw_only=True):
    """A jackpot game is over; prizes from the meter, if any, wait to be determined."""

    table: str
    round: int
    pending: Pending | None
    at: int = 0
    mites: int = 0
    """The meter at this time for settlement."""


class OutcomeUndone(Event, frozen=True, kw_only=True):
    """A recorded outcome is taken back: the game of so many wagers runs again, and what it won is back on the meter."""

    table: str
    wagers: int
    won: Pending | None
    paid: bool


class PrizesDetermined(Event, frozen=True, kw_only=True):
    """A manager has confirmed the prizes, or rejected them and the meter stands as before."""

    table: str
    round: int
    confirmed: bool
    prizes: tuple[tuple[int, int], ...]
