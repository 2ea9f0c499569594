"""What a Double Chance table is set up with: device, limits, odds of declared hands, maximum payout, the jackpot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated

import msgspec

from croupier.books import cite
from croupier.cards import Card, CardSource, Device
from croupier.cards.quick import quick
from croupier.cards.ranking import FiveCards, five_cards
from croupier.money import MOST_CENTS, ChipSet, Limits, Odds
from croupier.table.asked import SIGNS_ALONE, SignedAlone, Source, asked, dealt_from, money


@quick
class Bet(StrEnum):
    """The two wagers of the layout (DC 5.2)."""

    WAGER = "wager"
    JACKPOT = "jackpot"


@quick
class Declared(StrEnum):
    """The hands a player may declare (DC 11.1), the best first."""

    ROYAL_FLUSH = "royal flush"
    STRAIGHT_FLUSH = "straight flush"
    FOUR_OF_A_KIND = "four of a kind"
    FULL_HOUSE = "full house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three of a kind"
    TWO_PAIRS = "two pairs"
    DEAD_HAND = "dead hand"


HAND = 5
SIXTH = 1
MOST_HANDS = 8
"""Six cards each are in one deck for no more (ruling 24)."""
FEWEST_KEPT, MOST_KEPT = 1, 3
MOST_TO_ONE = 1_000_000
"""The longest odds a prize schedule may give, so that no prize outgrows an account."""

DECLARED_ODDS: dict[Declared, Odds] = {
    Declared.ROYAL_FLUSH: Odds(200),
    Declared.STRAIGHT_FLUSH: Odds(50),
    Declared.FOUR_OF_A_KIND: Odds(20),
    Declared.FULL_HOUSE: Odds(6),
    Declared.FLUSH: Odds(4),
    Declared.STRAIGHT: Odds(2),
    Declared.THREE_OF_A_KIND: Odds(1),
    Declared.TWO_PAIRS: Odds(1),
    Declared.DEAD_HAND: Odds(1),
}
SIXTH_CARD_ODDS = Odds(1)

_IN_THE_BOOK = {
    Declared.ROYAL_FLUSH: "Royal Flush",
    Declared.STRAIGHT_FLUSH: "Straight Flush",
    Declared.FOUR_OF_A_KIND: "Four of a kind",
    Declared.FULL_HOUSE: "Full House",
    Declared.FLUSH: "Flush",
    Declared.STRAIGHT: "Straight",
    Declared.THREE_OF_A_KIND: "Three of a kind",
    Declared.TWO_PAIRS: "Two Pairs",
    Declared.DEAD_HAND: "Dead Hand",
}
ODDS_CLAUSE = {hand: cite(f"DC 9.1:{name}") for hand, name in _IN_THE_BOOK.items()}
HAND_CLAUSE = {hand: cite(f"DC 11.1.{number}") for number, hand in enumerate(Declared, 1)}

JACKPOT_HANDS = (
    Declared.ROYAL_FLUSH,
    Declared.STRAIGHT_FLUSH,
    Declared.FOUR_OF_A_KIND,
    Declared.FULL_HOUSE,
    Declared.FLUSH,
    Declared.STRAIGHT,
    Declared.DEAD_HAND,
)
JACKPOT_CLAUSE = {hand: cite(f"DC 10.4.{number}") for number, hand in enumerate(JACKPOT_HANDS, 1)}

_BY_VALUE = {
    FiveCards.ROYAL_FLUSH: Declared.ROYAL_FLUSH,
    FiveCards.STRAIGHT_FLUSH: Declared.STRAIGHT_FLUSH,
    FiveCards.FOUR_OF_A_KIND: Declared.FOUR_OF_A_KIND,
    FiveCards.FULL_HOUSE: Declared.FULL_HOUSE,
    FiveCards.FLUSH: Declared.FLUSH,
    FiveCards.STRAIGHT: Declared.STRAIGHT,
    FiveCards.THREE_OF_A_KIND: Declared.THREE_OF_A_KIND,
    FiveCards.TWO_PAIRS: Declared.TWO_PAIRS,
}


def declared(cards: Sequence[Card]) -> Declared | None:
    """The best hand of rule 11 that five cards make, or None.

    >>> declared([Card(text) for text in ("2h", "3h", "4h", "5h", "2c")]).value
    'dead hand'
    >>> declared([Card(text) for text in ("2h", "3h", "4h", "5c", "2c")]) is None
    True
    """
    return Declared.DEAD_HAND if _dead(cards) else _BY_VALUE.get(FiveCards(five_cards(cards)[0]))


def _dead(cards: Sequence[Card]) -> bool:
    """2-3-4-5 of one suit and another 2 (ruling 22): nothing better can be made of such cards."""
    middle = {card.suit for card in cards if card.rank in "345"}
    twos = {card.suit for card in cards if card.rank == "2"}
    return sorted(card.rank for card in cards) == ["2", "2", "3", "4", "5"] and len(middle) == 1 and middle <= twos


def sixth_card_wins(kept: Sequence[Card], sixth: Card) -> bool:
    """Whether the sixth card is lower than a kept card of its own suit, the ace high (ruling 20)."""
    return any(card.suit == sixth.suit and card.height > sixth.height for card in kept)


def price_fits(cents: int) -> bool:
    """Whether a Jackpot wager may cost so much: the longest odds must not outgrow an account."""
    return 1 <= cents <= MOST_CENTS // MOST_TO_ONE


def schedule_fits(schedule: Mapping[Declared, int]) -> bool:
    """Whether there are odds for each of the seven hands and for no other."""
    return set(schedule) == set(JACKPOT_HANDS) and all(1 <= win <= MOST_TO_ONE for win in schedule.values())


class Jackpot(msgspec.Struct, frozen=True):
    """The price of a Jackpot wager in cents, and an approved prize schedule as odds to one (DC 10.2, 10.3)."""

    price: int
    schedule: dict[Declared, int]

    def __post_init__(self) -> None:
        if not price_fits(self.price):
            raise ValueError("DC 10.2 wants the amount of a Jackpot wager on the sign")
        if not schedule_fits(self.schedule):
            raise ValueError("DC 10.3 and 10.4 want odds for each of the seven hands that qualify")


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms one table is played under; a change of terms is a new version."""

    table: str = "double-chance"
    device: Annotated[
        Device,
        dealt_from(
            "A card shoe deals one card at a time and the dealer cuts; a shuffling device deals five at a time.",
            "DC 2.3.1",
            known=(Device.SHOE, Device.SHUFFLER),
        ),
    ] = Device.SHOE
    """A card shoe deals one card at a time and is cut by the dealer; a shuffling device deals five at a time."""
    cards: Source = CardSource.VIRTUAL
    areas: Annotated[
        int, asked("Wagering areas", "One to eight, for one deck holds six cards for no more hands.", "ruling 24")
    ] = 7
    chips: ChipSet = ChipSet((100, 500, 2500, 10000, 50000))
    limits: Annotated[
        dict[Bet, Limits], asked("Limits", "The least and the most of one wager, as the sign shows them.", "DC 6.1")
    ] = msgspec.field(default_factory=lambda: {Bet.WAGER: Limits(500, 50000)})
    maximum_payout: Annotated[
        int | None,
        money("Maximum payout", "The most that a declared hand wins; left empty, there is none.", "DC 9.2"),
    ] = None
    """The most that a declared hand's wager wins, in cents (DC 9.2)."""
    jackpot: Jackpot | None = None
    """No Jackpot wager is offered without a schedule (ruling 23)."""
    absent_when_time_runs_out: Annotated[
        bool,
        asked(
            "Who runs out of time is absent",
            "The hand is void although its cards were picked up: the other reading of the ruling.",
            "DC 12.12",
            "ruling 25",
        ),
    ] = False
    """Whether a player whose time runs out is absent, with the cards in hand too (the other reading of ruling 25)."""
    exposed_sixth_spares_settled: Annotated[
        bool,
        asked(
            "An exposed sixth card spares what is settled",
            "Only what is still undecided is void: the other reading of the ruling.",
            "ruling 26",
        ),
    ] = False
    """Whether an exposed sixth card voids only what is undecided (the other reading of ruling 26)."""
    signs_alone: SignedAlone = SIGNS_ALONE
    """What one person of the house gives a player without a second signature, in cents."""
    casino: str = "Croupier"
    version: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.areas <= MOST_HANDS:
            raise ValueError("one deck holds six cards for at most eight hands (ruling 24)")
        if self.device is Device.MACHINE:
            raise ValueError("DC 2.3.1 knows a card shoe and a shuffling device with two decks")
        if set(self.limits) != {Bet.WAGER}:
            raise ValueError("DC 6.1 wants one minimum and one maximum; the Jackpot wager has its price (DC 10.2)")
        if self.maximum_payout is not None and not (
            self.maximum_payout > 0 and self.chips.can_pay(self.maximum_payout)
        ):
            raise ValueError("DC 9.2: a maximum payout must be payable in the table's chips")
        if self.jackpot is not None and not self.chips.can_pay(self.jackpot.price):
            raise ValueError("DC 10.2: the amount of a Jackpot wager must be payable in the table's chips")
