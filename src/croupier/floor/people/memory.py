"""Memory: sessions seen a moment ago, so that recognising someone costs nothing; and a bell for each that ends."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import Enum
from threading import Lock
from typing import Final, Generic, TypeVar

import msgspec

W = TypeVar("W")

ASK_SECONDS = 0.5
"""How old the last look at the store may be before another is taken, beside the work."""

TRUST_SECONDS = 1.0
"""How old it may be before memory no longer answers."""

REMEMBERED = 10_000
"""Sessions that are kept in mind, at most; of those that have ended, too."""


class Unknown(Enum):
    """What memory says when the store must be asked."""

    UNKNOWN = "unknown"


UNKNOWN: Final = Unknown.UNKNOWN


class Seen(msgspec.Struct, Generic[W], frozen=True):
    """A session in mind: whose, and until when nothing need be written or looked up for it (times in ms)."""

    who: W
    person: str
    over: int
    renew: int


class Memory(Generic[W]):
    """The sessions this server has seen; what changes here is forgotten at once, what others change within a second.

    `changes` asks the store for its count of changes: as long as that stands, so does what is in mind.
    """

    def __init__(self, changes: Callable[[], int], moment: Callable[[], float] = time.monotonic) -> None:
        self._changes = changes
        self._moment = moment
        self._seen: OrderedDict[bytes, Seen[W]] = OrderedDict()
        self._ended: OrderedDict[bytes, None] = OrderedDict()
        self._count = -1
        self._asked = float("-inf")
        self._asking = False
        self._lock = Lock()
        self._asker = ThreadPoolExecutor(1, "croupier-memory")
        self.generation = 0
        """Another number after everything that was forgotten."""

    def recall(self, token_hash: bytes, now: int, *, active: bool) -> W | Unknown | None:
        """Whose session it is, None when it has ended, or UNKNOWN; asks nothing and waits for nothing."""
        if token_hash in self._ended:
            return None
        age = self._moment() - self._asked
        if age > ASK_SECONDS and not self._asking and self._seen:
            self._asking = True
            try:
                self._asker.submit(self._ask)
            except RuntimeError:  # the interpreter is closing down
                return UNKNOWN
        seen = self._seen.get(token_hash)
        if seen is None or age > TRUST_SECONDS or now >= seen.over or (active and now >= seen.renew):
            return UNKNOWN
        return seen.who

    def ready(self) -> int:
        """Have looked at the store lately; the generation of what is read from it after this."""
        if self._moment() - self._asked > ASK_SECONDS:
            self._ask()
        return self.generation

    def keep(self, token_hash: bytes, seen: Seen[W], generation: int) -> None:
        """Keep in mind what the store said, unless something was forgotten since it was asked."""
        with self._lock:
            if self.generation != generation:
                return
            self._seen[token_hash] = seen
            self._seen.move_to_end(token_hash)
            while len(self._seen) > REMEMBERED:
                self._seen.popitem(last=False)

    def forget(self, token_hash: bytes, *, ended: bool) -> None:
        """Forget a session; one that has ended never comes back."""
        with self._lock:
            self.generation += 1
            self._seen.pop(token_hash, None)
            if ended:
                self._ended[token_hash] = None
                while len(self._ended) > REMEMBERED:
                    self._ended.popitem(last=False)

    def forget_person(self, person: str) -> None:
        """Forget every session of someone."""
        with self._lock:
            self.generation += 1
            for token_hash in [each for each, seen in self._seen.items() if seen.person == person]:
                del self._seen[token_hash]

    def close(self) -> None:
        """Ask no more."""
        self._asker.shutdown(wait=False, cancel_futures=True)

    def _ask(self) -> None:
        """Look whether anything has changed; if so, everything is forgotten."""
        try:
            moment = self._moment()
            count = self._changes()
            with self._lock:
                if count != self._count:
                    self._count = count
                    self.generation += 1
                    self._seen.clear()
                self._asked = moment
        except Exception:
            with self._lock:  # the store does not answer, so nothing is known for certain
                self._asked = float("-inf")
        finally:
            self._asking = False


class Bells:
    """A bell for each session that someone watches: it rings when the session ends or its owner's ranks change."""

    def __init__(self) -> None:
        self._listening: dict[bytes, set[Callable[[], None]]] = {}
        self._lock = Lock()

    @contextmanager
    def listening(self, token_hash: bytes, callback: Callable[[], None]) -> Iterator[None]:
        """Have the callback called, on whatever thread, at each ring for a session."""
        with self._lock:
            self._listening.setdefault(token_hash, set()).add(callback)
        try:
            yield
        finally:
            with self._lock:
                callbacks = self._listening.get(token_hash, set())
                callbacks.discard(callback)
                if not callbacks:
                    self._listening.pop(token_hash, None)

    def ring(self, token_hash: bytes) -> None:
        """Call those who listen for this session."""
        with self._lock:
            callbacks = tuple(self._listening.get(token_hash, ()))
        for callback in callbacks:
            callback()
