"""What a Matchmaker table is set up with: decks, device, bets, odds and the reading of Miss Match."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from croupier.books import cite
from croupier.cards import CARDS_IN_A_DECK, Card, CardSource, Device
from croupier.cards.quick import quick
from croupier.money import ChipSet, Limits, Odds
from croupier.table.asked import SIGNS_ALONE, SignedAlone, Source, asked, dealt_from


@quick
class Bet(StrEnum):
    """The three outcomes a wager may back (MM 5.5)."""

    PAIR_MATCH = "pair match"
    SUIT_MATCH = "suit match"
    MISS_MATCH = "miss match"


@quick
class Outcome(StrEnum):
    """What two cards are, as the pay table sees them (MM 8.1)."""

    SUITED_PAIR = "suited pair"
    PAIR_SAME_COLOUR = "pair of one colour"
    PAIR_OPPOSITE = "pair of opposite colours"
    SUITED = "suited, no pair"
    OPPOSITE = "opposite colours, no pair"
    NEITHER = "same colour, two suits, no pair"


class Prize(msgspec.Struct, frozen=True):
    """One line of the pay table: what a bet pays on an outcome, and the clauses that say so."""

    odds: Odds
    under: tuple[str, ...]


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms one table is played under; a change of terms is a new version."""

    table: str = "matchmaker"
    decks: Annotated[int, asked("Decks", "Four to eight.", "MM 3.1")] = 8
    device: Annotated[
        Device,
        dealt_from(
            "A shoe is shuffled, cut and burned from; a continuous machine takes the cards back after each round.",
            "MM 2.3",
            "MM 2.4",
            known=(Device.SHOE, Device.MACHINE),
        ),
    ] = Device.SHOE
    cards: Source = CardSource.VIRTUAL
    areas: Annotated[int, asked("Wagering areas", "One to nine.", "MM 2.2.1")] = 9
    chips: ChipSet = ChipSet((100, 500, 2500, 10000, 50000))
    limits: Annotated[
        dict[Bet, Limits], asked("Limits", "The least and the most of one wager, as the sign shows them.", "MM 6.1")
    ] = msgspec.field(default_factory=lambda: dict.fromkeys(Bet, Limits(500, 50000)))
    cutting_card_behind: Annotated[
        int | None,
        asked(
            "Cards behind the cutting card",
            "So many are never dealt before the shuffle. A deck, unless set; at most half of all cards.",
            "MM 4.2.4(b)",
            "ruling 7",
        ),
    ] = None
    miss_match_on_opposite_pairs: Annotated[
        bool,
        asked(
            "Miss Match wins on a pair of opposite colours",
            "The other reading of the ruling, by which such a pair loses.",
            "MM 5.5.3(a)",
            "ruling 11",
        ),
    ] = False
    signs_alone: SignedAlone = SIGNS_ALONE
    """What one person of the house gives a player without a second signature, in cents."""
    casino: str = "Croupier"
    version: int = 1

    def __post_init__(self) -> None:
        if not 4 <= self.decks <= 8:
            raise ValueError("MM 3.1 allows four to eight decks")
        if self.device not in (Device.SHOE, Device.MACHINE):
            raise ValueError("MM 2.3 and 2.4 allow a dealing shoe or a continuous shuffling machine")
        if not 1 <= self.areas <= 9:
            raise ValueError("MM 2.2.1 allows one to nine areas")
        if set(self.limits) != set(Bet):
            raise ValueError("MM 6.1 wants a minimum and a maximum for each of the three bets")
        if not 1 <= self.cards_behind_cut <= self.decks * CARDS_IN_A_DECK // 2:
            raise ValueError("MM 4.2.4(b) keeps the cutting card within the back half of the stack")

    @property
    def cards_behind_cut(self) -> int:
        """How many cards the dealer leaves behind the cutting card (ruling 7); a deck unless set."""
        return CARDS_IN_A_DECK if self.cutting_card_behind is None else self.cutting_card_behind

    @property
    def pay_table(self) -> dict[tuple[Bet, Outcome], Prize]:
        """Every winning line; what is not listed loses."""
        lines = PAY_TABLE
        if self.miss_match_on_opposite_pairs:
            lines = {**lines, (Bet.MISS_MATCH, Outcome.PAIR_OPPOSITE): MISS_MATCH_PRIZE}
        return lines

    def prize(self, bet: Bet, outcome: Outcome) -> Prize | None:
        """What this bet wins on this outcome, or None when it loses."""
        if outcome is Outcome.PAIR_OPPOSITE and bet is Bet.MISS_MATCH:
            return MISS_MATCH_PRIZE if self.miss_match_on_opposite_pairs else None
        return PAY_TABLE.get((bet, outcome))


MISS_MATCH_PRIZE = Prize(Odds(1), (cite("MM 5.5.3(a)"), cite("MM 8.1:Miss Match"), cite("ruling 11")))
_PAIR = Prize(Odds(11), (cite("MM 5.5.1(a)"), cite("MM 8.1:Pair Match"), cite("ruling 10")))

PAY_TABLE: dict[tuple[Bet, Outcome], Prize] = {
    (Bet.PAIR_MATCH, Outcome.SUITED_PAIR): _PAIR,
    (Bet.PAIR_MATCH, Outcome.PAIR_SAME_COLOUR): _PAIR,
    (Bet.PAIR_MATCH, Outcome.PAIR_OPPOSITE): _PAIR,
    (Bet.SUIT_MATCH, Outcome.SUITED): Prize(
        Odds(2), (cite("MM 5.5.2(a)(i)"), cite("MM 8.1:Suit Match (Suited non pair)"))
    ),
    (Bet.SUIT_MATCH, Outcome.SUITED_PAIR): Prize(
        Odds(11), (cite("MM 5.5.2(a)(ii)"), cite("MM 8.1:Suit Match (Suited pair)"), cite("ruling 10"))
    ),
    (Bet.MISS_MATCH, Outcome.OPPOSITE): Prize(Odds(1), (cite("MM 5.5.3(a)"), cite("MM 8.1:Miss Match"))),
}

LOSES: dict[Bet, tuple[str, ...]] = {
    Bet.PAIR_MATCH: (cite("MM 5.5.1(b)"),),
    Bet.SUIT_MATCH: (cite("MM 5.5.2(b)"),),
    Bet.MISS_MATCH: (cite("MM 5.5.3(b)"),),
}
LOSES_BY_RULING = (*LOSES[Bet.MISS_MATCH], cite("ruling 11"))


def outcome_of(first: Card, second: Card) -> Outcome:
    """What two cards are.

    >>> outcome_of(Card("Th"), Card("Ts")).value
    'pair of opposite colours'
    """
    if first.rank == second.rank:
        if first.suit == second.suit:
            return Outcome.SUITED_PAIR
        return Outcome.PAIR_SAME_COLOUR if first.colour == second.colour else Outcome.PAIR_OPPOSITE
    if first.suit == second.suit:
        return Outcome.SUITED
    return Outcome.NEITHER if first.colour == second.colour else Outcome.OPPOSITE
