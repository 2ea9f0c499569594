"""The frame of every round: no more bets, and the cards taken up when everything is settled or void."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from croupier.money import Move
from croupier.table.contract import Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.people import after_betting, after_payment, bank
from croupier.table.state import Settled, Stage, TableState, Wager
from croupier.table.voiding import RoundVoided
from croupier.table.wagers import lapsed

part = Part()
StateT = TypeVar("StateT", bound=TableState)


class AnnounceNoMoreBets(Command, frozen=True, kw_only=True):
    """Say that no more bets may be placed."""


class CollectCards(Command, frozen=True, kw_only=True):
    """Take up the cards; the round is over."""


class PlayerAdvised(Event, frozen=True, kw_only=True):
    """A player has been told that further wagers under the minimum go back whatever happens."""

    player: str


class BetsClosed(Event, frozen=True, kw_only=True):
    """No more bets: the round has its number, and each wager what of it is at risk."""

    round: int
    terms_version: int
    wagers: tuple[Wager, ...]


class RoundClosed(Event, frozen=True, kw_only=True):
    """The cards are taken up and everything is settled."""

    round: int
    cards: int


@part.decides(AnnounceNoMoreBets, rank="no_more_bets")
def announce_no_more_bets(state: TableState, command: AnnounceNoMoreBets, ctx: Context) -> Decision:
    """Settles what each wager stands for: under the minimum, over the maximum, or as it lies."""
    clauses = ctx.clauses
    if state.stage is not Stage.BETTING:
        return Refusal(Reason.NOT_NOW, (clauses.no_more_bets,), {"stage": state.stage.value})
    refusal = state.obstacle(clauses)
    if refusal is not None:
        return refusal
    if not state.to_deal():
        return Refusal(Reason.NOT_NOW, clauses.nothing_to_deal, {"wagers": 0})
    standing, advised = [], list[str]()
    for wager in state.wagers:
        limits = state.limits_for(wager)
        sent_back = False
        if wager.cents < limits.minimum and not clauses.low_wagers_stand:
            sent_back = wager.player in state.advised or wager.player in advised
            if not sent_back:
                advised.append(wager.player)
        standing.append(replace(wager, at_risk=0 if sent_back else limits.at_risk(wager.cents), sent_back=sent_back))
    told = tuple(PlayerAdvised(player=player, under=(clauses.under_minimum, "ruling 2")) for player in advised)
    closed = BetsClosed(
        round=state.round + 1,
        terms_version=state.terms_version,
        wagers=tuple(standing),
        under=(clauses.no_more_bets,),
    )
    return (*lapsed(state, clauses), *told, closed)


@part.evolves(PlayerAdvised)
def player_advised(state: StateT, event: PlayerAdvised) -> StateT:
    """Remembered as long as the table is."""
    return replace(state, advised=state.advised | {event.player})


@part.evolves(BetsClosed)
def bets_closed(state: StateT, event: BetsClosed) -> StateT:
    """The round has begun."""
    people = after_betting(state)
    return replace(state, stage=Stage.NO_MORE_BETS, round=event.round, wagers=event.wagers, people=people, results=())


@part.decides(CollectCards, rank="dealing")
def collect_cards(state: TableState, command: CollectCards, ctx: Context) -> Decision:
    """Only when everything is settled."""
    if state.stage is not Stage.SETTLED:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.clear_losers,), {"stage": state.stage.value})
    return (round_over(state, ctx.clauses),)


def round_over(state: TableState, clauses: Any) -> RoundClosed:
    """The event of a settled round whose cards are taken up."""
    cards = len(state.cards_on_table()) + state.face_down()
    return RoundClosed(round=state.round, cards=cards, under=(clauses.clear_losers, clauses.pay_winners))


@part.evolves(RoundClosed)
def round_closed(state: StateT, event: RoundClosed) -> StateT:
    """Betting opens for the next round."""
    results = tuple(each.settled for each in state.wagers if each.settled is not None)
    won = ((each.player, each.paid) for each in results if each.paid)
    return replace(state, people=after_payment(state, won), results=results).cleared()


@part.evolves(RoundVoided)
def round_voided(state: StateT, event: RoundVoided) -> StateT:
    """The money is back with its owners and the cards are taken up."""
    return replace(state, chips=bank(state, event.moves), round=event.round, results=()).cleared()


def with_endings(state: StateT, settled: tuple[Settled, ...], made: tuple[Move, ...]) -> StateT:
    """The table once these wagers have ended."""
    endings = {(each.area, each.bet, each.player): each for each in settled}
    wagers = tuple(
        each if each.settled or each.key not in endings else replace(each, settled=endings[each.key])
        for each in state.wagers
    )
    return replace(state, wagers=wagers, chips=bank(state, made))
