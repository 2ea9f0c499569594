"""The custody of the house's key: a record can only be sealed on with the key that it was sealed with."""

from __future__ import annotations

from enum import Enum, auto
from pathlib import Path

import msgspec

from croupier.floor.seal import keys
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import parse
from croupier.floor.store.tree import Tree


class Found(Enum):
    """What lies where the key should be."""

    THE_KEY = auto()
    ANOTHER = auto()
    NOTHING = auto()


class Custody(msgspec.Struct, frozen=True):
    """Whose key a record was sealed with, and what lies where it is looked for."""

    name: str
    path: Path
    found: Found

    @property
    def missing(self) -> str:
        """That the key is not there, in words; nothing if it is."""
        match self.found:
            case Found.NOTHING:
                return f"the record was sealed with the key of {self.name}, and there is no key in {self.path}"
            case Found.ANOTHER:
                return f"the record was sealed with the key of {self.name}, and another lies in {self.path}"
        return ""


def custody(tree: Tree, path: Path) -> Custody | None:
    """Whether the key that a record was sealed with lies in this file; None for a record that was never sealed.

    KeyRefused if what lies there cannot be read, NoteError if the newest checkpoint cannot.
    """
    kept = tree.newest()
    if kept is None:
        return None
    name, (_, signatures) = Checkpoint.read(kept.note).origin, parse(kept.note)
    if not path.exists():
        return Custody(name, path, Found.NOTHING)
    key = keys.read(path, others_may_read=True).key
    own = any((each.name, each.id) == (key.name, key.id) for each in signatures)
    return Custody(name, path, Found.THE_KEY if own else Found.ANOTHER)
