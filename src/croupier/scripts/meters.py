"""Prize meters in scripts: a table linked to one, the house's meters, and what other tables do to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games import Game
from croupier.house import linked, meter
from croupier.house.meter import Meter, NoticeOf
from croupier.house.meter.terms import meter_terms
from croupier.house.prizes import MITES, exact_dollars
from croupier.money import dollars
from croupier.scripts.expectations import same
from croupier.scripts.forms import Act, Broken, Chapter, Expectation, Given
from croupier.scripts.kinds import AMOUNT, NUMBER, Words, choice, several
from croupier.scripts.pattern import Kind
from croupier.scripts.table import NOON, Table
from croupier.table.contract import Actor, Clauses, Command, Decision, Event, Refusal

HOUSE = "A"
"""The meter that a line means when it names none."""
THIS_TABLE = ""
_EXACT = re.compile(r"\$((?:\d{1,3}(?:,\d{3})+|\d+))(?:\.(\d{2,6}))?")


class ToMeter(Command, frozen=True, kw_only=True):
    """A command for one of the house's meters."""

    meter: str
    asks: Command


class MeteredTable(Table):
    """A table whose acts also move the meter it is linked to, both or neither."""

    def __init__(self, game: Game, terms: Any, staff: Mapping[str, str], said: Mapping[str, Any]) -> None:
        super().__init__(game, terms, staff, said)
        self.meters: dict[str, Meter] = {}
        self._moving = HOUSE
        """The meter that the command now performed is about."""
        opened = said.get("meter")
        if opened is not None:
            seed, cents = opened
            self.meters[HOUSE] = _running(terms, seed, cents, as_printed=said.get("as_printed", False))

    def named(self, name: str) -> str:
        """A table as its meter knows it."""
        known: str = name or self.state.terms.table
        return known

    def meter(self, name: str) -> Meter:
        """One of the house's meters, open or not."""
        return self.meters.get(name) or Meter(id=name)

    def meter_of(self, table: str) -> Meter:
        """The meter a table is linked to."""
        linked_to = (each for each in self.meters.values() if each.open and table in each.tables)
        return next(linked_to, self.meter(HOUSE))

    def decide(self, command: Command, by: Actor) -> Decision:
        """What a command leads to, at the table and on the meter."""
        if isinstance(command, ToMeter):
            self._moving = command.meter
            others = [each for each in self.meters.values() if each.id != command.meter]
            return meter.decide(self.meter(command.meter), command.asks, by, self.now, others)
        decision = super().decide(command, by)
        if isinstance(decision, Refusal):
            return decision
        table = self.named(THIS_TABLE)
        self._moving = self.meter_of(table).id
        followed = linked.on_meter(self.meter(self._moving), table, decision, by, self.now)
        return followed if isinstance(followed, Refusal) else (*decision, *followed)

    def evolve(self, event: Event) -> None:
        """What happened is so, at the table or on the meter; what a closed meter held goes over to another."""
        if not isinstance(event, EVENTS):
            super().evolve(event)
            return
        self.meters[self._moving] = meter.evolve(self.meter(self._moving), event)
        if isinstance(event, meter.MeterClosed) and event.to is not None:
            received = meter.MitesReceived(source=self._moving, mites=event.mites, under=event.under)
            self.meters[event.to] = meter.evolve(self.meters[event.to], received)


def _running(terms: Any, seed: int, cents: int | None, *, as_printed: bool) -> Meter:
    """A meter as the table line describes it: at its seed, or with what wagers have added over time."""
    ask = meter.OpenMeter(
        option=terms.jackpot_option,
        seed=seed,
        price=terms.jackpot_price,
        tables=(terms.table,),
        as_printed=as_printed,
    )
    opened = meter.decide(Meter(id=HOUSE), ask, Actor("operator", "operator", "casino-operator"), NOON)
    if isinstance(opened, Refusal):
        raise ValueError(f"{opened.under[0]} does not allow such a meter")
    fresh = meter.evolve(Meter(id=HOUSE), opened[0])
    added = 0 if cents is None else cents * MITES - fresh.mites
    if added < 0:
        raise ValueError(f"{meter_terms().clauses.seed} wants {dollars(fresh.reseed)} or more on this meter")
    return replace(fresh, mites=fresh.mites + added, contributed=added)


def _ask(it: Given, ask: Command) -> ToMeter:
    """A command for the meter that a line names."""
    return ToMeter(meter=it.meter, asks=ask)


