"""A seat that several people want: cards are drawn for it, and the highest card has it (CP 8.1.1)."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card, take
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import State
from croupier.table.care import to_shuffle
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context, card_out
from croupier.table.fields import Asks
from croupier.table.state import ShuffleCause, Stage, Step

part = Part("crown-poker", PokerClauses)

SUITS_IN_ORDER = "cdhs"
"""The suits from the lowest to the highest, where they are ranked at all (CP 3.3)."""
MOST_DRAWING = 11


class DrawForSeat(Command, frozen=True, kw_only=True):
    """Have those who want one seat draw a card each; at a real table the cards are entered."""

    seat: int
    players: tuple[str, ...]
    cards: Annotated[tuple[Card, ...], Asks("The cards drawn, in that order")] = ()


class SeatDrawn(Event, frozen=True, kw_only=True):
    """Cards were drawn for a seat, and one of those who drew may take it."""

    seat: int
    drawn: tuple[tuple[str, Card], ...]
    winner: str


@part.command(DrawForSeat, under="seat_draw", label="Draw for a seat", desk=Desk.PLAYERS, examples=lambda *_: ())
def draw_for_seat(state: State, command: DrawForSeat, ctx: Context[PokerClauses]) -> Decision:
    """Between hands, from a deck that is shuffled afterwards; the suit decides between equal ranks."""
    cite, wanting = (ctx.clauses.seat_draw,), command.players
    if state.stage is not Stage.BETTING or state.play is not None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if not 1 <= command.seat <= state.seats or state.seated(command.seat) is not None:
        return Refusal(Reason.SEAT_TAKEN, cite, {"seat": command.seat})
    if len(set(wanting)) != len(wanting) or not 2 <= len(wanting) <= MOST_DRAWING:
        return Refusal(Reason.NO_CAUSE, cite, {"players": len(wanting)})
    if command.cards and len(command.cards) != len(wanting):
        return Refusal(Reason.CARD_NEEDED, cite, {"cards": len(wanting)})
    unseen, drawn = state.shoe.full, list[tuple[str, Card]]()
    for nth, player in enumerate(wanting):
        entered = command.cards[nth] if command.cards else None
        card = card_out(ctx, unseen, entered, state.is_real, cite)
        if isinstance(card, Refusal):
            return card
        unseen = take(unseen, card)
        drawn.append((player, card))
    winner = max(drawn, key=lambda each: (each[1].height, SUITS_IN_ORDER.index(each[1].suit)))[0]
    return (SeatDrawn(seat=command.seat, drawn=tuple(drawn), winner=winner, under=cite),)


@part.event(
    SeatDrawn,
    audience=EVERYONE,
    says=lambda e, who: (
        f"Drawn for seat {e.seat}: "
        + ", ".join(f"{who(player)} {card}" for player, card in e.drawn)
        + f". It is {who(e.winner)}'s."
    ),
)
def seat_drawn(state: State, event: SeatDrawn) -> State:
    """Nobody else who drew may take it before the next hand, for which a deck that was ready is shuffled anew."""
    losers = tuple([player for player, _ in event.drawn if player != event.winner])
    shuffled = state.care.step in (Step.CUT, Step.READY)
    care = to_shuffle(state, ShuffleCause.TAKEN_BACK) if shuffled else state.care
    return replace(state, drawn_out={**state.drawn_out, event.seat: losers}, care=care)


def why_not_drawn(state: State, player: str, seat: int | None, clauses: PokerClauses) -> Refusal | None:
    """The refusal for someone who drew a lower card for that seat."""
    if seat is None or player not in state.drawn_out.get(seat, ()):
        return None
    return Refusal(Reason.NOT_YOURS, (clauses.seat_draw,), {"seat": seat})
