"""What one transaction will write: a group of commits, decided in memory under the head's lock."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.floor.store.chain import Covered, link
from croupier.floor.store.records import Append, CommandIdTaken, Commit, Committed, Conflict, NewEvent

Outcome = Committed | Conflict | CommandIdTaken


class Known:
    """What the store already holds of a command id: whose it is, and its outcome as a retry sees it."""

    __slots__ = ("actor", "outcome")

    def __init__(self, actor: str, first: int, last: int, reply: bytes) -> None:
        self.actor = actor
        self.outcome = Committed((first, last), reply, repeated=True)


class Group:
    """Collects the rows of the commits that hold; a commit that does not hold leaves no trace here."""

    def __init__(self, position: int, digest: bytes, known: Mapping[str, Known], versions: Mapping[str, int]) -> None:
        self.position = position
        self.digest = digest
        self.events: list[tuple[object, ...]] = []
        self.postings: list[tuple[object, ...]] = []
        self.commands: list[tuple[object, ...]] = []
        self.versions: dict[str, int] = {}
        self.changes: dict[str, int] = {}
        self._known = dict(known)
        self._versions = versions

    def add(self, commit: Commit) -> Outcome:
        """Take the commit in, or say why not."""
        known = self._known.get(commit.command_id)
        if known is not None:
            if known.actor != commit.actor:
                return CommandIdTaken(f"command id {commit.command_id!r} was used by another actor")
            return known.outcome
        for append in commit.appends:
            actual = self.versions.get(append.stream, self._versions.get(append.stream, 0))
            if actual != append.expected_version:
                return Conflict(append.stream, append.expected_version, actual)
        first = self.position + 1
        for append in commit.appends:
            self._append(commit, append)
        last = self.position
        self._known[commit.command_id] = Known(commit.actor, first, last, commit.reply)
        self.commands.append((commit.command_id, commit.actor, first, last, commit.reply))
        return Committed((first, last), commit.reply)

    def _append(self, commit: Commit, append: Append) -> None:
        version = append.expected_version
        for event in append.events:
            version += 1
            self.position += 1
            row: Covered = (
                self.position,
                append.stream,
                version,
                event.kind,
                event.schema,
                commit.actor,
                commit.at,
                event.payload,
                commit.command_id,
            )
            self.digest = link(self.digest, row, event.moves)
            self.events.append((*row, self.digest))
            self._post(event)
        if append.events:
            self.versions[append.stream] = version

    def _post(self, event: NewEvent) -> None:
        for n, move in enumerate(event.moves):
            self.postings.append((self.position, n, move.source, move.target, move.cents))
            self.changes[move.source] = self.changes.get(move.source, 0) - move.cents
            self.changes[move.target] = self.changes.get(move.target, 0) + move.cents
