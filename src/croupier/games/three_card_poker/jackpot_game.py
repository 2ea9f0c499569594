"""The jackpot game as the table knows it: which wagers the meter is to have, and what undoes or renews it there."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.three_card_poker.clauses import CLAUSES
from croupier.games.three_card_poker.state import State
from croupier.games.three_card_poker.terms import Bet
from croupier.table.contract import Clauses, Event
from croupier.table.linked_jackpot import (
    JackpotGameCancelled,
    JackpotOutcomeUndone,
    JackpotRegistered,
    JackpotShareVoided,
)
from croupier.table.rules import MeterLink
from croupier.table.state import Stage, Wager


def to_register(state: State) -> tuple[int, ...]:
    """The areas whose Jackpot wagers have an Ante beside them, as they must."""
    wagers = state.jackpot_wagers()
    if not wagers:
        return ()
    antes = {(each.area, each.player) for each in state.wagers if each.bet == Bet.ANTE}
    return tuple([each.area for each in wagers if (each.area, each.player) in antes])


def without_ante(state: State) -> tuple[Wager, ...]:
    """Jackpot wagers, carried over from a misdeal, whose player has placed no Ante for this round."""
    registrable = to_register(state)
    return tuple([each for each in state.jackpot_wagers() if each.area not in registrable])


def unregistered(state: State) -> bool:
    """Whether the meter has yet to hear of the Jackpot wagers as they lie."""
    if not state.jackpot_offered:
        return False
    areas = to_register(state)
    return set(state.registered or ()) != set(areas) or len(areas) != len(state.jackpot_wagers())


def outcome_undone(state: State, under: Clauses) -> tuple[Event, ...]:
    """The event that takes a recorded outcome back from the meter, if one has been recorded."""
    return (JackpotOutcomeUndone(round=state.round, under=under),) if state.outcome_recorded else ()


def share_voided(state: State, areas: tuple[int, ...], under: Clauses) -> tuple[Event, ...]:
    """The event that takes void wagers out of what the meter has recorded as won, if they won from it."""
    prizes = {each.area for each in state.wagers if each.area in areas and _from_meter(state, each)}
    return (JackpotShareVoided(areas=tuple(sorted(prizes)), under=under),) if prizes else ()


def _from_meter(state: State, wager: Wager) -> bool:
    """Whether a Jackpot wager wins from the meter: its prize waits, or has been determined and paid."""
    if wager.bet != Bet.JACKPOT:
        return False
    if wager.settled is None:
        return wager.area in state.meter_wins
    return wager.settled.paid > 0 and CLAUSES.meter_prizes in wager.settled.under


def meter_link(state: State) -> MeterLink | None:
    """How a table plays for a prize meter, where there is equipment for Jackpot wagers."""
    price, told = state.terms.jackpot_price, state.jackpot
    if price is None:
        return None
    wagers = len(state.jackpot_wagers()) + len(state.carried)
    return MeterLink(
        Bet.JACKPOT.value,
        price if told is None else told.price,
        state.jackpot_option,
        wagers,
        None if told is None else told.meter,
        state.stage not in (Stage.CLOSED, Stage.BETTING) or wagers > 0 or state.registered is not None,
        state.outcome_recorded,
        state.jackpot_next is not None,
    )


def game_cancelled(state: State, under: Clauses, reopens: bool = False) -> tuple[Event, ...]:
    """The event that undoes a running jackpot game, if one is."""
    if state.registered is None:
        return ()
    return (JackpotGameCancelled(areas=state.registered, reopens=reopens, under=under),)


def game_without(state: State, leaving: tuple[int, ...], under: Clauses) -> tuple[Event, ...]:
    """A running game undone because some of its wagers left, and the rest registered anew, lost ones among them."""
    if state.registered is None or state.outcome_recorded or not set(leaving) & set(state.registered):
        return ()
    rest = tuple(area for area in state.registered if area not in leaving)
    staked = (*state.wagers, *state.left_behind)
    cents = sum(each.cents for each in staked if each.bet == Bet.JACKPOT and each.area in rest)
    anew = (JackpotRegistered(areas=rest, cents=cents, under=under),) if rest else ()
    return (*game_cancelled(state, under), *anew)


def when_checked(state: State) -> State:
    """The table once nothing more is to be checked: the meter's word first, if wagers are on it."""
    if state.unchecked():
        return state
    done = state.outcome_recorded or set(state.registered or ()) <= set(state.carried)
    return replace(state, stage=Stage.SETTLED if done and not state.meter_wins else Stage.PAYING)
