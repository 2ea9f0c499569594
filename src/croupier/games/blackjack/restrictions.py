"""Players held to the least wager: for good by the operations manager, or until the shoe is over.

They bind what is put on the layout, also by calling it out and by adding to it; doubles, splits and insurance are added
to a wager by the hand as it is played, and follow the wager that they are added to.
"""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Device
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.state import State
from croupier.money import Limits
from croupier.table import care, faults
from croupier.table.care import CardsShuffled
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import Desk, Part, named_by
from croupier.table.examples import each_person
from croupier.table.faults import DiscardsShuffled
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.rules import BankedContext
from croupier.table.state import Stage, Wager
from croupier.table.wagers import taken_back
from croupier.table.words import because

part = Part("blackjack", BlackjackClauses)


class NotifyDirector(Command, frozen=True, kw_only=True):
    """Put on record that the Director of Casino Surveillance was told of a player about to be limited."""

    player: str
    told: Annotated[str, Asks("Who was told")]


class LimitPlayer(Command, frozen=True, kw_only=True):
    """Hold a player to one area and its least wager."""

    player: str
    why: str


class RestrictForShoe(Command, frozen=True, kw_only=True):
    """Hold a player who let rounds of this shoe go by to the least wager until the shoe is over."""

    player: str
    why: str


class LiftLimit(Command, frozen=True, kw_only=True):
    """Let a player wager like everyone again."""

    player: str
    why: str


class DirectorNotified(Event, frozen=True, kw_only=True):
    """The Director, or a delegate, knows that a player is about to be limited."""

    player: str
    told: str


class PlayerLimited(Event, frozen=True, kw_only=True):
    """A player may wager on one area, and there the least."""

    player: str
    why: str


class PlayerRestricted(Event, frozen=True, kw_only=True):
    """A player may wager the least until the cards are shuffled."""

    player: str
    why: str


class LimitLifted(Event, frozen=True, kw_only=True):
    """A player may wager like everyone again."""

    player: str
    why: str


def held_by(state: State, player: str, clauses: BlackjackClauses) -> str | None:
    """The clause under which a player is held to the least wager, if one is."""
    if player in state.limited:
        return clauses.limit_player
    return clauses.restrict_for_shoe if player in state.restricted else None


def least_only(state: State, bet: str) -> Limits:
    """The limits of a player who is held to the least that the sign shows."""
    sign = state.limits[bet]
    return Limits(sign.minimum, sign.minimum, sign.step)


def why_not_more(state: State, wager: Wager, clauses: BlackjackClauses) -> Refusal | None:
    """Why a player who is held to the least wager may not place this one, or this much of it."""
    clause = held_by(state, wager.player, clauses)
    if clause is None:
        return None
    mine = state.wagers_of(wager.player)
    areas = {each.area for each in mine} | {each.area for each in state.spoken if each.player == wager.player}
    if wager.player in state.limited and areas - {wager.area}:
        return Refusal(Reason.ONE_AREA, (clause,), {"areas": 1})
    least = state.limits[wager.bet].minimum
    total = wager.cents + sum(each.cents for each in mine if (each.area, each.bet) == (wager.area, wager.bet))
    if total > least:
        return Refusal(Reason.LIMITS, (clause,), {"most": least, "offered": total})
    return None


def let_rounds_go(state: State, player: str) -> int:
    """How many rounds dealt from this shoe a player did not wager on, the one in play among them."""
    missed = state.shoe_rounds - state.shoe_wagers.get(player, 0)
    playing = state.in_play and state.round >= state.shoe_from and bool(state.staked)
    took_part = any(each.player == player for each in (*state.wagers, *state.left_behind))
    return missed + (playing and not took_part)


def over_the_least(state: State, player: str, clause: str, *, one_area: bool) -> tuple[Event, ...]:
    """What lies on the layout before the first card and is more than the player may now wager: it goes back."""
    mine = () if state.in_play else state.wagers_of(player)
    seat = state.people[player].seat if player in state.people else None
    areas = sorted({each.area for each in mine}, key=lambda area: (area != seat, area))
    going = [
        each
        for each in mine
        if each.cents > state.limits[each.bet].minimum or (one_area and each.area not in areas[:1])
    ]
    gone = {each.area for each in going if each.bet == state.main}
    beside = [each for each in mine if each not in going and each.area in gone]
    return tuple(taken_back(each, (clause,)) for each in (*beside, *going))


def _unknown(state: State, player: str, why: str, cite: Clauses) -> Refusal | None:
    if not state.has_seen(player):
        return Refusal(Reason.NOT_HERE, cite, {"player": player})
    return None if why.strip() else Refusal(Reason.NO_CAUSE, cite, {"reason": "none given"})


