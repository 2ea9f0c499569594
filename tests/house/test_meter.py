"""A prize meter's arithmetic, worked by hand: what wins take, what resets, and what comes back (TCP 6 and 7)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from croupier.house import meter as meters
from croupier.house.meter import (
    AddTable,
    CancelGame,
    ChangeOption,
    CloseMeter,
    DeterminePrizes,
    Meter,
    MeterClosed,
    MitesReceived,
    NoticeOf,
    OpenMeter,
    PostMeterNotice,
    RecordOutcome,
    RegisterWagers,
    RemoveTable,
    UndoOutcome,
)
from croupier.house.prizes import MITES, shares
from croupier.table.contract import Actor, Command, Refusal
from tests.witness import witnesses

DOLLAR = 100 * MITES
MINUTE = 60_000
OPERATOR = Actor("operator", "Operator", "casino-operator")
MANAGER = Actor("manager", "Manager", "tg-assistant-casino-manager")
AREA = Actor("area", "Area manager", "tg-area-manager")
DEALER = Actor("dealer", "Dealer", "dealer")
ROYAL, STRAIGHT = "royal flush", "straight flush"


class House:
    """Meters side by side, each in balance after every act."""

    def __init__(self) -> None:
        self.meters: dict[str, Meter] = {}
        self.at = 0

    def ask(self, command: Command, by: Actor = DEALER, name: str = "a") -> Refusal | None:
        """Put a command to a meter; what it leads to happens."""
        meter = self.meters.get(name, Meter(id=name))
        others = [each for key, each in self.meters.items() if key != name]
        decision = meters.decide(meter, command, by, self.at, others)
        if isinstance(decision, Refusal):
            return decision
        for event in decision:
            meter = meters.evolve(meter, event)
            if isinstance(event, MeterClosed) and event.to is not None:
                come = MitesReceived(source=name, mites=event.mites, under=event.under)
                self.meters[event.to] = meters.evolve(self.meters[event.to], come)
        self.meters[name] = meter
        assert all(each.out_of_balance == 0 for each in self.meters.values())
        assert all(each.mites >= each.reseed * MITES for each in self.meters.values())
        return None

    def do(self, command: Command, by: Actor = DEALER, name: str = "a") -> None:
        """Put a command to a meter that must take it."""
        refused = self.ask(command, by, name)
        assert refused is None, f"{command}: {refused}"

    def open(self, name: str = "a", price: int = 100, tables: tuple[str, ...] = ("t1", "t2"), **more: int) -> None:
        """Open a meter of option 1 with a seed of 10,000 unless told otherwise."""
        opening = OpenMeter(option=more.get("option", 1), seed=more.get("seed", 10_000), price=price, tables=tables)
        self.do(opening, OPERATOR, name)

    def grow(self, dollars: str, name: str = "a") -> None:
        """Let another meter's balance bring this one to an amount."""
        mites = int(Fraction(dollars) * DOLLAR) - self.meters[name].mites
        come = MitesReceived(source="elsewhere", mites=mites, under=("TCP 6.1.1(j)",))
        self.meters[name] = meters.evolve(self.meters[name], come)

    def play(self, table: str, *hands: str, wagers: int = 1) -> None:
        """A jackpot game at a table that comes out with these hands at its first areas."""
        self.do(RegisterWagers(table=table, wagers=wagers))
        self.do(RecordOutcome(table=table, round=1, wins=tuple(enumerate(hands, 1))))

    def dollars(self, name: str = "a") -> Fraction:
        """What the meter shows, exactly."""
        return Fraction(self.meters[name].mites, DOLLAR)

    def waiting(self, table: str) -> tuple[int, ...]:
        """The prizes waiting at a table, in cents."""
        return next(tuple(c for _, c in each.prizes) for each in self.meters["a"].pending if each.table == table)


@pytest.fixture
def house() -> House:
    """A house with one meter for two tables: option 1, seed 10,000, price $1, so 34.06 cents a wager."""
    made = House()
    made.open()
    return made


@witnesses("TCP 6.3.2", "TCP Table 1:10,000")
def test_each_wager_adds_its_increment_exactly(house: House) -> None:
    house.do(RegisterWagers(table="t1", wagers=7))
    assert house.dollars() == Fraction("10002.3842")  # 7 x 0.3406


@witnesses("TCP 6.4.1", "TCP 7.3.1")
def test_a_royal_takes_the_rounded_meter_and_the_meter_starts_again_at_its_seed(house: House) -> None:
    house.play("t1", ROYAL)
    assert house.waiting("t1") == (10_001_00,)  # 10,000.3406 rounded up
    assert house.dollars() == 10_000
    assert house.meters["a"].topped_up == 10_000 * DOLLAR + int(Fraction("10000.6594") * DOLLAR)


