"""What the second reading of the Blackjack book takes a table to be: its version, its readings, its pay tables.

Written from the book and the rulings alone. Nothing here or in the modules beside it may import the program: cards are
two letters ("7s", "Th"), money is cents, names are strings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

PONTOONS = ("pontoon", "pandemonium")

SEVENS_TOP = {1: 7_770, 2: 16_000}
SEVENS_THREE_MIXED = {4: 950, 5: 750, 6: 650, 7: 550, 8: 500}
PAIRS_COLOURED = {4: 15, 5: 14, 6: 13, 7: 12, 8: 12}
LOWEST_PRIZE = {1: 5, 2: 10, 3: 10, 4: 10, 5: 10}
PRIZES = {
    1: {250_000, 7_500, 750, 250, 50, 25, 20, 15, 10, 5},
    2: {100_000, 1_000, 500, 100, 50, 20, 10},
    3: {50_000, 1_000, 500, 100, 50, 20, 10},
    4: {25_000, 1_000, 500, 100, 50, 20, 10},
    5: {10_000, 1_000, 500, 100, 50, 20, 10},
}


@dataclass(frozen=True)
class Readings:
    """The rulings that leave a choice; the defaults are the rulings."""

    natural_beats_21: bool = True  # R30
    one_wager_in_all: bool = False  # R31
    all_bust_all_lost: bool = False  # R47
    doubles_on_a8_a9: bool = False  # R33
    prize_and_stake: bool = True  # R40
    failure_pays_lowest: bool = True  # R40
    unfunded: str = "first"  # R42: first, chooses, follows
    caller_surrenders: str = "stands"  # R42: stands, binds, passes
    insured_even_money: bool = True  # R43
    limits_each: bool = False  # R44
    half_rounded_up: bool = True  # R45
    resplit_last: bool = False  # R46
    bonus_after_unsuited_split: bool = True  # R48


@dataclass(frozen=True)
class House:
    """One table: version, decks, chips, limits for each bet, side bets and readings."""

    version: str
    decks: int
    chips: tuple[int, ...]
    limits: dict[str, tuple[int, int]]
    sevens: int | None = None
    prize_table: int = 1
    readings: Readings = field(default_factory=Readings)

    @property
    def pontoon(self) -> bool:
        """Whether sections 10 (and 11) are played."""
        return self.version in PONTOONS

    @property
    def hits_soft_17(self) -> bool:
        """10.10.1 and 14.2.1(a) against 7.5.6(a)."""
        return self.pontoon or self.version == "crown"

    @property
    def surrender_against(self) -> str:
        """12.2.1 names the ten as well; decks of 48 have none (10.2.1)."""
        return "TJQKA" if self.version == "vegas" else "JQKA" if self.pontoon else ""

    def payable(self, numerator: int, denominator: int = 1) -> int:
        """The next amount, upwards, that chips can pay (6.2.3, R3)."""
        amount = -(-numerator // denominator)
        while not makes(self.chips, amount):
            amount += 1
        return amount

    def payable_below(self, numerator: int, denominator: int = 1) -> int:
        """The next amount, downwards, that chips can pay."""
        amount = numerator // denominator
        while not makes(self.chips, amount):
            amount -= 1
        return amount


@cache
def _least(chips: tuple[int, ...]) -> dict[int, int]:
    """For each remainder by the smallest chip that chips can make at all, the least amount that has it."""
    small, least, growing = min(chips), {0: 0}, True
    while growing:
        growing = False
        for amount in list(least.values()):
            for more in (amount + chip for chip in chips):
                if more < least.get(more % small, more + 1):
                    least[more % small], growing = more, True
    return least


def makes(chips: tuple[int, ...], amount: int) -> bool:
    """Whether chips can make an amount exactly."""
    least = _least(chips).get(amount % min(chips))
    return least is not None and amount >= least


def value(card: str) -> int:
    """What a card counts, an ace as one (3.2)."""
    rank = card[0]
    return 1 if rank == "A" else 10 if rank in "TJQK" else int(rank)


def count(cards: list[str], one: int = 0) -> tuple[int, bool]:
    """A hand's total and whether it is soft; aces among the first `one` cards stay one (10.7.2)."""
    low = sum(value(card) for card in cards)
    if low <= 11 and any(card[0] == "A" for card in cards[one:]):
        return low + 10, True
    return low, False


def natural(cards: list[str]) -> bool:
    """An ace and a card of value ten, as the first two (1.1)."""
    return len(cards) == 2 and {value(card) for card in cards} == {1, 10}


def odds_of_21(cards: list[str]) -> tuple[int, int]:
    """What section 10's Table 1 pays for a 21 that is no Pontoon."""
    suits = {card[1] for card in cards}
    if len(cards) == 3 and sorted(card[0] for card in cards) in (["6", "7", "8"], ["7", "7", "7"]):
        return (3, 2) if len(suits) > 1 else (3, 1) if suits == {"s"} else (2, 1)
    return {5: (3, 2), 6: (2, 1)}.get(len(cards), (3, 1) if len(cards) >= 7 else (1, 1))


def suited_sevens(cards: list[str]) -> bool:
    """Three sevens of one suit."""
    return len(cards) == 3 and all(card == cards[0] for card in cards) and cards[0][0] == "7"


def pair_odds(house: House, first: str, second: str) -> int | None:
    """What Perfect Pairs pays for two cards (15.6.1, R41); None where they are no pair."""
    if first[0] != second[0]:
        return None
    if first[1] == second[1]:
        return 25
    red = {"h", "d"}
    return PAIRS_COLOURED[house.decks] if (first[1] in red) == (second[1] in red) else 6


def sevens_odds(house: House, cards: list[str]) -> int | None:
    """What Magnificent Sevens pays for an area's first cards (13.8.1, R39); None where it lost."""
    if house.sevens is None or any(card[0] != "7" for card in cards[:2]):
        return None
    if len(cards) > 2 and cards[2][0] == "7":
        return (
            SEVENS_TOP[house.sevens] if len({card[1] for card in cards[:3]}) == 1 else SEVENS_THREE_MIXED[house.decks]
        )
    return 150 if cards[0][1] == cards[1][1] else 50
