"""What the house permits: how many players an area, how many areas a player, limits of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from msgspec.structs import replace

from croupier.money import MOST_CENTS, Limits, dollars, in_money
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who, named_by
from croupier.table.examples import each_person, only
from croupier.table.fields import Asks
from croupier.table.rules import BankedContext, TableClauses
from croupier.table.state import BankedTable
from croupier.table.tournaments.reserved_play import why_set_aside
from croupier.table.wagers import over_limit
from croupier.table.words import count


@dataclass(frozen=True, kw_only=True)
class PermissionClauses(TableClauses):
    """What a book says of several areas and limits of one's own."""

    bettors_per_area: str
    several_areas: str
    personal_several_areas: str
    restrict_bettors: str | None
    permit_areas: str
    full_patronage: str = ""
    """What lets a player wager on several areas though seats are short, deciding only where they sit."""
    personal_limit: str
    area_total: str | None
    """Whether all that lies on an area is bound by a personal limit."""
    marker: str


part = Part("permissions", PermissionClauses)


def _own(bound: str) -> Callable[[BankedTable, AgreePersonalLimit], int | None]:
    """A bound of the limits that a player has agreed, if any."""

    def found(state: BankedTable, command: AgreePersonalLimit) -> int | None:
        personal = state.people[command.player].personal
        return None if personal is None else getattr(personal, bound)

    return found


def _areas_now(state: BankedTable, command: AgreePersonalLimit) -> int:
    return state.people[command.player].areas


class RestrictBettors(Command, frozen=True, kw_only=True):
    """Set how many players may wager on one area."""

    players: Annotated[
        int,
        Asks("Players on one area, at most", "count", low=1, high=3, start=lambda state: state.bettors_per_area),
    ]


class PermitAreas(Command, frozen=True, kw_only=True):
    """Let a player wager on several areas."""

    player: str
    areas: Annotated[int, Asks("Areas, at most", "count", low=1)]
    seats_elsewhere: Annotated[bool, Asks("There are seats enough at like tables")]


class AgreePersonalLimit(Command, frozen=True, kw_only=True):
    """Agree limits of their own with a player; none ends the agreement."""

    player: str
    minimum: Annotated[
        int | None, Asks("Minimum, $ (empty ends the agreement)", optional=True, start=_own("minimum"))
    ] = None
    maximum: Annotated[int | None, Asks(in_money("Maximum"), optional=True, start=_own("maximum"))] = None
    areas: Annotated[int, Asks("Areas, at most", "count", low=1, start=_areas_now)] = 1


class BettorsRestricted(Event, frozen=True, kw_only=True):
    """So many players may wager on one area."""

    players: int


class AreasPermitted(Event, frozen=True, kw_only=True):
    """A player may wager on so many areas."""

    player: str
    areas: int
    calls_where_seated: bool = False
    """Whether seats are short elsewhere, so that they decide only where they sit."""


class PersonalLimitAgreed(Event, frozen=True, kw_only=True):
    """A player has limits of their own, shown by the marker, or none again."""

    player: str
    minimum: int | None
    maximum: int | None
    areas: int


@part.command(
    RestrictBettors,
    under="restrict_bettors",
    label="Set how many may wager on one area",
    words="limit back behind players box share",
    says=lambda c, who: f"Allow {count(c.players, 'player')} on an area",
    desk=Desk.ROUND,
    examples=only(RestrictBettors(players=1)),
)
def restrict_bettors(state: BankedTable, command: RestrictBettors, ctx: BankedContext[PermissionClauses]) -> Decision:
    """From one to three players an area; no more than a tournament has it whose conditions vary that."""
    cite = (ctx.clauses.bettors_per_area,)
    if not 1 <= command.players <= MOST_BETTORS:
        return Refusal(Reason.LIMITS, cite, {"most": MOST_BETTORS, "asked": command.players})
    if state.reserved is not None and state.reserved.bettors and command.players > state.bettors_per_area:
        return Refusal(Reason.FORBIDDEN, (*cite, "ruling 80"), {"conditions": "have it otherwise"})
    return (BettorsRestricted(players=command.players, under=cite),)


MOST_BETTORS = 3


@part.event(
    BettorsRestricted,
    audience=EVERYONE,
    says=lambda e, who: f"At most {count(e.players, 'player')} may wager on one area.",
)
def bettors_restricted(state: BankedTable, event: BettorsRestricted) -> BankedTable:
    """The number holds for wagers placed from now on."""
    return replace(state, bettors_per_area=event.players)


