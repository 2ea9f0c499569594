"""The waiting list, seats that fall free, and players picked up after too long away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from croupier.games.crown_poker.blinds import back_again
from croupier.games.crown_poker.button import ready
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import GONE, Gone, State, Waiting
from croupier.table.bounds import DEPARTED, MOST_LISTED
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.examples import is_player
from croupier.table.fields import TO_FILL_IN
from croupier.table.people import Leave, leave, left, why_not_called
from croupier.table.words import because

part = Part("crown-poker", PokerClauses)

PRIORITY_MS = 20 * 60 * 1000
"""How long whoever was picked up comes back to the top of the list (CP 8.12), and anyone to the game they left."""


class JoinList(Command, frozen=True, kw_only=True):
    """Put oneself down for a seat; at a real table staff may put someone down."""

    player: str | None = None
    name: str | None = None


class LeaveList(Command, frozen=True, kw_only=True):
    """Wait for a seat no longer."""

    player: str | None = None


class PickUp(Command, frozen=True, kw_only=True):
    """Have the chips of someone who is away too long secured, and the seat freed."""

    player: str
    why: str


class ListJoined(Event, frozen=True, kw_only=True):
    """Someone waits for a seat, at the top of the list or at its end."""

    player: str
    name: str
    first: bool


class ListLeft(Event, frozen=True, kw_only=True):
    """Someone waits for a seat no longer."""

    player: str


class PickedUp(Event, frozen=True, kw_only=True):
    """A player was away too long; the chips are kept for them."""

    player: str
    at: int
    why: str


class SeatReserved(Event, frozen=True, kw_only=True):
    """A seat has fallen free, and a reserved button lies before it."""

    seat: int
    at: int | None = None


def why_not_yet(state: State, player: str, seat: int | None, clauses: PokerClauses) -> Refusal | None:
    """Why someone who is not at the table may not take a seat yet: others wait longer, or may move there first."""
    if seat is None:
        return None
    free = state.seats - sum(each.seat is not None for each in state.people.values())
    names = [each.player for each in state.waiting if each.player not in state.excluded]
    if names and player not in names[:free] and len(names) >= free:
        return Refusal(Reason.NOT_YOURS, (clauses.list_order,), {"waiting": len(names), "free": free})
    # those who play may move there until the next hand begins; with fewer than two of them none would begin
    if state.vacated.get(seat) == state.round and len(ready(state)) > 1:
        return Refusal(Reason.NOT_NOW, (clauses.move_first,), {"seat": seat})
    return None


@part.command(
    JoinList,
    label="Wait for a seat",
    desk=Desk.TABLE,
    takes_part=True,
    examples=lambda state, ctx: (JoinList(),) if is_player(ctx) else (),
)
def join_list(state: State, command: JoinList, ctx: Context[PokerClauses]) -> Decision:
    """At the end of the list; whoever was picked up within the last twenty minutes at its top."""
    clauses, player = ctx.clauses, command.player or ctx.by.id
    cite: Clauses = (clauses.list_order,)
    if player != ctx.by.id and not (state.is_real and ctx.is_staff):
        return Refusal(Reason.NOT_YOURS, (clauses.no_influence, *cite), {"player": player})
    if player == ctx.by.id and ctx.is_staff:
        return Refusal(Reason.FORBIDDEN, cite, {"rank": ctx.by.rank})
    nobody = None if player == ctx.by.id else why_not_called(player, command.name, cite)
    if nobody is not None:
        return nobody
    if player in state.excluded:
        return Refusal(Reason.EXCLUDED, (clauses.exclude,))
    person = state.people.get(player)
    if any(each.player == player for each in state.waiting) or (person is not None and person.seat is not None):
        return Refusal(Reason.ALREADY, cite)
    gone = state.picked_up.get(player)
    first = gone is not None and ctx.at - gone <= PRIORITY_MS
    if not first and sum(not each.first for each in state.waiting) >= MOST_LISTED:
        return Refusal(Reason.LIMITS, cite, {"waiting": MOST_LISTED})
    name = ctx.by.name if player == ctx.by.id else command.name or player
    return (ListJoined(player=player, name=name, first=first, under=cite),)


@part.event(
    ListJoined,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: f"{e.name} waits for a seat, {'first' if e.first else 'last'} on the list.",
)
def list_joined(state: State, event: ListJoined) -> State:
    """Those who were picked up in time stand before all others, in the order in which they came back."""
    one = Waiting(event.player, event.name, event.first)
    place = sum(each.first for each in state.waiting) if event.first else len(state.waiting)
    waiting = (*state.waiting[:place], one, *state.waiting[place:])
    return replace(state, waiting=waiting, picked_up=back_again(state.picked_up, (event.player,)))


@part.command(
    LeaveList,
    label="Wait no longer",
    desk=Desk.TABLE,
    examples=lambda state, ctx: [
        LeaveList(player=None if is_player(ctx) else each.player)
        for each in state.waiting
        if not is_player(ctx) or each.player == ctx.by.id
    ],
)
def leave_list(state: State, command: LeaveList, ctx: Context[PokerClauses]) -> Decision:
    """By oneself, or struck off by staff, who allocate seats: whoever does not come must not keep others from one."""
    clauses, player = ctx.clauses, command.player or ctx.by.id
    if player != ctx.by.id and not ctx.is_staff:
        return Refusal(Reason.NOT_YOURS, (clauses.no_influence, clauses.list_order), {"player": player})
    if all(each.player != player for each in state.waiting):
        return Refusal(Reason.NOT_HERE, (clauses.list_order,), {"player": player})
    under = (clauses.list_order,) if player == ctx.by.id else (clauses.list_order, clauses.reserved)
    return (ListLeft(player=player, under=under),)


@part.event(ListLeft, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} is off the waiting list.")
def list_left(state: State, event: ListLeft) -> State:
    """The others move up."""
    return replace(state, waiting=tuple([each for each in state.waiting if each.player != event.player]))


def _absent(state: State, player: str) -> bool:
    """Whether an area manager may find that someone is not there."""
    if state.sitting(player).away or player in state.unanswered:
        return True
    return not state.stack(player) and not state.wagers_of(player)


@part.command(
    PickUp,
    under="pick_up",
    label="Pick up an absent player",
    words="remove leave absent away chips seat missed",
    says=lambda c, who: f"Pick up {who(c.player)}",
    desk=Desk.PLAYERS,
    examples=lambda state, ctx: [
        PickUp(player=each.id, why=TO_FILL_IN)
        for each in state.people.values()
        if each.seat is not None and _absent(state, each.id)
    ],
)
def pick_up(state: State, command: PickUp, ctx: Context[PokerClauses]) -> Decision:
    """Only someone who is away, let the time run out in the hand before or has no chips left, and holds no cards."""
    cite = (ctx.clauses.pick_up,)
    person = state.people.get(command.player)
    if person is None or person.seat is None:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    if not _absent(state, person.id):
        return Refusal(Reason.NO_CAUSE, cite, {"player": "is not away"})
    refusal = ctx.rules.why_not_leave(state, person.id)
    if refusal is not None:
        return refusal
    gone = PickedUp(player=person.id, at=ctx.at, why=command.why, under=(*cite, ctx.clauses.picked_up))
    return (*_dated(ctx.rules.before_leaving(state, person.id), ctx.at), gone, left(state, person, cite))


@part.decides(Leave, overrides=True)
def leave_game(state: State, command: Leave, ctx: Context[PokerClauses]) -> Decision:
    """When it was, is remembered for whoever comes back."""
    decision = leave(state, command, ctx)
    return decision if isinstance(decision, Refusal) else _dated(decision, ctx.at)


def _dated(events: Iterable[Event], at: int) -> tuple[Event, ...]:
    return tuple([replace(each, at=at) if isinstance(each, SeatReserved) else each for each in events])


def just_gone(state: State, player: str, at: int) -> Gone:
    """How someone gave up a seat who comes back to the same game; a table that was empty has another."""
    gone = state.gone.get(player, GONE)
    return gone if state.people and at - gone.at <= PRIORITY_MS else GONE


def why_not_back(state: State, player: str, cents: int, at: int, clauses: PokerClauses) -> Refusal | None:
    """Why someone who has just left does not come back with so few chips: that would take the others off the table."""
    least = just_gone(state, player, at).cents
    if cents >= least:
        return None
    return Refusal(Reason.LIMITS, (clauses.no_handling, clauses.table_stakes), {"least": least, "offered": cents})


@part.event(
    PickedUp,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} is picked up{because(e.why)}; the chips are kept.",
    notice=True,
)
def was_picked_up(state: State, event: PickedUp) -> State:
    """When, is remembered for the list."""
    kept = dict(list(state.picked_up.items())[1 - DEPARTED :])
    return replace(state, picked_up={**kept, event.player: event.at})


@part.event(SeatReserved, audience=EVERYONE, says=lambda e, who: f"A reserved button lies at seat {e.seat}.")
def seat_reserved(state: State, event: SeatReserved) -> State:
    """Those who play may move there before anyone who waits; what its player takes along and owes is remembered."""
    vacated, person = {**state.vacated, event.seat: state.round}, state.seated(event.seat)
    if person is None or event.at is None:
        return replace(state, vacated=vacated)
    kept = [each for each in state.gone.items() if each[0] != person.id]
    gone = Gone(event.at, state.stack(person.id), state.sitting(person.id))
    return replace(state, vacated=vacated, gone=dict([*kept[1 - DEPARTED :], (person.id, gone)]))


def off_the_list(state: State, player: str, clauses: PokerClauses) -> Iterator[Event]:
    """What follows for the list when someone takes a seat."""
    if any(each.player == player for each in state.waiting):
        yield ListLeft(player=player, under=(clauses.list_order,))
