"""The jackpot button of Pontoon Pandemonium: every prize of the five tables, as many as the book lists."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from croupier.cards import Card, Counts
from croupier.games.blackjack import ENGINE, State
from croupier.games.blackjack.pandemonium import ButtonPressed, PressButton
from croupier.money import dollars
from croupier.scripts.shown import ONLOOKER
from croupier.table.contract import CLOCK, Actor, Refusal
from croupier.table.declare import say
from tests.witness import witnesses
from tests.witnesses.scripted import Scripted

ANN = Actor("Ann", "Ann")
TABLES = {
    1: {250_000: 1, 7_500: 30, 750: 300, 250: 750, 50: 1_500, 25: 7_050, 20: 17_370, 15: 23_250, 10: 29_250, 5: 33_000},
    2: {100_000: 1, 1_000: 50, 500: 70, 100: 345, 50: 5_000, 20: 12_100, 10: 34_000},
    3: {50_000: 1, 1_000: 50, 500: 80, 100: 400, 50: 5_000, 20: 14_000, 10: 30_000},
    4: {25_000: 1, 1_000: 50, 500: 80, 100: 400, 50: 4_000, 20: 8_000, 10: 24_970},
    5: {10_000: 1, 1_000: 50, 500: 75, 100: 400, 50: 3_900, 20: 8_400, 10: 23_000},
}
"""By table: the prize for a dollar, and how many of all the prizes are that one. Typed from 11.6.3."""
WON = "Ann bets $10 on pontoon\nAnn bets $3 on pandemonium\ndeal As 9c Kd\ndealer settles area 1 in the interim\n"


class Prizes:
    """Chance that gives the prize at one place of the list, and remembers how likely each was."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.weights: tuple[int, ...] = ()

    def one_of(self, weights: Sequence[int]) -> int:
        self.weights = tuple(weights)
        return self.place

    def card(self, unseen: Counts) -> Card:
        raise AssertionError("no card comes of the button")

    def order(self, many: int) -> tuple[int, ...]:
        raise AssertionError("nothing is put in order by the button")


def offered(table: int) -> State:
    """A virtual table at which Ann has won $3 worth of prizes, and the button is hers."""
    state: State = Scripted("blackjack").table_after(WON, f", pontoon pandemonium, pay table {table}").state
    return state


def pressed(state: State, chance: Prizes, by: Actor = ANN, command: PressButton | None = None) -> ButtonPressed:
    decision = ENGINE.decide(state, command or PressButton(), by, 0, chance)
    assert not isinstance(decision, Refusal), decision
    (event,) = decision
    assert isinstance(event, ButtonPressed)
    return event


@witnesses("BJ 11.6.1", "BJ 11.6.2", "BJ 11.3.2(a)", "BJ 11.3.2(b)", "BJ 11.2.1:jackpot button")
@pytest.mark.parametrize("table", TABLES)
def test_each_prize_comes_as_often_as_it_is_listed_and_is_paid_for_every_dollar(table: int) -> None:
    state, prizes = offered(table), TABLES[table]
    for place, prize in enumerate(prizes):
        chance = Prizes(place)
        event = pressed(state, chance)
        assert chance.weights == tuple(prizes.values())
        (ended,) = event.settled
        assert (event.prize, ended.paid, ended.returned) == (prize, 3 * prize * 100, 3_00)
        assert f"BJ 11.6.3({'abcde'[table - 1]}) Table {table}:${prize:,}" in ended.under


@witnesses("BJ 11.2.1:Pontoon Pandemonium Bonus Meter", "BJ 11.3.2(b)")
def test_everyone_is_shown_the_prize_and_all_that_there_are() -> None:
    state = offered(2)
    event = pressed(state, Prizes(4))
    assert "$50" in say(event, {})
    after = ENGINE.evolve(state, event)
    assert after.stack("Ann") == 200_00 - 10_00 - 3_00 + 25_00 + 3_00 + 150_00
    shown = Scripted("blackjack").table_after(WON, ", pontoon pandemonium, pay table 2")
    pays = shown.seen_by(ONLOOKER).sign.pays["pandemonium"]
    assert pays == {f"{many:,} of 51,566": dollars(100 * prize) for prize, many in TABLES[2].items()}


@witnesses("BJ 11.6.4(c)", "ruling 70")
def test_for_who_says_nothing_the_dealer_presses_and_the_record_says_so() -> None:
    state = offered(3)
    (turn,) = ENGINE.turns(state)
    assert turn.player == "Ann" and isinstance(turn.silent, PressButton)
    event = pressed(state, Prizes(6), Actor(CLOCK, "Time", "game-supervisor"), turn.silent)
    assert event.by == "dealer"
    assert "BJ 11.6.4(c)" in event.under
    assert event.settled[0].paid == 30_00
