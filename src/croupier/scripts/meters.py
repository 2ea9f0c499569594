"""Prize meters in scripts: a table linked to one, the house's meters, and what other tables do to them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games import Game
from croupier.house import linked, meter
from croupier.house.meter import Meter, NoticeOf
from croupier.house.meter.linking import concerned, unfit
from croupier.house.meter.terms import meter_terms
from croupier.house.prizes import exact_dollars
from croupier.house.streams import TABLE, Asked, Source
from croupier.money import dollars
from croupier.scripts.expectations import same
from croupier.scripts.forms import Act, Broken, Chapter, Direction, Expectation, Given
from croupier.scripts.kinds import AMOUNT, NUMBER, Words, choice, is_number, several
from croupier.scripts.pattern import Kind
from croupier.scripts.shown import ONLOOKER
from croupier.scripts.table import NOON, Table, actor
from croupier.table.contract import Actor, Clauses, Command, Decision, Event, Refusal
from croupier.table.rules import MeterLink

HOUSE = "A"
"""The meter that a line means when it names none."""
THIS_TABLE = ""
METER = linked.METERS.name
_EXACT = re.compile(r"\$((?:\d{1,3}(?:,\d{3})+|\d+))(?:\.(\d{2,6}))?")


class ToMeter(Command, frozen=True, kw_only=True):
    """A command for one of the house's meters."""

    meter: str
    asks: Command


