"""The Three Card Poker engine: its chapters put together, and what is due at any moment."""

from __future__ import annotations

from croupier.books import book
from croupier.cards import CardSource
from croupier.games.three_card_poker import (
    hands,
    irregularities,
    jackpot,
    jackpot_errors,
    misdeal,
    play,
    settle,
    tables,
)
from croupier.games.three_card_poker.clauses import CLAUSES
from croupier.games.three_card_poker.hands import NominateCards
from croupier.games.three_card_poker.irregularities import DeclareMisdeal, RuleOnOrder
from croupier.games.three_card_poker.jackpot import (
    ArrangeManually,
    RecordJackpotOutcome,
    RegisterJackpot,
    RejectJackpotPrizes,
    RestoreEquipment,
)
from croupier.games.three_card_poker.jackpot_errors import RebuildJackpotCards
from croupier.games.three_card_poker.play import (
    CallPlayOrFold,
    DealCard,
    FoldHand,
    PlayHand,
    ShowDealerHand,
    ShowJackpotCards,
)
from croupier.games.three_card_poker.settle import PayAntes, SettleArea
from croupier.games.three_card_poker.state import DEALER, State
from croupier.games.three_card_poker.terms import Bet
from croupier.table import (
    care,
    closing_by_hands,
    conduct,
    dealer_cut,
    disputes,
    one_deck,
    people,
    permissions,
    retracting,
    rounds,
    signs,
    voiding,
    wagers,
)
from croupier.table.contract import Command, Due, Engine
from croupier.table.duty import act, before_play, betting_due, one_deck_due
from croupier.table.one_deck import CountDeck
from croupier.table.retracting import KeepWagers, RetractWagers
from croupier.table.rounds import CollectCards
from croupier.table.state import Stage

ENGINE: Engine[State] = Engine(
    book("three-card-poker"),
    CLAUSES,
    (
        people.part,
        wagers.part,
        wagers.speaking,
        permissions.part,
        care.part,
        care.ordering,
        dealer_cut.part,
        one_deck.part,
        signs.part,
        closing_by_hands.part,
        voiding.part,
        conduct.part,
        conduct.holding,
        disputes.part,
        retracting.part,
        rounds.part,
        play.part,
        settle.part,
        jackpot.part,
        misdeal.part,
        irregularities.part,
        hands.part,
        jackpot_errors.part,
        tables.part,
    ),
)


decide = ENGINE.decide
"""What a command leads to: events, or a refusal that changes nothing."""

evolve = ENGINE.evolve
"""The table after an event."""


def due(state: State) -> tuple[Due, ...]:
    """What must happen next, the foremost first; nothing while betting is open and no one has wagered."""
    if state.stage is Stage.CLOSED:
        return before_play(state, ENGINE)
    return one_deck_due(state, ENGINE) or _ruling_due(state) or _round_due(state)


def _ruling_due(state: State) -> tuple[Due, ...]:
    if state.wrong:
        return (act(ENGINE, DeclareMisdeal(), CLAUSES.early_number_error),)
    if state.counting:
        clause = CLAUSES.late_area_error if state.counting == "number" else CLAUSES.dealing
        return (act(ENGINE, CountDeck(cards=state.shoe.size), clause),)
    if state.ordering:
        return tuple(act(ENGINE, RuleOnOrder(known=known), CLAUSES.order_known) for known in (True, False))
    if state.jackpot_in_doubt:
        rulings = (RebuildJackpotCards(possible=possible) for possible in (True, False))
        return tuple(act(ENGINE, ruling, CLAUSES.wrong_jackpot_cards) for ruling in rulings)
    if state.taken_area:
        if state.source is CardSource.REAL:
            looks = (NominateCards(cards=(), on_top=on_top) for on_top in (True, False))
            return tuple(act(ENGINE, look, CLAUSES.dealing) for look in looks)
        owner = state.owner(state.taken_area)
        return (Due(NominateCards(cards=()), "player", (CLAUSES.cards_nominated,), owner),)
    if state.undecided():
        player = state.undecided()[0]
        answers = (KeepWagers(player=player), RetractWagers(player=player))
        return tuple(Due(answer, "player", (CLAUSES.retract,), player) for answer in answers)
    return ()


def _round_due(state: State) -> tuple[Due, ...]:
    match state.stage:
        case Stage.BETTING:
            return betting_due(state, ENGINE)
        case Stage.NO_MORE_BETS if state.unregistered():
            down = state.equipment_down and not state.manual
            acts: tuple[Command, ...] = (ArrangeManually(how="…"), RestoreEquipment()) if down else (RegisterJackpot(),)
            return tuple(act(ENGINE, each, CLAUSES.meter_working) for each in acts)
        case Stage.NO_MORE_BETS | Stage.DEALING:
            return (act(ENGINE, DealCard(), CLAUSES.dealing),)
        case Stage.DECIDING:
            return _choice_due(state)
        case Stage.SETTLING if not state.qualifies and not state.antes_paid:
            return (act(ENGINE, PayAntes(), CLAUSES.antes_on_no_hand),)
        case Stage.SETTLING:
            return (act(ENGINE, SettleArea(area=state.unchecked()[0]), CLAUSES.clear_losers),)
        case Stage.PAYING:
            return _meter_due(state)
        case _:
            return (act(ENGINE, CollectCards(), CLAUSES.dealing),)


def _choice_due(state: State) -> tuple[Due, ...]:
    if not state.called:
        return (act(ENGINE, CallPlayOrFold(), CLAUSES.dealing),)
    waiting = state.choosing()
    if waiting:
        area = waiting[0]
        player = state.owner(area)
        choices: list[Command] = []
        ante = state.wager(area, Bet.ANTE)
        if ante is not None and state.stack(ante.player) >= ante.cents:
            choices.append(PlayHand(area=area, player=player))
        if state.wager(area, Bet.PAIR_PLUS) is not None:
            choices.append(FoldHand(area=area, keep_pair_plus=True, player=player))
        choices.append(FoldHand(area=area, player=player))
        return tuple(Due(choice, "player", (CLAUSES.choose,), player) for choice in choices)
    if not state.hand(DEALER).up:
        return (act(ENGINE, ShowDealerHand(), CLAUSES.dealer_shows),)
    return (act(ENGINE, ShowJackpotCards(), CLAUSES.jackpot_shows),)


def _meter_due(state: State) -> tuple[Due, ...]:
    if not state.outcome_recorded:
        return (act(ENGINE, RecordJackpotOutcome(), CLAUSES.outcome_time),)
    return (act(ENGINE, RejectJackpotPrizes(why="…"), CLAUSES.meter_prizes),)
