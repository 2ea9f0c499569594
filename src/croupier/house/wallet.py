"""A wallet: the chips a person holds away from the tables. It is never overdrawn.

Value comes into it from a table, as play chips, or from outside, both bounded for each person and day. What is brought
from outside takes someone of the house, who has it in hand. For a walk-in, whom the house alone speaks for, that is
enough: nobody signs in as them to carry it off. Whoever was ever given play chips has an account and speaks for
themselves.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from croupier.money import dollars, in_money, moves
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal, automaton
from croupier.table.declare import Desk, Part, named_by
from croupier.table.fields import Asks
from croupier.table.value import BROUGHT, GRANT

part = Part("wallet")

PLAY_CHIPS = "house:play-chips"
"""The account that play chips come from."""

CASH = "house:cash"
"""The account of value that people bring to a dealer from outside."""

STARTING_CENTS = 1_000_00
"""The play chips a guest starts with."""

MOST_GRANTED = 10 * STARTING_CENTS
"""The play chips that one person is given in a day at most; the house's own players are not counted."""

MOST_BROUGHT = 100 * STARTING_CENTS
"""What one walk-in brings from outside in a day at most."""

_DAY_MS = 86_400_000


class Wallet(msgspec.Struct, frozen=True):
    """What one person holds."""

    owner: str
    cents: int = 0
    day: int = -1
    """The last day on which play chips were given."""
    granted: int = 0
    """How many were given on that day."""
    spent: bool = False
    """Whether the voucher that it stands for has been exchanged."""
    brought: int = 0
    """What was brought from outside on the last day on which something was,"""
    brought_on: int = -1
    """and which day that was."""

    @property
    def is_walk_in(self) -> bool:
        """Whether nobody has an account for it: no play chips were ever given."""
        return self.day < 0

    def may_be_granted(self, day: int) -> int:
        """The play chips that may still be given on a day."""
        return MOST_GRANTED - (self.granted if self.day >= day else 0)


class TopUp(Command, frozen=True, kw_only=True):
    """Bring the wallet back up to an amount with play chips."""

    to: Annotated[int, Asks(in_money("Up to"), "money")] = STARTING_CENTS


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


class SpendVoucher(Command, frozen=True, kw_only=True):
    """Exchange the voucher that this purse stands for at a table: each once, in the whole house."""

    table: str
    under: Clauses


class VoucherSpent(Event, frozen=True, kw_only=True):
    """The voucher has been exchanged; the table's own event says for whom and for how much."""

    table: str


class ChipsGranted(Event, frozen=True, kw_only=True):
    """The house has given play chips."""

    player: str
    cents: int
    day: int = 0
    """Which day since the epoch it was."""


class ChipsBrought(Event, frozen=True, kw_only=True):
    """The person has brought value from outside."""

    player: str
    cents: int
    day: int = 0
    """Which day since the epoch it was."""
    by: str = ""
    """Who of the house took it in."""


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
part.declares(
    SpendVoucher,
    label="Exchange a voucher",
    says=lambda c, who: f"Exchange the voucher at table {c.table}",
    desk=Desk.PLAYERS,
)

_OWNER = named_by("player")

part.tells(
    ChipsGranted,
    value=GRANT,
    audience=_OWNER,
    says=lambda e, who: f"{who(e.player)} is given {dollars(e.cents)} in play chips.",
)
part.tells(
    ChipsBrought,
    value=BROUGHT,
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

part.tells(VoucherSpent, says=lambda e, who: f"The voucher is exchanged at table {e.table}.")

WalletEvent = ChipsGranted | ChipsBrought | ChipsTaken | ChipsGiven | VoucherSpent


def account(owner: str) -> str:
    """The ledger account of a person's wallet."""
    return f"wallet:{owner}"


def decide(wallet: Wallet, command: Command, at: int = 0, by: str = "") -> Decision:
    """What a command does to the wallet, or why it cannot.

    >>> str(decide(Wallet("ann", 500), Take(cents=600, table="one", under=("ruling 1",))))
    'not enough chips (has 500, asked 600) [ruling 1]'
    """
    match command:
        case TopUp(to=to) if wallet.cents >= to:
            return Refusal(Reason.ALREADY, (), {"has": wallet.cents, "up to": to})
        case TopUp(to=to):
            return _granted(wallet, to - wallet.cents, at // _DAY_MS)
        case Take(cents=cents, table=table, under=under, brought=brought):
            taken = ChipsTaken(player=wallet.owner, cents=cents, table=table, under=under)
            missing = cents - wallet.cents
            if missing <= 0:
                return (taken,)
            if brought and wallet.is_walk_in:
                return _brought(wallet, missing, taken, at // _DAY_MS, by)
            return Refusal(Reason.NOT_ENOUGH_CHIPS, under, {"has": wallet.cents, "asked": cents})
        case Give(cents=cents, table=table, under=under):
            return (ChipsGiven(player=wallet.owner, cents=cents, table=table, under=under),)
        case SpendVoucher(under=under) if wallet.spent:
            return Refusal(Reason.ALREADY, under, {"voucher": "exchanged"})
        case SpendVoucher(table=table, under=under):
            return (VoucherSpent(table=table, under=under),)
        case _:
            raise TypeError(f"a wallet knows no {type(command).__name__}")


def _granted(wallet: Wallet, wanted: int, day: int) -> Decision:
    """Play chips as far as the person may still have some on this day."""
    cents = wanted if automaton(wallet.owner) else min(wanted, wallet.may_be_granted(day))
    if cents < 1:
        return Refusal(Reason.LIMITS, (), {"given today": wallet.granted, "most in a day": MOST_GRANTED})
    made = moves((PLAY_CHIPS, account(wallet.owner), cents))
    return (ChipsGranted(player=wallet.owner, cents=cents, day=day, moves=made, under=()),)


def _brought(wallet: Wallet, missing: int, taken: ChipsTaken, day: int, by: str) -> Decision:
    """What a walk-in lacks comes from outside, as far as the day allows."""
    before = wallet.brought if wallet.brought_on >= day else 0
    if before + missing > MOST_BROUGHT:
        facts = {"brought today": before, "value": missing, "most in a day": MOST_BROUGHT}
        return Refusal(Reason.LIMITS, taken.under, facts)
    made = moves((CASH, account(wallet.owner), missing))
    event = ChipsBrought(player=wallet.owner, cents=missing, day=day, by=by, moves=made, under=taken.under)
    return (event, taken)


def evolve(wallet: Wallet, event: Event) -> Wallet:
    """The wallet after an event."""
    match event:
        case ChipsGranted(cents=cents, day=day):
            before = wallet.granted if wallet.day >= day else 0
            return replace(wallet, cents=wallet.cents + cents, day=max(wallet.day, day), granted=before + cents)
        case ChipsBrought(cents=cents, day=day):
            before = wallet.brought if wallet.brought_on >= day else 0
            latest = max(wallet.brought_on, day)
            return replace(wallet, cents=wallet.cents + cents, brought=before + cents, brought_on=latest)
        case ChipsGiven(cents=cents):
            return replace(wallet, cents=wallet.cents + cents)
        case ChipsTaken(cents=cents):
            assert cents <= wallet.cents, "a wallet is never overdrawn"
            return replace(wallet, cents=wallet.cents - cents)
        case VoucherSpent():
            return replace(wallet, spent=True)
        case _:
            raise TypeError(f"nothing called {type(event).__name__} happens to a wallet")
