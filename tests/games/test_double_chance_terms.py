"""Terms the book does not allow cannot be set up (DC 2, 6, 9 and 10)."""

from __future__ import annotations

import pytest

from croupier.cards import Device
from croupier.games.double_chance import Bet, Terms
from croupier.games.double_chance.terms import Declared, Jackpot
from croupier.money import ChipSet, Limits
from tests.games.chance import SCHEDULE
from tests.witness import witnesses

GOLD = ChipSet((2_50, 7_00))


@witnesses("DC 2.3.1", "DC 6.1", "DC 9.2", "DC 10.2", "ruling 24")
@pytest.mark.parametrize(
    ("terms", "clause"),
    [
        ({"areas": 0}, "ruling 24"),
        ({"areas": 9}, "ruling 24"),
        ({"device": Device.MACHINE}, "DC 2.3.1"),
        ({"limits": {}}, "DC 6.1"),
        ({"limits": dict.fromkeys(Bet, Limits(5_00, 10_00))}, "DC 6.1"),
        ({"maximum_payout": 0}, "DC 9.2"),
        ({"maximum_payout": -1_00}, "DC 9.2"),
        ({"maximum_payout": 1_50}, "DC 9.2"),
        ({"chips": GOLD, "jackpot": Jackpot(1_00, SCHEDULE)}, "DC 10.2"),
    ],
)
def test_terms_outside_the_book_are_refused(terms: dict[str, object], clause: str) -> None:
    with pytest.raises(ValueError, match=clause):
        Terms(**terms)


@witnesses("DC 10.3", "ruling 23")
@pytest.mark.parametrize(
    ("price", "schedule"),
    [
        (0, SCHEDULE),
        (-1_00, SCHEDULE),
        (1_000_001, SCHEDULE),
        (1_00, {}),
        (1_00, {hand: win for hand, win in SCHEDULE.items() if hand is not Declared.DEAD_HAND}),
        (1_00, SCHEDULE | {Declared.TWO_PAIRS: 1}),
        (1_00, SCHEDULE | {Declared.THREE_OF_A_KIND: 1}),
        (1_00, SCHEDULE | {Declared.STRAIGHT: 0}),
        (1_00, SCHEDULE | {Declared.STRAIGHT: 1_000_001}),
    ],
)
def test_a_jackpot_has_a_price_and_odds_for_exactly_the_seven_hands(price: int, schedule: dict[Declared, int]) -> None:
    with pytest.raises(ValueError, match=r"DC 10\.[23]"):
        Jackpot(price, schedule)


def test_terms_at_the_edges_of_the_book_are_accepted() -> None:
    for device in (Device.SHOE, Device.SHUFFLER):
        for areas in (1, 8):
            terms = Terms(device=device, areas=areas, maximum_payout=1_00, jackpot=Jackpot(1_000_000, SCHEDULE))
            assert (terms.device, terms.areas) == (device, areas)
    gold = Terms(chips=GOLD, maximum_payout=9_50, jackpot=Jackpot(2_50, SCHEDULE))
    assert (gold.maximum_payout, gold.jackpot) == (9_50, Jackpot(2_50, SCHEDULE))
