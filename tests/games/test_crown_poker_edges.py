"""Crown Poker just at a bound and one beyond it, where a table script would need hundreds of lines or cannot say it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import BY_CHANCE
from croupier.games import game
from croupier.games.crown_poker.actions import Raised
from croupier.games.crown_poker.bonus import NotifyBonus
from croupier.games.crown_poker.showdown import ShowHand
from croupier.games.crown_poker.state import Prize, Waiting
from croupier.games.crown_poker.terms import BonusKind
from croupier.games.crown_poker.waiting import JoinList
from croupier.scripts.table import Table
from croupier.table.bounds import EXCLUDED, MOST_LISTED
from croupier.table.conduct import ExcludePlayer, InvalidateRound
from croupier.table.contract import Actor, Clauses, Command, Decision, Reason, Refusal
from croupier.table.rounds import CollectCards
from tests.witnesses.scripted import Scripted

ANN, EVE = Actor("Ann", "Ann"), Actor("Eve", "Eve")
DEALER = Actor("dealer", "Dealer", "dealer")
HIGHER = Actor("higher", "Higher duties dealer", "tg-higher-duties-dealer")
MANAGER = Actor("manager", "Manager", "tg-assistant-casino-manager")
CAP = ', bonus "High hand" of goods "a cap" for "pair"'


def after(lines: str, table: str = "") -> Table:
    played: Table = Scripted("crown-poker").table_after(lines, table)
    return played


def decided(table: Table, command: Command, by: Actor, **state: Any) -> Decision:
    """What becomes of a command at the table, with its state a little other than it was played."""
    state_then = replace(table.state, **state)
    decision: Decision = game("crown-poker").decide(state_then, command, by, table.now, BY_CHANCE)
    return decision


def refused(decision: Decision) -> tuple[Reason, Clauses]:
    assert isinstance(decision, Refusal)
    return decision.reason, decision.under


def owed(many: int) -> tuple[Prize, ...]:
    goods = BonusKind.GOODS.value
    return tuple(Prize(nth, 9, "Gil", "Cap", goods, 0, "a cap", "dealer", verified=True) for nth in range(1, many + 1))


def pair_of_aces() -> Table:
    """Ann's aces have won the pot on the flop and lie open; her prize has not been told of."""
    lines = (
        "Bob sits at 2 with $200\nAnn is dealt As Ah\ndeal\nAnn calls\nBob checks\nboard 2c 7d 9h\n"
        "Ann bets $20\nBob folds\nAnn shows\ndealer pushes the pots\n"
    )
    return after(lines, CAP)


def test_prizes_are_told_of_until_as_many_are_owed_as_are_listed() -> None:
    table, told = pair_of_aces(), NotifyBonus(seat=1, bonus="High hand")
    last = decided(table, told, DEALER, prizes=owed(MOST_LISTED - 1))
    assert not isinstance(last, Refusal)
    beyond = decided(table, told, DEALER, prizes=owed(MOST_LISTED))
    assert refused(beyond) == (Reason.LIMITS, ("CP 11.3", "CP 11.2"))


def test_cards_wait_for_a_prize_that_can_be_told_of_and_for_no_other() -> None:
    table = pair_of_aces()
    waiting = decided(table, CollectCards(), DEALER, prizes=owed(MOST_LISTED - 1))
    assert refused(waiting) == (Reason.NOT_NOW, ("CP 11.3",))
    assert not isinstance(decided(table, CollectCards(), DEALER, prizes=owed(MOST_LISTED)), Refusal)


def test_as_many_wait_for_a_seat_as_are_listed_those_picked_up_aside() -> None:
    table = after("")
    waiting = tuple(Waiting(f"p{nth}", f"P{nth}", False) for nth in range(MOST_LISTED))
    assert refused(decided(table, JoinList(), EVE, waiting=waiting)) == (Reason.LIMITS, ("CP 8.12",))
    assert not isinstance(decided(table, JoinList(), EVE, waiting=waiting[1:]), Refusal)
    picked_up = (Waiting("first", "First", True), *waiting[1:])
    assert not isinstance(decided(table, JoinList(), EVE, waiting=picked_up), Refusal)


def test_nobody_of_the_house_waits_for_a_seat() -> None:
    assert refused(decided(after(""), JoinList(), DEALER)) == (Reason.FORBIDDEN, ("CP 8.12",))


def test_as_many_are_excluded_as_the_house_can_remember() -> None:
    table = after('dealer reports Ann for breaking CP 13.1 "a camera"\n')
    gone = {f"p{nth}": f"P{nth}" for nth in range(EXCLUDED)}
    decision = decided(table, ExcludePlayer(player="Ann"), MANAGER, excluded=gone)
    assert refused(decision) == (Reason.LIMITS, ("CP 13.2.2",))
    gone.popitem()
    assert not isinstance(decided(table, ExcludePlayer(player="Ann"), MANAGER, excluded=gone), Refusal)


@pytest.mark.parametrize(
    "command",
    [
        InvalidateRound(fraud=False, why="a brawl", refund=False),
        InvalidateRound(fraud=True, why="marked cards", forfeit=("Bob",)),
    ],
)
def test_no_wager_is_kept_of_a_hand_of_no_effect(command: InvalidateRound) -> None:
    """Where the outcome is invalidated all wagers go back (CP 13.6)."""
    table = after("Bob sits at 2 with $200\ndeal\n")
    assert refused(decided(table, command, HIGHER)) == (Reason.FORBIDDEN, ("CP 13.6",))


def test_nobody_shows_the_hand_of_another_seat() -> None:
    table = after("Bob sits at 2 with $200\ndeal\nAnn calls\nBob goes all in\nAnn folds\n")
    bob = Actor("Bob", "Bob")
    assert refused(decided(table, ShowHand(seat=1), bob)) == (Reason.NOT_YOURS, ("CP 8.20.4",))
    assert not isinstance(decided(table, ShowHand(seat=2), bob), Refusal)


SHORT_OF_NOTHING = {
    "fixed limit $10 $10 $20": ("CP 8.2.2", "CP 8.17.1", "CP 6.6", "CP 6.16.1"),
    "no limit $10": ("CP 8.2.2", "CP 8.17.1", "CP 6.6", "CP 6.16.1"),
    "half pot limit $10": ("CP 8.2.2", "CP 8.17.1", "CP 6.6", "CP 6.7", "CP 6.16.1"),
}


@pytest.mark.parametrize("limit", SHORT_OF_NOTHING)
def test_an_all_in_that_is_a_whole_raise_rests_on_nothing_about_short_ones(limit: str) -> None:
    """A raise by the big blind of $10 to $20, with the last chip: no half, no excess and no ruling decides it."""
    sits = "Bob sits at 2 with $200\nCid sits at 3 with $20\n"
    played = after(f"{sits}deal\nCid goes all in\n", f", holdem, {limit}, blinds $5 and $10, buy-in $10")
    (raised,) = [each for each in played.log if isinstance(each, Raised)]
    assert raised.all_in and raised.under == SHORT_OF_NOTHING[limit]