@part.command(
    NotifyDirector,
    under="director_told",
    label="Record that the Director was notified",
    words="inform tell regulator report",
    says=lambda c, who: f"The Director is told of limiting {who(c.player)}",
    desk=Desk.PLAYERS,
    examples=each_person(lambda player: NotifyDirector(player=player, told=TO_FILL_IN)),
)
def notify_director(state: State, command: NotifyDirector, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Before the player is limited."""
    cite = (ctx.clauses.director_told,)
    refusal = _unknown(state, command.player, command.told, cite)
    if refusal is not None:
        return refusal
    if command.player in state.notified:
        return Refusal(Reason.ALREADY, cite, {"player": command.player})
    return (DirectorNotified(player=command.player, told=command.told, under=cite),)


@part.event(
    DirectorNotified,
    says=lambda e, who: f"{who(e.player)} is to be limited to the least wager, of which {e.told} is told.",
)
def director_notified(state: State, event: DirectorNotified) -> State:
    """The player may now be limited."""
    return replace(state, notified=state.notified | {event.player})


@part.command(
    LimitPlayer,
    under="limit_player",
    label="Limit a player to the least wager on one area",
    words="restrict restriction minimum counting counter one box",
    says=lambda c, who: f"Limit {who(c.player)} to one area at the minimum",
    desk=Desk.PLAYERS,
    examples=each_person(lambda player: LimitPlayer(player=player, why=TO_FILL_IN)),
)
def limit_player(state: State, command: LimitPlayer, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Only once the Director has been notified; what lies there beyond it before the first card goes back."""
    clauses, player = ctx.clauses, command.player
    cite = (clauses.limit_player,)
    refusal = _unknown(state, player, command.why, cite)
    if refusal is not None:
        return refusal
    if player in state.limited:
        return Refusal(Reason.ALREADY, cite, {"player": player})
    if player not in state.notified:
        return Refusal(Reason.NO_CAUSE, (clauses.director_told,), {"the Director": "not notified"})
    back = over_the_least(state, player, clauses.limit_player, one_area=True)
    return (PlayerLimited(player=player, why=command.why, under=(*cite, clauses.director_told)), *back)


@part.event(
    PlayerLimited,
    audience=named_by("player"),
    notice=True,
    says=lambda e, who: f"{who(e.player)} may wager on one area only, and there the minimum{because(e.why)}.",
)
def player_limited(state: State, event: PlayerLimited) -> State:
    """Until it is lifted, wherever at this table they sit, and though they leave and come back."""
    return replace(state, limited={**state.limited, event.player: event.why})


@part.command(
    RestrictForShoe,
    under="restrict_for_shoe",
    label="Restrict a player to the minimum for this shoe",
    words="limit restriction minimum late joined mid shoe counting",
    says=lambda c, who: f"Restrict {who(c.player)} to the minimum until the shuffle",
    desk=Desk.PLAYERS,
    examples=each_person(lambda player: RestrictForShoe(player=player, why=TO_FILL_IN)),
)
def restrict_for_shoe(state: State, command: RestrictForShoe, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Only who let a round of this shoe go by; cards that are shuffled all the time are no shoe to wait out."""
    clauses, player = ctx.clauses, command.player
    cite = (clauses.restrict_for_shoe,)
    refusal = _unknown(state, player, command.why, cite)
    if refusal is not None:
        return refusal
    if state.shoe.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, (*cite, *clauses.machine_shuffles))
    if player in state.restricted:
        return Refusal(Reason.ALREADY, cite, {"player": player})
    if not let_rounds_go(state, player):
        return Refusal(Reason.NO_CAUSE, cite, {"rounds of this shoe": "all wagered on"})
    back = over_the_least(state, player, clauses.restrict_for_shoe, one_area=False)
    return (PlayerRestricted(player=player, why=command.why, under=cite), *back)


@part.event(
    PlayerRestricted,
    audience=named_by("player"),
    notice=True,
    says=lambda e, who: f"{who(e.player)} may wager the minimum until the cards are shuffled{because(e.why)}.",
)
def player_restricted(state: State, event: PlayerRestricted) -> State:
    """Until the shoe is finished or shuffled, or it is lifted."""
    return replace(state, restricted={**state.restricted, event.player: event.why})


@part.command(
    LiftLimit,
    under="limit_player",
    label="Lift a player's limit",
    words="remove end free release restriction counting",
    says=lambda c, who: f"Let {who(c.player)} wager like everyone",
    desk=Desk.PLAYERS,
    examples=each_person(lambda player: LiftLimit(player=player, why=TO_FILL_IN)),
)
def lift_limit(state: State, command: LiftLimit, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """By whom it could be imposed; another limit needs the Director's notice anew."""
    clause = held_by(state, command.player, ctx.clauses)
    if clause is None:
        return Refusal(Reason.NO_CAUSE, (ctx.clauses.limit_player,), {"player": command.player})
    return (LimitLifted(player=command.player, why=command.why, under=(clause,)),)


@part.event(
    LimitLifted,
    audience=named_by("player"),
    notice=True,
    says=lambda e, who: f"{who(e.player)} may wager like everyone again{because(e.why)}.",
)
def limit_lifted(state: State, event: LimitLifted) -> State:
    """Nothing is left of it."""
    return replace(
        state,
        limited={player: why for player, why in state.limited.items() if player != event.player},
        restricted={player: why for player, why in state.restricted.items() if player != event.player},
        notified=state.notified - {event.player},
    )


def counted(state: State) -> State:
    """The table once a round of this shoe has been played to its end: who wagered on it."""
    if not state.results or state.round < state.shoe_from:
        return state
    there = {each.player for each in state.results}
    wagers = {player: state.shoe_wagers.get(player, 0) + 1 for player in sorted(there)}
    return replace(state, shoe_rounds=state.shoe_rounds + 1, shoe_wagers={**state.shoe_wagers, **wagers})


def _new_shoe(state: State) -> State:
    """The table with cards just shuffled: restrictions are over, and rounds are counted from the next that is dealt."""
    begins = state.round if state.stage is Stage.NO_MORE_BETS else state.round + 1
    return replace(state, shoe_rounds=0, shoe_wagers={}, shoe_from=begins, restricted={})


@part.evolves(CardsShuffled, overrides=True)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    """A new shoe."""
    shuffled = care.cards_shuffled(state, event)
    assert isinstance(shuffled, State)
    return _new_shoe(shuffled)


@part.evolves(DiscardsShuffled, overrides=True)
def discards_shuffled(state: State, event: DiscardsShuffled) -> State:
    """The shoe was played to its last card."""
    shuffled = faults.discards_shuffled(state, event)
    assert isinstance(shuffled, State)
    return _new_shoe(shuffled)
