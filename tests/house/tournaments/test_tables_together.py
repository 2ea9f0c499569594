"""Several tables of one poker tournament: hand for hand, broken after notice or in an announced order, and redrawn."""

from __future__ import annotations

from itertools import permutations

import pytest
from msgspec.structs import replace

from croupier.cards import BY_CHANCE
from croupier.house.tournaments.deciding import decide
from croupier.house.tournaments.draws import drawn
from croupier.house.tournaments.due import due
from croupier.house.tournaments.elimination.moving import AnnounceBreak, BreakTable, TableBroken
from croupier.house.tournaments.elimination.out import NextHand, Reinstate
from croupier.house.tournaments.elimination.seating import elimination
from croupier.house.tournaments.hands import ReportHand
from croupier.house.tournaments.model import Clock, Stage, Status, Tournament
from croupier.house.tournaments.sessions import MarkLate, Retire
from croupier.house.tournaments.stream import TABLE_SAYS, TOURNAMENTS
from croupier.table.contract import Actor, Command, Refusal
from croupier.table.tournaments.conditions import Prize
from tests.house.tournaments.evening import DEE
from tests.house.tournaments.standing import counted
from tests.house.tournaments.test_absent_stacks import WithAbsent
from tests.house.tournaments.test_elimination import MANAGER, Poker, poker

STACKS = {"a": (3000, 500), "b": (3000, 700), "c": (3000, 900)}
"""Chips in cents of entrants 1 and 2, 3 and 4, 5 and 6."""
PAID = 5


def after(tournament: Tournament, command: Command, by: Actor = TABLE_SAYS) -> Tournament:
    """The tournament after an act that must be possible."""
    decision = decide(tournament, command, by, 0, BY_CHANCE)
    assert not isinstance(decision, Refusal), decision
    for event in decision:
        tournament = TOURNAMENTS.evolve(tournament, event)
    return tournament


def three_tables(stacks: dict[str, tuple[int, int]] = STACKS, *, hand_for_hand: bool) -> Tournament:
    """Six are left at three tables, and five are paid."""
    said = poker(6, 2, hand_for_hand=hand_for_hand)
    said = replace(said, prizes=replace(said.prizes, places=(Prize(per_mille=200),) * PAID))
    found = counted(said, stacks)
    assert found.sitting is not None
    # Nobody is to be moved while this hand is looked at: tables may differ by one, and two of three seats are taken.
    sitting = replace(found.sitting, clock=Clock(since=0), by_hand=hand_for_hand)
    return replace(found, stage=Stage.SESSION, sitting=sitting, director="dee", present=("dee",))


def hand_at(tournament: Tournament, table: str, lost: bool) -> Tournament:
    """A hand at a table, in which the second entrant there loses everything to the first, or nothing happens."""
    assert tournament.sitting is not None
    first, second = [
        tournament.entrants[number] for _, number in sorted(tournament.sitting.tables[table].seats.items())
    ]
    stacks = {first.person: first.bank, second.person: second.bank}
    if lost:
        stacks = {first.person: first.bank + second.bank, second.person: 0}
    return after(tournament, ReportHand(table=table, stacks=stacks, line=(1, 1, 2)))


def one_hand_everywhere(tournament: Tournament, order: tuple[str, ...], out: tuple[str, ...]) -> dict[int, int]:
    """The places of those who go out at these tables in one hand, which ends at the tables in this order."""
    for table in order:
        tournament = hand_at(tournament, table, table in out)
    return {each.number: each.place for each in tournament.entrants.values() if each.status is Status.OUT}


def hand_for_hand(stacks: dict[str, tuple[int, int]] = STACKS) -> Tournament:
    """All tables have waited for each other, and begin one hand together."""
    found = three_tables(stacks, hand_for_hand=True)
    for table in stacks:
        found = hand_at(found, table, lost=False)
    return after(found, NextHand(), DEE)


@pytest.mark.parametrize("order", list(permutations("abc")))
def test_hand_for_hand_whoever_began_the_hand_with_more_is_placed_better_at_whatever_table(
    order: tuple[str, ...],
) -> None:
    # Entrant 2 began with 500 and entrant 4 with 700; six were left.
    assert one_hand_everywhere(hand_for_hand(), order, ("a", "b")) == {2: 6, 4: 5}


@pytest.mark.parametrize("order", list(permutations("abc")))
def test_hand_for_hand_equal_stacks_share_a_place(order: tuple[str, ...]) -> None:
    stacks = {**STACKS, "b": (3200, 500)}
    assert one_hand_everywhere(hand_for_hand(stacks), order, ("a", "b")) == {2: 5, 4: 5}


@pytest.mark.parametrize(("order", "places"), [("abc", {2: 6, 4: 5}), ("bac", {4: 6, 2: 5}), ("cba", {4: 6, 2: 5})])
def test_otherwise_the_record_s_order_counts_between_tables(order: str, places: dict[int, int]) -> None:
    found = three_tables(hand_for_hand=False)
    assert one_hand_everywhere(found, tuple(order), ("a", "b")) == places


def test_no_table_goes_on_before_the_others_have_finished_the_hand() -> None:
    found = hand_at(hand_for_hand(), "a", lost=False)
    assert found.sitting is not None and list(found.sitting.waiting) == ["a"]
    refused = decide(found, NextHand(), DEE, 0, BY_CHANCE)
    assert isinstance(refused, Refusal) and "ruling 113" in refused.under


