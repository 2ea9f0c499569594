"""What a table of the Blackjack family is set up with: the version played, its cards and bets, and the readings.

A version is its parent with what differs replaced, as the book itself has it ("except where inconsistent"): `PLAYING`
is the whole difference on one screen, and the table and the mathematics read the same object.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from croupier.books import cite
from croupier.cards import CARDS_IN_A_DECK, Card, CardSource, Device
from croupier.cards.quick import quick
from croupier.money import ChipSet, Limits, Odds
from croupier.table.asked import SIGNS_ALONE, SignedAlone, Source, asked, dealt_from


@quick
class Variant(StrEnum):
    """The versions of the game that the book knows."""

    BLACKJACK = "blackjack"
    CROWN = "crown"
    VEGAS = "vegas"
    PONTOON = "pontoon"
    PANDEMONIUM = "pandemonium"


@quick
class Bet(StrEnum):
    """What a wager may be placed on (BJ 5.5, 11.4, 13.4, 15.5), and what is added to one in play."""

    BLACKJACK = "blackjack"
    PONTOON = "pontoon"
    INSURANCE = "insurance"
    DOUBLE = "double"
    SEVENS = "magnificent sevens"
    PAIRS = "perfect pairs"
    PANDEMONIUM = "pandemonium"


@quick
class Doubling(StrEnum):
    """When a wager may be doubled."""

    HARD_9_TO_11 = "on two cards with a hard total of 9, 10 or 11"
    ANY_TWO = "on any two cards"
    ANY_NUMBER = "on any number of cards"


class Prize(msgspec.Struct, frozen=True):
    """One line of a pay table: what it pays, and the clauses that say so."""

    odds: Odds
    under: tuple[str, ...]


class Playing(msgspec.Struct, frozen=True, kw_only=True):
    """How one version is played, where the versions differ."""

    variant: Variant
    title: str
    natural: str
    """What an ace and a card of value ten are called when they come first."""
    bet: Bet
    """The wager that every hand is dealt for."""
    decks: tuple[int, int]
    """The fewest and the most."""
    without: str = ""
    """The ranks that are taken out of every deck."""
    draws_to_soft_17: bool = False
    doubling: Doubling = Doubling.HARD_9_TO_11
    surrender_against: str = ""
    """The ranks of the dealer's first card at which half a wager may be given up."""
    pays_21_at_once: bool = False
    """Whether a total of 21 wins whatever the dealer has, at once and by the odds of its cards."""
    rescue: bool = False
    """Whether a doubled part may be withdrawn at the price of the original wager."""
    super_bonus: bool = False
    even_money: bool = True
    """Whether the natural may be paid at even money against an ace."""
    side_bets: tuple[Bet, ...] = ()

    def but(self, **changes: Any) -> Playing:
        """This version with what differs replaced."""
        return replace(self, **changes)


BLACKJACK = Playing(
    variant=Variant.BLACKJACK,
    title="Blackjack",
    natural="Blackjack",
    bet=Bet.BLACKJACK,
    decks=(4, 8),
    side_bets=(Bet.SEVENS, Bet.PAIRS),
)
CROWN_BLACKJACK = BLACKJACK.but(variant=Variant.CROWN, title="Crown Blackjack", draws_to_soft_17=True)
VEGAS = BLACKJACK.but(
    variant=Variant.VEGAS,
    title="Vegas Blackjack",
    decks=(4, 4),
    doubling=Doubling.ANY_TWO,
    surrender_against="TJQKA",
    side_bets=(),
)
PONTOON = BLACKJACK.but(
    variant=Variant.PONTOON,
    title="Crown Pontoon",
    natural="Pontoon",
    bet=Bet.PONTOON,
    without="T",
    draws_to_soft_17=True,
    doubling=Doubling.ANY_NUMBER,
    surrender_against="JQKA",
    pays_21_at_once=True,
    rescue=True,
    super_bonus=True,
    even_money=False,
    side_bets=(),
)
PANDEMONIUM = PONTOON.but(variant=Variant.PANDEMONIUM, title="Pontoon Pandemonium", side_bets=(Bet.PANDEMONIUM,))
PLAYING = {each.variant: each for each in (BLACKJACK, CROWN_BLACKJACK, VEGAS, PONTOON, PANDEMONIUM)}

