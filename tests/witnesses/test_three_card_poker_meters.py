"""What the Three Card Poker book asks of a prize meter that no single table shows."""

from decimal import Decimal

from croupier.games import game
from croupier.games.three_card_poker.terms import Terms
from croupier.house.linked import told_table
from croupier.house.meter import (
    AddTable,
    DeterminePrizes,
    Meter,
    OpenMeter,
    OutcomeRecorded,
    Reading,
    RecordOutcome,
    RegisterWagers,
    TableAdded,
    decide,
    evolve,
    read,
)
from croupier.house.meter.linking import unfit
from croupier.house.prizes import MITES
from croupier.table.contract import Actor, Command, Event, Reason, Refusal
from croupier.table.rules import MeterLink
from tests.witness import witnesses

OPERATOR = Actor("op", "Op", "casino-operator")
AREA_MANAGER = Actor("mia", "Mia", "tg-area-manager")
DOLLAR = 100 * MITES
OPENED = OpenMeter(option=1, seed=10_000, price=100, tables=("one", "two"))


def done(meter: Meter, command: Command, at: int = 0) -> tuple[Meter, tuple[Event, ...]]:
    """The meter after a command that must be accepted, and what happened."""
    decision = decide(meter, command, OPERATOR, at)
    assert not isinstance(decision, Refusal), decision
    for event in decision:
        meter = evolve(meter, event)
    return meter, decision


def after(meter: Meter, *commands: Command) -> Meter:
    """The meter after commands that must be accepted."""
    for command in commands:
        meter, _ = done(meter, command)
    return meter


def value(meter: Meter) -> Decimal:
    """What the meter shows, in dollars."""
    return Decimal(meter.mites) / DOLLAR


@witnesses("TCP 6.3", "TCP 6.3.1", "TCP 6.3.2", "TCP 6.3.3")
def test_the_meter_is_seed_and_increments_less_prizes_to_the_last_fraction() -> None:
    meter = after(Meter(id="main"), OPENED)
    for number in range(200):
        for table, wagers in (("one", 9), ("two", 9)):
            meter = after(
                meter, RegisterWagers(table=table, wagers=wagers), RecordOutcome(table=table, round=number + 1)
            )
    # $10,000 and 3,600 wagers of $1 at 34.06%.
    assert value(meter) == Decimal("11226.16")
    meter = after(
        meter,
        RegisterWagers(table="two", wagers=1),
        RecordOutcome(table="two", round=201, wins=((3, "straight flush"),)),
        DeterminePrizes(table="two"),
    )
    # $11,226.5006 with that wager; a tenth of $11,227 is $1,122.70, and more than the seed is left.
    assert value(meter) == Decimal("11226.5006") - Decimal("1122.70")
    assert (meter.paid_cents, meter.out_of_balance) == (1_122_70, 0)
    # Without a win the meter only grows.
    meter = after(meter, RegisterWagers(table="one", wagers=7), RecordOutcome(table="one", round=201))
    assert value(meter) == Decimal("10103.8006") + 7 * Decimal("0.3406")
    assert meter.out_of_balance == 0


@witnesses("TCP 6.5.2", "TCP 7.3.2")
def test_the_time_for_settlement_of_every_round_is_kept() -> None:
    meter = after(
        Meter(id="main"), OPENED, RegisterWagers(table="one", wagers=1), RegisterWagers(table="two", wagers=2)
    )
    meter, first = done(meter, RecordOutcome(table="two", round=8), at=60_000)
    meter, second = done(meter, RecordOutcome(table="one", round=41), at=61_000)
    recorded = [event for event in (*first, *second) if isinstance(event, OutcomeRecorded)]
    assert [(each.table, each.round, each.at) for each in recorded] == [("two", 8, 60_000), ("one", 41, 61_000)]


