"""The journal of the house: what happens to the record and the software themselves, kept in the record."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any
from uuid import uuid4

from croupier.floor.acts.recording import Kinds, to_store
from croupier.floor.store import Append, Commit, Committed, Conflict, Store, Stored, StoreError
from croupier.floor.store.upcast import upcasters
from croupier.house.clock_events import ClockJumped
from croupier.table.contract import HOUSE, Event
from croupier.table.declare import EVENTS, Part
from croupier.table.words import count

JOURNAL = "journal"
"""The journal's stream."""

part = Part("journal")


class HouseOpened(Event, frozen=True, kw_only=True):
    """A server has opened the house: the software, the books and the rules it runs, and the key it signs with."""

    server: str
    version: str
    books: dict[str, str]
    """The digest of each book's text, by its name."""
    fold: str
    """The digest of the rules as they are written."""
    key: str


class HouseClosed(Event, frozen=True, kw_only=True):
    """A server has closed in good order."""

    server: str


class StillOpen(Event, frozen=True, kw_only=True):
    """A server is there, though nothing else was written for a while: a clock of a tournament runs meanwhile."""


class SnapshotsTaken(Event, frozen=True, kw_only=True):
    """States of streams were kept aside; by stream, the hash of each behind its salt."""

    hashes: dict[str, str]


class RecordVerified(Event, frozen=True, kw_only=True):
    """The record was checked up to a position."""

    position: int
    whole: bool
    reason: str = ""


class AboutStops(Event, frozen=True, kw_only=True):
    """Something that stops play or may let it go on, which every server of the house listens for."""

    stream: str
    """Nothing for the whole record, and play everywhere."""


class PlayStopped(AboutStops, frozen=True, kw_only=True):
    """Play is stopped on every server where it rests on a damaged stream; said anew whenever the house opens."""

    why: str


class CheckOrdered(AboutStops, frozen=True, kw_only=True):
    """Someone orders a second check of where play is stopped; it is made once another person has ordered it too."""


class CheckedAgain(AboutStops, frozen=True, kw_only=True):
    """What a second check came to that two people had ordered: play goes on, or stays stopped."""

    position: int
    """Up to where the record was checked."""
    whole: bool
    ordered_by: tuple[str, ...]
    reason: str = ""
    answers: tuple[int, ...] = ()
    """Where in the record the accusations stand that this answers."""


class RecordExported(Event, frozen=True, kw_only=True):
    """The record, or what it says of one table, was handed out."""

    form: str
    table: str | None = None


class FacesDisclosed(Event, frozen=True, kw_only=True):
    """What is sealed in an event was shown to the one it belongs to."""

    position: int
    person: str


class FormatChanged(Event, frozen=True, kw_only=True):
    """The record was carried over from an older form; where that ended, and its last digest."""

    was: int
    position: int
    digest: str


part.tells(HouseOpened, says=lambda e, who: f"The house opens with version {e.version}.")
part.tells(HouseClosed, says=lambda e, who: "The house closes.")
part.tells(StillOpen, says=lambda e, who: "The house is still open.")
part.tells(SnapshotsTaken, says=lambda e, who: f"{count(len(e.hashes), 'state')} kept aside.")
part.tells(
    RecordVerified,
    says=lambda e, who: (
        f"The record is whole up to {e.position}." if e.whole else f"The record is broken at {e.position}: {e.reason}."
    ),
)
part.tells(PlayStopped, says=lambda e, who: f"Play is stopped at {e.stream or 'every table'}: {e.why}.")
part.tells(CheckOrdered, says=lambda e, who: f"A second check of {e.stream or 'the whole record'} is ordered.")
part.tells(
    CheckedAgain,
    says=lambda e, who: (
        f"At the order of {' and '.join(map(who, e.ordered_by))} the record is checked again up to {e.position}: "
        + (f"{e.stream or 'the record'} is whole." if e.whole else f"it is not whole. {e.reason}.")
    ),
)
part.tells(
    RecordExported,
    says=lambda e, who: f"The record of {e.table or 'the whole house'} is handed out as {e.form}.",
)
part.tells(FacesDisclosed, says=lambda e, who: f"What is sealed in event {e.position} is shown to {who(e.person)}.")
part.tells(FormatChanged, says=lambda e, who: f"The record is carried over from its form {e.was}.")

KINDS = Kinds((*part.events, ClockJumped))

SNAPSHOTS_SALTED = 2
"""The schema from which on the hashes of kept states have a salt."""


@upcasters.step(EVENTS[SnapshotsTaken].kind, SNAPSHOTS_SALTED - 1)
def _without_bare_hashes(old: dict[str, Any]) -> dict[str, Any]:
    """A hash without a salt would tell a state's hidden cards to whoever tries them; no such state is used any more."""
    return {**old, "hashes": dict.fromkeys(old["hashes"], "")}


class Journal:
    """Writes the journal; an entry is durable when `note` returns. Safe to use from any thread."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._version = 0
        self._lock = Lock()

    def note(self, *events: Event, by: str = HOUSE) -> int:
        """Write entries under the name of whoever caused them; the position of the first."""
        with self._lock:
            while True:
                append = Append(JOURNAL, self._version, to_store("", events))
                commit = Commit(f"journal:{uuid4()}", by, self._clock(), (append,))
                match self._store.submit(commit).result():
                    case Committed(positions=(first, _)):
                        self._version += len(events)
                        return first
                    case Conflict(actual=actual):
                        self._version = actual
                    case other:
                        raise StoreError(f"the journal was refused: {other}")


def read(stored: Stored) -> Event:
    """An entry of the journal."""
    return KINDS.read(stored)
