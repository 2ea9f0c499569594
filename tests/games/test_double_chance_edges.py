"""Double Chance just at a bound and one beyond it, where a table script would need many people or cannot say it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import BY_CHANCE, Card
from croupier.games.double_chance import payouts
from croupier.games.double_chance.irregularities import DeclareAbsent, ReportExposedCard
from croupier.games.double_chance.operating import ExchangeVoucher
from croupier.games.double_chance.running_out import RunOutOfTime
from croupier.games.double_chance.supervision import MOST_TOGETHER, MOST_WATCHED, DirectToActFirst, KeepApart
from croupier.table.contract import AUTOMATIC, CLOCK, HOUSE_PLAYERS, Actor, Clauses, Command, Reason, Refusal
from tests.games.chance import RULES, SUPERVISOR, brought_to, three_players
from tests.games.sitting import ANN, DEALER

TIME = Actor(CLOCK, "Time", "dealer")
WHO = tuple(f"p{nth:02}" for nth in range(MOST_WATCHED))


def refused(command: Command, by: Actor, **state: Any) -> tuple[Reason, Clauses] | None:
    """Why three players' table refuses a command with its state a little other than it was played, or None."""
    then = replace(three_players().state, **state)
    decision = RULES.decide(then, command, by, 0, BY_CHANCE)
    return (decision.reason, decision.under) if isinstance(decision, Refusal) else None


def test_as_many_players_act_first_as_can_be_watched() -> None:
    command = DirectToActFirst(player="ann", why="a glance")
    assert refused(command, SUPERVISOR, act_first=frozenset(WHO)) == (Reason.LIMITS, ("DC 12.11.1",))
    assert refused(command, SUPERVISOR, act_first=frozenset(WHO[1:])) is None
    lifted = DirectToActFirst(player=WHO[0], lift=True)
    assert refused(lifted, SUPERVISOR, act_first=frozenset(WHO)) is None


def test_as_many_groups_are_kept_apart_as_can_be_watched() -> None:
    groups = tuple((each, "zoe") for each in WHO)
    command = KeepApart(players=("ann", "bob"), why="signs")
    assert refused(command, SUPERVISOR, kept_apart=groups) == (Reason.LIMITS, ("DC 12.11.2",))
    assert refused(command, SUPERVISOR, kept_apart=groups[1:]) is None
    assert refused(KeepApart(players=groups[0], lift=True), SUPERVISOR, kept_apart=groups) is None


def test_a_group_that_is_kept_apart_is_of_so_many_at_most() -> None:
    assert refused(KeepApart(players=WHO[:MOST_TOGETHER], why="signs"), SUPERVISOR) is None
    beyond = KeepApart(players=WHO[: MOST_TOGETHER + 1], why="signs")
    assert refused(beyond, SUPERVISOR) == (Reason.LIMITS, ("DC 12.11.2",))


@pytest.mark.parametrize(
    ("player", "by"),
    [
        ("ann", Actor("ann", "Ann", "dealer")),
        ("ann", Actor(AUTOMATIC, "Automatic dealer", "dealer")),
        (f"{HOUSE_PLAYERS}1", DEALER),
    ],
)
def test_nobody_gives_chips_for_a_voucher_of_their_own_and_no_machine_gives_or_gets_them(
    player: str, by: Actor
) -> None:
    people = three_players().state.people
    here = {**people, player: people["ann"]}
    given = ExchangeVoucher(player=player, voucher="A-17", cents=20_00)
    assert refused(given, by, people=here) == (Reason.NOT_YOURS, ("DC 1.1:casino promotional voucher",))


def test_at_a_table_that_draws_its_cards_nobody_says_which_one_of_a_hand_in_hand_was_exposed() -> None:
    chance = brought_to("handled")
    named = chance.refused(ReportExposedCard(area=1, card=Card("Ks")))
    assert (named.reason, named.under) == (Reason.CARD_DRAWN, ("DC 12.2", "DC 12.4"))
    assert chance.do(ReportExposedCard(area=1))


def test_time_alone_runs_out_and_nobody_says_so_in_its_place() -> None:
    chance = brought_to("handled")
    for who in (ANN, DEALER, SUPERVISOR):
        nobodys = chance.refused(RunOutOfTime(player="ann"), who)
        assert (nobodys.reason, nobodys.under) == (Reason.NOT_YOURS, ("DC 8.1", "ruling 70"))
    assert chance.do(RunOutOfTime(player="ann"), TIME)


@pytest.mark.parametrize(
    ("moment", "silent"), [("dealt", DeclareAbsent(area=1)), ("handled", RunOutOfTime(player="ann"))]
)
def test_silence_voids_a_hand_left_lying_and_plays_one_that_was_picked_up(moment: str, silent: Command) -> None:
    other = RunOutOfTime(player="ann") if moment == "dealt" else DeclareAbsent(area=1)
    chance = brought_to(moment)
    assert chance.refused(other, TIME).reason is Reason.NOT_YOURS
    assert chance.do(silent, TIME)


@pytest.mark.parametrize(("stake", "paid", "limited"), [(10_00, 60_00, False), (10_01, 60_00, True)])
def test_a_full_house_rests_on_the_maximum_payout_only_where_that_takes_something_off(
    stake: int, paid: int, limited: bool
) -> None:
    state = replace(three_players().state, maximum_payout=60_00)
    line = next(each for each in payouts.lines(state) if each.hand == "full house")
    cents, under = payouts.paid(state, line, stake)
    assert (cents, "DC 9.2" in under) == (paid, limited)
