"""What a person may do now. Every candidate is put to `decide`, so options and decisions cannot disagree."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.cards import Card, CardSource, pick
from croupier.games.matchmaker.clauses import CLAUSES
from croupier.games.matchmaker.irregularities import (
    BurnDealtCards,
    DeclareRoundVoid,
    LetCardsLie,
    OrderReconstruction,
    ReconstructFirstRound,
    ReconstructHand,
    ReportDealtWithoutWagers,
    ReportMisplacedCard,
)
from croupier.games.matchmaker.play import CorrectCard, DealCard
from croupier.games.matchmaker.rules import ENGINE
from croupier.games.matchmaker.settle import ClearLosers, PayArea, unpaid_area
from croupier.games.matchmaker.state import State
from croupier.games.matchmaker.terms import Bet
from croupier.table.candidates import for_anyone, for_players, for_staff, tried
from croupier.table.contract import Actor, Command, Option
from croupier.table.retracting import KeepWagers, RetractWagers
from croupier.table.rounds import AnnounceNoMoreBets, CollectCards


def options(state: State, by: Actor, at: int = 0) -> tuple[Option, ...]:
    """The commands this person may give now, one example of each kind and place."""
    return tried(ENGINE, state, by, at, _candidates(state, by, at))


def _candidates(state: State, by: Actor, at: int) -> Iterator[Command]:
    yield from for_anyone(state)
    if by.rank == "player":
        yield from for_players(state, by, [bet.value for bet in Bet])
        yield KeepWagers()
        yield RetractWagers()
    elif ENGINE.book.may(by.rank, CLAUSES.dealing):
        card = pick(state.shoe.unseen, 0) if state.source is CardSource.REAL else None
        yield from for_staff(state, at, card, CLAUSES.devices)
        yield from _dealers(state, card)
        yield from _supervisors(state)


def _dealers(state: State, card: Card | None) -> Iterator[Command]:
    yield AnnounceNoMoreBets()
    yield DealCard(card=None if state.care.excess and state.care.excess[0] is not None else card)
    yield ClearLosers()
    yield PayArea(area=unpaid_area(state) or 1)
    yield CollectCards()
    yield ReconstructFirstRound()
    yield BurnDealtCards()
    yield ReportDealtWithoutWagers(areas=(1,), cards=(card,) if card else ())
    area = next((each for each in range(1, state.seats + 1) if each != state.area_due()), 1)
    yield ReportMisplacedCard(area=area, card=card)
    if card is not None:
        for place, hand in enumerate(state.hands, 1):
            for nth in range(1, len(hand) + 1):
                yield CorrectCard(area=place, nth=nth, card=card)


def _supervisors(state: State) -> Iterator[Command]:
    yield OrderReconstruction(why="cards out of place")
    yield LetCardsLie()
    yield ReconstructHand()
    yield DeclareRoundVoid()
    for player in state.undecided():
        yield KeepWagers(player=player)
        yield RetractWagers(player=player)
