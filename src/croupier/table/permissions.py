"""What the house permits: how many players an area, how many areas a player, limits of their own."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.money import MOST_CENTS, Limits
from croupier.table.contract import Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.state import TableState

part = Part()


class RestrictBettors(Command, frozen=True, kw_only=True):
    """Set how many players may wager on one area."""

    players: int


class PermitAreas(Command, frozen=True, kw_only=True):
    """Let a player wager on several areas."""

    player: str
    areas: int
    seats_elsewhere: bool


class AgreePersonalLimit(Command, frozen=True, kw_only=True):
    """Agree limits of their own with a player; none ends the agreement."""

    player: str
    minimum: int | None = None
    maximum: int | None = None
    areas: int = 1


class BettorsRestricted(Event, frozen=True, kw_only=True):
    """So many players may wager on one area."""

    players: int


class AreasPermitted(Event, frozen=True, kw_only=True):
    """A player may wager on so many areas."""

    player: str
    areas: int


class PersonalLimitAgreed(Event, frozen=True, kw_only=True):
    """A player has limits of their own, shown by the marker, or none again."""

    player: str
    minimum: int | None
    maximum: int | None
    areas: int


@part.decides(RestrictBettors, rank="restrict_bettors")
def restrict_bettors(state: TableState, command: RestrictBettors, ctx: Context) -> Decision:
    """From one to three players an area."""
    cite = (ctx.clauses.bettors_per_area,)
    if not 1 <= command.players <= MOST_BETTORS:
        return Refusal(Reason.LIMITS, cite, {"most": MOST_BETTORS, "asked": command.players})
    return (BettorsRestricted(players=command.players, under=cite),)


MOST_BETTORS = 3


@part.evolves(BettorsRestricted)
def bettors_restricted(state: TableState, event: BettorsRestricted) -> TableState:
    """The number holds for wagers placed from now on."""
    return replace(state, bettors_per_area=event.players)


@part.decides(PermitAreas, rank="permit_areas")
def permit_areas(state: TableState, command: PermitAreas, ctx: Context) -> Decision:
    """More than one area only while patrons can be seated at like tables elsewhere."""
    cite = (ctx.clauses.several_areas,)
    if command.player not in state.people:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    if not 1 <= command.areas <= state.seats:
        return Refusal(Reason.NO_SUCH_AREA, cite, {"areas": command.areas})
    if command.areas > 1 and not command.seats_elsewhere:
        return Refusal(Reason.NO_CAUSE, cite, {"seats elsewhere": "not enough"})
    return (AreasPermitted(player=command.player, areas=command.areas, under=cite),)


@part.evolves(AreasPermitted)
def areas_permitted(state: TableState, event: AreasPermitted) -> TableState:
    """The player may use so many areas."""
    person = replace(state.people[event.player], areas=event.areas)
    return replace(state, people={**state.people, event.player: person})


@part.decides(AgreePersonalLimit, rank="personal_limit")
def agree_personal_limit(state: TableState, command: AgreePersonalLimit, ctx: Context) -> Decision:
    """A seated player's own limits, in force for wagers not yet on the layout."""
    cite = (ctx.clauses.personal_limit,)
    person = state.people.get(command.player)
    if person is None or person.seat is None:
        return Refusal(Reason.NOT_HERE, (*cite, ctx.clauses.marker), {"player": command.player})
    if state.wagers_of(person.id):
        return Refusal(Reason.NOT_NOW, cite, {"wagers": len(state.wagers_of(person.id))})
    low, high = command.minimum, command.maximum
    if (low is None) != (high is None) or (low is not None and high is not None and not 0 < low <= high <= MOST_CENTS):
        return Refusal(Reason.LIMITS, cite, {"minimum": low or 0, "maximum": high or 0})
    if not 1 <= command.areas <= state.seats:
        return Refusal(Reason.NO_SUCH_AREA, cite, {"areas": command.areas})
    under = cite if low is None else (*cite, ctx.clauses.marker)
    if command.areas > 1:
        under = (*under, ctx.clauses.personal_several_areas)
    return (PersonalLimitAgreed(player=person.id, minimum=low, maximum=high, areas=command.areas, under=under),)


@part.evolves(PersonalLimitAgreed)
def personal_limit_agreed(state: TableState, event: PersonalLimitAgreed) -> TableState:
    """The marker goes down, or is taken up."""
    personal = None if event.minimum is None or event.maximum is None else Limits(event.minimum, event.maximum)
    person = replace(state.people[event.player], personal=personal, areas=event.areas)
    return replace(state, people={**state.people, event.player: person})
