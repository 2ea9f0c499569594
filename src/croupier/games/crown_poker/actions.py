"""What a player does in turn: check, call, bet or raise, fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.crown_poker.absent import counted, dealt_out
from croupier.games.crown_poker.acting import Acting, acting, asked_bounds, bounds_of, in_turn
from croupier.games.crown_poker.betting import Betting, raised
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.collecting import betting_over
from croupier.games.crown_poker.flow import still_asked
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.raise_clauses import (
    all_in_clauses,
    counted_clauses,
    size_clauses,
    why_no_raise,
    why_not_to,
)
from croupier.games.crown_poker.state import Before, Contender, Early, Play, State
from croupier.games.crown_poker.terms import STREETS
from croupier.money import Move, dollars, in_money
from croupier.table.accounts import pot, stack
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.engine import Context
from croupier.table.fields import Asks
from croupier.table.people import bank

part = Part("crown-poker", PokerClauses)
MAIN_POT = pot()


class Check(Command, frozen=True, kw_only=True):
    """Stay in without a bet."""

    player: str | None = None


class CallBet(Command, frozen=True, kw_only=True):
    """Match what was bet, or put in all one has left."""

    player: str | None = None


def _bound(side: int) -> Callable[[State], int]:
    def found(state: State) -> int:
        bounds = asked_bounds(state)
        return bounds[side] if bounds is not None else 0

    return found


class Raise(Command, frozen=True, kw_only=True):
    """Bet or raise to an amount: all that one then has bet in this round."""

    to: Annotated[int, Asks(in_money("Bet or raise to"), "money", low=_bound(0), high=_bound(1))]
    player: str | None = None


class Fold(Command, frozen=True, kw_only=True):
    """Give up the hand."""

    player: str | None = None


class Checked(Event, frozen=True, kw_only=True):
    """A player has checked."""

    seat: int
    player: str
    silent: bool = False
    """Whether it is because the time had run out."""


class Called(Event, frozen=True, kw_only=True):
    """A player has put in what it takes to stay in, or all there was."""

    seat: int
    player: str
    cents: int
    all_in: bool = False


class Raised(Event, frozen=True, kw_only=True):
    """A player has bet or raised; `betting` is where that leaves the round."""

    seat: int
    player: str
    to: int
    cents: int
    betting: Betting
    reopened: bool = True
    """Whether everyone may raise again; those who had acted may only call if not."""
    all_in: bool = False
    opens: bool = False
    """Whether it is the first bet of the round."""


class Folded(Event, frozen=True, kw_only=True):
    """A player has given up the hand."""

    seat: int
    player: str
    silent: bool = False
    """Whether it is because the time had run out."""


def _raises(state: State, player: str | None) -> Iterator[Command]:
    bounds = asked_bounds(state)
    if bounds is not None:
        yield from (Raise(to=to, player=player) for to in dict.fromkeys(bounds))


def _to_act(command: Command, who: Who, here: Here | None) -> str:
    play = None if here is None else here.state.play
    return f"{who(play.at(play.asked[0]).player) if play and play.asked else 'The player'} is to act"


def ended(event: Event, after: State, clauses: PokerClauses) -> tuple[Event, ...]:
    """The event, and the end of the betting where nobody is to act any more after it."""
    play = after.play
    return (event,) if play is not None and play.asked else (event, betting_over(after, clauses))


@part.command(
    Check,
    label="Check",
    next=_to_act,
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=in_turn(lambda state, player: iter((Check(player=player),))),
)
def check(state: State, command: Check, ctx: Context[PokerClauses]) -> Decision:
    """With nothing to match; the last blind too, where nobody has raised."""
    now, clauses = acting(state, command.player, ctx), ctx.clauses
    if isinstance(now, Refusal):
        return now
    if now.owed:
        return Refusal(Reason.FORBIDDEN, (clauses.check,), {"to call": now.owed})
    under: Clauses = (clauses.checking, STREETS[now.play.street].open)
    if ctx.time_ran_out:
        under = (clauses.time, "ruling 70")
    elif not now.play.street:
        under = (*under, "ruling 61")
    return check_of(state, now, under, clauses, silent=ctx.time_ran_out)


def check_of(
    state: State, now: Acting, under: Clauses, clauses: PokerClauses, *, silent: bool = False
) -> tuple[Event, ...]:
    """The check of the one who acts, which the silent do too."""
    event = Checked(seat=now.who.seat, player=now.who.player, silent=silent, under=under)
    found = (event,) if len(now.play.asked) > 1 else ended(event, checked(state, event), clauses)
    return (*found, *dealt_out(state, event.player, clauses)) if silent else found


@part.event(
    Checked,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} {'has let the time run out and so checks' if e.silent else 'checks'}.",
    aloud=True,
)
@remembered
def checked(state: State, event: Checked) -> State:
    """The next player is asked."""
    play = state.play
    assert play is not None
    seat = event.seat
    asked, early = without_seat(play.asked, seat), without_early(play, seat)
    state = counted(state, event.player, silent=event.silent)
    return replace(state, play=replace(play, asked=asked, acted=_with(play.acted, seat), early=early))


def without_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The seats without one of them, mostly the first."""
    return seats[1:] if seats and seats[0] == seat else tuple([each for each in seats if each != seat])


