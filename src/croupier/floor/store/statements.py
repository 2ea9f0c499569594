"""The writer's SQL: a handful of statements per group, however many commits it holds."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import (
    ARRAY,
    Column,
    ColumnElement,
    Connection,
    Dialect,
    Text,
    any_,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import Insert

from croupier.floor.store.group import Group, Known
from croupier.floor.store.schema import balances, commands, events, head, postings, streams

CHANNEL = "croupier_head"
"""Where PostgreSQL tells the other processes of a new head position."""

ROWS = 128
"""The most rows that one INSERT carries."""

_lock_head = select(head.c.position, head.c.digest).with_for_update()
_move_head = update(head).values(position=bindparam("to_position"), digest=bindparam("to_digest"))
_notify = select(func.pg_notify(CHANNEL, bindparam("position")))


class Statements:
    """The statements that lock, read and write what a group of commits takes, in one database's dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self._postgresql = dialect.name == "postgresql"
        upsert: Any = postgresql.insert if self._postgresql else sqlite.insert
        version, balance = upsert(streams), upsert(balances)
        latest = {"version": version.excluded.version}
        total = {"cents": balances.c.cents + balance.excluded.cents}
        self._find_commands = select(commands).where(self._among(commands.c.command_id))
        self._find_versions = select(streams).where(self._among(streams.c.stream))
        self._add_events = _Insert(insert(events), dialect)
        self._add_commands = _Insert(insert(commands), dialect)
        self._add_postings = _Insert(insert(postings), dialect)
        self._set_versions = _Insert(version.on_conflict_do_update(index_elements=["stream"], set_=latest), dialect)
        self._change_balances = _Insert(balance.on_conflict_do_update(index_elements=["account"], set_=total), dialect)

    def lock_head(self, connection: Connection) -> tuple[int, bytes]:
        """The head's position and digest, which no one else can move until this transaction ends."""
        position, digest = connection.execute(_lock_head).one()
        return position, digest

    def known(self, connection: Connection, command_ids: Collection[str]) -> dict[str, Known]:
        """Those of the command ids that were used before."""
        found = connection.execute(self._find_commands, {"names": self._names(command_ids)})
        return {row.command_id: Known(row.actor, row.first, row.last, row.reply) for row in found}

    def versions(self, connection: Connection, names: Collection[str]) -> dict[str, int]:
        """The versions of those streams that have any event."""
        if not names:
            return {}
        found = connection.execute(self._find_versions, {"names": self._names(names)})
        return {name: version for name, version in found}

    def write(self, connection: Connection, group: Group) -> None:
        """Write the group's rows and move the head."""
        self._add_events.run(connection, group.events)
        self._add_commands.run(connection, group.commands)
        self._set_versions.run(connection, list(group.versions.items()))
        self._add_postings.run(connection, group.postings)
        self._change_balances.run(connection, list(group.changes.items()))
        connection.execute(_move_head, {"to_position": group.position, "to_digest": group.digest})
        if self._postgresql:
            connection.execute(_notify, {"position": str(group.position)})

    def _among(self, column: Column[str]) -> ColumnElement[bool]:
        """The column is one of the names, which come as one parameter: one statement serves any number of them."""
        if self._postgresql:
            return column == any_(bindparam("names", type_=ARRAY(Text)))
        return column.in_(select(func.json_each(bindparam("names")).table_valued("value").c.value))

    def _names(self, names: Collection[str]) -> object:
        return list(names) if self._postgresql else msgspec.json.encode(list(names)).decode()


class _Insert:
    """An INSERT of many rows at once, whose values stand in the order of the table's columns."""

    def __init__(self, statement: Insert, dialect: Dialect) -> None:
        text = str(statement.compile(dialect=dialect))
        self._before, self._row, self._after = re.split(r"VALUES (\([^()]*\))", text, maxsplit=1)
        self._columns = [column.type.compile(dialect) for column in statement.table.columns]
        self._text = lru_cache(maxsize=ROWS)(self._values)
        self.run = self._run_arrays if dialect.name == "postgresql" else self._run_values

    def _run_values(self, connection: Connection, rows: Sequence[tuple[object, ...]]) -> None:
        # Not executemany: SQLite's driver gives the interpreter lock away at every row there, and under a busy event
        # loop waits up to five milliseconds to have it back each time.
        for start in range(0, len(rows), ROWS):
            part = rows[start : start + ROWS]
            connection.exec_driver_sql(self._text(len(part)), tuple(chain.from_iterable(part)))

    def _values(self, count: int) -> str:
        return f"{self._before}VALUES {', '.join([self._row] * count)}{self._after}"

    def _run_arrays(self, connection: Connection, rows: Sequence[tuple[object, ...]]) -> None:
        # One array to a column: the same short statement for any number of rows, which PostgreSQL then need not parse.
        if rows:
            arrays = ", ".join(f"%s::{kind}[]" for kind in self._columns)
            columns = tuple(list(column) for column in zip(*rows, strict=True))
            connection.exec_driver_sql(f"{self._before}SELECT * FROM unnest({arrays}){self._after}", columns)
