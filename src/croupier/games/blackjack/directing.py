"""The hand of a player who does not act or is not there: the dealer waits and asks, a supervisor directs (BJ 7.5.3).

Where cards are virtual the time of the turn does it alone; there only the hand of someone excluded is directed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.books import cite
from croupier.games.blackjack.choices import CardAsked, HandStood, deciding, directed
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.state import Direction, State
from croupier.games.blackjack.words import place_of
from croupier.table.contract import Command, Decision, Due, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Stage

part = Part("blackjack", BlackjackClauses)

WAITED_AND_ASKED = cite("ruling 134")


class AskForDirection(Command, frozen=True, kw_only=True):
    """Say that a player was waited for and does not act, or is not there, and ask for the hand to be directed."""

    absent: Annotated[bool, Asks("The player", words={True: "is not there", False: "does not act"})] = False


class DirectHand(Command, frozen=True, kw_only=True):
    """Direct the hand of a caller who is silent or not there, as the dealer has asked."""


class DirectionAsked(Event, frozen=True, kw_only=True):
    """The dealer has waited for a player, and asks for the hand to be directed."""

    spot: Spot
    player: str
    absent: bool = False
    excluded: bool = False
    """Whether nobody had to be waited for: who is excluded chooses nothing more."""


def _directed_hand(state: State, ctx: BankedContext[BlackjackClauses], cite: str) -> Spot | Refusal:
    """The hand that is decided on, if it may be directed: at a real table, or because its caller was excluded."""
    place, clauses = deciding(state), ctx.clauses
    refusal = ctx.rules.why_not_go_on(state) if state.stage is Stage.CHOOSING else None
    if refusal is not None:
        return refusal
    if place is None:
        return Refusal(Reason.NOT_NOW, (cite,), {"stage": state.stage.value})
    if not state.is_real and state.caller_of(place) not in state.excluded:
        return Refusal(Reason.NOT_YOURS, (clauses.no_influence, "ruling 70"))
    return place


def asked_for(state: State) -> Direction | None:
    """What the dealer has asked for the hand that is decided on now."""
    known = state.direction
    return known if known is not None and known.spot == deciding(state) else None


def _requests(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    place = deciding(state)
    gone = place is not None and state.caller_of(place) in state.excluded
    yield AskForDirection(absent=gone)
    if not gone:
        yield AskForDirection(absent=True)


@part.command(
    AskForDirection,
    under="dealing",
    label="A player does not act",
    words="absent gone silent no answer wait ask supervisor direct",
    says=lambda c, who: (
        "Ask for a direction: the player is not there" if c.absent else "Ask for a direction: the player does not act"
    ),
    next="The dealer asks for the hand to be directed",
    desk=Desk.IRREGULARITIES,
    examples=_requests,
)
def ask_for_direction(state: State, command: AskForDirection, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The dealer's word that the caller was waited for; whoever is excluded counts as not there, without waiting."""
    clauses = ctx.clauses
    place = _directed_hand(state, ctx, clauses.does_not_act)
    if isinstance(place, Refusal):
        return place
    player = state.caller_of(place) or ""
    excluded = player in state.excluded
    absent = command.absent or excluded
    under = (clauses.not_there if absent else clauses.does_not_act, WAITED_AND_ASKED)
    if asked_for(state) is not None:
        return Refusal(Reason.ALREADY, under, {"next": "a supervisor directs the hand"})
    ruling = ("ruling 14",) if excluded else ()
    return (DirectionAsked(spot=place, player=player, absent=absent, excluded=excluded, under=(*under, *ruling)),)


@part.event(
    DirectionAsked,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} is excluded; the dealer asks for {place_of(e.spot)} to be directed."
        if e.excluded
        else f"The dealer has waited for {who(e.player)}, who {'is not there' if e.absent else 'does not act'}, "
        f"and asks for {place_of(e.spot)} to be directed."
    ),
    aloud=True,
)
def direction_asked(state: State, event: DirectionAsked) -> State:
    """A supervisor may direct this hand, until its player acts after all."""
    return replace(state, direction=Direction(event.spot, absent=event.absent))


def _wanted(state: State, rules: BankedRules[State, BlackjackClauses]) -> tuple[Due, ...]:
    """A supervisor, once the dealer has asked."""
    return (rules.act(DirectHand(), rules.clauses.silent_hard_stands),) if asked_for(state) is not None else ()


@part.command(
    DirectHand,
    under="silent_hard_stands",
    label="Direct a silent player's hand",
    words="absent no answer decide supervisor",
    says="Direct the hand of a player who does not act",
    next="The supervisor directs the hand",
    desk=Desk.IRREGULARITIES,
    wanted=_wanted,
)
def direct_hand(state: State, command: DirectHand, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """When the dealer has waited and asked; elsewhere time does it."""
    clauses = ctx.clauses
    place = _directed_hand(state, ctx, clauses.silent_hard_stands)
    if isinstance(place, Refusal):
        return place
    asked = asked_for(state)
    if asked is None:
        waits = {"next": "the dealer's word that the player was waited for, and the dealer's request"}
        return Refusal(Reason.NOT_NOW, (clauses.does_not_act, WAITED_AND_ASKED), waits)
    stands, clause = directed(state, place, clauses)
    player = state.caller_of(place) or ""
    event = HandStood if stands else CardAsked
    ruling = ("ruling 14",) if player in state.excluded else ()
    under = (clauses.not_there if asked.absent else clauses.does_not_act, clause, WAITED_AND_ASKED, *ruling)
    return (event(spot=place, player=player, directed=True, asked=True, absent=asked.absent, under=under),)
