"""A Double Chance table at one moment.

A card lying face down has no face in the state: it gets one when its player picks it up or the dealer turns it up.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, CardSource, Device, Shoe
from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.terms import FEWEST_KEPT, HAND, MOST_KEPT, Bet, Jackpot, Terms
from croupier.money import Limits
from croupier.table.care import to_shuffle
from croupier.table.contract import Clauses, Reason, Refusal
from croupier.table.hands import Hand, OneDeckState
from croupier.table.state import ShuffleCause, Stage, Step, Wager


class Choice(StrEnum):
    """What became of a hand."""

    DECLARED = "declared"
    DISCARDED = "discarded"
    VOID = "void"


class State(OneDeckState, frozen=True, kw_only=True):
    """What the shared table remembers, and the hands, the choices, the discard line and the sixth cards."""

    terms: Terms
    staked: tuple[int, ...] = ()
    """The areas dealt to, from the left."""
    handled: tuple[int, ...] = ()
    """The areas whose cards have been picked up."""
    choices: dict[int, Choice] = msgspec.field(default_factory=dict)
    discard_line: dict[int, Hand] = msgspec.field(default_factory=dict)
    """The cards on the discard line, by area."""
    failed: tuple[int, ...] = ()
    """The areas whose declared hands did not comply, until their players have discarded."""
    declared_hands: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    """Declared hands that are settled; their cards are in the discard rack."""
    sixths: dict[int, Card | None] = msgspec.field(default_factory=dict)
    """The sixth card by each hand; None while it lies face down."""
    sixths_burned: tuple[int, ...] = ()
    """Declared hands that were given a sixth card in error."""
    racked: tuple[int, ...] = ()
    """Areas without a wager whose cards have been put in the rack."""
    jackpot: Jackpot | None = None
    maximum_payout: int | None = None
    act_first: frozenset[str] = frozenset()
    """Players who must act before others handle their cards."""
    kept_apart: tuple[tuple[str, ...], ...] = ()
    """Players who may not play together at this table."""
    english_only: bool = False
    out_of_casino: frozenset[str] = frozenset()
    """People excluded from the casino, not only from this game."""
    vouchers: frozenset[str] = frozenset()
    device_out: bool = False
    """The shuffling device cannot be used and has not been replaced."""

    @property
    def source(self) -> CardSource:
        """Whether cards are drawn by the table or entered from a real deck."""
        return self.terms.cards

    def wager(self, area: int, bet: Bet) -> Wager | None:
        """The wager on a bet of an area."""
        return next((each for each in self.wagers if each.area == area and each.bet == bet), None)

    def owner(self, area: int) -> str | None:
        """Whose hand lies on an area; None when its wager has gone back."""
        wager = self.wager(area, Bet.WAGER)
        return wager.player if wager else None

    def cards_on_table(self) -> tuple[Card, ...]:
        """Every card on the layout whose face is on record."""
        sixths = (card for card in self.sixths.values() if card is not None)
        discards = (card for each in self.discard_line.values() for card in each.faces)
        return (*super().cards_on_table(), *discards, *sixths)

    def face_down(self) -> int:
        """How many cards lie on the layout with faces no record shows."""
        discards = sum(each.hidden for each in self.discard_line.values())
        return super().face_down() + discards + sum(card is None for card in self.sixths.values())

    def to_deal(self) -> tuple[int, ...]:
        """The areas with a wager, from the left."""
        return tuple(sorted(each.area for each in self.wagers if each.bet == Bet.WAGER))

    def area_due(self) -> int | None:
        """The area whose card, or five cards, come next; None when none do."""
        if self.stage in (Stage.NO_MORE_BETS, Stage.DEALING):
            areas = self.staked if self.in_play else self.to_deal()
            fewest = min(self.hand(area).cards for area in areas)
            return next(area for area in areas if self.hand(area).cards == fewest) if fewest < HAND else None
        if self.stage is Stage.SIXTH_CARD:
            return next((area for area in self.staying() if area not in self.sixths), None)
        return None

    def choosing(self) -> tuple[int, ...]:
        """The areas whose players have yet to declare, or to discard enough, from the left."""
        if self.must_discard:
            return (self.must_discard,)
        if self.stage is not Stage.CHOOSING:
            return ()
        waiting = tuple(area for area in self.staked if area not in self.choices and self.undecided_at(area))
        return tuple(area for area in waiting if self.owner(area) in self.act_first) or waiting

    @property
    def must_discard(self) -> int:
        """The area whose declared hand was turned up and does not comply, until its player has discarded; or 0."""
        return self.failed[0] if self.failed and self.stage is Stage.SETTLING else 0

    def undecided_at(self, area: int) -> bool:
        """Whether the wager of an area has yet to win or lose."""
        wager = self.wager(area, Bet.WAGER)
        return wager is not None and wager.settled is None

    def unturned(self) -> tuple[int, ...]:
        """The hands still to be turned up, from the dealer's right."""
        return tuple(area for area in reversed(self.staked) if not self.hand(area).up and self.undecided_at(area))

    def staying(self) -> tuple[int, ...]:
        """The hands of one to three cards that play on with a sixth, from the left."""
        return tuple(area for area in self.staked if self.hand(area).up and self.undecided_at(area))

    def face_down_sixths(self) -> tuple[int, ...]:
        """The areas whose sixth card has yet to be turned up, from the left."""
        return tuple(area for area in self.staying() if area in self.sixths)

    def has_bet(self, bet: str) -> bool:
        """Both are on the layout; `forbids` says when a Jackpot wager may not be placed."""
        return bet in set(Bet)

    def forbids(self, wager: Wager, clauses: DoubleChanceClauses) -> Refusal | None:
        """Each plays the area before them, alone; a Jackpot wager needs a wager beside it and its exact price."""
        if any(each.area == wager.area and each.player != wager.player for each in self.wagers):
            return Refusal(Reason.AREA_FULL, (clauses.bettors_per_area,), {"area": wager.area})
        if self.people[wager.player].seat != wager.area:
            return Refusal(Reason.NOT_YOURS, (clauses.own_area,), {"area": wager.area})
        if any(self.wagers_of(other) for other in self.apart_from(wager.player)):
            return Refusal(Reason.FORBIDDEN, (clauses.keep_apart,))
        return self._no_jackpot(wager, clauses) if wager.bet == Bet.JACKPOT else None

    def _no_jackpot(self, wager: Wager, clauses: DoubleChanceClauses) -> Refusal | None:
        if self.jackpot is None:
            return Refusal(Reason.FORBIDDEN, (clauses.jackpot_schedule, "ruling 23"), {"jackpot": "not offered"})
        if self.wager(wager.area, Bet.WAGER) is None:
            return Refusal(Reason.NO_SUCH_WAGER, (clauses.jackpot_with_wager,), {"area": wager.area})
        if self.wager(wager.area, Bet.JACKPOT) is not None:
            return Refusal(Reason.ALREADY, (clauses.jackpot_chance, clauses.jackpot_price))
        if wager.cents != self.jackpot.price:
            facts = {"price": self.jackpot.price, "offered": wager.cents}
            return Refusal(Reason.LIMITS, (clauses.jackpot_price, clauses.jackpot_chance), facts)
        return None

    def wagered_under(self, bet: str, clauses: DoubleChanceClauses) -> Clauses:
        """Each player is offered a wager, and a Jackpot wager beside it at the price on the sign."""
        if bet == Bet.JACKPOT:
            return (clauses.jackpot_chance, clauses.jackpot_with_wager, clauses.jackpot_price)
        return super().wagered_under(bet, clauses)

    def holds(self, wager: Wager, clauses: DoubleChanceClauses) -> Refusal | None:
        """A wager with a Jackpot wager beside it stays until that one is taken back."""
        if wager.bet == Bet.WAGER and self.wager(wager.area, Bet.JACKPOT) is not None:
            return Refusal(Reason.NOT_NOW, (clauses.jackpot_with_wager,), {"first": "the jackpot wager"})
        return None

    def apart_from(self, player: str) -> set[str]:
        """Those with whom a player may not play together."""
        return {other for group in self.kept_apart if player in group for other in group} - {player}

    def bars(self, player: str, clauses: DoubleChanceClauses) -> Refusal | None:
        """Players kept apart do not come to one table; nobody moves away from the area of their own wager."""
        if player not in self.people and self.apart_from(player) & set(self.people):
            return Refusal(Reason.FORBIDDEN, (clauses.keep_apart,))
        if self.wagers_of(player):
            return Refusal(Reason.NOT_NOW, (clauses.own_area,), {"wagers": len(self.wagers_of(player))})
        return None

    def priced(self, bet: str, clauses: DoubleChanceClauses) -> Refusal | None:
        """A Jackpot wager costs what the operator's sign says."""
        return Refusal(Reason.FORBIDDEN, (clauses.jackpot_price,)) if bet == Bet.JACKPOT else None

    def obstacle(self, clauses: DoubleChanceClauses) -> Refusal | None:
        """What keeps a round from going on: the device, the cards, or a count."""
        if self.device_out:
            return Refusal(Reason.NOT_NOW, (clauses.device_replaced,), {"next": "another device"})
        if self.care.step is not Step.READY:
            clause = {Step.CHECK: clauses.card_check, Step.CUT: clauses.dealer_cuts}.get(
                self.care.step, clauses.shuffle
            )
            return Refusal(Reason.NOT_NOW, (clause,), {"next": self.care.step.value})
        if self.counting:
            return Refusal(Reason.NOT_NOW, (clauses.count_ordered,), {"next": "count the cards"})
        return None

    def reoccupied(self) -> State:
        """Play that begins again after a vacant time begins with a shuffle, unless it has not begun since the first.

        While cards of a round still lie there, its end brings the shuffle.
        """
        came_before = self.arrivals > 1
        played = came_before and not self.in_play and self.care.cause is not ShuffleCause.START
        if not played or self.care.step not in (Step.READY, Step.CUT):
            return self
        return replace(self, care=to_shuffle(self, ShuffleCause.VACANT), shoe=self.shoe.reshuffled())

    def relieved(self) -> State:
        """The table once wagers have left it: whatever waited for them goes on."""
        if self.stage is Stage.NO_MORE_BETS and not self.to_deal():
            return replace(self, stage=Stage.BETTING)
        failed = tuple(area for area in self.failed if self.undecided_at(area))
        return replace(self, failed=failed).when_acted()

    def when_acted(self) -> State:
        """The next stage, once nothing more is to be chosen, turned up, or decided by a sixth card."""
        state = self
        if state.stage is Stage.CHOOSING and not state.choosing():
            state = replace(state, stage=Stage.SETTLING)
        if state.stage is Stage.SETTLING and not state.must_discard and not state.unturned():
            state = replace(state, stage=Stage.SIXTH_CARD)
        if state.stage is Stage.SIXTH_CARD and not state.staying():
            state = replace(state, stage=Stage.SETTLED)
        return state

    def cleared(self) -> State:
        """The layout empty; the deck is shuffled for every round, and a device brings out its other deck."""
        other = "blue" if self.back == "red" else "red"
        state = replace(
            self,
            stage=Stage.BETTING,
            wagers=(),
            hands={},
            staked=(),
            handled=(),
            choices={},
            discard_line={},
            failed=(),
            declared_hands={},
            sixths={},
            sixths_burned=(),
            racked=(),
            back=other if self.shoe.device is Device.SHUFFLER else self.back,
        )
        return replace(state, care=to_shuffle(state, ShuffleCause.ROUND_OVER), shoe=self.shoe.reshuffled())


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
