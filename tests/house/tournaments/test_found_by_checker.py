"""What the checker of exported tournaments has found, each worked out by hand from the books and the rulings."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import BY_CHANCE
from croupier.house.tournaments.deciding import Circumstances
from croupier.house.tournaments.determined import is_determined
from croupier.house.tournaments.elimination.clock import BreakBegun, LevelBegun, NextLevel
from croupier.house.tournaments.elimination.out import EntrantsOut, eliminated
from croupier.house.tournaments.entering import ApproveSubstitute, NominateSubstitute, Withdraw
from croupier.house.tournaments.findings import tournament_book, whole
from croupier.house.tournaments.founding import CloseEntries, TournamentCalledOff
from croupier.house.tournaments.hands import HandReported, ReportHand
from croupier.house.tournaments.model import CHIP, Stage, Status, Tournament
from croupier.house.tournaments.people import Brief
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.results import DeclareResult, ResultDeclared
from croupier.house.tournaments.sessions import MarkLate, OpenSession, Retire
from croupier.house.tournaments.stream import TABLE_SAYS, TOURNAMENTS
from croupier.house.tournaments.tables import DesignateTables, DrawSeats, tables_needed
from croupier.house.tournaments.ties import BreakTie, ExtraHandsBegun, TieBroken
from croupier.table.contract import Actor, Command, Event
from croupier.table.tournaments.conditions import Compulsory, Prize, Progress, Round, Ties
from tests.house.tournaments.evening import DEE, Evening
from tests.house.tournaments.sevens import FIRST, TABLES, Sevens
from tests.house.tournaments.standing import conditions, counted, heats
from tests.house.tournaments.test_elimination import MANAGER, poker

MINUTE = 60_000


def acting(tournament: Tournament) -> Circumstances:
    """The director acts on a tournament."""
    assert tournament.conditions is not None
    book = tournament_book(tournament.conditions.book)
    return Circumstances(by=DEE, at=0, chance=BY_CHANCE, book=book, tournament=tournament)


def told(tournament: Tournament, command: Command, by: Actor = DEE) -> tuple[Event, ...]:
    """What an act leads to, which must be possible."""
    found = TOURNAMENTS.decide(tournament, command, by, 0, {})
    assert isinstance(found, tuple), found
    return found


def test_as_many_tables_are_drawn_for_as_the_conditions_seat_people_at_one() -> None:
    # Six at a table: fourteen need three, though the book lets eleven sit at one.
    said = poker(14, 6)
    said = replace(said, structure=replace(said.structure, rounds=(Round(name="One day", minutes=600),)))
    found = replace(counted(said, {"one": [1000] * 14}), sitting=None)
    assert tables_needed(found, tournament_book("crown-poker")) == 3


def test_equal_banks_that_nothing_told_apart_share_a_place_of_the_final() -> None:
    # Two places are paid. The third and fourth have the same and win nothing, so no extra hands are dealt to them.
    said = conditions(*heats(2))
    found = replace(counted(said, {"one": [900, 500, 200, 200, 100]}, played=1), director="dee", present=("dee",))
    result = told(found, DeclareResult())[0]
    assert isinstance(result, ResultDeclared)
    assert result.places == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5}


def test_whoever_had_less_than_the_compulsory_wager_laid_none_short() -> None:
    # Everyone must wager 25 chips. The first had 20, wagered 10 and won: no 25 were there. The second had 100.
    said = conditions(*heats(2))
    said = replace(said, wagers=replace(said.wagers, compulsory=Compulsory(least=25)))
    found = replace(counted(said, {"one": [20_00, 100_00]}), stage=Stage.SESSION)
    report = ReportHand(table="one", stacks={"p1": 30_00, "p2": 110_00}, stakes={"p1": 10_00, "p2": 10_00})
    hand = told(found, report, TABLE_SAYS)[0]
    assert isinstance(hand, HandReported)
    assert hand.short == (2,)


def test_whoever_withdrew_too_late_is_paid_back_as_well_where_nothing_is_held() -> None:
    said = read(whole("matchmaker"))  # $50, at least 18 entrants
    said = replace(said, entry=replace(said.entry, free_minutes=60))
    evening = Evening(said, ["one"])
    evening.founded()
    evening.enters(Actor("p1", "Ann"))
    evening.enters(Actor("p2", "Bob"))
    evening.at = evening.cup.starts[0] - 60 * MINUTE
    evening.does(Withdraw(entrant=1), Actor("p1", "Ann"))
    evening.at += 1
    evening.enters(Actor("p3", "Cat"))
    evening.does(Withdraw(entrant=3), Actor("p3", "Cat"))
    evening.does(CloseEntries(), Actor("operator", "Operator", "casino-operator"))
    off = next(each.event for each in evening.house.record if isinstance(each.event, TournamentCalledOff))
    # The first withdrew an hour before the start; the third an instant later, and lost the fee until it was called off.
    assert [(move.target, move.cents) for move in off.moves] == [("wallet:p2", 50_00), ("wallet:p3", 50_00)]
    assert not any(each.paid for each in evening.cup.entrants.values())


def test_hands_that_all_tables_began_together_are_one_for_who_is_out_where() -> None:
    # Four are left of whom three are paid: hand for hand. Both tables lose one in the same hand: whoever began it with
    # more is in the third place, though the other table was over first.
    found = counted(poker(4, 2), {"one": [0, 3000], "two": [500, 500]})
    assert found.sitting is not None
    sitting = replace(found.sitting, by_hand=True, together={})
    found = replace(found, stage=Stage.SESSION, sitting=sitting)
    first = eliminated(found, "one", {1: 900, 2: 2100}, acting(found))
    assert [each.places for each in first if isinstance(each, EntrantsOut)] == [{1: 4}]
    for event in first:
        found = TOURNAMENTS.evolve(found, event)
    assert found.sitting is not None and "one" in found.sitting.waiting
    lost = {**found.entrants, 3: replace(found.entrants[3], bank=0), 4: replace(found.entrants[4], bank=1000)}
    found = replace(found, entrants=lost)
    second = eliminated(found, "two", {3: 400, 4: 600}, acting(found))
    assert [each.places for each in second if isinstance(each, EntrantsOut)] == [{1: 3, 3: 4}]


def test_a_final_at_two_tables_is_settled_only_over_both() -> None:
    # Nobody can win more than 100 in the hand that is left. At the first table all is told apart, but the second of it
    # and the one of the other table may still change places.
    said = conditions(Round(name="Final", hands=1))
    found = counted(said, {"one": [900, 500], "two": [450]}, swing=(100, 100))
    assert not is_determined(found, "one")
    assert is_determined(counted(said, {"one": [900, 500], "two": [250]}, swing=(100, 100)), "one")


def test_what_is_settled_of_a_final_is_who_is_paid_though_someone_is_passed_over() -> None:
    # Two places are paid. The first works for the house, so the third is paid as well, and may yet be the fourth.
    said = conditions(Round(name="Final", hands=1), book="three-card-poker")
    found = counted(said, {"one": [2000, 1500, 500, 400]}, swing=(100, 100))
    assert is_determined(found, "one")
    house = replace(found.entrants[1], employee=True)
    assert not is_determined(replace(found, entrants={**found.entrants, 1: house}), "one")


def test_a_table_from_which_everyone_has_gone_is_over() -> None:
    said = conditions(
        Round(name="Heats", tables=2, hands=30, progress=Progress(each_table=1)), Round(name="Final", tables=1, hands=1)
    )
    said = replace(said, details=replace(said.details, least=2, most=18))
    evening = Evening(said, ["one", "two"])
    evening.founded()
    evening.entered(4)
    evening.tables_ready()
    evening.session_opened()
    sitting = evening.cup.sitting
    assert sitting is not None
    for number in sitting.tables["one"].seats.values():
        evening.does(Retire(entrant=number), DEE)
    sitting = evening.cup.sitting
    assert sitting is not None
    assert sitting.tables["one"].finished
    assert not sitting.tables["two"].finished


def test_behind_the_break_of_the_last_level_it_holds_on() -> None:
    said = poker(4, 6)
    elimination = said.structure.elimination
    assert elimination is not None
    levels = (*elimination.levels[:1], replace(elimination.levels[1], break_minutes=5))
    elimination = replace(elimination, levels=levels)
    said = replace(said, structure=replace(said.structure, elimination=elimination))
    evening = Evening(said, ["one"])
    evening.founded()
    evening.entered(4)
    evening.tables_ready()
    evening.session_opened()
    for _ in range(4):
        evening.at += 5 * MINUTE
        evening.does(NextLevel(), MANAGER)
    clock = [each.event for each in evening.house.record if isinstance(each.event, LevelBegun | BreakBegun)]
    # The second level is the last: it begins, has its break, goes on, and has its break again.
    assert [getattr(each, "level", "break") for each in clock] == [1, "break", 1, "break"]


def test_a_thing_is_won_by_someone_who_was_out_before_the_final() -> None:
    # One is in the final, and the second place is a cup: it belongs to whoever was out next before.
    said = conditions(*heats(1), ties=Ties.SHARED)
    said = replace(said, prizes=replace(said.prizes, places=(Prize(amount=100_00), Prize(thing="A cup"))))
    found = counted(said, {"one": [900, 0]}, played=1)
    assert found.sitting is not None
    before = replace(found.entrants[2], status=Status.OUT, place=2, table="", seat=0)
    alone = replace(found.sitting.tables["one"], seats={1: 1})
    found = replace(
        found,
        director="dee",
        present=("dee",),
        entrants={1: found.entrants[1], 2: before},
        sitting=replace(found.sitting, tables={"one": alone}),
    )
    for event in told(found, DeclareResult()):
        found = TOURNAMENTS.evolve(found, event)
    assert found.entrants[2].thing == "A cup"
    assert found.entrants[1].prize == 100_00


def test_a_substitute_of_somebody_who_is_absent_comes_like_whoever_is_late() -> None:
    said = read(whole("matchmaker"))
    evening = Evening(replace(said, details=replace(said.details, least=2)), ["one", "two", "three"])
    evening.founded()
    evening.entered(6)
    evening.tables_ready()
    evening.session_opened()
    first = evening.cup.entrants[1]
    evening.does(MarkLate(entrant=1), DEE)
    evening.does(NominateSubstitute(entrant=1, player="sam", name="Sam"), Actor(first.person, first.name))
    evening.does(ApproveSubstitute(entrant=1), DEE)
    evening.does(Brief(entrants=(1,)), DEE)
    away = evening.house.table(first.table).reserved.away
    assert away == ("sam",)
    evening.does(MarkLate(entrant=1, absent=False), DEE)
    assert not evening.house.table(first.table).reserved.away


def test_the_chips_of_the_absent_play_extra_hands_at_poker() -> None:
    # Blinds are posted for them and their hands are dead in time (ruling 113): the other cannot play alone.
    said = conditions(*heats(1), book="crown-poker")
    found = replace(counted(said, {"one": [500, 500, 100]}), director="dee", present=("dee",))
    found = replace(found, entrants={**found.entrants, 1: replace(found.entrants[1], absent=True)})
    (begun,) = told(found, BreakTie())
    assert isinstance(begun, ExtraHandsBegun)
    assert [each.entrant for each in begun.placings] == [1, 2] and begun.tie.banks == {1: 500, 2: 500}


# Entries that are won, of which somebody may have several.


def two_entries_at_one_table() -> Sevens:
    """Ann has won two entries, which are drawn to one table, and plays one of them; nobody plays the other."""
    house = Sevens()
    house.win("ann", "ann")
    house.closed(47)
    house.does(FIRST, DesignateTables(tables=TABLES), DEE)
    house.does(FIRST, DrawSeats(), DEE)
    placings = [replace(each, table=TABLES[0]) if each.entrant in (1, 2) else each for each in house[FIRST].placings]
    taken = {each.seat for each in placings if each.table == TABLES[0] and each.entrant not in (1, 2)}
    first, second = sorted(set(range(1, 10)) - taken)[:2]
    seats = {1: first, 2: second}
    placings = [replace(each, seat=seats.get(each.entrant, each.seat)) for each in placings]
    house.tournaments[FIRST] = replace(house[FIRST], placings=tuple(placings))
    strange = [each.number for each in house[FIRST].in_play if not each.absent]
    house.does(FIRST, Brief(entrants=tuple(strange)), DEE)
    house.at = max(house.at, house[FIRST].starts[0])
    house.does(FIRST, OpenSession(), DEE)
    return house


def test_the_bank_of_a_table_belongs_to_the_entry_that_somebody_plays_there() -> None:
    house = two_entries_at_one_table()
    house.reports(TABLES[0], {"ann": 1_234 * CHIP})
    found = house[FIRST].entrants
    assert (found[1].bank, found[2].bank) == (1_234 * CHIP, 0)


def test_nobody_begins_another_entry_where_they_have_played_one() -> None:
    # Ann is gone for a while: she plays one entry, and the other is for somebody else (BJ 13.9.7, ruling 101).
    house = two_entries_at_one_table()
    house.does(FIRST, MarkLate(entrant=1), DEE)
    house.does(FIRST, Brief(entrants=(2,)), DEE)
    refused = house.refuses(FIRST, MarkLate(entrant=2, absent=False), DEE)
    assert refused.facts == {"plays already for entrant": 1}
    house.does(FIRST, MarkLate(entrant=1, absent=False), DEE)


def test_nobody_has_chips_in_extra_hands_who_is_not_there() -> None:
    # All are broke at the end of the third shoe, and one seat was empty: six play extra hands with a top-up of 500
    # (BJ 13.9.5(d), ruling 105). Whoever is not there does not take the place by having lost nothing.
    house = Sevens()
    house.closed(49)
    late = 7
    house.does(FIRST, MarkLate(entrant=late), DEE)
    house.opened()
    table = house[FIRST].entrants[late].table
    nth = TABLES.index(table) + 1
    house.plays(lambda number, seat: 0 if number == nth else 100 + seat)
    (begun, *_) = house.does(FIRST, BreakTie(), DEE)
    assert isinstance(begun, ExtraHandsBegun)
    six = [number for number in begun.tie.among if number != late]
    assert len(begun.tie.among) == 7 and [each.entrant for each in begun.placings] == list(begun.tie.among)
    assert begun.tie.banks == {**dict.fromkeys(six, 500 * CHIP), late: 0}
    # Nobody wins anything, and they have 500 again: those who are there.
    house.reports(table, {house[FIRST].entrants[number].plays: 0 for number in six})
    assert house.tie().banks == {**dict.fromkeys(six, 500 * CHIP), late: 0}
    # Whoever comes has none before those who are there have 500 again.
    house.does(FIRST, Brief(entrants=(late,)), DEE)
    house.does(FIRST, MarkLate(entrant=late, absent=False), DEE)
    assert house.tie().banks[late] == 0
    house.reports(table, {house[FIRST].entrants[number].plays: 0 for number in six})
    assert house.tie().banks == dict.fromkeys((*six, late), 500 * CHIP)
    house.reports(table, {house[FIRST].entrants[number].plays: number * CHIP for number in (*six, late)})
    sitting = house.sitting()
    assert sitting.tie is None and sitting.broken[0].order[0] == max(six)


def test_where_none_of_those_who_are_tied_is_there_lots_are_drawn() -> None:
    said = conditions(*heats(1))
    found = replace(counted(said, {"one": [500, 500, 100]}), director="dee", present=("dee",), seed="00" * 32)
    away = {number: replace(found.entrants[number], absent=True) for number in (1, 2)}
    found = replace(found, entrants={**found.entrants, **away})
    (broken,) = told(found, BreakTie())
    assert isinstance(broken, TieBroken)
    assert broken.tie.table == "" and sorted(broken.tie.order) == [1, 2]


def test_nothing_is_settled_at_a_table_to_which_somebody_may_still_come_with_chips() -> None:
    # Whoever was not there at the beginning of a heat of a Magnificent Sevens Tournament begins with the same chips.
    said = conditions(*heats(1))
    found = counted(said, {"one": [900, 0]}, swing=(1, 1))
    assert is_determined(found, "one")
    assert found.sitting is not None
    assert not is_determined(replace(found, sitting=replace(found.sitting, never_came=(2,))), "one")


def test_those_who_were_not_there_for_a_play_off_share_a_place_where_prizes_are_shared() -> None:
    # Three are level in the final of 49 and two of them are not there: whoever plays the shoe is the first, and the
    # two share the second and third prize, $50,000 and $25,000 (ruling 106, its other reading).
    plain = Sevens().said
    house = Sevens(replace(plain, prizes=replace(plain.prizes, ties=Ties.SHARED)))
    house.closed(49)
    house.opened()
    house.plays(lambda number, seat: 100 + seat)
    house.closes()
    house.opened()
    house.plays(lambda number, seat: 900 if seat <= 3 else 100 - seat)
    first, second, third = (house.seat(1, seat) for seat in (1, 2, 3))
    for each in (second, third):
        house.does(FIRST, MarkLate(entrant=each.number), DEE)
    house.does(FIRST, BreakTie(), DEE)
    house.reports(TABLES[0], {first.plays: 1_000 * CHIP}, shoe=True)
    (result, *_) = house.does(FIRST, DeclareResult(), DEE)
    assert isinstance(result, ResultDeclared)
    assert [result.places[each.number] for each in (first, second, third)] == [1, 2, 2]
    assert [result.prizes[each.number] for each in (first, second, third)] == [250_000_00, 37_500_00, 37_500_00]
