"""What the lab may be asked of tournaments."""

from __future__ import annotations

import pytest

from croupier.odds import analysis

POKER, BLACKJACK = analysis("crown-poker"), analysis("blackjack")


def test_what_chips_are_worth_can_be_explored() -> None:
    found = POKER.explore("worth", "500,300,200 for 5000,3000,2000")
    assert found["prizes_cents"] == [500_00, 300_00, 200_00]
    assert [each["by_chips_cents"] for each in found["entrants"]] == [400_00, 320_00, 280_00]


def test_push_or_fold_can_be_explored() -> None:
    found = POKER.explore("push_fold", "1000,1000 blinds 50,100 ante 10")
    assert found["blinds"] == {"small": 50, "big": 100, "ante": 10}
    assert found["exact"] is True
    assert len(found["groups"]) == 169
    assert max(each["best_answer_gains"] for each in found["players"]) <= 0.001


def test_last_hands_can_be_explored() -> None:
    found = BLACKJACK.explore("last_hands", "100,1000 wagers 50 to 500 by 50 left 1 crown")
    assert found["version"] == "crown"
    assert found["now"]["worth"] == pytest.approx([0, 1])


@pytest.mark.parametrize("asked", ["", "500", "500 for x", "x for 500", "500,300 for 1", "5e9 for 1,2", "1e99 for 1"])
def test_what_is_no_prizes_and_chips_is_refused(asked: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        POKER.explore("worth", asked)


@pytest.mark.parametrize(
    "asked", ["1000 blinds 1,2", "9,9,9 blinds 1,2", "9,9 blinds 1", "9,9 blinds 1,x", "9,9", "2,9 blinds 1,2"]
)
def test_what_is_no_spot_is_refused(asked: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        POKER.explore("push_fold", asked)


@pytest.mark.parametrize(
    "asked",
    [
        "1000,1100",
        "1000,1100 wagers 50 to 500 by 50 left 4",
        "1000,x wagers 50 to 500 by 50 left 1",
        "1000,1100 wagers 50 to 500 by 50 left 1 pontoon",
        "1000,1100 wagers 50 to 500 by 50 left 1 chess",
        "10000,10000,10000 wagers 10 to 500 by 10 left 3",
    ],
)
def test_what_is_no_ending_is_refused(asked: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        BLACKJACK.explore("last_hands", asked)
