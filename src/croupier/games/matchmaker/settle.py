"""Settlement: losing wagers are cleared, then winners are paid, area by area from the left."""

from __future__ import annotations

from itertools import permutations

from croupier.cards import DECK, Card
from croupier.games.matchmaker.clauses import MatchmakerClauses
from croupier.games.matchmaker.state import CARDS_TO_AN_AREA, Drawn, State
from croupier.games.matchmaker.terms import LOSES, LOSES_BY_RULING, Bet, Outcome, outcome_of
from croupier.table.by_area import after_settling, unpaid_area, unsettled, without_winners
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.endings import moved, within_limits
from croupier.table.rules import BankedContext
from croupier.table.state import Ending, Settled, Stage, Wager
from croupier.table.value import SETTLED
from croupier.table.words import endings

part = Part("matchmaker", MatchmakerClauses)


class ClearLosers(Command, frozen=True, kw_only=True):
    """Take up the losing wagers, and give back those that do not count."""


class PayArea(Command, frozen=True, kw_only=True):
    """Pay the winning wagers of an area."""

    area: int


class LosersCleared(Event, frozen=True, kw_only=True):
    """Losing wagers are in the rack; what was not at risk is back with its owner."""

    settled: tuple[Settled, ...]


class AreaPaid(Event, frozen=True, kw_only=True):
    """The winners of an area have their stakes and winnings."""

    area: int
    settled: tuple[Settled, ...]


def outcome_on(state: State, area: int) -> Outcome:
    """What the first two cards of an area are."""
    first, second = state.hand(area).faces[:2]
    return outcome_of(first, second)


def ended(state: State, wager: Wager, clauses: MatchmakerClauses) -> Settled:
    """How a wager ends on the cards as they lie, to the cent, with the clauses that say so."""
    bet = Bet(wager.bet)
    outcome = outcome_on(state, wager.area)
    place = (wager.area, wager.bet, wager.player, wager.cents)
    if wager.sent_back:
        return Settled(*place, Ending.RETURNED, 0, wager.cents, 0, (clauses.under_minimum, "ruling 2", "ruling 9"))
    excess = wager.cents - wager.at_risk
    under: Clauses = (*within_limits(wager, clauses.over_maximum), *_limits_held_to(state, wager, clauses))
    prize = state.prize(bet, outcome)
    if prize is None:
        by_ruling = bet is Bet.MISS_MATCH and outcome is Outcome.PAIR_OPPOSITE
        loses = LOSES_BY_RULING if by_ruling else LOSES[bet]
        return Settled(*place, Ending.LOST, wager.at_risk, excess, 0, (*loses, *under))
    exact = prize.odds.pays(wager.at_risk)
    paid = state.terms.chips.next_payable(exact)
    if paid != exact:
        under = (*under, clauses.round_up, "ruling 3")
    return Settled(*place, Ending.WON, 0, wager.cents, paid, (*prize.under, *under), str(prize.odds))


def _limits_held_to(state: State, wager: Wager, clauses: MatchmakerClauses) -> Clauses:
    """Why a wager was held to other limits than the sign's, or to the sign's where another player was not."""
    person = state.people.get(wager.player)
    if person is not None and person.personal is not None:
        return (clauses.personal_limit,)
    if wager.cents > wager.at_risk and any(person.personal for person in state.people.values()):
        return (clauses.others_bound_by_sign,)
    return ()


def order_decides(state: State, cards: int) -> bool | None:
    """Whether the order of the last cards dealt can decide any wager; None where fewer cards have been dealt."""
    if len(state.drawn) < cards:
        return None
    first, last = state.drawn[:-cards], state.drawn[-cards:]
    lying, staked = _hands((*first, *last)), (*state.wagers, *state.left_behind)
    for order in permutations([each.card for each in last]):
        other = _hands((*first, *(Drawn(each.area, card) for each, card in zip(last, order, strict=True))))
        if any(not _alike(state, each, lying.get(each.area, ()), other.get(each.area, ())) for each in staked):
            return True
    return False


def _hands(drawn: tuple[Drawn, ...]) -> dict[int, tuple[Card, ...]]:
    """The first two cards of each area, in the order they came."""
    hands: dict[int, tuple[Card, ...]] = {}
    for each in drawn:
        hands[each.area] = (*hands.get(each.area, ()), each.card)[:CARDS_TO_AN_AREA]
    return hands


def _alike(state: State, wager: Wager, these: tuple[Card, ...], those: tuple[Card, ...]) -> bool:
    """Whether a wager ends the same on either cards, whatever card is still to come."""
    if these == those or len(these) != len(those):
        return these == those
    to_come = [(card,) for card in DECK] if len(these) < CARDS_TO_AN_AREA else [()]
    prize = state.prize
    return all(
        prize(Bet(wager.bet), outcome_of(*these, *more)) == prize(Bet(wager.bet), outcome_of(*those, *more))
        for more in to_come
    )


@part.command(
    ClearLosers,
    under="clear_losers",
    label="Clear the losing wagers",
    next="The dealer clears the losing wagers",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
)
def clear_losers(state: State, command: ClearLosers, ctx: BankedContext[MatchmakerClauses]) -> Decision:
    """Everything that does not win leaves the layout."""
    cite: Clauses = (ctx.clauses.clear_losers,)
    if state.stage is not Stage.SETTLING or state.misplaced or state.retracting is not None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    settled = without_winners(tuple(ended(state, each, ctx.clauses) for each in unsettled(state)))
    return (LosersCleared(settled=settled, moves=moved(settled), under=cite),)


@part.event(
    LosersCleared,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: endings(e.settled, who, "No wager loses"),
    aloud=True,
)
def losers_cleared(state: State, event: LosersCleared) -> State:
    """Winners, if any, are paid next."""
    return after_settling(state, event.settled, event.moves)


@part.command(
    PayArea,
    under="pay_winners",
    label="Pay the winners",
    says=lambda c, who: f"Pay the winners of area {c.area}",
    next=lambda c, who: f"The dealer pays area {c.area}",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=lambda state, ctx: (PayArea(area=unpaid_area(state) or 1),),
)
def pay_area(state: State, command: PayArea, ctx: BankedContext[MatchmakerClauses]) -> Decision:
    """From the left, each area once."""
    cite: Clauses = (ctx.clauses.pay_winners,)
    if state.stage is not Stage.PAYING or state.misplaced or state.retracting is not None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    due = unpaid_area(state)
    if command.area != due:
        return Refusal(Reason.NOT_NOW, cite, {"next area": due or 0, "asked": command.area})
    settled = tuple(ended(state, each, ctx.clauses) for each in unsettled(state) if each.area == due)
    return (AreaPaid(area=command.area, settled=settled, moves=moved(settled), under=cite),)


@part.event(
    AreaPaid,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: endings(e.settled, who, f"Area {e.area} has nothing to be paid"),
    aloud=True,
)
def area_paid(state: State, event: AreaPaid) -> State:
    """With the last area the round is settled."""
    return after_settling(state, event.settled, event.moves)
