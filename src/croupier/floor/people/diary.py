"""The diary: significant events beyond the tables, kept in the same chained record as the play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, ClassVar
from uuid import uuid4

import msgspec

from croupier.floor.store import Append, Commit, Committed, Conflict, NewEvent, Store

PEOPLE = "people"
"""The stream of what happens to accounts and sign-ins."""

Clock = Callable[[], int]
"""Tells the time in milliseconds since 1970."""


ACCOUNTS = "accounts/"
"""What stands before the kinds of entries about accounts."""


class Entry(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Something worth keeping that no table decides; a kind of entry says what it tells the house."""

    says: ClassVar[str]
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


class Diary:
    """Appends entries to their streams; each is durable when `note` returns. Safe to use from any thread."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._versions: dict[str, int] = {}
        self._lock = Lock()

    def note(self, entry: Entry, *, actor: str, stream: str = PEOPLE) -> None:
        """Keep an entry under the name of whoever caused it."""
        event = NewEvent(ACCOUNTS + type(entry).__name__, 1, msgspec.json.encode(entry))
        with self._lock:
            version = self._versions.get(stream, 0)
            while True:
                append = Append(stream, version, (event,))
                commit = Commit(f"diary:{uuid4()}", actor, self._clock(), (append,))
                match self._store.submit(commit).result():
                    case Committed():
                        break
                    case Conflict(actual=actual):
                        version = actual
            if stream == PEOPLE:
                self._versions[stream] = version + 1
