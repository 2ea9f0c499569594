"""What holds a hand up: a count that was ordered, cards to be shuffled or replaced, a card that waits aside."""

from __future__ import annotations

from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import ASIDE, State
from croupier.games.crown_poker.terms import RIVER
from croupier.table.contract import Reason, Refusal
from croupier.table.state import Stage, Step


def aside_due(state: State) -> bool:
    """Whether the card set aside is shuffled in now: the betting before the last community card is over."""
    play = state.play
    return play is not None and state.stage is Stage.DRAWING and play.street == RIVER - 1 and ASIDE in state.hands


def replacing_due(state: State) -> bool:
    """Whether an exposed hole card is replaced now: the deal is complete."""
    play = state.play
    return play is not None and play.to_replace is not None and state.stage not in (Stage.NO_MORE_BETS, Stage.DEALING)


def why_held_up(state: State, clauses: PokerClauses) -> Refusal | None:
    """Why nobody acts and nothing is dealt just now."""
    if state.counting:
        return Refusal(Reason.NOT_NOW, (clauses.count_ordered,), {"next": "count the cards"})
    step = state.care.step
    if step is not Step.READY and state.stage is not Stage.SETTLED:
        clause = clauses.dealer_cuts if step is Step.CUT else clauses.shuffle
        return Refusal(Reason.NOT_NOW, (clause,), {"next": step.value})
    play = state.play
    if play is not None and play.to_replace is not None and replacing_due(state):
        return Refusal(Reason.NOT_NOW, (clauses.dealer_exposed,), {"next": "replace the exposed card"})
    if ASIDE in state.hands and aside_due(state):
        return Refusal(Reason.NOT_NOW, (clauses.aside_shuffled,), {"next": "shuffle in the card set aside"})
    return None
