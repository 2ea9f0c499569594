"""Figures of the running house: counters, gauges and histograms that any room of the floor may keep.

They name no person and no table: labels are kinds, routes and outcomes, and there is a bound to how many there are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Generic, TypeVar

MOST_LABELS = 400
"""How many sets of labels one figure keeps; whatever comes after is counted together."""

OTHER = "other"
"""The label of what is beyond them."""

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The seconds by which times are told apart."""

SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0)
"""The sizes by which groups are told apart."""

Labels = tuple[str, ...]
V = TypeVar("V")


class Figure(Generic[V]):
    """What every figure has: a name, a sentence, the names of its labels, and a value for each set of them."""

    def __init__(self, name: str, help: str, labels: Labels) -> None:
        self.name, self.help, self.labels = name, help, labels
        self._values: dict[Labels, V] = {}
        self._lock = Lock()

    def _key(self, labels: Labels) -> Labels:
        """The labels as they are kept; called under the lock."""
        if labels in self._values:
            return labels
        assert len(labels) == len(self.labels), f"{self.name} is told apart by {self.labels}"
        return labels if len(self._values) < MOST_LABELS else (OTHER,) * len(self.labels)


class Counter(Figure[float]):
    """Something that only grows."""

    def add(self, *labels: str, by: float = 1) -> None:
        """Count so many more."""
        with self._lock:
            key = self._key(labels)
            self._values[key] = self._values.get(key, 0) + by

    def value(self, *labels: str) -> float:
        """How many there were."""
        return self._values.get(labels, 0)

    def samples(self) -> dict[Labels, float]:
        """Every value by its labels."""
        with self._lock:
            return dict(self._values)


class Gauge(Figure[float | Callable[[], float]]):
    """Something that rises and falls; either it is set, or it is looked up when someone asks."""

    def set(self, value: float, *labels: str) -> None:
        """It stands at this now."""
        with self._lock:
            self._values[self._key(labels)] = value

    def look_up(self, value: Callable[[], float], *labels: str) -> None:
        """Ask this whenever someone wants to know."""
        with self._lock:
            self._values[self._key(labels)] = value

    def value(self, *labels: str) -> float:
        """How it stands."""
        found = self._values.get(labels, 0.0)
        return found() if callable(found) else found

    def samples(self) -> dict[Labels, float]:
        """Every value by its labels."""
        with self._lock:
            found = dict(self._values)
        return {labels: value() if callable(value) else value for labels, value in found.items()}


class Tally:
    """What a histogram keeps for one set of labels."""

    __slots__ = ("counts", "total")

    def __init__(self, steps: int) -> None:
        self.counts = [0] * (steps + 1)
        self.total = 0.0


class Histogram(Figure[Tally]):
    """How often something took how long, or was how large."""

    def __init__(self, name: str, help: str, labels: Labels, steps: tuple[float, ...] = QUICK) -> None:
        super().__init__(name, help, labels)
        self.steps = steps

    def observe(self, value: float, *labels: str) -> None:
        """It was this once more."""
        with self._lock:
            key = self._key(labels)
            tally = self._values.get(key)
            if tally is None:
                tally = self._values[key] = Tally(len(self.steps))
            tally.counts[bisect_left(self.steps, value)] += 1
            tally.total += value

    def count(self, *labels: str) -> int:
        """How often it was seen."""
        tally = self._values.get(labels)
        return 0 if tally is None else sum(tally.counts)

    def samples(self) -> dict[Labels, tuple[tuple[int, ...], float]]:
        """The counts at each step and beyond the last, and the sum, by labels."""
        with self._lock:
            return {labels: (tuple(tally.counts), tally.total) for labels, tally in self._values.items()}


class Figures:
    """All figures of a process by name; asked for twice, a figure is the same."""

    def __init__(self) -> None:
        self._known: dict[str, Counter | Gauge | Histogram] = {}

    def counter(self, name: str, help: str, *labels: str) -> Counter:
        """Something that only grows."""
        return self._one(Counter(name, help, labels), Counter)

    def gauge(self, name: str, help: str, *labels: str) -> Gauge:
        """Something that rises and falls."""
        return self._one(Gauge(name, help, labels), Gauge)

    def histogram(self, name: str, help: str, *labels: str, steps: tuple[float, ...] = QUICK) -> Histogram:
        """How often something took how long, or was how large."""
        return self._one(Histogram(name, help, labels, steps), Histogram)

    def __iter__(self) -> Iterator[Counter | Gauge | Histogram]:
        return iter(tuple(self._known.values()))

    def _one(self, new: F, kind: type[F]) -> F:
        found = self._known.setdefault(new.name, new)
        assert isinstance(found, kind) and found.labels == new.labels, f"{new.name} is something else already"
        return found


F = TypeVar("F", Counter, Gauge, Histogram)

FIGURES = Figures()
"""The figures of this process."""

REQUESTS = FIGURES.histogram(
    "croupier_request_seconds", "How long requests took, by route and kind of answer.", "method", "route", "status"
)
TURNED_AWAY = FIGURES.counter(
    "croupier_turned_away_total", "Requests turned away before they were looked at.", "class", "why"
)
COMMANDS = FIGURES.counter(
    "croupier_commands_total", "Commands by outcome, and by what they did or why not.", "outcome", "kind"
)
COMMITS = FIGURES.counter("croupier_commits_total", "Commits to the record, by outcome.", "outcome")
GROUP_SIZE = FIGURES.histogram("croupier_commit_group_size", "How many commits shared a transaction.", steps=SIZES)
COMMIT_SECONDS = FIGURES.histogram("croupier_commit_seconds", "How long transactions took to be durable.")

RECORD_POSITION = FIGURES.gauge("croupier_record_position", "The position of the last event on record, as heard here.")
QUEUED = FIGURES.gauge("croupier_queue_depth", "How much is being worked on or waits, by queue.", "queue")
FEEDS = FIGURES.gauge("croupier_feeds_open", "Feeds that are open.")
CONNECTIONS = FIGURES.gauge("croupier_connections_open", "Connections that are open.")
SESSIONS = FIGURES.gauge("croupier_sessions", "People seen here lately with a session.")
TABLES = FIGURES.gauge("croupier_tables", "Tables on the floor.")
STOPPED = FIGURES.gauge("croupier_stopped_streams", "Streams at which play is stopped because of damage.")
STORE_UP = FIGURES.gauge("croupier_store_up", "Whether the store takes writes (1) or not (0).")
VERIFIED_POSITION = FIGURES.gauge(
    "croupier_verified_position", "Up to where the record has been verified in the background."
)
SNAPSHOTS = FIGURES.counter("croupier_snapshots_total", "Snapshots of streams, by what became of them.", "outcome")
