"""States kept aside, held against the record at the very version that each was taken at."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from typing import Any

import msgspec

from croupier.floor.acts.keeping import Live, fold_of, hashes_noted, thaw
from croupier.floor.acts.live_table import LiveTable, registration
from croupier.floor.acts.recording import TABLES
from croupier.floor.acts.streams import Streams
from croupier.floor.store import Archive, Moment

Progress = Callable[[int, int], None]
"""Called with how many states are done, and of how many."""

CHUNK = 1000
"""How many events are folded at a time."""

log = logging.getLogger(__name__)


def unlike_the_record(store: Archive, progress: Progress | None = None) -> Iterator[tuple[str, str]]:
    """The streams whose kept state is not what the record says, on two looks, and what was seen at the second.

    Play goes on meanwhile, and keeps newer states in place of those that were there a moment ago.
    """
    streams = sorted(store.snapshots.streams())
    for done, stream in enumerate(streams):
        if progress is not None:
            progress(done, len(streams))
        first = difference(store, stream)
        if first is None:
            continue
        with store.snapshot() as moment:
            second = difference(moment, stream)
        if second is None:
            log.warning("seen once, and not on a second look: %s", first)
        else:
            yield stream, second


def difference(store: Archive | Moment, stream: str) -> str | None:
    """In what the state kept of a stream is not what the record says; None if it is as it should be.

    Nothing is said of a state that is not used here: one that other rules folded, or whose event is not on record.
    """
    kept = store.snapshots.get(stream)
    if kept is None:
        return None
    what = f"the state kept of {stream} at version {kept.version}"
    noted = hashes_noted(store, kept.noted).get(stream)
    if not kept.salt and not noted:
        return None  # kept by a version that knew no salts, whose hashes are not looked at any more
    if noted != kept.hash:
        return f"{what} is not the one that the journal tells of"
    live, again = _empty(store, stream), _empty(store, stream)
    if live is None or again is None or kept.fold != fold_of(live):
        return None
    try:
        thaw(live, kept)
        _fold(store, again, kept.version)
    except Exception as error:
        return f"{what} cannot be folded again ({type(error).__name__})"
    if live.state == again.state:
        return None
    return f"{what} is not what its record folds to{_fields(live.state, again.state)}"


def unfoldable(store: Archive, stream: str) -> str | None:
    """Why a stream cannot be folded from its record, if it cannot."""
    try:
        live = _empty(store, stream)
        if live is not None:
            _fold(store, live, store.streams(stream).get(stream, 0))
    except Exception as error:
        return f"the record of {stream} cannot be folded ({type(error).__name__})"
    return None


def _empty(store: Archive | Moment, stream: str) -> Live | None:
    """A stream of which nothing has been read yet."""
    if stream.startswith(TABLES):
        return LiveTable(registration(store.read(stream, limit=1)[0]))
    return Streams().named(stream)


def _fold(store: Archive | Moment, live: Live, version: int) -> None:
    """Bring a stream to a version by its record alone."""
    wanted = takewhile(lambda stored: stored.version <= version, store.stream(live.stream))
    while chunk := list(islice(wanted, CHUNK)):
        if isinstance(live, LiveTable):
            live.apply(live.tell_all(chunk))
        else:
            live.absorb(chunk)


def _fields(one: Any, other: Any) -> str:
    """By name alone, the parts in which two states differ: what they hold may be someone's secret."""
    if type(one) is not type(other) or not isinstance(one, msgspec.Struct):
        return ""
    names = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return f": they differ in {', '.join(names)}"
