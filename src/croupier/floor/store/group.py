"""What one transaction will write: a group of commits, decided in memory under the head's lock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.floor.store.chain import link
from croupier.floor.store.records import Append, CommandIdTaken, Commit, Committed, Conflict, NewEvent

Outcome = Committed | Conflict | CommandIdTaken
Row = dict[str, Any]


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
        self.events: list[Row] = []
        self.postings: list[Row] = []
        self.commands: list[Row] = []
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
            actual = self._version(append.stream)
            if actual != append.expected_version:
                return Conflict(append.stream, append.expected_version, actual)
        first = self.position + 1
        for append in commit.appends:
            self._append(commit, append)
        self._known[commit.command_id] = Known(commit.actor, first, self.position, commit.reply)
        self.commands.append(
            {
                "command_id": commit.command_id,
                "actor": commit.actor,
                "first": first,
                "last": self.position,
                "reply": commit.reply,
            }
        )
        return Committed((first, self.position), commit.reply)

    def _version(self, stream: str) -> int:
        return self.versions.get(stream, self._versions.get(stream, 0))

    def _append(self, commit: Commit, append: Append) -> None:
        version = append.expected_version
        for event in append.events:
            version += 1
            self.position += 1
            row: Row = {
                "position": self.position,
                "stream": append.stream,
                "version": version,
                "kind": event.kind,
                "schema": event.schema,
                "actor": commit.actor,
                "at": commit.at,
                "payload": event.payload,
                "command_id": commit.command_id,
            }
            self.digest = row["digest"] = link(self.digest, row, event.moves)
            self.events.append(row)
            self._post(event)
        if append.events:
            self.versions[append.stream] = version

    def _post(self, event: NewEvent) -> None:
        for n, move in enumerate(event.moves):
            self.postings.append(
                {"position": self.position, "n": n, "source": move.source, "target": move.target, "cents": move.cents}
            )
            self.changes[move.source] = self.changes.get(move.source, 0) - move.cents
            self.changes[move.target] = self.changes.get(move.target, 0) + move.cents
