"""Hands dealt face down from one deck: a card has no face before its player looks or the dealer turns it up."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, CardSource, take
from croupier.table.contract import Clauses, Context, Reason, Refusal, card_out
from croupier.table.state import TableState


class Hand(msgspec.Struct, frozen=True):
    """Cards in one place: how many, the faces on record, and who has seen them."""

    cards: int = 0
    faces: tuple[Card, ...] = ()
    up: bool = False
    seen_by: str | None = None
    exposed: tuple[Card, ...] = ()
    """Faces everyone saw by accident while the card was dealt; they are among `faces`."""

    @property
    def hidden(self) -> int:
        """How many of the cards have no face on record."""
        return self.cards - len(self.faces)


_NONE = Hand()


class OneDeckState(TableState, frozen=True, kw_only=True):
    """A table with hands dealt face down from one deck that is shuffled for every round."""

    hands: dict[int, Hand] = msgspec.field(default_factory=dict)
    counting: str = ""
    """Why the cards are being counted, if they are."""
    back: str = "red"

    def hand(self, place: int) -> Hand:
        """The cards in one place."""
        return self.hands.get(place, _NONE)

    def with_hand(self: HandsT, place: int, hand: Hand) -> HandsT:
        """The table with these cards in one place."""
        return replace(self, hands={**self.hands, place: hand})

    def cards_on_table(self) -> tuple[Card, ...]:
        """Every card on the layout whose face is on record."""
        return tuple(card for hand in self.hands.values() for card in hand.faces)

    def face_down(self) -> int:
        """How many cards lie on the layout with faces no record shows."""
        return sum(hand.hidden for hand in self.hands.values())


HandsT = TypeVar("HandsT", bound=OneDeckState)


def faces(
    state: OneDeckState, place: int, entered: tuple[Card, ...], ctx: Context, cite: Clauses
) -> tuple[Card, ...] | Refusal:
    """The whole hand in one place: what is on record, and for the rest drawn or entered faces."""
    hand = state.hand(place)
    real = state.source is CardSource.REAL
    if real and entered and set(hand.faces) - set(entered):
        return Refusal(Reason.CARDS_DIFFER, cite, {"known": len(hand.faces)})
    fresh = [card for card in entered if card not in hand.faces]
    wanted = hand.cards - len(hand.faces)
    if real and len(fresh) != wanted:
        return Refusal(Reason.CARD_NEEDED, cite, {"cards": hand.cards})
    unseen, found = state.shoe.unseen, list(hand.faces)
    for place_in_hand in range(wanted):
        card = card_out(ctx, unseen, fresh[place_in_hand] if real else None, real, cite)
        if isinstance(card, Refusal):
            return card
        unseen = take(unseen, card)
        found.append(card)
    if not real and entered:
        return Refusal(Reason.CARD_DRAWN, cite)
    return tuple(found)


def revealed(state: HandsT, place: int, cards: tuple[Card, ...], **changes: object) -> HandsT:
    """The table once the faces of one place are on record."""
    hand, shoe = state.hand(place), state.shoe
    for card in cards:
        if card not in hand.faces:
            shoe = shoe.shown(card)
    return replace(state.with_hand(place, replace(hand, faces=cards, **changes)), shoe=shoe)


def one_exposed(state: OneDeckState, place: int, entered: Card | None, ctx: Context, cite: Clauses) -> Card | Refusal:
    """The face of one card, of those lying face down in one place, that everyone has seen by accident."""
    hand = state.hand(place)
    one = state.with_hand(place, replace(hand, cards=len(hand.faces) + 1))
    shown = faces(one, place, (*hand.faces, entered) if entered else (), ctx, cite)
    return shown if isinstance(shown, Refusal) else shown[-1]
