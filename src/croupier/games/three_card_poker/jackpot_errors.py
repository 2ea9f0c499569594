"""Errors about the Jackpot Cards and cards that became mixed (TCP 11.9, 11.16, 11.17)."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.jackpot import given_back
from croupier.games.three_card_poker.play import to_settle
from croupier.games.three_card_poker.state import JACKPOT, JACKPOT_CARDS, State
from croupier.games.three_card_poker.terms import Bet
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.state import Stage

part = Part()


class ReportWrongJackpotCards(Command, frozen=True, kw_only=True):
    """A wrong number of Jackpot Cards was dealt."""

    found: int


class RebuildJackpotCards(Command, frozen=True, kw_only=True):
    """Rule whether the Jackpot Cards can be rebuilt."""

    possible: bool


class ReportMixedCards(Command, frozen=True, kw_only=True):
    """A player's cards became mixed with the dealer's, or with the Jackpot Cards."""

    with_jackpot: bool = False


class OrderInDoubt(Event, frozen=True, kw_only=True):
    """The order of the dealer's cards is in doubt until ruled on."""

    why: str


class JackpotCardsInDoubt(Event, frozen=True, kw_only=True):
    """The Jackpot Cards are wrong until ruled on."""

    found: int


class JackpotCardsRebuilt(Event, frozen=True, kw_only=True):
    """The Jackpot Cards are right again."""


class JackpotCardsLost(Event, frozen=True, kw_only=True):
    """The Jackpot Cards cannot be rebuilt; there is no jackpot in this round."""


@part.decides(ReportWrongJackpotCards, rank="dealing")
def report_wrong_jackpot_cards(state: State, command: ReportWrongJackpotCards, ctx: Context) -> Decision:
    """The floor rules whether they can be rebuilt."""
    cite: Clauses = (ctx.clauses.wrong_jackpot_cards,)
    in_hand = state.stage in (Stage.DECIDING, Stage.DEALING)
    done = state.hand(JACKPOT).up or state.jackpot_in_doubt or state.no_jackpot
    if not state.jackpot_offered or not in_hand or done:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.found == JACKPOT_CARDS or command.found < 0:
        return Refusal(Reason.NO_CAUSE, cite, {"found": command.found})
    return (JackpotCardsInDoubt(found=command.found, under=cite),)


@part.evolves(JackpotCardsInDoubt)
def jackpot_cards_in_doubt(state: State, event: JackpotCardsInDoubt) -> State:
    """Ruled on before they are turned up."""
    return replace(state, jackpot_in_doubt=True)


@part.decides(RebuildJackpotCards, rank="wrong_jackpot_cards")
def rebuild_jackpot_cards(state: State, command: RebuildJackpotCards, ctx: Context) -> Decision:
    """If not, every Jackpot wager goes back and the hand is completed."""
    cite: Clauses = (ctx.clauses.wrong_jackpot_cards,)
    if not state.jackpot_in_doubt:
        return Refusal(Reason.NO_CAUSE, cite, {"reported": "nothing"})
    if command.possible:
        return (JackpotCardsRebuilt(under=cite),)
    wagers = tuple(each for each in state.wagers if each.bet == Bet.JACKPOT)
    back = (given_back(wagers, cite),) if wagers else ()
    return (*state.game_cancelled(cite), *back, JackpotCardsLost(under=cite))


@part.evolves(JackpotCardsRebuilt)
def jackpot_cards_rebuilt(state: State, event: JackpotCardsRebuilt) -> State:
    """As they should be."""
    return replace(state, jackpot_in_doubt=False)


@part.evolves(JackpotCardsLost)
def jackpot_cards_lost(state: State, event: JackpotCardsLost) -> State:
    """The hand goes on without them: the deal may be done, or settlement due."""
    state = replace(state, jackpot_in_doubt=False, no_jackpot=True)
    done = state.stage is Stage.DEALING and state.place_due() is None
    return replace(state, stage=Stage.DECIDING) if done else to_settle(state)


@part.decides(ReportMixedCards, rank="mixed_with_dealer")
def report_mixed_cards(state: State, command: ReportMixedCards, ctx: Context) -> Decision:
    """At any stage until all hands are settled: treated like a wrong dealer's hand, or like wrong Jackpot Cards."""
    clauses: ThreeCardClauses = ctx.clauses
    cite: Clauses = (clauses.mixed_with_jackpot if command.with_jackpot else clauses.mixed_with_dealer,)
    if state.stage not in (Stage.DEALING, Stage.DECIDING, Stage.SETTLING):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.with_jackpot:
        if state.no_jackpot or state.jackpot_in_doubt or not state.hand(JACKPOT).cards:
            return Refusal(Reason.NOT_NOW, cite, {"jackpot cards": state.hand(JACKPOT).cards})
        return (JackpotCardsInDoubt(found=JACKPOT_CARDS, under=(*cite, clauses.wrong_jackpot_cards)),)
    if state.ordering:
        return Refusal(Reason.ALREADY, cite)
    return (OrderInDoubt(why="mixed", under=(*cite, clauses.late_dealer_error)),)


@part.evolves(OrderInDoubt)
def order_in_doubt(state: State, event: OrderInDoubt) -> State:
    """Until the floor has ruled."""
    return replace(state, ordering=True)