MOST_HANDS = 3
"""So many hands a split may come to (BJ 7.5.5(d))."""

# What wins, and by which odds.

NATURAL = Prize(Odds(3, 2), (cite("BJ 5.6.1"), cite("BJ 8.1:Blackjack")))
EVEN = Prize(Odds(1), (cite("BJ 8.1:All other winning wagers"),))
INSURANCE = Prize(Odds(2), (cite("BJ 5.7.1"), cite("BJ 8.1:Insurance"), cite("ruling 35")))


@quick
class TwentyOne(StrEnum):
    """The ways to make 21 that Crown Pontoon tells apart (BJ 10 Table 1)."""

    PONTOON = "Pontoon"
    FIVE_CARDS = "5 cards totalling 21"
    SIX_CARDS = "6 cards totalling 21"
    SEVEN_CARDS = "7 or more cards totalling 21"
    STRAIGHT_MIXED = "6,7,8 mixed suits"
    STRAIGHT_SUITED = "6,7,8 same suits (except spades)"
    STRAIGHT_SPADES = "6,7,8 all spades"
    SEVENS_MIXED = "7,7,7 mixed suits"
    SEVENS_SUITED = "7,7,7 same suits (except spades)"
    SEVENS_SPADES = "7,7,7 all spades"
    OTHER = "All other winning wagers"


_TO_TWO, _TO_ONE, _THREE = Odds(3, 2), Odds(2), Odds(3)

_MEANT = {TwentyOne.PONTOON: (cite("BJ 10.2.1:Pontoon"),)}
PONTOON_PAYS: dict[TwentyOne, Prize] = {
    name: Prize(odds, (*_MEANT.get(name, ()), cite("BJ 10.11.1"), cite(f"BJ 10 Table 1:{name}")))
    for name, odds in {
        TwentyOne.PONTOON: _TO_TWO,
        TwentyOne.FIVE_CARDS: _TO_TWO,
        TwentyOne.STRAIGHT_MIXED: _TO_TWO,
        TwentyOne.SEVENS_MIXED: _TO_TWO,
        TwentyOne.SIX_CARDS: _TO_ONE,
        TwentyOne.STRAIGHT_SUITED: _TO_ONE,
        TwentyOne.SEVENS_SUITED: _TO_ONE,
        TwentyOne.SEVEN_CARDS: _THREE,
        TwentyOne.STRAIGHT_SPADES: _THREE,
        TwentyOne.SEVENS_SPADES: _THREE,
        TwentyOne.OTHER: Odds(1),
    }.items()
}

SUPER_BONUS_CENTS = {2_00: 1_000_00, 25_00: 5_000_00}
"""By the least original wager: what three sevens of one suit win against a seven (ruling 38)."""
SUPER_BONUS_OTHERS_CENTS = 50_00
"""What every other original wager of that round is given."""


def value(card: Card) -> int:
    """What a card counts, an ace as one.

    >>> [value(Card(each)) for each in ("As", "7h", "Td", "Kc")]
    [1, 7, 10, 10]
    """
    return 1 if card.rank == "A" else 10 if card.rank in "TJQK" else int(card.rank)


