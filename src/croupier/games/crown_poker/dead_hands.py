"""Hands that lose their claim to the pots in the middle of play, with their chips left in or given back."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.collecting import betting_over
from croupier.games.crown_poker.flow import after_discards, still_asked
from croupier.games.crown_poker.misdeal import pushed_back
from croupier.games.crown_poker.moments import ruled
from croupier.games.crown_poker.pots import pots_of
from croupier.games.crown_poker.showdown import pushing_all
from croupier.games.crown_poker.state import Contender, Play, State, account
from croupier.games.crown_poker.withdrawn import bets_withdrawn
from croupier.money import Move, dollars
from croupier.table.accounts import pot
from croupier.table.contract import Clauses, Event
from croupier.table.declare import EVERYONE, Part, Who
from croupier.table.people import bank
from croupier.table.state import Stage
from croupier.table.value import REFUNDED
from croupier.table.words import because

part = Part("crown-poker", PokerClauses)


class HandDead(Event, frozen=True, kw_only=True):
    """A hand has no claim to the pots any more; `back` is what has gone back to its player, if anything has."""

    seat: int
    player: str
    why: str
    back: int = 0


def dead(
    state: State, who: Contender, why: str, under: Clauses, clauses: PokerClauses, *, refunded: bool = False
) -> Iterator[Event]:
    """What follows when a hand is dead: the betting may be over by it, and pots that were pushed are pushed anew."""
    play = state.play
    assert play is not None
    back = who.put + who.dead if refunded else 0
    moves = (*pushed_back(state, play), *((Move(pot(), account(state, who.player), back),) if back else ()))
    late = ("ruling 68",) if play.pots else ()
    event = HandDead(seat=who.seat, player=who.player, why=why, back=back, moves=moves, under=(*under, *late))
    yield event
    yield from following(play, hand_dead(state, event), clauses, event.under)


def following(before: Play, after: State, clauses: PokerClauses, under: Clauses = ()) -> Iterator[Event]:
    """What follows for the others when a hand is out: the betting is over, or pots that were pushed are pushed anew."""
    if after.play is None:
        return
    if before.pots and not after.play.to_show:
        yield from pushing_all(after, clauses, under)
    elif before.asked and not after.play.asked:
        yield betting_over(after, clauses)


def _dead(event: HandDead, who: Who) -> str:
    back = f", and {dollars(event.back)} goes back" if event.back else ""
    return f"{who(event.player)}'s hand is {'void' if event.back else 'dead'}{because(event.why)}{back}."


@part.event(HandDead, value=REFUNDED, audience=EVERYONE, says=_dead, aloud=True)
@ruled
def hand_dead(state: State, event: HandDead) -> State:
    """The others go on."""
    return hand_out(replace(state, chips=bank(state, event.moves)), event.seat, refunded=bool(event.back))


def hand_out(state: State, seat: int, *, refunded: bool) -> State:
    """The table without one hand; where all claims to a pot are gone with it, hands given up to it count again."""
    before = state.play
    assert before is not None
    gone = {"bet": 0, "put": 0, "dead": 0, "wagered": None} if refunded else {}
    contenders = [replace(each, folded=True, **gone) if each.seat == seat else each for each in before.contenders]
    play, revived = _revived(state, replace(before, contenders=tuple(contenders), pots=()))
    play = bets_withdrawn(state, play) if refunded else play
    live = play.live
    play = replace(
        play,
        asked=tuple([each for each in play.asked if each != seat]) if len(live) > 1 else (),
        to_discard=tuple([each for each in play.to_discard if each != seat]) if len(live) > 1 else (),
        to_show=_to_show(play, seat, revived),
        early=tuple([each for each in play.early if each.seat != seat]),
        straddler=0 if play.straddler == seat else play.straddler,
        slide=0,
        pots=(),
    )
    now = replace(state, play=play)
    if state.stage is Stage.SETTLED:
        return replace(now, stage=Stage.SETTLING)
    if before.to_discard and not play.to_discard:
        return after_discards(now)
    if len(live) == 1 and state.stage is Stage.DRAWING:
        return replace(now, stage=Stage.SETTLING)
    return replace(now, play=replace(play, asked=still_asked(now.chips, play.contenders, play.asked)))


def _revived(state: State, play: Play) -> tuple[Play, tuple[int, ...]]:
    """The hands with those given up counting again where several of them alone are left for a pot, and their seats.

    One that is left alone for a pot takes it unseen.
    """
    back = set[int]()
    for each in pots_of(replace(state, play=play), play):
        if len(each.seats) > 1 and all(play.at(seat).mucked for seat in each.seats):
            back |= set(each.seats)
    if not back:
        return play, ()
    contenders = tuple([replace(each, mucked=False) if each.seat in back else each for each in play.contenders])
    return replace(play, contenders=contenders), tuple([each.seat for each in contenders if each.seat in back])


def _to_show(play: Play, gone: int, revived: tuple[int, ...]) -> tuple[int, ...]:
    """Who is still to show once a hand is dead; nobody where one claim is left."""
    if len([each for each in play.live if not each.mucked]) < 2:
        return ()
    more = [seat for seat in revived if seat not in play.to_show and not play.at(seat).shown]
    return (*[each for each in play.to_show if each != gone], *more)
