"""Blackjack just at a bound and one beyond it, where no table script can look."""

from __future__ import annotations

import pytest

from croupier.cards import BY_CHANCE, Card
from croupier.games import game
from croupier.games.blackjack import Terms
from croupier.games.blackjack.choices import Split
from croupier.games.blackjack.face_down import TurnUpHand
from croupier.games.blackjack.sharing import GoAlong
from croupier.scripts.table import Table
from croupier.table.contract import DEALER, THE_TOURNAMENT, Actor, Clauses, Command, Reason, Refusal, no_person
from croupier.table.tournaments.reserved import HoldTable, ReserveTable, SetLevel
from tests.games.sitting import Sitting
from tests.witnesses.scripted import Scripted

BLACKJACK = game("blackjack")


def after(lines: str, table: str = "") -> Table:
    played: Table = Scripted("blackjack").table_after(lines, table)
    return played


def choices(table: Table) -> list[Command]:
    """What whoever is asked now may choose from."""
    return [each for turn in BLACKJACK.turns(table.state) for each in turn.choices]


@pytest.mark.parametrize(
    ("dollars", "cards", "under"),
    [
        (500, "Ts 9c 8d", ("BJ 5.6.6",)),  # 18 against 19
        (501, "Ts 9c 8d", ("BJ 5.6.6", "BJ 6.2.2", "ruling 2", "ruling 44")),
        (500, "Ts 9c Td", ("BJ 5.6.3", "BJ 8.1:All other winning wagers")),  # 20 against 19
        (501, "Ts 9c Td", ("BJ 5.6.3", "BJ 8.1:All other winning wagers", "BJ 6.2.2", "ruling 2", "ruling 44")),
    ],
)
def test_a_wager_of_the_maximum_ends_under_its_own_clause_alone(dollars: int, cards: str, under: Clauses) -> None:
    lines = f"Ann buys $800 in chips\nAnn bets ${dollars} on blackjack\ndeal {cards}\nAnn stands\ndeal Th\nsettle\n"
    (ended,) = after(lines, ", limits $5 to $500").state.results
    assert sorted(ended.under) == sorted(under)


@pytest.mark.parametrize(("stack", "offered"), [("$20", True), ("$19", False)])
def test_a_split_is_offered_to_whoever_has_as_much_again(stack: str, offered: bool) -> None:
    table = after(f"Bob sits at 2 with {stack}\nBob bets $10 on blackjack\ndeal 8s 9c 8d\n")
    assert (Split(player="Bob") in choices(table)) is offered


@pytest.mark.parametrize(("stack", "offered"), [("$20", True), ("$19", False)])
def test_who_shares_the_area_is_offered_to_go_along_with_as_much_again(stack: str, offered: bool) -> None:
    shared = f"Bob stands with {stack}\nAnn bets $10 on blackjack\nBob bets $10 on blackjack at 1\n"
    table = after(f"{shared}deal 8s 9c 8d\nAnn splits\n")
    assert (GoAlong(player="Bob") in choices(table)) is offered


def test_at_a_virtual_table_nobody_says_what_covered_cards_are() -> None:
    covered = "inspector approves dealing face down\nAnn bets $10 on blackjack\n"
    table = after(f"{covered}deal face down to all and 9c to the dealer\n", ", cards face down")
    turned = TurnUpHand(area=1, cards=(Card("Ks"), Card("As")))
    refusal = BLACKJACK.decide(table.state, turned, Actor("Ann", "Ann"), table.now, BY_CHANCE)
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.under) == (Reason.CARD_DRAWN, ("BJ 7.1.2(a)",))


def test_the_level_of_a_tournament_is_that_of_the_main_wager_alone() -> None:
    table, tournament = Sitting(BLACKJACK, Terms(pairs=True)), no_person(THE_TOURNAMENT, DEALER)
    before = table.state.limits
    table.do(ReserveTable(tournament="cup", title="The Cup", started=1_000_00), tournament)
    table.do(HoldTable(), tournament)
    table.do(SetLevel(minimum=100_00, maximum=500_00), tournament)
    assert (table.state.limits["blackjack"].minimum, table.state.limits["blackjack"].maximum) == (100_00, 500_00)
    assert table.state.limits["perfect pairs"] == before["perfect pairs"]
