"""What one transaction will write: a group of commits, decided in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from croupier.floor.store import contents
from croupier.floor.store.chain import GENESIS, LONGEST, entry, hash_leaf
from croupier.floor.store.records import (
    Append,
    CommandIdTaken,
    Commit,
    Committed,
    Conflict,
    Known,
    Malformed,
    NewEvent,
    RefusedBefore,
)
from croupier.floor.store.sealing import seal

Outcome = Committed | Conflict | RefusedBefore | CommandIdTaken | Malformed


class Tip(NamedTuple):
    """Where a stream ends: the version and the leaf of its last event."""

    version: int
    leaf: bytes


NEW = Tip(0, GENESIS)
"""Where a stream stands before its first event."""


class Group:
    """Collects the rows of the commits that hold; a commit that does not hold leaves no trace here.

    Positions count from the head before the group: the first event's is 1.
    """

    def __init__(self, known: Mapping[str, Known], tips: Mapping[str, Tip], commits: Iterable[Commit]) -> None:
        self.events: list[tuple[Any, ...]] = []
        self.postings: list[tuple[Any, ...]] = []
        self.commands: list[tuple[Any, ...]] = []
        self.tips: dict[str, Tip] = {}
        """Where every stream stands after the group, those included that it only guards."""
        self.changes: dict[str, int] = {}
        self.before = tips
        self._known = known
        self._own: dict[str, Known] = {}
        self._outcomes = [(commit.command_id, self._add(commit)) for commit in commits]

    @property
    def digest(self) -> bytes:
        """The leaf of the last event."""
        leaf = self.events[-1][9]
        assert isinstance(leaf, bytes)
        return leaf

    @property
    def all_new(self) -> bool:
        """Whether every commit holds and none was there before."""
        return len(self._own) == len(self._outcomes)

    def outcomes(self, head: int) -> list[Outcome]:
        """What came of each commit, behind this head."""
        return [self._placed(outcome, head) if name in self._own else outcome for name, outcome in self._outcomes]

    def _placed(self, outcome: Outcome, head: int) -> Outcome:
        if not isinstance(outcome, Committed):
            return outcome
        first, last = outcome.positions
        return Committed((head + first, head + last), outcome.repeated)

    def _add(self, commit: Commit) -> Outcome:
        """Take the commit in, or say why not; the positions of one that holds count from the head."""
        known = self._known.get(commit.command_id) or self._own.get(commit.command_id)
        if known is not None:
            return outcome_of(known, commit)
        for append in commit.appends:
            actual = self._tip(append.stream).version
            if actual != append.expected_version:
                return Conflict(append.stream, append.expected_version, actual)
        kept = contents.remembered(commit.content)
        made = _Made(commit, contents.told(kept))
        for append in commit.appends:
            if not made.append(append, self._tip(append.stream)):
                return Malformed(f"command {commit.command_id!r}: an event is too large for the record")
        first = len(self.events) + 1
        self._take(made)
        last = len(self.events)
        self._own[commit.command_id] = Known(commit.actor, kept, first, last)
        self.commands.append((commit.command_id, commit.actor, kept, first, last))
        return Committed((first, last))

    def _tip(self, stream: str) -> Tip:
        return self.tips.get(stream) or self.before.get(stream, NEW)

    def _take(self, made: _Made) -> None:
        self.tips |= made.tips
        for row, event in made.events:
            self.events.append(row)
            position = len(self.events)
            for n, move in enumerate(event.moves):
                self.postings.append((position, n, move.source, move.target, move.cents))
                self.changes[move.source] = self.changes.get(move.source, 0) - move.cents
                self.changes[move.target] = self.changes.get(move.target, 0) + move.cents


class _Made:
    """The rows of one commit."""

    def __init__(self, commit: Commit, command: bytes) -> None:
        self._commit, self._command = commit, command
        self.events: list[tuple[tuple[object, ...], NewEvent]] = []
        self.tips: dict[str, Tip] = {}

    def append(self, append: Append, tip: Tip) -> bool:
        """Make the rows of a stream; false when an event is too large."""
        commit, (version, leaf) = self._commit, tip
        for event in append.events:
            version += 1
            payload, disclosures = seal(event.payload, event.secret) if event.secret else (event.payload, None)
            fields = (
                *(append.stream, version, event.kind, event.schema, commit.actor, commit.at, payload),
                *(commit.command_id, self._command),
            )
            made = entry((*fields, leaf), [(move.source, move.target, move.cents) for move in event.moves])
            if len(made) > LONGEST:
                return False
            leaf = hash_leaf(made)
            self.events.append(((*fields, leaf, disclosures), event))
        self.tips[append.stream] = Tip(version, leaf)
        return True


def outcome_of(known: Known, commit: Commit) -> Outcome:
    """What a commit comes to whose command id is known already."""
    if known.actor != commit.actor:
        return CommandIdTaken(f"command id {commit.command_id!r} was used by another actor")
    if not contents.stands_for(known.content, commit.content):
        return CommandIdTaken(f"command id {commit.command_id!r} was used for something else")
    if known.refusal is not None:
        return RefusedBefore(known.refusal)
    return Committed((known.first, known.last), repeated=True)
