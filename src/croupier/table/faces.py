"""Faces put on record: a whole hand looked at or turned up, or one card that everyone saw by accident."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from croupier.cards import Card, take
from croupier.table.contract import Clauses, Reason, Refusal
from croupier.table.engine import Context, card_out
from croupier.table.hands import Hand, Spot, missing
from croupier.table.state import Table

TableT = TypeVar("TableT", bound=Table)


def faces(
    state: Table, spot: Spot, entered: tuple[Card, ...], ctx: Context[Any], cite: Clauses
) -> tuple[Card, ...] | Refusal:
    """The whole hand in one place: what is on record, and for the rest drawn or entered faces."""
    return _faces(state, state.hand(*spot), entered, ctx, cite)


def _faces(
    state: Table, hand: Hand, entered: tuple[Card, ...], ctx: Context[Any], cite: Clauses
) -> tuple[Card, ...] | Refusal:
    known = hand.faces
    if not state.is_real and entered:
        return Refusal(Reason.CARD_DRAWN, cite)
    if not state.is_real:
        return _drawn(state, hand, known, ctx)
    if entered and missing(known, entered):
        return Refusal(Reason.CARDS_DIFFER, cite, {"known": len(known)})
    fresh = missing(entered, known)
    if len(fresh) != hand.size - len(known):
        return Refusal(Reason.CARD_NEEDED, cite, {"cards": hand.size})
    unseen, found = state.shoe.unseen, list(known)
    for entry in fresh:
        card = card_out(ctx, unseen, entry, True, cite)
        if isinstance(card, Refusal):
            return card
        unseen = take(unseen, card)
        found.append(card)
    return tuple(found)


def _drawn(state: Table, hand: Hand, known: tuple[Card, ...], ctx: Context[Any]) -> tuple[Card, ...]:
    unseen, found = state.shoe.unseen, list(known)
    for nth in range(hand.size - len(known)):
        if nth:
            unseen = take(unseen, found[-1])
        found.append(ctx.chance.card(unseen))
    return tuple(found)


def revealed(
    state: TableT, spot: Spot, cards: tuple[Card, ...], *, up: bool = False, seen_by: str | None = None
) -> TableT:
    """The table once the faces of one place are on record."""
    hand = state.hand(*spot)
    shoe = state.shoe.shown(*missing(cards, hand.faces))
    known = hand.known_as(cards, seen_by=seen_by, up=up)
    return replace(state, hands={**state.hands, spot: known}, shoe=shoe)


def one_exposed(state: Table, spot: Spot, entered: Card | None, ctx: Context[Any], cite: Clauses) -> Card | Refusal:
    """The face of one card, of those lying face down in one place, that everyone has seen by accident."""
    known = state.hand(*spot).faces
    shown = _faces(state, Hand((*known, None)), (*known, entered) if entered else (), ctx, cite)
    return shown if isinstance(shown, Refusal) else shown[-1]


def exposed(state: TableT, spot: Spot, card: Card) -> TableT:
    """The table once everyone has seen one card of a place, though it lies face down again."""
    hand = state.hand(*spot).with_exposed(card)
    return replace(state, hands={**state.hands, spot: hand}, shoe=state.shoe.shown(card))
