"""What stays in the house of events from before every digest had a salt.

Earlier versions told what a command asked, and what a kept state was, by digests that someone could try out: for a
discard there are few cards to try. A leaf covers them and cannot be checked without them, and with all else known it
would do for trying as well. So such an event is handed out without those digests and without the id of its command,
which stands in for the salt that is missing; its leaf keeps its place in the tree and in its stream's chain.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, select

from croupier.floor.acts.journal import JOURNAL, SNAPSHOTS_SALTED, SnapshotsTaken
from croupier.floor.store.chain import Row
from croupier.floor.store.contents import is_bare
from croupier.floor.store.schema import commands, events
from croupier.floor.store.sealing import DIGESTS

AT_A_TIME = 500
"""How many commands are looked up together."""

_HASHES = "hashes"
assert _HASHES in SnapshotsTaken.__struct_fields__
_members = msgspec.json.Decoder(dict[str, msgspec.Raw])


def guessable(connection: Connection, rows: Sequence[Row]) -> set[int]:
    """The positions of those events that would give a secret away to someone who tries."""
    bare = [(row[0], row[8]) for row in rows if is_bare(row[9])]
    hidden = _with_secrets(connection, sorted({command_id for _, command_id in bare}))
    commanded = {position for position, command_id in bare if command_id in hidden}
    return commanded | {row[0] for row in rows if _tells_a_state(row)}


def openly(payload: bytes) -> bytes:
    """A payload without the digests in it."""
    members = _members.decode(payload)
    members.pop(DIGESTS, None)
    if _HASHES in members:
        streams = msgspec.json.decode(members[_HASHES], type=dict[str, str])
        members[_HASHES] = msgspec.Raw(msgspec.json.encode(dict.fromkeys(streams, "")))
    return msgspec.json.encode(members)


def _tells_a_state(row: Row) -> bool:
    _, stream, _, kind, schema = row[:5]
    return stream == JOURNAL and str(kind).endswith(SnapshotsTaken.__name__) and int(schema) < SNAPSHOTS_SALTED


def _with_secrets(connection: Connection, command_ids: list[str]) -> set[str]:
    """Those of some commands that wrote an event with something sealed in it."""
    found: set[str] = set()
    wrote = events.c.position.between(commands.c.first, commands.c.last)
    each = select(commands.c.command_id, events.c.payload).join(events, wrote)
    for start in range(0, len(command_ids), AT_A_TIME):
        asked = commands.c.command_id.in_(command_ids[start : start + AT_A_TIME])
        sealed = connection.execute(each.where(asked))
        found |= {command for command, payload in sealed if DIGESTS in _members.decode(payload)}
    return found
