"""What every table shares and Matchmaker adds, just at a bound and one beyond it, where no table script can look."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import BY_CHANCE
from croupier.games import game
from croupier.games.matchmaker.irregularities import ReconstructionOrdered, ReportDealtWithoutWagers
from croupier.money import Move
from croupier.scripts.table import Table
from croupier.table.awards import prospect
from croupier.table.bounds import EXCLUDED, LONGEST_TEXT, MOST_LISTED, STANDING
from croupier.table.conduct import ExcludePlayer, InvalidateRound
from croupier.table.contract import Actor, Clauses, Command, Decision, Reason, Refusal
from croupier.table.disputes import RaiseDispute, RuleOnDispute
from croupier.table.holding import WinningsSeized
from croupier.table.people import ChangeChips, Join
from croupier.table.signatures import Countersign
from croupier.table.signs import LimitsChanged
from croupier.table.state import Person, Settled, Unsigned
from croupier.table.words import money_back
from tests.witnesses.scripted import Scripted

ANN, EVE = Actor("Ann", "Ann"), Actor("Eve", "Eve")
DEALER = Actor("dealer", "Dealer", "dealer")
BOSS = Actor("boss", "Boss", "pit-boss")
MATCHMAKER = game("matchmaker")


def after(lines: str, table: str = "") -> Table:
    played: Table = Scripted("matchmaker").table_after(lines, table)
    return played


def decided(table: Table, command: Command, by: Actor, **state: Any) -> Decision:
    """What becomes of a command at the table, with its state a little other than it was played."""
    state_then = replace(table.state, **state)
    decision: Decision = MATCHMAKER.decide(state_then, command, by, table.now, BY_CHANCE)
    return decision


def refused(decision: Decision) -> tuple[Reason, Clauses]:
    assert isinstance(decision, Refusal)
    return decision.reason, decision.under


def results(lines: str, table: str = "") -> list[Settled]:
    found: list[Settled] = list(after(lines, table).state.results)
    return found


@pytest.mark.parametrize(
    ("cents", "under"),
    [
        (500, ("MM 5.5.1(b)",)),  # the least
        (1000, ("MM 5.5.1(b)",)),  # the most
        (1001, ("MM 5.5.1(b)", "MM 6.2.2", "ruling 2")),
    ],
)
def test_a_wager_within_the_sign_ends_under_its_own_clause_alone(cents: int, under: Clauses) -> None:
    on_the_sign = ", limits $5 to $10 in steps of $0.01, chips $0.01 $1"
    (lost,) = results(f"Ann bets ${cents / 100:.2f} on pair match\ndeal 9c 8d\nsettle\n", on_the_sign)
    assert lost.under == under


@pytest.mark.parametrize(("dollars", "held"), [(10, False), (11, True)])
def test_only_what_lies_over_the_sign_is_held_to_it_where_another_has_limits_of_their_own(
    dollars: int, held: bool
) -> None:
    lines = (
        "Bob sits at 2 with $200\noperator agrees $5 to $100 with Bob\n"
        f"Ann bets ${dollars} on pair match\ndeal 9c 8d\nsettle\n"
    )
    (lost,) = results(lines, ", limits $5 to $10")
    assert ("MM 6.3.3" in lost.under) is held


def test_a_lower_maximum_rests_on_no_notice() -> None:
    table = after("operator sets pair match to $5 to $400\n", ", limits $5 to $500")
    (changed,) = [each for each in table.log if isinstance(each, LimitsChanged)]
    assert changed.under == ("MM 6.1", "MM 6.1 fn1:s66(1)(c)")


def test_what_a_round_that_was_lost_has_paid_is_not_seized() -> None:
    lines = (
        "Ann bets $10 on pair match\ndeal 9c 9d\nsettle\n"
        'dealer reports Ann for breaking MM 11.1 "a counting device"\n'
        "Ann bets $5 on suit match\ndeal 9h 8d\ndealer clears losers\npit boss seizes what Ann won since round 1\n"
    )
    (seized,) = [each for each in after(lines).log if isinstance(each, WinningsSeized)]
    # 11 x $10 of the first round; the second has paid nothing.
    assert (seized.cents, seized.running, seized.under) == (110_00, (), ("MM 11.2.3",))


def test_so_many_stand_at_a_table_and_no_more() -> None:
    table = after("")
    standing = {f"p{nth}": Person(f"p{nth}", f"P{nth}", None, nth) for nth in range(STANDING)}
    assert refused(decided(table, Join(cents=500), EVE, people=standing)) == (Reason.LIMITS, ("MM 2.1",))
    assert not isinstance(decided(table, Join(cents=500, seat=2), EVE, people=standing), Refusal)
    standing.popitem()
    assert not isinstance(decided(table, Join(cents=500), EVE, people=standing), Refusal)


def test_as_many_are_excluded_as_the_house_can_remember() -> None:
    table = after('dealer reports Ann for breaking MM 11.1 "a camera"\n')
    gone = {f"p{nth}": f"P{nth}" for nth in range(EXCLUDED)}
    refusal = refused(decided(table, ExcludePlayer(player="Ann"), BOSS, excluded=gone))
    assert refusal == (Reason.LIMITS, ("MM 11.2.2",))
    gone.popitem()
    assert not isinstance(decided(table, ExcludePlayer(player="Ann"), BOSS, excluded=gone), Refusal)


@pytest.mark.parametrize(
    "command",
    [
        InvalidateRound(fraud=False, why="a brawl", refund=False),
        InvalidateRound(fraud=True, why="marked cards", forfeit=("Ann",)),
    ],
)
def test_no_wager_is_kept_of_a_round_of_no_effect(command: InvalidateRound) -> None:
    """Where the outcome is invalidated all wagers go back (MM 11.4)."""
    table = after("Ann bets $10 on pair match\ndeal 9c\n")
    assert refused(decided(table, command, BOSS)) == (Reason.FORBIDDEN, ("MM 11.4",))


def test_words_and_lists_are_as_long_as_they_may_be_and_no_longer() -> None:
    table = after("")
    assert not isinstance(decided(table, RaiseDispute(about="x" * LONGEST_TEXT), ANN), Refusal)
    assert refused(decided(table, RaiseDispute(about="x" * (LONGEST_TEXT + 1)), ANN)) == (Reason.LIMITS, ("MM 11.9",))
    many = refused(decided(table, ReportDealtWithoutWagers(areas=(1,) * MOST_LISTED), DEALER))
    assert many == (Reason.CARDS_DIFFER, ("MM 9.4",))
    too_many = refused(decided(table, ReportDealtWithoutWagers(areas=(1,) * (MOST_LISTED + 1)), DEALER))
    assert too_many[0] is Reason.LIMITS


def changes_offered(stack: str) -> list[Command]:
    table = after(f"Bob sits at 2 with {stack}\n", ", real, chips $1 $5")
    offered = MATCHMAKER.engine.options(table.state, DEALER, table.now)
    return [each.command for each in offered if isinstance(each.command, ChangeChips) and each.command.player == "Bob"]


def test_the_chips_of_whoever_has_one_may_be_changed() -> None:
    assert changes_offered("$1") == [ChangeChips(cents=1_00, into=1_00, player="Bob")]
    assert changes_offered("$0.99") == []


def test_of_a_complainant_without_a_wager_it_is_told_that_there_was_none() -> None:
    lines = "Bob sits at 2 with $200\nAnn bets $10 on pair match\ndeal 9c 8d\nsettle\n"
    table = after(f'{lines}Ann disputes "mine was a nine"\nBob disputes "so was hers"\n')
    rules = MATCHMAKER.engine.rules(table.state)
    of_ann, of_bob = (prospect(table.state, each, rules) for each in table.state.disputes)
    # A pair would have paid 11 x $10, with the $10 back.
    assert (of_ann.wagered, of_ann.most) == (True, 120_00)
    assert (of_bob.wagered, of_bob.most, of_bob.room) == (False, 0, 0)


def test_an_act_is_closed_for_want_of_anything_it_could_be_about() -> None:
    table = after("")
    closed = dict(MATCHMAKER.engine.closed(table.state, BOSS, table.now))
    assert refused(closed[RuleOnDispute]) == (Reason.NO_CAUSE, ("MM 11.10",))


def test_what_waits_for_a_second_signature_and_cannot_be_read_any_more_is_not_signed() -> None:
    table = after("")
    lost = Unsigned(1, "GiftOfOldTimes", "{}", "sue", "Sue", "pit-boss", 500, "Ann", ("sue", "Ann"), None)
    decision = decided(table, Countersign(number=1), BOSS, unsigned=(lost,))
    assert refused(decision) == (Reason.NO_CAUSE, ("MM 7.1",))


def told(*moves: tuple[str, str, int]) -> str:
    made = tuple(Move(*each) for each in moves)
    return money_back(ReconstructionOrdered(why="", players=(), areas=(), under=(), moves=made), str)


def test_of_chips_that_come_and_go_only_what_is_left_is_told() -> None:
    assert told(("layout", "stack:Ann", 500), ("stack:Ann", "rack", 500)) == ""
    both = told(("layout", "stack:Ann", 500), ("stack:Bob", "rack", 300), ("rack", "stack:Bob", 100))
    assert both == " $5 goes back to Ann. $2 is taken from Bob."
