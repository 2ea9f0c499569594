"""The Matchmaker engine: its chapters put together, and what is due at any moment."""

from __future__ import annotations

from croupier.books import book
from croupier.games.matchmaker import irregularities, play, settle
from croupier.games.matchmaker.clauses import CLAUSES
from croupier.games.matchmaker.irregularities import (
    BurnDealtCards,
    DeclareRoundVoid,
    LetCardsLie,
    OrderReconstruction,
    ReconstructFirstRound,
    ReconstructHand,
    unburned_first_round,
)
from croupier.games.matchmaker.play import DealCard
from croupier.games.matchmaker.settle import ClearLosers, PayArea, unpaid_area
from croupier.games.matchmaker.state import State
from croupier.table import (
    care,
    closing,
    conduct,
    cut,
    disputes,
    faults,
    people,
    permissions,
    retracting,
    rounds,
    signs,
    voiding,
    wagers,
)
from croupier.table.contract import Due, Engine
from croupier.table.duty import act, before_play, betting_due, care_due
from croupier.table.faults import RestoreMachine, ShowCuttingCard, ShuffleDiscards
from croupier.table.retracting import KeepWagers, RetractWagers
from croupier.table.rounds import CollectCards
from croupier.table.state import Stage

ENGINE: Engine[State] = Engine(
    book("matchmaker"),
    CLAUSES,
    (
        people.part,
        wagers.part,
        wagers.speaking,
        wagers.unpayable,
        permissions.part,
        care.part,
        care.ordering,
        cut.part,
        signs.part,
        closing.part,
        faults.part,
        voiding.part,
        conduct.part,
        conduct.holding,
        disputes.part,
        retracting.part,
        rounds.part,
        play.part,
        settle.part,
        irregularities.part,
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
    caring = care_due(state, ENGINE)
    if caring:
        return caring
    if state.care.machine_down and not state.dealt_out:
        return (act(ENGINE, RestoreMachine(), CLAUSES.dealing),)
    return _ruling_due(state) or _round_due(state)


def _ruling_due(state: State) -> tuple[Due, ...]:
    if state.in_vain:
        if state.declared_void:
            return (act(ENGINE, BurnDealtCards(), CLAUSES.dealing),)
        return (act(ENGINE, DeclareRoundVoid(), CLAUSES.no_wagers),)
    if state.undecided():
        player = state.undecided()[0]
        answers = (KeepWagers(player=player), RetractWagers(player=player))
        return tuple(Due(answer, "player", (CLAUSES.reconstruct,), player) for answer in answers)
    if state.retracting is not None:
        return (act(ENGINE, ReconstructHand(), CLAUSES.reconstruct),)
    if state.misplaced:
        let_lie = act(ENGINE, LetCardsLie(), CLAUSES.reconstruct)
        if unburned_first_round(state):
            return (act(ENGINE, ReconstructFirstRound(), CLAUSES.reconstruct_first_round), let_lie)
        return (act(ENGINE, OrderReconstruction(), CLAUSES.reconstruct), let_lie)
    return ()


def _round_due(state: State) -> tuple[Due, ...]:
    match state.stage:
        case Stage.BETTING:
            return betting_due(state, ENGINE)
        case Stage.SETTLING:
            return (act(ENGINE, ClearLosers(), CLAUSES.clear_losers),)
        case Stage.PAYING:
            area = unpaid_area(state)
            assert area is not None
            return (act(ENGINE, PayArea(area=area), CLAUSES.pay_winners),)
        case Stage.SETTLED:
            return (act(ENGINE, CollectCards(), CLAUSES.dealing),)
        case _:
            return (_card_due(state),)


def _card_due(state: State) -> Due:
    if not state.care.excess:
        if state.cutting_card_first:
            return act(ENGINE, ShowCuttingCard(), CLAUSES.dealing)
        if not state.shoe.inside:
            return act(ENGINE, ShuffleDiscards(), CLAUSES.shoe_empty)
    area = state.area_due()
    assert area is not None
    second = bool(state.hands[area - 1])
    return act(ENGINE, DealCard(), CLAUSES.second_card if second else CLAUSES.from_the_left)
