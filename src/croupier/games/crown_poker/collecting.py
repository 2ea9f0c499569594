"""The end of a betting round: what nobody called goes back, and the bets are gathered into the pots."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.crown_poker.blinds import stakes_in_pot
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flow import after_betting
from croupier.games.crown_poker.pots import uncalled
from croupier.games.crown_poker.state import Contender, State
from croupier.games.crown_poker.terms import STREETS
from croupier.money import Move, dollars
from croupier.table.accounts import pot, stack
from croupier.table.contract import Event
from croupier.table.declare import EVERYONE, Part, Who
from croupier.table.people import bank

part = Part("crown-poker", PokerClauses)


class BettingOver(Event, frozen=True, kw_only=True):
    """A round of betting is over; a bet that nobody called has gone back to its player."""

    street: int
    seat: int = 0
    player: str = ""
    cents: int = 0


def betting_over(state: State, clauses: PokerClauses) -> BettingOver:
    """The event that ends the betting, on a table where nobody is to act any more."""
    play = state.play
    assert play is not None
    found = uncalled(play.contenders)
    if found is None:
        return BettingOver(street=play.street, under=(clauses.betting_round,))
    alone, cents = found
    return BettingOver(
        street=play.street,
        seat=alone.seat,
        player=alone.player,
        cents=cents,
        moves=(Move(pot(), stack(alone.player), cents),),
        under=(clauses.betting_round, clauses.uncalled),
    )


def _over(event: BettingOver, who: Who) -> str:
    back = f" {dollars(event.cents)} that nobody called goes back to {who(event.player)}." if event.cents else ""
    return f"The betting is over ({STREETS[event.street].name}).{back}"


@part.event(BettingOver, audience=EVERYONE, says=_over, stakes=stakes_in_pot)
def betting_is_over(state: State, event: BettingOver) -> State:
    """What follows is a discard, more cards, the showdown, or that the pot is won."""
    play = state.play
    assert play is not None
    if event.cents:
        contenders = tuple([_less(each, event.cents) if each.seat == event.seat else each for each in play.contenders])
        state = replace(state, play=replace(play, contenders=contenders), chips=bank(state, event.moves))
    return after_betting(state)


def _less(each: Contender, cents: int) -> Contender:
    return replace(each, bet=each.bet - cents, put=each.put - cents)
