"""A seat that several people want: cards are drawn for it, and the highest rank has it (CP 8.1.1, ruling 133).

Suits decide only where the book says so (CP 3.3): those who draw the same highest rank draw again.
"""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card, take
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import State
from croupier.table.care import to_shuffle
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context, card_out
from croupier.table.fields import Asks
from croupier.table.state import ShuffleCause, Stage, Step

part = Part("crown-poker", PokerClauses)

MOST_DRAWING = 11


class DrawForSeat(Command, frozen=True, kw_only=True):
    """Have those who want one seat draw a card each; at a real table the cards are entered."""

    seat: int
    players: tuple[str, ...]
    cards: Annotated[tuple[Card, ...], Asks("The cards drawn, in that order")] = ()


class SeatDrawn(Event, frozen=True, kw_only=True):
    """Cards were drawn for a seat, and one of those who drew may take it; with equal ranks nobody yet."""

    seat: int
    drawn: tuple[tuple[str, Card], ...]
    winner: str


@part.command(
    DrawForSeat,
    under="seat_draw",
    label="Draw for a seat",
    words="lot card new place",
    desk=Desk.PLAYERS,
    examples=lambda *_: (),
)
def draw_for_seat(state: State, command: DrawForSeat, ctx: Context[PokerClauses]) -> Decision:
    """Between hands, from a deck that is shuffled afterwards; those with the same highest rank draw again.

    A virtual table draws until one has the highest rank. At a real one the next cards are entered by another draw.
    """
    cite, wanting = (ctx.clauses.seat_draw, "ruling 133"), command.players
    if state.stage is not Stage.BETTING or state.play is not None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if not 1 <= command.seat <= state.seats or state.seated(command.seat) is not None:
        return Refusal(Reason.SEAT_TAKEN, cite, {"seat": command.seat})
    if len(set(wanting)) != len(wanting) or not 2 <= len(wanting) <= MOST_DRAWING:
        return Refusal(Reason.NO_CAUSE, cite, {"players": len(wanting)})
    if command.cards and len(command.cards) != len(wanting):
        return Refusal(Reason.CARD_NEEDED, cite, {"cards": len(wanting)})
    unseen, found = state.shoe.full, list[Event]()
    while True:
        drawn = list[tuple[str, Card]]()
        for nth, player in enumerate(wanting):
            card = card_out(ctx, unseen, command.cards[nth] if command.cards else None, state.is_real, cite)
            if isinstance(card, Refusal):
                return card
            unseen = take(unseen, card)
            drawn.append((player, card))
        highest = max([card.height for _, card in drawn])
        wanting = tuple([player for player, card in drawn if card.height == highest])
        winner = wanting[0] if len(wanting) == 1 else ""
        found.append(SeatDrawn(seat=command.seat, drawn=tuple(drawn), winner=winner, under=cite))
        if winner or state.is_real:
            return tuple(found)


def _drawn(event: SeatDrawn, who: Who) -> str:
    cards = ", ".join(f"{who(player)} {card}" for player, card in event.drawn)
    result = f"It is {who(event.winner)}'s." if event.winner else "Those with the highest rank draw again."
    return f"Drawn for seat {event.seat}: {cards}. {result}"


@part.event(SeatDrawn, audience=EVERYONE, says=_drawn)
def seat_drawn(state: State, event: SeatDrawn) -> State:
    """Nobody else who drew may take it before the next hand, for which a deck that was ready is shuffled anew."""
    drew = dict.fromkeys((*state.drawn_out.get(event.seat, ()), *[player for player, _ in event.drawn]))
    losers = tuple([player for player in drew if player != event.winner])
    shuffled = state.care.step in (Step.CUT, Step.READY)
    care = to_shuffle(state, ShuffleCause.TAKEN_BACK) if shuffled else state.care
    return replace(state, drawn_out={**state.drawn_out, event.seat: losers}, care=care)


def why_not_drawn(state: State, player: str, seat: int | None, clauses: PokerClauses) -> Refusal | None:
    """The refusal for someone who drew a lower card for that seat."""
    if seat is None or player not in state.drawn_out.get(seat, ()):
        return None
    return Refusal(Reason.NOT_YOURS, (clauses.seat_draw,), {"seat": seat})