def without_early(play: Play, seat: int) -> tuple[Early, ...]:
    """What others did before their turn, once the turn of a seat has come and gone."""
    return tuple([each for each in play.early if each.seat != seat]) if play.early else ()


def _with(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return seats if seat in seats else (*seats, seat)


@part.command(
    CallBet,
    label="Call",
    next=_to_act,
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=in_turn(lambda state, player: iter((CallBet(player=player),))),
)
def call(state: State, command: CallBet, ctx: Context[PokerClauses]) -> Decision:
    """Exactly what was bet, or all one has."""
    now = acting(state, command.player, ctx)
    return now if isinstance(now, Refusal) else calls(state, now, (ctx.clauses.calling, ctx.clauses.call), ctx.clauses)


def calls(state: State, now: Acting, under: Clauses, clauses: PokerClauses) -> Decision:
    """The call of the one who acts."""
    if not now.owed:
        return Refusal(Reason.FORBIDDEN, (clauses.call,), {"to call": 0})
    cents, player = min(now.owed, now.chips), now.who.player
    all_in = cents == now.chips
    event = Called(
        seat=now.who.seat,
        player=player,
        cents=cents,
        all_in=all_in,
        moves=(Move(stack(player), MAIN_POT, cents),),
        under=(*under, clauses.all_in) if all_in else under,
    )
    return (event,) if len(now.play.asked) > 2 else ended(event, called(state, event), clauses)


def _all_in(event: Called | Raised) -> str:
    return " and is all in" if event.all_in else ""


@part.event(
    Called,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} calls {dollars(e.cents)}{_all_in(e)}.",
    aloud=True,
)
@remembered
def called(state: State, event: Called) -> State:
    """The chips lie before the player, and the next is asked."""
    state = counted(state, event.player, silent=False)
    play, seat, cents = state.play, event.seat, event.cents
    assert play is not None
    contenders = play.others_and(play.at(seat).puts_in(cents, play.street))
    chips = bank(state, event.moves)
    play = replace(
        play,
        contenders=contenders,
        asked=still_asked(chips, contenders, without_seat(play.asked, seat)),
        acted=_with(play.acted, seat),
        called=play.bettor or play.called,
        early=without_early(play, seat),
    )
    return replace(state, chips=chips, play=play)


@part.command(
    Raise,
    label="Bet or raise",
    says=lambda c, who: f"Bet or raise to {dollars(c.to)}",
    next=_to_act,
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=in_turn(_raises),
)
def raise_(state: State, command: Raise, ctx: Context[PokerClauses]) -> Decision:
    """Within the limits, in whole chips; less than the least only with all one has."""
    now = acting(state, command.player, ctx)
    if isinstance(now, Refusal):
        return now
    return raises(state, now, command.to, (ctx.clauses.raising, STREETS[now.play.street].open), ctx.clauses)


