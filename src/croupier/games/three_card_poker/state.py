"""A Three Card Poker table at one moment.

A card lying face down has no face in the state: it gets one when its player looks or the dealer turns it up.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.cards import CardSource, Device, Shoe
from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.on_the_meter import (
    JackpotGameCancelled,
    JackpotOutcomeUndone,
    JackpotRegistered,
)
from croupier.games.three_card_poker.terms import SIGNED_BETS, Bet, Terms
from croupier.money import Limits
from croupier.table.care import to_shuffle
from croupier.table.contract import Clauses, Event, Reason, Refusal
from croupier.table.hands import OneDeckState
from croupier.table.state import ShuffleCause, Stage, Step, Wager

HAND = 3
JACKPOT_CARDS = 2
DEALER = 0
"""Where the dealer's own cards lie, among the numbers of the areas."""
JACKPOT = -1
"""Where the Jackpot Cards lie."""
_ANY = Limits(1, 1 << 60, 1)


class Choice(StrEnum):
    """What a player does with a hand."""

    PLAY = "play"
    FOLD = "fold"
    PAIR_PLUS = "pair plus only"
    VOID = "void"


class State(OneDeckState, frozen=True, kw_only=True):
    """What the shared table remembers, and the hands, the choices and the jackpot game."""

    terms: Terms
    choices: dict[int, Choice] = msgspec.field(default_factory=dict)
    staked: tuple[int, ...] = ()
    called: bool = False
    qualifies: bool | None = None
    checked: tuple[int, ...] = ()
    antes_paid: bool = False
    registered: tuple[int, ...] | None = None
    """The areas in the jackpot game now running on the meter; None when none is."""
    meter_wins: dict[int, str] = msgspec.field(default_factory=dict)
    """Areas whose five cards win from the meter, until the prize is paid."""
    outcome_recorded: bool = False
    equipment_down: bool = False
    manual: bool = False
    wrong: str = ""
    """An error reported before the call, for which the round is to be declared a misdeal."""
    wrong_area: int = 0
    burned: tuple[int, ...] = ()
    """Areas without a wager whose cards have been burned."""
    ordering: bool = False
    """A ruling on the order of the dealer's cards is outstanding."""
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
    def source(self) -> CardSource:
        """Whether cards are drawn by the table or entered from a real deck."""
        return self.terms.cards

    @property
    def jackpot_offered(self) -> bool:
        """Whether Jackpot wagers are taken at this table."""
        return self.terms.jackpot_price is not None

    def wager(self, area: int, bet: Bet) -> Wager | None:
        """The wager on a bet of an area."""
        return next((each for each in self.wagers if each.area == area and each.bet == bet), None)

    def owner(self, area: int) -> str | None:
        """Whose hand lies on an area; None when its wagers have gone back."""
        return next((each.player for each in self.wagers if each.area == area and each.bet != Bet.JACKPOT), None)

    def place_due(self) -> int | None:
        """Where the next card, or set of three, goes; None when the deal is done."""
        if self.stage not in (Stage.NO_MORE_BETS, Stage.DEALING):
            return None
        places = (*(self.staked if self.in_play else staked_areas(self.wagers)), DEALER)
        fewest = min(self.hand(place).cards for place in places)
        if fewest < HAND:
            return next(place for place in places if self.hand(place).cards == fewest)
        if self.jackpot_offered and not self.no_jackpot and self.hand(JACKPOT).cards < JACKPOT_CARDS:
            return JACKPOT
        return None

    def area_due(self) -> int | None:
        """The area, or the dealer's place, whose card comes next."""
        return self.place_due()

    def choosing(self) -> tuple[int, ...]:
        """The areas whose players have yet to play or fold, from the left."""
        if self.stage is not Stage.DECIDING or not self.called:
            return ()
        return tuple(area for area in self.staked if area not in self.choices and self.has_stake(area))

    def has_stake(self, area: int) -> bool:
        """Whether an Ante or Pair Plus wager is undecided there."""
        return any(each.area == area and each.bet in SIGNED_BETS and each.settled is None for each in self.wagers)

    def unchecked(self) -> tuple[int, ...]:
        """The areas still to be settled, from the dealer's right."""
        open_areas = {each.area for each in self.wagers if each.settled is None and each.area not in self.checked}
        return tuple(sorted(open_areas, reverse=True))

    def limits_for(self, wager: Wager) -> Limits:
        """The sign's limits for Ante and Pair Plus; Play follows the Ante and the Jackpot wager has its price."""
        return super().limits_for(wager) if wager.bet in SIGNED_BETS else _ANY

    def has_bet(self, bet: str) -> bool:
        """All four are on the layout, Play and Jackpot too; `forbids` says when they may not be placed."""
        return bet in set(Bet)

    def forbids(self, wager: Wager, clauses: ThreeCardClauses) -> Refusal | None:
        """Play waits for the cards; a Jackpot wager needs an Ante, its exact price and a working meter."""
        if wager.bet == Bet.PLAY:
            return Refusal(Reason.NOT_NOW, (clauses.play_equals_ante,), {"next": "the cards"})
        if wager.bet != Bet.JACKPOT:
            return None
        price = self.terms.jackpot_price
        if price is None:
            return Refusal(Reason.FORBIDDEN, (clauses.jackpot_equipment,), {"jackpot": "not offered"})
        if self.equipment_down and not self.manual:
            return Refusal(Reason.NOT_NOW, (clauses.meter_working,), {"equipment": "down"})
        if self.wager(wager.area, Bet.JACKPOT) is not None:
            return Refusal(Reason.ALREADY, (clauses.one_jackpot_a_hand,))
        if wager.cents != price:
            return Refusal(Reason.LIMITS, (clauses.jackpot_price,), {"price": price, "offered": wager.cents})
        ante = self.wager(wager.area, Bet.ANTE)
        if ante is None or ante.player != wager.player:
            return Refusal(Reason.NO_SUCH_WAGER, (clauses.jackpot_with_ante,), {"area": wager.area})
        return None

    def holds(self, wager: Wager, clauses: ThreeCardClauses) -> Refusal | None:
        """An Ante with a Jackpot wager beside it stays until that one is taken back."""
        if wager.bet == Bet.ANTE and self.wager(wager.area, Bet.JACKPOT) is not None:
            return Refusal(Reason.NOT_NOW, (clauses.jackpot_with_ante,), {"first": "the jackpot wager"})
        return None

    def obstacle(self, clauses: ThreeCardClauses) -> Refusal | None:
        """What keeps a round from going on: cards not ready, a count, a ruling or an offer outstanding."""
        if self.care.step is not Step.READY:
            clause = {Step.CHECK: clauses.card_check, Step.CUT: clauses.dealer_cuts}.get(
                self.care.step, clauses.shuffle
            )
            return Refusal(Reason.NOT_NOW, (clause,), {"next": self.care.step.value})
        if self.wrong:
            return Refusal(Reason.NOT_NOW, (clauses.early_number_error,), {"next": "declare the misdeal"})
        if self.counting:
            return Refusal(Reason.NOT_NOW, (clauses.late_area_error,), {"next": "count the cards"})
        if self.jackpot_in_doubt:
            return Refusal(Reason.NOT_NOW, (clauses.wrong_jackpot_cards,), {"next": "rule on the Jackpot Cards"})
        if self.taken_area:
            return Refusal(Reason.NOT_NOW, (clauses.taken_in_error,), {"next": "the player names the cards"})
        if self.ordering:
            return Refusal(Reason.NOT_NOW, (clauses.late_dealer_error,), {"next": "rule on the order of the cards"})
        if self.undecided():
            return Refusal(Reason.NOT_NOW, (clauses.retract,), {"players to ask": len(self.undecided())})
        return None

    def jackpot_wagers(self) -> tuple[Wager, ...]:
        """The Jackpot wagers on the layout that are not settled."""
        return tuple(each for each in self.wagers if each.bet == Bet.JACKPOT and each.settled is None)

    def to_register(self) -> tuple[int, ...]:
        """The areas whose Jackpot wagers have an Ante beside them, as they must."""
        antes = {(each.area, each.player) for each in self.wagers if each.bet == Bet.ANTE}
        return tuple(each.area for each in self.jackpot_wagers() if (each.area, each.player) in antes)

    def without_ante(self) -> tuple[Wager, ...]:
        """Jackpot wagers, carried over from a misdeal, whose player has placed no Ante for this round."""
        registrable = self.to_register()
        return tuple(each for each in self.jackpot_wagers() if each.area not in registrable)

    def unregistered(self) -> bool:
        """Whether the meter has yet to hear of the Jackpot wagers as they lie."""
        return bool(self.without_ante()) or set(self.registered or ()) != set(self.to_register())

    def outcome_undone(self, under: Clauses) -> tuple[Event, ...]:
        """The event that takes a recorded outcome back from the meter, if one has been recorded."""
        return (JackpotOutcomeUndone(round=self.round, under=under),) if self.outcome_recorded else ()

    def game_cancelled(self, under: Clauses, reopens: bool = False) -> tuple[Event, ...]:
        """The event that undoes a running jackpot game, if one is."""
        if self.registered is None:
            return ()
        return (JackpotGameCancelled(areas=self.registered, reopens=reopens, under=under),)

    def game_without(self, leaving: tuple[int, ...], under: Clauses) -> tuple[Event, ...]:
        """A running game undone because some of its wagers left, and the rest registered anew."""
        if self.registered is None or self.outcome_recorded or not set(leaving) & set(self.registered):
            return ()
        rest = tuple(area for area in self.registered if area not in leaving)
        cents = sum(each.cents for each in self.wagers if each.bet == Bet.JACKPOT and each.area in rest)
        anew = (JackpotRegistered(areas=rest, cents=cents, under=under),) if rest else ()
        return (*self.game_cancelled(under), *anew)

    def upon_wager(self, wager: Wager, clauses: ThreeCardClauses) -> tuple[Event, ...]:
        """A Jackpot wager that comes or goes while one is carried over undoes the game; it is registered anew later."""
        if wager.bet != Bet.JACKPOT:
            return ()
        leaving = self.wager(wager.area, Bet.JACKPOT) is not None
        return self.game_cancelled((clauses.leaver_carried if leaving else clauses.newcomer_carried,))

    def upon_retraction(self, wagers: tuple[Wager, ...], clauses: ThreeCardClauses) -> tuple[Event, ...]:
        """The Jackpot wagers that stay are registered anew for the round under way."""
        clause = clauses.unstaked_jackpot if clauses.late_unstaked in self.offered else clauses.retract_jackpot
        return self.game_without(tuple(each.area for each in wagers), (clause,))

    def upon_leaving(self, wagers: tuple[Wager, ...], clauses: ThreeCardClauses) -> tuple[Event, ...]:
        """Before the first card the game is undone, to be registered anew; later that is done at once."""
        areas = tuple(each.area for each in wagers if each.bet == Bet.JACKPOT)
        if self.in_play:
            return self.game_without(areas, (clauses.void_wagers,))
        return self.game_cancelled((clauses.leaver_carried,)) if set(areas) & set(self.registered or ()) else ()

    def awaits(self, player: str, clauses: ThreeCardClauses) -> Refusal | None:
        """A prize from the meter is determined first; one that is paid stands unless the game is made invalid."""
        if not self.outcome_recorded:
            return None
        jackpots = [each for each in self.wagers_of(player) if each.bet == Bet.JACKPOT]
        if any(each.area in self.meter_wins and each.settled is None for each in jackpots):
            return Refusal(Reason.NOT_NOW, (clauses.meter_prizes,), {"next": "determine the prizes"})
        paid = (each.settled for each in jackpots if each.settled is not None and each.settled.paid)
        if any(clauses.meter_prizes in each.under for each in paid):
            return Refusal(Reason.ALREADY, (clauses.meter_prizes,), {"prizes": "determined"})
        return None

    def priced(self, bet: str, clauses: ThreeCardClauses) -> Refusal | None:
        """A Jackpot wager costs what it costs at every table of its meter."""
        return Refusal(Reason.FORBIDDEN, (clauses.jackpot_price,)) if bet == Bet.JACKPOT else None

    def relieved(self) -> State:
        """Whoever has left wins nothing from the meter and names no cards; the round goes on with the rest."""
        if self.stage is Stage.NO_MORE_BETS and not self.to_deal():
            return replace(self, stage=Stage.BETTING)
        waiting = {each.area for each in self.jackpot_wagers()}
        wins = {area: hand for area, hand in self.meter_wins.items() if area in waiting}
        state = replace(self, meter_wins=wins)
        if state.taken_area and not state.has_stake(state.taken_area):
            state = replace(state, taken_area=0, taken_alone=False)
        return state.when_checked() if state.stage in (Stage.SETTLING, Stage.PAYING) else state

    def when_checked(self) -> State:
        """The stage once nothing more is to be checked: the meter's word first, if wagers are on it."""
        if self.unchecked():
            return self
        done = self.registered is None or self.outcome_recorded
        return replace(self, stage=Stage.SETTLED if done and not self.meter_wins else Stage.PAYING)

    def upon_void(self, clauses: ThreeCardClauses) -> tuple[Event, ...]:
        """Every wager has gone back, so the meter gives back what they added."""
        return (*self.outcome_undone((clauses.refund,)), *self.game_cancelled((clauses.refund,)))

    def to_deal(self) -> tuple[int, ...]:
        """The areas with an Ante or a Pair Plus wager, from the left."""
        return staked_areas(self.wagers)

    def retractable(self, player: str) -> tuple[Wager, ...]:
        """Everything the player has undecided on the layout."""
        return tuple(each for each in self.wagers_of(player) if each.settled is None)

    def answered(self, player: str) -> State:
        """When everyone has answered the round goes on."""
        left = tuple(each for each in self.retracting or () if each != player and self.retractable(each))
        return replace(self, retracting=left or None).relieved()

    def cleared(self, carry: bool = False) -> State:
        """The layout empty, but for Jackpot wagers a misdeal carries over; the deck is shuffled for every round."""
        carried = tuple(each for each in self.wagers if each.bet == Bet.JACKPOT) if carry else ()
        other = "blue" if self.back == "red" else "red"
        state = replace(
            self,
            stage=Stage.BETTING,
            wagers=tuple(replace(each, settled=None) for each in carried),
            spoken=(),
            hands={},
            choices={},
            staked=(),
            called=False,
            qualifies=None,
            checked=(),
            antes_paid=False,
            registered=self.registered if carried else None,
            meter_wins={},
            outcome_recorded=False,
            retracting=None,
            offered=(),
            wrong="",
            counting="",
            wrong_area=0,
            burned=(),
            ordering=False,
            jackpot_in_doubt=False,
            no_jackpot=False,
            taken_area=0,
            taken_alone=False,
            back=other if self.shoe.device is Device.SHUFFLER else self.back,
        )
        return replace(state, care=to_shuffle(state, ShuffleCause.START), shoe=self.shoe.reshuffled())


def staked_areas(wagers: tuple[Wager, ...]) -> tuple[int, ...]:
    """The areas with an Ante or a Pair Plus wager, from the left."""
    return tuple(sorted({each.area for each in wagers if each.bet in SIGNED_BETS}))


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
