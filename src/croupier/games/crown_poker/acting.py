"""Whose turn it is to act: what they owe, what they did before it, and what they may bet or raise to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps

import msgspec

from croupier.games.crown_poker.betting import Bounds, more_raises, raise_bounds
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flow import others_able
from croupier.games.crown_poker.held_up import why_held_up
from croupier.games.crown_poker.state import Act, Contender, Early, Play, State
from croupier.table.contract import Command, Reason, Refusal
from croupier.table.engine import Context
from croupier.table.examples import is_player
from croupier.table.people import subject


class Acting(msgspec.Struct, frozen=True):
    """Whoever acts, and with what."""

    play: Play
    who: Contender
    owed: int
    chips: int


def at_turn(state: State, play: Play, who: Contender) -> Acting:
    """Someone as the one who acts: with what it takes to stay in, and the chips in front of them."""
    owed = play.betting.level - who.bet
    return Acting(play, who, owed if owed > 0 else 0, state.stack(who.player))


def acting(state: State, player: str | None, ctx: Context[PokerClauses]) -> Acting | Refusal:
    """The one whose turn it is, if it is the one who acts, or of whom staff note it."""
    person = subject(state, player, ctx)
    if isinstance(person, Refusal):
        return person
    play = state.play
    if play is None or not play.asked:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.action,), {"stage": state.stage.value})
    who = play.at(play.asked[0])
    if who.player != person.id:
        return Refusal(Reason.NOT_YOURS, (ctx.clauses.action, ctx.clauses.declared), {"turn": who.player})
    held_up = why_held_up(state, ctx.clauses)
    if held_up is not None:
        return held_up
    if who.player in state.excluded:
        return Refusal(Reason.EXCLUDED, (ctx.clauses.exclude,))
    if play.early and binding(play, who) is not None:
        return Refusal(Reason.ALREADY, (ctx.clauses.early_stands, ctx.clauses.declared), {"next": "read the early act"})
    return at_turn(state, play, who)


def binding(play: Play, who: Contender) -> Early | None:
    """What the one whose turn it is did before, where that still holds (CP 6.18).

    A check holds unless there is a bet now; a bet, raise or call unless others have gone above it, and an all-in even
    then.
    """
    early = play.early_of(who.seat)
    if early is None:
        return None
    if early.act is Act.CHECK:
        return None if play.betting.level > who.bet else early
    return None if play.betting.level > early.to and not early.all_in else early


def _found_last(work: Callable[[State, Acting], Bounds | None]) -> Callable[[State, Acting], Bounds | None]:
    """The same answer for the same player at the same moment: who is told what they may raise to often does."""
    last: tuple[State | None, Contender | None, int, Bounds | None] = (None, None, 0, None)

    @wraps(work)
    def answer(state: State, now: Acting) -> Bounds | None:
        nonlocal last
        then, who, owed, found = last
        if then is not state or who is not now.who or owed != now.owed:
            found = work(state, now)
            last = (state, now.who, now.owed, found)
        return found

    return answer


@_found_last
def bounds_of(state: State, now: Acting) -> Bounds | None:
    """What the one who acts may bet or raise to, all in counted; None where they may only call or fold."""
    play, who, limit = now.play, now.who, state.setting.limit
    if who.only_calls or who.barred or now.chips <= now.owed:
        return None
    others = others_able(state, play, who, 2 if limit.structured else 1)
    if not others or not more_raises(limit, play.betting, others + 1):
        return None
    return raise_bounds(
        limit,
        play.street,
        play.betting,
        pot=play.in_pot if limit.by_the_pot else 0,
        owed=now.owed,
        smallest=state.terms.chips.smallest if limit.by_the_pot else 1,
        has=who.bet + now.chips,
    )


def asked_bounds(state: State) -> Bounds | None:
    """What the one whose turn it is may bet or raise to."""
    play = state.play
    if play is None or not play.asked:
        return None
    who = play.at(play.asked[0])
    return bounds_of(state, at_turn(state, play, who))


Ways = Callable[[State, str | None], Iterator[Command]]


def in_turn(ways: Ways) -> Callable[[State, Context[PokerClauses]], Iterator[Command]]:
    """These acts for the one whose turn it is, by themselves or as staff note it at a real table."""

    def found(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
        play = state.play
        if play is None or not play.asked:
            return
        player = play.at(play.asked[0]).player
        if not is_player(ctx):
            yield from ways(state, player)
        elif player == ctx.by.id:
            yield from ways(state, None)

    return found
