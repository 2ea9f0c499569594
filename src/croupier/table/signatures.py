"""Second signatures: what one person would give a player beyond the table's limit waits until another signs for it.

The act is put on record as it was asked for, and decided anew when it is signed: on the table as it then is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.money import dollars
from croupier.table.bounds import GIVEN_ALONE, UNSIGNED, UNSIGNED_OF_ALL
from croupier.table.contract import PLAYER, Actor, Clauses, Command, Decision, Due, Event, Reason, Refusal, automaton
from croupier.table.declare import Decide, Desk, Here, Part, Who, say_command
from croupier.table.engine import Context
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.rules import Rules, TableClauses
from croupier.table.state import GivenAlone, Table, Unsigned
from croupier.table.words import because

part = Part("signatures", TableClauses)

DecideT = TypeVar("DecideT", bound=Decide)
TableT = TypeVar("TableT", bound=Table)


class _Signed(NamedTuple):
    """How a command that may take two signatures is decided, and the clause whose rank signs second."""

    decide: Decide
    under: Callable[[Any], str]


_SIGNED: dict[type[Command], _Signed] = {}


def signed_by_two(command: type[Command], *, under: str) -> Callable[[DecideT], DecideT]:
    """Say that a command may take two signatures, the second of a rank that a field of the book's clauses names."""

    def register(decide: DecideT) -> DecideT:
        _SIGNED[command] = _Signed(decide, lambda clauses: getattr(clauses, under))
        return decide

    return register


class Countersign(Command, frozen=True, kw_only=True):
    """Sign, as the second person, for what another gives a player."""

    number: Annotated[int, Asks("Act", "number", always=False)]
    dispute: int | None = None
    """The dispute that is decided by it, if one is."""


class TurnDown(Command, frozen=True, kw_only=True):
    """Refuse the second signature: nothing comes of the act."""

    number: Annotated[int, Asks("Act", "number", always=False)]
    why: str
    dispute: int | None = None
    """The dispute that was to be decided by it, if one was."""


class SignatureWanted(Event, frozen=True, kw_only=True):
    """An act that gives a player value waits for a second signature."""

    number: int
    kind: str
    command: str
    """The command as JSON."""
    by: str
    name: str
    rank: str
    cents: int
    to: str
    barred: tuple[str, ...]
    dispute: int | None = None


class Countersigned(Event, frozen=True, kw_only=True):
    """A second person has signed; what they signed for follows."""

    number: int
    first: str
    by: str
    cents: int
    to: str


class SignatureRefused(Event, frozen=True, kw_only=True):
    """Nothing comes of an act that waited for a second signature."""

    number: int
    by: str
    why: str


class Gift(NamedTuple):
    """What an act gives a player, and who beside that player and the giver may not sign for it."""

    cents: int
    to: str
    barred: tuple[str, ...] = ()


def waits_for_second(state: Table, command: Command, gift: Gift, ctx: Context[Any], under: Clauses) -> Decision | None:
    """What becomes of an act that takes a second signature: it waits, or cannot; None where one person may give it.

    What single persons gave a player counts together, so that a sum in parts is no less.
    """
    if not gift.cents or ctx.second or given_before(state, gift.to) + gift.cents <= state.signs_alone:
        return None
    already = pending(state, command)
    if already is not None:
        return Refusal(Reason.ALREADY, under, {"act": already.number, "next": "a second person signs for it"})
    waiting = [each.by for each in state.unsigned]
    if waiting.count(ctx.by.id) >= UNSIGNED or len(waiting) >= UNSIGNED_OF_ALL:
        return Refusal(Reason.LIMITS, under, {"waiting for a second signature": len(waiting)})
    return (
        SignatureWanted(
            number=state.signatures_asked + 1,
            kind=type(command).__name__,
            command=msgspec.json.encode(command).decode(),
            by=ctx.by.id,
            name=ctx.by.name,
            rank=ctx.by.rank,
            cents=gift.cents,
            to=gift.to,
            barred=tuple(dict.fromkeys((ctx.by.id, gift.to, *gift.barred))),
            dispute=getattr(command, "dispute", None),
            under=under,
        ),
    )


def given_before(state: Table, to: str) -> int:
    """What single persons of the house gave a player since two last signed for something to that player."""
    return sum(each.cents for each in state.given_alone if each.player == to)


def with_gift(state: Table, to: str, cents: int, second: str) -> tuple[GivenAlone, ...]:
    """What single persons gave players, with one gift more; where two have signed for it the count begins anew.

    Where too many players were given something, the least sum is forgotten: small gifts to others hide no large one.
    """
    if not cents:
        return state.given_alone
    others = [each for each in state.given_alone if each.player != to]
    if second:
        return tuple(others)
    if len(others) >= GIVEN_ALONE:
        others.remove(min(others, key=lambda each: each.cents))
    return (*others, GivenAlone(to, given_before(state, to) + cents))


def pending(state: Table, command: Command) -> Unsigned | None:
    """The act that waits for a second signature and is this one, if it does."""
    written = msgspec.json.encode(command).decode() if state.unsigned else ""
    return next((each for each in state.unsigned if each.command == written), None)


def unsigned(state: Table, number: int) -> Unsigned | None:
    """The act of a number that waits for a second signature."""
    return next((each for each in state.unsigned if each.number == number), None)


def _kind(waiting: Unsigned) -> type[Command] | None:
    return next((each for each in _SIGNED if each.__name__ == waiting.kind), None)


def _second_under(waiting: Unsigned, clauses: Any) -> str:
    """The clause whose rank signs second."""
    kind = _kind(waiting)
    found: str = clauses.dealing if kind is None else _SIGNED[kind].under(clauses)
    return found


