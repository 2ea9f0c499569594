"""The audit: prove that the record is whole and unaltered."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, func, make_url, select

from croupier.floor.reading.rows import CHUNK, NO_MOVES, ROW, fetch, moves_between
from croupier.floor.seal.anchor import Adrift, AnchorUnread, anchor_place, anchored
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Key, NoteError
from croupier.floor.seal.tree import Frontier, consistency, consistent, frontier, root_of
from croupier.floor.store import Archive, StoreError
from croupier.floor.store.chain import GENESIS, Move, Row, leaf_of
from croupier.floor.store.contents import told
from croupier.floor.store.engines import hold_snapshot
from croupier.floor.store.schema import balances, commands, events, postings, streams
from croupier.floor.store.schema import head as heads
from croupier.floor.store.sealing import DIGESTS
from croupier.floor.store.sealing import digest as commitment
from croupier.floor.store.tree import Missing, Tree

Progress = Callable[[int, int], None]
"""Called with how many events are done, and of how many."""

log = logging.getLogger(__name__)

_COMMANDS = (commands.c.command_id, commands.c.actor, commands.c.first, commands.c.last, commands.c.content)
_DISCLOSURES = "SELECT position, disclosures FROM events WHERE disclosures IS NOT NULL AND position BETWEEN {} AND {}"
_FORGOTTEN = "the event's command is not remembered, so a retry would write it again"


class Verified(msgspec.Struct, frozen=True):
    """The record is whole up to this position; the root of its tree, noted elsewhere, proves it again later."""

    position: int
    digest: bytes
    sealed: int = 0
    """How many of the events a checkpoint covers that the house has signed."""
    since: int = 0
    """How many of the first events were not read again, because a checkpoint vouches for their leaves."""
    anchored: int = 0
    """How many of the events the checkpoint in the file beside the store covers; 0 if there is no such file."""


class Tampered(msgspec.Struct, frozen=True):
    """The first position at which the record is not what was written, and why we say so."""

    position: int
    reason: str


class _Broken(Exception):
    def __init__(self, position: int, reason: str) -> None:
        super().__init__(reason)
        self.position = position


def verify(
    store: Archive, progress: Progress | None = None, since: Checkpoint | None = None, key: Key | None = None
) -> Verified | Tampered:
    """Check the record as of now.

    Every leaf is worked out again, chained in its stream and put into the tree, which must be the one that the newest
    checkpoint was signed over (by this key, if one is given); versions go without gaps; the ledger is added up again;
    every event belongs to the command that is remembered for it.

    It must also have grown from the checkpoint in the file beside it: one that was cut back is whole in itself.

    Whoever holds the database and the key could write all of it anew; a checkpoint that someone else has kept shows
    that. With `since` the record must have grown from that one, and only the events after it are read.

    What is found is looked at a second time before it is said: the record grows meanwhile.
    """
    found = _look(store, progress, since, key)
    if isinstance(found, Verified):
        return found
    again = _look(store, progress, since, key)
    if isinstance(again, Verified):
        log.warning("seen once at position %d, and not on a second look: %s", found.position, found.reason)
    return again


def _look(store: Archive, progress: Progress | None, since: Checkpoint | None, key: Key | None) -> Verified | Tampered:
    try:
        return replace(_checked(store, progress, since, key), anchored=_anchored(store, key))
    except _Broken as broken:
        return Tampered(broken.position, str(broken))
    except Missing as missing:
        return Tampered(missing.position, str(missing))


class _Rewritten(_Broken):
    """The tree is not the one that was signed."""


def _checked(store: Archive, progress: Progress | None, since: Checkpoint | None, key: Key | None) -> Verified:
    if since is None:
        return _Check(store, key).run(progress)
    try:
        return _Check(store, key, since).run(progress)
    except _Rewritten as found:
        # A whole pass may find an event that does not even fit its own leaf; that one is named first.
        _Check(store, key).run(progress)
        raise found from None


def _anchored(store: Archive, key: Key | None) -> int:
    """How many events the anchor covers that the record has grown from."""
    tree, place = Tree.of(store), anchor_place(make_url(store.url))
    try:
        held = anchored(tree, place, key)
    except AnchorUnread as error:
        raise StoreError(str(error)) from error
    except Adrift as error:
        raise _Broken(error.position or tree.size(), str(error)) from error
    return 0 if held is None else held.size


class _Check:
    """One pass over the record, with what has been added up so far."""

    def __init__(self, store: Archive, key: Key | None, since: Checkpoint | None = None) -> None:
        self._store = store
        self._tree = Tree.of(store)
        self._key = key
        self._since = since
        self._sealed = self._newest()
        self._frontier = Frontier()
        self._chains: dict[str, bytes] = {}
        self._versions: dict[str, int] = {}
        self._balances: Counter[str] = Counter()
        self._touched: dict[str, int] = {}
        self._commands = 0
        self._seen: list[tuple[Any, ...]] = []
        self._command: list[Any] | None = None

    def run(self, progress: Progress | None) -> Verified:
        if self._since is not None:
            self._grew(self._since)
        # Events are never changed once they are there, so most are read without holding on to one moment, for which
        # a database must keep all that is written meanwhile.
        with self._store.reading() as connection:
            self._events(connection, self._tree.size(), progress)
        with self._store.reading() as connection:
            hold_snapshot(connection)
            head = connection.scalar(select(func.max(events.c.position))) or 0
            self._strays(connection, head)
            self._events(connection, head, progress)
            self._streams(connection, head)
            if self._since is None:
                self._ledger(connection, head)
            self._remembered(connection, head)
        sealed = 0 if self._sealed is None else self._sealed.size
        return Verified(head, self._frontier.root(), sealed, self._start)

    @property
    def _start(self) -> int:
        return 0 if self._since is None else self._since.size

    def _newest(self) -> Checkpoint | None:
        kept = self._tree.newest()
        if kept is None:
            return None
        try:
            found = Checkpoint.read(kept.note, self._key)
        except NoteError as error:
            raise _Broken(kept.size, f"the newest checkpoint does not hold: {error}") from error
        size = self._tree.size()
        if found.size != kept.size:
            raise _Broken(kept.size, f"the checkpoint kept for {kept.size} events is over {found.size}")
        if size < found.size:
            raise _Broken(size + 1, f"the record ends before position {found.size}, which was sealed")
        return found

    def _grew(self, since: Checkpoint) -> None:
        """Prove that the record grew from the checkpoint, and begin behind it."""
        size = self._tree.size()
        if size < since.size:
            raise _Broken(size + 1, f"the record ends before position {since.size}, which the checkpoint covers")
        proof = consistency(since.size, size, self._tree.hashes)
        now = root_of(size, self._tree.hashes)
        if not consistent(since.size, since.root, size, now, proof):
            raise _Rewritten(self._first_other(since), "the record was rewritten: it did not grow from the checkpoint")
        self._frontier = frontier(since.size, self._tree.hashes)

    def _first_other(self, signed: Checkpoint) -> int:
        """The first position that can be named at which the leaves are not those that were signed."""
        grown, good, after = Frontier(), 0, 0
        while kept := self._tree.kept(after):
            for each in kept:
                after = each.size
                if each.size > signed.size:
                    return signed.size
                try:
                    known = Checkpoint.read(each.note, self._key)
                except NoteError:
                    continue
                while grown.size < known.size and (more := self._tree.leaves(grown.size, known.size - grown.size)):
                    grown.extend(more)
                if grown.root() != known.root:
                    return good + 1
                good = known.size
        return signed.size

    def _events(self, connection: Connection, head: int, progress: Progress | None) -> None:
        """Check the events behind those that were checked, up to the head."""
        while self._frontier.size < head:
            after = self._frontier.size
            until = min(head, after + CHUNK)
            if self._sealed is not None and after < self._sealed.size:
                until = min(until, self._sealed.size)
            rows = fetch(connection, f"{ROW} position > {after} AND position <= {until} ORDER BY position")
            self._frontier.extend(self._chain(connection, rows, after))
            self._sealed_apart(connection, rows, after)
            if self._frontier.size < until:
                raise _Broken(self._frontier.size + 1, f"event {self._frontier.size + 1} is missing")
            if self._sealed is not None and until == self._sealed.size and self._frontier.root() != self._sealed.root:
                named = self._first_other(self._sealed)
                raise _Rewritten(named, "the record was rewritten: its events are not those that were signed")
            if progress is not None:
                progress(until, head)

    def _chain(self, connection: Connection, rows: list[Row], after: int) -> list[bytes]:
        """The leaves of these events, each worked out again."""
        moves = moves_between(connection, after + 1, after + len(rows))
        chains, versions = self._chains, self._versions
        command, done = self._command, []
        due = after
        for row in rows:
            due += 1
            stream, version, moved = row[1], row[2], moves.get(due, NO_MOVES)
            if row[0] != due:
                raise _Broken(due, f"event {due} is missing; the next is {row[0]}")
            if stream not in versions:
                self._meet(connection, stream)
            if version != versions[stream] + 1:
                raise _Broken(due, f"{stream} has version {version} where {versions[stream] + 1} is due")
            leaf = leaf_of(row, chains[stream], moved)
            if leaf != row[-1]:
                raise _Broken(due, "the event or its postings are not what its leaf was taken of")
            chains[stream] = leaf
            versions[stream] = version
            done.append(leaf)
            if moved:
                self._post(due, moved)
            if command is None or row[8] != command[0]:
                command = self._turn(command, row, due)
            command[3] = due
        self._command = command
        return done

    def _sealed_apart(self, connection: Connection, rows: list[Row], after: int) -> None:
        """What is kept of secrets must be what the events committed to; they may be gone, but not be others."""
        for position, kept in fetch(connection, _DISCLOSURES.format(after + 1, after + len(rows))):
            try:
                committed = msgspec.json.decode(rows[position - after - 1][7]).get(DIGESTS, ())
                shown = msgspec.json.decode(kept, type=list[str])
                true = all(commitment(each) in committed for each in shown)
            except (ValueError, AttributeError, TypeError):
                true = False
            if not true:
                raise _Broken(position, "a secret kept beside the event is not the one that was sealed")

    def _meet(self, connection: Connection, stream: str) -> None:
        """A stream met for the first time: where it stood before the events that are read."""
        version, leaf = 0, GENESIS
        if self._start:
            query = select(events.c.version, events.c.digest).where(events.c.position <= self._start).limit(1)
            mine = query.where(events.c.stream == stream).order_by(events.c.version.desc())  # as the index has them
            last = connection.execute(mine).one_or_none()
            version, leaf = (0, GENESIS) if last is None else (last[0], last[1])
        self._versions[stream], self._chains[stream] = version, leaf

    def _post(self, position: int, moved: list[Move]) -> None:
        for source, target, cents in moved:
            self._balances[source] -= cents
            self._balances[target] += cents
            self._touched[source] = self._touched[target] = position

    def _turn(self, command: list[Any] | None, row: Row, position: int) -> list[Any]:
        """The events of one command end and those of the next begin; what is remembered of commands must add up."""
        if command is not None:
            self._commands += hash(tuple(command))
            if self._since is not None:
                self._seen.append(tuple(command))
        return [row[8], row[5], position, position, row[9]]

    def _remembered(self, connection: Connection, head: int) -> None:
        if self._command is not None:
            self._turn(self._command, ("",) * 10, 0)
        if self._since is not None:
            for start in range(0, len(self._seen), 1000):
                part = self._seen[start : start + 1000]
                query = select(*_COMMANDS).where(commands.c.command_id.in_([command[0] for command in part]))
                stored = set(map(_written, connection.execute(query)))
                for command in part:
                    if command not in stored:
                        raise _Broken(command[2], _FORGOTTEN)
            return
        # Sums of hashes that nobody outside this process can foresee: equal only if both sides hold the same commands.
        query = select(*_COMMANDS).where(commands.c.first > 0)
        for rows in connection.execution_options(yield_per=CHUNK).execute(query).partitions():
            self._commands -= sum(hash(_written(row)) for row in rows)
        if not self._commands:
            return
        written = (
            (commands.c.command_id == events.c.command_id)
            & (commands.c.actor == events.c.actor)
            & events.c.position.between(commands.c.first, commands.c.last)
        )
        each = select(events.c.position, events.c.command, commands.c.content).order_by(events.c.position)
        found = connection.execution_options(yield_per=CHUNK).execute(each.outerjoin_from(events, commands, written))
        for position, command, content in found:
            if content is None or command != told(bytes(content)):
                raise _Broken(position, _FORGOTTEN)
        raise _Broken(head, "a command is remembered that wrote none of these events")

    def _strays(self, connection: Connection, head: int) -> None:
        before = connection.scalar(select(func.min(events.c.position)))
        if before is not None and before < 1:
            raise _Broken(before, f"an event stands at position {before}")
        kept, digest = connection.execute(select(heads.c.position, heads.c.digest)).one()
        if kept != head:
            raise _Broken(min(kept, head) + 1, f"the head stands at {kept}, the last event at {head}")
        if head and digest != connection.scalar(select(events.c.digest).where(events.c.position == head)):
            raise _Broken(head, "the head's digest is not that of the last event")
        for end in (func.min, func.max):
            stray = connection.scalar(select(end(postings.c.position)))
            if stray is not None and not 1 <= stray <= head:
                raise _Broken(stray, f"a posting stands at position {stray}, where there is no event")

    def _streams(self, connection: Connection, head: int) -> None:
        stored = {name: version for name, version in connection.execute(select(streams.c.stream, streams.c.version))}
        known = self._versions.keys() if self._since is not None else self._versions.keys() | stored.keys()
        for name in sorted(known):
            kept, due = stored.get(name, 0), self._versions.get(name, 0)
            if kept != due:
                raise _Broken(head, f"{name} is kept at version {kept}, its events say {due}")
        if "digest" in streams.c:
            tips = connection.execute(select(streams.c.stream, streams.c.digest).where(streams.c.version > 0))
            for name, digest in tips:
                if name in self._versions and digest != self._chains[name]:
                    raise _Broken(head, f"{name} is kept with another leaf than that of its last event")

    def _ledger(self, connection: Connection, head: int) -> None:
        stored = {account: cents for account, cents in connection.execute(select(balances))}
        for account in sorted(self._balances.keys() | stored.keys()):
            kept, due = stored.get(account, 0), self._balances[account]
            if kept != due:
                position = self._touched.get(account, head)
                raise _Broken(position, f"{account} is kept at {kept} cents, its postings say {due}")


def _written(row: Sequence[Any]) -> tuple[Any, ...]:
    """What is remembered of a command, as its events must tell it."""
    *fields, content = row
    return (*fields, told(content))
