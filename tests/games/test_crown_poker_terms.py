"""What a Crown Poker table cannot be set up with."""

from __future__ import annotations

import pytest

from croupier.cards import BY_CHANCE
from croupier.games.crown_poker import ENGINE, Commission, Terms, initial
from croupier.games.crown_poker.changing import AnnounceChange
from croupier.games.crown_poker.charging import ChangeCommission
from croupier.games.crown_poker.terms import Limit, LimitKind, Setting
from croupier.money import MOST_CENTS, ChipSet
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


def test_a_spread_may_have_a_most_for_each_of_the_four_rounds_and_no_more() -> None:
    assert Limit(LimitKind.SPREAD, (200,), (500, 500, 1000, 1000)).maximum(3) == 1000
    with pytest.raises(ValueError, match=r"CP 6\.1\.1"):
        Limit(LimitKind.SPREAD, (200,), (500, 500, 1000, 1000, 1000))


def test_the_most_of_a_spread_may_be_its_least_and_no_less() -> None:
    assert Limit(LimitKind.SPREAD, (200,), (200,)).maximum(0) == 200
    with pytest.raises(ValueError, match=r"CP 6\.8"):
        Limit(LimitKind.SPREAD, (200,), (199,))


def test_a_game_has_at_most_a_blind_for_each_player() -> None:
    assert len(Setting(blinds=(1000,) * 11).blinds) == 11
    with pytest.raises(ValueError, match=r"CP 6\.1\.1"):
        Setting(blinds=(1000,) * 12)


def test_sums_on_the_sign_go_as_far_as_the_house_counts() -> None:
    assert Setting(minimum_buy_in=MOST_CENTS).minimum_buy_in == MOST_CENTS
    assert Commission(hourly_fee=MOST_CENTS).hourly_fee == MOST_CENTS
    with pytest.raises(ValueError, match=r"CP 6\.1\.1"):
        Setting(minimum_buy_in=MOST_CENTS + 1)
    with pytest.raises(ValueError, match=r"CP 7\.1"):
        Commission(hourly_fee=MOST_CENTS + 1)


def test_a_least_buy_in_is_something() -> None:
    assert Setting(minimum_buy_in=1).minimum_buy_in == 1
    with pytest.raises(ValueError, match=r"CP 6\.3"):
        Setting(minimum_buy_in=0)


def test_a_table_has_seats_for_two_players_at_least() -> None:
    assert Terms(seats=2).seats == 2
    with pytest.raises(ValueError, match=r"CP 4\.1"):
        Terms(seats=1)
