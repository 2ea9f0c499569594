"""Handing the record out: exports that verify by themselves, and proofs of single events."""

from __future__ import annotations

import csv
from base64 import b64encode
from collections.abc import Callable, Iterator
from typing import Literal, TextIO

import msgspec
from sqlalchemy import func, select

from croupier.floor.reading.rows import CHUNK, COLUMNS, NO_MOVES, ROW, fetch, moves_between, moves_of
from croupier.floor.reading.withholding import guessable, openly
from croupier.floor.seal.tree import inclusion
from croupier.floor.store import Archive, Posting
from croupier.floor.store.chain import GENESIS, Move, Row
from croupier.floor.store.schema import events
from croupier.floor.store.tree import Tree

Entry = tuple[Row, bytes, list[Move], bool]
"""An event's row, the leaf before it in its stream, its postings, and whether something of it stays in the house."""


class Exported(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event with its postings as it is handed out."""

    position: int
    stream: str
    version: int
    kind: str
    schema: int
    actor: str
    at: int
    command_id: str
    payload: msgspec.Raw
    postings: tuple[Posting, ...]
    digest: str
    command: str
    """The commitment to what was commanded."""
    previous: str
    """The leaf before this one in its stream; zeros before the first."""
    withheld: bool = False
    """Whether it stands here without what its secrets could be guessed from, and cannot be held against its leaf."""


Redact = Callable[[Exported], Exported | None]
"""What may leave the house of an event; None keeps all of it back."""


class Inclusion(msgspec.Struct, frozen=True):
    """The proof that the event at a position is in the tree that a checkpoint covers."""

    position: int
    hashes: tuple[str, ...]


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line of an export: the checkpoint that covers it, and for one stream what leads there."""

    checkpoint: str
    inclusion: Inclusion | None = None


class Proof(msgspec.Struct, frozen=True):
    """That one event is in the signed record: all that is needed to check it, but the key."""

    event: Exported
    inclusion: Inclusion
    checkpoint: str


class NoProof(Exception):
    """There is nothing to prove, or nothing to prove it with."""


def export(
    store: Archive,
    out: TextIO,
    format: Literal["jsonl", "csv"] = "jsonl",
    redact: Redact | None = None,
    stream: str | None = None,
) -> int:
    """Write all events as of now, or those of one stream, one to a line; how many were written.

    Payloads leave byte for byte as they are stored, so the leaves can be worked out again, but for what is withheld of
    events of earlier versions. Lines of JSON end with the checkpoint that covers them; for one stream with the proof of
    its last event too, which vouches for all before it.
    """
    if format not in _FORMATS:
        raise ValueError(f"no such format: {format!r}; there are {', '.join(_FORMATS)}")
    write, end = _FORMATS[format](out)
    count = 0
    head = Tree.of(store).size()
    for entry in _entries(store, head, stream):
        exported = _exported(*entry)
        leaving = exported if redact is None else redact(exported)
        if leaving is not None:
            write(leaving)
            count += 1
    ending = _ending(store, head, stream)
    if ending is not None:
        end(ending)
    return count


def part(store: Archive, stream: str, after: int, upto: int) -> Iterator[str]:
    """The events of a stream behind a version up to another, as lines of an export.

    The last of them that is sealed has its proof, and vouches for those before it: each holds the leaf before its own.
    """
    tree = Tree.of(store)
    kept = tree.newest()
    previous, covered = store.leaf_at(stream, after) if after else GENESIS, 0
    for low in range(after, upto, CHUNK):
        with store.reading() as connection:
            query = select(*(events.c[name] for name in COLUMNS)).where(events.c.stream == stream)
            query = query.where(events.c.version > low, events.c.version <= min(upto, low + CHUNK))
            rows = [tuple(row) for row in connection.execute(query.order_by(events.c.version))]
            moves = moves_of(connection, [row[0] for row in rows])
            held = guessable(connection, rows)
        for row in rows:
            yield msgspec.json.encode(_exported(row, previous, moves.get(row[0], NO_MOVES), row[0] in held)).decode()
            previous = row[-1]
            covered = row[0] if kept is not None and row[0] <= kept.size else covered
    if kept is not None and covered:
        yield msgspec.json.encode(Ending(kept.note, _inclusion(tree, covered, kept.size))).decode()


def prove(store: Archive, position: int) -> Proof:
    """The proof that the event at a position is in the signed record; NoProof if it is not yet, or not at all."""
    tree = Tree.of(store)
    kept = tree.newest()
    if not 0 < position <= tree.size():
        raise NoProof(f"the record has no event {position}")
    if kept is None or kept.size < position:
        raise NoProof(f"event {position} is not sealed yet")
    with store.reading() as connection:
        row = fetch(connection, f"{ROW} position = {position}")[0]
        before = select(events.c.digest).where(events.c.stream == row[1], events.c.position < position)
        previous = connection.scalar(before.order_by(events.c.position.desc()).limit(1)) or GENESIS
        moves = moves_between(connection, position, position).get(position, NO_MOVES)
        held = bool(guessable(connection, [row]))
    return Proof(_exported(row, previous, moves, held), _inclusion(tree, position, kept.size), kept.note)


def _ending(store: Archive, head: int, stream: str | None) -> Ending | None:
    tree = Tree.of(store)
    kept = tree.newest(head)
    if kept is None:
        return None
    if stream is None:
        return Ending(kept.note)
    query = select(func.max(events.c.position)).where(events.c.stream == stream, events.c.position <= kept.size)
    with store.reading() as connection:
        last = connection.scalar(query)
    return None if last is None else Ending(kept.note, _inclusion(tree, last, kept.size))


def _inclusion(tree: Tree, position: int, size: int) -> Inclusion:
    path = inclusion(position - 1, size, tree.hashes)
    return Inclusion(position, tuple(b64encode(each).decode() for each in path))


def _entries(store: Archive, head: int, stream: str | None) -> Iterator[Entry]:
    """Every event up to the head, or every one of a stream, in order."""
    chains: dict[str, bytes] = {}
    after = 0
    while after < head:
        # One connection for each part: whoever reads slowly must not hold one, nor a moment of the database.
        with store.reading() as connection:
            if stream is None:
                some = f"position > {after} AND position <= {head} ORDER BY position LIMIT {CHUNK}"
                rows = fetch(connection, ROW + some)
                moves = moves_between(connection, after + 1, rows[-1][0]) if rows else {}
            else:
                query = select(*(events.c[name] for name in COLUMNS)).where(events.c.stream == stream)
                query = query.where(events.c.position > after, events.c.position <= head)
                rows = [tuple(row) for row in connection.execute(query.order_by(events.c.position).limit(CHUNK))]
                moves = moves_of(connection, [row[0] for row in rows])
            held = guessable(connection, rows)
        if not rows:
            return
        for row in rows:
            yield row, chains.get(row[1], GENESIS), moves.get(row[0], NO_MOVES), row[0] in held
            chains[row[1]] = row[-1]
        after = rows[-1][0]


def _exported(row: Row, previous: bytes, moves: list[Move], withheld: bool) -> Exported:
    position, stream, version, kind, schema, actor, at, payload, command_id = row[:9]
    return Exported(
        position=position,
        stream=stream,
        version=version,
        kind=kind,
        schema=schema,
        actor=actor,
        at=at,
        command_id="" if withheld else command_id,
        payload=msgspec.Raw(openly(payload) if withheld else payload),
        postings=tuple(Posting(*move) for move in moves),
        digest=row[-1].hex(),
        command="" if withheld else bytes(row[9]).hex(),
        previous=previous.hex(),
        withheld=withheld,
    )


Write = Callable[[Exported], object]
End = Callable[[Ending], object]


def _jsonl(out: TextIO) -> tuple[Write, End]:
    def write(line: Exported | Ending) -> None:
        out.write(msgspec.json.encode(line).decode() + "\n")

    return write, write


def _csv(out: TextIO) -> tuple[Write, End]:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Exported.__struct_fields__)

    def write(exported: Exported) -> None:
        fields = msgspec.structs.asdict(exported)
        fields["payload"] = bytes(exported.payload).decode()
        fields["postings"] = msgspec.json.encode(exported.postings).decode()
        writer.writerow([_plain(value) if isinstance(value, str) else value for value in fields.values()])

    return write, lambda _: None


def _plain(cell: str) -> str:
    """The cell as text that no spreadsheet takes for a formula."""
    return "'" + cell if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


_FORMATS = {"jsonl": _jsonl, "csv": _csv}
