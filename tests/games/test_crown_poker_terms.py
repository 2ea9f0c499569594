"""What a Crown Poker table cannot be set up with."""

from __future__ import annotations

import pytest

from croupier.games.crown_poker import Terms
from croupier.games.crown_poker.terms import Limit, LimitKind, Setting
from croupier.money import ChipSet

DOLLARS = ChipSet((100, 500, 2500))


@pytest.mark.parametrize(
    "setting",
    [
        Setting(blinds=(550, 1000)),
        Setting(blinds=(500, 1050)),
        Setting(ante=50),
        Setting(blind_ante=1050),
        Setting(minimum_buy_in=20_050),
        Setting(limit=Limit(LimitKind.FIXED, (1000, 1000, 1050))),
        Setting(limit=Limit(LimitKind.SPREAD, (200,), (1050,))),
    ],
)
def test_what_is_wagered_or_brought_comes_in_whole_chips(setting: Setting) -> None:
    with pytest.raises(ValueError, match=r"CP 6\.2"):
        Terms(setting=setting, chips=DOLLARS)
    assert Terms(setting=setting, chips=ChipSet((50, 500))).setting == setting


def test_no_blind_is_larger_than_the_last() -> None:
    with pytest.raises(ValueError, match=r"CP 8\.9\.6"):
        Setting(blinds=(2000, 1000))
    assert Setting(blinds=(1000, 1000)).big_blind == 1000
