"""A Matchmaker table at one moment."""

from __future__ import annotations

import msgspec

from croupier.cards import Card, Shoe
from croupier.games.matchmaker.terms import Bet, Terms
from croupier.table.hands import NO_HAND, Hand, Spot, spot
from croupier.table.state import BankedTable, Wager

CARDS_TO_AN_AREA = 2


class Drawn(msgspec.Struct, frozen=True, array_like=True):
    """A card of this round, in the order the cards came, and the area it was put on."""

    area: int
    card: Card


class State(BankedTable, frozen=True, kw_only=True):
    """What every table with a bank remembers, and the order in which the cards came."""

    terms: Terms
    drawn: tuple[Drawn, ...] = ()
    staked: tuple[int, ...] = ()
    misplaced: bool = False
    rebuilding: tuple[int, ...] = ()
    """The areas a rebuilding may touch, while one is under way."""
    in_vain: bool = False
    declared_void: bool = False


def staked_areas(wagers: tuple[Wager, ...]) -> tuple[int, ...]:
    """The areas with a wager on them, from the left."""
    return tuple(sorted({each.area for each in wagers}))


def put(hands: dict[Spot, Hand], area: int, card: Card) -> dict[Spot, Hand]:
    """The hands with one more card on an area, face up."""
    there = spot(area)
    return {**hands, there: hands.get(there, NO_HAND).face_up(card)}


def initial(terms: Terms) -> State:
    """A closed table with cards that have not been checked."""
    return State(
        terms=terms,
        seats=terms.areas,
        shoe=Shoe.of(terms.decks, terms.device),
        limits={bet.value: terms.limits[bet] for bet in Bet},
        terms_version=terms.version,
    )