@witnesses("TCP 6.5.3")
def test_an_area_manager_reads_the_meter_as_at_a_settlement_and_nobody_below_does() -> None:
    meter = after(Meter(id="main"), OPENED, RegisterWagers(table="one", wagers=2))
    nothing = read(meter, "one", AREA_MANAGER)
    assert isinstance(nothing, Refusal) and nothing.reason is Reason.NO_CAUSE
    meter, _ = done(meter, RecordOutcome(table="one", round=5, wins=((2, "royal flush"),)), at=90_000)
    meter = after(meter, DeterminePrizes(table="one"), RegisterWagers(table="two", wagers=4))
    # As it stood then, $10,000 and 2 x 34.06 cents, though the royal has taken it and others have played since.
    at_settlement = Reading(round=5, at=90_000, mites=10_000 * DOLLAR + int(Decimal("0.6812") * DOLLAR))
    assert read(meter, "one", AREA_MANAGER) == at_settlement
    assert read(meter, "one", OPERATOR) == at_settlement
    for rank in ("player", "dealer", "tg-higher-duties-dealer", "regulator"):
        refusal = read(meter, "one", Actor("x", "X", rank))
        assert isinstance(refusal, Refusal)
        assert (refusal.reason, refusal.under) == (Reason.RANK, ("TCP 6.5.3",))


def table(name: str, **terms: object) -> MeterLink | None:
    """How a table on these terms plays for a meter."""
    poker = game("three-card-poker")
    state = poker.initial(Terms(table=name, **terms))  # type: ignore[arg-type]
    return poker.engine.rules(state).meter_link(state)


@witnesses("TCP 6.1.1(b)(i)", "TCP 6.1.1(b)(ii)")
def test_a_meter_does_not_open_over_tables_that_pay_other_hands() -> None:
    # Option 2 pays straights and other sums; "two" plays by it, the meter by option 1.
    tables = {
        "one": table("one", jackpot_price=100, jackpot_option=1),
        "two": table("two", jackpot_price=100, jackpot_option=2),
    }
    refusal = unfit(OPENED, Meter(id="main"), 0, tables)
    assert refusal is not None and refusal.reason is Reason.LIMITS
    assert set(refusal.under) == {"TCP 6.1.1(b)(i)", "TCP 6.1.1(b)(ii)"}
    alike = {**tables, "two": table("two", jackpot_price=100, jackpot_option=1)}
    assert unfit(OPENED, Meter(id="main"), 0, alike) is None


@witnesses("TCP 6.1.1(d)")
def test_a_meter_does_not_open_over_tables_with_another_price() -> None:
    tables = {"one": table("one", jackpot_price=100), "two": table("two", jackpot_price=200)}
    refusal = unfit(OPENED, Meter(id="main"), 0, tables)
    assert refusal is not None and refusal.under == ("TCP 6.1.1(d)",)


@witnesses("TCP 6.1.1(b)(i)", "TCP 6.1.1(b)(ii)", "TCP 6.1.1(d)")
def test_a_table_that_joins_goes_by_the_price_and_the_prizes_of_its_meter() -> None:
    poker = game("three-card-poker")
    state = poker.initial(Terms(table="two", jackpot_price=200, jackpot_option=2))
    link = poker.engine.rules(state).meter_link(state)
    running = after(Meter(id="main"), OpenMeter(option=1, seed=10_000, price=100, tables=("one",)))
    assert unfit(AddTable(table="two"), running, 1, {"two": link}) is None
    (told,) = told_table(running, (TableAdded(table="two", under=("TCP 6.1.1(h)",)),), "two", link, OPERATOR)
    state = poker.evolve(state, told)
    assert poker.engine.rules(state).meter_link(state) == MeterLink("jackpot", 100, 1, 0, "main")
    assert (state.limits["jackpot"].minimum, state.limits["jackpot"].maximum) == (100, 100)


def test_a_table_without_the_equipment_does_not_join() -> None:
    running = after(Meter(id="main"), OpenMeter(option=1, seed=10_000, price=100, tables=("one",)))
    assert unfit(AddTable(table="two"), running, 1, {"two": table("two")}) is not None
    nowhere = unfit(AddTable(table="two"), running, 1, {})
    assert nowhere is not None and nowhere.reason is Reason.NOT_HERE
