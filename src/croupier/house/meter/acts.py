"""What may be asked of a prize meter."""

from __future__ import annotations

from typing import Annotated

from croupier.house.meter.model import NoticeOf
from croupier.house.prizes import exact_dollars
from croupier.money import dollars, in_money
from croupier.table.contract import Clauses, Command
from croupier.table.declare import Desk, Part
from croupier.table.fields import Asks
from croupier.table.meter_terms import MeterClauses
from croupier.table.words import areas, count

part = Part("meter", MeterClauses)

_TABLE = Asks("Table", "table")
_OPTION = Asks("Option", "choice")
_SEED = Asks(f"Seed for each {dollars(100)}", "choice")
_AS_PRINTED = Asks("Prizes won together go", words={False: "by the formulas", True: "by the percentages as printed"})
_PRIZES = Asks(in_money("Each winning area and its prize"), "prizes", optional=True)


class OpenMeter(Command, frozen=True, kw_only=True):
    """Start a meter at its seed for a group of tables; prizes by the formulas, or by the percentages as printed."""

    option: Annotated[int, _OPTION]
    seed: Annotated[int, _SEED]
    price: Annotated[int, Asks(in_money("Price of a Jackpot wager"), "money")]
    tables: Annotated[tuple[str, ...], Asks("Tables", "tables")]
    as_printed: Annotated[bool, _AS_PRINTED] = False


class PostMeterNotice(Command, frozen=True, kw_only=True):
    """Put up a sign at the tables about a change to the meter."""

    of: Annotated[NoticeOf, Asks("The sign says")]
    table: Annotated[str, _TABLE] = ""
    option: Annotated[int, _OPTION] = 0
    seed: Annotated[int, _SEED] = 0
    to: Annotated[str, Asks("To meter", "meter", optional=True)] = ""


class AddTable(Command, frozen=True, kw_only=True):
    """Let a table join."""

    table: Annotated[str, _TABLE]


class TransferTable(Command, frozen=True, kw_only=True):
    """Let a table go over to another meter."""

    table: Annotated[str, _TABLE]
    to: Annotated[str, Asks("Goes over to", "meter")]


class TakeTable(Command, frozen=True, kw_only=True):
    """Let a table join that comes over from another meter."""

    table: str
    source: str


class RemoveTable(Command, frozen=True, kw_only=True):
    """Let a table leave."""

    table: Annotated[str, _TABLE]


class ChangeOption(Command, frozen=True, kw_only=True):
    """Change seed, increment and prizes to another row of the book."""

    option: Annotated[int, _OPTION]
    seed: Annotated[int, _SEED]


class FollowOption(Command, frozen=True, kw_only=True):
    """Go by the row of the book that another meter has been changed to."""

    option: int
    seed: int
    source: str


class CloseMeter(Command, frozen=True, kw_only=True):
    """Close the meter; what it holds above its seed goes to another, or is held."""

    to: Annotated[str | None, Asks("What it shows above its seed goes to", "meter", optional=True)] = None


class ReceiveMites(Command, frozen=True, kw_only=True):
    """Take in what another meter held above its seed when it closed."""

    source: str
    mites: int
    under: Clauses


class RegisterWagers(Command, frozen=True, kw_only=True):
    """Take a table's Jackpot wagers into a jackpot game; what they cost must be the meter's price for each."""

    table: Annotated[str, _TABLE]
    wagers: int
    cents: int | None = None
    option: int = 0
    """The option that the table plays its round by, if it tells."""
    plays_out: bool = False
    """Whether the table has left, and plays out the round that it was in."""


class CancelGame(Command, frozen=True, kw_only=True):
    """Undo the jackpot game running at a table."""

    table: Annotated[str, _TABLE]


class RecordOutcome(Command, frozen=True, kw_only=True):
    """Record how a table's jackpot game came out, with the areas that win from the meter."""

    table: Annotated[str, _TABLE]
    round: int
    wins: Annotated[tuple[tuple[int, str], ...], Asks("Each area that wins, and its hand", "wins")] = ()


class UndoOutcome(Command, frozen=True, kw_only=True):
    """Take back the outcome recorded for a table whose round is void: its game runs again, its prizes are back."""

    table: Annotated[str, _TABLE]


class VoidShare(Command, frozen=True, kw_only=True):
    """Take the wagers of some areas, which are void, out of the prizes recorded for a table."""

    table: Annotated[str, _TABLE]
    areas: tuple[int, ...]


