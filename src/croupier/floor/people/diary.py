"""The diary: significant events beyond the tables, kept in the same chained record as the play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, ClassVar
from uuid import uuid4

import msgspec

from croupier.floor.store import Append, CommandIdTaken, Commit, Committed, Conflict, NewEvent, Store, Stored

PEOPLE = "people"
"""The stream of what happens to accounts and sign-ins."""

Clock = Callable[[], int]
"""Tells the time in milliseconds since 1970."""


ACCOUNTS = "accounts/"
"""What stands before the kinds of entries about accounts."""


class Entry(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Something worth keeping that no table decides; a kind of entry says what it tells the house."""

    says: ClassVar[str]
    secret: ClassVar[tuple[str, ...]] = ()
    """The fields that the record seals: nobody reads them but the house itself."""
    kinds: ClassVar[dict[str, type[Entry]]] = {}

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        Entry.kinds[cls.__name__] = cls


def bare(kind: str) -> str:
    """The name of an entry's kind, as it is stored now or as it once was."""
    return kind.removeprefix(ACCOUNTS)


def says(kind: str, entry: Mapping[str, Any]) -> str:
    """What an entry tells the house."""
    return Entry.kinds[bare(kind)].says.format(person=entry["person"] or "someone unknown")


def openly(kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry without what is sealed in it."""
    secret = Entry.kinds[bare(kind)].secret
    return {name: value for name, value in entry.items() if name not in secret}


def read(stored: Stored) -> Entry | None:
    """An entry as it was written; None for a kind that is not known here."""
    kind = Entry.kinds.get(bare(stored.kind))
    return None if kind is None else msgspec.json.decode(stored.whole, type=kind)


def _event(entry: Entry) -> NewEvent:
    return NewEvent(ACCOUNTS + type(entry).__name__, 1, msgspec.json.encode(entry), (), entry.secret)


class Diary:
    """Appends entries to their streams; each is durable when `note` returns. Safe to use from any thread."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._version = 0
        self._lock = Lock()

    def note(self, entry: Entry, *, actor: str, stream: str = PEOPLE, once: str = "") -> bool:
        """Keep an entry under the name of whoever caused it; under a name given by `once`, not a second time.

        Whether it was kept now.
        """
        if stream != PEOPLE:
            return self._append((entry,), actor, stream, 0, once)[0]
        with self._lock:
            kept, self._version = self._append((entry,), actor, stream, self._version, once)
            return kept

    def note_at(self, entries: Sequence[Entry], *, actor: str, version: int, at: int) -> bool:
        """Keep entries about accounts if nothing was kept since this version; whether it was so."""
        append = Append(PEOPLE, version, tuple(map(_event, entries)))
        commit = Commit(f"diary:{uuid4()}", actor, at, (append,))
        return isinstance(self._store.submit(commit).result(), Committed)

    def _append(self, entries: Sequence[Entry], actor: str, stream: str, version: int, once: str) -> tuple[bool, int]:
        """Whether they were written now, and the version of the stream to go on from."""
        while True:
            append = Append(stream, version, tuple(map(_event, entries)))
            commit = Commit(f"diary:{once or uuid4()}", actor, self._clock(), (append,))
            try:
                outcome = self._store.submit(commit).result()
            except CommandIdTaken:
                return False, version  # someone else kept it first
            if isinstance(outcome, Conflict):
                version = outcome.actual
            else:
                assert isinstance(outcome, Committed), "nobody refuses the diary"
                return not outcome.repeated, version if outcome.repeated else version + len(entries)
