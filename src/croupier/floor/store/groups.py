"""Writing a group of commits: in a locked transaction on SQLite, in one statement on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from croupier.floor.store.append import AHEAD, CONFLICT
from croupier.floor.store.group import Group, Outcome, Tip
from croupier.floor.store.records import Commit, TryAgain
from croupier.floor.store.statements import Lookups, PostgresAppend, SqliteAppend

REMEMBERED = 100_000
"""How many streams' tips are remembered before they are read anew."""

TRIES = 20
"""How often a group is made anew when other servers move its streams meanwhile."""

Written = tuple[list[Outcome], int | None]
"""The outcomes of a group's commits, and the head after it if anything was written."""


class Groups(Protocol):
    """Writes groups of commits."""

    def write(self, commits: Sequence[Commit]) -> Written:
        """Write those that hold."""


class SqliteGroups:
    """The write lock is held while a group is made, and tips are remembered until someone else moves the head."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lookups = Lookups(engine.dialect)
        self._append = SqliteAppend(engine.dialect)
        self._tips: dict[str, Tip] = {}
        self._head: bytes | None = None

    def write(self, commits: Sequence[Commit]) -> Written:
        """Write those that hold."""
        with self._engine.begin() as connection:
            position, digest = self._append.head(connection)
            if digest != self._head or len(self._tips) > REMEMBERED:
                self._tips = {}
            self._head = None  # until this group is on disk, what is remembered is not to be trusted
            self._tips |= self._lookups.tips(connection, _streams(commits) - self._tips.keys())
            known = self._lookups.known(connection, {commit.command_id for commit in commits})
            group = Group(known, self._tips, commits)
            if group.events:
                self._append.write(connection, group, position)
        self._tips |= group.tips
        self._head = group.digest if group.events else digest
        return group.outcomes(position), position + len(group.events) if group.events else None


class PostgresGroups:
    """A group is made from what was last seen, and the one statement refuses it if that no longer holds."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lookups = Lookups(engine.dialect)
        self._append = PostgresAppend()
        self._tips: dict[str, Tip] = {}

    def write(self, commits: Sequence[Commit]) -> Written:
        """Write those that hold."""
        with self._engine.connect() as connection:
            if len(self._tips) > REMEMBERED:
                self._tips = {}
            self._tips |= self._lookups.tips(connection, _streams(commits) - self._tips.keys())
            group, looked = Group({}, self._tips, commits), False
            for _ in range(TRIES):
                if looked or group.all_new:
                    written = self._try(connection, group)
                    if written is not None:
                        return written
                # Someone else has moved a stream, or an id is known: look, and make the group from what is there.
                self._tips |= self._lookups.tips(connection, _streams(commits))
                known = self._lookups.known(connection, {commit.command_id for commit in commits})
                group, looked = Group(known, self._tips, commits), True
            raise TryAgain("other servers were always faster; ask again under the same command id")

    def _try(self, connection: Connection, group: Group) -> Written | None:
        """Write the group; None when it is not as the group expects."""
        if not group.events:
            return group.outcomes(0), None
        try:
            base = self._append.write(connection, group)
        except DBAPIError as error:
            cause: Any = error.orig
            state = getattr(cause, "sqlstate", None)
            if state == AHEAD:
                raise TryAgain("this server's clock is ahead of the database's") from None
            if state == CONFLICT or (isinstance(error, IntegrityError) and "commands" in str(cause.diag.table_name)):
                return None
            raise
        self._tips |= group.tips
        return group.outcomes(base), base + len(group.events)


def _streams(commits: Iterable[Commit]) -> set[str]:
    return {append.stream for commit in commits for append in commit.appends}
