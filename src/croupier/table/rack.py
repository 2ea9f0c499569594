"""The house's chips at a table: fills, credits and counts, each a numbered slip that two people of the house sign."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from msgspec.structs import replace

from croupier.cards.quick import quick
from croupier.money import MOST_CENTS, Move, dollars, moves
from croupier.table.accounts import ADVANCE, CAGE, RACK
from croupier.table.bounds import SLIPS
from croupier.table.contract import DEALER, Clauses, Command, Decision, Event, Reason, Refusal, automaton
from croupier.table.declare import Desk, Part
from croupier.table.engine import Context
from croupier.table.fields import Asks
from croupier.table.people import bank
from croupier.table.rules import TableClauses
from croupier.table.state import RackCount, Slip, Table
from croupier.table.words import because


@dataclass(frozen=True, kw_only=True)
class RackClauses(TableClauses):
    """Where a book gives the rank that stands beside a dealer's signature."""

    second_signature: str


part = Part("rack", RackClauses)


@quick
class SlipKind(StrEnum):
    """What a slip is for."""

    FILL = "fill"
    """Chips come from the cage."""
    CREDIT = "credit"
    """Chips go back to it."""
    COUNT = "count"
    """The chips in the rack are counted."""


class WriteSlip(Command, frozen=True, kw_only=True):
    """Write a slip for a fill, a credit or a count of the rack; it takes effect when a second person signs it."""

    kind: SlipKind
    cents: Annotated[int, Asks("Amount", "money")]
    chips: Annotated[tuple[tuple[int, int], ...], Asks("In which chips", "chips", optional=True)] = ()
    """The value of each chip in cents and how many of it, where the slip says it."""
    why: Annotated[str, Asks(optional=True)] = ""


class SignSlip(Command, frozen=True, kw_only=True):
    """Sign a slip that someone else has written."""

    number: int


class CancelSlip(Command, frozen=True, kw_only=True):
    """Take a slip back that nobody has signed."""

    number: int


class SlipWritten(Event, frozen=True, kw_only=True):
    """A slip waits for a second signature."""

    number: int
    kind: SlipKind
    cents: int
    by: str
    rank: str
    why: str = ""
    chips: tuple[tuple[int, int], ...] = ()
    """Which chips, as their value in cents and how many, where the slip says it."""


class SlipSigned(Event, frozen=True, kw_only=True):
    """Chips went from the cage to the rack, or back."""

    number: int
    kind: SlipKind
    cents: int
    written_by: str
    by: str


class RackCounted(Event, frozen=True, kw_only=True):
    """Two people have counted the rack; `difference` is what it holds beyond what the record says."""

    number: int
    cents: int
    difference: int
    written_by: str
    by: str


class SlipCancelled(Event, frozen=True, kw_only=True):
    """A slip came to nothing."""

    number: int
    by: str


def _of_the_house(ctx: Context[RackClauses]) -> Refusal | None:
    """Slips are signed by people, never by a machine."""
    return Refusal(Reason.NOT_YOURS, (ctx.clauses.dealing,)) if automaton(ctx.by.id) else None


