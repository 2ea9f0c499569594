"""A table of the Blackjack family at one moment."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, Shoe, deck_without
from croupier.cards.quick import quick
from croupier.games.blackjack.terms import Bet, Playing, Surrendered, Terms, is_natural, total
from croupier.table.hands import DEALERS, Spot
from croupier.table.rules import entitlement
from croupier.table.state import Stage, Wager
from croupier.table.versions import VersionedTable

DEALER_STANDS = 17


class Drawn(msgspec.Struct, frozen=True, array_like=True):
    """A card of this round, in the order the cards came, and the hand it was put to."""

    spot: Spot
    face: Card | None
    """None as long as it lies face down."""
    held: bool = False
    """Whether it was a surplus card kept aside."""
    due: Spot | None = None
    """The hand it should have gone to, where that is another."""

    @property
    def card(self) -> Card:
        """Its face, for who looks at it when all cards lie open."""
        assert self.face is not None
        return self.face


@quick
class Choice(StrEnum):
    """What a player has decided, as it is on record."""

    INSURED = "insured"
    EVEN_MONEY = "took even money"
    SURRENDERED = "surrendered"
    WENT_ON = "went on"
    STOOD = "stood"
    DREW = "drew"
    DOUBLED = "doubled"
    SPLIT = "split"
    RESCUED = "rescued the double"
    KEPT = "played the doubled hand"


SUBSEQUENT = (Choice.STOOD, Choice.DREW, Choice.DOUBLED, Choice.SPLIT)
"""The decisions of the subsequent deal."""


BY_CHOICE = (Choice.EVEN_MONEY, Choice.RESCUED)
"""The decisions that end a wager."""
NOWHERE = Spot(-1)
"""Where a decision belongs that is about no hand, and where a card was due that none was."""


class Decided(msgspec.Struct, frozen=True, array_like=True):
    """A decision of this round, in the order they were made."""

    choice: Choice
    spot: Spot
    player: str
    after: int
    """How many cards of the round were out."""
    let_go: bool = False
    """Whether a split was let go by it."""
    new: int = 0
    """The hand that a split made."""


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


class Direction(msgspec.Struct, frozen=True):
    """A hand that the dealer has asked a supervisor to direct, its player having been waited for."""

    spot: Spot
    absent: bool = False


class State(VersionedTable, frozen=True, kw_only=True):
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
    lines: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Shared areas: who calls, and from the close of bets on the whole line of wagers from the dealer's side."""
    asked: Asked | None = None
    direction: Direction | None = None
    """What the dealer has asked for the hand of a player who does not act."""
    nominee: str | None = None
    """Who may press the jackpot button for whose turn it is."""
    stray: int | None = None
    """A prize for each dollar that came up without being called for, and may be taken."""
    button_down: bool = False
    """Whether the jackpot button has failed."""
    notified: frozenset[str] = frozenset()
    """Of whom the Director has been told that they are about to be limited."""
    limited: dict[str, str] = msgspec.field(default_factory=dict)
    """Who is held to one area and its least wager, and why (BJ 5.11)."""
    restricted: dict[str, str] = msgspec.field(default_factory=dict)
    """Who is held to the least wager until the cards are shuffled, and why (BJ 5.12)."""
    shoe_from: int = 1
    """The first round of this shoe."""
    shoe_rounds: int = 0
    """How many rounds of it have been played to their end."""
    shoe_wagers: dict[str, int] = msgspec.field(default_factory=dict)
    """On how many of them each player has wagered."""
    kept: frozenset[tuple[Spot, str]] = frozenset()
    """Doubled hands whose players have said that they play them."""
    decisions: tuple[Decided, ...] = ()
    """What has been decided in this round."""
    initial: int = 0
    """How many cards the initial deal had when it was complete."""
    passed_over: frozenset[tuple[Spot, int]] = frozenset()
    """Hands that went without their first or second card of the initial deal."""
    misplaced: bool = False
    """Whether cards lie out of their place, and nobody has ruled on it."""
    rebuilding: tuple[int, ...] = ()
    """The areas whose players may take wagers back, while they are asked."""
    second_offered: frozenset[int] = frozenset()
    """Areas with one card whose players have been asked whether they take a second."""
    approved: bool = False
    """Whether dealing players' first two cards face down has been approved."""
    first_called: bool = False
    """Whether a caller wants the dealer to take the first card that is missing before deciding."""

    @property
    def main(self) -> Bet:
        """The bet that hands are dealt for."""
        return self.terms.playing.bet

    def hands_of(self, area: int) -> tuple[Spot, ...]:
        """The hands of an area, in the order they are served."""
        return tuple([Spot(area, each) for each in self.order.get(area, (1,))])

    def cards_of(self, spot: Spot) -> tuple[Card, ...]:
        """The cards of a hand that lie open."""
        hand = self.hand(*spot)
        return hand.exposed if self.terms.face_down else hand.faces

    def covered(self, spot: Spot) -> bool:
        """Whether cards of a player's hand lie face down."""
        hand = self.hand(*spot)
        return self.terms.face_down and bool(hand.cards) and not hand.up

    def play_of(self, spot: Spot) -> Played:
        """What has been decided on a hand."""
        return self.played.get(spot, UNPLAYED)

    def total_of(self, spot: Spot) -> tuple[int, bool]:
        """What a hand counts, and whether that is a Soft Total; a doubled Pontoon hand pins its first aces (R36)."""
        pinned = 2 if self.terms.playing.rescue and self.play_of(spot).doubled else 0
        return total(self.cards_of(spot), pinned)

    def is_natural(self, spot: Spot) -> bool:
        """Whether a hand is an ace and a ten, dealt as its first cards."""
        return is_natural(self.cards_of(spot)) and not self.play_of(spot).split and not self.covered(spot)

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
        wanted = (area, hand, self.main)
        found = [each for each in self.wagers if (each.area, each.hand, each.bet) == wanted]
        if len(found) > 1:
            found.sort(key=lambda each: self.nearness(area, each.player))
        return tuple(found)

    def nearness(self, area: int, player: str) -> tuple[int, bool, tuple[int, int]]:
        """How near the dealer a player's wager lies on an area: in the line that was ascertained, else as claims go."""
        line, person = self.lines.get(area, ()), self.people[player]
        place = line.index(player) if player in line else len(line)
        return (place, person.calls_where_seated and person.seat != area, entitlement(self, area, person))

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

    @property
    def ruling_waits(self) -> bool:
        """Whether cards lie out of place after the initial deal, or players are asked if they take wagers back."""
        return (self.misplaced and self.initial > 0) or self.retracting is not None

    def with_decision(self, choice: Choice, place: Spot, player: str, *, let_go: bool = False, new: int = 0) -> State:
        """The table with one more decision on record."""
        made = Decided(choice, place, player, len(self.drawn), let_go, new)
        return replace(self, decisions=(*self.decisions, made))

    @property
    def dealers_cards(self) -> tuple[Card, ...]:
        """The dealer's cards that count: none that came after the hand was complete (BJ 9.3(a))."""
        cards = self.cards_of(DEALERS)
        for many in range(2, len(cards)):
            if stands(cards[:many], self.terms.playing):
                return cards[:many]
        return cards

    def added(self, spot: Spot, player: str, bet: Bet) -> Wager | None:
        """What a player has put on a hand beside its wager: a double, or insurance."""
        return next((each for each in self.wagers if each.key == (spot.area, bet, player, spot.hand)), None)


def stands(cards: tuple[Card, ...], playing: Playing) -> bool:
    """Whether the dealer takes no further card to these by what they count."""
    counted, soft = total(cards)
    return len(cards) > 1 and counted >= DEALER_STANDS + (soft and playing.draws_to_soft_17)


def staked_areas(state: State) -> tuple[int, ...]:
    """The areas with a wager that is dealt for, from the left."""
    return tuple(sorted({each.area for each in state.wagers if each.bet == state.main and not each.sent_back}))


def nothing_to_deal_for(state: State) -> bool:
    """Whether bets are closed and every wager goes back, so that no card is dealt (ruling 44)."""
    return state.stage is Stage.NO_MORE_BETS and not staked_areas(state)


def initial(terms: Terms) -> State:
    """A closed table with cards that have not been checked."""
    return State(
        terms=terms,
        seats=terms.areas,
        shoe=Shoe.of(terms.decks, terms.device, deck_without(terms.playing.without)),
        limits={bet.value: terms.limits[bet] for bet in terms.bets},
        terms_version=terms.version,
        offered=terms.sevens,
    )