def total(cards: Sequence[Card], aces_as_one: int = 0) -> tuple[int, bool]:
    """What a hand counts, and whether that is a Soft Total; so many of its first cards' aces are kept at one.

    >>> total([Card("As"), Card("6h")]), total([Card("As"), Card("6h"), Card("9h")])
    ((17, True), (16, False))
    """
    hard = sum(map(value, cards))
    free = any(card.rank == "A" for card in cards[aces_as_one:])
    return (hard + 10, True) if free and hard <= 11 else (hard, False)


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether two cards are an ace and a card of value ten."""
    return len(cards) == 2 and sorted(map(value, cards)) == [1, 10]


def twenty_one(cards: Sequence[Card]) -> TwentyOne:
    """Which line of Crown Pontoon's table a hand of 21 is paid by; that of a split hand is no Pontoon.

    >>> twenty_one([Card("6s"), Card("8s"), Card("7s")]).value
    '6,7,8 all spades'
    """
    if len(cards) == 3:
        ranks, suits = sorted(card.rank for card in cards), {card.suit for card in cards}
        mixed, suited, spades = {
            ("6", "7", "8"): (TwentyOne.STRAIGHT_MIXED, TwentyOne.STRAIGHT_SUITED, TwentyOne.STRAIGHT_SPADES),
            ("7", "7", "7"): (TwentyOne.SEVENS_MIXED, TwentyOne.SEVENS_SUITED, TwentyOne.SEVENS_SPADES),
        }.get((ranks[0], ranks[1], ranks[2]), (TwentyOne.OTHER,) * 3)
        return mixed if len(suits) > 1 else spades if suits == {"s"} else suited
    return {5: TwentyOne.FIVE_CARDS, 6: TwentyOne.SIX_CARDS}.get(
        len(cards), TwentyOne.SEVEN_CARDS if len(cards) > 6 else TwentyOne.OTHER
    )


# Side bets.


@quick
class Sevens(StrEnum):
    """What the first cards of a hand are to the Magnificent Sevens wager (BJ 13.4, ruling 39)."""

    THREE_SUITED = "Three Sevens same suit"
    THREE_MIXED = "Three Sevens mixed suits"
    TWO_SUITED = "Two Sevens same suit"
    TWO_MIXED = "Two Sevens mixed suit"


_BY_DECKS = dict(zip(range(4, 9), (950, 750, 650, 550, 500), strict=True))
_TOP = {1: 7_770, 2: 16_000}


def sevens_pay(version: int, decks: int) -> dict[Sevens, Prize]:
    """What Magnificent Sevens pays in one of its versions with so many decks."""
    odds = {
        Sevens.THREE_SUITED: _TOP[version],
        Sevens.THREE_MIXED: _BY_DECKS[decks],
        Sevens.TWO_SUITED: 150,
        Sevens.TWO_MIXED: 50,
    }
    three = (Sevens.THREE_SUITED, Sevens.THREE_MIXED)
    return {
        name: Prize(
            Odds(win),
            (
                cite("BJ 13.4.1(a)") if name in three else cite("BJ 13.4.1(b)"),
                cite(f"BJ 13.7.1({'ab'[version - 1]})"),
                cite("BJ 13.8.1"),
                cite(f"BJ 13 Table {version}:{name}"),
            ),
        )
        for name, win in odds.items()
    }


SEVENS_BONUS = 77_000
"""What every entry into a Magnificent Sevens Tournament is paid when it begins (BJ 13.9.5(a)), in cents."""

SEVENS_ENTRANTS = 49
"""The fewest entrants of a Magnificent Sevens Tournament; it is also held for twice, three and four times as many."""

SEVENS_PLACES = {
    "First": 25_000_000,
    "Second": 5_000_000,
    "Third": 2_500_000,
    "Fourth": 1_500_000,
    "Fifth": 1_000_000,
    "Sixth": 1_000_000,
    "Seventh": 1_000_000,
}
"""What the places of its final are paid for each 49 entrants (BJ 13 Table 3), in cents."""


def sevens_of(cards: Sequence[Card]) -> Sevens | None:
    """What Magnificent Sevens makes of a hand's first two or three cards; None where the wager is lost."""
    if len(cards) < 2 or any(card.rank != "7" for card in cards[:2]):
        return None
    three = len(cards) > 2 and cards[2].rank == "7"
    suited = len({card.suit for card in cards[: 3 if three else 2]}) == 1
    if three:
        return Sevens.THREE_SUITED if suited else Sevens.THREE_MIXED
    return Sevens.TWO_SUITED if suited else Sevens.TWO_MIXED


@quick
class Pair(StrEnum):
    """The pairs that Perfect Pairs tells apart (BJ 15.2.1)."""

    PERFECT = "Perfect Pair"
    COLOURED = "Coloured Pair"
    MIXED = "Mixed Pair"


_COLOURED = dict(zip(range(4, 9), (15, 14, 13, 12, 12), strict=True))


