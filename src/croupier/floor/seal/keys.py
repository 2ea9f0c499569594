"""The house's signing key: one line in a file that nobody else can read, made when it is missing."""

from __future__ import annotations

import os
import re
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import URL

from croupier.floor.seal.note import ED25519, NoteError, Signer

PREFIX = "PRIVATE+KEY+"
BESIDE = Path("croupier-data")
"""Where the keys of stores lie that are no files."""


class KeyRefused(Exception):
    """The key cannot be used, for this reason."""


def place(where: URL) -> Path:
    """Where the key of a store lies unless the operator says otherwise."""
    if where.get_backend_name() == "sqlite" and where.database:
        return Path(where.database).with_suffix(".key")
    server = f"{where.host}:{where.port}/{where.database}?{sorted(where.query.items())}"
    name = re.sub(r"[^\w-]+", "-", where.database or "floor")
    return BESIDE / f"{name}-{sha256(server.encode()).hexdigest()[:8]}.key"


def signer(path: Path, name: str | None = None) -> Signer:
    """The key in this file; one is made, under this name, when there is no such file.

    A key keeps the name that it was made with; to ask for it under another is refused.
    """
    if not path.exists():
        _make(path, name or f"croupier.localhost/{secrets.token_hex(4)}")
    found = read(path)
    if name is not None and found.key.name != name:
        raise KeyRefused(f"the key in {path} is that of {found.key.name}, not of {name}")
    return found


def read(path: Path, *, others_may_read: bool = False) -> Signer:
    """The key in this file, or KeyRefused; also if others can read it, unless that does no harm."""
    try:
        with path.open(encoding="utf-8") as file:
            if not others_may_read and os.fstat(file.fileno()).st_mode & 0o077:
                raise KeyRefused(f"others can read {path}: chmod 600 it, and think about who has read it")
            line = file.read(1000).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise KeyRefused(f"the key in {path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    name, _, rest = line.removeprefix(PREFIX).partition("+")
    hint, _, encoded = rest.partition("+")
    try:
        data = b64decode(encoded, validate=True)
        if not line.startswith(PREFIX) or data[:1] != ED25519:
            raise NoteError("it reads otherwise")
        found = Signer(name, Ed25519PrivateKey.from_private_bytes(data[1:]))
    except ValueError as error:
        raise KeyRefused(f"there is no Ed25519 key in {path}") from error
    if found.key.id.hex() != hint:
        raise KeyRefused(f"the key in {path} is damaged: its id is another's")
    return found


def _make(path: Path, name: str) -> None:
    private = Ed25519PrivateKey.generate()
    try:
        made = Signer(name, private)
    except NoteError as error:
        raise KeyRefused(str(error)) from error
    line = f"{PREFIX}{name}+{made.key.id.hex()}+{b64encode(ED25519 + private.private_bytes_raw()).decode()}\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written aside and linked into place: whoever starts at the same moment finds a whole key or none.
    aside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        os.link(aside, path)
    except FileExistsError:
        pass  # another made it first; that one is the house's
    except OSError as error:
        raise KeyRefused(f"the key cannot be written: {error}") from error
    finally:
        aside.unlink(missing_ok=True)
