"""The Double Chance engine: its chapters put together, and what is due at any moment."""

from __future__ import annotations

from croupier.books import book
from croupier.cards import CardSource, Device
from croupier.games.double_chance import irregularities, operating, play, settle, supervision
from croupier.games.double_chance.clauses import CLAUSES
from croupier.games.double_chance.irregularities import DeclareAbsent
from croupier.games.double_chance.operating import ReplaceDevice
from croupier.games.double_chance.play import DealCard, DeclareHand, DiscardCards, PickUpHand
from croupier.games.double_chance.settle import DealSixthCard, TurnSixthCard, TurnUpHand
from croupier.games.double_chance.state import State
from croupier.games.double_chance.terms import MOST_KEPT
from croupier.table import (
    care,
    closing,
    conduct,
    dealer_cut,
    disputes,
    one_deck,
    people,
    rounds,
    signs,
    voiding,
    wagers,
)
from croupier.table.contract import Command, Due, Engine
from croupier.table.duty import act, before_play, betting_due, one_deck_due
from croupier.table.one_deck import CountDeck
from croupier.table.rounds import CollectCards
from croupier.table.state import Stage

ENGINE: Engine[State] = Engine(
    book("double-chance"),
    CLAUSES,
    (
        people.part,
        wagers.part,
        care.part,
        dealer_cut.part,
        one_deck.part,
        signs.part,
        closing.part,
        voiding.part,
        conduct.part,
        disputes.part,
        rounds.part,
        play.part,
        settle.part,
        irregularities.part,
        operating.part,
        supervision.part,
    ),
)


decide = ENGINE.decide
"""What a command leads to: events, or a refusal that changes nothing."""

evolve = ENGINE.evolve
"""The table after an event."""


def due(state: State) -> tuple[Due, ...]:
    """What must happen next, the foremost first; nothing while betting is open and no one has wagered."""
    if state.device_out:
        devices = (Device.SHUFFLER, Device.SHOE)
        return tuple(act(ENGINE, ReplaceDevice(device=device), CLAUSES.device_replaced) for device in devices)
    if state.stage is Stage.CLOSED:
        return before_play(state, ENGINE)
    return one_deck_due(state, ENGINE) or _count_due(state) or _round_due(state)


def _count_due(state: State) -> tuple[Due, ...]:
    if not state.counting:
        return ()
    return (act(ENGINE, CountDeck(cards=state.shoe.size), CLAUSES.deck_checked),)


def _round_due(state: State) -> tuple[Due, ...]:
    match state.stage:
        case Stage.BETTING:
            return betting_due(state, ENGINE)
        case Stage.NO_MORE_BETS | Stage.DEALING:
            return (act(ENGINE, DealCard(), CLAUSES.dealing),)
        case Stage.CHOOSING:
            return _choice_due(state)
        case Stage.SETTLING if state.must_discard:
            return _discard_due(state)
        case Stage.SETTLING:
            return (act(ENGINE, TurnUpHand(area=state.unturned()[0]), CLAUSES.turn_up),)
        case Stage.SIXTH_CARD if state.area_due() is not None:
            return (act(ENGINE, DealSixthCard(), CLAUSES.sixth_card),)
        case Stage.SIXTH_CARD:
            return (act(ENGINE, TurnSixthCard(area=state.face_down_sixths()[0]), CLAUSES.sixth_card),)
        case _:
            return (act(ENGINE, CollectCards(), CLAUSES.clear_losers),)


def _choice_due(state: State) -> tuple[Due, ...]:
    """What the foremost player may do; never anything that depends on cards only that player has seen."""
    area = state.choosing()[0]
    player = state.owner(area)
    if area not in state.handled and state.source is CardSource.VIRTUAL:
        absent = act(ENGINE, DeclareAbsent(area=area), CLAUSES.absent)
        return (Due(PickUpHand(player=player), "player", (CLAUSES.pick_up,), player), absent)
    discard = DiscardCards(number=state.hand(area).cards - MOST_KEPT, player=player)
    acts: tuple[Command, ...] = (DeclareHand(player=player), discard)
    if area in (*state.discard_line, *state.failed):
        acts = (discard,)
    return tuple(Due(each, "player", (CLAUSES.pick_up,), player) for each in acts)


def _discard_due(state: State) -> tuple[Due, ...]:
    """The hand is up, so the least that must go can be named: the last two cards."""
    player = state.owner(state.must_discard)
    command = DiscardCards(cards=state.hand(state.must_discard).faces[MOST_KEPT:], player=player)
    return (Due(command, "player", (CLAUSES.not_complying,), player),)