def test_a_straight_flush_takes_a_tenth_of_the_rounded_meter_and_leaves_the_rest(house: House) -> None:
    house.grow("84249.7594")
    house.play("t1", STRAIGHT)  # the meter stands at 84,250.10: 84,251 rounded
    assert house.waiting("t1") == (8_425_10,)
    assert house.dollars() == 75_825


@witnesses("TCP 6.4.1")
def test_a_straight_flush_near_the_seed_resets_the_meter_to_it(house: House) -> None:
    house.play("t1", STRAIGHT)
    assert house.waiting("t1") == (1_000_10,)
    assert house.dollars() == 10_000  # 9,000.2406 would be below


@witnesses("TCP 7.4.3")
def test_two_straight_flushes_share_by_the_formula_rounded_half_up(house: House) -> None:
    house.grow("84249.7594")
    house.play("t1", STRAIGHT, STRAIGHT)
    # 84,251 x 0.095 + 10,000 x 0.005 = 8,053.845: half a cent goes up
    assert house.waiting("t1") == (8_053_85, 8_053_85)
    assert house.dollars() == Fraction("84250.10") - Fraction("16107.70")


@witnesses("TCP 7.4.2(a)", "TCP 7.4.2(b)")
def test_a_royal_and_a_straight_flush_share_the_pool_eleven_ways(house: House) -> None:
    house.grow("84249.7594")
    house.play("t1", ROYAL, STRAIGHT)
    assert house.waiting("t1") == (76_591_82, 7_659_18)  # 10/11 and 1/11 of 84,251
    assert house.dollars() == 10_000


def test_the_printed_percentages_are_a_switch_of_the_meter() -> None:
    house = House()
    house.do(OpenMeter(option=1, seed=10_000, price=100, tables=("t1",), as_printed=True), OPERATOR)
    house.grow("84249.7594")
    house.play("t1", ROYAL, STRAIGHT)
    assert house.waiting("t1") == (76_591_74, 7_659_26)  # 90.909 % and 9.091 % of 84,251


@witnesses("TCP 6.4.2", "TCP 7.3.3", "TCP 7.4.1")
def test_two_royals_at_once_reset_the_meter_whatever_it_held(house: House) -> None:
    house.grow("84249.7594")
    house.play("t1", ROYAL, ROYAL)
    assert house.waiting("t1") == (47_125_50, 47_125_50)  # half of 84,251 + 10,000 each
    assert house.dollars() == 10_000


@pytest.mark.parametrize("price", [100, 500])
@pytest.mark.parametrize("royals", range(1, 5))
@pytest.mark.parametrize("straights", range(8))
def test_with_royals_every_share_is_ten_parts_or_one_of_the_pool(royals: int, straights: int, price: int) -> None:
    seed, jackpot = 10_000 * price, 123_457 * price  # cents
    found = shares(jackpot * MITES, seed, royals, straights)
    pool, parts = jackpot + (royals - 1) * seed, 10 * royals + straights
    each_royal, each_straight = divmod(20 * pool + parts, 2 * parts)[0], divmod(2 * pool + parts, 2 * parts)[0]
    assert found.royal == each_royal
    assert found.straight == (each_straight if straights else 0)
    paid = royals * found.royal + straights * found.straight
    assert abs(paid - pool) <= Fraction(royals + straights, 2)  # half a cent each at most


@pytest.mark.parametrize("straights", range(1, 8))
def test_straight_flushes_alone_take_a_tenth_of_what_the_one_before_left(straights: int) -> None:
    """Paid one after the other from what lies above the seed, then shared alike, with a tenth of the seed each."""
    seed, jackpot = 1_000_000, 8_425_100
    above, taken = Fraction(jackpot - seed), Fraction(0)
    for _ in range(straights):
        taken += above / 10
        above -= above / 10
    exact = taken / straights + Fraction(seed, 10)
    found = shares(jackpot * MITES, seed, 0, straights)
    assert abs(found.straight - exact) <= Fraction(1, 2) and found.royal == 0


@witnesses("TCP 7.3.4")
def test_between_tables_the_one_recorded_first_wins_from_the_full_meter(house: House) -> None:
    house.grow("50000")
    for table in ("t1", "t2"):
        house.do(RegisterWagers(table=table, wagers=1))  # 50,000.6812
    house.do(RecordOutcome(table="t2", round=4, wins=((3, ROYAL),)))
    house.do(RecordOutcome(table="t1", round=9, wins=((1, STRAIGHT),)))
    assert house.waiting("t2") == (50_001_00,)
    assert house.waiting("t1") == (1_000_00,)  # a tenth of the 10,000 it was reset to
    assert house.dollars() == 10_000