def pairs_pay(decks: int) -> dict[Pair, Prize]:
    """What Perfect Pairs pays with so many decks."""
    odds = {Pair.PERFECT: 25, Pair.COLOURED: _COLOURED[decks], Pair.MIXED: 6}
    return {
        name: Prize(
            Odds(win),
            (
                cite("BJ 15.5.1(a)"),
                cite(f"BJ 15.2.1:{name.value.replace('Pair', 'pair')}"),
                cite("BJ 15.6.1"),
                cite(f"BJ 15 Table 1:{name}"),
                cite("ruling 41"),
            ),
        )
        for name, win in odds.items()
    }


def pair_of(first: Card, second: Card) -> Pair | None:
    """What Perfect Pairs makes of two cards: the best class only."""
    if first.rank != second.rank:
        return None
    if first.suit == second.suit:
        return Pair.PERFECT
    return Pair.COLOURED if first.colour == second.colour else Pair.MIXED


PANDEMONIUM_PRIZES: dict[int, dict[int, int]] = {
    1: {
        250_000: 1,
        7_500: 30,
        750: 300,
        250: 750,
        50: 1_500,
        25: 7_050,
        20: 17_370,
        15: 23_250,
        10: 29_250,
        5: 33_000,
    },
    2: {100_000: 1, 1_000: 50, 500: 70, 100: 345, 50: 5_000, 20: 12_100, 10: 34_000},
    3: {50_000: 1, 1_000: 50, 500: 80, 100: 400, 50: 5_000, 20: 14_000, 10: 30_000},
    4: {25_000: 1, 1_000: 50, 500: 80, 100: 400, 50: 4_000, 20: 8_000, 10: 24_970},
    5: {10_000: 1, 1_000: 50, 500: 75, 100: 400, 50: 3_900, 20: 8_400, 10: 23_000},
}
"""By pay table: the dollars for each dollar wagered, and how many of the possible prizes are that one."""


def pandemonium_clause(table: int, dollars: int) -> str:
    """The line of a pay table that a prize stands on."""
    return cite(f"BJ 11.6.3({'abcde'[table - 1]}) Table {table}:${dollars:,}")


# Readings and terms.


@quick
class Unfunded(StrEnum):
    """Where a co-bettor stays who does not put up a split wager (ruling 42)."""

    FIRST_HAND = "first hand"
    CHOOSES = "chooses a hand"
    MUST_FOLLOW = "must follow"


@quick
class Surrendered(StrEnum):
    """What follows for co-bettors when the caller surrenders (ruling 42)."""

    STANDS = "the two cards stand"
    BINDS_ALL = "binds all"
    CONTROL_PASSES = "control passes on"


class Readings(msgspec.Struct, frozen=True, kw_only=True):
    """How the rulings with a switch are read at a table; the defaults are the rulings themselves."""

    blackjack_beats_21: Annotated[
        bool, asked("A dealer's natural beats a drawn 21", "Otherwise equal totals are void.", "ruling 30")
    ] = True
    """Ruling 30: a dealer's natural beats a drawn 21; else equal totals are void."""
    busts_lost_to_blackjack: Annotated[
        bool,
        asked(
            "Before a dealer's natural every bust hand is lost",
            "And one original wager more; otherwise one original wager in all.",
            "ruling 31",
        ),
    ] = True
    """Ruling 31: before a dealer's natural every bust hand is lost and one original wager more; else one in all."""
    all_bust_lost: Annotated[
        bool,
        asked(
            "Hands that all bust are all lost",
            "Under the other reading of ruling 31, if the dealer draws for others.",
            "ruling 47",
        ),
    ] = False
    """Ruling 47: under the other reading of 31, hands that all bust are all lost if the dealer draws for others."""
    doubles_soft_19_20: Annotated[
        bool, asked("A-8 and A-9 may be doubled", "Counted hard, as 9 and 10.", "ruling 33")
    ] = False
    """Ruling 33: whether A-8 and A-9, counted hard, may be doubled."""
    pandemonium_stake_returns: Annotated[
        bool, asked("The button's stake comes back with its prize", "Otherwise the house keeps it.", "ruling 40")
    ] = True
    """Ruling 40: whether the side stake comes back with its prize."""
    failure_pays_lowest: Annotated[
        bool, asked("A failure of the button pays the lowest prize", "Otherwise the stake goes back.", "ruling 40")
    ] = True
    """Ruling 40: whether an electronic failure pays the lowest prize; else the stake goes back."""
    unfunded_split: Annotated[
        Unfunded, asked("A co-bettor who does not put up a split wager", "Where that wager stays.", "ruling 42")
    ] = Unfunded.FIRST_HAND
    surrender: Annotated[
        Surrendered, asked("When the caller surrenders", "What follows for co-bettors.", "ruling 42")
    ] = Surrendered.STANDS
    even_money_after_insurance: Annotated[
        bool, asked("Even money after insurance", "Who has insured may still be paid even money.", "ruling 43")
    ] = True
    """Ruling 43: whether who has insured may still be paid even money."""
    limits_by_wager: Annotated[
        bool, asked("Limits are asked of each wager", "Otherwise of an area's total.", "ruling 44")
    ] = False
    """Ruling 44: whether minimum and maximum are asked of each wager; else of an area's total."""
    surrender_rounded_up: Annotated[
        bool, asked("A half that chips cannot pay is rounded up", "For the player; otherwise down.", "ruling 45")
    ] = True
    """Ruling 45: whether a half that chips cannot pay is rounded up for the player."""
    resplit_served_last: Annotated[
        bool, asked("A hand split again is served last", "Otherwise in its place.", "ruling 46")
    ] = False
    """Ruling 46: whether a hand split again is served after the others."""
    bonus_after_unsuited_split: Annotated[
        bool, asked("Split sevens of two suits can win the Super Bonus", "Otherwise not.", "ruling 48")
    ] = True
    """Ruling 48: whether sevens of two suits that were split can still win the Super Bonus."""


