"""Acts before their turn at a real table: what stands, and what becomes of it when the turn comes (CP 6.18)."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.games.crown_poker.acting import at_turn, binding, bounds_of
from croupier.games.crown_poker.actions import calls, check_of, fold_of, raises, without_early
from croupier.games.crown_poker.betting import read_chips, whole_raise
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.held_up import why_held_up
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.raise_clauses import why_no_raise, why_not_to
from croupier.games.crown_poker.state import Act, Contender, Early, Play, State
from croupier.money import dollars
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.fields import Asks
from croupier.table.people import subject

part = Part("crown-poker", PokerClauses)


class ActEarly(Command, frozen=True, kw_only=True):
    """Note that a player acted before their turn; for a bet or raise, what it comes to in this round."""

    act: Act
    player: str
    to: Annotated[int, Asks("Bet or raise to", "money", always=False)] = 0


class ReadEarlyAct(Command, frozen=True, kw_only=True):
    """Have what a player did before their turn count, now that the turn has come."""


class ActedEarly(Event, frozen=True, kw_only=True):
    """A player has acted before their turn; the chips lie in front of them."""

    player: str
    early: Early


def _why_not_early(state: State, play: Play | None, player: str, ctx: Context[PokerClauses]) -> Contender | Refusal:
    clauses = ctx.clauses
    cite: Clauses = (clauses.declared, clauses.early_stands)
    who = None if play is None else play.of(player)
    if play is None or who is None or who.seat not in play.asked[1:]:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if not state.is_real:
        return Refusal(Reason.FORBIDDEN, cite, {"turns": "are kept by the table"})
    if player in state.excluded:
        return Refusal(Reason.EXCLUDED, (clauses.exclude, "ruling 14"))
    if play.early_of(who.seat) is not None:
        return Refusal(Reason.ALREADY, cite)
    return why_held_up(state, clauses) or who


@part.command(
    ActEarly,
    label="Action out of turn",
    words="early acted before turn",
    says=lambda c, who: f"{who(c.player)} acts out of turn: {c.act.value}",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [
        ActEarly(act=act, player=state.play.at(seat).player)
        for seat in (() if state.play is None else state.play.asked[1:])
        for act in (Act.CHECK, Act.CALL, Act.FOLD)
    ],
)
def act_early(state: State, command: ActEarly, ctx: Context[PokerClauses]) -> Decision:
    """A check where nothing stands against it, a call, a raise within the limits; a fold is one at once."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    play = state.play
    who = _why_not_early(state, play, person.id, ctx)
    if isinstance(who, Refusal) or play is None:
        return who if isinstance(who, Refusal) else Refusal(Reason.NOT_NOW, (ctx.clauses.declared,))
    clauses, level = ctx.clauses, play.betting.level
    now = at_turn(state, play, who)
    to = who.bet
    under: Clauses = (clauses.early_stands,)
    match command.act:
        case Act.CHECK:
            if now.owed:
                return Refusal(Reason.FORBIDDEN, (clauses.check,), {"to call": now.owed})
            under = (clauses.early_check,)
        case Act.CALL:
            level = _to_be_called(play, who)
            if level <= who.bet:
                return Refusal(Reason.FORBIDDEN, (clauses.call,), {"to call": 0})
            to = min(level, who.bet + now.chips)
        case Act.RAISE:
            to = command.to
            bounds = bounds_of(state, now)
            if bounds is None:
                return why_no_raise(state, now, clauses)
            refusal = why_not_to(state, now, bounds, to, clauses)
            if refusal is not None:
                return replace(refusal, under=(*refusal.under, clauses.early_stands))
            if to < who.bet + now.chips and (to - who.bet) % state.terms.chips.smallest:
                return Refusal(Reason.CHIPS_ONLY, (clauses.chips_only, clauses.early_stands), {"chips": to - who.bet})
        case Act.FOLD:  # the cards have gone to the dealer, whoever acts before
            return fold_of(state, now, (clauses.declared, clauses.fold), clauses)
    all_in = command.act in (Act.CALL, Act.RAISE) and to == who.bet + now.chips
    early = Early(who.seat, command.act, to, level, all_in)
    return (ActedEarly(player=who.player, early=early, under=(clauses.declared, *under)),)


def _to_be_called(play: Play, who: Contender) -> int:
    """What a call comes to: bets made out of turn too, of those whose turn comes before."""
    before = play.asked[: play.asked.index(who.seat)]
    return max([play.betting.level, *[each.to for each in play.early if each.seat in before]])


def _said(early: Early) -> str:
    return f"{early.act.value} to {dollars(early.to)}" if early.act in (Act.CALL, Act.RAISE) else early.act.value


@part.event(
    ActedEarly,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} acts out of turn: {_said(e.early)}.",
    aloud=True,
)
@remembered
def acted_early(state: State, event: ActedEarly) -> State:
    """Remembered until the turn comes; who checked has given up betting and raising in this round."""
    play, early = state.play, event.early
    assert play is not None
    contenders = play.contenders
    if early.act is Act.CHECK:
        contenders = tuple([replace(each, barred=True) if each.seat == early.seat else each for each in contenders])
    return replace(state, play=replace(play, contenders=contenders, early=(*play.early, early)))


@part.command(
    ReadEarlyAct,
    under="dealing",
    label="Read the early act",
    next="What was done out of turn counts",
    desk=Desk.DEAL,
    pace=Pace.CARD,
)
def read_early_act(state: State, command: ReadEarlyAct, ctx: Context[PokerClauses]) -> Decision:
    """As it was meant where nobody has bet since; as silent chips where somebody has bet less."""
    play, clauses = state.play, ctx.clauses
    who = None if play is None or not play.asked else play.at(play.asked[0])
    early = None if play is None or who is None else binding(play, who)
    if play is None or who is None or early is None:
        return Refusal(Reason.NOT_NOW, (clauses.declared,), {"early acts": 0 if play is None else len(play.early)})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    freed = replace(state, play=replace(play, early=without_early(play, who.seat)))
    assert freed.play is not None
    level = play.betting.level
    now = at_turn(state, freed.play, who)
    cite: Clauses = (clauses.early_stands, clauses.declared)
    if early.act is Act.CHECK:
        return check_of(freed, now, (clauses.early_check,), clauses)
    if level > early.to:
        return calls(freed, now, (clauses.early_all_in, clauses.declared), clauses)
    if level == early.to or early.act is Act.CALL:
        return calls(freed, now, cite, clauses) if now.owed else check_of(freed, now, cite, clauses)
    bounds = bounds_of(freed, now)
    if level == early.level and bounds is not None:
        return raises(freed, now, early.to, cite, clauses)
    step = None if early.all_in else whole_raise(state.setting.limit, play.betting)
    read = None if bounds is None else read_chips(play.betting, bounds, bet=who.bet, laid=early.to - who.bet, step=step)
    if read is None or read.raises_to is None:
        return calls(freed, now, (*cite, clauses.silent_raise, "ruling 121"), clauses)
    return raises(freed, now, read.raises_to, (*cite, clauses.silent_raise, "ruling 121"), clauses)
