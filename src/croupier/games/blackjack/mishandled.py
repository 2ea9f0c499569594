"""A decision that was not asked for, or not carried out as it was made (BJ 9.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import advanced
from croupier.games.blackjack.rewind import Moment, at_its_stage, before, taken_back
from croupier.games.blackjack.state import SUBSEQUENT, Choice, Decided, State
from croupier.games.blackjack.words import place_of
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.people import bank
from croupier.table.rules import BankedContext
from croupier.table.value import REFUNDED
from croupier.table.words import counted, money_back

part = Part("blackjack", BlackjackClauses)


class ReportMishandledDecision(Command, frozen=True, kw_only=True):
    """A caller was not given the option, or the dealer did not do what was decided."""

    area: Annotated[int, Asks("Whose hand")]
    hand: Annotated[int, Asks("Which hand there", "number", always=False)] = 1
    nth: Annotated[int | None, Asks("Which decision on it, if not the last", "number", optional=True)] = None


class DecisionReopened(Event, frozen=True, kw_only=True):
    """A hand is decided on again from there; the cards that came since count as surplus, as the next cards."""

    spot: Spot
    to: Moment
    cards: tuple[Card, ...]
    staying: tuple[Spot, ...] = ()
    """Hands that are settled, and keep their cards."""


def over(state: State) -> frozenset[Spot]:
    """The hands of which nothing is left to be settled."""
    hands = [place for area in state.staked for place in state.hands_of(area)]
    return frozenset(place for place in hands if all(each.settled for each in state.bettors(*place)))


def decisions_on(state: State, place: Spot) -> tuple[Decided, ...]:
    """The decisions of the subsequent deal on one hand."""
    return tuple([each for each in state.decisions if each.spot == place and each.choice in SUBSEQUENT])


def _too_late(state: State, clauses: BlackjackClauses) -> Clauses:
    """Why a decision of the last round is not made again: the next round has begun, or that one is closed."""
    if not state.round:
        return (clauses.mishandled,)
    return (clauses.late_error,) if state.wagers else (clauses.mishandled, "ruling 68")


def _examples(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    for place in dict.fromkeys(each.spot for each in state.decisions if each.choice in SUBSEQUENT):
        for nth in range(1, len(decisions_on(state, place)) + 1):
            yield ReportMishandledDecision(area=place.area, hand=place.hand, nth=nth)


@part.command(
    ReportMishandledDecision,
    under="mishandled",
    label="A decision was missed or done wrong",
    words="skipped forgotten wrong hit stand missed",
    says=lambda c, who: f"Report a decision on {place_of(Spot(c.area, c.hand))} missed or done wrong",
    desk=Desk.IRREGULARITIES,
    examples=_examples,
)
def report_mishandled(
    state: State, command: ReportMishandledDecision, ctx: BankedContext[BlackjackClauses]
) -> Decision:
    """The hand is decided on again from there, and every later card is the next card once more."""
    clauses, place = ctx.clauses, Spot(command.area, command.hand)
    cite: Clauses = (clauses.mishandled, clauses.excess_card)
    if not state.in_play:
        return Refusal(Reason.NOT_NOW, _too_late(state, clauses), {"stage": state.stage.value})
    if state.ruling_waits:
        return Refusal(Reason.NOT_NOW, (clauses.retract,), {"next": "the supervisor rules on the cards"})
    made = decisions_on(state, place)
    nth = len(made) if command.nth is None else command.nth
    if not 1 <= nth <= len(made):
        return Refusal(Reason.NO_CAUSE, cite, {"decisions": len(made)})
    settled = over(state)
    decided = made[nth - 1]
    to = before(state, decided)
    undone = state.decisions[to.decisions :]
    splits = {each.spot.area for each in undone if each.choice is Choice.SPLIT and each.spot not in settled}
    if place in settled or any(each.area in splits for each in settled):
        return Refusal(Reason.NOT_NOW, (clauses.mishandled, "ruling 69"), {"hand": "settled"})
    back = taken_back(state, to, settled)
    off = tuple([each.card for each in back.cards])
    under = (*cite, *(("ruling 69",) if settled else ()))
    stay = tuple(sorted(settled))
    return (DecisionReopened(spot=place, to=to, cards=off, staying=stay, moves=back.moves, under=under),)


@part.event(
    DecisionReopened,
    value=REFUNDED,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The decision on {place_of(e.spot)} is made again; {counted(len(e.cards), 'card')} held as next."
        f"{money_back(e, who)}"
    ),
    aloud=True,
)
def decision_reopened(state: State, event: DecisionReopened) -> State:
    """Every later card is a surplus card, to be used in the order in which they came."""
    back = taken_back(state, event.to, frozenset(event.staying)).state
    care = replace(back.care, excess=(*event.cards, *back.care.excess))
    return advanced(at_its_stage(replace(back, care=care, chips=bank(back, event.moves))))
