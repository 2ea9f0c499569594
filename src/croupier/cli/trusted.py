"""What a record is held against: the house's key, and checkpoints that someone kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.output import STANDARD, Refused, read_text

if TYPE_CHECKING:
    from croupier.floor.seal.checkpoint import Checkpoint
    from croupier.floor.seal.note import Key, Signer


def trusted_key(store: str, key: str | None) -> Key | None:
    """The key given, or that of the key file beside the store."""
    from croupier.floor.seal import keys
    from croupier.floor.seal.note import Key, NoteError
    from croupier.floor.store import StoreError
    from croupier.floor.store.engines import locate

    try:
        if key is not None:
            return Key.parse(key)
        path = keys.place(locate(store))
        # Whoever checks a record needs the public half alone, and may have found the file on a disk for reading.
        return keys.read(path, others_may_read=True).key if path.exists() else None
    except keys.KeyRefused as error:
        raise Refused(f"{error}; the public key can be given with --key") from error
    except (NoteError, StoreError) as error:
        raise Refused(str(error)) from error


def signer_at(store: str, trusted: Key | None) -> Signer | None:
    """The house's key beside the store, where whoever asks may read it and it is the one that is trusted."""
    from croupier.floor.seal import keys
    from croupier.floor.store.engines import locate

    try:
        found = keys.read(keys.place(locate(store)))
    except keys.KeyRefused:
        return None
    return found if found.key == trusted else None


def held_checkpoint(text: str, key: Key | None) -> Checkpoint:
    """A checkpoint as it was handed over: a file, the note itself, or POSITION:ROOT."""
    from croupier.floor.seal.checkpoint import Checkpoint
    from croupier.floor.seal.note import NoteError

    short = re.fullmatch(r"(\d{1,18}):([0-9a-f]{64})", text)
    if short is not None:
        return Checkpoint("", int(short[1]), bytes.fromhex(short[2]), "")
    if not text or (text != str(STANDARD) and "\n" not in text and not Path(text).exists()):
        raise Refused(f"{text!r} is no checkpoint: neither a file that there is nor POSITION:ROOT")
    try:
        return Checkpoint.read(text if "\n" in text else read_text(Path(text)), key)
    except NoteError as error:
        raise Refused(f"that is no checkpoint of this house: {error}") from error
