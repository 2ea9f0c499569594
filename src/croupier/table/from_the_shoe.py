"""The next card of a shoe or machine of many decks: a surplus card held aside, or one of those not yet seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.table.care import to_shuffle
from croupier.table.contract import Clauses, Command, Due, Reason, Refusal
from croupier.table.engine import card_out
from croupier.table.examples import card_to_enter
from croupier.table.faults import ShowCuttingCard, ShuffleDiscards
from croupier.table.rules import BankedContext, BankedRules, TableClauses
from croupier.table.state import BankedTable, Step


@dataclass(frozen=True, kw_only=True)
class ShoeClauses(TableClauses):
    """What a book says of cards that come out of a shoe or machine one by one."""

    shuffle: str
    cut_offered: str
    shoe_loaded: str
    burn: str
    cutting_card_first: str
    cutting_card_later: str
    excess_card: str
    shoe_empty: str
    machine_fault: str


StateT = TypeVar("StateT", bound=BankedTable)


def next_cards(deal: Callable[[Card | None], Command]) -> Callable[[BankedTable, Any], tuple[Command, ...]]:
    """Examples of dealing the next card: nothing is entered where it is known already."""

    def found(state: BankedTable, ctx: Any) -> tuple[Command, ...]:
        known = bool(state.care.excess) and state.care.excess[0] is not None
        return (deal(None if known else card_to_enter(state)),)

    return found


def why_none_comes(state: BankedTable, clauses: ShoeClauses) -> Refusal | None:
    """Why no card can come out of the shoe: the cutting card is before it, or the shoe is empty."""
    if state.care.excess:
        return None
    if state.cutting_card_first:
        clause = clauses.cutting_card_later if state.in_play else clauses.cutting_card_first
        return Refusal(Reason.NOT_NOW, (clause,), {"next": "the cutting card"})
    if not state.shoe.inside:
        return Refusal(Reason.NOT_NOW, (clauses.shoe_empty,), {"next": "shuffle the discards"})
    return None


def next_card(
    state: BankedTable, entered: Card | None, ctx: BankedContext[ShoeClauses], under: Clauses
) -> Card | Refusal:
    """The card that comes out next, wherever it goes: a surplus card held aside, or one of those not yet seen."""
    known = state.care.excess[0] if state.care.excess else None
    if known is not None:
        if entered is not None and entered is not known:
            return Refusal(Reason.CARDS_DIFFER, (ctx.clauses.excess_card,), {"card": entered.value})
        return known
    return card_out(ctx, state.shoe.unseen, entered, state.is_real, under)


def came_out(state: StateT, card: Card, held: bool) -> StateT:
    """The table once this card is out: of the shoe or machine, or from where it was held aside."""
    shoe, care = state.shoe, state.care
    if held:
        shoe = shoe.shown(card) if care.excess[0] is None else shoe
        return replace(state, shoe=shoe, care=replace(care, excess=care.excess[1:]))
    if care.machine_down:  # only in logs of a time when new cards made a failed machine work
        care = replace(care, machine_down=False)
    return replace(state, shoe=shoe.dealt(card), care=care)


def taken_up(state: StateT) -> StateT:
    """The layout without cards: they go to the discards, or back into a machine."""
    cards, unseen = state.cards_on_table(), state.face_down()
    if state.shoe.device is Device.MACHINE:
        shoe = state.shoe.returned(cards)
        shoe = replace(shoe, inside=shoe.inside + unseen)
    else:
        shoe = state.shoe.discarded(len(cards) + unseen)
    return replace(state, shoe=shoe, hands={})


def cared_for_after(state: StateT, cards: int) -> StateT:
    """The cards' care once a round of so many cards is over: it goes on, and a shuffle that waited is due."""
    care = state.care
    care = replace(care, first_round=care.fresh or (care.first_round and not cards), fresh=False)
    state = replace(state, care=care)
    if care.shuffle_after is not None and care.step not in (Step.CHECK, Step.SHUFFLE, Step.COUNT):
        state = replace(state, care=to_shuffle(state, care.shuffle_after))
    return state


def why_cards_wait(state: BankedTable, clauses: ShoeClauses) -> Refusal | None:
    """Why no card is dealt: the cards are not ready, or the machine is down."""
    if state.care.step is not Step.READY:
        clause = {
            Step.CHECK: clauses.card_check,
            Step.SHUFFLE: clauses.shuffle,
            Step.CUT: clauses.cut_offered,
            Step.LOAD: clauses.shoe_loaded,
        }.get(state.care.step, clauses.burn)
        return Refusal(Reason.NOT_NOW, (clause,), {"next": state.care.step.value})
    if state.care.machine_down:
        return Refusal(Reason.NOT_NOW, (clauses.machine_fault,), {"machine": "down"})
    return None


def card_due(state: BankedTable, rules: BankedRules[Any, Any], deal: Command, clause: str) -> Due:
    """What brings the next card: the cutting card out of its way, the discards shuffled, or the card dealt."""
    if not state.care.excess:
        if state.cutting_card_first:
            return rules.act(ShowCuttingCard(), rules.clauses.dealing)
        if not state.shoe.inside:
            return rules.act(ShuffleDiscards(), rules.clauses.shoe_empty)
    return rules.act(deal, clause)
