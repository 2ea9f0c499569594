"""A tournament replayed from its record: each step with who took it and under which clauses, and how it then stood."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.reading.audience import INSPECTOR
from croupier.floor.reading.clauses import ClauseText, clause_texts
from croupier.floor.reading.telling import Line, stream_line
from croupier.floor.store import Archive
from croupier.house.tournaments.model import Tournament
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.table.contract import NO_PERSON

NUMBERS = frozenset(
    {
        "entrants",
        "order",
        "among",
        "going_on",
        "through",
        "banks",
        "places",
        "began",
        "short",
        "cents",
        "prizes",
        "things",
    }
)
"""The fields of events that hold entrants by their numbers, where they hold several."""


class TournamentStep(Line, frozen=True, kw_only=True):
    """An event of a tournament with its clauses, and the numbers of the entrants whom it names."""

    clauses: tuple[ClauseText, ...]
    entrants: tuple[int, ...]


class NoSuchTournament(LookupError):
    """The record has no such tournament, or no such step of it."""


def steps(store: Archive, tournament: str, *, entrant: int | None = None, after: int = 0) -> Iterator[TournamentStep]:
    """The steps behind a version, all of them or those that name an entrant, as the house hears of them."""
    live = LiveStream(TOURNAMENTS, tournament)
    for stored in store.stream(live.stream):
        live.absorb((stored,))
        told = live.tell_all((stored,), {**NO_PERSON, **live.state.names})[0]
        numbers = tuple(sorted(set(named(told.event))))
        if told.version <= after or (entrant is not None and entrant not in numbers):
            continue
        said = stream_line(told, INSPECTOR, live.state, live.state.names)
        assert said is not None, "the inspector hears of everything"
        yield TournamentStep(**msgspec.structs.asdict(said), clauses=clause_texts(said.under), entrants=numbers)
    if not live.version:
        raise NoSuchTournament(f"the record has no tournament {tournament!r}")


def as_it_stood(store: Archive, tournament: str, version: int) -> LiveStream[Tournament]:
    """The tournament after a step."""
    live = LiveStream(TOURNAMENTS, tournament)
    live.absorb(islice(store.stream(live.stream), max(0, version)))
    if version < 1 or live.version != version:
        raise NoSuchTournament(f"the record has no step {version} of a tournament {tournament!r}")
    return live


def named(what: Any) -> Iterator[int]:
    """The numbers of the entrants that an event, or a part of one, names."""
    if isinstance(what, tuple):
        for each in what:
            yield from named(each)
    elif isinstance(what, msgspec.Struct):
        for name in what.__struct_fields__:
            found = getattr(what, name)
            if name == "entrant" and isinstance(found, int):
                yield found
            elif name in NUMBERS and isinstance(found, tuple | dict):
                yield from (each for each in found if isinstance(each, int))
            else:
                yield from named(found)
