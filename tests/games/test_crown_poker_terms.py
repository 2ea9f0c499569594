"""What a Crown Poker table cannot be set up with."""

from __future__ import annotations

import pytest

from croupier.cards import BY_CHANCE
from croupier.games.crown_poker import ENGINE, Terms, initial
from croupier.games.crown_poker.changing import AnnounceChange
from croupier.games.crown_poker.charging import ChangeCommission
from croupier.games.crown_poker.terms import Limit, LimitKind, Setting
from croupier.money import ChipSet
from croupier.table.contract import Actor, Command, Reason, Refusal

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


@pytest.mark.parametrize(
    "command",
    [
        AnnounceChange(buy_in=10**25),
        AnnounceChange(blinds=(500, 10**25)),
        AnnounceChange(blinds=(1000,) * 12),
        ChangeCommission(hand_fee=10**25),
        ChangeCommission(per_mille=50, cap=10**25),
    ],
)
def test_no_sum_is_put_on_the_sign_that_the_house_cannot_count(command: Command) -> None:
    state = initial(Terms())
    while due := ENGINE.due(state):
        made = ENGINE.decide(state, due[0].command, Actor("staff", "Staff", due[0].rank), 0, BY_CHANCE)
        assert not isinstance(made, Refusal)
        for event in made:
            state = ENGINE.evolve(state, event)
    refusal = ENGINE.decide(state, command, Actor("area", "Area", "tg-area-manager"), 0, BY_CHANCE)
    assert isinstance(refusal, Refusal) and refusal.reason is Reason.LIMITS
