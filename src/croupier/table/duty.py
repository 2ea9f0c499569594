"""What the rules expect next in the care of the cards and before play, and who is asked while betting is open."""

from __future__ import annotations

from typing import Any

from croupier.table.care import CheckCards, CountCards, OpenTable, ShuffleCards
from croupier.table.contract import Due, Pace, Turn
from croupier.table.cut import BurnCard, CutCards, DeclineCut, LoadShoe, OfferCut, ShowBurnCard, designated
from croupier.table.dealer_cut import CutDeck
from croupier.table.retracting import KeepWagers, RetractWagers
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.rules import BankedRules, Rules
from croupier.table.signatures import Countersign, pending
from croupier.table.state import BankedTable, Stage, Step, Table
from croupier.table.wagers import ConvertSpoken


def before_play(state: Table, rules: Rules[Any, Any]) -> tuple[Due, ...]:
    """What a closed table waits for."""
    clause = rules.clauses.card_check
    if state.care.step is Step.COUNT:
        return (rules.act(CountCards(cards=state.shoe.size), clause),)
    if state.care.step is Step.CHECK:
        return (rules.act(CheckCards(cards=state.shoe.size), clause),)
    return (rules.act(OpenTable(), clause),)


def care_due(state: Table, rules: Rules[Any, Any]) -> tuple[Due, ...]:
    """What the cards wait for, or nothing when they are ready."""
    step = state.care.step
    if step is Step.READY:
        return ()
    clauses = rules.clauses
    match step:
        case Step.CHECK:
            return (rules.act(CheckCards(cards=state.shoe.size), clauses.card_check),)
        case Step.SHUFFLE:
            return (rules.act(ShuffleCards(), clauses.shuffle),)
        case Step.CUT:
            return _cut_due(state, rules)
        case Step.LOAD:
            return (rules.act(LoadShoe(), clauses.shoe_loaded),)
        case Step.BURN:
            return (rules.act(BurnCard(), clauses.burn),)
        case Step.SHOW_BURN:
            return (rules.act(ShowBurnCard(), clauses.burn),)
        case _:
            return ()


def one_deck_due(state: Table, rules: Rules[Any, Any]) -> tuple[Due, ...]:
    """What a single deck waits for, which only the dealer cuts, or nothing when it is ready."""
    step = state.care.step
    if step is Step.READY:
        return ()
    clauses = rules.clauses
    match step:
        case Step.CHECK:
            return (rules.act(CheckCards(cards=state.shoe.size), clauses.card_check),)
        case Step.SHUFFLE:
            return (rules.act(ShuffleCards(), clauses.shuffle),)
        case Step.CUT:
            return (rules.act(CutDeck(depth=state.shoe.inside // 2), clauses.dealer_cuts),)
        case _:
            return ()


def _cut_due(state: Table, rules: Rules[Any, Any]) -> tuple[Due, ...]:
    if state.care.offered is not None:
        return rules.asked(cut_turn(state, rules)[0])
    if designated(state) is not None:
        return (rules.act(OfferCut(), rules.clauses.cut_offered),)
    return (rules.act(CutCards(depth=state.shoe.inside // 2), rules.clauses.cut_declined),)


def cut_turn(state: Table, rules: Rules[Any, Any]) -> tuple[Turn, ...]:
    """The player who is offered the cut may cut or let it pass; it passes on from the silent."""
    offered = state.care.offered
    if offered is None or state.care.step is not Step.CUT:
        return ()
    decline = DeclineCut(player=offered)
    return (
        Turn(
            key=f"cut {state.round} {len(state.care.declined)} {offered}",
            player=offered,
            choices=(CutCards(depth=state.shoe.inside // 2, player=offered), decline),
            silent=decline,
            pace=Pace.ANSWER,
            under=(rules.clauses.cut_place,),
        ),
    )


def betting_due(state: BankedTable, rules: BankedRules[Any, Any]) -> tuple[Due, ...]:
    """What open betting waits for: spoken wagers become chips, then betting closes. Nothing before the first wager."""
    clauses = rules.clauses
    if state.spoken:
        first = state.spoken[0]
        call = ConvertSpoken(area=first.area, bet=first.bet, player=first.player)
        waiting = pending(state, call)
        if waiting is not None:
            return (rules.act(Countersign(number=waiting.number), clauses.second_signature),)
        return (rules.act(call, clauses.dealing),)
    to_open = state.reserved is not None and state.reserved.written
    if to_open or rules.areas_to_deal(state):
        return (rules.act(AnnounceNoMoreBets(), clauses.no_more_bets),)
    return ()


def betting_turn(state: BankedTable, rules: BankedRules[Any, Any]) -> tuple[Turn, ...]:
    """From the first wager everyone has the same time to place theirs; then betting closes."""
    to_open = state.reserved is not None and state.reserved.written
    if state.stage is not Stage.BETTING or not (to_open or (state.wagers and rules.areas_to_deal(state))):
        return ()
    return (
        Turn(
            key=f"bets {state.round + 1}",
            player=None,
            choices=(),
            silent=AnnounceNoMoreBets(),
            pace=Pace.BETTING,
            under=(rules.clauses.no_more_bets,),
        ),
    )


def retracting_turns(state: BankedTable, rules: BankedRules[Any, Any]) -> tuple[Turn, ...]:
    """Each player asked may take wagers back or leave them on, area by area or all; the silent leave them on."""
    return tuple(
        [
            Turn(
                key=f"retract {state.round} {player}" + ("" if area is None else f" {area}"),
                player=player,
                choices=(KeepWagers(player=player, area=area), RetractWagers(player=player, area=area)),
                silent=KeepWagers(player=player, area=area),
                pace=Pace.ANSWER,
                under=rules.asked_back_under(state),
            )
            for player, area in rules.questions(state)
        ]
    )
