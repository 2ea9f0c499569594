"""A round of the record as a table script: what stood before it, its acts one by one, and who was behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import select

from croupier.cards import Card
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.recording import Told
from croupier.floor.reading.audience import INSPECTOR
from croupier.floor.reading.replay import Past
from croupier.floor.reading.whose_chips import Whose, whose_now
from croupier.floor.store import Archive, Stored
from croupier.floor.store.schema import events
from croupier.games import game
from croupier.house import meter
from croupier.house.linked import METERS, playing_for
from croupier.house.tournaments.model import CHIP
from croupier.money import dollars
from croupier.scripts.finding import values_in
from croupier.scripts.writing import Learned, Passage, Written, write
from croupier.table.contract import PLAYER
from croupier.table.declare import told as openly
from croupier.table.tournaments import reserved, reserved_people

ORDERS = frozenset((*reserved.part.events, *reserved.levels.events, *reserved_people.part.events))
"""What a tournament orders at a table."""
MOST_EARLIER = 1500
"""Events before a round among which what is still in force is looked for."""


Places = dict[str, list[int | None]]
"""People, each with the seats they had one after the other, or none while they stood."""


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """All that a script of a round is written from, without the faces that are one player's alone.

    It can be taken to another process.
    """

    game: str
    title: str
    before: Any
    passages: tuple[Passage, ...]
    earlier: tuple[Passage, ...]
    names: dict[str, str]
    midnight: int
    meter: tuple[int, int] | None

    def script(self, learned: Learned | None = None) -> Written:
        """The script; what was learned of which lines say what is used again for the next."""
        return write(
            game(self.game),
            self.title,
            self.before,
            self.passages,
            names=self.names,
            midnight=self.midnight,
            beside={} if self.meter is None else {"meter": self.meter},
            earlier=self.earlier,
            learned=learned,
        )


class Tale:
    """The rounds of a table told one after another, each from how the table stood before it."""

    def __init__(self, store: Archive, past: Past, after: int) -> None:
        self._store, self._past = store, past
        self.live = past.at(after)
        self._known = frozenset(self.live.game.engine.events)
        self._earlier = [each for each in self._passages(_read(store, self.live.stream, after)) if _quiet(each)]
        self.places: dict[Whose, Places] = {}
        """Who was at the table in the round last told, by whose chips it was played with meanwhile."""

    def skip_to(self, version: int) -> None:
        """Go on from there, without telling what lies between."""
        if self.live.version < version:
            self._earlier += [
                each for each in self._passages(_read(self._store, self.live.stream, version)) if _quiet(each)
            ]
            self.live = self._past.at(version)

    def round(self, stored: list[Stored], title: str) -> tuple[Story, tuple[Told, ...]]:
        """What a script of the next round is written from, and its events as they are told.

        What a tournament orders at a table no line of a script says: where it does so before anything is staked, the
        script begins behind that, with everyone in their seats.
        """
        live, before = self.live, self.live.state
        said: list[Told] = []
        passages: list[Passage] = []
        self.places = {}
        self._look()
        for each in self._passages(stored, said):
            passages.append(each)
            if any(type(event) in ORDERS for event in each.events) and reserved.between_rounds(
                live.state, live.game.engine.rules(live.state)
            ):
                self._earlier += [each for each in passages if _quiet(each)]
                before, passages = live.state, []
        whose = whose_now(before)
        made = Story(
            game=live.game.name,
            title=title
            if whose is None
            else f"{title.removesuffix('.')}, with chips of {whose.title}: one is {dollars(CHIP)} here.",
            before=live.game.engine.rules(before).concealed(before, INSPECTOR),
            passages=tuple(passages),
            earlier=tuple(self._earlier[-MOST_EARLIER:]),
            names=dict(live.names),
            midnight=midnight(stored[0].at),
            meter=_meter(self._store, live, before, stored),
        )
        self._earlier += [each for each in passages if _quiet(each)]
        return made, tuple(said)

    def _passages(self, stored: Iterable[Stored], said: list[Told] | None = None) -> Iterator[Passage]:
        """Events by the commands that led to them; the floor's own say who someone is, and are no part of an act."""
        live = self.live
        for _, group in groupby(stored, key=lambda each: each.command_id):
            some = tuple(group)
            told = live.tell_all(some)
            if said is not None:
                live.apply(told)
                said += told
                self._look()
            found = tuple(openly(each.event, "", house=True) for each in told if type(each.event) in self._known)
            if found:
                yield Passage(some[0].at, some[0].actor, live.ranks.get(some[0].actor, PLAYER), found)

    def _look(self) -> None:
        places = self.places.setdefault(whose_now(self.live.state), {})
        for person in self.live.state.people.values():
            seats = places.setdefault(person.id, [])
            if person.seat not in seats:
                seats.append(person.seat)


def midnight(at: int) -> int:
    """When the day of a moment began here."""
    day = datetime.fromtimestamp(at / 1000).replace(hour=0, minute=0, second=0, microsecond=0)
    return int(day.timestamp() * 1000)


def _read(store: Archive, stream: str, version: int) -> list[Stored]:
    """The events of a stream up to a version, the last so many of them."""
    query = select(events).where(events.c.stream == stream, events.c.version <= version)
    query = query.where(events.c.version > version - MOST_EARLIER).order_by(events.c.version)
    with store.reading() as connection:
        return [Stored(*row) for row in connection.execute(query)]


def _quiet(passage: Passage) -> bool:
    """Whether an act could still be in force: it moved neither money nor cards."""
    return not any(
        event.moves or any(isinstance(each.value, Card) for each in values_in(event)) for event in passage.events
    )


def _meter(store: Archive, live: LiveTable, before: Any, stored: list[Stored]) -> tuple[int, int] | None:
    """The seed of the meter that the round was played for, and what it held when it paid, but for this round's part.

    Wagers of other tables that came in meanwhile are counted as if they had been there before.
    """
    link = live.game.engine.rules(before).meter_link(before)
    if link is None:
        return None
    first, last = stored[0].position, stored[-1].position
    meters = {METERS.id_of(name) or "": name for name in store.streams(METERS.stream(""))}
    folded = {key: _folded(store, key, first) for key in meters}
    found = playing_for({key: each.state for key, each in folded.items()}, live.id, link)
    if found is None:
        return None
    live_meter = folded[found]
    mites, own = live_meter.state.mites, 0
    for each in store.stream(live_meter.stream, live_meter.version):
        if each.position > last:
            break
        held = live_meter.state.mites
        event = live_meter.read(each)
        live_meter.absorb((each,))
        if live_meter.state.mites < held:
            break  # it has paid
        if isinstance(event, meter.WagersRegistered) and event.table == live.id:
            own += live_meter.state.mites - held
        mites = live_meter.state.mites
    return live_meter.state.seed, mites - own


def _folded(store: Archive, name: str, before: int) -> LiveStream[Any]:
    """A meter as it was before a position."""
    live = LiveStream(METERS, name)
    for stored in store.stream(live.stream):
        if stored.position >= before:
            break
        live.absorb((stored,))
    return live
