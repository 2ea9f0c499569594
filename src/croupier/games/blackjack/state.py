"""A table of the Blackjack family at one moment."""

from __future__ import annotations

import msgspec

from croupier.cards import Card, Shoe, deck_without
from croupier.games.blackjack.terms import Bet, Surrendered, Terms, is_natural, total
from croupier.table.hands import DEALERS, Spot
from croupier.table.state import BankedTable, Stage, Wager
from croupier.table.wagers import entitlement


class Drawn(msgspec.Struct, frozen=True, array_like=True):
    """A card of this round, in the order the cards came, and the hand it was put to."""

    spot: Spot
    card: Card


class Played(msgspec.Struct, frozen=True):
    """What has been decided on one hand."""

    stood: bool = False
    doubled: bool = False
    drawing: bool = False
    """Whether a card that was asked for is still to come."""
    split: bool = False
    """Whether it came of a split, so that it has no natural."""
    of_aces: bool = False
    """Whether it came of splitting aces, and has one card more and no decision."""


UNPLAYED = Played()


class Asked(msgspec.Struct, frozen=True):
    """Those who share an area are asked whether they go along with what its caller does."""

    spot: Spot
    """The hand that was doubled, or that a split has made."""
    origin: Spot
    """The hand that their wagers lie on."""
    bet: Bet
    players: tuple[str, ...]


class State(BankedTable, frozen=True, kw_only=True):
    """What every table with a bank remembers, and what has been decided on each hand."""

    terms: Terms
    staked: tuple[int, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    played: dict[Spot, Played] = msgspec.field(default_factory=dict)
    order: dict[int, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """The hands of an area in the order they are served, where it has been split."""
    unsplit: frozenset[int] = frozenset()
    """Areas whose caller has let a split go by."""
    surrendered: frozenset[tuple[int, str]] = frozenset()
    passed: frozenset[str] = frozenset()
    """Who has let the early choices go by."""
    decided: bool = False
    """Whether a decision of the subsequent deal has been made."""
    asked: Asked | None = None
    nominee: str | None = None
    """Who may press the jackpot button for whose turn it is."""
    stray: int | None = None
    """A prize for each dollar that came up without being called for, and may be taken."""
    button_down: bool = False
    """Whether the jackpot button has failed."""
    kept: frozenset[tuple[Spot, str]] = frozenset()
    """Doubled hands whose players have said that they play them."""

    @property
    def main(self) -> Bet:
        """The bet that hands are dealt for."""
        return self.terms.playing.bet

    def hands_of(self, area: int) -> tuple[Spot, ...]:
        """The hands of an area, in the order they are served."""
        return tuple([Spot(area, each) for each in self.order.get(area, (1,))])

    def cards_of(self, spot: Spot) -> tuple[Card, ...]:
        """The cards of a hand."""
        return self.hand(*spot).faces

    def play_of(self, spot: Spot) -> Played:
        """What has been decided on a hand."""
        return self.played.get(spot, UNPLAYED)

    def total_of(self, spot: Spot) -> tuple[int, bool]:
        """What a hand counts, and whether that is a Soft Total; a doubled Pontoon hand pins its first aces (R36)."""
        pinned = 2 if self.terms.playing.rescue and self.play_of(spot).doubled else 0
        return total(self.cards_of(spot), pinned)

    def is_natural(self, spot: Spot) -> bool:
        """Whether a hand is an ace and a ten, dealt as its first cards."""
        return is_natural(self.cards_of(spot)) and not self.play_of(spot).split

    @property
    def dealers_first(self) -> Card | None:
        """The dealer's first card."""
        return next(iter(self.cards_of(DEALERS)), None)

    @property
    def dealt_first_cards(self) -> bool:
        """Whether the initial deal is complete."""
        return self.in_play and self.stage is not Stage.DEALING

    def bettors(self, area: int, hand: int = 1) -> tuple[Wager, ...]:
        """The wagers that a hand is played for, from the one nearest the dealer on."""
        found = [each for each in self.wagers if (each.area, each.hand, each.bet) == (area, hand, self.main)]
        if len(found) > 1:
            found.sort(key=lambda each: entitlement(self, area, self.people[each.player]))
        return tuple(found)

    def playing(self, spot: Spot) -> tuple[Wager, ...]:
        """The wagers that still turn on the decisions about a hand."""
        return tuple([each for each in self.bettors(*spot) if self.in_hand(each)])

    def in_hand(self, wager: Wager) -> bool:
        """Whether a wager takes part in its hand: it counts, is not settled and not given up."""
        return not wager.sent_back and wager.settled is None and (wager.area, wager.player) not in self.surrendered

    def caller(self, area: int) -> str | None:
        """Who decides for an area: whose wager is nearest the dealer, of those that count."""
        passes = self.terms.readings.surrender is Surrendered.CONTROL_PASSES
        places = self.hands_of(area)
        found = [each for place in sorted(places) for each in self.bettors(*place) if not each.sent_back]
        if passes:
            found = [each for each in found if (area, each.player) not in self.surrendered] or found
        return found[0].player if found else None

    def caller_of(self, place: Spot) -> str | None:
        """Who decides for one hand: the area's caller, or the next on the hand where that one has no wager on it."""
        caller = self.caller(place.area)
        there = [each.player for each in self.bettors(*place) if not each.sent_back]
        return caller if caller in there or not there else there[0]

    def stands_by_surrender(self, area: int) -> bool:
        """Whether an area's two cards stand because its caller has surrendered and others have not (ruling 42)."""
        if not self.surrendered or self.terms.readings.surrender is not Surrendered.STANDS:
            return False
        return (area, self.caller(area)) in self.surrendered

    def added(self, spot: Spot, player: str, bet: Bet) -> Wager | None:
        """What a player has put on a hand beside its wager: a double, or insurance."""
        return next((each for each in self.wagers if each.key == (spot.area, bet, player, spot.hand)), None)


def staked_areas(state: State) -> tuple[int, ...]:
    """The areas with a wager that is dealt for, from the left."""
    return tuple(sorted({each.area for each in state.wagers if each.bet == state.main and not each.sent_back}))


def initial(terms: Terms) -> State:
    """A closed table with cards that have not been checked."""
    return State(
        terms=terms,
        seats=terms.areas,
        shoe=Shoe.of(terms.decks, terms.device, deck_without(terms.playing.without)),
        limits={bet.value: terms.limits[bet] for bet in terms.bets},
        terms_version=terms.version,
    )
