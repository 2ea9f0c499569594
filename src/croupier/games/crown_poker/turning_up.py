"""Hands of players who are all in, turned up together before the rest of the board comes.

The showdown begins when all betting is over (CP 1.1), and where nobody has anything left to bet with that is before the
last cards are dealt. Anyone may ask to see such hands (CP 8.20.4). At a real table players turn their cards up
themselves, and the dealer enters them when they are read.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.chances import hole_faces
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flow import able, show_order
from croupier.games.crown_poker.held_up import why_held_up
from croupier.games.crown_poker.showdown import low_said, worth
from croupier.games.crown_poker.state import Contender, State
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.faces import revealed
from croupier.table.hands import Spot
from croupier.table.state import Stage
from croupier.table.words import written

part = Part("crown-poker", PokerClauses)


class TurnUpHands(Command, frozen=True, kw_only=True):
    """Turn up the hands of all who are left, where none of them can bet any more."""


class TurnedUp(msgspec.Struct, frozen=True):
    """One hand that is turned up, and what it makes with the board so far, for high and for low."""

    seat: int
    player: str
    cards: tuple[Card, ...]
    hand: str = ""
    low: str = ""


class HandsTurnedUp(Event, frozen=True, kw_only=True):
    """The hands of all who are left lie open while the rest of the board comes."""

    hands: tuple[TurnedUp, ...]


def all_in(state: State) -> bool:
    """Whether cards are still to come in a hand of several players, of whom one at most has chips to bet with."""
    play = state.play
    if play is None or state.stage is not Stage.DRAWING or len(play.live) < 2 or len(able(state, play)) > 1:
        return False
    return state.setting.game.discard_after is None or all(each.discarded for each in play.live)


def to_turn_up(state: State) -> tuple[Contender, ...]:
    """The players whose hands are turned up now, in the order in which they would be asked to show (ruling 120)."""
    play = state.play
    if state.is_real or play is None or not all_in(state):
        return ()
    order = show_order(replace(play, bettor=0, acted=()))
    return tuple([who for who in map(play.at, order) if not who.shown])


@part.command(
    TurnUpHands,
    under="dealing",
    label="Turn up the hands",
    next="The dealer turns up the hands of those who are all in",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
)
def turn_up_hands(state: State, command: TurnUpHands, ctx: Context[PokerClauses]) -> Decision:
    """All of them at once."""
    cite: Clauses = (ctx.clauses.showdown_means, ctx.clauses.all_in, ctx.clauses.cards_speak)
    hands = to_turn_up(state)
    if not hands:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    held_up = why_held_up(state, ctx.clauses)
    if held_up is not None:
        return held_up
    found = list[TurnedUp]()
    for each in hands:
        cards = hole_faces(state, each.seat, (), ctx, cite)
        if isinstance(cards, Refusal):
            return cards
        found.append(TurnedUp(each.seat, each.player, cards, *worth(state, cards)))
        state = revealed(state, Spot(each.seat), cards, up=True)
    return (HandsTurnedUp(hands=tuple(found), under=cite),)


def _turned(event: HandsTurnedUp, who: Who) -> str:
    return "; ".join(_one(each, who) for each in event.hands) + "."


def _one(each: TurnedUp, who: Who) -> str:
    makes = f": {each.hand}{low_said(each.low)}" if each.hand else ""
    return f"{who(each.player)} turns up {written(each.cards)}{makes}"


@part.event(HandsTurnedUp, audience=EVERYONE, says=_turned, aloud=True)
def hands_turned_up(state: State, event: HandsTurnedUp) -> State:
    """Everyone sees them, and nobody is asked to show when all cards lie there."""
    play = state.play
    assert play is not None
    for each in event.hands:
        state = revealed(state, Spot(each.seat), each.cards, up=True)
    seats = {each.seat for each in event.hands}
    contenders = tuple([replace(one, shown=True) if one.seat in seats else one for one in play.contenders])
    return replace(state, play=replace(play, contenders=contenders))
