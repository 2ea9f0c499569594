"""The cut of a single deck: by the dealer, once, after each shuffle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Device
from croupier.table.care import not_step
from croupier.table.contract import DEALER, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.examples import half_the_stack
from croupier.table.fields import Asks
from croupier.table.rules import TableClauses
from croupier.table.state import Step, Table
from croupier.table.words import count


@dataclass(frozen=True, kw_only=True)
class DealerCutClauses(TableClauses):
    """What a book says of a deck that only the dealer cuts."""

    dealer_cuts: str
    only_dealer_cuts: str
    no_cut: str
    cut_by_whoever_deals: bool = False
    """Whether the dealer who alone may cut is whoever deals (ruling 29)."""


part = Part("dealer-cut", DealerCutClauses)


class CutDeck(Command, frozen=True, kw_only=True):
    """Cut the deck, so many cards from the top, onto the cutting card."""

    depth: Annotated[
        int, Asks("Cards cut off", "count", start=half_the_stack, low=1, high=lambda state: state.shoe.inside - 1)
    ]


class DeckCut(Event, frozen=True, kw_only=True):
    """The deck lies cut on the cutting card."""

    depth: int


@part.command(
    CutDeck,
    under="only_dealer_cuts",
    label="Cut the deck",
    words="cutting divide",
    next="The dealer cuts the deck",
    desk=Desk.CARDS,
    examples=lambda state, ctx: (CutDeck(depth=half_the_stack(state)),),
)
def cut_deck(state: Table, command: CutDeck, ctx: Context[DealerCutClauses]) -> Decision:
    """Never a player, and once only."""
    cite = (ctx.clauses.dealer_cuts,)
    if state.shoe.device is not Device.SHOE:
        return Refusal(Reason.WRONG_DEVICE, (ctx.clauses.no_cut,))
    refusal = not_step(state, Step.CUT, cite)
    if refusal is not None:
        return refusal
    if not 1 <= command.depth < state.shoe.inside:
        return Refusal(Reason.CUT_PLACE, cite, {"offered": command.depth, "most": state.shoe.inside - 1})
    by_another = ("ruling 29",) if ctx.by.rank != DEALER and ctx.clauses.cut_by_whoever_deals else ()
    return (DeckCut(depth=command.depth, under=(*cite, *by_another)),)


@part.event(DeckCut, audience=EVERYONE, says=lambda e, who: f"The dealer cuts {count(e.depth, 'card')} from the top.")
def deck_cut(state: Table, event: DeckCut) -> Table:
    """Ready to deal."""
    return replace(state, care=replace(state.care, step=Step.READY))
