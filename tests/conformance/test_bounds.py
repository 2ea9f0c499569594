"""Nobody can make a table's state, or what is told of it, grow without end."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.games import game, games
from croupier.house import meter as meters
from croupier.house.meter import Meter, NoticeOf
from croupier.money import moves
from croupier.table.bounds import (
    ACCOUNTS,
    BREACHES,
    DEPARTED,
    LONGEST_ID,
    LONGEST_NAME,
    LONGEST_TEXT,
    OPEN_OF_BYSTANDERS,
    OPEN_OF_ONE,
    OVER,
    RULED,
    STANDING,
    TOLD,
)
from croupier.table.conduct import ReportContravention
from croupier.table.contract import Actor, Command, Decision, Reason, Refusal
from croupier.table.disputes import AskForReview, RaiseDispute, ReviewDispute, RuleOnDispute
from croupier.table.fields import written_in
from croupier.table.people import Join, Leave, PlayerJoined, PlayerLeft
from croupier.table.rounds import PlayerAdvised
from croupier.table.state import DisputeStage
from tests.conformance.hostile import GUESTS, Crowd
from tests.conformance.tables import TABLES
from tests.strength import tries
from tests.witness import witnesses

STATE, VIEW = 96 * 1024, 160 * 1024
"""Bytes that guests and dealers can bring a table to, and what one person is told of it, at the very most."""
WITH_STAFF = 2
"""With everyone of the house saying as much as they can, so many times that."""
TIMES, TIMES_OF_STAFF = tries(600, 3000), tries(100, 300)

ANN, BOB, DAN = GUESTS[0], GUESTS[1], Actor("dan", "Dan", "dealer")


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("everyone", [False, True], ids=["guests and dealers", "everyone"])
def test_whatever_is_said_again_and_again_a_table_and_its_views_stay_small(name: str, everyone: bool) -> None:
    engine = game(name).engine
    ranks = engine.book.ladder[1:] if everyone else ("dealer",)
    crowd = Crowd(game(name), next(iter(TABLES[name].values())), tuple(ranks))
    more = WITH_STAFF if everyone else 1
    for kind in sorted(each.__name__ for each in engine.commands):
        for by in (GUESTS, crowd.staff):
            if not crowd.repeat(kind, TIMES_OF_STAFF if everyone else TIMES, by):
                continue
            state, view = crowd.sizes()
            assert state < STATE * more and view < VIEW * more, f"{kind}: {state} and {view} bytes"
        crowd.play_on(12)
    state, view = crowd.sizes()
    assert state < STATE * more and view < VIEW * more
    assert crowd.said > tries(1_000, 2_000), "hardly anything was said"


def seated(name: str, *people: Actor) -> Crowd:
    """A table at which these stand or sit."""
    crowd = Crowd(game(name), next(iter(TABLES[name].values())), ("dealer",))
    for person in people:
        crowd.do(Join(cents=100), person)
    return crowd


def decide(crowd: Crowd, command: Command, by: Actor) -> Decision:
    decided: Decision = crowd.game.decide(crowd.state, command, by, crowd.at, None)
    return decided


def reason(crowd: Crowd, command: Command, by: Actor) -> Reason:
    decision = decide(crowd, command, by)
    assert isinstance(decision, Refusal), decision
    assert decision.under
    return decision.reason


CLAUSE = {
    "matchmaker": "MM 11.9",
    "double-chance": "DC 14.12",
    "blackjack": "BJ 17.9",
    "three-card-poker": "TCP 13.11",
    "crown-poker": "CP 13.9",
}
RULER = {
    "matchmaker": "pit-boss",
    "double-chance": "game-supervisor",
    "blackjack": "casino-supervisor",
    "three-card-poker": "tg-area-manager",
    "crown-poker": "tg-area-manager",
}


@pytest.mark.parametrize("name", games())
def test_a_dispute_is_for_those_who_are_or_were_here(name: str) -> None:
    crowd = seated(name, ANN)
    stranger = decide(crowd, RaiseDispute(about="I saw it all"), GUESTS[30])
    assert isinstance(stranger, Refusal)
    assert stranger.reason is Reason.NOT_HERE and stranger.under == (CLAUSE[name],)
    assert reason(crowd, RaiseDispute(about="they say", player="nobody"), DAN) is Reason.NOT_HERE
    assert reason(crowd, RaiseDispute(about="mine"), DAN) is Reason.NOT_HERE
    assert crowd.do(RaiseDispute(about="they say", player=ANN.id), DAN)
    late = Actor("late", "Late")
    crowd.do(Join(cents=100), late)
    crowd.do(Leave(), late)
    assert late.id not in crowd.state.people
    assert crowd.do(RaiseDispute(about="I was short-changed"), late)


@pytest.mark.parametrize("name", games())
def test_three_disputes_of_one_person_wait_at_a_time_and_a_few_of_those_without_a_wager(name: str) -> None:
    crowd = seated(name, *GUESTS[:20])
    for number in range(OPEN_OF_ONE):
        assert crowd.do(RaiseDispute(about=f"this {number}"), ANN)
    refusal = decide(crowd, RaiseDispute(about="and that"), ANN)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.LIMITS and refusal.under == (CLAUSE[name],)
    assert reason(crowd, RaiseDispute(about="and that", player=ANN.id), DAN) is Reason.LIMITS
    boss = Actor("boss", "Boss", RULER[name])
    assert crowd.do(RuleOnDispute(dispute=2, ruling="no"), boss)
    assert crowd.do(RaiseDispute(about="and that"), ANN)
    for guest in GUESTS[1:20]:
        while crowd.do(RaiseDispute(about="me too"), guest):
            pass
    waiting = [each for each in crowd.state.disputes if each.stage is DisputeStage.OPEN]
    assert sum(each.bystander for each in waiting) == OPEN_OF_BYSTANDERS[0]
    last = next(each for each in GUESTS[:20] if not any(dispute.complainant == each.id for dispute in waiting))
    assert crowd.do(RaiseDispute(about="somebody must", player=last.id), DAN), "the house can still put one in"


def test_a_dispute_that_is_over_leaves_the_table_and_numbers_go_on() -> None:
    crowd, boss = seated("matchmaker", ANN, BOB), Actor("boss", "Boss", "pit-boss")
    inspector = Actor("ines", "Ines", "regulator")
    for number in range(1, 41):
        assert crowd.do(RaiseDispute(about="again"), ANN)
        assert crowd.do(RuleOnDispute(dispute=number, ruling="no"), boss)
        assert crowd.do(AskForReview(dispute=number), ANN)
        assert crowd.do(ReviewDispute(dispute=number, upheld=True, finding="rightly"), inspector)
    assert [each.number for each in crowd.state.disputes] == list(range(41 - OVER, 41))
    for number in range(41, 81):
        assert crowd.do(RaiseDispute(about="again"), BOB)
        assert crowd.do(RuleOnDispute(dispute=number, ruling="no"), boss)
    ruled = [each.number for each in crowd.state.disputes if each.stage is DisputeStage.RULED]
    assert ruled == list(range(81 - RULED, 81))
    assert reason(crowd, RuleOnDispute(dispute=1, ruling="after all", award=500), boss) is Reason.NO_CAUSE
    assert reason(crowd, RuleOnDispute(dispute=80, ruling="after all", award=500), boss) is Reason.ALREADY
    assert crowd.do(AskForReview(dispute=80), BOB)


def test_in_a_book_with_a_last_word_of_the_operator_a_reviewed_dispute_still_waits_for_it() -> None:
    crowd = seated("double-chance", ANN)
    supervisor, casino = Actor("sue", "Sue", "game-supervisor"), Actor("cas", "Cas", "casino-supervisor")
    for number in range(1, OVER + 5):
        assert crowd.do(RaiseDispute(about="again"), ANN)
        assert crowd.do(RuleOnDispute(dispute=number, ruling="no"), supervisor)
        assert crowd.do(AskForReview(dispute=number), ANN)
        assert crowd.do(ReviewDispute(dispute=number, upheld=True, finding="rightly"), casino)
    assert crowd.state.dispute(1) is not None


@pytest.mark.parametrize("name", games())
def test_an_award_takes_two_people(name: str) -> None:
    crowd, boss = seated(name, ANN, BOB), Actor("boss", "Boss", RULER[name])
    other = replace(boss, id="other")
    assert crowd.do(RaiseDispute(about="for her", player=ANN.id), boss)
    assert reason(crowd, RuleOnDispute(dispute=1, ruling="paid", award=500), boss) is Reason.NOT_YOURS
    machine = replace(boss, id="automatic-dealer")
    assert reason(crowd, RuleOnDispute(dispute=1, ruling="paid", award=500), machine) is Reason.NOT_YOURS
    assert crowd.do(RuleOnDispute(dispute=1, ruling="not paid"), other)


@witnesses("MM 11.9")
def test_a_complaint_is_as_long_as_a_text_may_be_and_can_be_read() -> None:
    crowd = seated("matchmaker", ANN)
    assert not isinstance(decide(crowd, RaiseDispute(about="x" * LONGEST_TEXT), ANN), Refusal)
    assert not isinstance(decide(crowd, RaiseDispute(about="two\nlines, and a\u00a0space"), ANN), Refusal)
    for about in ("x" * (LONGEST_TEXT + 1), "a\x00b", "a\x1b[2Jb", "a\u202eb", "\ud800"):
        refusal = decide(crowd, RaiseDispute(about=about), ANN)
        assert isinstance(refusal, Refusal)
        assert refusal.reason is Reason.LIMITS and refusal.under == ("MM 11.9",)


@pytest.mark.parametrize("name", games())
def test_every_command_refuses_words_that_are_too_long(name: str) -> None:
    crowd = seated(name, ANN)
    for kind in crowd.game.engine.commands:
        for field in written_in(kind):
            assert field.most <= LONGEST_TEXT
    long = "x" * (LONGEST_ID + 1)
    assert reason(crowd, Join(cents=100, player=long), DAN) is Reason.LIMITS
    assert reason(crowd, Join(cents=100, player="eve", name="x" * (LONGEST_NAME + 1)), DAN) is Reason.LIMITS
    assert reason(crowd, Join(cents=100, player="eve", name="two\nlines"), DAN) is Reason.LIMITS
    report = ReportContravention(person=long, clause="MM 11.1", what="x")
    assert reason(crowd, report, DAN) is Reason.LIMITS


def test_so_many_stand_at_a_table_and_no_more() -> None:
    crowd = seated("matchmaker", *(Actor(f"g{number}", f"G {number}") for number in range(STANDING)))
    assert reason(crowd, Join(cents=100), Actor("late", "Late")) is Reason.LIMITS
    taken = {each.seat for each in crowd.state.people.values()}
    free = next(seat for seat in range(1, 10) if seat not in taken)
    assert crowd.do(Join(cents=100, seat=free), Actor("late", "Late"))


def fold(state: Any, *events: Any) -> Any:
    return reduce(game("matchmaker").evolve, events, state)


def test_what_people_who_have_gone_took_away_is_kept_as_one_account() -> None:
    state = seated("matchmaker").state
    for number in range(1000):
        who = f"g{number}"
        came = PlayerJoined(
            player=who, name=who, seat=None, moves=moves((f"wallet:{who}", f"stack:{who}", 500)), under=()
        )
        lost = moves((f"stack:{who}", "rack", 100), (f"stack:{who}", f"wallet:{who}", 400))
        state = fold(state, came, PlayerLeft(player=who, moves=lost, under=()))
        assert sum(state.chips.values()) == 0
    assert len(state.chips) <= ACCOUNTS + 1
    assert len(state.departed) == DEPARTED and state.departed[-1] == "g999"


def test_of_those_who_were_told_something_many_are_remembered_and_those_here_always() -> None:
    state = fold(seated("matchmaker", ANN).state, PlayerAdvised(player=ANN.id, under=()))
    for number in range(2000):
        state = fold(state, PlayerAdvised(player=f"g{number}", under=()))
        assert len(state.advised) <= TOLD
    assert ANN.id in state.advised and "g1999" in state.advised


def test_contraventions_of_those_at_the_table_outlast_those_of_others() -> None:
    crowd = seated("matchmaker", ANN)
    assert crowd.do(ReportContravention(person=ANN.id, clause="MM 11.1", what="a camera"), DAN)
    for number in range(200):
        assert crowd.do(ReportContravention(person=f"g{number}", clause="MM 11.1", what="a camera"), DAN)
    assert len(crowd.state.breaches) == BREACHES
    assert crowd.state.breaches[0].person == ANN.id and crowd.state.breaches[-1].person == "g199"


def test_signs_about_a_meter_hang_once_each_and_only_so_many() -> None:
    operator = Actor("op", "Op", "casino-operator")
    meter = Meter(id="m")
    commands: list[Command] = [meters.OpenMeter(option=1, seed=10_000, price=100, tables=("t",))]
    commands += [meters.PostMeterNotice(of=NoticeOf.ADD, table=f"t{number}") for number in range(500)]
    commands += [meters.PostMeterNotice(of=NoticeOf.ADD, table="t1")] * 200
    refused = []
    for command in commands:
        decision = meters.decide(meter, command, operator, 5)
        if isinstance(decision, Refusal):
            refused.append(decision.reason)
            continue
        meter = reduce(meters.evolve, decision, meter)
    assert len(meter.notices) == 64
    assert set(refused) == {Reason.LIMITS}
    assert isinstance(meters.decide(meter, commands[1], operator, 5), tuple), "the same sign may be put up again"
    long = meters.PostMeterNotice(of=NoticeOf.ADD, table="x" * 65)
    refusal = meters.decide(meter, long, operator, 5)
    assert isinstance(refusal, Refusal) and refusal.reason is Reason.LIMITS
