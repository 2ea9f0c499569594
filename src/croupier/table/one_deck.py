"""One deck at work: the count that the house may order, exposed cards, and a shuffling device that fails."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from croupier.cards import Card
from croupier.table.care import to_shuffle
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.hands import OneDeckState, revealed
from croupier.table.state import ShuffleCause, Step

part = Part()
StateT = TypeVar("StateT", bound=OneDeckState)

FULL_DECK = 52


class OrderCount(Command, frozen=True, kw_only=True):
    """Have the dealer count the deck."""


class CountDeck(Command, frozen=True, kw_only=True):
    """Count all the cards."""

    cards: int


class CardExposed(Event, frozen=True, kw_only=True):
    """Everyone saw a card."""

    place: int
    card: Card


class CountOrdered(Event, frozen=True, kw_only=True):
    """The dealer is to count the deck."""

    why: str


class DeckCounted(Event, frozen=True, kw_only=True):
    """All the cards were counted."""

    cards: int


class ShufflerFailed(Event, frozen=True, kw_only=True):
    """The shuffling shoe failed and the cards are shuffled again."""


@part.evolves(CardExposed)
def card_exposed(state: StateT, event: CardExposed) -> StateT:
    """Everyone has seen it, though it lies face down again."""
    hand = state.hand(event.place)
    return revealed(state, event.place, (*hand.faces, event.card), exposed=(*hand.exposed, event.card))


@part.decides(OrderCount)
def order_count(state: OneDeckState, command: OrderCount, ctx: Context) -> Decision:
    """At any time."""
    cite: Clauses = (ctx.clauses.count_ordered,)
    lacking = None if ctx.by.rank in ctx.clauses.also_order_counts else ctx.lacks_rank(*cite)
    if lacking is not None:
        return lacking
    if not state.is_open or state.counting:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    return (CountOrdered(why="ordered", under=cite),)


@part.evolves(CountOrdered)
def count_ordered(state: StateT, event: CountOrdered) -> StateT:
    """Nothing goes on until the deck is counted."""
    return replace(state, counting=event.why)


@part.evolves(ShufflerFailed)
def shuffler_failed(state: StateT, event: ShufflerFailed) -> StateT:
    """Shuffled again before anything else."""
    return replace(state, care=to_shuffle(state, ShuffleCause.JAMMED))


@part.evolves(DeckCounted)
def deck_counted(state: StateT, event: DeckCounted) -> StateT:
    """A deck that is not right is replaced."""
    state = replace(state, counting="")
    if event.cards == FULL_DECK:
        return state
    return replace(state, care=replace(state.care, step=Step.CHECK, cause=ShuffleCause.RENEWED))
