"""Opening the seal of a house: its key, its anchor, and the sealer at work."""

from __future__ import annotations

from pathlib import Path

import msgspec
from sqlalchemy import URL

from croupier.floor.seal import keys
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Key, NoteError
from croupier.floor.seal.sealer import SECONDS, SealBroken, Sealer, Sealing
from croupier.floor.seal.shipping import replaced, shipped_to
from croupier.floor.seal.tree import root_of
from croupier.floor.store import Store
from croupier.floor.store.tree import Tree


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """How a record is to be sealed, by the operator's choice."""

    key: Path | None = None
    """The file of the house's key, if it is not to lie beside the store."""
    origin: str | None = None
    """The name that the record goes by, such as example.com/floor; a key that is there already has one."""
    ship: tuple[str, ...] = ()
    """Where checkpoints go besides the file beside the store."""
    every: float = SECONDS


BESIDE = Seal()
"""A key and an anchor beside the store, and nothing more."""


def anchor_place(where: URL) -> Path:
    """Where the newest checkpoint lies beside a store."""
    return keys.place(where).with_suffix(".checkpoint")


def anchored(tree: Tree, path: Path, key: Key) -> Checkpoint | None:
    """The checkpoint in the file beside the store, which the record must have grown from; None if there is no file.

    A store put back to an earlier state, or put in another's place, is found here.
    """
    try:
        note = path.read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise SealBroken(f"the checkpoint in {path} cannot be read: {error}") from error
    try:
        held = Checkpoint.read(note, key)
    except NoteError as error:
        raise SealBroken(f"the checkpoint in {path} is not the house's: {error}") from error
    size = tree.size()
    if size < held.size:
        raise SealBroken(
            f"the record was rolled back: it has {size} events, and the checkpoint in {path} covers {held.size};"
            " if a backup was put back on purpose, keep that file elsewhere and take it away"
        )
    if root_of(held.size, tree.hashes) != held.root:
        raise SealBroken(f"the record was rewritten: the checkpoint in {path} was signed over other events")
    return held


def open_seal(store: Store, seal: Seal = BESIDE) -> Sealing:
    """Check the store against its anchor and begin to seal it; KeyRefused or SealBroken say why not."""
    where = store._reading.url
    places = [shipped_to(place) for place in seal.ship]
    signer = keys.signer(keys.place(where) if seal.key is None else seal.key, seal.origin)
    anchor = anchor_place(where)
    anchored(Tree.of(store), anchor, signer.key)
    anchor.parent.mkdir(parents=True, exist_ok=True)
    return Sealing(store, Sealer(store, signer, [replaced(anchor), *places]), seal.every)
