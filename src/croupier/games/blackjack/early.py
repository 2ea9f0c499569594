"""The early choices, between the initial and the subsequent deal: insurance, even money, surrender."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.blackjack.at_risk import within
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import (
    advanced,
    early_open,
    interim_over,
    may_insure,
    may_surrender,
    may_take_even_money,
    side_bets_decided,
    undecided,
)
from croupier.games.blackjack.state import NOWHERE, Choice, State
from croupier.games.blackjack.terms import RULING_OF, Bet, Surrendered
from croupier.money import Odds, dollars, moves
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.endings import moved, stakes_moved, won
from croupier.table.examples import is_player
from croupier.table.fields import Asks
from croupier.table.hands import spot
from croupier.table.people import bank, chooser, subject
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext
from croupier.table.state import Settled, Wager
from croupier.table.value import SETTLED
from croupier.table.words import endings, several

part = Part("blackjack", BlackjackClauses)


class Insure(Command, frozen=True, kw_only=True):
    """Wager up to half as much again that the dealer's second card counts ten."""

    area: int
    cents: Annotated[int | None, Asks("Insurance", "money", optional=True)] = None
    """Half the wager unless less is named."""
    player: str | None = None


class TakeEvenMoney(Command, frozen=True, kw_only=True):
    """Have a natural that meets an ace paid at even money."""

    area: int
    player: str | None = None


class Surrender(Command, frozen=True, kw_only=True):
    """Give up half the wager and the hand."""

    area: int
    player: str | None = None


class GoOn(Command, frozen=True, kw_only=True):
    """Let insurance, even money and surrender go by."""

    player: str | None = None


class Insured(Event, frozen=True, kw_only=True):
    """An insurance wager lies on the line."""

    area: int
    player: str
    cents: int


class EvenMoneyPaid(Event, frozen=True, kw_only=True):
    """A natural was paid at even money, and its wager is over."""

    area: int
    player: str
    settled: tuple[Settled, ...]


class HandSurrendered(Event, frozen=True, kw_only=True):
    """A marker lies on wagers of which half is given up."""

    area: int
    players: tuple[str, ...]


class EarlyChoicesPassed(Event, frozen=True, kw_only=True):
    """A player lets the early choices go by; `silent` when nobody said so."""

    player: str
    silent: bool = False


def wager_of(state: State, area: int, player: str) -> Wager | None:
    """The wager that a player's hand on an area is played for."""
    return next((each for each in state.bettors(area) if each.player == player), None)


