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
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import Insert

from croupier.floor.store.append import CALL
from croupier.floor.store.group import NEW, Group, Tip
from croupier.floor.store.records import Known
from croupier.floor.store.schema import balances, commands, events, head, postings, streams

ROWS = 128
"""The most rows that one INSERT carries."""

Refusal = tuple[str, str, bytes, bytes, int]
"""A command that was refused: its id, actor and content, the refusal, and when."""

_head = select(head.c.position, head.c.digest)
_move_head = update(head).values(position=bindparam("to_position"), digest=bindparam("to_digest"))
_forget = delete(commands).where(commands.c.refused_at < bindparam("before"))


class Lookups:
    """What the writer asks the database before it writes."""

    def __init__(self, dialect: Dialect) -> None:
        self._postgresql = dialect.name == "postgresql"
        upsert: Any = postgresql.insert if self._postgresql else sqlite.insert
        self._find_commands = select(commands).where(self._among(commands.c.command_id))
        self._find_tips = select(streams).where(self._among(streams.c.stream))
        self._add_refusal = upsert(commands).on_conflict_do_nothing()

    def known(self, connection: Connection, command_ids: Collection[str]) -> dict[str, Known]:
        """Those of the command ids that were used before."""
        found = connection.execute(self._find_commands, {"names": self._names(command_ids)})
        return {row.command_id: Known(row.actor, row.content, row.first, row.last, row.refusal) for row in found}

    def tips(self, connection: Connection, names: Collection[str]) -> dict[str, Tip]:
        """Where these streams stand."""
        if not names:
            return {}
        found = connection.execute(self._find_tips, {"names": self._names(names)})
        return dict.fromkeys(names, NEW) | {name: Tip(version, bytes(leaf)) for name, version, leaf in found}

    def refuse(self, connection: Connection, refusals: Sequence[Refusal]) -> None:
        """Remember commands that were refused."""
        keys = ("command_id", "actor", "content", "refusal", "refused_at", "first", "last")
        rows = [dict(zip(keys, (*refusal, 0, 0), strict=True)) for refusal in refusals]
        connection.execute(self._add_refusal, rows)

    def forget(self, connection: Connection, before: int) -> int:
        """Forget refusals from before then; how many."""
        return int(connection.execute(_forget, {"before": before}).rowcount)

    def _among(self, column: Column[str]) -> ColumnElement[bool]:
        """The column is one of the names, which come as one parameter: one statement serves any number of them."""
        if self._postgresql:
            return column == any_(bindparam("names", type_=ARRAY(Text)))
        return column.in_(select(func.json_each(bindparam("names")).table_valued("value").c.value))

    def _names(self, names: Collection[str]) -> object:
        return list(names) if self._postgresql else msgspec.json.encode(list(names)).decode()


class SqliteAppend:
    """Writes a group in a transaction that already holds the write lock."""

    def __init__(self, dialect: Dialect) -> None:
        tip, balance = sqlite.insert(streams), sqlite.insert(balances)
        latest = {"version": tip.excluded.version, "digest": tip.excluded.digest}
        total = {"cents": balances.c.cents + balance.excluded.cents}
        self._add_events = _Insert(insert(events), dialect)
        self._add_commands = _Insert(insert(commands), dialect)
        self._add_postings = _Insert(insert(postings), dialect)
        self._set_tips = _Insert(tip.on_conflict_do_update(index_elements=["stream"], set_=latest), dialect)
        self._change_balances = _Insert(balance.on_conflict_do_update(index_elements=["account"], set_=total), dialect)

    def head(self, connection: Connection) -> tuple[int, bytes]:
        """Position and digest of the last event."""
        position, digest = connection.execute(_head).one()
        return position, digest

    def write(self, connection: Connection, group: Group, head: int) -> None:
        """Write the group's rows behind the head, and move it."""
        self._add_events.run(connection, [(head + n, *row) for n, row in enumerate(group.events, 1)])
        self._add_commands.run(
            connection, [(*row[:3], head + row[3], head + row[4], None, None) for row in group.commands]
        )
        self._set_tips.run(connection, [(name, *tip) for name, tip in group.tips.items()])
        self._add_postings.run(connection, [(head + row[0], *row[1:]) for row in group.postings])
        self._change_balances.run(connection, list(group.changes.items()))
        connection.execute(_move_head, {"to_position": head + len(group.events), "to_digest": group.digest})


class PostgresAppend:
    """Writes a group in one statement, which checks and moves the streams and gives the positions."""

    def write(self, connection: Connection, group: Group) -> int:
        """Write the group; the head before it."""
        tips = [(name, *group.before.get(name, NEW), *tip) for name, tip in group.tips.items()]
        tables: list[tuple[Sequence[tuple[object, ...]], int]] = [
            (tips, 5),
            (group.events, 11),
            (group.commands, 5),
            (group.postings, 5),
            (list(group.changes.items()), 2),
        ]
        columns = [column for rows, width in tables for column in _columns(rows, width)]
        (base,) = connection.exec_driver_sql(CALL, tuple(columns)).one()
        return int(base)


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]


class _Insert:
    """An INSERT of many rows at once, whose values stand in the order of the table's columns."""

    def __init__(self, statement: Insert, dialect: Dialect) -> None:
        text = str(statement.compile(dialect=dialect))
        self._before, self._row, self._after = re.split(r"VALUES (\([^()]*\))", text, maxsplit=1)
        self._text = lru_cache(maxsize=ROWS)(self._values)

    def run(self, connection: Connection, rows: Sequence[tuple[object, ...]]) -> None:
        """Insert the rows."""
        # Not executemany: SQLite's driver gives the interpreter lock away at every row there, and under a busy event
        # loop waits up to five milliseconds to have it back each time.
        for start in range(0, len(rows), ROWS):
            part = rows[start : start + ROWS]
            connection.exec_driver_sql(self._text(len(part)), tuple(chain.from_iterable(part)))

    def _values(self, count: int) -> str:
        return f"{self._before}VALUES {', '.join([self._row] * count)}{self._after}"