def _at(it: Given, table: Table) -> str:
    assert isinstance(table, MeteredTable)
    return table.named(it.table)


def _names(it: Given, table: Table) -> tuple[str, ...]:
    assert isinstance(table, MeteredTable)
    return tuple(table.named(name) for name in it.tables)


def _game(it: Given, table: Table, ask: type[Command], **fields: Any) -> ToMeter:
    """A command about the jackpot game of a table, for the meter it is linked to."""
    assert isinstance(table, MeteredTable)
    at = table.named(it.table)
    return ToMeter(meter=table.meter_of(at).id, asks=ask(table=at, **fields))


def _notice(it: Given, table: Table, of: NoticeOf) -> ToMeter:
    at = "" if it.table is None else _at(it, table)
    ask = meter.PostMeterNotice(of=of, table=at, option=it.option or 0, seed=it.seed or 0)
    return _ask(it, ask)


def _value(it: Given, table: Table) -> Clauses:
    assert isinstance(table, MeteredTable)
    mites, places = it.exact
    beyond = 10 ** (6 - places)
    same(f"meter {it.meter}", exact_dollars(mites), exact_dollars(table.meter(it.meter).mites // beyond * beyond))
    return table.cited()


def _pending(it: Given, table: Table) -> Clauses:
    assert isinstance(table, MeteredTable)
    at = table.named(it.table or THIS_TABLE)
    waiting = [each for each in table.meter_of(at).pending if each.table == at]
    hands = {area: hand for each in waiting for area, hand in each.hands}
    was = [f"{hands[area]} at {area} {dollars(cents)}" for each in waiting for area, cents in each.prizes]
    if it.hand is None:
        same("pending", "nothing", ", ".join(was) or "nothing")
        return table.cited()
    wanted = f"{it.hand} at {it.area} {dollars(it.amount)}"
    if wanted not in was:
        raise Broken(f"expected pending {wanted}, was {', '.join(was) or 'nothing'}")
    return tuple(clause for each in waiting for clause in each.under)


def _tables(it: Given, table: Table) -> Clauses:
    assert isinstance(table, MeteredTable)
    wanted = ", ".join(sorted(table.named(name) for name in it.tables))
    same(f"tables of meter {it.meter}", wanted, ", ".join(sorted(table.meter(it.meter).tables)))
    return table.cited()


def _closed(it: Given, table: Table) -> Clauses:
    assert isinstance(table, MeteredTable)
    same(f"meter {it.meter}", "closed", "open" if table.meter(it.meter).open else "closed")
    return table.cited()


def _read_meter(words: Words, place: int) -> tuple[str, int] | None:
    place += words[place].text == "the"
    if place >= len(words) or words[place].text != "meter":
        return None
    name = words[place + 1].text if place + 1 < len(words) else ""
    return (name, place + 2) if len(name) == 1 and name.isupper() else (HOUSE, place + 1)


def _read_table(words: Words, place: int) -> tuple[str, int] | None:
    pair = [word.text for word in words[place : place + 2]]
    if pair == ["this", "table"]:
        return THIS_TABLE, place + 2
    return (pair[1], place + 2) if len(pair) == 2 and pair[0] == "table" else None


def _read_exact(words: Words, place: int) -> tuple[tuple[int, int], int] | None:
    found = _EXACT.fullmatch(words[place].text)
    if found is None:
        return None
    part = found[2] or "00"
    return (int(found[1].replace(",", "") + part.ljust(6, "0")), len(part)), place + 1


def _read_at(one: Kind) -> Kind:
    def take(words: Words, place: int) -> tuple[tuple[int, Any], int] | None:
        read = one.read(words, place)
        if read is None or read[1] + 1 >= len(words) or words[read[1]].text != "at":
            return None
        area = NUMBER.read(words, read[1] + 1)
        return None if area is None else ((area[0], read[0]), area[1])

    return Kind(one.what, take)


_HANDS = choice("royal flush or straight flush", {hand: hand for hand in ("royal flush", "straight flush")})
_TABLE = Kind("this table, or a table by name like table Two", _read_table)

KINDS = {
    "exact": Kind("an amount like $10,000.34, to as many places as matter", _read_exact),
    "hand": _HANDS,
    "meter": Kind("the meter, or one by its letter like meter B", _read_meter),
    "prizes": several("prizes like $84,250 at 2", _read_at(AMOUNT)),
    "table": _TABLE,
    "tables": several("tables like this table and table Two", _TABLE),
    "wins": several("wins like royal flush at 2", _read_at(_HANDS)),
}

EVENTS = tuple(meter.part.events)

METERS = Chapter(
    "Prize meters",
    (
        Act(
            "<who> opens <meter> with option <option:number> seed <seed:number> price <amount> for <tables>",
            "Starts a meter at its seed.",
            lambda it, table: _ask(
                it,
                meter.OpenMeter(option=it.option, seed=it.seed, price=it.amount, tables=_names(it, table)),
            ),
        ),
        Act(
            "<who> opens <meter> with option <option:number> seed <seed:number> price <amount> for <tables> "
            "with percentages as printed",
            "The same by the other reading of ruling 53.",
            lambda it, table: _ask(
                it,
                meter.OpenMeter(
                    option=it.option, seed=it.seed, price=it.amount, tables=_names(it, table), as_printed=True
                ),
            ),
        ),
        Act(
            "<who> announces that <table> joins <meter>",
            "Puts up the sign of a table to be added.",
            lambda it, table: _notice(it, table, NoticeOf.ADD),
        ),
        Act(
            "<who> announces that <table> leaves <meter>",
            "Puts up the sign of a table to be removed.",
            lambda it, table: _notice(it, table, NoticeOf.REMOVE),
        ),
        Act(
            "<who> announces that <meter> closes",
            "Puts up the sign at every table.",
            lambda it, table: _notice(it, table, NoticeOf.CLOSE),
        ),
        Act(
            "<who> announces that <meter> goes to option <option:number> with seed <seed:number>",
            "Puts up the sign of other terms.",
            lambda it, table: _notice(it, table, NoticeOf.OPTION),
        ),
        Act(
            "<who> adds <table> to <meter>",
            "Lets a table join.",
            lambda it, table: _ask(it, meter.AddTable(table=_at(it, table))),
        ),
        Act(
            "<who> removes <table> from <meter>",
            "Lets a table leave.",
            lambda it, table: _ask(it, meter.RemoveTable(table=_at(it, table))),
        ),
        Act(
            "<who> changes <meter> to option <option:number> with seed <seed:number>",
            "Goes by another row of the book.",
            lambda it, table: _ask(it, meter.ChangeOption(option=it.option, seed=it.seed)),
        ),
        Act(
            "<who> closes <meter> [into <to:meter>]",
            "Closes a meter; what it has above its seed goes to another, or is held.",
            lambda it, table: _ask(it, meter.CloseMeter(to=it.to)),
        ),
        Act(
            "<who> registers <number> wagers of <table>",
            "A jackpot game begins at another table of a meter.",
            lambda it, table: _game(it, table, meter.RegisterWagers, wagers=it.number),
        ),
        Act(
            "<who> cancels the game of <table>",
            "That game is undone.",
            lambda it, table: _game(it, table, meter.CancelGame),
        ),
        Act(
            "<who> records <wins> of <table> in round <round:number>",
            "That game is over, and these areas win from the meter.",
            lambda it, table: _game(it, table, meter.RecordOutcome, round=it.round, wins=it.wins),
        ),
        Act(
            "<who> records no win of <table> in round <round:number>",
            "That game is over and nothing is won from the meter.",
            lambda it, table: _game(it, table, meter.RecordOutcome, round=it.round),
        ),
        Act(
            "<who> confirms the prizes of <table>",
            "A manager determines what was won there.",
            lambda it, table: _game(it, table, meter.DeterminePrizes),
        ),
        Act(
            "<who> rejects the prizes of <table>",
            "A manager determines that nothing was.",
            lambda it, table: _game(it, table, meter.DeterminePrizes, confirmed=False),
        ),
    ),
)


ON_METERS = Chapter(
    "Expecting of prize meters",
    (
        Expectation(
            "<meter> <exact>", "What a meter shows, cut off after the places written and the cents at least.", _value
        ),
        Expectation("<meter> closed", "A meter is not open.", _closed),
        Expectation("<meter> for <tables>", "The tables that play for a meter.", _tables),
        Expectation(
            "pending <hand> at <area> <amount> [of <table>]",
            "A prize from the meter waits for a manager; `under` looks at what it rests on.",
            _pending,
        ),
        Expectation("nothing pending [of <table>]", "No prize waits.", _pending),
    ),
)