class DeterminePrizes(Command, frozen=True, kw_only=True):
    """Confirm, or reject, the prizes that wait; prizes named must be those that the meter holds."""

    table: Annotated[str, _TABLE]
    confirmed: Annotated[bool, Asks("The prizes", words={True: "are confirmed", False: "are rejected"})] = True
    prizes: Annotated[tuple[tuple[int, int], ...] | None, _PRIZES] = None


MeterCommand = OpenMeter | PostMeterNotice | AddTable | RemoveTable | TransferTable | ChangeOption | CloseMeter
"""What the operator may ask of a meter; all else comes from its tables, and from meters that close."""


def announced(of: NoticeOf, table: str, option: int, seed: int, to: str = "") -> str:
    """What a sign about a meter says."""
    match of:
        case NoticeOf.ADD:
            return f"table {table} joins the meter"
        case NoticeOf.REMOVE:
            return f"table {table} leaves the meter"
        case NoticeOf.TRANSFER:
            return f"table {table} goes over to meter {to}"
        case NoticeOf.CLOSE:
            return "the meter closes"
        case NoticeOf.OPTION:
            return f"the meter goes to option {option} with seed {seed:,}"


part.declares(
    OpenMeter,
    label="Open a new meter",
    says=lambda c, who: f"Open a meter: option {c.option}, seed {c.seed:,}, {dollars(c.price)}",
    desk=Desk.PRIZES,
)
part.declares(
    PostMeterNotice,
    label="Put up a sign about the meter",
    says=lambda c, who: f"Announce that {announced(c.of, c.table, c.option, c.seed, c.to)}",
    desk=Desk.PRIZES,
)
part.declares(
    AddTable,
    label="Let the table join",
    says=lambda c, who: f"Add table {c.table} to the meter",
    desk=Desk.PRIZES,
)
part.declares(
    RemoveTable,
    label="Let the table leave",
    says=lambda c, who: f"Remove table {c.table} from the meter",
    desk=Desk.PRIZES,
)
part.declares(
    TransferTable,
    label="Let the table go over to another meter",
    says=lambda c, who: f"Transfer table {c.table} to meter {c.to}",
    desk=Desk.PRIZES,
)
part.declares(
    TakeTable,
    label="Take a table over",
    says=lambda c, who: f"Take table {c.table} over from meter {c.source}",
    desk=Desk.PRIZES,
)
part.declares(
    ChangeOption,
    label="Change the option",
    says=lambda c, who: f"Change the meter to option {c.option} with seed {c.seed:,}",
    desk=Desk.PRIZES,
)
part.declares(
    FollowOption,
    label="Go along to another option",
    says=lambda c, who: f"Follow meter {c.source} to option {c.option} with seed {c.seed:,}",
    desk=Desk.PRIZES,
)
part.declares(
    CloseMeter,
    label="Close the meter",
    says=lambda c, who: f"Close the meter{f' into {c.to}' if c.to else ''}",
    desk=Desk.PRIZES,
)
part.declares(
    ReceiveMites,
    label="Take over a closed meter's balance",
    says=lambda c, who: f"Take over {exact_dollars(c.mites)} from meter {c.source}",
    desk=Desk.PRIZES,
)
part.declares(
    RegisterWagers,
    label="Register Jackpot wagers",
    says=lambda c, who: f"Register {count(c.wagers, 'wager')} of table {c.table}",
    desk=Desk.PRIZES,
)
part.declares(
    CancelGame,
    label="Cancel the jackpot game",
    says=lambda c, who: f"Cancel the game of table {c.table}",
    desk=Desk.PRIZES,
)
part.declares(
    RecordOutcome,
    label="Record the outcome",
    says=lambda c, who: f"Record round {c.round} of table {c.table}",
    desk=Desk.PRIZES,
)
part.declares(
    UndoOutcome,
    label="Take back the outcome",
    says=lambda c, who: f"Take back what was recorded for table {c.table}",
    desk=Desk.PRIZES,
)
part.declares(
    VoidShare,
    label="Take void wagers out of the prizes",
    says=lambda c, who: f"Take {areas(c.areas)} of table {c.table} out of the prizes",
    desk=Desk.PRIZES,
)
part.declares(
    DeterminePrizes,
    label="Determine the prizes",
    says=lambda c, who: f"{'Confirm' if c.confirmed else 'Reject'} the prizes of table {c.table}",
    desk=Desk.PRIZES,
)
