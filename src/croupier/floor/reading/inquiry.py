"""Inquiry: the rounds of a table, one of them step by step, one player's own, and the record searched.

Every call reads the store, so an event loop calls from a thread; what is kept between calls is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, LargeBinary, and_, false, func, literal, or_, select

from croupier.floor.acts.journal import JOURNAL
from croupier.floor.acts.live_stream import LiveStream, kinds_of
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.recording import TABLES, Told
from croupier.floor.people.diary import ACCOUNTS, PEOPLE
from croupier.floor.reading.audience import INSPECTOR
from croupier.floor.reading.called import Called, meant
from croupier.floor.reading.clauses import ClauseText, clause_texts
from croupier.floor.reading.evidence import MOST_ROUNDS, Evidence, gathered
from croupier.floor.reading.reckoning import Reckoning, Share
from croupier.floor.reading.replay import Past
from croupier.floor.reading.rounds import Outcome, Round, RoundAt, Rounds, Span, closings
from croupier.floor.reading.scripting import Story, Tale
from croupier.floor.reading.telling import Line, diary_line, journal_line, line, meter_line, stream_line
from croupier.floor.reading.whose_chips import OfTournament
from croupier.floor.store import Archive, Stored
from croupier.floor.store.schema import events
from croupier.house.linked import METERS
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.table.contract import NO_PERSON, Actor
from croupier.table.declare import EVENTS
from croupier.table.state import Settled

LOOK_BACK = 500
"""Rounds that are searched for those of one player."""

SERVERS_APART_MS = 60_000
"""How far the stamps of events may be from rising with their positions, where several servers write."""


class Step(Line, frozen=True, kw_only=True):
    """An event of a round with its clauses, and the table after it."""

    clauses: tuple[ClauseText, ...]
    view: Any
    """None where nobody wants to see it."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A round from one player's side: how each of their wagers ended, and the clauses that say why."""

    round: int
    at: int
    outcome: Outcome
    staked: int
    net: int | None
    """What they are up by, with pots, prizes and fees; of an open round nobody can say."""
    settled: tuple[Settled, ...]
    shares: tuple[Share, ...]
    """What they took of pots."""
    tournament: OfTournament | None
    """The tournament whose chips all of that is in; else it is money."""
    clauses: tuple[ClauseText, ...]


class Found(Line, frozen=True, kw_only=True):
    """An event that a search found, and its table, its meter or its tournament; none for what happened to accounts."""

    table: str | None
    meter: str | None = None
    tournament: str | None = None


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What to look for; all that is given must hold. Times are in milliseconds, `before` is a position."""

    table: str | None = None
    round: int | None = None
    clauses: tuple[str, ...] = ()
    person: str | None = None
    """An id, or a part of a name."""
    kind: str | None = None
    since: int | None = None
    until: int | None = None
    before: int | None = None
    limit: int = 100


class NoSuchRound(LookupError):
    """The table has not played that round."""


Mentions = Callable[[str], ColumnElement[bool]]
"""The condition that an event's payload has this text as one of its JSON strings."""

_MENTIONS: dict[str, Mentions] = {
    "sqlite": lambda text: func.instr(events.c.payload, _json_string(text)) > 0,
    "postgresql": lambda text: func.pg_catalog.position(events.c.payload, _json_string(text)) > 0,
}


def _json_string(text: str) -> ColumnElement[bytes]:
    return literal(msgspec.json.encode(text), LargeBinary)


