"""The record of a floor that was killed, read beside it: what must hold of its tournaments whenever that was."""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol

from msgspec import convert

from croupier.floor.acts.floor_part import part as floors
from croupier.floor.acts.live_stream import kinds_of
from croupier.floor.acts.live_table import registration
from croupier.floor.acts.recording import Kinds
from croupier.floor.store import Stored, open_store
from croupier.games import Game, game
from croupier.house.tournaments.elimination.clock import ClockStopped
from croupier.house.tournaments.model import CHIP, Clock, Stage, Tournament
from croupier.house.tournaments.results import ResultDeclared
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.table.contract import HOUSE, Event
from croupier.table.declare import EVENTS
from tests.floor.service.cup import GUESTS
from tests.floor.service.load import digest

FLOOR_KINDS = {EVENTS[event].kind for event in floors.events}
ELSEWHERE = ("wallet:", "tournament:", "reserve")
"""Accounts at a table that hold no chips of a tournament."""
BUY_IN, BANK = 30_00, 200 * CHIP


class Heard(Protocol):
    """What a server said before it was killed."""

    asked: dict[str, list[str]]
    acknowledged: dict[str, tuple[int, int]]
    stood: list[tuple[str, int, str]]


class Record:
    """Tables and tournaments folded from their events, again after each kill."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._seen, self._last = 0, 0
        self._games: dict[str, Game] = {}
        self._kinds: dict[str, Kinds] = {}
        self._states: dict[str, Any] = {}
        self._versions: Counter[str] = Counter()
        self._written: dict[str, list[Stored]] = {}
        """By command, what it wrote since the last look."""
        self._since: dict[str, list[Stored]] = {}
        """By stream, what has come since the last look."""
        self._wanted: dict[tuple[str, int], str] = {}
        self._ran: tuple[str, Clock, int] | None = None
        """The tournament whose clock ran at the last kill, that clock, and the last stamp before it."""
        self.clocks_set_back = 0
        self._kills = 0
        self._acts = 0
        self._found: Counter[str] = Counter()

    def check(self, heard: Heard) -> None:
        """Hold what is on record now against what the server said, and against what must be so of any tournament."""
        self._kills += 1
        self._acts += len(heard.acknowledged)
        for stream, version, said in heard.stood:
            if self._versions[stream] == version:
                assert said == digest(self._states[stream]), f"{stream} stood otherwise than it was left"
            else:
                self._wanted[stream, version] = said
        self._read()
        assert not self._wanted, f"never stood so: {self._wanted.keys()}"
        self._nothing_lost_or_doubled(heard)
        for stream, state in self._states.items():
            if stream.startswith("tournament:"):
                self._one_seat_each(state)
                self._all_chips(state)
        self._clock_went_on()
        self._note_clock()

    def _read(self) -> None:
        self._written, self._since = {}, {}
        store = open_store(self._url)
        try:
            while found := list(store.read(after=self._seen, limit=5000)):
                for stored in found:
                    self._take(stored)
                self._seen = found[-1].position
            self._ledger = store.balances()
        finally:
            store.close()

    def _take(self, stored: Stored) -> None:
        stream = stored.stream
        self._found[stored.kind] += 1
        self._written.setdefault(stored.command_id, []).append(stored)
        self._since.setdefault(stream, []).append(stored)
        self._versions[stream] += 1
        assert stored.version == self._versions[stream]
        if stored.kind == "floor/TableRegistered":
            said = registration(stored)
            self._games[stream] = game(said.game)
            self._kinds[stream] = Kinds(self._games[stream].engine.events)
            self._states[stream] = self._games[stream].initial(convert(said.terms, self._games[stream].terms))
        elif stream in self._games and stored.kind not in FLOOR_KINDS:
            self._states[stream] = self._games[stream].evolve(self._states[stream], self._kinds[stream].read(stored))
        elif (own := TOURNAMENTS.id_of(stream)) is not None:
            before = self._states.get(stream) or TOURNAMENTS.initial(own)
            self._states[stream] = TOURNAMENTS.evolve(before, _event(stored))
        stood = self._wanted.pop((stream, stored.version), None)
        assert stood is None or stood == digest(self._states[stream]), f"{stream} stood otherwise at {stored.version}"
        self._last = stored.at

    def _nothing_lost_or_doubled(self, heard: Heard) -> None:
        for command, (first, last) in heard.acknowledged.items():
            assert [each.position for each in self._written[command]] == list(range(first, last + 1))
        for command, parts in heard.asked.items():
            written = [(each.stream, each.version, each.kind) for each in self._written.get(command, ())]
            assert not written or written == list(_said(parts)), f"{command} was written otherwise than it was asked"

    def _one_seat_each(self, cup: Tournament) -> None:
        if cup.sitting is None:
            return
        tables = {name: self._states[f"table:{name}"] for name in cup.sitting.tables}
        seated = [person for table in tables.values() for person in table.people]
        playing = [each for each in cup.in_play if each.table]
        assert sorted(seated) == sorted(each.plays for each in playing), "everyone has one seat"
        for each in playing:
            assert tables[each.table].people[each.plays].seat == each.seat
            assert cup.sitting.tables[each.table].seats[each.seat] == each.number
        assert len({(each.table, each.seat) for each in playing}) == len(playing)

    def _all_chips(self, cup: Tournament) -> None:
        """Tables + bank + withdrawn = issued, and the ledger says the same; nobody paid twice or was paid twice."""
        reserved = [
            name
            for name, state in self._states.items()
            if name in self._games and state.reserved is not None and state.reserved.tournament == cup.id
        ]
        there = sum(
            cents
            for name in reserved
            for account, cents in self._states[name].chips.items()
            if not account.startswith(ELSEWHERE)
        )
        kept = sum(each.bank for each in cup.entrants.values() if not each.table)
        assert there + kept + cup.withdrawn == cup.issued
        assert -self._ledger.get(f"tournament:{cup.id}", 0) == there
        paid_in = sum(each.paid for each in cup.entrants.values())
        entries = self._ledger.get(f"entries:{cup.id}", 0)
        assert paid_in == BUY_IN * len(cup.entrants)
        assert entries == (0 if cup.stage is Stage.OVER else paid_in)
        if cup.sitting is not None:
            assert cup.issued - cup.withdrawn == BANK * len(GUESTS) or self._raced(cup)
        if cup.stage is Stage.OVER:
            assert sum(each.prize for each in cup.entrants.values()) == BUY_IN * len(GUESTS)
            assert sorted(each.place for each in cup.entrants.values())[0] == 1

    def _raced(self, cup: Tournament) -> bool:
        """Whether odd chips were raced for, which rounds what is in play."""
        return cup.sitting is not None and cup.sitting.smallest > 0

    def _note_clock(self) -> None:
        self._ran = None
        for stream, state in self._states.items():
            clock = state.sitting.clock if isinstance(state, Tournament) and state.sitting is not None else None
            if clock is not None and clock.since is not None:
                self._ran = (stream, clock, self._last)

    def _clock_went_on(self) -> None:
        """The first thing that a server did in a tournament whose clock ran was to set it back to where it stood."""
        if self._ran is None:
            return
        stream, clock, last = self._ran
        news = self._since.get(stream, [])
        if not news:
            assert self._last == last, "a server was there before it had set the clock"
            return
        stopped, went_on = _event(news[0]), _event(news[1])
        assert isinstance(stopped, ClockStopped) and isinstance(went_on, ClockStopped)
        assert (stopped.stopped, went_on.stopped, news[0].actor) == (True, False, HOUSE)
        gone = clock.elapsed + last - (clock.since or 0)
        assert clock.elapsed + stopped.at - (clock.since or 0) == gone, "the clock goes on where it stood"
        assert went_on.at >= last
        self.clocks_set_back += 1

    def results(self) -> int:
        """How many tournaments have been played to their result."""
        return self._found[EVENTS[ResultDeclared].kind]

    def summary(self) -> str:
        """What was checked, in words."""
        tournament = {kind: many for kind, many in self._found.items() if kind.startswith("tournament/")}
        broken = tournament.get("tournament/TableBroken", 0)
        return (
            f"{self._kills} servers, {self._acts} acts acknowledged, {self._seen} events, {self.results()} results, "
            f"{broken} tables broken, {self.clocks_set_back} clocks set back"
        )


def _said(parts: list[str]) -> list[tuple[str, int, str]]:
    """What was about to be written: stream, version and kind of each event."""
    found = []
    for part in parts:
        stream, version, kinds = part.split("|")
        found += [(stream, int(version) + nth, kind) for nth, kind in enumerate(kinds.split(","), 1)]
    return found


def _event(stored: Stored) -> Event:
    return kinds_of(TOURNAMENTS).read(stored)
