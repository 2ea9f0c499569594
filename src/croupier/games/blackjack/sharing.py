"""Who shares an area with its caller: going along with a double or a split, or leaving the wager as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.blackjack.choices import more, wager_on, with_stake
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import advanced
from croupier.games.blackjack.state import Asked, State
from croupier.games.blackjack.terms import Bet, Unfunded
from croupier.games.blackjack.words import place_of
from croupier.money import dollars, moves
from croupier.table.contract import Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.endings import stakes_moved
from croupier.table.examples import is_player
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.people import subject
from croupier.table.rules import BankedContext
from croupier.table.state import Person
from croupier.table.words import several

part = Part("blackjack", BlackjackClauses)


class GoAlong(Command, frozen=True, kw_only=True):
    """Add to a wager on a shared area as its caller has doubled or split."""

    cents: Annotated[int | None, Asks("For less", "money", optional=True)] = None
    player: str | None = None


class StayOut(Command, frozen=True, kw_only=True):
    """Leave a wager on a shared area as it is, though its caller has doubled or split."""

    second: Annotated[bool, Asks("Move to the new hand", always=False)] = False
    player: str | None = None


class WentAlong(Event, frozen=True, kw_only=True):
    """Who shares the area has doubled or split with its caller."""

    spot: Spot
    bet: str
    player: str
    cents: int


class StayedOut(Event, frozen=True, kw_only=True):
    """Who shares the area leaves the wager as it was, on the hand that is named."""

    spot: Spot
    bet: str
    player: str
    silent: bool = False


def _asked_to_follow(
    state: State, named: str | None, ctx: BankedContext[BlackjackClauses]
) -> tuple[Person, Asked] | Refusal:
    person = subject(state, named, ctx)
    if isinstance(person, Refusal):
        return person
    asked = state.asked
    if asked is None or person.id not in asked.players:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.caller, "ruling 42"), {"stage": state.stage.value})
    return person, asked


def _may_follow(command: GoAlong | StayOut, who: Who, here: Here | None) -> str:
    """Who is asked to go along."""
    players = () if here is None or here.state.asked is None else here.state.asked.players
    return f"{several(map(who, players)) if players else 'The player'} may go along"


def _those_asked(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[tuple[Asked, str, str | None]]:
    """What is asked of whom, and how the answer names them: not at all where it is one's own."""
    asked = state.asked
    for player in () if asked is None else asked.players:
        if asked is not None and (player == ctx.by.id or not is_player(ctx)):
            yield asked, player, None if player == ctx.by.id else player


def _along(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    """For as much as they have, up to their own wager."""
    for asked, player, named in _those_asked(state, ctx):
        own = wager_on(state, asked.origin, player)
        yield GoAlong(cents=min(own.at_risk, state.stack(player)), player=named)


def _stays(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    """With the hand that the wager lies on, or with the new one."""
    for _, _, named in _those_asked(state, ctx):
        yield StayOut(player=named)
        yield StayOut(second=True, player=named)


@part.command(
    GoAlong,
    cites="caller",
    label="Go along",
    next=_may_follow,
    says=lambda c, who: f"Go along for {dollars(c.cents)}" if c.cents else "Go along",
    desk=Desk.TABLE,
    pace=Pace.ANSWER,
    takes_part=True,
    examples=_along,
)
def go_along(state: State, command: GoAlong, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """A double for any amount up to one's own wager, a split for exactly that."""
    found = _asked_to_follow(state, command.player, ctx)
    if isinstance(found, Refusal):
        return found
    person, asked = found
    splits = asked.bet is not Bet.DOUBLE
    own = wager_on(state, asked.origin, person.id)
    cents = more(state, own, command.cents, ctx, exactly=splits)
    if isinstance(cents, Refusal):
        return cents
    clause = ctx.clauses.split_wager if splits else ctx.clauses.double_wager
    made = moves((f"stack:{person.id}", "layout", cents))
    under = (clause, "ruling 42")
    return (WentAlong(spot=asked.spot, bet=asked.bet, player=person.id, cents=cents, moves=made, under=under),)


@part.event(
    WentAlong,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} goes along on {place_of(e.spot)} with {dollars(e.cents)}.",
    stakes=stakes_moved,
)
def went_along(state: State, event: WentAlong) -> State:
    """The wager has grown with the hand."""
    return _answered(with_stake(state, event.bet, event.spot, event.player, event.moves), event.player)


def _answered(state: State, player: str) -> State:
    assert state.asked is not None
    players = tuple(each for each in state.asked.players if each != player)
    return advanced(replace(state, asked=replace(state.asked, players=players) if players else None))


@part.command(
    StayOut,
    cites="caller",
    label="Stay as it is",
    next=_may_follow,
    if_silent="the wager stays as it is",
    desk=Desk.TABLE,
    pace=Pace.ANSWER,
    examples=_stays,
)
def stay_out(state: State, command: StayOut, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The wager stays with the first hand, unless the table's reading of ruling 42 is another."""
    found = _asked_to_follow(state, command.player, ctx)
    if isinstance(found, Refusal):
        return found
    person, asked = found
    splits, reading = asked.bet is not Bet.DOUBLE, state.terms.readings.unfunded_split
    own = wager_on(state, asked.origin, person.id)
    if splits and reading is Unfunded.MUST_FOLLOW and state.stack(person.id) >= own.at_risk and not ctx.time_ran_out:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.split_wager, "ruling 42"), {"needs": own.at_risk})
    if command.second and not (splits and reading is Unfunded.CHOOSES):
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.caller, "ruling 42"), {"area": asked.spot.area})
    place = asked.spot if command.second or not splits else own.spot
    under = (ctx.clauses.caller, "ruling 42", *(("ruling 70",) if ctx.time_ran_out else ()))
    return (StayedOut(spot=place, bet=asked.bet, player=person.id, silent=ctx.time_ran_out, under=under),)


@part.event(
    StayedOut,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)}'s wager stays as it is, on {place_of(e.spot)}.",
)
def stayed_out(state: State, event: StayedOut) -> State:
    """The wager lies on the hand that is named."""
    assert state.asked is not None
    own = (*state.asked.origin[:1], event.bet, event.player, state.asked.origin.hand)
    wagers = tuple(replace(each, hand=event.spot.hand) if each.key == own else each for each in state.wagers)
    return _answered(replace(state, wagers=wagers), event.player)
