"""Settlement: what is decided before the dealer's hand, then losing wagers cleared and winners paid area by area."""

from __future__ import annotations

from croupier.books import cite
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.ends import ended, entries_won, insurance, natural, of_21, side_bet
from croupier.games.blackjack.flow import (
    advanced,
    first_covered,
    interim_area,
    lost_insurance,
    paid_at_once,
    settled_in_the_interim,
    sevens_due,
)
from croupier.games.blackjack.state import State, nothing_to_deal_for
from croupier.games.blackjack.terms import (
    Bet,
)
from croupier.games.blackjack.words import place_of
from croupier.table.by_area import after_settling, unpaid_area, unsettled, without_winners
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.endings import moved
from croupier.table.hands import DEALERS, Spot
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext
from croupier.table.state import Settled, Stage
from croupier.table.value import SETTLED
from croupier.table.words import endings

part = Part("blackjack", BlackjackClauses)

FREE_ENTRY = cite("BJ 13 Table 1:* free entry")
MAY_ENTER = cite("BJ 13.2.1:Magnificent Sevens Tournament")


class SettleInterim(Command, frozen=True, kw_only=True):
    """Settle what the first cards decide on an area: side bets, then naturals."""

    area: int


class PayTwentyOne(Command, frozen=True, kw_only=True):
    """Pay a hand of 21 before any further card."""

    area: int
    hand: int = 1


class SettleSevens(Command, frozen=True, kw_only=True):
    """Settle the Magnificent Sevens wagers of an area."""

    area: int


class CollectInsurance(Command, frozen=True, kw_only=True):
    """Take up the insurance that the dealer's second card has lost."""


class ClearLosers(Command, frozen=True, kw_only=True):
    """Take up the losing wagers, and give back those that do not count."""


class PayArea(Command, frozen=True, kw_only=True):
    """Pay the winning wagers of an area."""

    area: int


class InterimSettled(Event, frozen=True, kw_only=True):
    """What the first cards decided on an area is settled."""

    area: int
    settled: tuple[Settled, ...]


class TwentyOnePaid(Event, frozen=True, kw_only=True):
    """A hand of 21 was paid."""

    spot: Spot
    settled: tuple[Settled, ...]


class SevensSettled(Event, frozen=True, kw_only=True):
    """The Magnificent Sevens wagers of an area are settled."""

    area: int
    settled: tuple[Settled, ...]
    entries: tuple[str, ...] = ()
    """Who has won an entry to the next Magnificent Sevens tournament."""


class InsuranceCollected(Event, frozen=True, kw_only=True):
    """Insurance that was lost is in the rack."""

    settled: tuple[Settled, ...]


class LosersCleared(Event, frozen=True, kw_only=True):
    """Losing wagers are in the rack; what was not at risk is back with its owner."""

    settled: tuple[Settled, ...]


class AreaPaid(Event, frozen=True, kw_only=True):
    """The winners of an area have their stakes and winnings."""

    area: int
    settled: tuple[Settled, ...]


def _ruling_first(state: State, clauses: BlackjackClauses) -> Refusal | None:
    """Nothing is settled while a supervisor rules on cards out of place, or players may take wagers back."""
    if not state.ruling_waits:
        return None
    return Refusal(Reason.NOT_NOW, (clauses.retract,), {"next": "the supervisor rules on the cards"})


