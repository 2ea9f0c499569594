"""A Matchmaker table at one moment."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from croupier.books import cite
from croupier.cards import Card, Shoe
from croupier.games.matchmaker.terms import Bet, Outcome, Prize, Terms
from croupier.money import Odds
from croupier.table.hands import NO_HAND, Hand, Spot, spot
from croupier.table.state import BankedTable, Wager

CARDS_TO_AN_AREA = 2
VARIED_UNDER = cite("MM 10.2.2")


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

    @property
    def pay_table(self) -> dict[tuple[Bet, Outcome], Prize]:
        """Every winning line as it is played here: by the terms, or as the conditions of a tournament vary it."""
        lines = self.terms.pay_table
        varied = {} if self.reserved is None else self.reserved.varied
        if not varied:
            return lines
        return {key: _varied(prize, varied) for key, prize in lines.items()}

    def prize(self, bet: Bet, outcome: Outcome) -> Prize | None:
        """What a bet wins here on an outcome, or None when it loses."""
        return self.pay_table.get((bet, outcome))


def _varied(prize: Prize, varied: Mapping[str, int]) -> Prize:
    pays = [varied[clause] for clause in prize.under if varied.get(clause)]
    return Prize(Odds(pays[0]), (*prize.under, VARIED_UNDER)) if pays else prize


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