class Inquiry:
    """Answers questions about the record of a floor."""

    def __init__(self, store: Archive, tables: Mapping[str, LiveTable], meters: Collection[str] = ()) -> None:
        self._store = store
        self._tables = tables
        self._meters = meters
        self._pasts: dict[str, Past] = {}

    def names(self, table: str) -> Mapping[str, str]:
        """What those who were at a table are called."""
        return self._tables[table].names

    def rounds(self, table: str, before: int | None = None, limit: int = 50) -> list[Round]:
        """The latest rounds of a table, newest first; `before` is a round's number."""
        return [found for found, _, _ in islice(self._rounds(table).latest(before), limit)]

    def rounds_everywhere(self, before: int | None = None, limit: int = 50) -> list[RoundAt]:
        """The rounds of all tables that ended last, newest first; `before` is a position."""
        kinds = {kind for table in self._tables.values() for kind in closings(table.game.name)}
        query = select(events.c.stream, events.c.version).where(events.c.kind.in_(sorted(kinds)))
        query = query.where(*([] if before is None else [events.c.position < before]))
        with self._store.reading() as connection:
            ended = connection.execute(query.order_by(events.c.position.desc()).limit(limit)).all()
        found = []
        for stream, version in ended:
            table = stream.removeprefix(TABLES)
            closed = self._rounds(table).ending(version) if table in self._tables else None
            if closed is not None:
                found.append(RoundAt(**msgspec.structs.asdict(closed), table=table))
        return found

    def rounds_numbered(self, number: int) -> list[RoundAt]:
        """The round of this number of every table that has played so many, the latest first."""
        played = ((table, self._rounds(table).one(number)) for table in self._tables)
        found = [RoundAt(**msgspec.structs.asdict(each[0]), table=table) for table, each in played if each is not None]
        return sorted(found, key=lambda each: -each.last)

    def round(self, table: str, number: int) -> Round:
        """One round of a table."""
        return self._one(table, number)[0]

    def steps(self, table: str, number: int, viewer: Actor = INSPECTOR, *, views: bool = True) -> Iterator[Step]:
        """A round step by step, as far as a viewer may hear of it; with the table as that viewer saw it, or without."""
        _, span = self._one(table, number)
        for told, live in self._past(table).replay(span.after, span.upto):
            said = line(told, viewer, live.state, live.names)
            if said is not None:
                view = live.view(viewer, told.at) if views else None
                yield Step(**msgspec.structs.asdict(said), clauses=clause_texts(said.under), view=view)

    def story(self, table: str, number: int) -> Story:
        """What a script of a round is written from."""
        _, span = self._one(table, number)
        tale = Tale(self._store, self._past(table), span.after)
        return tale.round(self._rounds(table).within(span), f"Round {number} at {table}.")[0]

    def evidence(self, table: str, number: int) -> Evidence:
        """One round, with all that shows what happened in it and that it did."""
        rounds = self._rounds(table)
        found = self._one(table, number)
        return gathered(self._store, self._tables[table], self._past(table), rounds, found=[found])

    def evidence_of_day(self, table: str, day: date) -> Evidence:
        """The rounds of a table that ended on a day, in the same way."""
        since, until = (
            int(datetime.combine(each, time()).timestamp() * 1000) for each in (day, day + timedelta(days=1))
        )
        rounds = self._rounds(table)
        found = rounds.between(since, until, MOST_ROUNDS)
        if not found:
            raise NoSuchRound(f"no round ended at {table} on {day.isoformat()}")
        return gathered(self._store, self._tables[table], self._past(table), rounds, found=found, day=day.isoformat())

    def _one(self, table: str, number: int) -> tuple[Round, Span]:
        found = self._rounds(table).one(number)
        if found is None:
            raise NoSuchRound(f"round {number} was not played at {table}")
        return found

    def _past(self, table: str) -> Past:
        past = self._pasts.get(table)
        if past is None:
            past = self._pasts[table] = Past(self._store, TABLES + table)
        return past

    def mine(self, table: str, player: str, limit: int = 10) -> list[Played]:
        """The last rounds of one player, newest first."""
        latest = islice(self._rounds(table).latest(), LOOK_BACK)
        own = (_played(*each, player) for each in latest if player in each[0].players)
        return list(islice(own, limit))

    def meant(self, part: str) -> tuple[list[Called], int]:
        """Whom a part of a name can mean, of all who were at a table lately or work here, and how many there are."""
        at_tables = {each for table in self._tables.values() for each in table.names.items()}
        return meant(part, {*at_tables, *((each.id, each.name) for each in self._store.people.all())})

    def find(self, search: Search) -> list[Found]:
        """Events that match, newest first."""
        with self._store.reading() as connection:
            mentions = _MENTIONS[connection.dialect.name]
            query = select(events).where(*self._conditions(search, mentions))
            # Of one stream versions are in the order of positions, and an index has them so.
            query = query.order_by((events.c.position if search.table is None else events.c.version).desc())
            stored = [Stored(*row) for row in connection.execute(query.limit(search.limit))]
        return [self._found(each) for each in stored]

    def _rounds(self, table: str) -> Rounds:
        return Rounds(self._store, self._tables[table])

    def _found(self, stored: Stored) -> Found:
        if stored.stream in (PEOPLE, JOURNAL):
            said = diary_line(stored) if stored.stream == PEOPLE else journal_line(stored)
            return Found(**msgspec.structs.asdict(said), table=None)
        meter = METERS.id_of(stored.stream)
        if meter is not None:
            said = meter_line(self._told_of_meter(stored, meter))
            return Found(**msgspec.structs.asdict(said), table=None, meter=meter)
        tournament = TOURNAMENTS.id_of(stored.stream)
        if tournament is not None:
            told = LiveStream(TOURNAMENTS, tournament).tell_all((stored,), {stored.actor: self._called(stored.actor)})[
                0
            ]
            of_it = stream_line(told, INSPECTOR, None, {})
            assert of_it is not None, "the inspector hears of everything"
            return Found(**msgspec.structs.asdict(of_it), table=None, tournament=tournament)
        live = self._tables[stored.stream.removeprefix(TABLES)]
        heard = line(live.tell(stored), INSPECTOR, live.state, live.names)
        assert heard is not None, "the inspector hears of everything"
        return Found(**msgspec.structs.asdict(heard), table=live.id)

    def _told_of_meter(self, stored: Stored, meter: str) -> Told:
        return LiveStream(METERS, meter).tell_all((stored,), {stored.actor: self._called(stored.actor)})[0]

    def _called(self, person: str) -> str:
        """What someone is called who has acted."""
        names = (table.names[person] for table in self._tables.values() if person in table.names)
        return next(names, NO_PERSON.get(person, person))

    def _conditions(self, search: Search, mentions: Mentions) -> Iterator[ColumnElement[bool]]:
        streams = [
            PEOPLE,
            JOURNAL,
            *(table.stream for table in self._tables.values()),
            *(METERS.stream(name) for name in self._meters),
        ]
        if search.table is not None:
            yield events.c.stream == TABLES + search.table
        else:
            # Not by the index of streams, which would have all of them read and sorted before the newest is known.
            stream = func.coalesce(events.c.stream, "")
            yield or_(stream.in_(streams), stream.startswith(TOURNAMENTS.stream("")))
        if search.kind is not None:
            yield self._of_kind(search.kind)
        if search.since is not None:
            yield events.c.at >= search.since
            yield events.c.position >= self._position_at(search.since - SERVERS_APART_MS)
        if search.until is not None:
            yield events.c.at <= search.until
            yield events.c.position <= self._position_at(search.until + SERVERS_APART_MS)
        if search.before is not None:
            yield events.c.position < search.before
        for clause in search.clauses:
            yield mentions(clause)
        if search.round is not None:
            tables = self._tables if search.table is None else (search.table,)
            played = ((self._tables[table].stream, self._rounds(table).one(search.round)) for table in tables)
            lies = [(stream, each[0]) for stream, each in played if each is not None]
            yield or_(
                false(),
                *(and_(events.c.stream == of, events.c.position.between(one.first, one.last)) for of, one in lies),
            )
        if search.person is not None:
            people = [search.person, *(each.id for each in self.meant(search.person)[0])]
            yield or_(events.c.actor.in_(people), *(mentions(person) for person in people))

    def _position_at(self, moment: int) -> int:
        """The position of the first event from a moment on, by halving: times rise with positions."""
        low, high = 1, self._store.head()[0] + 1
        with self._store.reading() as connection:
            while low < high:
                middle = (low + high) // 2
                at = connection.scalar(select(events.c.at).where(events.c.position == middle))
                low, high = (middle + 1, high) if at is not None and at < moment else (low, middle)
        return low

    def _of_kind(self, kind: str) -> ColumnElement[bool]:
        """The condition that an event is of a kind, named in full or as people say it, without its part.

        Events were once stored under such bare names: asked for in full, they are found where they mean that kind.
        """
        said = or_(events.c.kind == kind, events.c.kind.endswith(f"/{kind}", autoescape=True))
        part, _, name = kind.rpartition("/")
        if not part:
            return said
        streams = [table.stream for table in self._tables.values() if table.kinds.kind(name) == kind]
        if kinds_of(METERS).kind(name) == kind:
            streams += [METERS.stream(meter) for meter in self._meters]
        if ACCOUNTS + name == kind:
            streams.append(PEOPLE)
        once = [info.once for info in EVENTS.values() if info.once and info.kind == kind]
        return or_(said, and_(events.c.kind == name, events.c.stream.in_(streams)), events.c.kind.in_(once))


def _played(summary: Round, stored: list[Stored], found: Reckoning, player: str) -> Played:
    own = tuple(each for each in found.settled if each.player == player)
    cited = [clause for each in own for clause in each.under]
    if summary.outcome == "void":
        cited = msgspec.json.decode(stored[-1].payload)["under"]
    return Played(
        round=summary.round,
        at=stored[-1].at,
        outcome=summary.outcome,
        staked=found.staked.get(player, 0),
        net=None if summary.outcome == "open" else found.nets.get(player, 0),
        settled=own,
        shares=tuple([each for each in found.shares if each.player == player]),
        tournament=summary.tournament,
        clauses=clause_texts(cited),
    )
