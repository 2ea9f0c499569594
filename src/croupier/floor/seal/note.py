"""Signed notes as C2SP has them (c2sp.org/signed-note), with Ed25519."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Iterable
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519 = b"\x01"
"""The type of signature that we make and check."""

LIMIT_BYTES = 1 << 16
LIMIT_SIGNATURES = 32
_DASH = "\u2014 "


class NoteError(ValueError):
    """It is not a note, not a key, or not signed as it must be."""


class Key(msgspec.Struct, frozen=True):
    """A public key with its name: who may have signed a note."""

    name: str
    public: bytes

    def __post_init__(self) -> None:
        if not self.name or "+" in self.name or any(each.isspace() or each < " " for each in self.name):
            raise NoteError("a key's name has no spaces and no plus sign, and is not empty")
        if len(self.public) != 32:
            raise NoteError("an Ed25519 key has 32 bytes")

    @property
    def id(self) -> bytes:
        """The four bytes that stand before a signature."""
        return sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        """The key as it is handed out: its name, its id and itself."""
        return f"{self.name}+{self.id.hex()}+{_encode(ED25519 + self.public)}"

    @classmethod
    def parse(cls, text: str) -> Key:
        """The key that was handed out as this text."""
        name, first, rest = text.strip().partition("+")
        hint, second, encoded = rest.partition("+")
        data = _decode(encoded)
        if not first or not second or data[:1] != ED25519:
            raise NoteError("that is no Ed25519 key: it reads NAME+ID+KEY")
        key = cls(name, data[1:])
        if key.id.hex() != hint:
            raise NoteError("the key's id is not that of its name and itself")
        return key

    def signed(self, text: str, signature: bytes) -> bool:
        """Whether this key made the signature over the text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


class Signer:
    """A private key with its name."""

    def __init__(self, name: str, private: Ed25519PrivateKey) -> None:
        self.key = Key(name, private.public_key().public_bytes_raw())
        self._private = private

    def sign(self, text: str) -> str:
        """The text as a note with this signature."""
        if not text.endswith("\n") or _controls(text):
            raise NoteError("the text of a note ends its last line and has no control characters")
        signature = _encode(self.key.id + self._private.sign(text.encode()))
        return f"{text}\n{_DASH}{self.key.name} {signature}\n"


class Signature(msgspec.Struct, frozen=True):
    """A line below a note's text: whose it says it is, and what they signed."""

    name: str
    id: bytes
    bytes: bytes


def parse(note: str) -> tuple[str, tuple[Signature, ...]]:
    """The text of a note and its signatures, none of which is checked yet."""
    if len(note.encode()) > LIMIT_BYTES:
        raise NoteError("the note is too long")
    text, blank, below = note.rpartition("\n\n")
    if not blank or not text or not below.endswith("\n") or _controls(note):
        raise NoteError("a note is text, an empty line, and lines of signatures")
    lines = below[:-1].split("\n")
    if len(lines) > LIMIT_SIGNATURES:
        raise NoteError("the note has too many signatures")
    return text + "\n", tuple(map(_signature, lines))


def opened(note: str, keys: Iterable[Key]) -> str:
    """The text of a note that one of these keys has signed, and that none of them seems to have signed falsely."""
    text, signatures = parse(note)
    known = {(key.name, key.id): key for key in keys}
    verified = False
    for each in signatures:
        key = known.get((each.name, each.id))
        if key is not None:
            if not key.signed(text, each.bytes):
                raise NoteError(f"the signature of {each.name} does not fit the text")
            verified = True
    if not verified:
        raise NoteError("the note is not signed by a key that we know")
    return text


def _signature(line: str) -> Signature:
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    data = _decode(encoded)
    if not line.startswith(_DASH) or not name or not space or "+" in name or len(data) < 5:
        raise NoteError("a signature reads: dash, name, signature")
    return Signature(name, data[:4], data[4:])


def _controls(text: str) -> bool:
    return any(each < " " and each != "\n" for each in text)


def _encode(data: bytes) -> str:
    return b64encode(data).decode()


def _decode(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise NoteError("that is not base64") from error
