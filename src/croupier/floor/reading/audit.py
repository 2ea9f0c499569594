"""The audit: prove that the record is whole and unaltered, and hand it out."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal, TextIO

import msgspec

from croupier.floor.store import Archive, Posting, Reader, Stored
from croupier.floor.store.chain import GENESIS, leaf_of

CHUNK = 2000
"""How many events are held in memory at a time."""

FAR = 1 << 62
"""Beyond every position."""

Progress = Callable[[int, int], None]
"""Called with how many events are done, and of how many."""

Entry = tuple[Stored, tuple[Posting, ...]]


class Verified(msgspec.Struct, frozen=True):
    """The record is whole up to this position; the digest, noted elsewhere, proves it again later."""

    position: int
    digest: bytes


class Tampered(msgspec.Struct, frozen=True):
    """The first position at which the record is not what was written, and why we say so."""

    position: int
    reason: str


class Exported(msgspec.Struct, frozen=True):
    """An event with its postings as it is handed out."""

    position: int
    stream: str
    version: int
    kind: str
    schema: int
    actor: str
    at: int
    command_id: str
    command: str
    payload: msgspec.Raw
    postings: tuple[Posting, ...]
    digest: str


Redact = Callable[[Exported], Exported | None]
"""What may leave the house of an event; None keeps all of it back."""


class _Broken(Exception):
    def __init__(self, position: int, reason: str) -> None:
        super().__init__(reason)
        self.position = position


def verify(store: Archive, progress: Progress | None = None, noted: Verified | None = None) -> Verified | Tampered:
    """Check the whole record as of now: the chain, positions and versions without gaps, and the ledger re-added.

    Whoever can rewrite the database could rewrite all of its chain too; a head `noted` elsewhere earlier shows that.
    """
    try:
        with store.snapshot() as reader:
            return _Check(reader, noted).run(progress)
    except _Broken as broken:
        return Tampered(broken.position, str(broken))


class _Check:
    """One pass over the record, with what has been added up so far."""

    def __init__(self, reader: Reader, noted: Verified | None) -> None:
        self._reader = reader
        self._noted = noted
        self._digest = GENESIS
        self._position = 0
        self._versions: Counter[str] = Counter()
        self._tips: dict[str, bytes] = {}
        self._balances: Counter[str] = Counter()
        self._touched: dict[str, int] = {}

    def run(self, progress: Progress | None) -> Verified:
        head, digest = self._reader.head()
        for stored, moves in _entries(self._reader):
            self._event(stored, moves)
            if progress is not None and (stored.position % CHUNK == 0 or stored.position == head):
                progress(stored.position, head)
        if self._position != head:
            raise _Broken(
                min(self._position, head) + 1, f"the head stands at {head}, the last event at {self._position}"
            )
        if self._digest != digest:
            raise _Broken(head, "the head's digest is not that of the last event")
        if self._noted is not None and self._noted.position > head:
            raise _Broken(head + 1, f"the record ends before position {self._noted.position}, which was noted earlier")
        self._streams()
        self._ledger()
        self._commands()
        return Verified(head, digest)

    def _event(self, stored: Stored, moves: tuple[Posting, ...]) -> None:
        due = self._position + 1
        if stored.position != due:
            raise _Broken(due, f"event {due} is missing; the next is {stored.position}")
        version = self._versions[stored.stream] + 1
        if stored.version != version:
            raise _Broken(due, f"{stored.stream} has version {stored.version} where {version} is due")
        previous = self._tips.get(stored.stream, GENESIS)
        digest = leaf_of(msgspec.structs.astuple(stored), previous, [msgspec.structs.astuple(move) for move in moves])
        if digest != stored.digest:
            raise _Broken(due, "the event or its postings are not what the digest was taken of")
        if self._noted is not None and self._noted.position == due and self._noted.digest != digest:
            raise _Broken(due, "the digest differs from the one noted earlier: the chain was written anew")
        self._position, self._digest, self._versions[stored.stream] = due, digest, version
        self._tips[stored.stream] = digest
        for move in moves:
            self._balances[move.source] -= move.cents
            self._balances[move.target] += move.cents
            self._touched[move.source] = self._touched[move.target] = due

    def _streams(self) -> None:
        stored = self._reader.streams()
        for name in sorted(self._versions.keys() | stored.keys()):
            kept, due = stored.get(name, 0), self._versions[name]
            if kept != due:
                raise _Broken(self._position, f"{name} is kept at version {kept}, its events say {due}")

    def _ledger(self) -> None:
        for stray in (*self._reader.postings(-FAR, 0), *self._reader.postings(self._position + 1, FAR)):
            raise _Broken(stray, f"a posting stands at position {stray}, where there is no event")
        stored = self._reader.balances()
        for account in sorted(self._balances.keys() | stored.keys()):
            kept, due = stored.get(account, 0), self._balances[account]
            if kept != due:
                position = self._touched.get(account, self._position)
                raise _Broken(position, f"{account} is kept at {kept} cents, its postings say {due}")

    def _commands(self) -> None:
        orphan = self._reader.orphan()
        if orphan is not None:
            raise _Broken(orphan, "the event's command is not remembered, so a retry would write it again")
        if self._reader.remembered() != self._position:
            raise _Broken(self._position, "a command is remembered that wrote none of these events")


def export(store: Archive, out: TextIO, format: Literal["jsonl", "csv"] = "jsonl", redact: Redact | None = None) -> int:
    """Write all events as of now, one to a line; how many were written.

    Payloads leave byte for byte as they are stored, so the digests can be worked out again. What is sealed stays here.
    """
    if format not in _FORMATS:
        raise ValueError(f"no such format: {format!r}; there are {', '.join(_FORMATS)}")
    write = _FORMATS[format](out)
    count = 0
    with store.snapshot() as reader:
        for stored, moves in _entries(reader):
            exported = _exported(stored, moves)
            leaving = exported if redact is None else redact(exported)
            if leaving is not None:
                write(leaving)
                count += 1
    return count


def _entries(reader: Reader) -> Iterator[Entry]:
    """Every event with its postings, in order."""
    after = 0
    while chunk := reader.read(after=after, limit=CHUNK):
        moves = reader.postings(after + 1, chunk[-1].position)
        for stored in chunk:
            yield stored, moves.get(stored.position, ())
        after = chunk[-1].position


def _exported(stored: Stored, moves: tuple[Posting, ...]) -> Exported:
    fields = msgspec.structs.asdict(stored)
    fields |= {"payload": msgspec.Raw(stored.payload), "digest": stored.digest.hex(), "postings": moves}
    fields["command"] = stored.command.hex()
    del fields["disclosures"]
    return Exported(**fields)


def _jsonl(out: TextIO) -> Callable[[Exported], object]:
    return lambda exported: out.write(msgspec.json.encode(exported).decode() + "\n")


def _csv(out: TextIO) -> Callable[[Exported], object]:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Exported.__struct_fields__)

    def write(exported: Exported) -> None:
        fields = msgspec.structs.asdict(exported)
        fields["payload"] = bytes(exported.payload).decode()
        fields["postings"] = msgspec.json.encode(exported.postings).decode()
        writer.writerow([_plain(value) if isinstance(value, str) else value for value in fields.values()])

    return write


def _plain(cell: str) -> str:
    """The cell as text that no spreadsheet takes for a formula."""
    return "'" + cell if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


_FORMATS = {"jsonl": _jsonl, "csv": _csv}
