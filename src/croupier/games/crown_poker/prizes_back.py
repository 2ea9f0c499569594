"""Bonus prizes that go back: an entry was put right or an act undone, or the hand counts for nothing.

Cash comes back from its player, and what was not handed over is owed no more; what was handed over is out of reach.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.crown_poker.bonus import makes, offered, without_prize, without_unverified
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import Prize, State
from croupier.games.crown_poker.terms import BonusKind
from croupier.money import Move, dollars
from croupier.table.accounts import CAGE, stack, wallet
from croupier.table.contract import Clauses, Event
from croupier.table.declare import EVERYONE, Part
from croupier.table.people import bank

part = Part("crown-poker", PokerClauses)


class BonusTakenBack(Event, frozen=True, kw_only=True):
    """A bonus prize that was verified goes back: what it was won with has been put right, or undone."""

    number: int
    player: str
    bonus: str
    what: str


def _goes_back(state: State, prize: Prize) -> bool:
    """Whether a verified prize can be taken back: goods that were handed over are out of reach."""
    return prize.kind == BonusKind.CASH or any(each.number == prize.number for each in state.prizes)


def cash_back(state: State, prize: Prize) -> tuple[Move, ...]:
    """The move that takes a prize of cash back from its player."""
    if prize.kind != BonusKind.CASH:
        return ()
    there = stack(prize.player) if prize.player in state.people else wallet(prize.player)
    return (Move(there, CAGE, prize.cents),)


def prizes_undone(state: State, under: Clauses, *, kept: tuple[Prize, ...] = ()) -> Iterator[Event]:
    """What follows for the prizes of this hand when it is put back to a moment before they were verified."""
    for prize in () if state.play is None else state.play.won:
        if prize not in kept and _goes_back(state, prize):
            yield _undone(state, prize, under)


def prizes_lost(state: State, under: Clauses) -> Iterator[Event]:
    """What follows for the prizes of this hand where its cards are others than they were entered as."""
    for prize in () if state.play is None else state.play.won:
        bonus = offered(state, prize.bonus)
        wins = bonus is not None and makes(state, state.hand(prize.seat).faces) == bonus.hand
        if not wins and _goes_back(state, prize):
            yield _undone(state, prize, under)


def _undone(state: State, prize: Prize, under: Clauses) -> BonusTakenBack:
    return BonusTakenBack(
        number=prize.number,
        player=prize.player,
        bonus=prize.bonus,
        what=dollars(prize.cents) if prize.kind == BonusKind.CASH else prize.what,
        moves=cash_back(state, prize),
        under=under,
    )


@part.event(
    BonusTakenBack,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} has not won the bonus prize {e.bonus}: {e.what} goes back.",
    aloud=True,
)
def bonus_taken_back(state: State, event: BonusTakenBack) -> State:
    """It is neither owed nor told of any more."""
    state = replace(without_prize(state, event.number), chips=bank(state, event.moves))
    play = state.play
    if play is None:
        return state
    gone = {(each.seat, each.bonus) for each in play.won if each.number == event.number}
    won = tuple([each for each in play.won if each.number != event.number])
    return replace(state, play=replace(play, won=won, told=tuple([each for each in play.told if each not in gone])))


def of_no_hand(state: State) -> tuple[tuple[Move, ...], tuple[Prize, ...]]:
    """What a hand that counts for nothing moves of its prizes, and what is owed without them."""
    won = () if state.play is None else state.play.won
    numbers = [each.number for each in won]
    owed = tuple([each for each in without_unverified(state) if each.number not in numbers])
    return tuple([move for each in won for move in cash_back(state, each)]), owed