def raises(state: State, now: Acting, to: int, under: Clauses, clauses: PokerClauses) -> Decision:
    """The bet or raise of the one who acts to an amount."""
    bounds, limit = bounds_of(state, now), state.setting.limit
    if bounds is None:
        return why_no_raise(state, now, clauses)
    refusal = why_not_to(state, now, bounds, to, clauses)
    if refusal is not None:
        return refusal
    all_in = to == now.who.bet + now.chips
    cents = to - now.who.bet
    if not all_in and cents % state.terms.chips.smallest:
        return Refusal(Reason.CHIPS_ONLY, (clauses.chips_only,), {"chips": cents})
    after = raised(limit, now.play.street, now.play.betting, to, add_up=state.terms.readings.short_all_ins_add_up)
    counted = counted_clauses(state, now, clauses)
    short = all_in_clauses(state, now, after, to, clauses) if all_in else ()
    event = Raised(
        seat=now.who.seat,
        player=now.who.player,
        to=to,
        cents=cents,
        betting=after.betting,
        reopened=after.reopened,
        all_in=all_in,
        opens=not now.play.betting.level,
        moves=(Move(stack(now.who.player), MAIN_POT, cents),),
        under=(*under, *size_clauses(state, now, bounds, clauses), *counted, *short),
    )
    return (event,)


def _said(event: Raised, who: Who) -> str:
    does = "bets" if event.opens else "raises to"
    return f"{who(event.player)} {does} {dollars(event.to)}{_all_in(event)}."


@part.event(Raised, audience=EVERYONE, says=_said, aloud=True)
@remembered
def raised_to(state: State, event: Raised) -> State:
    """Everyone else with chips is asked, those who had acted only to call where the betting is not open again."""
    state = counted(state, event.player, silent=False)
    play, seat = state.play, event.seat
    assert play is not None
    chips = bank(state, event.moves)
    waiting = play.asked
    contenders, first, later = list[Contender](), list[int](), list[int]()
    asked = later  # those before the one who raised are asked after those behind
    for each in play.contenders:
        now = each
        if each.seat == seat:
            now = each.puts_in(event.cents, play.street, only_calls=False)
            asked = first
        elif not each.folded and f"stack:{each.player}" in chips:
            asked.append(each.seat)
            only_calls = not event.reopened and (each.only_calls or each.seat not in waiting)
            if only_calls is not each.only_calls:
                now = replace(each, only_calls=only_calls)
        contenders.append(now)
    return replace(
        state,
        chips=chips,
        play=replace(
            play,
            contenders=tuple(contenders),
            betting=event.betting,
            asked=(*first, *later),
            acted=_with(play.acted, seat),
            bettor=seat,
            raised_from=(*play.raised_from, Before(play.betting, waiting, play.bettor)),
            early=without_early(play, seat),
        ),
    )


@part.command(
    Fold,
    label="Fold",
    next=_to_act,
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=in_turn(lambda state, player: iter((Fold(player=player),))),
)
def fold(state: State, command: Fold, ctx: Context[PokerClauses]) -> Decision:
    """The cards go face down to the dealer; what was put in stays in the pot."""
    now, clauses = acting(state, command.player, ctx), ctx.clauses
    if isinstance(now, Refusal):
        return now
    under: Clauses = (clauses.time, "ruling 70") if ctx.time_ran_out else (clauses.fold, clauses.fold_means)
    return fold_of(state, now, under, clauses, silent=ctx.time_ran_out)


def fold_of(
    state: State, now: Acting, under: Clauses, clauses: PokerClauses, *, silent: bool = False
) -> tuple[Event, ...]:
    """The fold of the one who acts, or the dead hand of the silent."""
    event = Folded(seat=now.who.seat, player=now.who.player, silent=silent, under=under)
    found = (event,) if len(now.play.asked) > 2 else ended(event, folded(state, event), clauses)
    return (*found, *dealt_out(state, event.player, clauses)) if silent else found


@part.event(
    Folded,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} {'has let the time run out, and the hand is dead' if e.silent else 'folds'}.",
    aloud=True,
)
@remembered
def folded(state: State, event: Folded) -> State:
    """With one player left nobody is asked any more."""
    play, seat = state.play, event.seat
    assert play is not None
    contenders = play.others_and(replace(play.at(seat), folded=True, silent=event.silent))
    asked = still_asked(state.chips, contenders, without_seat(play.asked, seat))
    acted, early = _with(play.acted, seat), without_early(play, seat)
    state = counted(state, event.player, silent=event.silent)
    return replace(state, play=replace(play, contenders=contenders, asked=asked, acted=acted, early=early))
