"""What the rules expect next in the care of the cards, and before play."""

from __future__ import annotations

from typing import Any

from croupier.table.care import CheckCards, CountCards, OpenTable, ShuffleCards
from croupier.table.contract import Command, Due, Engine
from croupier.table.cut import BurnCard, CutCards, DeclineCut, LoadShoe, OfferCut, ShowBurnCard, designated
from croupier.table.dealer_cut import CutDeck
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Step, TableState
from croupier.table.wagers import ConvertSpoken


def act(engine: Engine[Any], command: Command, clause: str, person: str | None = None) -> Due:
    """An act due under a clause, by the lowest rank that clause allows."""
    return Due(command, engine.lowest_rank(clause), (clause,), person)


def before_play(state: TableState, engine: Engine[Any]) -> tuple[Due, ...]:
    """What a closed table waits for."""
    clause = engine.clauses.card_check
    if state.care.step is Step.COUNT:
        return (act(engine, CountCards(cards=state.shoe.size), clause),)
    if state.care.step is Step.CHECK:
        return (act(engine, CheckCards(cards=state.shoe.size), clause),)
    return (act(engine, OpenTable(), clause),)


def care_due(state: TableState, engine: Engine[Any]) -> tuple[Due, ...]:
    """What the cards wait for, or nothing when they are ready."""
    clauses, care = engine.clauses, state.care
    match care.step:
        case Step.CHECK:
            return (act(engine, CheckCards(cards=state.shoe.size), clauses.card_check),)
        case Step.SHUFFLE:
            return (act(engine, ShuffleCards(), clauses.shuffle),)
        case Step.CUT:
            return _cut_due(state, engine)
        case Step.LOAD:
            return (act(engine, LoadShoe(), clauses.shoe_loaded),)
        case Step.BURN:
            return (act(engine, BurnCard(), clauses.burn),)
        case Step.SHOW_BURN:
            return (act(engine, ShowBurnCard(), clauses.burn),)
        case _:
            return ()


def one_deck_due(state: TableState, engine: Engine[Any]) -> tuple[Due, ...]:
    """What a single deck waits for, which only the dealer cuts, or nothing when it is ready."""
    clauses = engine.clauses
    match state.care.step:
        case Step.CHECK:
            return (act(engine, CheckCards(cards=state.shoe.size), clauses.card_check),)
        case Step.SHUFFLE:
            return (act(engine, ShuffleCards(), clauses.shuffle),)
        case Step.CUT:
            return (act(engine, CutDeck(depth=state.shoe.inside // 2), clauses.dealer_cuts),)
        case _:
            return ()


def _cut_due(state: TableState, engine: Engine[Any]) -> tuple[Due, ...]:
    clauses, offered = engine.clauses, state.care.offered
    half = state.shoe.inside // 2
    if offered is not None:
        return (
            act(engine, CutCards(depth=half, player=offered), clauses.cut_place, offered),
            act(engine, DeclineCut(player=offered), clauses.cut_at_start, offered),
        )
    if designated(state) is not None:
        return (act(engine, OfferCut(), clauses.cut_offered),)
    return (act(engine, CutCards(depth=half), clauses.cut_declined),)


def betting_due(state: TableState, engine: Engine[Any]) -> tuple[Due, ...]:
    """What open betting waits for: spoken wagers become chips, then betting closes. Nothing before the first wager."""
    clauses = engine.clauses
    if state.spoken:
        first = state.spoken[0]
        return (act(engine, ConvertSpoken(area=first.area, bet=first.bet, player=first.player), clauses.dealing),)
    return (act(engine, AnnounceNoMoreBets(), clauses.no_more_bets),) if state.to_deal() else ()
