"""A table with the meter it is linked to, and another table on the same meter: what must hold between them."""

from __future__ import annotations

from random import Random

import msgspec

from croupier.games.three_card_poker.terms import INCREMENTS
from croupier.house import meter as meters
from croupier.house.linked import on_meter, told_table
from croupier.house.meter import Meter, NoticeOf
from croupier.house.meter.terms import meter_terms
from croupier.house.prizes import MITES
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.linked_jackpot import LinkedTable
from croupier.table.rules import MeterLink
from croupier.table.state import Table

HERE, THERE = "here", "elsewhere"
OPERATOR = Actor("operator", "Operator", "casino-operator")
MANAGER = Actor("manager", "Manager", "tg-assistant-casino-manager")
DEALER = Actor("dealer 2", "Dealer", "dealer")


def linked_meter(state: Table) -> Meter | None:
    """A meter fit for a table that takes Jackpot wagers, with another table on it."""
    if not isinstance(state, LinkedTable) or state.terms.jackpot_price is None:
        return None
    option, price = state.terms.jackpot_option, state.terms.jackpot_price
    opened = meters.decide(
        Meter(id="m"), meters.OpenMeter(option=option, seed=10_000, price=price, tables=(HERE, THERE)), OPERATOR, 0
    )
    assert not isinstance(opened, Refusal)
    return after(Meter(id="m"), opened)


def after(meter: Meter, events: tuple[Event, ...]) -> Meter:
    """The meter after these events, each of which must survive being stored."""
    for event in events:
        assert event.under
        again = msgspec.json.decode(msgspec.json.encode(event), type=type(event))
        assert again == event
        meter = meters.evolve(meter, again)
    return meter


def told_meter(
    meter: Meter, link: MeterLink | None, events: tuple[Event, ...], by: Actor, at: int
) -> tuple[Meter, tuple[Event, ...]] | Refusal:
    """The meter after what happened at the table, and what it tells the table; or why it does not take it."""
    made = on_meter(meter, HERE, events, by, at, link=link)
    if isinstance(made, Refusal):
        return made
    return after(meter, made), told_table(meter, made, HERE, link, by)


def changed_option(
    meter: Meter, link: MeterLink | None, chance: Random, at: int
) -> tuple[Meter, tuple[Event, ...]] | None:
    """The meter gone to another row of the book after its sign was up, and what that tells the table."""
    row = {"option": chance.choice((1, 2)), "seed": chance.choice((10_000, 20_000, 75_000))}
    if (meter.option, meter.seed) == tuple(row.values()):
        return None
    for command, then in (
        (meters.PostMeterNotice(of=NoticeOf.OPTION, **row), at),
        (meters.ChangeOption(**row), at + meter_terms().notice_ms),
    ):
        made = meters.decide(meter, command, OPERATOR, then)
        assert not isinstance(made, Refusal), f"{command}: {made}"
        words = told_table(meter, made, HERE, link, OPERATOR)
        meter = after(meter, made)
    return meter, words


def play_elsewhere(meter: Meter, chance: Random, at: int) -> Meter:
    """One act at the other table: wagers registered, undone, a round come out, a prize determined."""
    pending = any(each.table == THERE for each in meter.pending)
    command: Command
    if pending:
        command = meters.DeterminePrizes(table=THERE, confirmed=chance.random() < 0.5)
    elif THERE not in meter.games:
        command = meters.RegisterWagers(table=THERE, wagers=chance.randint(1, 9))
    elif chance.random() < 0.3:
        command = meters.CancelGame(table=THERE)
    else:
        hands = chance.choice(((), (), (), ("royal flush",), ("straight flush",), ("straight flush",) * 2))
        wins = tuple(enumerate(hands, 1))
        command = meters.RecordOutcome(table=THERE, round=1, wins=wins)
    made = meters.decide(meter, command, MANAGER if pending else DEALER, at)
    assert not isinstance(made, Refusal), f"{command}: {made}"
    return after(meter, made)


def check_meter(meter: Meter, state: LinkedTable) -> None:
    """Nothing is lost or invented, the seed is always covered, and table and meter agree on the game they share."""
    assert meter.out_of_balance == 0
    assert meter.mites >= meter.least >= meter.seed * meter.price * MITES
    waiting = sum(each.cents for each in meter.pending)
    assert meter.won == (meter.paid_cents + waiting) * MITES
    assert meter.contributed >= 0
    if not meter.seeds:
        assert meter.contributed % (INCREMENTS[meter.option][meter.seed] * meter.price * MITES) == 0
    running = None if state.registered is None or state.outcome_recorded else len(state.registered)
    assert meter.games.get(HERE) == running, "table and meter do not agree on the jackpot game"
    pending = next((each for each in meter.pending if each.table == HERE), None)
    assert (pending is not None) == (state.outcome_recorded and bool(state.meter_wins))
    if pending is not None:
        assert dict(pending.hands) == state.meter_wins
        assert dict(pending.prizes) == state.meter_prizes, "the table does not know what the meter holds"
