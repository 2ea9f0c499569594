"""Secret wagers at a reserved table: written down unseen, and opened with the call of no more bets (ruling 93).

What was written is its player's alone until then. For more than the limit or the bank it counts for as much as is
allowed; what cannot be read as an amount is void.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from msgspec.structs import replace

from croupier.money import dollars, read_dollars
from croupier.money.writing import HOUSE
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Secret, Who
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.people import subject
from croupier.table.rules import BankedContext
from croupier.table.state import BankedTable, Written
from croupier.table.tournaments.reserved import ReservedClauses
from croupier.table.wagers import (
    WagerClauses,
    WagerPlaced,
    WagerTakenBack,
    betting_closed,
    placing,
    unknown_place,
    wager_placed,
    wager_taken_back,
)

LONGEST = 40
"""How much may be written for an amount."""
StateT = TypeVar("StateT", bound=BankedTable)


@dataclass(frozen=True, kw_only=True)
class SecretClauses(ReservedClauses, WagerClauses):
    """What a book that knows them says of secret wagers."""

    secret_wagers: str


part = Part("reserved", SecretClauses)


class LaySecret(Command, frozen=True, kw_only=True):
    """Write a wager down that nobody sees before the call of no more bets."""

    area: int
    bet: str
    said: Annotated[str, Asks("Amount, which nobody else sees")]


class SecretLaid(Event, frozen=True, kw_only=True):
    """A secret wager lies face down."""

    player: str
    area: int
    bet: str
    said: str | None
    """What was written."""


class SecretOpened(Event, frozen=True, kw_only=True):
    """A secret wager is opened: what was written, and what it counts for."""

    player: str
    area: int
    bet: str
    asked: int | None
    """The amount that was written; None where nobody can read one."""
    cents: int
    why: str = ""
    """Why it counts for nothing."""


def _places(state: BankedTable, ctx: BankedContext[SecretClauses]) -> Iterator[Command]:
    person, reserved = state.people.get(ctx.by.id), state.reserved
    if person is not None and person.seat is not None and reserved is not None and reserved.secrets:
        for bet in ctx.rules.main_bets(state):
            yield LaySecret(area=person.seat, bet=bet, said=TO_FILL_IN)


@part.command(
    LaySecret,
    label="Wager in secret",
    words="hidden blind slip unseen",
    says=lambda c, who: f"Wager in secret on {c.bet} at area {c.area}",
    desk=Desk.TABLE,
    takes_part=True,
    examples=_places,
)
def lay_secret(state: BankedTable, command: LaySecret, ctx: BankedContext[SecretClauses]) -> Decision:
    """By a player for themselves, on a main bet, while bets are open, as often as the conditions say."""
    reserved, cite = state.reserved, (ctx.clauses.secret_wagers, "ruling 93")
    person = subject(state, None, ctx)
    if isinstance(person, Refusal):
        return person
    if reserved is None or not reserved.secrets:
        return Refusal(Reason.FORBIDDEN, cite, {"secret wagers": "none are offered"})
    refusal = betting_closed(state, ctx) or unknown_place(state, command.area, command.bet, ctx)
    if refusal is not None:
        return refusal
    if command.bet not in ctx.rules.main_bets(state):
        return Refusal(Reason.NO_SUCH_BET, cite, {"bet": command.bet})
    mine = [each for each in reserved.written if each.player == person.id]
    if any((each.area, each.bet) == (command.area, command.bet) for each in mine):
        return Refusal(Reason.ALREADY, cite, {"bet": command.bet})
    if reserved.laid.get(person.id, 0) >= reserved.secrets:
        return Refusal(Reason.LIMITS, cite, {"most": reserved.secrets})
    if not command.said or len(command.said) > LONGEST:
        return Refusal(Reason.LIMITS, cite, {"most letters": LONGEST})
    return (SecretLaid(player=person.id, area=command.area, bet=command.bet, said=command.said, under=cite),)


@part.event(
    SecretLaid,
    audience=EVERYONE,
    secret=Secret("said", owner="player"),
    says=lambda e, who: f"{who(e.player)} wagers in secret on {e.bet} at area {e.area}.",
)
def secret_laid(state: StateT, event: SecretLaid) -> StateT:
    """It counts as one of those that are allowed, whatever it says."""
    reserved = state.reserved
    assert reserved is not None
    written = Written(event.player, event.area, event.bet, event.said or "")
    laid = {**reserved.laid, event.player: reserved.laid.get(event.player, 0) + 1}
    return replace(state, reserved=replace(reserved, written=(*reserved.written, written), laid=laid))


def amount(said: str) -> int | None:
    """The amount that is written, in cents; None where nobody can read one.

    >>> amount("$25"), amount(" 7.50 "), amount("all of it"), amount("-$5")
    (2500, 750, None, None)
    """
    try:
        cents = read_dollars(HOUSE.sign + said.strip().removeprefix(HOUSE.sign))
    except ValueError:
        return None
    return cents if cents > 0 else None


def opened(state: StateT, ctx: BankedContext[Any]) -> tuple[tuple[Event, ...], StateT]:
    """All secret wagers opened in the order in which they were laid, and the table with what they have become."""
    if state.reserved is None or not state.reserved.written:
        return (), state
    events: list[Event] = []
    for each in state.reserved.written:
        found = _opened(state, each, ctx)
        for event in found:
            state = _after(state, event, ctx)
        events += found
    return tuple(events), state


def _opened(state: BankedTable, each: Written, ctx: BankedContext[Any]) -> list[Event]:
    cite: Clauses = (ctx.clauses.secret_wagers, "ruling 93")
    told = SecretOpened(player=each.player, area=each.area, bet=each.bet, asked=amount(each.said), cents=0, under=cite)
    person = state.people.get(each.player)
    if person is None:
        return [replace(told, why="its player has gone")]
    if told.asked is None:
        return [replace(told, why="it cannot be read")]
    limits = state.limits[each.bet]
    lies = sum([w.cents for w in state.wagers_of(each.player) if (w.area, w.bet) == (each.area, each.bet)])
    most = min(told.asked, limits.maximum - lies, state.stack(each.player))
    cents = most // limits.step * limits.step
    if cents <= 0:
        return [replace(told, why="nothing more is allowed there")]
    placed = placing(state, person, (each.area, each.bet), cents, ctx)
    if isinstance(placed, Refusal):
        return [replace(told, why="no wager is allowed there", under=(*cite, *placed.under))]
    return [replace(told, cents=cents), *placed]


def _after(state: StateT, event: Event, ctx: BankedContext[Any]) -> StateT:
    changed: Any = state
    match event:
        case SecretOpened():
            changed = secret_opened(state, event)
        case WagerPlaced():
            changed = wager_placed(state, event)
        case WagerTakenBack():
            changed = wager_taken_back(state, event, ctx.rules)
    found: StateT = changed
    return found


def _said(event: SecretOpened, who: Who) -> str:
    whose = f"{who(event.player)}'s secret wager on {event.bet}"
    if not event.cents:
        return f"{whose} is void: {event.why}."
    cut = "" if event.asked == event.cents else f", and counts for {dollars(event.cents)}"
    return f"{whose} is {dollars(event.asked or 0)}{cut}."


@part.event(SecretOpened, audience=EVERYONE, says=_said, aloud=True)
def secret_opened(state: StateT, event: SecretOpened) -> StateT:
    """What it counts for is laid as any wager is."""
    reserved = state.reserved
    assert reserved is not None
    key = (event.player, event.area, event.bet)
    left = tuple([each for each in reserved.written if (each.player, each.area, each.bet) != key])
    return replace(state, reserved=replace(reserved, written=left))
