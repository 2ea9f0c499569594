"""Opening the seal of a house: its key, its anchor, and the sealer at work."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from croupier.floor.seal import keys
from croupier.floor.seal.anchor import Adrift, AnchorUnread, anchor_place, anchored
from croupier.floor.seal.custody import custody
from croupier.floor.seal.note import NoteError
from croupier.floor.seal.sealer import SECONDS, SealBroken, Sealer, Sealing
from croupier.floor.seal.shipping import replaced, shipped_to
from croupier.floor.store import Store
from croupier.floor.store.locks import Lock, alone
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


def open_seal(store: Store, seal: Seal = BESIDE) -> Sealing:
    """Check the store against its anchor and begin to seal it; KeyRefused or SealBroken say why not."""
    where = store._reading.url
    places = [shipped_to(place) for place in seal.ship]
    path = keys.place(where) if seal.key is None else seal.key
    tree, anchor = Tree.of(store), anchor_place(where)
    with alone(store._reading, Lock.KEY):  # of servers that begin a record together, one decides whose key it has
        _refuse_another(tree, path)
        signer = keys.signer(path, seal.origin)
        try:
            anchored(tree, anchor, signer.key)
        except (Adrift, AnchorUnread) as error:
            raise SealBroken(str(error)) from error
        anchor.parent.mkdir(parents=True, exist_ok=True)
        sealer = Sealer(store, signer, [replaced(anchor), *places])
        sealer.begin()
    return Sealing(store, sealer, seal.every)


def _refuse_another(tree: Tree, path: Path) -> None:
    """KeyRefused if the record was sealed with another key than the one that lies there or would be made there."""
    with suppress(NoteError):  # a checkpoint that cannot be read is damage, which is looked for later
        kept = custody(tree, path)
        if kept is not None and kept.missing:
            raise keys.KeyRefused(f"{kept.missing}: put the right one there, or name its file with --key")
