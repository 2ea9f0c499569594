"""A Matchmaker table at one moment."""

from __future__ import annotations

import msgspec

from croupier.cards import Card, CardSource, Shoe
from croupier.games.matchmaker.terms import Bet, Terms
from croupier.money import Limits
from croupier.table.state import Settled, Stage, TableState, Wager

CARDS_TO_AN_AREA = 2


class Drawn(msgspec.Struct, frozen=True, array_like=True):
    """A card of this round, in the order the cards came, and the area it was put on."""

    area: int
    card: Card


class State(TableState, frozen=True, kw_only=True):
    """What the shared table remembers, and the hands on the areas."""

    terms: Terms
    hands: tuple[tuple[Card, ...], ...]
    drawn: tuple[Drawn, ...] = ()
    staked: tuple[int, ...] = ()
    misplaced: bool = False
    retracting: tuple[str, ...] | None = None
    """Players asked, without an answer yet, whether they take their wagers back; None when no hand is being rebuilt."""
    rebuilding: tuple[int, ...] = ()
    """The areas a rebuilding may touch, while one is under way."""
    in_vain: bool = False
    declared_void: bool = False
    results: tuple[Settled, ...] = ()
    """How the wagers of the round last closed ended."""

    @property
    def source(self) -> CardSource:
        """Whether cards are drawn by the table or entered from a real shoe."""
        return self.terms.cards

    @property
    def cards_behind_cut(self) -> int:
        """How many cards the dealer leaves behind the cutting card."""
        return self.terms.cards_behind_cut

    def cards_on_table(self) -> tuple[Card, ...]:
        """Every card lying face up on the layout."""
        return tuple(card for hand in self.hands for card in hand)

    def area_due(self) -> int | None:
        """The area whose card comes next: from the left, one each, then a second each."""
        if self.stage not in (Stage.NO_MORE_BETS, Stage.DEALING) or self.in_vain:
            return None
        areas = self.staked if self.in_play else staked_areas(self.wagers)
        fewest = min((len(self.hands[area - 1]) for area in areas), default=CARDS_TO_AN_AREA)
        if fewest >= CARDS_TO_AN_AREA:
            return None
        return next(area for area in areas if len(self.hands[area - 1]) == fewest)

    def undecided(self) -> tuple[str, ...]:
        """Those asked whether they take their wagers back who still have some in the hand and no answer given."""
        in_hand = {each.player for each in self.wagers if each.area in self.rebuilding and each.settled is None}
        return tuple(player for player in self.retracting or () if player in in_hand)

    def exactly_payable(self, wager: Wager) -> bool:
        """Whether every win of this wager can be paid exactly in the table's chips."""
        at_risk = self.limits_for(wager).at_risk(wager.cents)
        return all(
            self.terms.chips.can_pay(prize.odds.pays(at_risk))
            for (bet, _), prize in self.terms.pay_table.items()
            if bet == wager.bet
        )

    def limits_for(self, wager: Wager) -> Limits:
        """The sign's limits, or the owner's own where they hold."""
        personal = self.people[wager.player].personal
        return self.limits[wager.bet] if personal is None else personal


def staked_areas(wagers: tuple[Wager, ...]) -> tuple[int, ...]:
    """The areas with a wager on them, from the left."""
    return tuple(sorted({each.area for each in wagers}))


def empty_hands(areas: int) -> tuple[tuple[Card, ...], ...]:
    """A layout without cards."""
    return ((),) * areas


def initial(terms: Terms) -> State:
    """A closed table with cards that have not been checked."""
    return State(
        terms=terms,
        seats=terms.areas,
        shoe=Shoe.of(terms.decks, terms.device),
        limits={bet.value: terms.limits[bet] for bet in Bet},
        hands=empty_hands(terms.areas),
        terms_version=terms.version,
    )
