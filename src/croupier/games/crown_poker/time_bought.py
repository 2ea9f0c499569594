"""More time to act: a player whose turn it is may buy some, as often and for the fee that the sign says."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.crown_poker.acting import acting, in_turn
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import State
from croupier.money import moves
from croupier.table.accounts import wallet
from croupier.table.contract import Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.people import bank
from croupier.table.words import amount_moved

part = Part("crown-poker", PokerClauses)


class BuyTime(Command, frozen=True, kw_only=True):
    """Buy more time to act, with money that is not on the table."""

    player: str | None = None


class TimeBought(Event, frozen=True, kw_only=True):
    """A player has more time to act."""

    seat: int
    player: str
    seconds: int


@part.command(
    BuyTime,
    label="Buy time",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    examples=in_turn(lambda state, player: iter((BuyTime(player=player),))),
)
def buy_time(state: State, command: BuyTime, ctx: Context[PokerClauses]) -> Decision:
    """In one's own turn, as often as the sign allows; stakes on the table are not touched."""
    now, clauses, setting = acting(state, command.player, ctx), ctx.clauses, state.setting
    if isinstance(now, Refusal):
        return now
    cite = (clauses.buy_time, clauses.time_sign)
    if now.who.extended >= setting.extra_times:
        return Refusal(Reason.LIMITS, cite, {"bought": now.who.extended, "most": setting.extra_times})
    player = now.who.player
    paid = moves((wallet(player), state.takes_to, setting.extra_fee))
    return (TimeBought(seat=now.who.seat, player=player, seconds=setting.extra_seconds, moves=paid, under=cite),)


@part.event(
    TimeBought,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} buys {e.seconds} seconds{f' for {amount_moved(e)}' if e.moves else ''}.",
    aloud=True,
)
def time_bought(state: State, event: TimeBought) -> State:
    """The turn goes on as another, with what was left of its time and what was bought."""
    play = state.play
    assert play is not None
    who = play.at(event.seat)
    longer = replace(who, extended=who.extended + 1, extended_at=(play.street, play.betting.level))
    contenders = tuple([longer if each is who else each for each in play.contenders])
    return replace(state, chips=bank(state, event.moves), play=replace(play, contenders=contenders))