def test_rejecting_a_prize_restores_the_meter_exactly_whatever_came_after(house: House) -> None:
    house.grow("50000")
    house.play("t1", ROYAL)
    house.play("t2", wagers=5)
    assert house.dollars() == Fraction("10001.703")
    house.do(DeterminePrizes(table="t1", confirmed=False), MANAGER)
    assert house.dollars() == Fraction("50002.0436")  # 50,000 and six wagers
    assert house.meters["a"].won == 0 and house.meters["a"].paid_cents == 0


def test_a_prize_is_determined_once_by_a_manager_and_by_no_one_below(house: House) -> None:
    house.play("t1", ROYAL)
    for by in (DEALER, AREA):
        refused = house.ask(DeterminePrizes(table="t1"), by)
        assert refused is not None and refused.under == ("TCP 7.1.1",)
    assert house.ask(DeterminePrizes(table="t1", prizes=((1, 10_000_00),)), MANAGER) is not None
    house.do(DeterminePrizes(table="t1", prizes=((1, 10_001_00),)), MANAGER)
    assert house.meters["a"].paid_cents == 10_001_00 and not house.meters["a"].pending
    assert house.ask(DeterminePrizes(table="t1"), MANAGER) is not None


def test_a_game_is_registered_once_and_undone_exactly(house: House) -> None:
    house.do(RegisterWagers(table="t1", wagers=3))
    assert house.ask(RegisterWagers(table="t1", wagers=3)) is not None
    house.do(CancelGame(table="t1"))
    assert house.dollars() == 10_000 and house.meters["a"].contributed == 0
    assert house.ask(CancelGame(table="t1")) is not None
    assert house.ask(RegisterWagers(table="t3", wagers=1)) is not None
    assert house.ask(RegisterWagers(table="t1", wagers=2, cents=1_000)) is not None


@witnesses("TCP 6.3.1")
def test_undoing_a_game_after_another_table_emptied_the_meter_leaves_it_at_its_seed(house: House) -> None:
    house.do(RegisterWagers(table="t1", wagers=9))  # 3.0654
    house.play("t2", ROYAL)
    assert house.dollars() == 10_000
    house.do(CancelGame(table="t1"))
    assert house.dollars() == 10_000
    assert house.meters["a"].contributed == int(Fraction("0.3406") * DOLLAR)


@pytest.mark.parametrize("determined", [None, True, False])
def test_the_outcome_of_a_void_round_is_taken_back_with_everything_it_moved(
    house: House, determined: bool | None
) -> None:
    house.grow("50000")
    house.play("t1", ROYAL, wagers=2)
    if determined is not None:
        house.do(DeterminePrizes(table="t1", confirmed=determined), MANAGER)
    house.do(UndoOutcome(table="t1"))
    meter = house.meters["a"]
    assert house.dollars() == Fraction("50000.6812")
    assert meter.games == {"t1": 2} and not meter.pending and meter.won == meter.paid_cents == 0
    assert house.ask(UndoOutcome(table="t1")) is not None
    house.do(CancelGame(table="t1"))
    assert house.dollars() == 50_000


def test_an_outcome_cannot_be_taken_back_once_the_next_game_runs(house: House) -> None:
    house.play("t1")
    house.do(RegisterWagers(table="t1", wagers=1))
    assert house.ask(UndoOutcome(table="t1")) is not None


@witnesses("TCP 6.1.1(a)", "TCP 6.1.1(c)", "TCP 6.1.1(e)", "TCP 6.1.1(f)")
@pytest.mark.parametrize(
    ("opening", "clause"),
    [
        (OpenMeter(option=1, seed=10_000, price=200, tables=()), "TCP 6.1.1(a)"),
        (OpenMeter(option=1, seed=10_000, price=200, tables=("t2", "t3")), "TCP 6.1.1(c)"),
        (OpenMeter(option=1, seed=10_000, price=100, tables=("t3",)), "TCP 6.1.1(e)"),
        (OpenMeter(option=2, seed=10_000, price=200, tables=("t3",)), "TCP 6.1.1(f)"),
        (OpenMeter(option=1, seed=20_000, price=200, tables=("t3",)), "TCP 6.1.1(f)"),
        (OpenMeter(option=1, seed=15_000, price=200, tables=("t3",)), "TCP 6.3.1"),
        (OpenMeter(option=1, seed=10_000, price=250, tables=("t3",)), "TCP 6.2.3"),
    ],
)
def test_a_second_meter_opens_only_as_the_book_allows(house: House, opening: OpenMeter, clause: str) -> None:
    refused = house.ask(opening, OPERATOR, "b")
    assert refused is not None and clause in refused.under
    house.open("b", price=200, tables=("t3",))
    assert house.dollars("b") == 20_000  # seed times price


