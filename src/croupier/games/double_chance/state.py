"""A Double Chance table at one moment.

A card lying face down has no face in the state: it gets one when its player picks it up or the dealer turns it up.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, Shoe
from croupier.cards.quick import quick
from croupier.games.double_chance.terms import FEWEST_KEPT, MOST_KEPT, Bet, Jackpot, Terms
from croupier.money import Limits
from croupier.table.hands import Spot
from croupier.table.state import BankedTable, Stage, Wager


@quick
class Choice(StrEnum):
    """What became of a hand."""

    DECLARED = "declared"
    DISCARDED = "discarded"
    VOID = "void"


DISCARDS, SIXTH = 2, 3
"""What lies on an area beside the hand itself: its discards, on the discard line, and its sixth card."""


def discards_at(area: int) -> Spot:
    """Where the discards of an area lie."""
    return Spot(area, DISCARDS)


def sixth_at(area: int) -> Spot:
    """Where the sixth card of an area lies."""
    return Spot(area, SIXTH)


class State(BankedTable, frozen=True, kw_only=True):
    """What every table with a bank remembers, the players' choices, and what the house has set and directed."""

    terms: Terms
    staked: tuple[int, ...] = ()
    """The areas dealt to, from the left."""
    handled: tuple[int, ...] = ()
    """The areas whose cards have been picked up."""
    choices: dict[int, Choice] = msgspec.field(default_factory=dict)
    failed: tuple[int, ...] = ()
    """The areas whose declared hands did not comply, until their players have discarded."""
    declared_hands: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    """Declared hands that are settled; their cards are in the discard rack."""
    failed_hands: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    """Declared hands that were turned up and did not comply, as they were shown."""
    sixths_burned: tuple[int, ...] = ()
    """Declared hands that were given a sixth card in error."""
    racked: tuple[int, ...] = ()
    """Areas without a wager whose cards have been put in the rack."""
    sent_back: tuple[Wager, ...] = ()
    """Wagers of this round that went back because their players were absent or excluded."""
    jackpot: Jackpot | None = None
    maximum_payout: int | None = None
    act_first: frozenset[str] = frozenset()
    """Players who must act before others handle their cards."""
    kept_apart: tuple[tuple[str, ...], ...] = ()
    """Players who may not play together at this table."""
    english_only: bool = False
    vouchers: frozenset[str] = frozenset()
    device_out: bool = False
    """The shuffling device cannot be used and has not been replaced."""

    def owner(self, area: int) -> str | None:
        """Whose hand lies on an area; None when its wager has gone back."""
        wager = self.wager(area, Bet.WAGER)
        return wager.player if wager else None

    def undecided_at(self, area: int) -> bool:
        """Whether the wager of an area has yet to win or lose."""
        wager = self.wager(area, Bet.WAGER)
        return wager is not None and wager.settled is None

    @property
    def must_discard(self) -> int:
        """The area whose declared hand was turned up and does not comply, until its player has discarded; or 0."""
        return self.failed[0] if self.failed and self.stage is Stage.SETTLING else 0

    def choosing(self) -> tuple[int, ...]:
        """The areas whose players have yet to declare, or to discard enough, from the left."""
        if self.must_discard:
            return (self.must_discard,)
        if self.stage is not Stage.CHOOSING:
            return ()
        waiting = self.waiting()
        if not self.act_first:
            return waiting
        return tuple([area for area in waiting if self.owner(area) in self.act_first]) or waiting

    def waiting(self) -> tuple[int, ...]:
        """The areas nothing has been chosen for; a hand turned up that failed is discarded from when its turn comes."""
        return tuple(
            [
                area
                for area in self.staked
                if area not in self.choices
                and self.undecided_at(area)
                and not (area in self.failed and self.hand(area).up)
            ]
        )

    def turned_up(self, area: int) -> bool:
        """Whether the hand of an area has been turned up, wherever its cards are now."""
        return area in self.declared_hands or self.hand(area).up

    def faces_up(self, area: int) -> tuple[Card, ...]:
        """What everyone has seen of a hand that was turned up, the discards of one that failed among it."""
        shown = self.declared_hands.get(area) or self.failed_hands.get(area)
        return shown or (self.hand(area).faces if self.hand(area).up else ())

    def has_discarded(self, area: int) -> bool:
        """Whether cards of an area lie on the discard line."""
        return discards_at(area) in self.hands

    def only_discards(self, area: int) -> bool:
        """Whether a hand can only be discarded from: its declaration failed, or some of its cards have gone."""
        return area in self.failed or self.has_discarded(area)

    def unturned(self) -> tuple[int, ...]:
        """The hands still to be turned up, from the dealer's right."""
        return tuple([area for area in reversed(self.staked) if not self.hand(area).up and self.undecided_at(area)])

    def staying(self) -> tuple[int, ...]:
        """The hands of one to three cards that play on with a sixth, from the left."""
        return tuple([area for area in self.staked if self.hand(area).up and self.undecided_at(area)])

    @property
    def sixths_to_come(self) -> int:
        """How many hands may yet be dealt a sixth card; a declared one may turn out to have discarded."""
        without = [area for area in self.staked if sixth_at(area) not in self.hands]
        return sum([self.choices.get(area) is not Choice.VOID for area in without])

    def face_down_sixths(self) -> tuple[int, ...]:
        """The areas whose sixth card has yet to be turned up, from the left."""
        return tuple([area for area in self.staying() if sixth_at(area) in self.hands])

    def apart_from(self, player: str) -> set[str]:
        """Those with whom a player may not play together."""
        return {other for group in self.kept_apart if player in group for other in group} - {player}


def when_acted(state: State) -> State:
    """The table at its next stage, once nothing more is to be chosen, turned up, or decided by a sixth card."""
    if state.stage is Stage.CHOOSING and not state.choosing():
        state = replace(state, stage=Stage.SETTLING)
    if state.stage is Stage.SETTLING and not state.must_discard and not state.unturned():
        state = replace(state, stage=Stage.DRAWING)
    if state.stage is Stage.DRAWING and not state.staying():
        state = replace(state, stage=Stage.SETTLED)
    return state


def rewound(state: State) -> State:
    """The table at the stage that what is now on record asks for, though it had gone on from there."""
    return when_acted(replace(state, stage=Stage.CHOOSING if state.waiting() else Stage.SETTLING))


def kept_enough(kept: int) -> bool:
    """Whether so many cards may be kept for a sixth."""
    return FEWEST_KEPT <= kept <= MOST_KEPT


def signed_limits(wager: Limits, jackpot: Jackpot | None) -> dict[str, Limits]:
    """What the sign says of each bet: limits for the wager, and the one price of a Jackpot wager if it is offered."""
    limits = {Bet.WAGER.value: wager}
    if jackpot is not None:
        limits[Bet.JACKPOT.value] = Limits(jackpot.price, jackpot.price, jackpot.price)
    return limits


def initial(terms: Terms) -> State:
    """A closed table with a deck that has not been checked."""
    return State(
        terms=terms,
        seats=terms.areas,
        shoe=Shoe.of(1, terms.device),
        limits=signed_limits(terms.limits[Bet.WAGER], terms.jackpot),
        bettors_per_area=1,
        terms_version=terms.version,
        jackpot=terms.jackpot,
        maximum_payout=terms.maximum_payout,
    )
