"""The writer's SQL: a handful of statements per group, however many commits it holds."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, Table, bindparam, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import Insert

from croupier.floor.store.group import Group, Known
from croupier.floor.store.schema import balances, commands, events, head, postings, streams

CHANNEL = "croupier_head"
"""Where PostgreSQL tells the other processes of a new head position."""

_lock_head = select(head.c.position, head.c.digest).with_for_update()
_find_commands = select(commands).where(commands.c.command_id.in_(bindparam("ids", expanding=True)))
_find_versions = select(streams).where(streams.c.stream.in_(bindparam("names", expanding=True)))
_move_head = update(head).values(position=bindparam("to_position"), digest=bindparam("to_digest"))
_notify = select(func.pg_notify(CHANNEL, bindparam("position")))


def _upserts(table: Table, key: str, value: str, adding: bool) -> dict[str, Insert]:
    """By dialect: insert the row, or else set its value to (or raise it by) the new one."""
    made: dict[str, Insert] = {}
    for dialect in (sqlite, postgresql):
        row = dialect.insert(table)
        new = table.c[value] + row.excluded[value] if adding else row.excluded[value]
        made[dialect.dialect.name] = row.on_conflict_do_update(index_elements=[key], set_={value: new})
    return made


_set_version = _upserts(streams, "stream", "version", adding=False)
_change_balance = _upserts(balances, "account", "cents", adding=True)


def begin_group(connection: Connection, command_ids: Iterable[str], names: Iterable[str]) -> Group:
    """Lock the head and read what deciding these commits takes."""
    position, digest = connection.execute(_lock_head).one()
    found = connection.execute(_find_commands, {"ids": list(command_ids)})
    known = {row.command_id: Known(row.actor, row.first, row.last, row.reply) for row in found}
    versions = {name: version for name, version in connection.execute(_find_versions, {"names": list(names)})}
    return Group(position, digest, known, versions)


def write_group(connection: Connection, group: Group) -> None:
    """Write the group's rows and move the head."""
    dialect = connection.dialect.name
    connection.execute(insert(events), group.events)
    connection.execute(insert(commands), group.commands)
    versions = [{"stream": stream, "version": version} for stream, version in group.versions.items()]
    connection.execute(_set_version[dialect], versions)
    if group.postings:
        connection.execute(insert(postings), group.postings)
        changes = [{"account": account, "cents": cents} for account, cents in group.changes.items()]
        connection.execute(_change_balance[dialect], changes)
    connection.execute(_move_head, {"to_position": group.position, "to_digest": group.digest})
    if dialect == "postgresql":
        connection.execute(_notify, {"position": str(group.position)})