def two_tables(*, announced: bool) -> Poker:
    """Six at two tables of four, two of whom have retired, so that all fit at one; the others let their time run out.

    So nobody loses more than blinds.
    """
    evening = WithAbsent(poker(6, 4, announced=announced), ["one", "two"], seed=21)
    evening.founded()
    evening.entered(6)
    evening.tables_ready()
    evening.session_opened()
    for each in [each for each in evening.cup.in_play if each.table == "one"][:2]:
        evening.does(Retire(entrant=each.number), Actor(each.person, each.name))
    for each in evening.cup.in_play:
        evening.does(MarkLate(entrant=each.number), DEE)
    return evening


def hands_played(evening: Poker, table: str) -> int:
    assert evening.cup.sitting is not None
    return evening.cup.sitting.tables[table].hands


def test_a_table_is_broken_three_hands_after_notice_and_everyone_draws_a_seat_anew() -> None:
    evening = two_tables(announced=False)
    refused = evening.tries(BreakTable(table="two"), MANAGER)
    assert isinstance(refused, Refusal) and refused.under[:1] == ("CP 13.3",)
    assert AnnounceBreak(table="two") in [each.command for each in due(evening.cup)]
    evening.does(AnnounceBreak(table="two"), DEE)
    before = hands_played(evening, "two")
    for _ in range(600):
        if hands_played(evening, "two") == before + 3:
            break
        refused = evening.tries(BreakTable(table="two"), MANAGER)
        assert isinstance(refused, Refusal) and refused.facts["hands needed"] == 3
        evening.deals("two")
        evening.tries(NextHand(), DEE)  # it plays alone, hand for hand: at the other table one sits alone
    assert hands_played(evening, "two") == before + 3, "three hands were played after the notice"
    _broken_and_redrawn(evening)


def test_an_announced_order_is_notice_enough_and_is_kept_to() -> None:
    evening = two_tables(announced=True)
    refused = evening.tries(BreakTable(table="one"), MANAGER)
    assert isinstance(refused, Refusal) and refused.facts == {"next in the order": "two"}
    _broken_and_redrawn(evening)


def _broken_and_redrawn(evening: Poker) -> None:
    """Table two is broken, and everyone of both tables draws a seat of the last one."""
    number, players = evening.cup.draws + 1, [each.number for each in evening.cup.in_play]
    evening.does(BreakTable(table="two"), MANAGER)
    broken = next(told.event for told in evening.house.record if isinstance(told.event, TableBroken))
    assert broken.redrawn and broken.number == number
    # The draw that anyone can make again: among those of the broken table first, as they drew, then among all.
    assert {each.entrant for each in broken.placings} == set(players)
    assert [each.entrant for each in broken.placings] == list(drawn(evening.cup.seed, number, players))
    assert [(each.table, each.seat) for each in broken.placings] == [("one", seat) for seat in range(1, 5)]
    said = elimination(evening.cup)
    assert said is not None and said.redraw
    seats = {person: each.seat for person, each in evening.house.table("one").people.items()}
    assert seats == {evening.cup.entrants[each.entrant].plays: each.seat for each in broken.placings}
    assert not evening.house.table("two").people


def test_whoever_is_left_alone_at_a_table_is_moved_without_notice() -> None:
    evening = two_tables(announced=False)
    (alone,) = [each for each in evening.cup.in_play if each.table == "one"]
    evening.does(BreakTable(table="one"), MANAGER)
    assert evening.cup.entrants[alone.number].table == "two"
    assert not evening.house.table("one").people


def test_whoever_was_out_by_mistake_sits_down_elsewhere_where_their_table_is_broken() -> None:
    # The second of table c is out; then the first leaves it, and nobody sits there any more. The two other tables have
    # two of three seats taken: a is the shortest, being the first.
    found = three_tables(hand_for_hand=False)
    found = hand_at(found, "c", lost=True)
    assert found.entrants[6].status is Status.OUT and found.sitting is not None
    elsewhere = after(found, Reinstate(entrant=6, chips=9, why="a chip under a card"), MANAGER)
    assert elsewhere.entrants[6].table == "c", "where they sat, while anybody sits there"
    tables = {name: replace(here, seats={}) if name == "c" else here for name, here in found.sitting.tables.items()}
    broken = replace(found, sitting=replace(found.sitting, tables=tables))
    said = broken.conditions
    assert said is not None and said.structure.elimination is not None
    roomy = replace(said, structure=replace(said.structure, elimination=replace(said.structure.elimination, seats=3)))
    back = after(replace(broken, conditions=roomy), Reinstate(entrant=6, chips=9, why="a chip under a card"), MANAGER)
    sixth = back.entrants[6]
    assert (sixth.status, sixth.table, sixth.seat, sixth.bank, sixth.place) == (Status.IN, "a", 3, 9_00, 0)
    # With no seat free they cannot be put back, and nobody is put back who has entered again and plays.
    full = decide(broken, Reinstate(entrant=6, chips=9, why="x"), MANAGER, 0, BY_CHANCE)
    assert isinstance(full, Refusal) and full.facts == {"free seats": 0}
    again = replace(broken.entrants[6], number=7, status=Status.IN, place=0)
    twice = replace(broken, entrants={**broken.entrants, 7: again})
    refused = decide(twice, Reinstate(entrant=6, chips=9, why="x"), MANAGER, 0, BY_CHANCE)
    assert isinstance(refused, Refusal) and refused.facts == {"plays already for entrant": 7}
