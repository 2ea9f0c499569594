"""The frame of every round: no more bets, and the cards taken up when everything is settled or void."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec.structs import replace

from croupier.money import Move
from croupier.table.bounds import those_here
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Ends, Part, named_by
from croupier.table.people import after_betting, after_payment, bank
from croupier.table.rules import BankedContext, BankedRules, TableClauses
from croupier.table.state import BankedTable, Settled, Stage, Wager
from croupier.table.tournaments.reserved_play import is_the_rest
from croupier.table.tournaments.secret_wagers import opened
from croupier.table.uncounted import not_a_hand
from croupier.table.value import SETTLED
from croupier.table.voiding import RoundVoided
from croupier.table.wagers import lapsed
from croupier.table.words import count, counted


@dataclass(frozen=True, kw_only=True)
class RoundClauses(TableClauses):
    """What a book says of the frame of every round."""

    no_more_bets: str
    nothing_to_deal: Clauses
    clear_losers: str
    pay_winners: str
    under_minimum: str
    low_wagers_stand: bool = False
    """Whether a wager found under the minimum is simply valid; otherwise only the first of each player is."""
    over_maximum: str
    spoken: str = ""


part = Part("rounds", RoundClauses)
StateT = TypeVar("StateT", bound=BankedTable)


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


@part.command(
    AnnounceNoMoreBets,
    under="no_more_bets",
    label="No more bets",
    words="close betting stop wagers rien",
    next="Bets are open until the dealer calls",
    if_silent="no more bets",
    desk=Desk.DEAL,
    pace=Pace.BETTING,
)
def announce_no_more_bets(
    state: BankedTable, command: AnnounceNoMoreBets, ctx: BankedContext[RoundClauses]
) -> Decision:
    """Settles what each wager stands for: under the minimum, over the maximum, or as it lies."""
    clauses = ctx.clauses
    if state.stage is not Stage.BETTING:
        return Refusal(Reason.NOT_NOW, (clauses.no_more_bets,), {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    revealed, state = opened(state, ctx)
    if not ctx.rules.areas_to_deal(state):
        return revealed or Refusal(Reason.NOT_NOW, clauses.nothing_to_deal, {"wagers": 0})
    standing, advised = [], list[str]()
    for wager in state.wagers:
        low, sent_back = ctx.rules.is_low(state, wager) and not is_the_rest(state, wager), False
        if low and not clauses.low_wagers_stand:
            sent_back = wager.player in state.advised  # all that was laid before the advice stands
            if not sent_back and wager.player not in advised:
                advised.append(wager.player)
        at_risk = 0 if sent_back else ctx.rules.at_risk(state, wager)
        stands: Clauses = (clauses.under_minimum, "ruling 2") if low and not sent_back else ()
        standing.append(replace(wager, at_risk=at_risk, sent_back=sent_back, stands=stands))
    told = tuple(
        PlayerAdvised(player=player, under=(clauses.under_minimum, "ruling 2", "ruling 9")) for player in advised
    )
    closed = BetsClosed(
        round=state.round + 1,
        terms_version=state.terms_version,
        wagers=ctx.rules.standing(tuple(standing)),
        under=(clauses.no_more_bets,),
    )
    return (*revealed, *lapsed(state, clauses.spoken), *told, closed)


@part.event(
    PlayerAdvised,
    audience=named_by("player"),
    notice=True,
    says=lambda e, who: f"{who(e.player)} is told that further wagers under the minimum go back whatever happens.",
)
def player_advised(state: StateT, event: PlayerAdvised) -> StateT:
    """Remembered as long as the table is, unless they have gone and many others were told since."""
    return replace(state, advised=those_here(state.advised, event.player, state.people))


@part.event(
    BetsClosed,
    audience=EVERYONE,
    says=lambda e, who: f"No more bets: round {e.round} has {count(len(e.wagers), 'wager')}.",
    aloud=True,
    stakes=lambda e: [(each.player, each.cents) for each in e.wagers],
    begins=True,
)
def bets_closed(state: StateT, event: BetsClosed) -> StateT:
    """The round has begun."""
    people = after_betting(state)
    return replace(state, stage=Stage.NO_MORE_BETS, round=event.round, wagers=event.wagers, people=people, results=())


@part.command(
    CollectCards,
    under="dealing",
    label="Collect the cards",
    next="The dealer collects the cards",
    desk=Desk.DEAL,
    pace=Pace.LOOKING,
)
def collect_cards(state: BankedTable, command: CollectCards, ctx: BankedContext[RoundClauses]) -> Decision:
    """Only when everything is settled."""
    if state.stage is not Stage.SETTLED:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.clear_losers,), {"stage": state.stage.value})
    return ctx.rules.why_not_close(state) or (round_over(state, ctx.clauses),)


def round_over(state: BankedTable, clauses: RoundClauses) -> RoundClosed:
    """The event of a settled round whose cards are taken up."""
    cards = len(state.cards_on_table()) + state.face_down()
    return RoundClosed(round=state.round, cards=cards, under=(clauses.clear_losers, clauses.pay_winners))


@part.event(
    RoundClosed,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: f"Round {e.round} is over and {counted(e.cards, 'card')} taken up.",
    ends=Ends.SETTLED,
)
def round_closed(state: StateT, event: RoundClosed, rules: BankedRules[Any, Any]) -> StateT:
    """Betting opens for the next round."""
    wagers = (*state.wagers, *state.left_behind)
    results = tuple(each.settled for each in wagers if each.settled is not None)
    settled = ((each, each.settled) for each in wagers if each.settled is not None and each.player in state.people)
    won = ((each.player, ending.paid - each.held) for each, ending in settled if ending.paid > each.held)
    over: StateT = replace(state, people=after_payment(state, won), results=results)
    cleared: StateT = rules.cleared(over)
    return next_round(cleared)


@part.evolves(RoundVoided)
def round_voided(state: StateT, event: RoundVoided, rules: BankedRules[Any, Any]) -> StateT:
    """The money is back with its owners and the cards are taken up."""
    void: StateT = replace(state, chips=bank(state, event.moves), round=event.round, results=())
    cleared: StateT = rules.cleared(not_a_hand(void, event.round) if event.misdeal else void)
    return next_round(cleared)


def next_round(state: StateT) -> StateT:
    """The table with the limits that were posted for the next round in force, and nothing left behind of the last."""
    if state.left_behind:
        state = replace(state, left_behind=())
    return state.with_coming_limits()


def with_endings(state: StateT, settled: tuple[Settled, ...], made: tuple[Move, ...]) -> StateT:
    """The table once these wagers have ended."""
    endings = {each.key: each for each in settled}
    areas = {each.area for each in settled}
    wagers = tuple(
        [
            each
            if each.area not in areas or each.settled is not None or each.key not in endings
            else replace(each, settled=endings[each.key])
            for each in state.wagers
        ]
    )
    return replace(state, wagers=wagers, chips=bank(state, made))