class MeteredTable(Table):
    """A table whose acts also move the meter it plays for, and other tables of the house: all of it or nothing."""

    def __init__(self, game: Game, terms: Any, staff: Mapping[str, str], said: Mapping[str, Any]) -> None:
        super().__init__(game, terms, staff, said)
        self.meters: dict[str, Meter] = {}
        self.elsewhere: dict[str, Any] = {}
        """The other tables of the house that a script has told of, as they stand."""
        self._streams: deque[tuple[str, str]] = deque()
        """Where each event of the last decision happens: the kind of stream, and which."""
        opened = said.get("meter")
        if opened is not None:
            seed, mites = opened
            self.meters[HOUSE] = _running(terms, seed, mites, as_printed=said.get("as_printed", False))

    def named(self, name: str) -> str:
        """A table as its meter knows it."""
        known: str = name or self.state.terms.table
        return known

    def meter(self, name: str) -> Meter:
        """One of the house's meters, open or not."""
        return self.meters.get(name) or Meter(id=name)

    def state_of(self, table: str) -> Any:
        """A table of the house as it stands; None for one that is only spoken of."""
        return self.state if table == self.named(THIS_TABLE) else self.elsewhere.get(table)

    def link_of(self, table: str) -> MeterLink | None:
        """How a table of the house plays for a meter."""
        state = self.state_of(table)
        return None if state is None else self.game.engine.rules(state).meter_link(state)

    def meter_of(self, table: str) -> Meter:
        """The meter a table plays for; that of the house where it is asked of one that does not."""
        found = linked.playing_for(self.meters, table, self.link_of(table))
        if found is None:
            found = next((name for name, each in self.meters.items() if table in each.games), HOUSE)
        return self.meter(found)

    def decide(self, command: Command, by: Actor) -> Decision:
        """What a command leads to, at the table, on the meters and at the other tables, as on a floor."""
        if isinstance(command, ToMeter):
            return self._through(METER, command.meter, command.asks, by)
        decision = super().decide(command, by)
        return decision if isinstance(decision, Refusal) else self._on(TABLE, self.named(THIS_TABLE), decision, by)

    def evolve(self, event: Event) -> None:
        """What happened is so, wherever it did."""
        kind, name = self._streams.popleft() if self._streams else (TABLE, self.named(THIS_TABLE))
        if kind == METER:
            self.meters[name] = meter.evolve(self.meter(name), event)
        elif name in self.elsewhere:
            self.elsewhere[name] = self.game.evolve(self.elsewhere[name], event)
        else:
            super().evolve(event)

    def _through(self, kind: str, name: str, command: Command, by: Actor) -> Decision:
        """A command for a meter: what it decides itself, what the floor looks at besides, and what follows."""
        now, others = self.meter(name), {key: each for key, each in self.meters.items() if key != name}
        decision = meter.decide(now, command, by, self.now, list(others.values()))
        if isinstance(decision, Refusal):
            return decision
        refusal = unfit(command, now, int(name in self.meters), self._links(command, now))
        return refusal or self._on(kind, name, decision, by)

    def _links(self, command: Command, now: Meter) -> dict[str, MeterLink | None]:
        """How the tables of a command play for a meter; one that is only spoken of is taken to suit."""
        asked = command if isinstance(command, meter.OpenMeter) else now
        here = self.link_of(self.named(THIS_TABLE))
        suits = MeterLink(here.bet if here else "", asked.price, asked.option, 0)
        links: dict[str, MeterLink | None] = dict.fromkeys(concerned(command, now, self.meters.values()), suits)
        known = (self.named(THIS_TABLE), *self.elsewhere)
        return {**links, **{table: self.link_of(table) for table in known}}

    def _on(self, kind: str, name: str, events: tuple[Event, ...], by: Actor) -> Decision:
        """Events with all that follows from them on the house's meters and at its tables."""
        meters, happened = dict(self.meters), deque([(kind, name, events)])
        everything, streams = list[Event](), list[tuple[str, str]]()
        while happened:
            kind, name, events = happened.popleft()
            everything += events
            streams += [(kind, name)] * len(events)
            source = self._source(kind, name, events, by)
            for table, words in linked.told_tables(source, self.link_of).items():
                everything += words
                streams += [(TABLE, table)] * len(words)
            if kind == METER:
                for event in events:
                    meters[name] = meter.evolve(meters.get(name) or Meter(id=name), event)
            wanted = linked.METERS.asked(source, self.meters)
            if isinstance(wanted, Refusal):
                return wanted
            asked: dict[str, list[Asked]] = {}
            for each in wanted:
                asked.setdefault(each.id, []).append(each)
            for target, commands in asked.items():
                done = self._asked_of(meters, target, commands)
                if isinstance(done, Refusal):
                    return done
                happened.append((METER, target, done))
        self._streams = deque(streams)
        return tuple(everything)

    def _asked_of(self, meters: Mapping[str, Meter], name: str, commands: list[Asked]) -> Decision:
        now, done = meters[name], list[Event]()
        others = [each for key, each in meters.items() if key != name]
        for each in commands:
            decision = meter.decide(now, each.command, each.by, self.now, others)
            if isinstance(decision, Refusal):
                return decision
            for event in decision:
                now = meter.evolve(now, event)
            done += decision
        return tuple(done)

    def _source(self, kind: str, name: str, events: tuple[Event, ...], by: Actor) -> Source:
        state = self.meter(name) if kind == METER else self.state_of(name)
        rules = None if kind == METER else self.game.engine.rules(state)
        return Source(kind=kind, id=name, events=events, by=by, at=self.now, state=state, rules=rules)


def _running(terms: Any, seed: int, mites: int | None, *, as_printed: bool) -> Meter:
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
    added = 0 if mites is None else mites - fresh.mites
    if added < 0:
        raise ValueError(f"{meter_terms().clauses.seed} wants {dollars(fresh.reseed)} or more on this meter")
    return replace(fresh, mites=fresh.mites + added, contributed=added, earned=added)


def _tell_of(it: Given, table: Table) -> None:
    """Another table of the house, set up like this one but for its Jackpot wagers."""
    assert isinstance(table, MeteredTable)
    terms = replace(table.state.terms, table=it.table, jackpot_price=it.amount, jackpot_option=it.option or 1)
    table.elsewhere[it.table] = table.game.initial(terms)


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