def _asked_for(waiting: Unsigned) -> Command | None:
    """The act itself; none where it can no longer be read."""
    kind = _kind(waiting)
    try:
        return None if kind is None else msgspec.json.decode(waiting.command, type=kind)
    except msgspec.ValidationError:
        return None


def _says(number: int, who: Who, here: Here | None) -> str:
    """What is signed for, in a few words."""
    waiting = None if here is None else unsigned(here.state, number)
    if waiting is None:
        return f"act {number}"
    act = _asked_for(waiting)
    said = "" if act is None else f", {_lowered(say_command(act))}"
    return f"{dollars(waiting.cents)} to {who(waiting.to)}{said}, by {waiting.name}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _found(state: Table, command: Countersign | TurnDown, ctx: Context[TableClauses]) -> Unsigned | Refusal:
    """The act that is meant, or why there is none for this person: players learn nothing of what waits."""
    number, found = command.number, unsigned(state, command.number)
    if found is not None and command.dispute not in (None, found.dispute):
        found = None
    if ctx.by.rank == PLAYER:
        return ctx.lacks_rank(ctx.clauses.dealing) or Refusal(Reason.NOT_YOURS, (ctx.clauses.dealing,))
    return found or Refusal(Reason.NO_CAUSE, (ctx.clauses.dealing,), {"waiting for a second signature": number})


def _wanted(state: Table, rules: Rules[Any, Any]) -> list[Due]:
    found = []
    for each in state.unsigned:
        due = rules.act(Countersign(number=each.number, dispute=each.dispute), _second_under(each, rules.clauses))
        found.append(replace(due, barred=each.barred))
    return found


@part.command(
    Countersign,
    label="Sign as the second person",
    words="approve confirm agree award voucher cash second",
    says=lambda c, who, here: f"Sign for {_says(c.number, who, here)}",
    desk=Desk.SIGNATURES,
    examples=lambda state, ctx: [Countersign(number=each.number, dispute=each.dispute) for each in state.unsigned],
    wanted=_wanted,
)
def countersign(state: Table, command: Countersign, ctx: Context[TableClauses]) -> Decision:
    """By someone of the rank, who neither gave the first word nor asked for it nor gets it."""
    waiting = _found(state, command, ctx)
    if isinstance(waiting, Refusal):
        return waiting
    clause = _second_under(waiting, ctx.clauses)
    lacking = ctx.lacks_rank(clause)
    if lacking is not None:
        return lacking
    if ctx.by.id in waiting.barred or automaton(ctx.by.id):
        return Refusal(Reason.NOT_YOURS, (clause,), {"needs": "a second person", "given by": waiting.by})
    act = _asked_for(waiting)
    if act is None:
        return Refusal(Reason.NO_CAUSE, (clause,), {"act": waiting.kind})
    first = Actor(waiting.by, waiting.name, waiting.rank)
    signed = Countersigned(
        number=waiting.number, first=waiting.by, by=ctx.by.id, cents=waiting.cents, to=waiting.to, under=(clause,)
    )
    decide = _SIGNED[type(act)].decide
    decision: Decision = decide(
        without(state, waiting.number), act, Context(ctx.rules, first, ctx.at, ctx.chance, ctx.by.id)
    )
    return decision if isinstance(decision, Refusal) else (signed, *decision)


@part.command(
    TurnDown,
    label="Refuse to sign",
    words="reject decline deny no award voucher cash",
    says=lambda c, who, here: f"Refuse to sign for {_says(c.number, who, here)}",
    desk=Desk.SIGNATURES,
    examples=lambda state, ctx: [
        TurnDown(number=each.number, why=TO_FILL_IN, dispute=each.dispute) for each in state.unsigned
    ],
)
def turn_down(state: Table, command: TurnDown, ctx: Context[TableClauses]) -> Decision:
    """By the one who gave the first word, or anyone of the rank that signs second."""
    waiting = _found(state, command, ctx)
    if isinstance(waiting, Refusal):
        return waiting
    lacking = ctx.lacks_rank(_second_under(waiting, ctx.clauses))
    if lacking is not None and ctx.by.id != waiting.by:
        return lacking
    under = (_second_under(waiting, ctx.clauses),)
    return (SignatureRefused(number=waiting.number, by=ctx.by.id, why=command.why, under=under),)


def without(state: TableT, number: int) -> TableT:
    """The table where an act no longer waits for a second signature."""
    return replace(state, unsigned=tuple([each for each in state.unsigned if each.number != number]))


@part.event(
    SignatureWanted,
    says=lambda e, who: (
        f"{who(e.by)} would give {who(e.to)} {dollars(e.cents)}, which waits for a second signature (act {e.number})."
    ),
)
def signature_wanted(state: Table, event: SignatureWanted) -> Table:
    """Nothing has moved yet."""
    waiting = Unsigned(
        event.number,
        event.kind,
        event.command,
        event.by,
        event.name,
        event.rank,
        event.cents,
        event.to,
        event.barred,
        event.dispute,
    )
    return replace(state, unsigned=(*state.unsigned, waiting), signatures_asked=event.number)


@part.event(
    Countersigned,
    says=lambda e, who: f"{who(e.by)} signs beside {who(e.first)} for {dollars(e.cents)} to {who(e.to)}.",
)
def countersigned(state: Table, event: Countersigned) -> Table:
    """What was signed for follows."""
    return without(state, event.number)


@part.event(SignatureRefused, says=lambda e, who: f"{who(e.by)} does not sign for act {e.number}{because(e.why)}.")
def signature_refused(state: Table, event: SignatureRefused) -> Table:
    """Nothing has moved."""
    return without(state, event.number)