@part.command(
    WriteSlip,
    under="dealing",
    label="Write a slip",
    words="fill credit count chips cage float money",
    says=lambda c, who: f"Write a slip: {c.kind.value} of {dollars(c.cents)}",
    desk=Desk.RACK,
    examples=lambda state, ctx: [
        WriteSlip(kind=SlipKind.FILL, cents=state.terms.chips.cents[-1]),
        WriteSlip(kind=SlipKind.CREDIT, cents=state.terms.chips.cents[-1]),
        WriteSlip(kind=SlipKind.COUNT, cents=max(0, state.chips.get(RACK, 0))),
    ],
)
def write_slip(state: Table, command: WriteSlip, ctx: Context[RackClauses]) -> Decision:
    """A few may wait at a time; a credit is never more than the rack holds."""
    cite = (ctx.clauses.dealing,)
    refusal = _of_the_house(ctx)
    if refusal is not None:
        return refusal
    if len(state.slips) >= SLIPS:
        return Refusal(Reason.NOT_NOW, cite, {"slips": len(state.slips)})
    least = 0 if command.kind is SlipKind.COUNT else 1
    if not least <= command.cents <= MOST_CENTS:
        return Refusal(Reason.LIMITS, cite, {"offered": command.cents})
    if command.kind is not SlipKind.COUNT and not state.terms.chips.can_pay(command.cents):
        return Refusal(Reason.CHIPS_ONLY, (ctx.clauses.chips_only,), {"offered": command.cents})
    differs = _why_other_chips(command, state, (ctx.clauses.chips_only,))
    if differs is not None:
        return differs
    there = state.chips.get(RACK, 0)
    if command.kind is SlipKind.CREDIT and command.cents > there:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, cite, {"has": there})
    return (
        SlipWritten(
            number=state.slips_written + 1,
            kind=command.kind,
            cents=command.cents,
            by=ctx.by.id,
            rank=ctx.by.rank,
            why=command.why,
            chips=command.chips,
            under=cite,
        ),
    )


def _why_other_chips(command: WriteSlip, state: Table, cite: Clauses) -> Refusal | None:
    """Chips that a slip names are those of the table, each value once, and come to its amount."""
    values = [value for value, _ in command.chips]
    known = len(set(values)) == len(values) and set(values) <= set(state.terms.chips.cents)
    total = sum(value * number for value, number in command.chips)
    if command.chips and not (known and min(number for _, number in command.chips) > 0 and total == command.cents):
        return Refusal(Reason.CHIPS_ONLY, cite, {"offered": command.cents, "in chips": total})
    return None


def _in_chips(chips: Iterable[tuple[int, int]]) -> str:
    named = [f"{number} of {dollars(value)}" for value, number in chips]
    return f" ({', '.join(named)})" if named else ""


@part.event(
    SlipWritten,
    cash_only=True,
    says=lambda e, who: (
        f"{who(e.by)} writes slip {e.number}: {e.kind.value} of {dollars(e.cents)}{_in_chips(e.chips)}{because(e.why)}."
    ),
)
def slip_written(state: Table, event: SlipWritten) -> Table:
    """It waits for a second person."""
    slip = Slip(event.number, event.kind, event.cents, event.by, event.rank, event.chips)
    return replace(state, slips=(*state.slips, slip), slips_written=event.number)


def _signed_under(slip: Slip, clauses: RackClauses) -> str:
    """What lets someone sign beside a slip's writer: one of the two stands above the dealer."""
    return clauses.second_signature if slip.rank == DEALER else clauses.dealing


def _covered(slip: Slip, state: Table) -> bool:
    """Whether the rack still holds what a credit takes out of it."""
    return slip.kind != SlipKind.CREDIT or slip.cents <= state.chips.get(RACK, 0)


def _slip(state: Table, number: int, ctx: Context[RackClauses]) -> Slip | Refusal:
    found = next((each for each in state.slips if each.number == number), None)
    return found or Refusal(Reason.NO_CAUSE, (ctx.clauses.dealing,), {"slip": number})


