"""What to wager at each bank: against every course of the game gone through by itself, and endings that are plain."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from croupier.games.blackjack.terms import Variant
from croupier.odds.tournament.last_hands.banks import Ending, NoLastHands, last_hands
from croupier.odds.tournament.last_hands.results import GAINS, MORE, NOT_IN, ONCE, together


def gone_through(ending: Ending) -> tuple[list[int], tuple[float, ...]]:
    """The wagers in turn and everyone's part of the prizes, by going through the game in plain words."""
    players = len(ending.banks)
    joint = together(ending.variant, players)

    def parts(banks: tuple[float, ...]) -> tuple[float, ...]:
        every = [*ending.prizes, *[0] * (players - len(ending.prizes))]
        found = []
        for bank in banks:
            above, same = sum(other > bank for other in banks), banks.count(bank)
            found.append(sum(every[above : above + same]) / same / sum(every))
        return tuple(found)

    def after(banks: tuple[float, ...], wagers: tuple[int, ...], left: int) -> tuple[float, ...]:
        held = tuple(
            NOT_IN if wager == 0 else MORE if bank >= 2 * wager else ONCE
            for bank, wager in zip(banks, wagers, strict=True)
        )
        total = np.zeros(players)
        for gains in product(range(len(GAINS)), repeat=players):
            chance = joint[(*held, *gains)]
            if chance:
                ends = (bank + wager * GAINS[gain] / 2 for bank, wager, gain in zip(banks, wagers, gains, strict=True))
                total += chance * np.array(best(tuple(ends), left - 1)[1])
        return tuple(map(float, total))

    @cache
    def best(banks: tuple[float, ...], left: int) -> tuple[list[int], tuple[float, ...]]:
        if left == 0:
            return [], parts(banks)
        order = [(each + (ending.hands - left) * ending.moves_on) % players for each in range(players)]

        def turn(place: int, made: dict[int, int]) -> tuple[list[int], tuple[float, ...]]:
            if place == players:
                return [], after(banks, tuple(made[each] for each in range(players)), left)
            player, chosen = order[place], None
            for wager in range(ending.minimum, ending.maximum + 1, ending.step):
                if wager <= banks[player]:
                    rest, worth = turn(place + 1, {**made, player: wager})
                    if chosen is None or worth[player] > chosen[1][player] + 1e-12:
                        chosen = [wager, *rest], worth
            if chosen is None:
                rest, worth = turn(place + 1, {**made, player: 0})
                chosen = [0, *rest], worth
            return chosen

        return turn(0, {})

    return best(tuple(map(float, ending.banks)), ending.hands)


@pytest.mark.parametrize(
    "ending",
    [
        Ending(banks=(4, 5), hands=1, minimum=1, maximum=3, step=1, prizes=(1,)),
        Ending(banks=(4, 5), hands=2, minimum=1, maximum=3, step=1, prizes=(1,)),
        Ending(banks=(3, 2), hands=3, minimum=1, maximum=2, step=1, prizes=(7, 3), moves_on=True),
        Ending(banks=(6, 2), hands=2, minimum=4, maximum=8, step=2, prizes=(1,), variant=Variant.CROWN),
        Ending(banks=(3, 4, 3), hands=1, minimum=1, maximum=3, step=1, prizes=(5, 3, 2)),
        Ending(banks=(2, 3, 2), hands=2, minimum=1, maximum=2, step=1, prizes=(2, 1), moves_on=True),
    ],
)
def test_wagers_are_those_of_going_through_every_course(ending: Ending) -> None:
    wagers, worth = gone_through(ending)
    found = last_hands(ending)
    assert [turn.wager for turn in found.now.turns] == wagers
    assert found.now.worth == pytest.approx(worth, abs=1e-12)
    assert sum(found.now.worth) == pytest.approx(1)
    assert all(turn.worth[turn.wager] == pytest.approx(worth[turn.player]) for turn in found.now.turns)


def test_other_banks_are_as_if_they_had_been_asked_for() -> None:
    ending = Ending(banks=(4, 5), hands=2, minimum=1, maximum=3, step=1, prizes=(1,))
    found = last_hands(ending)
    assert list(found.at_each_bank) == list(range(1, 11))
    for bank, hands in found.at_each_bank.items():
        assert [hand.left for hand in hands] == [1, 2]
        for hand in hands:
            alone = last_hands(Ending(banks=(bank, 5), hands=hand.left, minimum=1, maximum=3, step=1, prizes=(1,))).now
            assert hand.worth == pytest.approx(alone.worth, abs=1e-12)
            assert [turn.wager for turn in hand.turns] == [turn.wager for turn in alone.turns]


def test_who_cannot_be_caught_has_the_prize() -> None:
    """From 100 nobody comes to 900, even by a double of 500: the leader, who keeps 50 at stake, has 900 at least."""
    found = last_hands(Ending(banks=(100, 1000), hands=1, minimum=50, maximum=500, step=50, prizes=(1,)))
    assert found.now.worth == pytest.approx((0, 1))
    assert found.now.turns[1].wager == 50


def test_a_bank_below_the_minimum_does_not_wager_and_keeps_its_count() -> None:
    """The other may lose everything but has to lose more than it wagers: 100 less 50 is still more than 40."""
    found = last_hands(Ending(banks=(40, 100), hands=1, minimum=50, maximum=50, step=10, prizes=(1,)))
    assert found.now.turns[0].wager == 0
    # It is below 40 only with a double or a split lost, which takes 100: one of the results is -2 wagers.
    lost_two = together(Variant.BLACKJACK, 2)[NOT_IN, MORE, GAINS.index(0), GAINS.index(-4)]
    assert found.now.worth[0] == pytest.approx(lost_two)


def test_equals_with_one_wager_have_half_each() -> None:
    found = last_hands(Ending(banks=(500, 500), hands=3, minimum=50, maximum=50, step=10, prizes=(1,)))
    assert found.now.worth == pytest.approx((1 / 2, 1 / 2))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"banks": (1,)}, "two and for three"),
        ({"banks": (1, 1, 1, 1)}, "two and for three"),
        ({"hands": 0}, "one to three hands"),
        ({"hands": 4}, "one to three hands"),
        ({"minimum": 0}, "a minimum, a maximum"),
        ({"maximum": 5}, "a minimum, a maximum"),
        ({"step": 0}, "a minimum, a maximum"),
        ({"banks": (105, 100)}, "whole chips of 10"),
        ({"prizes": ()}, "a prize at least"),
        ({"prizes": (3, 2, 1)}, "no more of them"),
        ({"prizes": (1, 2)}, "a better place"),
        ({"banks": (10_000, 10_000, 10_000), "maximum": 500, "hands": 3}, "fewer hands"),
        ({"maximum": 1010}, "100 wagers at most"),
    ],
)
def test_what_is_no_ending_is_refused(given: dict[str, object], why: str) -> None:
    asked = {"banks": (100, 100), "hands": 1, "minimum": 10, "maximum": 50, "step": 10, "prizes": (1,)} | given
    with pytest.raises(NoLastHands, match=why):
        last_hands(Ending(**asked))  # type: ignore[arg-type]
