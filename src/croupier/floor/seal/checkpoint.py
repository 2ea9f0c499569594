"""Checkpoints as C2SP has them (c2sp.org/tlog-checkpoint): how large the record was, and the root of its tree."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode

import msgspec

from croupier.floor.seal.note import Key, NoteError, Signer, opened, parse

_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


class Checkpoint(msgspec.Struct, frozen=True):
    """What a checkpoint says, and the signed note that says it."""

    origin: str
    size: int
    root: bytes
    note: str

    @classmethod
    def sign(cls, signer: Signer, size: int, root: bytes, origin: str | None = None) -> Checkpoint:
        """A new checkpoint; the origin is the key's name unless another is given."""
        origin = signer.key.name if origin is None else origin
        if not origin or "\n" in origin:
            raise NoteError("a checkpoint's origin is one line")
        return cls(origin, size, root, signer.sign(f"{origin}\n{size}\n{b64encode(root).decode()}\n"))

    @classmethod
    def read(cls, note: str, key: Key | None = None) -> Checkpoint:
        """The checkpoint in a note; with a key, NoteError unless it has signed and the origin is its name."""
        text = parse(note)[0] if key is None else opened(note, (key,))
        lines = text.split("\n")
        if len(lines) < 4 or not all(lines[:-1]):
            raise NoteError("a checkpoint has three lines: origin, size, root")
        origin, size, encoded = lines[:3]
        if not _SIZE.fullmatch(size):
            raise NoteError("the checkpoint's size is not a plain number")
        if key is not None and origin != key.name:
            raise NoteError(f"the checkpoint is of {origin}, the key of {key.name}")
        try:
            root = b64decode(encoded, validate=True)
        except (binascii.Error, ValueError) as error:
            raise NoteError("the checkpoint's root is not base64") from error
        if len(root) != 32:
            raise NoteError("the checkpoint's root has not 32 bytes")
        return cls(origin, int(size), root, note)