def _asked_about(
    state: State, area: int, named: str | None, ctx: BankedContext[BlackjackClauses], cite: str
) -> Wager | Refusal:
    person = chooser(state, named, ctx)
    if isinstance(person, Refusal):
        return person
    if not early_open(state):
        return Refusal(Reason.NOT_NOW, (cite, "ruling 43"), {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    wager = wager_of(state, area, person.id)
    return wager if wager is not None else Refusal(Reason.NO_SUCH_WAGER, (cite,), {"area": area})


def _may_decide(command: Insure | TakeEvenMoney | Surrender | GoOn, who: Who, here: Here | None) -> str:
    """Who may still answer to the dealer's first card."""
    players = () if here is None else undecided(here.state)
    return f"{several(map(who, players)) if players else 'The player'} may answer the dealer's first card"


def _each_bettor(
    allowed: Callable[[State, Wager], bool], command: Callable[[State, Wager, str | None], Command]
) -> Callable[[State, BankedContext[BlackjackClauses]], Iterator[Command]]:
    """A command about each wager of which it may be given: one's own, or any that the house notes."""

    def found(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
        if not early_open(state):
            return
        for each in state.wagers:
            mine = each.player == ctx.by.id
            if (mine or not is_player(ctx)) and allowed(state, each):
                yield command(state, each, None if mine else each.player)

    return found


def _insurance(state: State, wager: Wager, player: str | None) -> Command:
    """Half the wager, or as much as is left."""
    return Insure(area=wager.area, cents=min(wager.at_risk // 2, state.stack(wager.player)), player=player)


@part.command(
    Insure,
    cites="insure",
    label="Insure",
    next=_may_decide,
    says=lambda c, who: f"Insure area {c.area}" + (f" for {dollars(c.cents)}" if c.cents else ""),
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    takes_part=True,
    examples=_each_bettor(may_insure, _insurance),
)
def insure(state: State, command: Insure, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Against an ace, up to half of what is at risk, before the first decision."""
    clauses = ctx.clauses
    wager = _asked_about(state, command.area, command.player, ctx, clauses.insure_in_time)
    if isinstance(wager, Refusal):
        return wager
    if not may_insure(state, wager):
        natural = state.terms.playing.pays_21_at_once and state.is_natural(wager.spot)
        reason = Reason.ALREADY if state.added(wager.spot, wager.player, Bet.INSURANCE) else Reason.FORBIDDEN
        under = (clauses.not_with_natural,) if natural else (clauses.insure, clauses.insurance_bet)
        return Refusal(reason, under, {"area": command.area})
    most = wager.at_risk // 2
    cents = most if command.cents is None else command.cents
    if not 1 <= cents <= most:
        return Refusal(Reason.LIMITS, ("BJ 8.1:Insurance", "ruling 44"), {"most": most, "offered": cents})
    if cents > state.stack(wager.player):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, (clauses.chips_only,), {"has": state.stack(wager.player)})
    return (
        Insured(
            area=wager.area,
            player=wager.player,
            cents=cents,
            moves=moves((f"stack:{wager.player}", "layout", cents)),
            under=(clauses.insurance_bet, clauses.insure, clauses.insure_in_time, "ruling 35"),
        ),
    )


@part.event(
    Insured,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} insures area {e.area} for {dollars(e.cents)}.",
    stakes=stakes_moved,
    aloud=True,
)
def insured(state: State, event: Insured) -> State:
    """The wager stands on its own until the dealer's second card."""
    state = state.with_decision(Choice.INSURED, spot(event.area), event.player)
    wager = Wager(event.area, Bet.INSURANCE, event.player, event.cents, event.cents)
    return advanced(replace(state, wagers=(*state.wagers, wager), chips=bank(state, event.moves)))


@part.command(
    TakeEvenMoney,
    cites="even_money",
    label="Even money",
    next=_may_decide,
    says=lambda c, who: f"Take even money on area {c.area}",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    takes_part=True,
    examples=_each_bettor(may_take_even_money, lambda _, each, player: TakeEvenMoney(area=each.area, player=player)),
)
def take_even_money(state: State, command: TakeEvenMoney, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """A natural against an ace, at the player's request."""
    cite = ctx.clauses.even_money
    wager = _asked_about(state, command.area, command.player, ctx, cite)
    if isinstance(wager, Refusal):
        return wager
    if side_bets_decided(state):
        return Refusal(Reason.NOT_NOW, ("BJ 15.6.2",), {"next": "the side bets"})
    if not may_take_even_money(state, wager):
        return Refusal(Reason.FORBIDDEN, (cite, "ruling 43"), {"area": command.area})
    cents = state.terms.chips.next_payable(wager.at_risk)
    rounded = (ctx.clauses.round_up, "ruling 3") if cents != wager.at_risk else ()
    insured = state.added(wager.spot, wager.player, Bet.INSURANCE) is not None
    after = (RULING_OF["even_money_after_insurance"],) if insured else ()
    under = (cite, "ruling 35", *after, *within(wager, ctx.clauses), *rounded)
    settled = (won(wager, Odds(1), cents, under),)
    return (EvenMoneyPaid(area=wager.area, player=wager.player, settled=settled, moves=moved(settled), under=(cite,)),)


@part.event(
    EvenMoneyPaid, value=SETTLED, audience=EVERYONE, says=lambda e, who: endings(e.settled, who, "Nothing"), aloud=True
)
def even_money_paid(state: State, event: EvenMoneyPaid) -> State:
    """That wager is over."""
    state = state.with_decision(Choice.EVEN_MONEY, spot(event.area), event.player)
    return advanced(with_endings(state, event.settled, event.moves))


def _why_not_surrender(state: State, wager: Wager, clauses: BlackjackClauses) -> Refusal:
    """The hand is none to surrender; or on a shared area its caller has not answered yet, or has let it go by."""
    caller = state.caller(wager.area) or ""
    callers = wager_of(state, wager.area, caller)
    if caller == wager.player or callers is None or not may_surrender(state, callers):
        return Refusal(Reason.FORBIDDEN, (clauses.surrender or clauses.act, "ruling 37"), {"area": wager.area})
    under = (clauses.surrender_follows, "ruling 42")
    if caller in undecided(state):
        return Refusal(Reason.NOT_NOW, under, {"next": "the answer of the one who decides", "area": wager.area})
    return Refusal(Reason.FORBIDDEN, under, {"area": wager.area})


@part.command(
    Surrender,
    under=lambda clauses, command: None,
    cites="surrender",
    label="Surrender",
    next=_may_decide,
    says=lambda c, who: f"Surrender area {c.area}",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    takes_part=True,
    examples=_each_bettor(may_surrender, lambda _, each, player: Surrender(area=each.area, player=player)),
)
def surrender(state: State, command: Surrender, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Two cards of less than 21 against the cards that the version names; who shares an area follows its caller."""
    clauses = ctx.clauses
    cite = clauses.surrender or clauses.act
    wager = _asked_about(state, command.area, command.player, ctx, cite)
    if isinstance(wager, Refusal):
        return wager
    if clauses.surrender and not interim_over(state):
        return Refusal(Reason.NOT_NOW, (clauses.surrender_after,), {"next": "the interim settlement"})
    if not may_surrender(state, wager):
        return _why_not_surrender(state, wager, clauses)
    players: tuple[str, ...] = (wager.player,)
    means = dict.fromkeys((clauses.surrender_means, clauses.surrender_after))
    under: Clauses = (cite, *means, clauses.surrender_marked)
    if state.terms.readings.surrender is Surrendered.BINDS_ALL:
        players = tuple(each.player for each in state.bettors(wager.area) if state.in_hand(each))
        under = (*under, "ruling 42")
    return (HandSurrendered(area=wager.area, players=players, under=under),)


@part.event(
    HandSurrendered,
    audience=EVERYONE,
    says=lambda e, who: f"{' and '.join(map(who, e.players))} surrender{'s' * (len(e.players) == 1)} area {e.area}.",
    aloud=True,
)
def hand_surrendered(state: State, event: HandSurrendered) -> State:
    """Half is taken when the round is settled; who shares the area may do the same now, and is asked again."""
    for player in event.players:
        state = state.with_decision(Choice.SURRENDERED, spot(event.area), player)
    given_up = {(event.area, player) for player in event.players}
    after = replace(state, surrendered=state.surrendered | given_up)
    sharing = state.bettors(event.area)
    anew = {each.player for each in sharing if may_surrender(after, each) and not may_surrender(state, each)}
    return advanced(replace(after, passed=state.passed - anew))


@part.command(
    GoOn,
    cites="act",
    label="No, thank you",
    next=_may_decide,
    says="Go on without",
    if_silent="nothing is insured, paid out or given up",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    examples=lambda state, ctx: [GoOn()] if is_player(ctx) else [GoOn(player=player) for player in undecided(state)],
)
def go_on(state: State, command: GoOn, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """For those who are asked."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    if person.id not in undecided(state):
        return Refusal(Reason.NOT_NOW, (ctx.clauses.act,), {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    under = (ctx.clauses.insure_in_time, *(("ruling 70",) if ctx.time_ran_out else ()))
    return (EarlyChoicesPassed(player=person.id, silent=ctx.time_ran_out, under=under),)


@part.event(
    EarlyChoicesPassed,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} {'said nothing, and goes on' if e.silent else 'goes on'}.",
)
def early_choices_passed(state: State, event: EarlyChoicesPassed) -> State:
    """One fewer to wait for."""
    state = state.with_decision(Choice.WENT_ON, NOWHERE, event.player)
    return advanced(replace(state, passed=state.passed | {event.player}))
