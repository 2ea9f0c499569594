"""The cut of a single deck: by the dealer, once, after each shuffle."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Device
from croupier.table.care import not_step
from croupier.table.contract import Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.state import Step, TableState

part = Part()


class CutDeck(Command, frozen=True, kw_only=True):
    """Cut the deck, so many cards from the top, onto the cutting card."""

    depth: int


class DeckCut(Event, frozen=True, kw_only=True):
    """The deck lies cut on the cutting card."""

    depth: int


@part.decides(CutDeck, rank="only_dealer_cuts")
def cut_deck(state: TableState, command: CutDeck, ctx: Context) -> Decision:
    """Never a player, and once only."""
    cite = (ctx.clauses.dealer_cuts,)
    if state.shoe.device is not Device.SHOE:
        return Refusal(Reason.WRONG_DEVICE, (ctx.clauses.no_cut,))
    refusal = not_step(state, Step.CUT, cite)
    if refusal is not None:
        return refusal
    if not 1 <= command.depth < state.shoe.inside:
        return Refusal(Reason.CUT_PLACE, cite, {"offered": command.depth, "most": state.shoe.inside - 1})
    return (DeckCut(depth=command.depth, under=cite),)


@part.evolves(DeckCut)
def deck_cut(state: TableState, event: DeckCut) -> TableState:
    """Ready to deal."""
    return replace(state, care=replace(state.care, step=Step.READY))