RULING_OF: dict[str, str] = {
    name: cite(f"ruling {number}")
    for name, number in {
        "blackjack_beats_21": 30,
        "busts_lost_to_blackjack": 31,
        "all_bust_lost": 47,
        "doubles_soft_19_20": 33,
        "pandemonium_stake_returns": 40,
        "failure_pays_lowest": 40,
        "unfunded_split": 42,
        "surrender": 42,
        "even_money_after_insurance": 43,
        "limits_by_wager": 44,
        "surrender_rounded_up": 45,
        "resplit_served_last": 46,
        "bonus_after_unsuited_split": 48,
    }.items()
}


def bets_of(variant: Variant, *, sevens: int | None, pairs: bool) -> tuple[Bet, ...]:
    """The bets that a table's sign gives a minimum and a maximum for."""
    offered = {Bet.SEVENS: sevens is not None, Bet.PAIRS: pairs, Bet.PANDEMONIUM: True}
    playing = PLAYING[variant]
    return (playing.bet, *(bet for bet in playing.side_bets if offered[bet]))


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms one table is played under; a change of terms is a new version."""

    table: str = "blackjack"
    variant: Annotated[
        Variant,
        asked(
            "Version", "The game that is dealt.", names={each.variant.value: each.title for each in PLAYING.values()}
        ),
    ] = Variant.BLACKJACK
    decks: Annotated[
        int, asked("Decks", "Four to eight; Vegas Blackjack is played with four.", "BJ 3.1", "BJ 12.3.1")
    ] = 0
    """How many decks; left at none, six, or what the version is played with."""
    device: Annotated[
        Device,
        dealt_from(
            "A shoe is shuffled, cut and burned from; an automatic shoe shuffles by itself.",
            "BJ 2.3",
            "BJ 3.1.1",
            known=(Device.SHOE, Device.MACHINE),
        ),
    ] = Device.SHOE
    cards: Source = CardSource.VIRTUAL
    areas: Annotated[int, asked("Wagering areas", "One to nine.", "BJ 2.2.1")] = 7
    chips: ChipSet = ChipSet((100, 250, 500, 2500, 10000, 50000))
    limits: Annotated[
        dict[Bet, Limits],
        asked("Limits", "The least and the most of one wager, as the sign shows them.", "BJ 6.5"),
    ] = {}
    """Of each bet on the sign; those that are not given are $5 to $500, of side bets $1 to $50."""
    cutting_card_behind: Annotated[
        int | None,
        asked(
            "Cards behind the cutting card",
            "So many are never dealt before the shuffle. A deck and a half, unless set; at most half of all cards.",
            "BJ 4.2.4(b)",
            "ruling 7",
        ),
    ] = None
    face_down: Annotated[
        bool, asked("Players' first two cards face down", "The Director must have approved it.", "BJ 7.1.2")
    ] = False
    """Whether players' first two cards come face down, as the Director must have approved (BJ 7.1.2)."""
    sevens: Annotated[
        int | None,
        asked(
            "Magnificent Sevens, version",
            "1 or 2; left empty, the side bet is not offered.",
            "BJ 13.7.1(a)",
            "BJ 13.7.1(b)",
        ),
    ] = None
    """The version of Magnificent Sevens that is offered, if any."""
    pairs: Annotated[bool, asked("Perfect Pairs is offered", "On Blackjack and Crown Blackjack alone.", "BJ 15.1")] = (
        False
    )
    """Whether Perfect Pairs is offered."""
    pandemonium: Annotated[
        int, asked("Jackpot button, pay table", "1 to 5; of Pontoon Pandemonium alone.", "BJ 11.6.2")
    ] = 1
    """The pay table of the jackpot button."""
    readings: Annotated[
        Readings, asked("House readings", "Where a ruling leaves two readings: as they stand, the rulings themselves.")
    ] = Readings()
    signs_alone: SignedAlone = SIGNS_ALONE
    """What one person of the house gives a player without a second signature, in cents."""
    casino: str = "Croupier"
    version: int = 1

    def __post_init__(self) -> None:
        fewest, most = self.playing.decks
        if not self.decks:
            msgspec.structs.force_setattr(self, "decks", min(6, most))
        if not fewest <= self.decks <= most:
            raise ValueError("BJ 12.3.1 wants four decks" if fewest == most else "BJ 3.1 allows four to eight decks")
        if self.device not in (Device.SHOE, Device.MACHINE):
            raise ValueError("BJ 2.3 and 3.1.1 know a dealing shoe and an automatic shuffling and dealing shoe")
        if self.face_down and self.playing.pays_21_at_once:
            raise ValueError("BJ 10.6.1(a) and (b) have the dealer announce and pay hands that would lie face down")
        if not 1 <= self.areas <= 9:
            raise ValueError("BJ 2.2.1 allows one to nine areas")
        if self.sevens not in (None, *_TOP):
            raise ValueError("BJ 13.7.1 knows versions 1 and 2 of Magnificent Sevens")
        for bet, offered in ((Bet.SEVENS, self.sevens is not None), (Bet.PAIRS, self.pairs)):
            if offered and bet not in self.playing.side_bets:
                raise ValueError(f"BJ 13.1 and 15.1 offer {bet} on Blackjack and Crown Blackjack alone")
        if self.pandemonium not in PANDEMONIUM_PRIZES:
            raise ValueError("BJ 11.6.2 knows pay tables 1 to 5")
        given = {**{bet: _usual(bet) for bet in self.bets}, **self.limits}
        if set(given) != set(self.bets):
            raise ValueError("BJ 6.5 wants a minimum and a maximum for each bet that is offered, and for no other")
        msgspec.structs.force_setattr(self, "limits", given)
        if not 1 <= self.cards_behind_cut <= self.decks * self.playing_cards // 2:
            raise ValueError("BJ 4.2.4(b) keeps the cutting card within the back half of the stack")

    @property
    def playing(self) -> Playing:
        """How the version is played."""
        return PLAYING[self.variant]

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The bets on the sign."""
        return bets_of(self.variant, sevens=self.sevens, pairs=self.pairs)

    @property
    def playing_cards(self) -> int:
        """How many cards a deck has."""
        return CARDS_IN_A_DECK - 4 * len(self.playing.without)

    @property
    def cards_behind_cut(self) -> int:
        """How many cards the dealer leaves behind the cutting card (ruling 7); a deck and a half unless set."""
        return 78 if self.cutting_card_behind is None else self.cutting_card_behind


def _usual(bet: Bet) -> Limits:
    return Limits(1_00, 50_00) if bet in (Bet.SEVENS, Bet.PAIRS, Bet.PANDEMONIUM) else Limits(5_00, 500_00)
