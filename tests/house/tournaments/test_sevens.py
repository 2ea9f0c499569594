"""The Magnificent Sevens Tournament, clause by clause, with the money and the banks by hand (BJ 13.9, Table 3)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.games.blackjack.tournaments import SEVENS
from croupier.house.tournaments.due import due
from croupier.house.tournaments.entering import Enter, NominateSubstitute
from croupier.house.tournaments.findings import findings
from croupier.house.tournaments.founding import ApproveConditions, CallOff, CloseEntries, DraftConditions
from croupier.house.tournaments.hands import EndTableEarly
from croupier.house.tournaments.model import CHIP, Stage, Status
from croupier.house.tournaments.people import Brief
from croupier.house.tournaments.results import DeclareResult
from croupier.house.tournaments.sessions import Disqualify, MarkLate
from croupier.house.tournaments.ties import BreakTie
from croupier.house.tournaments.won import DAY_MS, ReceiveEntries, WonEntry, open_from
from croupier.money import Move
from croupier.table.contract import Actor, Reason
from croupier.table.tournaments.conditions import Afterwards, Conditions, Prize, Progress, Round, Ties
from tests.house.tournaments.sevens import DEE, DIRECTOR_OF_SURVEILLANCE, FIRST, SECOND, TABLES, Sevens, conditions
from tests.witness import witnesses

# Table 3 as it is printed: for each schedule its rounds, with tables, sittings, how many go on from each table and
# beside them, and how many then play; then pool and places in dollars.
TABLE_3 = {
    49: ((7, 1, 1, 0, 7),),
    98: ((14, 2, 3, 7, 49), (7, 1, 1, 0, 7)),
    147: ((21, 3, 4, 14, 98), (14, 2, 3, 7, 49), (7, 1, 1, 0, 7)),
    196: ((28, 4, 5, 7, 147), (21, 3, 4, 14, 98), (14, 2, 3, 7, 49), (7, 1, 1, 0, 7)),
}
POOLS = {
    49: (370_000, 250_000, 50_000, 25_000, 15_000, 10_000, 10_000, 10_000),
    98: (740_000, 500_000, 100_000, 50_000, 30_000, 20_000, 20_000, 20_000),
    147: (1_110_000, 750_000, 150_000, 75_000, 45_000, 30_000, 30_000, 30_000),
    196: (1_480_000, 1_000_000, 200_000, 100_000, 60_000, 40_000, 40_000, 40_000),
}


@witnesses(
    "BJ 13.9.5(g)",
    "BJ 13.9.6",
    "BJ 13 Table 3:Schedule 49",
    "BJ 13 Table 3:Schedule 98",
    "BJ 13 Table 3:Schedule 147",
    "BJ 13 Table 3:Schedule 196",
    "ruling 103",
)
@pytest.mark.parametrize("entrants", TABLE_3)
def test_who_goes_on_by_which_schedule(entrants: int) -> None:
    schedule = next(each for each in SEVENS.schedules if each.entrants == entrants)
    *heats, final = schedule.rounds
    assert len(heats) == len(TABLE_3[entrants])
    playing = entrants
    for each, (tables, sittings, best, others, left) in zip(heats, TABLE_3[entrants], strict=True):
        assert (each.tables, each.sessions, each.apart, each.shoes) == (7, sittings, True, 3)
        assert each.progress == Progress(each_table=best, others=others)
        assert playing == tables * 7, "seven sit at each table"
        assert tables == 7 * sittings
        assert tables * best + others == left
        playing = left
    assert (final.tables, final.sessions, final.shoes, final.progress, playing) == (1, 1, 3, None, 7)


@witnesses(
    "BJ 13.9.3",
    "BJ 13 Table 3:Prize pool",
    "BJ 13 Table 3:First",
    "BJ 13 Table 3:Second",
    "BJ 13 Table 3:Third",
    "BJ 13 Table 3:Fourth",
    "BJ 13 Table 3:Fifth",
    "BJ 13 Table 3:Sixth",
    "BJ 13 Table 3:Seventh",
)
@pytest.mark.parametrize("entrants", POOLS)
def test_the_pool_and_its_places(entrants: int) -> None:
    schedule = next(each for each in SEVENS.schedules if each.entrants == entrants)
    pool, *places = POOLS[entrants]
    assert schedule.pool == pool * 100
    assert schedule.places == tuple([Prize(amount=dollars * 100) for dollars in places])
    assert sum(places) == pool


# Entries.


@witnesses("BJ 13.2.1:Magnificent Sevens Tournament", "BJ 13.9.3", "ruling 101")
def test_entries_are_numbered_as_they_are_won_before_anyone_drafts_conditions() -> None:
    house = Sevens()
    house.win("ann", "bob", "ann", table="near")
    found = house[FIRST]
    assert [(each.number, each.person, each.won_at) for each in found.in_play] == [
        (1, "ann", "near"),
        (2, "bob", "near"),
        (3, "ann", "near"),
    ]
    # The conditions belong to the tournament that has them.
    refused = house.refuses("another", DraftConditions(conditions=house.said))
    assert (refused.reason, refused.facts) == (Reason.ALREADY, {"entries are collected by": FIRST})
    house.drafted()
    assert len(house[FIRST].in_play) == 3
    # Nobody enters otherwise, not even with the house's leave.
    refused = house.refuses(FIRST, Enter(text=house[FIRST].text, player="cid", name="Cid"))
    assert refused.under[0] == "BJ 13 Table 1:* free entry"
    forged = house.refuses(FIRST, ReceiveEntries(book="blackjack", entries=(WonEntry("cid", "Cid", "near"),)))
    assert forged.reason is Reason.FORBIDDEN


@witnesses("BJ 13.9.4", "ruling 101")
def test_entries_close_after_a_hundred_days_and_not_with_fewer_than_49() -> None:
    house = Sevens()
    house.won_by(48)
    house.drafted()
    house.at = 100 * DAY_MS - 1
    early = house.refuses(FIRST, CloseEntries())
    assert (early.reason, early.facts["days since the last"]) == (Reason.NOT_NOW, 99)
    house.at = 100 * DAY_MS
    few = house.refuses(FIRST, CloseEntries())
    assert (few.reason, few.facts) == (Reason.NOT_NOW, {"entries": 48, "least": 49})
    assert few.under[0] == "BJ 13.9.4"
    house.at = 130 * DAY_MS  # put off, and later there is one more
    house.win("late")
    house.does(FIRST, CloseEntries())
    assert house[FIRST].stage is Stage.READY


@witnesses("BJ 13.9.4", "BJ 13.9.6", "ruling 101")
@pytest.mark.parametrize(
    ("won", "play"), [(49, 49), (50, 49), (97, 49), (98, 98), (146, 98), (147, 147), (195, 147), (196, 196), (200, 196)]
)
def test_the_largest_schedule_that_is_filled_plays_with_the_earliest_and_the_rest_keep_theirs(
    won: int, play: int
) -> None:
    house = Sevens()
    house.closed(won)
    first, second = house[FIRST], house[SECOND]
    assert first.schedule is not None
    assert first.schedule.entrants == play
    assert [each.person for each in first.in_play] == [f"p{number}" for number in range(1, play + 1)]
    assert [each.person for each in second.in_play] == [f"p{number}" for number in range(play + 1, won + 1)]
    assert [each.number for each in second.in_play] == list(range(1, won - play + 1))
    assert sum(each.status is Status.CARRIED for each in first.entrants.values()) == won - play
    # The hundred days of the next begin with the close of the last, and its entries have a place to go at once.
    assert (second.collects, second.since) == ("blackjack", house.at)


def test_closing_entries_is_due_once_they_fill_a_schedule_and_the_days_are_over() -> None:
    house = Sevens()
    house.won_by(48)
    house.drafted()
    assert not [each for each in due(house[FIRST]) if isinstance(each.command, CloseEntries)]
    house.win("one more")
    (closes,) = [each for each in due(house[FIRST]) if isinstance(each.command, CloseEntries)]
    assert closes.at == 100 * DAY_MS


@witnesses("ruling 101")
def test_the_conditions_may_have_entries_wait_for_the_next_size() -> None:
    plain = conditions()
    assert plain.entry.won is not None
    waiting = replace(plain, entry=replace(plain.entry, won=replace(plain.entry.won, next_size=True)))
    house = Sevens(waiting)
    house.won_by(97)
    house.drafted()
    assert house.refuses(FIRST, CloseEntries()).facts == {"entries": 97, "more than": 49}
    house.win("one more")
    house.does(FIRST, CloseEntries())
    assert len(house[FIRST].in_play) == 98


@witnesses("ruling 101")
def test_an_entry_that_comes_when_entries_are_closed_is_for_the_next_tournament() -> None:
    house = Sevens()
    house.closed(49)
    house.win("late")
    assert len(house[FIRST].entrants) == 49
    assert [each.person for each in house[SECOND].in_play] == ["late"]


def test_entries_of_a_tournament_that_is_called_off_are_for_the_next() -> None:
    house = Sevens()
    house.won_by(49)
    house.drafted()
    house.does(FIRST, CallOff(why="The hall is closed"))
    assert [each.person for each in house[SECOND].in_play] == [f"p{number}" for number in range(1, 50)]
    house.win("late", name=FIRST)
    assert len(house[SECOND].in_play) == 50


def test_the_next_tournament_is_a_new_one_though_those_that_are_over_are_not_at_hand() -> None:
    house = Sevens()
    house.closed(49)
    house.win("ann", name=SECOND)
    house.does(FIRST, CallOff(why="The hall is closed"))
    del house.tournaments[FIRST]  # the record has it, and nobody has to look there
    house.drafted(SECOND)
    house.win(*[f"q{number}" for number in range(49)], name=SECOND)
    house.does(SECOND, CloseEntries())
    assert house["magnificent-sevens-3"].collects == "blackjack"
    assert house.refuses("cup", DraftConditions(conditions=house.said)).facts == {
        "entries are collected by": "magnificent-sevens-3"
    }


# What each entry brings, and what everyone begins with.


def bonuses(house: Sevens) -> list[Move]:
    return [move for event in house.record for move in event.moves if move.target.startswith("wallet:")]


@witnesses("BJ 13.9.5(a)", "ruling 102")
def test_every_entry_brings_770_dollars_when_the_first_heat_opens() -> None:
    house = Sevens()
    house.win("ann", "bob", "ann")  # Ann has two entries, of which nobody plays the second
    house.closed(95)
    assert bonuses(house) == []
    house.does(FIRST, MarkLate(entrant=2), DEE)  # Bob is not there
    house.opened()
    paid = bonuses(house)
    # Of all 98, though only 49 of them play in this heat: 98 times $770 are $75,460.
    assert sum(move.cents for move in paid) == 75_460_00
    assert {move.source for move in paid} == {"house:prizes"}
    assert [move.cents for move in paid if move.target == "wallet:ann"] == [770_00, 770_00]
    assert [move.cents for move in paid if move.target == "wallet:bob"] == [770_00]
    house.plays(lambda table, seat: 100 * seat)
    house.closes()
    house.opened()
    assert len(bonuses(house)) == 98, "once"


@witnesses("BJ 13.9.5(b)", "BJ 13.9.5(g)", "ruling 91")
def test_everyone_begins_each_heat_and_the_final_with_the_same_chips() -> None:
    house = Sevens()
    house.closed(49)
    house.opened()
    assert [len(each.seats) for each in house.sitting().tables.values()] == [7] * 7
    assert {each.bank for each in house[FIRST].in_play} == {2_000 * CHIP}
    house.plays(lambda table, seat: 1_000 * seat)
    house.closes()
    assert {each.bank for each in house[FIRST].in_play} == {7_000 * CHIP}
    house.opened()
    final = house[FIRST]
    assert [len(each.seats) for each in house.sitting().tables.values()] == [7]
    assert {each.bank for each in final.in_play} == {2_000 * CHIP}


# Heats.


@witnesses("BJ 13.9.5", "BJ 13.9.5(c)", "BJ 13 Table 3:Schedule 98", "ruling 103", "ruling 104")
def test_from_98_three_of_each_table_and_the_seven_highest_others_of_both_sittings_go_on() -> None:
    house = Sevens()
    house.closed(98)
    house.opened()
    # At every table the seats 1 to 3 are ahead; seat 4 has 420, 440, … 540 at the seven tables.
    best = {each.number for each in seated(house, range(1, 4))}
    fourth = {400 + 20 * table: house.seat(table, 4).number for table in range(1, 8)}
    house.plays(lambda table, seat: 1_000 * (8 - seat) if seat < 4 else 400 + 20 * table if seat == 4 else 10 * seat)
    house.closes()
    assert len(house[FIRST].in_play) == 98, "whoever is behind waits for the other sitting"
    house.opened()
    assert house.sitting().session == 1
    best |= {each.number for each in seated(house, range(1, 4))}
    # Here it has 430, 450, … 550.
    fourth |= {410 + 20 * table: house.seat(table, 4).number for table in range(1, 8)}
    house.plays(lambda table, seat: 1_000 * (8 - seat) if seat < 4 else 410 + 20 * table if seat == 4 else 10 * seat)
    house.closes()
    others = {fourth[bank] for bank in (550, 540, 530, 520, 510, 500, 490)}
    assert len(best) == 42
    assert {each.number for each in house[FIRST].in_play} == best | others
    # Behind 49 who go on comes the next highest bank, 480 of the first sitting.
    assert house[FIRST].entrants[fourth[480]].place == 50
    assert house[FIRST].entrants[fourth[480]].status is Status.OUT
    house.opened()
    assert {each.bank for each in house[FIRST].in_play} == {2_000 * CHIP}


def seated(house: Sevens, seats: range) -> list[Any]:
    return [house.seat(table, seat) for table in range(1, 8) for seat in seats]


@witnesses("ruling 104", "BJ 13.9.5(d)")
def test_a_tie_for_the_last_of_the_other_high_banks_is_played_off_across_sittings() -> None:
    house = Sevens()
    house.closed(98)
    house.opened()
    early = house.seat(1, 4)
    # The fourth seats have 401 to 407, but for 500 at table 1.
    ahead = (7_000, 6_000, 5_000)
    house.plays(
        lambda table, seat: ahead[seat - 1] if seat < 4 else 500 if (table, seat) == (1, 4) else 400 + table - seat
    )
    house.closes()
    house.opened()
    late = [house.seat(table, 4) for table in range(1, 8)]
    # Here six have 600 and table 7 has 500 as well: one place is left for two of different sittings.
    house.plays(
        lambda table, seat: ahead[seat - 1] if seat < 4 else (500 if table == 7 else 600) if seat == 4 else 10 * seat
    )
    house.does(FIRST, BreakTie(), DEE)
    tie = house.tie()
    assert set(tie.among) == {early.number, late[6].number}
    assert set(tie.banks.values()) == {500 * CHIP}
    house.reports(tie.table, {early.plays: 600 * CHIP, late[6].plays: 400 * CHIP})
    house.closes()
    on = {each.number for each in house[FIRST].in_play}
    assert early.number in on
    assert late[6].number not in on
    assert {each.number for each in late[:6]} <= on


@witnesses("BJ 13.9.5(d)", "ruling 105")
@pytest.mark.parametrize("ties", [Ties.EXTRA_HANDS, Ties.SHARED])
def test_a_tie_at_a_table_is_broken_by_extra_hands_from_the_banks_there_are(ties: Ties) -> None:
    house = Sevens(changed(conditions(), "prizes.ties", ties))
    house.closed(49)
    house.opened()
    tied = [house.seat(2, 1), house.seat(2, 2)]
    house.plays(lambda table, seat: 900 if seat == 1 or (table, seat) == (2, 2) else 100)
    begun = house.does(FIRST, BreakTie(), DEE)
    assert begun[0].under[0] == "BJ 13.9.5(d)"
    tie = house.tie()
    assert tie.banks == {each.number: 900 * CHIP for each in tied}
    house.reports(TABLES[1], {each.plays: 950 * CHIP for each in tied})  # still equal
    assert house.sitting().tie is not None
    house.reports(TABLES[1], {tied[0].plays: 900 * CHIP, tied[1].plays: 1_000 * CHIP})
    house.closes()
    on = {each.number for each in house[FIRST].in_play}
    assert tied[1].number in on
    assert tied[0].number not in on


@witnesses("BJ 13.9.5(d)", "ruling 105")
def test_banks_under_the_minimum_are_replaced_by_the_same_chips() -> None:
    house = Sevens()
    house.closed(49)
    house.opened()
    # At table 1 the highest banks are 20 chips, less than the least wager of 25.
    house.plays(lambda table, seat: (20 if seat < 3 else 0) if table == 1 else 100 * seat)
    house.does(FIRST, BreakTie(), DEE)
    tie = house.tie()
    assert list(tie.banks.values()) == [500 * CHIP, 500 * CHIP]


@witnesses("BJ 13.9.5(g)", "ruling 109", "ruling 90")
@pytest.mark.parametrize("may", [True, False])
def test_a_heat_is_over_before_its_third_shoe_only_where_nothing_can_change(may: bool) -> None:
    house = Sevens(changed(conditions(), "structure.early_end", may))
    house.closed(49)
    house.opened()
    seven = [house.seat(1, seat).number for seat in range(1, 8)]
    for number in seven[2:]:
        house.does(FIRST, Disqualify(entrant=number, why="playing in concert"), DEE)
    two_left = house.refuses(FIRST, EndTableEarly(table=TABLES[0]), DEE)
    assert two_left.reason is (Reason.NOT_NOW if may else Reason.FORBIDDEN)
    # One is left at the table from which one goes on, whatever the shoes bring.
    house.does(FIRST, Disqualify(entrant=seven[1], why="playing in concert"), DEE)
    if may:
        ended = house.does(FIRST, EndTableEarly(table=TABLES[0]), DEE)
        assert ended[0].under == ("BJ 16.3.5(a)", "ruling 109", "ruling 89", "ruling 90")
        assert house.sitting().tables[TABLES[0]].finished
    else:
        assert house.refuses(FIRST, EndTableEarly(table=TABLES[0]), DEE).reason is Reason.FORBIDDEN


@witnesses("ruling 90", "ruling 104")
def test_in_an_early_sitting_nobody_knows_yet_who_the_other_high_banks_are() -> None:
    house = Sevens()
    house.closed(98)
    house.opened()
    people = [house.seat(1, seat).plays for seat in range(1, 8)]
    # Three go on from here for certain, and the fourth has no chips: yet seven others may be found with none as well.
    banks = dict.fromkeys(people, 0) | dict.fromkeys(people[:3], 100 * CHIP)
    house.reports(TABLES[0], banks)
    assert house.refuses(FIRST, EndTableEarly(table=TABLES[0]), DEE).facts == {"who goes on": "not settled"}


# The final.


def final(many: int = 49, said: Conditions | None = None) -> Sevens:
    """The final of so many, under these conditions: whoever sat in the first seats of the heats."""
    house = Sevens(said)
    house.closed(many)
    house.opened()
    house.plays(lambda table, seat: 1_000 - seat)
    house.closes()
    house.opened()
    return house


@witnesses("BJ 13.9.5(e)", "ruling 106", "ruling 107")
def test_the_first_place_of_the_final_is_played_off_over_one_shoe() -> None:
    house = final()
    two = [house.seat(1, 1), house.seat(1, 2)]
    house.plays(lambda table, seat: 3_000 if seat < 3 else 100 * seat)
    assert house.refuses(FIRST, DeclareResult(), DEE).reason is Reason.NOT_NOW
    begun = house.does(FIRST, BreakTie(), DEE)
    assert begun[0].under[0] == "BJ 13.9.5(e)"
    # One is ahead after a hand, and that decides nothing before the shoe is used up.
    house.reports(TABLES[0], {two[0].plays: 4_000 * CHIP, two[1].plays: 2_500 * CHIP})
    assert house.sitting().tie is not None
    house.reports(TABLES[0], {two[0].plays: 1_000 * CHIP, two[1].plays: 2_600 * CHIP}, shoe=True)
    house.does(FIRST, DeclareResult(), DEE)
    places = {each.place: each for each in house[FIRST].entrants.values() if each.prize}
    assert places[1].number == two[1].number
    assert [places[place].prize // 100 for place in range(1, 8)] == list(POOLS[49][1:])


@witnesses("BJ 13.9.5(e)", "ruling 106")
def test_whoever_is_still_tied_after_that_shoe_plays_extra_hands() -> None:
    house = final()
    two = [house.seat(1, 3), house.seat(1, 5)]
    house.plays(lambda table, seat: 3_000 if seat in (3, 5) else 100 * seat)
    house.does(FIRST, BreakTie(), DEE)
    house.reports(TABLES[0], {each.plays: 2_000 * CHIP for each in two}, shoe=True)
    tie = house.tie()
    assert not tie.play_off
    house.reports(TABLES[0], {two[0].plays: 2_025 * CHIP, two[1].plays: 1_975 * CHIP})
    house.does(FIRST, DeclareResult(), DEE)
    assert house[FIRST].entrants[two[0].number].place == 1
    assert house[FIRST].entrants[two[1].number].prize == 50_000_00


@witnesses("BJ 13.9.5(e)")
def test_a_play_off_in_which_nobody_has_chips_left_goes_on_with_the_same_chips_for_all() -> None:
    house = final()
    two = [house.seat(1, 1), house.seat(1, 2)]
    house.plays(lambda table, seat: 3_000 if seat < 3 else 100 * seat)
    house.does(FIRST, BreakTie(), DEE)
    house.reports(TABLES[0], {each.plays: 0 for each in two})
    tie = house.tie()
    assert not tie.play_off
    assert tie.banks == {each.number: 500 * CHIP for each in two}


@witnesses("BJ 13.9.5(e)", "BJ 16.2.1(h)", "ruling 95", "ruling 105")
def test_whoever_is_put_out_in_the_play_off_leaves_it_to_the_others() -> None:
    house = final()
    three = [house.seat(1, seat) for seat in (1, 2, 3)]
    house.plays(lambda table, seat: 3_000 if seat < 4 else 100 * seat)
    house.does(FIRST, BreakTie(), DEE)
    house.reports(TABLES[0], {each.plays: 100 * CHIP * nth for nth, each in enumerate(three, 1)})
    # The leader is put out; the shoe is played on between the two who are left.
    house.does(FIRST, Disqualify(entrant=three[2].number, why="a telephone"), DEE)
    tie = house.tie()
    assert (tie.play_off, set(tie.among)) == (True, {three[0].number, three[1].number})
    house.reports(TABLES[0], {three[0].plays: 900 * CHIP, three[1].plays: 800 * CHIP}, shoe=True)
    house.does(FIRST, DeclareResult(), DEE)
    found = house[FIRST].entrants
    places = {number: each.place for number, each in found.items() if each.prize}
    # Those behind move up; the seventh prize is shared by the seconds of the seven heats, level behind the final.
    assert (places[three[0].number], places[three[1].number]) == (1, 2)
    assert found[three[2].number].status is Status.DISQUALIFIED
    assert sorted(places.values()) == [1, 2, 3, 4, 5, 6, *[8] * 7]
    assert sum(each.prize for each in found.values() if each.place == 8) == 10_000_00
    assert sum(each.prize for each in found.values()) == 370_000_00


@witnesses("BJ 13.9.5(e)", "ruling 95")
def test_whoever_is_left_alone_in_the_play_off_has_won_it() -> None:
    house = final()
    two = [house.seat(1, 1), house.seat(1, 2)]
    house.plays(lambda table, seat: 3_000 if seat < 3 else 100 * seat)
    house.does(FIRST, BreakTie(), DEE)
    house.reports(TABLES[0], {two[0].plays: 100 * CHIP, two[1].plays: 4_000 * CHIP})
    house.does(FIRST, Disqualify(entrant=two[1].number, why="a telephone"), DEE)
    assert house.sitting().tie is None
    house.does(FIRST, DeclareResult(), DEE)
    assert house[FIRST].entrants[two[0].number].prize == 250_000_00


@witnesses("ruling 106")
def test_the_conditions_may_have_those_who_are_level_after_the_play_off_share_a_place() -> None:
    house = final(said=changed(conditions(), "prizes.ties", Ties.SHARED))
    three = [house.seat(1, seat).number for seat in (1, 2, 3)]
    people = house[FIRST].entrants
    # Three are level in front, and seats 4 and 5 behind them.
    house.plays(lambda table, seat: 3_000 if seat < 4 else 1_000 if seat < 6 else 100 * seat)
    house.does(FIRST, BreakTie(), DEE)
    banks = dict(zip(three, (2_000, 4_000, 2_000), strict=True))
    house.reports(TABLES[0], {people[each].plays: bank * CHIP for each, bank in banks.items()}, shoe=True)
    level = [house.seat(1, seat).number for seat in (4, 5)]
    house.does(FIRST, DeclareResult(), DEE)
    found = house[FIRST].entrants
    # The first has $250,000; the other two half of $75,000 each, and those behind half of $25,000.
    assert (found[three[1]].place, found[three[1]].prize) == (1, 250_000_00)
    assert [(found[each].place, found[each].prize) for each in (three[0], three[2])] == [(2, 37_500_00)] * 2
    assert [(found[each].place, found[each].prize) for each in level] == [(4, 12_500_00)] * 2
    assert sum(each.prize for each in found.values()) == 370_000_00


@witnesses("ruling 106")
def test_they_share_the_first_place_too_where_the_play_off_leaves_them_level() -> None:
    house = final(said=changed(conditions(), "prizes.ties", Ties.SHARED))
    two = [house.seat(1, seat) for seat in (1, 2)]
    house.plays(lambda table, seat: 3_000 if seat < 3 else 100 * seat)
    house.does(FIRST, BreakTie(), DEE)
    house.reports(TABLES[0], {each.plays: 2_500 * CHIP for each in two}, shoe=True)
    house.does(FIRST, DeclareResult(), DEE)
    # $250,000 and $50,000 between them.
    assert [house[FIRST].entrants[each.number].prize for each in two] == [150_000_00] * 2
    assert [house[FIRST].entrants[each.number].place for each in two] == [1, 1]


@witnesses("BJ 13.9.5(f)", "ruling 105", "ruling 106")
def test_later_places_are_told_apart_hand_by_hand_and_only_where_they_are_paid_otherwise() -> None:
    house = final()
    # Fourth to sixth are equal: $15,000 and twice $10,000, so only the fourth place is decided.
    three = [house.seat(1, seat) for seat in (4, 5, 6)]
    house.plays(lambda table, seat: {1: 5_000, 2: 4_000, 3: 3_000, 7: 100}.get(seat, 2_000))
    begun = house.does(FIRST, BreakTie(), DEE)
    assert begun[0].under[0] == "BJ 13.9.5(d)"
    tie = house.tie()
    assert not tie.play_off
    assert set(tie.among) == {each.number for each in three}
    assert tie.places == 1
    house.reports(TABLES[0], {three[0].plays: 1_900 * CHIP, three[1].plays: 2_100 * CHIP, three[2].plays: 1_900 * CHIP})
    house.does(FIRST, DeclareResult(), DEE)
    assert house[FIRST].entrants[three[1].number].prize == 15_000_00
    assert {house[FIRST].entrants[three[each].number].prize for each in (0, 2)} == {10_000_00}


def test_places_that_are_paid_alike_are_not_played_for() -> None:
    house = final()
    # Fifth to seventh have $10,000 each.
    house.plays(lambda table, seat: 1_000 * (8 - seat) if seat < 5 else 500)
    house.does(FIRST, DeclareResult(), DEE)
    assert sorted(each.prize // 100 for each in house[FIRST].entrants.values() if each.prize) == sorted(POOLS[49][1:])


@witnesses("BJ 13.9.3", "BJ 13 Table 3:Prize pool")
def test_the_prizes_of_98_are_paid_from_the_house_on_top_of_the_bonus() -> None:
    house = Sevens()
    house.closed(98)
    for more in (0, 50):  # two sittings of the first heats, with no bank twice
        house.opened()
        house.plays(lambda table, seat, more=more: 1_000 * (8 - seat) + table + more)  # type: ignore[misc]
        house.closes()
    house.opened()
    house.plays(lambda table, seat: 1_000 * (8 - seat))
    house.closes()
    house.opened()
    house.plays(lambda table, seat: 1_000 * (8 - seat))
    house.does(FIRST, DeclareResult(), DEE)
    prizes = sorted((each.prize // 100 for each in house[FIRST].entrants.values() if each.prize), reverse=True)
    assert prizes == list(POOLS[98][1:])
    paid = sum(move.cents for event in house.record for move in event.moves if move.source == "house:prizes")
    # $740,000 and 98 times $770.
    assert paid == 740_000_00 + 75_460_00


@witnesses("BJ 13.7.3(a)", "ruling 101")
def test_entries_are_determined_with_the_result_but_for_those_that_are_carried_over() -> None:
    house = final(50)
    assert open_from(house.tournaments, "cash") == 50
    house.plays(lambda table, seat: 1_000 * (8 - seat))
    house.does(FIRST, DeclareResult(), DEE)
    assert open_from(house.tournaments, "cash") == 1, "the last is an entry of the next tournament"
    assert open_from(house.tournaments, "elsewhere") == 0


@witnesses("ruling 107")
def test_the_conditions_may_give_the_final_alone_another_length() -> None:
    plain = conditions()
    assert plain.entry.won is not None
    said = replace(plain, entry=replace(plain.entry, won=replace(plain.entry.won, final_shoes=1)))
    house = Sevens(said)
    house.closed(49)
    schedule = house[FIRST].schedule
    assert schedule is not None
    assert [each.shoes for each in schedule.rounds] == [3, 1]


# Several entries.


@witnesses("BJ 13.9.7(a)", "ruling 99", "ruling 101")
def test_whoever_has_several_entries_names_another_for_each_but_one() -> None:
    house = Sevens()
    house.win("ann", "ann", "ann")
    house.closed(46)
    second = Actor("ann", "Ann", "player")
    house.does(FIRST, NominateSubstitute(entrant=2, player="sam", name="Sam"), second)
    found = house[FIRST].entrants
    assert (found[2].plays, found[2].absent, found[2].person) == ("sam", False, "ann")
    # The third has nobody: its seat stays empty, and its table is one of six.
    assert found[3].absent
    twice = house.refuses(FIRST, NominateSubstitute(entrant=3, player="sam", name="Sam"), second)
    assert twice.reason is Reason.ALREADY
    both = house.refuses(FIRST, MarkLate(entrant=3, absent=False), DEE)
    assert both.facts == {"plays already for entrant": 1}
    # Who has won one entry needs the director's word, as in any tournament of Blackjack.
    other = Actor("p1", "P1", "player")
    house.does(FIRST, NominateSubstitute(entrant=4, player="tom", name="Tom"), other)
    assert house[FIRST].entrants[4].plays == "p1"
    house.opened()
    # Rank and bonus stay with Ann.
    assert sum(move.cents for move in bonuses(house) if move.target == "wallet:ann") == 3 * 770_00
    assert not [move for move in bonuses(house) if move.target == "wallet:sam"]


@witnesses("BJ 13.9.5(b)", "BJ 13.9.7(a)", "ruling 87", "ruling 101")
def test_whoever_is_not_there_has_no_chips_until_they_come_or_send_another() -> None:
    house = Sevens()
    house.win("ann", "ann")
    house.closed(47)
    house.does(FIRST, MarkLate(entrant=3), DEE)
    house.opened()
    before = house[FIRST]
    assert [before.entrants[number].bank for number in (1, 2, 3)] == [2_000 * CHIP, 0, 0]
    house.does(FIRST, Brief(entrants=(3,)), DEE)
    house.does(FIRST, MarkLate(entrant=3, absent=False), DEE)
    house.does(FIRST, NominateSubstitute(entrant=2, player="sam", name="Sam"), Actor("ann", "Ann"))
    # Sam is briefed first, like everyone.
    assert house.refuses(FIRST, MarkLate(entrant=2, absent=False), DEE).under == ("BJ 16.2.2", "ruling 87")
    house.does(FIRST, Brief(entrants=(2,)), DEE)
    house.does(FIRST, MarkLate(entrant=2, absent=False), DEE)
    after = house[FIRST]
    assert [after.entrants[number].bank for number in (1, 2, 3)] == [2_000 * CHIP] * 3
    assert after.issued == before.issued + 4_000 * CHIP
    # Nobody is given chips twice by going and coming.
    house.does(FIRST, MarkLate(entrant=3), DEE)
    house.does(FIRST, MarkLate(entrant=3, absent=False), DEE)
    assert house[FIRST].issued == after.issued


@witnesses("BJ 13.9.7(a)", "ruling 99", "ruling 101")
def test_whoever_plays_for_another_and_then_wins_an_entry_plays_one_of_the_two() -> None:
    house = Sevens()
    house.win("ann", "ann")
    house.drafted()
    house.does(FIRST, NominateSubstitute(entrant=2, player="bob", name="Bob"), Actor("ann", "Ann"))
    house.win("bob")
    found = house[FIRST].entrants
    assert (found[2].plays, found[2].absent, found[3].plays, found[3].absent) == ("bob", False, "bob", True)
    both = house.refuses(FIRST, MarkLate(entrant=3, absent=False), DEE)
    assert both.facts == {"plays already for entrant": 2}


# Conditions.


def changed(said: Conditions, path: str, value: Any) -> Conditions:
    part, _, name = path.partition(".")
    return replace(said, **{part: replace(getattr(said, part), **{name: value})})


@witnesses("BJ 13.9.1", "BJ 13.9.2", "BJ 13.9.7(b)", "ruling 80")
@pytest.mark.parametrize(
    ("path", "value", "clause"),
    [
        ("details.fee", 10_00, "BJ 13 Table 1:* free entry"),
        ("details.least", 40, "BJ 13.9.6"),
        ("details.most", 200, "BJ 13.9.6"),
        ("structure.rounds", (Round(name="One round", hands=20),), "BJ 13.9.6"),
        ("structure.second_chances", "The best losers", "BJ 13.9.6"),
        ("prizes.pool", 1_000_00, "BJ 13.9.3"),
        ("prizes.places", (Prize(amount=1_000_00),), "BJ 13.9.3"),
        ("bank.every_round", False, "BJ 13.9.5(b)"),
        ("bank.top_up", None, "BJ 13.9.5(d)"),
        ("prizes.ties", Ties.DRAW, "BJ 13.9.5(d)"),
        ("wagers.side_wagers", False, "BJ 13.9.2"),
        ("conduct.substitutes", None, "BJ 13.9.7(b)"),
    ],
)
def test_what_is_against_a_clause_is_refused_in_the_draft(path: str, value: Any, clause: str) -> None:
    said = changed(conditions(), path, value)
    assert clause in [under for each in findings(said).contradictions for under in each.under]
    house = Sevens(said)
    assert house.refuses(FIRST, DraftConditions(conditions=said)).reason is Reason.FORBIDDEN


@witnesses("BJ 13.9.4")
@pytest.mark.parametrize(("days", "stands"), [(89, False), (90, True), (100, True), (110, True), (111, False)])
def test_the_next_is_held_about_a_hundred_days_later(days: int, stands: bool) -> None:
    plain = conditions()
    assert plain.entry.won is not None
    said = replace(plain, entry=replace(plain.entry, won=replace(plain.entry.won, days=days)))
    assert (findings(said).contradictions == ()) is stands


@witnesses("BJ 13.9.1")
def test_what_blackjack_asks_of_every_tournament_it_asks_of_this_one() -> None:
    silent = changed(conditions(), "conduct.late", None)
    assert [each.clause for each in findings(silent).left_out] == ["BJ 16.2.1(i)"]
    house = Sevens()
    house.won_by(49)
    house.does(FIRST, DraftConditions(conditions=house.said))
    assert house.refuses(FIRST, ApproveConditions(text="another"), DIRECTOR_OF_SURVEILLANCE).under[0] == "BJ 16.1.3"


def test_conditions_without_such_entries_are_for_another_tournament() -> None:
    house = Sevens()
    house.win("ann")
    plain = changed(conditions(), "entry.won", None)
    plain = replace(
        plain,
        structure=replace(plain.structure, rounds=(Round(name="One", tables=1, hands=10),)),
        prizes=replace(plain.prizes, places=(Prize(per_mille=1000),)),
        details=replace(plain.details, least=2, most=7),
        bank=replace(plain.bank, afterwards=Afterwards.WORTHLESS),
        wagers=replace(plain.wagers, side_wagers=None),
    )
    assert findings(plain).contradictions == ()
    assert house.refuses(FIRST, DraftConditions(conditions=plain)).facts == {"entries that were won": 1}
    house.does("cup", DraftConditions(conditions=plain))