@witnesses("TCP 6.1.1(h)")
def test_a_table_moves_between_meters_twenty_minutes_after_the_signs(house: House) -> None:
    house.open("b", price=200, tables=("t3",))
    leaves, joins = PostMeterNotice(of=NoticeOf.REMOVE, table="t2"), PostMeterNotice(of=NoticeOf.ADD, table="t2")
    house.do(leaves, OPERATOR)
    house.do(joins, OPERATOR, "b")
    house.at = 20 * MINUTE - 1
    assert house.ask(RemoveTable(table="t2"), OPERATOR) is not None
    house.at = 20 * MINUTE
    taken = house.ask(AddTable(table="t2"), OPERATOR, "b")
    assert taken is not None and taken.under == ("TCP 6.1.1(c)",)
    house.do(RemoveTable(table="t2"), OPERATOR)
    house.do(AddTable(table="t2"), OPERATOR, "b")
    assert house.meters["a"].tables == ("t1",) and house.meters["b"].tables == ("t3", "t2")


def test_a_table_stays_while_its_game_runs_or_its_prize_waits(house: House) -> None:
    house.do(PostMeterNotice(of=NoticeOf.REMOVE, table="t1"), OPERATOR)
    house.at = 20 * MINUTE
    house.do(RegisterWagers(table="t1", wagers=1))
    assert house.ask(RemoveTable(table="t1"), OPERATOR) is not None
    house.do(RecordOutcome(table="t1", round=1, wins=((1, ROYAL),)))
    assert house.ask(RemoveTable(table="t1"), OPERATOR) is not None
    house.do(DeterminePrizes(table="t1"), MANAGER)
    house.do(RemoveTable(table="t1"), OPERATOR)


@witnesses("TCP 6.1.1(f)", "TCP 6.1.1(g)")
def test_all_meters_go_to_another_option_together(house: House) -> None:
    house.open("b", price=200, tables=("t3",))
    sign, change = PostMeterNotice(of=NoticeOf.OPTION, option=2, seed=20_000), ChangeOption(option=2, seed=20_000)
    house.do(sign, OPERATOR)
    house.at = 20 * MINUTE
    alone = house.ask(change, OPERATOR)
    assert alone is not None and alone.under == ("TCP 6.1.1(f)",)
    house.do(sign, OPERATOR, "b")
    house.at = 40 * MINUTE
    house.do(change, OPERATOR)
    house.do(change, OPERATOR, "b")
    assert (house.dollars(), house.dollars("b")) == (20_000, 40_000)  # topped up to the new seed
    house.do(RegisterWagers(table="t1", wagers=1))
    assert house.dollars() == Fraction("20000.2947")


@witnesses("TCP 6.1.1(i)", "TCP 6.1.1(j)")
def test_closing_moves_what_is_above_the_seed_to_another_meter(house: House) -> None:
    house.open("b", price=200, tables=("t3",))
    house.play("t1", wagers=5)  # 1.703
    house.do(PostMeterNotice(of=NoticeOf.CLOSE), OPERATOR)
    house.at = 20 * MINUTE
    assert house.ask(CloseMeter(), OPERATOR) is not None
    assert house.ask(CloseMeter(to="c"), OPERATOR) is not None
    house.do(CloseMeter(to="b"), OPERATOR)
    assert not house.meters["a"].open
    assert house.dollars("b") == Fraction("20001.703")
    assert house.ask(RegisterWagers(table="t1", wagers=1)) is not None


def test_with_no_other_meter_the_balance_is_held_until_the_meter_opens_again(house: House) -> None:
    house.play("t1", wagers=5)
    house.do(PostMeterNotice(of=NoticeOf.CLOSE), OPERATOR)
    house.at = 20 * MINUTE
    house.do(CloseMeter(), OPERATOR)
    assert house.meters["a"].held == int(Fraction("1.703") * DOLLAR)
    house.open("a", price=200, tables=("t1",), option=2)
    assert house.dollars() == Fraction("20001.703") and house.meters["a"].held == 0


def test_nobody_but_the_operator_changes_a_meter(house: House) -> None:
    acts = (
        OpenMeter(option=1, seed=10_000, price=200, tables=("t3",)),
        PostMeterNotice(of=NoticeOf.CLOSE),
        AddTable(table="t3"),
        RemoveTable(table="t1"),
        ChangeOption(option=2, seed=10_000),
        CloseMeter(),
    )
    before = replace(house.meters["a"])
    for act in acts:
        for by in (DEALER, AREA, MANAGER, Actor("p", "P")):
            refused = house.ask(act, by)
            assert refused is not None and refused.under == ("TCP 6.1.1",)
    assert house.meters["a"] == before
