"""A wallet: the chips a person holds away from the tables. It is never overdrawn."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from croupier.money import dollars, moves
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import Desk, Part, named_by
from croupier.table.fields import Asks

part = Part("wallet")

PLAY_CHIPS = "house:play-chips"
"""The account that play chips come from."""

CASH = "house:cash"
"""The account of value that people bring to a dealer from outside."""

STARTING_CENTS = 1_000_00
"""The play chips a guest starts with."""


class Wallet(msgspec.Struct, frozen=True):
    """What one person holds."""

    owner: str
    cents: int = 0


class TopUp(Command, frozen=True, kw_only=True):
    """Bring the wallet back up to an amount with play chips."""

    to: Annotated[int, Asks("Up to, $", "money")] = STARTING_CENTS


class Take(Command, frozen=True, kw_only=True):
    """Carry chips to a table; `brought` lets what is missing come from outside, through the table's staff."""

    cents: int
    table: str
    under: Clauses
    brought: bool = False


class Give(Command, frozen=True, kw_only=True):
    """Bring chips back from a table."""

    cents: int
    table: str
    under: Clauses


class ChipsGranted(Event, frozen=True, kw_only=True):
    """The house has given play chips."""

    player: str
    cents: int


class ChipsBrought(Event, frozen=True, kw_only=True):
    """The person has brought value from outside."""

    player: str
    cents: int


class ChipsTaken(Event, frozen=True, kw_only=True):
    """Chips have gone to a table; the table's own event carries the move."""

    player: str
    cents: int
    table: str


class ChipsGiven(Event, frozen=True, kw_only=True):
    """Chips have come back from a table; the table's own event carries the move."""

    player: str
    cents: int
    table: str


part.declares(
    TopUp,
    label="Top up with play chips",
    says=lambda c, who: f"Top up to {dollars(c.to)} in play chips",
    desk=Desk.PLAYERS,
)
part.declares(
    Take,
    label="Take chips to a table",
    says=lambda c, who: f"Take {dollars(c.cents)} to table {c.table}",
    desk=Desk.PLAYERS,
)
part.declares(
    Give,
    label="Bring chips back from a table",
    says=lambda c, who: f"Bring {dollars(c.cents)} back from table {c.table}",
    desk=Desk.PLAYERS,
)

_OWNER = named_by("player")

part.tells(
    ChipsGranted,
    audience=_OWNER,
    says=lambda e, who: f"{who(e.player)} is given {dollars(e.cents)} in play chips.",
)
part.tells(
    ChipsBrought,
    audience=_OWNER,
    says=lambda e, who: f"{who(e.player)} brings {dollars(e.cents)} from outside.",
)
part.tells(
    ChipsTaken,
    audience=_OWNER,
    says=lambda e, who: f"{who(e.player)} takes {dollars(e.cents)} to table {e.table}.",
)
part.tells(
    ChipsGiven,
    audience=_OWNER,
    says=lambda e, who: f"{who(e.player)} brings {dollars(e.cents)} back from table {e.table}.",
)

WalletEvent = ChipsGranted | ChipsBrought | ChipsTaken | ChipsGiven


def account(owner: str) -> str:
    """The ledger account of a person's wallet."""
    return f"wallet:{owner}"


def decide(wallet: Wallet, command: Command) -> Decision:
    """What a command does to the wallet, or why it cannot.

    >>> str(decide(Wallet("ann", 500), Take(cents=600, table="one", under=("ruling 1",))))
    'not enough chips (has 500, asked 600) [ruling 1]'
    """
    match command:
        case TopUp(to=to) if wallet.cents >= to:
            return Refusal(Reason.ALREADY, (), {"has": wallet.cents, "up to": to})
        case TopUp(to=to):
            return (_from(PLAY_CHIPS, ChipsGranted, wallet, to - wallet.cents, ()),)
        case Take(cents=cents, table=table, under=under, brought=brought):
            taken = ChipsTaken(player=wallet.owner, cents=cents, table=table, under=under)
            missing = cents - wallet.cents
            if missing <= 0:
                return (taken,)
            if brought:
                return (_from(CASH, ChipsBrought, wallet, missing, under), taken)
            return Refusal(Reason.NOT_ENOUGH_CHIPS, under, {"has": wallet.cents, "asked": cents})
        case Give(cents=cents, table=table, under=under):
            return (ChipsGiven(player=wallet.owner, cents=cents, table=table, under=under),)
        case _:
            raise TypeError(f"a wallet knows no {type(command).__name__}")


def _from(
    source: str, kind: type[ChipsGranted | ChipsBrought], wallet: Wallet, cents: int, under: Clauses
) -> ChipsGranted | ChipsBrought:
    made = moves((source, account(wallet.owner), cents))
    return kind(player=wallet.owner, cents=cents, moves=made, under=under)


def evolve(wallet: Wallet, event: Event) -> Wallet:
    """The wallet after an event."""
    match event:
        case ChipsGranted(cents=cents) | ChipsBrought(cents=cents) | ChipsGiven(cents=cents):
            return replace(wallet, cents=wallet.cents + cents)
        case ChipsTaken(cents=cents):
            assert cents <= wallet.cents, "a wallet is never overdrawn"
            return replace(wallet, cents=wallet.cents - cents)
        case _:
            raise TypeError(f"nothing called {type(event).__name__} happens to a wallet")
