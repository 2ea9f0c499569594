"""Chips laid without a word at a real table, and what they mean: a call, a raise made up, or less than a call."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.games.crown_poker.acting import Acting, acting, bounds_of
from croupier.games.crown_poker.actions import calls, check_of, raises
from croupier.games.crown_poker.betting import Bounds, Read, read_chips, whole_raise
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.state import State
from croupier.money import Move, dollars
from croupier.table.accounts import pot, stack
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.fields import Asks
from croupier.table.people import bank

part = Part("crown-poker", PokerClauses)


class LayChips(Command, frozen=True, kw_only=True):
    """Put chips forward in turn without saying what they are, or with the word raise and one chip."""

    cents: int
    one_chip: Annotated[bool, Asks("One single chip", always=False)] = False
    says_raise: Annotated[bool, Asks("With the word raise", always=False)] = False
    player: str | None = None


class LessThanCall(Event, frozen=True, kw_only=True):
    """A player has put in less than a call, and must make it up or fold."""

    seat: int
    player: str
    cents: int


def _examples(state: State, ctx: Context[PokerClauses]) -> tuple[Command, ...]:
    play = state.play
    if play is None or not play.asked or not state.is_real:
        return ()
    player, smallest = play.at(play.asked[0]).player, state.terms.chips.smallest
    return (LayChips(cents=smallest, player=player), LayChips(cents=smallest, one_chip=True, player=player))


@part.command(
    LayChips,
    label="Chips laid without a word",
    words="oversized chip string bet silent raise call",
    says=lambda c, who: f"Put {dollars(c.cents)} forward",
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=_examples,
)
def lay_chips(state: State, command: LayChips, ctx: Context[PokerClauses]) -> Decision:
    """Read as the book reads them; where chips are numbers on a screen everything is said."""
    now, clauses = acting(state, command.player, ctx), ctx.clauses
    if isinstance(now, Refusal):
        return now
    chips = state.terms.chips
    if not state.is_real:
        return Refusal(Reason.FORBIDDEN, (clauses.declared, clauses.silent_raise), {"chips": "a number on the screen"})
    if not 0 < command.cents <= now.chips:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, (clauses.all_in, clauses.table_stakes), {"has": now.chips})
    if command.cents % chips.smallest or (command.one_chip and command.cents not in chips.cents):
        return Refusal(Reason.CHIPS_ONLY, (clauses.chips_only,), {"chips": command.cents})
    bounds = bounds_of(state, now)
    if command.says_raise:
        return _said_raise(state, now, bounds, command, clauses)
    return _read(state, now, bounds, command, clauses)


def _said_raise(state: State, now: Acting, bounds: Bounds | None, command: LayChips, clauses: PokerClauses) -> Decision:
    """As much as the chip and the limits allow, and never less than the least raise."""
    to = now.who.bet + command.cents
    if bounds is not None:
        to = min(max(to, bounds.low), bounds.high)
    return raises(state, now, to, (clauses.oversize_raise, clauses.raise_), clauses)


def _read(state: State, now: Acting, bounds: Bounds | None, command: LayChips, clauses: PokerClauses) -> Decision:
    laid, first = command.cents, not now.play.street
    if bounds is None:
        read = Read(None, short=laid < now.owed)
    else:
        betting = now.play.betting  # all one's chips pushed forward say that they are meant
        step = None if laid == now.chips else whole_raise(state.setting.limit, betting)
        read = read_chips(betting, bounds, bet=now.who.bet, laid=laid, one_chip=command.one_chip, step=step)
    if read.short and laid < now.chips:
        return (
            LessThanCall(
                seat=now.who.seat,
                player=now.who.player,
                cents=laid,
                moves=(Move(stack(now.who.player), pot(), laid),),
                under=(clauses.short_of_call,),
            ),
        )
    under: Clauses = (clauses.silent_raise, "ruling 62")
    if command.one_chip:
        limit = clauses.oversize_limit if state.setting.limit.structured else None
        under = (limit or (clauses.oversize_first if first else clauses.oversize_later), "ruling 121")
    if read.raises_to is not None:
        return raises(state, now, read.raises_to, under, clauses)
    return calls(state, now, under, clauses) if now.owed else check_of(state, now, under, clauses)


@part.event(
    LessThanCall,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} has put in {dollars(e.cents)}, less than a call: make it up, or fold.",
    aloud=True,
)
@remembered
def less_than_call(state: State, event: LessThanCall) -> State:
    """The chips stay in the pot whatever the player does."""
    play = state.play
    assert play is not None
    who, cents = play.at(event.seat), event.cents
    short = who.puts_in(cents, play.street, only_calls=True)
    contenders = play.others_and(short)
    return replace(state, chips=bank(state, event.moves), play=replace(play, contenders=contenders))
