"""The end of a betting round: what nobody called goes back, and the bets are gathered into the pots."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.commission import SLIDE, onto_slide
from croupier.games.crown_poker.flow import after_betting, left_unasked
from croupier.games.crown_poker.pots import uncalled
from croupier.games.crown_poker.state import Contender, Play, State
from croupier.games.crown_poker.terms import STREETS
from croupier.money import dollars, moves
from croupier.table.accounts import pot, stack
from croupier.table.contract import Clauses, Event
from croupier.table.declare import EVERYONE, Part, Who
from croupier.table.people import bank
from croupier.table.value import SETTLED

part = Part("crown-poker", PokerClauses)


class BettingOver(Event, frozen=True, kw_only=True):
    """A round of betting is over; a bet that nobody called has gone back to its player."""

    street: int
    seat: int = 0
    player: str = ""
    cents: int = 0
    rake: int = 0
    """What has gone onto the drop slide."""


def betting_over(state: State, clauses: PokerClauses) -> BettingOver:
    """The event that ends the betting, on a table where nobody is to act any more."""
    play = state.play
    assert play is not None
    found = uncalled(play.contenders)
    if found is None:
        rake = onto_slide(state, play)
        under = (clauses.betting_round, *_goes_on(state, play), *_taken_under(state, rake, clauses))
        return BettingOver(street=play.street, rake=rake, moves=moves((pot(), SLIDE, rake)), under=under)
    alone, cents = found
    returned = replace(state, chips=bank(state, moves((pot(), stack(alone.player), cents))))
    rake = onto_slide(returned, replace(play, contenders=_without(play.contenders, alone.seat, cents)))
    return BettingOver(
        street=play.street,
        seat=alone.seat,
        player=alone.player,
        cents=cents,
        rake=rake,
        moves=moves((pot(), stack(alone.player), cents), (pot(), SLIDE, rake)),
        under=(clauses.betting_round, *_goes_on(state, play), clauses.uncalled, *_taken_under(state, rake, clauses)),
    )


def _goes_on(state: State, play: Play) -> Clauses:
    """What has the hand go on where two or more are left in it, and the betting be over with one of them unasked."""
    several = (STREETS[play.street].several,) if len(play.live) > 1 else ()
    return (*several, "ruling 120") if left_unasked(state, play) else several


def _taken_under(state: State, rake: int, clauses: PokerClauses) -> Clauses:
    """What lets the house put something on the slide."""
    if not rake:
        return ()
    found = [clauses.percentage, clauses.slide] if state.commission.per_mille else []
    return (*found, clauses.hand_fee) if state.commission.hand_fees else tuple(found)


def _over(event: BettingOver, who: Who) -> str:
    back = f" {dollars(event.cents)} that nobody called goes back to {who(event.player)}." if event.cents else ""
    slide = f" {dollars(event.rake)} goes onto the drop slide." if event.rake else ""
    return f"The betting is over ({STREETS[event.street].name}).{back}{slide}"


@part.event(BettingOver, value=SETTLED, audience=EVERYONE, says=_over)
def betting_is_over(state: State, event: BettingOver) -> State:
    """What follows is a discard, more cards, the showdown, or that the pot is won."""
    play = state.play
    assert play is not None
    if event.moves:
        play = replace(
            play, contenders=_without(play.contenders, event.seat, event.cents), slide=play.slide + event.rake
        )
        state = replace(state, play=play, chips=bank(state, event.moves))
    return after_betting(state)


def _without(contenders: tuple[Contender, ...], seat: int, cents: int) -> tuple[Contender, ...]:
    """Those in the hand without what nobody called of one of them."""
    return tuple([_less(each, cents) if each.seat == seat else each for each in contenders])


def _less(each: Contender, cents: int) -> Contender:
    return replace(each, bet=each.bet - cents, put=each.put - cents)
