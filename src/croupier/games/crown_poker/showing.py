"""Hands seen by others than their players: shown to a neighbour, dropped on the table, or inspected by the house."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.chances import hole_faces
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.exposing import one_face, seen_by_all
from croupier.games.crown_poker.hand_errors import holder
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.showdown import SeatOf
from croupier.games.crown_poker.state import State
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Secret, Who
from croupier.table.engine import Context
from croupier.table.examples import card_to_enter, hand_to_enter
from croupier.table.faces import revealed
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.state import Stage
from croupier.table.words import written

part = Part("crown-poker", PokerClauses)


class NoteHandShown(Command, frozen=True, kw_only=True):
    """Note that a player has shown the hand to one other."""

    seat: int
    to: str


class NoteCardDropped(Command, frozen=True, kw_only=True):
    """Note a hole card that its player dropped or let everyone see."""

    seat: int
    card: Annotated[Card | None, Asks("The card", "card", optional=True)] = None


class InspectHand(Command, frozen=True, kw_only=True):
    """Look at a player's hand when the hand is over; at a real table with its faces."""

    seat: int
    cards: Annotated[tuple[Card, ...], Asks("The hole cards", "hand", hand=SeatOf())] = ()


class HandShownToOne(Event, frozen=True, kw_only=True):
    """A player has shown the hand to one other; everyone may ask to see it when the hand is over."""

    seat: int
    player: str
    to: str


class CardDropped(Event, frozen=True, kw_only=True):
    """Everyone has seen a card that its player dropped; it is played all the same."""

    seat: int
    player: str
    card: Card


class HandInspected(Event, frozen=True, kw_only=True):
    """The house has looked at a player's hand; its faces are for the house."""

    seat: int
    player: str
    by: str
    cards: tuple[Card, ...]


@part.command(
    NoteHandShown,
    under="dealing",
    label="A hand was shown to one player",
    words="exposed neighbour show one all",
    says=lambda c, who: f"Note that seat {c.seat} has shown the hand to {who(c.to)}",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [
        NoteHandShown(seat=each.seat, to=next((one for one in sorted(state.people) if one != each.player), ""))
        for each in (() if state.play is None else state.play.contenders)
    ],
)
def note_hand_shown(state: State, command: NoteHandShown, ctx: Context[PokerClauses]) -> Decision:
    """Where cards are real: on a screen nobody can."""
    clauses, who = ctx.clauses, holder(state.play, command.seat)
    cite: Clauses = (clauses.shown_to_one,)
    if not state.is_real:
        return Refusal(Reason.FORBIDDEN, (*cite, clauses.collusion), {"cards": "are each player's own"})
    if state.play is None or who is None or not state.hand(command.seat).size:
        return Refusal(Reason.NOT_NOW, cite, {"seat": command.seat})
    if command.to not in state.people or command.to == who.player:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.to})
    if who.seat in state.play.shown_to:
        return Refusal(Reason.ALREADY, cite)
    return (HandShownToOne(seat=who.seat, player=who.player, to=command.to, under=cite),)


@part.event(
    HandShownToOne,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} has shown the hand to {who(e.to)}; it is shown to all who ask.",
    aloud=True,
)
@remembered
def hand_shown_to_one(state: State, event: HandShownToOne) -> State:
    """Until the hand is over nothing else follows."""
    assert state.play is not None
    return replace(state, play=replace(state.play, shown_to=(*state.play.shown_to, event.seat)))


@part.command(
    NoteCardDropped,
    under="dealing",
    label="A player exposed a card",
    words="shown dropped flashed turned face up",
    says=lambda c, who: f"Note a card that seat {c.seat} exposed",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [
        NoteCardDropped(seat=each.seat, card=card_to_enter(state))
        for each in (() if state.play is None else state.play.live)
    ],
)
def note_card_dropped(state: State, command: NoteCardDropped, ctx: Context[PokerClauses]) -> Decision:
    """It is played; where cards are virtual nobody shows a player's card for them."""
    clauses, who = ctx.clauses, holder(state.play, command.seat)
    cite: Clauses = (clauses.player_exposed,)
    if not state.is_real:
        return Refusal(Reason.FORBIDDEN, (*cite, clauses.protect, "ruling 70"), {"cards": "are each player's own"})
    if state.play is None or who is None or who.folded or not state.hand(command.seat).size:
        return Refusal(Reason.NOT_NOW, cite, {"seat": command.seat})
    card = one_face(state, command.seat, command.card, ctx, cite)
    if isinstance(card, Refusal):
        return card
    return (CardDropped(seat=who.seat, player=who.player, card=card, under=(*cite, clauses.protect)),)


@part.event(
    CardDropped,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} has exposed {e.card}; it is played.",
    aloud=True,
)
@remembered
def card_dropped(state: State, event: CardDropped) -> State:
    """Everyone has seen it."""
    return seen_by_all(state, event.seat, event.card)


@part.command(
    InspectHand,
    under="inspect",
    label="Inspect a hand",
    words="look see show check collusion",
    says=lambda c, who: f"Inspect the hand of seat {c.seat}",
    desk=Desk.ROUND,
    examples=lambda state, ctx: [
        InspectHand(seat=each.seat, cards=hand_to_enter(state, Spot(each.seat)))
        for each in (() if state.play is None else state.play.contenders)
    ],
)
def inspect_hand(state: State, command: InspectHand, ctx: Context[PokerClauses]) -> Decision:
    """When the pots are pushed, and before the cards are taken up."""
    clauses, who = ctx.clauses, holder(state.play, command.seat)
    cite: Clauses = (clauses.inspect,)
    hand = state.hand(command.seat)
    if state.stage is not Stage.SETTLED or who is None or not hand.size:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if hand.up:
        return Refusal(Reason.ALREADY, cite, {"hand": "lies open"})
    cards = hole_faces(state, who.seat, command.cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    return (HandInspected(seat=who.seat, player=who.player, by=ctx.by.id, cards=cards, under=cite),)


def _inspected(event: HandInspected, who: Who) -> str:
    cards = f": {written(event.cards)}" if event.cards else ""
    return f"{who(event.by)} inspects {who(event.player)}'s hand{cards}."


@part.event(HandInspected, audience=EVERYONE, says=_inspected, secret=Secret("cards"))
def hand_inspected(state: State, event: HandInspected) -> State:
    """The faces are on record, and nobody at the table has seen them by it."""
    return revealed(state, Spot(event.seat), event.cards)