@part.command(
    PermitAreas,
    under="permit_areas",
    label="Allow several areas",
    words="let permit play two boxes more hands spots",
    says=lambda c, who: f"Allow {who(c.player)} {count(c.areas, 'area')}",
    desk=Desk.PLAYERS,
    examples=lambda state, ctx: [
        PermitAreas(player=player, areas=min(2, state.seats), seats_elsewhere=True) for player in sorted(state.people)
    ],
)
def permit_areas(state: BankedTable, command: PermitAreas, ctx: BankedContext[PermissionClauses]) -> Decision:
    """While patrons can be seated at like tables elsewhere; else, where the book has it, without deciding there."""
    cite = (ctx.clauses.several_areas,)
    if command.player not in state.people:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    if not 1 <= command.areas <= state.seats:
        return Refusal(Reason.NO_SUCH_AREA, cite, {"areas": command.areas})
    most = None if state.reserved is None else state.reserved.varied.get(cite[0])
    if most is not None and command.areas > max(1, most):
        return Refusal(Reason.FORBIDDEN, (*cite, "ruling 80"), {"conditions": "have it otherwise"})
    short = command.areas > 1 and not command.seats_elsewhere
    if short and not ctx.clauses.full_patronage:
        return Refusal(Reason.NO_CAUSE, cite, {"seats elsewhere": "not enough"})
    under = (*cite, ctx.clauses.full_patronage) if short else cite
    return (AreasPermitted(player=command.player, areas=command.areas, calls_where_seated=short, under=under),)


@part.event(
    AreasPermitted,
    audience=named_by("player"),
    says=lambda e, who: (
        f"{who(e.player)} may wager on {count(e.areas, 'area')}"
        + (", and calls only where seated." if e.calls_where_seated else ".")
    ),
)
def areas_permitted(state: BankedTable, event: AreasPermitted) -> BankedTable:
    """The player may use so many areas."""
    person = replace(state.people[event.player], areas=event.areas, calls_where_seated=event.calls_where_seated)
    return replace(state, people={**state.people, event.player: person})


def _agree_limit(command: AgreePersonalLimit, who: Who) -> str:
    if command.minimum is None or command.maximum is None:
        return f"End {who(command.player)}'s personal limit"
    return f"Agree {dollars(command.minimum)} to {dollars(command.maximum)} with {who(command.player)}"


@part.command(
    AgreePersonalLimit,
    under="personal_limit",
    label="Agree a personal limit",
    words="own minimum maximum stake wager high low",
    says=_agree_limit,
    desk=Desk.PLAYERS,
    examples=each_person(lambda player: AgreePersonalLimit(player=player, minimum=100, maximum=100_000)),
)
def agree_personal_limit(
    state: BankedTable, command: AgreePersonalLimit, ctx: BankedContext[PermissionClauses]
) -> Decision:
    """A seated player's own limits, in force for wagers not yet on the layout."""
    cite = (ctx.clauses.personal_limit,)
    refusal = why_set_aside(state, cite)
    if refusal is not None:
        return refusal
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
    if high is not None and ctx.clauses.area_total is not None:
        over = over_limit(state, person.seat, high, ctx.clauses.area_total)
        if over is not None:
            return over
    under = cite if low is None else (*cite, ctx.clauses.marker)
    if command.areas > 1:
        under = (*under, ctx.clauses.personal_several_areas)
    return (PersonalLimitAgreed(player=person.id, minimum=low, maximum=high, areas=command.areas, under=under),)


def _limit_agreed(event: PersonalLimitAgreed, who: Who) -> str:
    if event.minimum is None or event.maximum is None:
        return f"{who(event.player)}'s personal limit has ended."
    limits = f"{dollars(event.minimum)} to {dollars(event.maximum)}"
    return f"{who(event.player)} has a personal limit of {limits} on {count(event.areas, 'area')}, shown by a marker."


@part.event(PersonalLimitAgreed, audience=named_by("player"), says=_limit_agreed)
def personal_limit_agreed(state: BankedTable, event: PersonalLimitAgreed) -> BankedTable:
    """The marker goes down, or is taken up."""
    personal = None if event.minimum is None or event.maximum is None else Limits(event.minimum, event.maximum)
    person = replace(state.people[event.player], personal=personal, areas=event.areas)
    return replace(state, people={**state.people, event.player: person})
