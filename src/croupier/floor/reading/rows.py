"""Rows of the record as the database has them, for those who read all of it: nothing more is made of a million rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select

from croupier.floor.store.chain import Move, Row
from croupier.floor.store.schema import events, postings

CHUNK = 4096
"""How many events are held in memory at a time."""

COLUMNS = tuple(column.name for column in events.c if column.name != "disclosures")
"""What is read of an event: its position, what its leaf covers, and the leaf."""

ROW = "SELECT " + ", ".join(COLUMNS) + " FROM events WHERE "
_MOVES = "SELECT position, source, target, cents FROM postings WHERE position BETWEEN {} AND {} ORDER BY position, n"
NO_MOVES: list[Move] = []


def fetch(connection: Connection, statement: str) -> list[Row]:
    """Plain tuples, as the driver has them: a million rows of anything more cost seconds."""
    cursor: Any = connection.exec_driver_sql(statement).cursor
    found: list[Row] = cursor.fetchall()
    return found


def moves_between(connection: Connection, first: int, last: int) -> dict[int, list[Move]]:
    return _by_position(fetch(connection, _MOVES.format(first, last)))


def moves_of(connection: Connection, positions: list[int]) -> dict[int, list[Move]]:
    columns = postings.c.position, postings.c.source, postings.c.target, postings.c.cents
    query = select(*columns).where(postings.c.position.in_(positions))
    return _by_position(connection.execute(query.order_by(postings.c.position, postings.c.n)))


def _by_position(rows: Iterable[Any]) -> dict[int, list[Move]]:
    found: dict[int, list[Move]] = {}
    for position, source, target, cents in rows:
        found.setdefault(position, []).append((source, target, cents))
    return found