@part.command(
    SignSlip,
    under="dealing",
    label="Sign a slip",
    words="approve confirm fill credit count chips",
    says=lambda c, who: f"Sign slip {c.number}",
    desk=Desk.RACK,
    examples=lambda state, ctx: [SignSlip(number=each.number) for each in state.slips],
    wanted=lambda state, rules: [
        replace(rules.act(SignSlip(number=each.number), _signed_under(each, rules.clauses)), barred=(each.by,))
        for each in state.slips
        if _covered(each, state)
    ],
)
def sign_slip(state: Table, command: SignSlip, ctx: Context[RackClauses]) -> Decision:
    """Someone else than its writer, and one of the two above the dealer."""
    slip, refusal = _slip(state, command.number, ctx), _of_the_house(ctx)
    if isinstance(slip, Refusal):
        return slip
    if refusal is not None:
        return refusal
    if ctx.by.id == slip.by:
        return Refusal(Reason.NOT_YOURS, (ctx.clauses.dealing,), {"slip": slip.number, "needs": "a second person"})
    lacking = ctx.lacks_rank(_signed_under(slip, ctx.clauses))
    if lacking is not None:
        return lacking
    there, cite = state.chips.get(RACK, 0), (ctx.clauses.dealing, ctx.clauses.second_signature)
    if slip.kind == SlipKind.COUNT:
        difference = slip.cents - there
        return (
            RackCounted(
                number=slip.number,
                cents=slip.cents,
                difference=difference,
                written_by=slip.by,
                by=ctx.by.id,
                under=cite,
            ),
        )
    if not _covered(slip, state):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, (ctx.clauses.dealing,), {"has": there})
    return (
        SlipSigned(
            number=slip.number,
            kind=SlipKind(slip.kind),
            cents=slip.cents,
            written_by=slip.by,
            by=ctx.by.id,
            moves=_moved(state, slip),
            under=cite,
        ),
    )


def _moved(state: Table, slip: Slip) -> tuple[Move, ...]:
    """The chips of a slip: a fill covers first what came to the rack without one."""
    if slip.kind != SlipKind.FILL:
        return moves((RACK, CAGE, slip.cents))
    covered = min(slip.cents, -state.chips.get(ADVANCE, 0))
    return moves((CAGE, ADVANCE, covered), (CAGE, RACK, slip.cents - covered))


def _covers(event: SlipSigned) -> str:
    """How much of a fill had come before it was signed."""
    before = sum(move.cents for move in event.moves if move.target == ADVANCE)
    return f", {dollars(before)} of it before, to pay wagers" if before else ""


@part.event(
    SlipSigned,
    cash_only=True,
    says=lambda e, who: (
        f"{who(e.by)} signs slip {e.number} of {who(e.written_by)}: {dollars(e.cents)} "
        f"{'comes to the rack' if e.kind is SlipKind.FILL else 'goes to the cage'}{_covers(e)}."
    ),
)
def slip_signed(state: Table, event: SlipSigned) -> Table:
    """The chips have moved."""
    return replace(_without(state, event.number), chips=bank(state, event.moves))


def _without(state: Table, number: int) -> Table:
    return replace(state, slips=tuple(each for each in state.slips if each.number != number))


@part.event(
    RackCounted,
    cash_only=True,
    says=lambda e, who: (
        f"{who(e.written_by)} and {who(e.by)} count {dollars(e.cents)} in the rack, "
        + (
            f"{dollars(abs(e.difference))} {'more' if e.difference > 0 else 'less'} than the record says."
            if e.difference
            else "as the record says."
        )
    ),
)
def rack_counted(state: Table, event: RackCounted) -> Table:
    """The last count is shown to the house; the record is not bent to it."""
    count = RackCount(event.number, event.cents, event.difference, state.round)
    return replace(_without(state, event.number), rack_count=count)


@part.command(
    CancelSlip,
    under="dealing",
    label="Take a slip back",
    words="undo withdraw fill credit",
    says=lambda c, who: f"Take slip {c.number} back",
    desk=Desk.RACK,
    examples=lambda state, ctx: [CancelSlip(number=each.number) for each in state.slips],
)
def cancel_slip(state: Table, command: CancelSlip, ctx: Context[RackClauses]) -> Decision:
    """By its writer, or by someone above the dealer."""
    slip = _slip(state, command.number, ctx)
    if isinstance(slip, Refusal):
        return slip
    lacking = ctx.lacks_rank(ctx.clauses.second_signature)
    if slip.by != ctx.by.id and lacking is not None:
        return lacking
    return (SlipCancelled(number=slip.number, by=ctx.by.id, under=(ctx.clauses.dealing,)),)


@part.event(SlipCancelled, says=lambda e, who: f"{who(e.by)} takes slip {e.number} back.")
def slip_cancelled(state: Table, event: SlipCancelled) -> Table:
    """Nothing has moved."""
    return _without(state, event.number)
