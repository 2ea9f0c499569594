"""Errors about the Jackpot Cards and cards that became mixed (TCP 11.9, 11.16, 11.17)."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.irregularities import in_settlement
from croupier.games.three_card_poker.jackpot import given_back
from croupier.games.three_card_poker.jackpot_game import game_without
from croupier.games.three_card_poker.play import to_settle
from croupier.games.three_card_poker.state import JACKPOT, JACKPOT_CARDS, State
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.examples import only
from croupier.table.fields import Asks
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Stage
from croupier.table.words import because, count, counted

part = Part("three-card-poker", ThreeCardClauses)


class ReportWrongJackpotCards(Command, frozen=True, kw_only=True):
    """A wrong number of Jackpot Cards was dealt."""

    found: int


class RebuildJackpotCards(Command, frozen=True, kw_only=True):
    """Rule whether the Jackpot Cards can be rebuilt."""

    possible: Annotated[bool, Asks("The Jackpot Cards", words={True: "are put right", False: "cannot be rebuilt"})]


class ReportMixedCards(Command, frozen=True, kw_only=True):
    """A player's cards became mixed with the dealer's, or with the Jackpot Cards."""

    with_jackpot: Annotated[
        bool, Asks("Mixed with", words={False: "the dealer's cards", True: "the Jackpot Cards"})
    ] = False


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


@part.command(
    ReportWrongJackpotCards,
    under="dealing",
    label="A wrong number of Jackpot Cards",
    words="one three misdeal missing",
    says=lambda c, who: f"Report {count(c.found, 'Jackpot Card')}",
    desk=Desk.IRREGULARITIES,
    examples=only(ReportWrongJackpotCards(found=1)),
)
def report_wrong_jackpot_cards(
    state: State, command: ReportWrongJackpotCards, ctx: BankedContext[ThreeCardClauses]
) -> Decision:
    """Until the round closes; the floor rules whether they can be rebuilt."""
    cite: Clauses = (ctx.clauses.wrong_jackpot_cards,)
    done = state.jackpot_in_doubt or state.no_jackpot
    if not state.jackpot_offered or not state.in_play or done:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.found == JACKPOT_CARDS or command.found < 0:
        return Refusal(Reason.NO_CAUSE, cite, {"found": command.found})
    return (JackpotCardsInDoubt(found=command.found, under=(*cite, *in_settlement(state, ctx.clauses))),)


@part.event(
    JackpotCardsInDoubt,
    audience=EVERYONE,
    says=lambda e, who: (
        "The Jackpot Cards became mixed with a player's."
        if e.found == JACKPOT_CARDS
        else f"The Jackpot Cards are not right: {counted(e.found, 'card')} found."
    ),
)
def jackpot_cards_in_doubt(state: State, event: JackpotCardsInDoubt) -> State:
    """Ruled on before they are turned up."""
    return replace(state, jackpot_in_doubt=True)


@part.command(
    RebuildJackpotCards,
    under="wrong_jackpot_cards",
    label="Rule on the Jackpot Cards",
    words="misdeal error wrong",
    says=lambda c, who: "Rebuild the Jackpot Cards" if c.possible else "Rule that the Jackpot Cards cannot be rebuilt",
    next="The higher duties dealer rules on the Jackpot Cards",
    desk=Desk.IRREGULARITIES,
    pace=Pace.RULING,
    examples=only(RebuildJackpotCards(possible=True), RebuildJackpotCards(possible=False)),
)
def rebuild_jackpot_cards(state: State, command: RebuildJackpotCards, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """If not, every Jackpot wager that is not settled goes back and the hand is completed."""
    cite: Clauses = (ctx.clauses.wrong_jackpot_cards,)
    if not state.jackpot_in_doubt:
        return Refusal(Reason.NO_CAUSE, cite, {"reported": "nothing"})
    if command.possible:
        return (JackpotCardsRebuilt(under=cite),)
    wagers = tuple(each for each in state.jackpot_wagers() if each.area not in state.checked)
    back = (given_back(wagers, (*cite, "ruling 57", "ruling 69")),) if wagers else ()
    off = game_without(state, tuple(each.area for each in wagers), cite)
    return (*off, *back, JackpotCardsLost(under=cite))


@part.event(JackpotCardsRebuilt, audience=EVERYONE, says="The Jackpot Cards are right again.")
def jackpot_cards_rebuilt(state: State, event: JackpotCardsRebuilt) -> State:
    """As they should be."""
    return replace(state, jackpot_in_doubt=False)


@part.event(JackpotCardsLost, audience=EVERYONE, says="The Jackpot Cards cannot be rebuilt; the round goes on without.")
def jackpot_cards_lost(state: State, event: JackpotCardsLost, rules: BankedRules[State, ThreeCardClauses]) -> State:
    """The hand goes on without them: the deal may be done, or settlement due."""
    state = replace(state, jackpot_in_doubt=False, no_jackpot=True)
    done = state.stage is Stage.DEALING and rules.spot_due(state) is None
    return replace(state, stage=Stage.CHOOSING) if done else to_settle(state)


@part.command(
    ReportMixedCards,
    under="mixed_with_dealer",
    label="A player's cards became mixed with others",
    words="muddled confused together",
    says=lambda c, who: f"Report cards mixed with the {'Jackpot Cards' if c.with_jackpot else 'hand of the dealer'}",
    desk=Desk.IRREGULARITIES,
    examples=only(ReportMixedCards(), ReportMixedCards(with_jackpot=True)),
)
def report_mixed_cards(state: State, command: ReportMixedCards, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """At any stage while a hand remains: treated like a wrong dealer's hand, or like wrong Jackpot Cards."""
    clauses = ctx.clauses
    cite: Clauses = (clauses.mixed_with_jackpot if command.with_jackpot else clauses.mixed_with_dealer,)
    if not state.in_play:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if state.stage in (Stage.PAYING, Stage.SETTLED):
        return Refusal(Reason.NO_CAUSE, (*cite, "ruling 57"), {"remaining hands": 0})
    if command.with_jackpot:
        if state.no_jackpot or state.jackpot_in_doubt or not state.hand(JACKPOT).cards:
            return Refusal(Reason.NOT_NOW, cite, {"jackpot cards": state.hand(JACKPOT).size})
        return (JackpotCardsInDoubt(found=JACKPOT_CARDS, under=(*cite, clauses.wrong_jackpot_cards)),)
    if state.ordering:
        return Refusal(Reason.ALREADY, cite)
    return (OrderInDoubt(why="mixed", under=(*cite, clauses.late_dealer_error)),)


@part.event(
    OrderInDoubt, audience=EVERYONE, says=lambda e, who: f"The order of the dealer's cards is in doubt{because(e.why)}."
)
def order_in_doubt(state: State, event: OrderInDoubt) -> State:
    """Until the floor has ruled."""
    return replace(state, ordering=True, mixed=True)
