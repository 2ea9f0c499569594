"""A Three Card Poker table at one moment.

A card lying face down has no face in the state: it gets one when its player looks or the dealer turns it up.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.cards import Device, Shoe
from croupier.cards.quick import quick
from croupier.games.three_card_poker.terms import SIGNED_BETS, Bet, Terms
from croupier.money import Limits
from croupier.table.care import to_shuffle
from croupier.table.contract import Clauses
from croupier.table.hands import DEALERS, Spot
from croupier.table.linked_jackpot import JackpotTerms, LinkedTable
from croupier.table.state import ShuffleCause, Stage, Wager
from croupier.table.words import PLACES

HAND = 3
JACKPOT_CARDS = 2
DEALER = DEALERS.area
"""Where the dealer's own cards lie, among the numbers of the areas."""
JACKPOT = -1
"""Where the Jackpot Cards lie, among the numbers of the areas."""
JACKPOTS = Spot(JACKPOT)
"""Where the Jackpot Cards lie, among the hands."""
PLACES[JACKPOT] = "the Jackpot Cards"
IN_RACK = 2
"""The number, among the hands of an area, of the one whose cards have been taken up into the discard rack."""


@quick
class Choice(StrEnum):
    """What a player does with a hand."""

    PLAY = "play"
    FOLD = "fold"
    PAIR_PLUS = "pair plus only"
    VOID = "void"


class State(LinkedTable, frozen=True, kw_only=True):
    """What a table linked to a meter remembers, and the choices, the errors ruled on and the pay tables in force."""

    terms: Terms
    choices: dict[int, Choice] = msgspec.field(default_factory=dict)
    staked: tuple[int, ...] = ()
    called: bool = False
    qualifies: bool | None = None
    checked: tuple[int, ...] = ()
    antes_paid: bool = False
    equipment_down: bool = False
    manual: bool = False
    wrong: str = ""
    """An error reported before the call, for which the round is to be declared a misdeal."""
    wrong_area: int = 0
    burned: tuple[int, ...] = ()
    """Areas without a wager whose cards have been burned."""
    ordering: bool = False
    """A ruling on the order of the dealer's cards is outstanding."""
    mixed: bool = False
    """That ruling is about cards that became mixed, so that hands already settled stand."""
    carried: tuple[int, ...] = ()
    """Areas whose hands became void between two of the settlement: their Jackpot wagers stand for the next round."""
    deemed: dict[str, int] = msgspec.field(default_factory=dict)
    """The area whose hand has been found to count as that of a player's seat: the seat's own, where the two changed."""
    jackpot_in_doubt: bool = False
    no_jackpot: bool = False
    """The Jackpot Cards of this round could not be rebuilt."""
    taken_area: int = 0
    """The area whose hand was taken up by mistake, until its player has named the cards."""
    taken_alone: bool = False
    offered: Clauses = ()
    """What the offer to take wagers back rests on."""
    short_played: frozenset[str] = frozenset()
    ante_bonus: str = "A"
    pair_plus: str = "A"

    @property
    def jackpot_offered(self) -> bool:
        """Whether Jackpot wagers are taken at this table."""
        return self.terms.jackpot_price is not None and (self.jackpot is None or self.jackpot.meter != "")

    @property
    def jackpot_price(self) -> int | None:
        """What a Jackpot wager costs, where they are taken."""
        if not self.jackpot_offered:
            return None
        return self.terms.jackpot_price if self.jackpot is None else self.jackpot.price

    @property
    def jackpot_option(self) -> int:
        """The option whose prizes are paid."""
        return self.terms.jackpot_option if self.jackpot is None else self.jackpot.option

    def turned_up(self, place: int) -> bool:
        """Whether the whole hand of a place is up; a card exposed while it is dealt may be all that lies there yet."""
        hand = self.hand(place)
        return hand.size == (JACKPOT_CARDS if place == JACKPOT else HAND) and hand.up

    def owner(self, area: int) -> str | None:
        """Whose hand lies on an area; None when its wagers have gone back."""
        for each in self.wagers:
            if each.area == area and each.bet != Bet.JACKPOT:
                return each.player
        return None

    def choosing(self) -> tuple[int, ...]:
        """The areas whose players have yet to play or fold, from the left."""
        if self.stage is not Stage.CHOOSING or not self.called:
            return ()
        return tuple([area for area in self.staked if self.may_choose(area)])

    def may_choose(self, area: int) -> bool:
        """Whether the player of an area has yet to play or fold."""
        asked = self.called and self.stage is Stage.CHOOSING
        return asked and area in self.staked and area not in self.choices and self.has_stake(area)

    def has_stake(self, area: int) -> bool:
        """Whether an Ante or Pair Plus wager is undecided there."""
        return any(each.area == area and each.bet in SIGNED_BETS and each.settled is None for each in self.wagers)

    def remaining(self) -> tuple[Wager, ...]:
        """The undecided wagers of hands that have yet to be settled in this round."""
        done = (*self.checked, *self.carried)
        return tuple([each for each in self.wagers if each.settled is None and each.area not in done])

    def remains(self, area: int) -> bool:
        """Whether the hand of an area has yet to be settled in this round."""
        return any(each.area == area for each in self.remaining())

    def unchecked(self) -> tuple[int, ...]:
        """The areas still to be settled, from the dealer's right."""
        return tuple(sorted({each.area for each in self.remaining()}, reverse=True))

    def jackpot_wagers(self) -> tuple[Wager, ...]:
        """The Jackpot wagers on the layout that play in this round and are not settled."""
        return tuple(
            [
                each
                for each in self.wagers
                if each.bet == Bet.JACKPOT and each.settled is None and each.area not in self.carried
            ]
        )


