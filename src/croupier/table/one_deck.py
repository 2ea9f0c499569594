"""One deck at work: the count that the house may order, exposed cards, and a shuffling device that fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from msgspec.structs import replace

from croupier.cards import Card
from croupier.table.care import OpenTable, open_table, to_shuffle
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import whole_set
from croupier.table.faces import exposed
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.rules import TableClauses
from croupier.table.state import ShuffleCause, Step, Table
from croupier.table.words import because, count, place


@dataclass(frozen=True, kw_only=True)
class OneDeckClauses(TableClauses):
    """What a book says of counting the one deck in use."""

    count_ordered: str
    also_order_counts: tuple[str, ...] = ()
    """Ranks beside the ladder that may order a count too."""


part = Part("one-deck", OneDeckClauses)
StateT = TypeVar("StateT", bound=Table)

FULL_DECK = 52


class OrderCount(Command, frozen=True, kw_only=True):
    """Have the dealer count the deck."""


class CountDeck(Command, frozen=True, kw_only=True):
    """Count all the cards."""

    cards: Annotated[int, Asks("Cards counted", "count", start=whole_set)]


part.declares(
    CountDeck,
    label="Count the deck",
    words="check number missing 52",
    says=lambda c, who: f"Count the deck: {count(c.cards, 'card')}",
    next="The dealer counts the deck",
    desk=Desk.CARDS,
    examples=lambda state, ctx: (CountDeck(cards=state.shoe.size),),
)


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

    other_deck: bool = False
    """Whether it was over the deck that is not in play, which is shuffled again before its own round."""
    checked_first: bool = False
    """Whether another deck is on the table, to be checked before it is shuffled."""


def _place(place: int) -> str:
    return {0: "the dealer", -1: "the Jackpot Cards"}.get(place, f"area {place}")


@part.event(
    CardExposed,
    audience=EVERYONE,
    says=lambda e, who: f"A card of {place(e.place)} was exposed: {e.card}.",
    aloud=True,
)
def card_exposed(state: StateT, event: CardExposed) -> StateT:
    """Everyone has seen it, though it lies face down again."""
    return exposed(state, Spot(event.place), event.card)


@part.command(
    OrderCount,
    label="Have the deck counted",
    words="check number missing 52",
    says="Order a count of the deck",
    desk=Desk.CARDS,
)
def order_count(state: Table, command: OrderCount, ctx: Context[OneDeckClauses]) -> Decision:
    """At any time, also at a closed table."""
    cite: Clauses = (ctx.clauses.count_ordered,)
    lacking = None if ctx.by.rank in ctx.clauses.also_order_counts else ctx.lacks_rank(*cite)
    if lacking is not None:
        return lacking
    if state.counting:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    return (CountOrdered(why="ordered", under=cite),)


@part.decides(OpenTable, under="card_check", overrides=True)
def open_counted(state: Table, command: OpenTable, ctx: Context[Any]) -> Decision:
    """Not before a count that was ordered is done."""
    if state.counting and not state.is_open:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.count_ordered,), {"next": "count the cards"})
    return open_table(state, command, ctx)


@part.event(CountOrdered, audience=EVERYONE, says=lambda e, who: f"The deck is to be counted{because(e.why)}.")
def count_ordered(state: StateT, event: CountOrdered) -> StateT:
    """Nothing goes on until the deck is counted."""
    return replace(state, counting=event.why)


def _failed(event: ShufflerFailed, who: Who) -> str:
    if event.other_deck:
        return "The shuffling device failed over the other deck, which is shuffled again before it is used."
    return "The shuffling device failed; the cards are shuffled again."


@part.event(ShufflerFailed, audience=EVERYONE, says=_failed)
def shuffler_failed(state: StateT, event: ShufflerFailed) -> StateT:
    """Shuffled again before anything else, but for the check of a new deck, or the round of the deck in play."""
    if event.other_deck:
        return replace(state, care=replace(state.care, shuffle_after=ShuffleCause.JAMMED))
    return state if event.checked_first else replace(state, care=to_shuffle(state, ShuffleCause.JAMMED))


@part.event(DeckCounted, audience=EVERYONE, says=lambda e, who: f"The deck is counted: {count(e.cards, 'card')}.")
def deck_counted(state: StateT, event: DeckCounted) -> StateT:
    """A deck that is not right is replaced."""
    state = replace(state, counting="")
    if event.cards == FULL_DECK:
        return state
    return replace(state, care=replace(state.care, step=Step.CHECK, cause=ShuffleCause.RENEWED))