def _register(it: Given, table: Table) -> ToMeter:
    """Wagers of a table, at its own price and by its own option where the script has told of them."""
    assert isinstance(table, MeteredTable)
    at = table.named(it.table)
    link = table.link_of(at) if at in table.elsewhere else None
    priced = {} if link is None else {"cents": it.number * link.price, "option": link.option}
    return _game(it, table, meter.RegisterWagers, wagers=it.number, **priced)


def _notice(it: Given, table: Table, of: NoticeOf) -> ToMeter:
    at = "" if it.table is None else _at(it, table)
    ask = meter.PostMeterNotice(of=of, table=at, option=it.option or 0, seed=it.seed or 0, to=it.to or "")
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


def _sold(it: Given, table: Table) -> Clauses:
    assert isinstance(table, MeteredTable)
    name = table.named(it.table or THIS_TABLE)
    state = table.state_of(name)
    if state is None:
        raise Broken(f"the script has not told of table {name}")
    sign = table.game.view(state, actor(ONLOOKER), table.now).sign
    was = "no jackpot" if sign.jackpot_price is None else f"{dollars(sign.jackpot_price)} option {sign.jackpot_option}"
    same(f"table {name}", "no jackpot" if it.amount is None else f"{dollars(it.amount)} option {it.option}", was)
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


def _write_meter(value: Any) -> str | None:
    if not isinstance(value, str) or len(value) != 1 or not value.isupper():
        return None
    return "the meter" if value == HOUSE else f"meter {value}"


def _write_table(value: Any) -> str | None:
    if not isinstance(value, str) or " " in value:
        return None
    return f"table {value}" if value != THIS_TABLE else "this table"


def _write_exact(value: Any) -> str | None:
    """An amount in mites, to so many places."""
    if not isinstance(value, tuple) or len(value) != 2 or not all(is_number(part) or part > 0 for part in value):
        return None
    mites, places = value
    whole, part = divmod(mites, 10**6)
    return f"${whole:,}.{part:06}"[: places - 6 or None]


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

    def write(value: Any) -> str | None:
        if not isinstance(value, tuple) or len(value) != 2:
            return None
        area, what = NUMBER.write(value[0]), one.write(value[1])
        return None if area is None or what is None else f"{what} at {area}"

    return Kind(one.what, take, write)


_HANDS = choice("royal flush or straight flush", {hand: hand for hand in ("royal flush", "straight flush")})
_TABLE = Kind("this table, or a table by name like table Two", _read_table, _write_table)

KINDS = {
    "exact": Kind("an amount like $10,000.34, with up to six places", _read_exact, _write_exact),
    "hand": _HANDS,
    "meter": Kind("the meter, or one by its letter like meter B", _read_meter, _write_meter),
    "prizes": several("prizes like $84,250 at 2", _read_at(AMOUNT), between=" and "),
    "table": _TABLE,
    "tables": several("tables like this table and table Two", _TABLE, between=" and "),
    "wins": several("wins like royal flush at 2", _read_at(_HANDS), between=" and "),
}

EVENTS = tuple(meter.part.events)

METERS = Chapter(
    "Prize meters",
    (
        Direction(
            "the house has <table> with jackpot <amount> [option <option:number>]",
            "Tells of another table of the house, which then changes meters and terms as on a floor; a table that a "
            "script only names is taken to suit.",
            _tell_of,
        ),
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
            "<who> announces that <table> goes over from <meter> to <to:meter>",
            "Puts up the sign of a table to be transferred.",
            lambda it, table: _notice(it, table, NoticeOf.TRANSFER),
        ),
        Act(
            "<who> transfers <table> from <meter> to <to:meter>",
            "Lets a table go over to another meter.",
            lambda it, table: _ask(it, meter.TransferTable(table=_at(it, table), to=it.to)),
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
            _register,
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
        Expectation(
            "jackpot <amount> option <option:number> [at <table>]",
            "What a Jackpot wager costs at a table of the house, and the option whose prizes it pays, by its sign.",
            _sold,
        ),
        Expectation("no jackpot [at <table>]", "No Jackpot wagers are taken at a table of the house.", _sold),
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
