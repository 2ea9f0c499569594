"""Which cards may come: from the deck, and behind the backs of hole cards, once seen cards went back into the deck.

A card that everyone saw and that was shuffled back is in the deck, or burned since, and in nobody's hand. So it comes
as often as any card of the deck does, and is never drawn for hole cards that were dealt before. At a real table the
cards on the cloth decide, whatever was entered of those that went back.
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Card, Counts, Shoe, take
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import BURNS, State
from croupier.table.contract import Clauses, Refusal
from croupier.table.engine import Context, card_out
from croupier.table.faces import faces
from croupier.table.hands import Spot


def _returned(state: State, shoe: Shoe) -> list[Card]:
    """The cards seen by all that went back into the deck and have not come again."""
    play = state.play
    if play is None or not play.returned or state.is_real:
        return []
    return [card for card in play.returned if shoe.unseen[card.number]]


def deck_counts(state: State, shoe: Shoe) -> Counts:
    """How likely each card is to come next from the deck, as counts."""
    play = state.play
    if play is None or not play.returned:
        return shoe.unseen
    back = _returned(state, shoe)
    if not back:
        return shoe.unseen
    others = sum(shoe.unseen) - len(back)
    if not others:
        return shoe.unseen
    since = state.hand(*BURNS).hidden - play.burns_then
    unknown = max(0, shoe.inside + since - len(back))
    counts = bytearray([unknown * many for many in shoe.unseen])
    for card in back:
        counts[card.number] = others
    return bytes(counts)


def hole_counts(state: State) -> Counts:
    """Which cards may lie behind the back of a hole card."""
    unseen = state.shoe.unseen
    for card in _returned(state, state.shoe):
        unseen = take(unseen, card)
    return unseen


def from_deck(
    state: State, entered: tuple[Card, ...], many: int, ctx: Context[PokerClauses], cite: Clauses
) -> tuple[Card, ...] | Refusal:
    """So many cards from the top of the deck: drawn, or as they were entered."""
    shoe, found, real = state.shoe, list[Card](), state.is_real
    for nth in range(many):
        card = card_out(ctx, deck_counts(state, shoe), entered[nth] if entered else None, real, cite)
        if isinstance(card, Refusal):
            return card
        found.append(card)
        if nth + 1 < many:
            shoe = shoe.dealt(card)
    return tuple(found)


def before_return(state: State) -> State:
    """The table as faces of hole cards are found at it: without the cards that are known to be in the deck."""
    if state.play is None or not state.play.returned:
        return state
    return replace(state, shoe=replace(state.shoe, unseen=hole_counts(state)))


def hole_faces(
    state: State, seat: int, entered: tuple[Card, ...], ctx: Context[PokerClauses], cite: Clauses
) -> tuple[Card, ...] | Refusal:
    """The whole hand of a seat: what is on record, and for the rest drawn or entered faces."""
    return faces(before_return(state), Spot(seat), entered, ctx, cite)