def staked_areas(wagers: tuple[Wager, ...]) -> tuple[int, ...]:
    """The areas with an Ante or a Pair Plus wager, from the left."""
    return tuple(sorted({each.area for each in wagers if each.bet in SIGNED_BETS}))


def in_the_rack(state: State, areas: tuple[int, ...]) -> State:
    """The table once the cards of these areas have been taken up into the discard rack."""
    hands = dict(state.hands)
    for area in areas:
        hand = hands.pop(Spot(area), None)
        if hand is not None:
            hands[Spot(area, IN_RACK)] = hand
    return replace(state, hands=hands)


COUNT_OF_A_ROUND = "number"
"""Why the deck is counted when that decides a round (TCP 11.5): once the round is void it decides nothing more."""


def emptied(state: State, carried: tuple[Wager, ...] = ()) -> State:
    """The layout empty, but for Jackpot wagers a misdeal carries over; the deck is shuffled for every round."""
    other = "blue" if state.back == "red" else "red"
    empty = replace(
        state,
        stage=Stage.BETTING,
        wagers=tuple([each.open_again() for each in carried]),
        spoken=(),
        hands={},
        choices={},
        staked=(),
        called=False,
        qualifies=None,
        checked=(),
        antes_paid=False,
        registered=state.registered if carried and not state.outcome_recorded else None,
        meter_wins={},
        meter_prizes={},
        outcome_recorded=False,
        retracting=None,
        offered=(),
        wrong="",
        counting="" if state.counting == COUNT_OF_A_ROUND else state.counting,
        wrong_area=0,
        burned=(),
        ordering=False,
        mixed=False,
        carried=(),
        deemed={},
        jackpot_in_doubt=False,
        no_jackpot=False,
        taken_area=0,
        taken_alone=False,
        back=other if state.shoe.device is Device.SHUFFLER else state.back,
    )
    if not carried and empty.jackpot_next is not None:
        empty = with_jackpot(empty, empty.jackpot_next)
    return replace(empty, care=to_shuffle(empty, ShuffleCause.START), shoe=state.shoe.reshuffled())


def with_jackpot(state: State, terms: JackpotTerms) -> State:
    """The table playing for what its meter says from now on; the sign shows it."""
    limits = {bet: each for bet, each in state.limits.items() if bet != Bet.JACKPOT}
    if terms.meter:
        limits[Bet.JACKPOT.value] = Limits(terms.price, terms.price, terms.price)
    return replace(state, jackpot=terms, jackpot_next=None, limits=limits, terms_version=state.terms_version + 1)


def initial(terms: Terms) -> State:
    """A closed table with a deck that has not been checked."""
    limits = {bet.value: terms.limits[bet] for bet in SIGNED_BETS}
    price = terms.jackpot_price
    return State(
        terms=terms,
        seats=terms.areas,
        shoe=Shoe.of(1, terms.device),
        limits=limits if price is None else {**limits, Bet.JACKPOT.value: Limits(price, price, price)},
        bettors_per_area=1,
        terms_version=terms.version,
        ante_bonus=terms.ante_bonus,
        pair_plus=terms.pair_plus,
    )
