"""Straddles: the player beyond the last blind may post twice as much before the cards, and then speaks last."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.games.crown_poker.betting import Betting
from croupier.games.crown_poker.blinds import may_straddle
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.state import Before, Contender, State
from croupier.games.crown_poker.terms import LimitKind
from croupier.money import Move, dollars, in_money
from croupier.table.accounts import pot, stack
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Examples, Part
from croupier.table.engine import Context
from croupier.table.examples import is_player
from croupier.table.fields import Asks
from croupier.table.people import bank, subject

part = Part("crown-poker", PokerClauses)


class Straddle(Command, frozen=True, kw_only=True):
    """Post twice the last blind before the cards come; at a real table what was put there may be said."""

    player: str | None = None
    cents: Annotated[int | None, Asks(in_money("What lies there"), "money", optional=True, always=False)] = None


class DeclineStraddle(Command, frozen=True, kw_only=True):
    """Let the cards come without a straddle."""

    player: str | None = None


class Straddled(Event, frozen=True, kw_only=True):
    """A player has posted an over-blind."""

    seat: int
    player: str
    cents: int


class StraddleDeclined(Event, frozen=True, kw_only=True):
    """Nobody straddles, or nobody more."""

    seat: int
    player: str


def _asked(state: State, player: str | None, ctx: Context[PokerClauses]) -> Contender | Refusal:
    """The one who may straddle now."""
    person = subject(state, player, ctx)
    if isinstance(person, Refusal):
        return person
    play, cite = state.play, (ctx.clauses.straddle, ctx.clauses.over_blinds)
    if play is None or not play.straddler:
        return Refusal(Reason.NOT_NOW, cite, {"straddles": state.setting.straddles})
    who = play.at(play.straddler)
    if who.player != person.id:
        return Refusal(Reason.NOT_YOURS, cite, {"turn": who.player})
    return ctx.rules.why_not_go_on(state) or who


def _example(command: type[Straddle] | type[DeclineStraddle]) -> Examples:
    def found(state: State, ctx: Context[PokerClauses]) -> tuple[Command, ...]:
        if state.play is None or not state.play.straddler:
            return ()
        player = state.play.at(state.play.straddler).player
        if is_player(ctx):
            return (command(),) if ctx.by.id == player else ()
        return (command(player=player),)

    return found


@part.command(
    Straddle,
    label="Straddle",
    next="The player beyond the last blind may straddle",
    desk=Desk.DEAL,
    pace=Pace.ANSWER,
    examples=_example(Straddle),
)
def straddle(state: State, command: Straddle, ctx: Context[PokerClauses]) -> Decision:
    """Twice the big blind, or twice the straddle before."""
    who, clauses = _asked(state, command.player, ctx), ctx.clauses
    if isinstance(who, Refusal):
        return who
    play = state.play
    assert play is not None
    cents = state.setting.big_blind << play.straddles + 1
    if command.cents is not None and command.cents != cents:
        size = clauses.over_blinds if play.straddles else clauses.straddle
        return Refusal(Reason.LIMITS, (size,), {"offered": command.cents, "straddle": cents})
    under: Clauses = (clauses.straddle, clauses.straddler_last, clauses.straddle_uncounted)
    ruling = "ruling 123" if play.straddles and not state.terms.readings.straddle_is_the_raise else "ruling 118"
    under = under if state.setting.limit.kind is LimitKind.FIXED else (*under, ruling)
    return (
        Straddled(
            seat=who.seat,
            player=who.player,
            cents=cents,
            moves=(Move(stack(who.player), pot(), cents),),
            under=(*under, clauses.over_blinds) if play.straddles else under,
        ),
    )


@part.event(
    Straddled,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} straddles for {dollars(e.cents)}.",
    aloud=True,
)
@remembered
def straddled(state: State, event: Straddled) -> State:
    """It is what it takes to stay in, and a raise by what it adds to the bet before it (rulings 118 and 123)."""
    play = state.play
    assert play is not None
    chips, count = bank(state, event.moves), play.straddles + 1
    who = play.at(event.seat)
    last = replace(who, bet=who.bet + event.cents, put=who.put + event.cents)
    contenders = play.others_and(last)
    structured = state.setting.limit.kind is LimitKind.FIXED  # a straddle does not change the structure (CP 6.5.1)
    added = event.cents if state.terms.readings.straddle_is_the_raise else event.cents - play.betting.level
    least = play.betting.least if structured else max(added, play.betting.least)
    play = replace(
        play,
        contenders=contenders,
        betting=Betting(event.cents, event.cents, least, 0),
        bettor=event.seat,
        raised_from=(*play.raised_from, Before(play.betting, (), play.bettor)),
        straddles=count,
        straddler=may_straddle(state, contenders, chips, event.seat, count),
    )
    return replace(state, chips=chips, play=play)


@part.command(
    DeclineStraddle,
    label="No straddle",
    next="The player beyond the last blind may straddle",
    desk=Desk.DEAL,
    pace=Pace.ANSWER,
    examples=_example(DeclineStraddle),
)
def decline_straddle(state: State, command: DeclineStraddle, ctx: Context[PokerClauses]) -> Decision:
    """The cards come."""
    who = _asked(state, command.player, ctx)
    if isinstance(who, Refusal):
        return who
    return (StraddleDeclined(seat=who.seat, player=who.player, under=(ctx.clauses.straddle,)),)


@part.event(StraddleDeclined, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} does not straddle.")
@remembered
def straddle_declined(state: State, event: StraddleDeclined) -> State:
    """Nobody is asked any more."""
    assert state.play is not None
    return replace(state, play=replace(state.play, straddler=0))
