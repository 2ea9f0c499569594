"""A Matchmaker table at one moment."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, CardSource, Device, Shoe
from croupier.games.matchmaker.clauses import MatchmakerClauses
from croupier.games.matchmaker.terms import Bet, Terms
from croupier.table.care import to_shuffle
from croupier.table.contract import Reason, Refusal
from croupier.table.state import Stage, Step, TableState, Wager

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
    rebuilding: tuple[int, ...] = ()
    """The areas a rebuilding may touch, while one is under way."""
    in_vain: bool = False
    declared_void: bool = False

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

    def to_deal(self) -> tuple[int, ...]:
        """The areas with a wager on them, from the left."""
        return staked_areas(self.wagers)

    def retractable(self, player: str) -> tuple[Wager, ...]:
        """The wagers a player may take back before the hand is rebuilt."""
        return tuple(each for each in self.wagers_of(player) if each.area in self.rebuilding and each.settled is None)

    def obstacle(self, clauses: MatchmakerClauses) -> Refusal | None:
        """What keeps the deal from going on: cards not ready, a machine down, a ruling outstanding."""
        if self.care.step is not Step.READY:
            clause = {
                Step.CHECK: clauses.card_check,
                Step.SHUFFLE: clauses.shuffle,
                Step.CUT: clauses.cut_offered,
                Step.LOAD: clauses.shoe_loaded,
            }.get(self.care.step, clauses.burn)
            return Refusal(Reason.NOT_NOW, (clause,), {"next": self.care.step.value})
        if self.care.machine_down:
            return Refusal(Reason.NOT_NOW, (clauses.machine_fault,), {"machine": "down"})
        if self.misplaced or self.retracting is not None:
            return Refusal(Reason.NOT_NOW, (clauses.reconstruct,), {"next": "the supervisor rules on the cards"})
        if self.in_vain:
            return Refusal(Reason.NOT_NOW, (clauses.no_wagers,), {"next": "the supervisor declares the round void"})
        return None

    def cleared(self) -> State:
        """The layout without wagers and cards, and the cards' care carried on; a shuffle that waited is now due."""
        cards = self.cards_on_table()
        shoe, care = self.shoe, replace(self.care, first_round=self.care.first_round and not cards)
        shoe = shoe.returned(cards) if shoe.device is Device.MACHINE else shoe.discarded(len(cards))
        state = replace(
            self,
            stage=Stage.BETTING,
            wagers=(),
            spoken=(),
            hands=empty_hands(self.seats),
            drawn=(),
            staked=(),
            misplaced=False,
            retracting=None,
            rebuilding=(),
            in_vain=False,
            declared_void=False,
            shoe=shoe,
            care=care,
        )
        if care.shuffle_after is not None and care.step is Step.READY:
            state = replace(state, care=to_shuffle(state, care.shuffle_after))
        return state

    def exactly_payable(self, wager: Wager) -> bool:
        """Whether every win of this wager can be paid exactly in the table's chips."""
        at_risk = self.limits_for(wager).at_risk(wager.cents)
        return all(
            self.terms.chips.can_pay(prize.odds.pays(at_risk))
            for (bet, _), prize in self.terms.pay_table.items()
            if bet == wager.bet
        )


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
