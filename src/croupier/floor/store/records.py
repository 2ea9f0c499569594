"""What goes into the store and what comes out of it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.floor.store.sealing import unseal

LIMIT_BYTES = 60_000
"""The most bytes a payload may have: with its other fields it must go into an entry of the tree."""

LIMIT_MOVES = 400
"""The most postings of one event."""

LIMIT_CENTS = 10**13
"""The most cents one posting may move; far below what would overflow a 64-bit balance."""

# PostgreSQL text cannot hold a NUL, and its indexes refuse very long keys: both stores refuse them alike.
LONGEST_NAME = 256
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=r"^[^\x00]+$")]
Count = Annotated[int, Meta(ge=0, lt=1 << 62)]
Blob = Annotated[bytes, Meta(max_length=LIMIT_BYTES)]


class Posting(msgspec.Struct, frozen=True):
    """Cents that move from one account to another."""

    source: Name
    target: Name
    cents: Annotated[int, Meta(ge=1, le=LIMIT_CENTS)]


class NewEvent(msgspec.Struct, frozen=True):
    """An event to append: its stored kind and schema, its JSON on one line, the money it moves, and its secrets."""

    kind: Name
    schema: Annotated[int, Meta(ge=1, lt=1 << 31)]
    payload: Blob
    moves: tuple[Posting, ...] = ()
    secret: tuple[str, ...] = ()
    """Fields of the payload that are sealed: stored beside the event, which holds but a commitment to them."""


class Append(msgspec.Struct, frozen=True):
    """Events for one stream that must still be at the expected version; without events it only guards the version."""

    stream: Name
    expected_version: Count
    events: tuple[NewEvent, ...]


class Commit(msgspec.Struct, frozen=True):
    """What one command does to one or more streams, all of it or nothing."""

    command_id: Name
    actor: Name
    at: Count
    appends: tuple[Append, ...]
    content: Annotated[bytes, Meta(max_length=32)] = b""
    """The digest of what was commanded: the command id stands for that and for nothing else."""


class Stored(msgspec.Struct, frozen=True):
    """An event as the store holds it, with its place in the chain."""

    position: int
    stream: str
    version: int
    kind: str
    schema: int
    actor: str
    at: int
    payload: bytes
    command_id: str
    command: bytes
    """A commitment to what was commanded, from which nobody can guess it."""
    digest: bytes
    """The event's leaf in the tree of the record."""
    disclosures: bytes | None = None
    """What the sealed fields of the payload hold, with their salts; never handed out with the event."""

    @property
    def whole(self) -> bytes:
        """The payload with its sealed fields."""
        return unseal(self.payload, self.disclosures)


class Known(msgspec.Struct, frozen=True):
    """What is remembered of a command id: whose it is, what it stands for, and what came of it."""

    actor: str
    content: bytes
    """The digest of what was commanded, behind its salt."""
    first: int
    last: int
    refusal: bytes | None = None
    """Why the command was refused; nothing was written then."""


class Committed(msgspec.Struct, frozen=True):
    """The commit is durable; `repeated` when its command id was known before and nothing was written now."""

    positions: tuple[int, int]
    repeated: bool = False


class RefusedBefore(msgspec.Struct, frozen=True):
    """The command id was refused before, for a reason that stands."""

    refusal: bytes


class Conflict(msgspec.Struct, frozen=True):
    """Someone else moved the stream first; nothing of the commit was written."""

    stream: str
    expected: int
    actual: int


class StoreError(Exception):
    """The store could not do what was asked."""


class TryAgain(StoreError):
    """Nothing was written, and the same may well succeed in a moment under the same command id."""


class Malformed(StoreError):
    """The commit breaks the store's rules and was not taken."""


class Overloaded(TryAgain):
    """The queue is full; try again later."""


class Stopped(TryAgain):
    """The store is closed, or its writer has stopped."""


class Damaged(StoreError):
    """The record is damaged, and play that rests on it stops."""


class CommandIdTaken(StoreError):
    """The command id stands for another command, or belongs to another actor whose answer is not for this one."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Commit)


def checked(commit: Commit) -> Commit:
    """The commit as plain, valid data, or Malformed with the reason."""
    try:
        # Structs are not checked when they are made; one trip over the wire format checks every field at once.
        plain = _decoder.decode(_encoder.encode(commit))
        for append in plain.appends:
            for event in append.events:
                str(event.payload, "utf-8")
                msgspec.json.decode(event.payload, type=msgspec.Raw)
                if b"\n" in event.payload or b"\r" in event.payload:
                    raise ValueError("the payload must stand on one line")
                if len(event.moves) > LIMIT_MOVES:
                    raise ValueError(f"an event has at most {LIMIT_MOVES} postings")
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError) as error:
        raise Malformed(f"commit {_label(commit)}: {error}") from error
    streams = [append.stream for append in plain.appends]
    if len(set(streams)) < len(streams):
        raise Malformed(f"commit {_label(commit)}: a stream may be appended to once per commit")
    if not any(append.events for append in plain.appends):
        raise Malformed(f"commit {_label(commit)}: no events")
    for append in plain.appends:
        for event in append.events:
            for move in event.moves:
                if move.source == move.target:
                    raise Malformed(f"commit {_label(commit)}: a posting from {move.source!r} to itself")
    return plain


def bounded(commit: Commit) -> Commit:
    """A commit of our own making, whose types are right: its names and amounts must be within every bound."""
    names = [commit.command_id, commit.actor]
    for append in commit.appends:
        names.append(append.stream)
        for event in append.events:
            if len(event.payload) > LIMIT_BYTES or len(event.moves) > LIMIT_MOVES:
                raise Malformed(f"commit {_label(commit)}: an event is too large")
            for move in event.moves:
                names += (move.source, move.target)
                if not 1 <= move.cents <= LIMIT_CENTS or move.source == move.target:
                    raise Malformed(f"commit {_label(commit)}: a posting of {move.cents} from {move.source!r}")
    for name in names:
        if not 1 <= len(name) <= LONGEST_NAME or "\0" in name:
            raise Malformed(f"commit {_label(commit)}: no name is {name[:80]!r}")
    return commit


def _label(commit: object) -> str:
    return repr(getattr(commit, "command_id", commit))[:80]