@part.command(
    SettleInterim,
    under="interim",
    label="Settle what the first cards decide",
    says=lambda c, who: f"Settle area {c.area} before the hands are played",
    next=lambda c, who: f"The dealer settles what the first cards of area {c.area} decide",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=lambda state, ctx: [SettleInterim(area=interim_area(state) or 1)],
)
def settle_interim(state: State, command: SettleInterim, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """From the left, the side bets of every area before the first natural (BJ 15.6.2)."""
    clauses = ctx.clauses
    waiting = settled_in_the_interim(state) if state.stage is Stage.INTERIM else ()
    order = ("BJ 15.6.2",) if any(each.bet == Bet.PAIRS for each in waiting) else ()
    due = interim_area(state) if waiting else None
    if due is None or command.area != due:
        return Refusal(Reason.NOT_NOW, (clauses.interim, *order), {"next area": due or 0, "asked": command.area})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    settled = tuple(
        natural(state, each, clauses) if each.bet == state.main else side_bet(state, each, clauses)
        for each in waiting
        if each.area == due
    )
    return (InterimSettled(area=due, settled=settled, moves=moved(settled), under=(clauses.interim, *order)),)


@part.event(
    InterimSettled, value=SETTLED, audience=EVERYONE, says=lambda e, who: endings(e.settled, who, "Nothing"), aloud=True
)
def interim_settled(state: State, event: InterimSettled) -> State:
    """Those wagers are over."""
    return advanced(with_endings(state, event.settled, event.moves))


@part.command(
    PayTwentyOne,
    under="interim",
    label="Pay the hand of 21",
    says=lambda c, who: f"Pay 21 on {place_of(Spot(c.area, c.hand))}",
    next=lambda c, who: f"The dealer pays 21 on {place_of(Spot(c.area, c.hand))}",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=lambda state, ctx: [
        PayTwentyOne(area=each.area, hand=each.hand) for each in (paid_at_once(state),) if each
    ],
)
def pay_twenty_one(state: State, command: PayTwentyOne, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """At once, whatever the dealer will have."""
    clauses, place = ctx.clauses, Spot(command.area, command.hand)
    cite = clauses.twenty_one_paid or clauses.interim
    if state.stage is not Stage.CHOOSING or paid_at_once(state) != place:
        return Refusal(Reason.NOT_NOW, (cite,), {"stage": state.stage.value})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    settled = tuple(end for each in state.playing(place) for end in of_21(state, each, clauses))
    return (TwentyOnePaid(spot=place, settled=settled, moves=moved(settled), under=(cite,)),)


@part.event(
    TwentyOnePaid, value=SETTLED, audience=EVERYONE, says=lambda e, who: endings(e.settled, who, "Nothing"), aloud=True
)
def twenty_one_paid(state: State, event: TwentyOnePaid) -> State:
    """That hand is over."""
    return advanced(with_endings(state, event.settled, event.moves))


@part.command(
    SettleSevens,
    under="interim",
    label="Settle Magnificent Sevens",
    says=lambda c, who: f"Settle Magnificent Sevens on area {c.area}",
    next=lambda c, who: f"The dealer settles Magnificent Sevens on area {c.area}",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=lambda state, ctx: [SettleSevens(area=each) for each in (sevens_due(state),) if each],
)
def settle_sevens(state: State, command: SettleSevens, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """As soon as there is a result."""
    if state.stage is not Stage.CHOOSING or sevens_due(state) != command.area:
        return Refusal(Reason.NOT_NOW, ("BJ 13.6.1(a)",), {"stage": state.stage.value})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    mine = [each for each in state.wagers if (each.area, each.bet) == (command.area, Bet.SEVENS) and not each.settled]
    settled = tuple(side_bet(state, each, ctx.clauses) for each in mine)
    won = [each for each in settled if entries_won((each,))] if state.reserved is None else []
    entries = tuple(each.player for each in won)
    split = ("BJ 13.6.1", "BJ 13.6.1(a)") if len(state.hands_of(command.area)) > 1 else ("BJ 13.8.1",)
    under = (*split, "ruling 39", *((FREE_ENTRY, MAY_ENTER) if entries else ()))
    return (SevensSettled(area=command.area, settled=settled, entries=entries, moves=moved(settled), under=under),)


@part.event(
    SevensSettled,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: (
        endings(e.settled, who, "Nothing")
        + (f" {' and '.join(map(who, e.entries))} may enter the Magnificent Sevens tournament." if e.entries else "")
    ),
    aloud=True,
)
def sevens_settled(state: State, event: SevensSettled) -> State:
    """Those wagers are over; the hand is played on."""
    return advanced(with_endings(state, event.settled, event.moves))


@part.command(
    CollectInsurance,
    under="insurance_taken",
    label="Collect lost insurance",
    next="The dealer collects the insurance that is lost",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
)
def collect_insurance(state: State, command: CollectInsurance, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """As soon as the second card does not count ten."""
    cite = (ctx.clauses.insurance_taken,)
    gone = lost_insurance(state) if state.stage is Stage.DRAWING else ()
    if not gone:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    settled = tuple(insurance(state, each, ctx.clauses) for each in gone)
    return (InsuranceCollected(settled=settled, moves=moved(settled), under=cite),)


@part.event(
    InsuranceCollected,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: endings(e.settled, who, "Nothing"),
    aloud=True,
)
def insurance_collected(state: State, event: InsuranceCollected) -> State:
    """The dealer draws on."""
    return advanced(with_endings(state, event.settled, event.moves))


@part.command(
    ClearLosers,
    under="clear_losers",
    label="Clear the losing wagers",
    next="The dealer clears the losing wagers",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
)
def clear_losers(state: State, command: ClearLosers, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Everything that does not win leaves the layout."""
    cite: Clauses = (ctx.clauses.clear_losers,)
    covered = first_covered(state) if state.stage is Stage.SETTLING else None
    if covered is not None:
        return Refusal(Reason.NOT_NOW, (*cite, ctx.clauses.face_down), {"next": f"turn up the cards of area {covered}"})
    if state.stage is not Stage.SETTLING and not nothing_to_deal_for(state):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    settled = without_winners(tuple(ended(state, each, ctx.clauses) for each in unsettled(state)))
    if len(state.cards_of(DEALERS)) == 1:
        cite = (*cite, ctx.clauses.no_effect)
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
def pay_area(state: State, command: PayArea, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """From the left, each area once."""
    cite: Clauses = (ctx.clauses.pay_winners,)
    due = unpaid_area(state) if state.stage is Stage.PAYING else None
    if due is None or command.area != due:
        return Refusal(Reason.NOT_NOW, cite, {"next area": due or 0, "asked": command.area})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
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
