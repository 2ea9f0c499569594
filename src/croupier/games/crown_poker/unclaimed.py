"""A side pot of which every claim is gone: whoever is all in for less cannot win it, so it goes back."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.commission import SLIDE
from croupier.games.crown_poker.state import State, account
from croupier.money import Move, dollars, moves
from croupier.table.accounts import pot
from croupier.table.contract import Event
from croupier.table.declare import EVERYONE, Part, Who
from croupier.table.people import bank
from croupier.table.value import REFUNDED
from croupier.table.words import several

part = Part("crown-poker", PokerClauses)


class SidePotReturned(Event, frozen=True, kw_only=True):
    """What nobody left in the hand can win has gone back: seat, player and cents of each who had put it in."""

    back: tuple[tuple[int, str, int], ...]


def unclaimed(state: State, clauses: PokerClauses) -> SidePotReturned | None:
    """What dead hands have put in above every player left, where the one left who put in most is all in (CP 1.1)."""
    play = state.play
    assert play is not None
    most = max([each.put for each in play.live])
    over = [each for each in play.contenders if each.put > most]
    if not over or any([each.put == most and state.has_chips(each.player) for each in play.live]):
        return None
    back = tuple([(each.seat, each.player, each.put - most) for each in over])
    return SidePotReturned(
        back=back,
        moves=(
            *moves((SLIDE, pot(), play.slide)),
            *[Move(pot(), account(state, player), cents) for _, player, cents in back],
        ),
        under=(clauses.all_in_wins, clauses.alone_with_wrong_number),
    )


def _said(event: SidePotReturned, who: Who) -> str:
    back = several(f"{who(player)} {dollars(cents)}" for _, player, cents in event.back)
    return f"Nobody left in the hand can win the side pot; it goes back: {back}."


@part.event(SidePotReturned, value=REFUNDED, audience=EVERYONE, says=_said, aloud=True)
def side_pot_returned(state: State, event: SidePotReturned) -> State:
    """The pots hold what can be won, and what the house takes is reckoned anew of that."""
    play = state.play
    assert play is not None
    less = {seat: cents for seat, _, cents in event.back}
    contenders = tuple(
        [replace(each, put=each.put - less[each.seat]) if each.seat in less else each for each in play.contenders]
    )
    return replace(state, chips=bank(state, event.moves), play=replace(play, contenders=contenders, slide=0))
