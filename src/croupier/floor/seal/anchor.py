"""The anchor: the newest checkpoint in a file beside the store, which the record must have grown from.

A store that was put back to an earlier state, or put in another's place, is whole in itself; the anchor shows it.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL

from croupier.floor.seal import keys
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Key, NoteError
from croupier.floor.seal.tree import root_of
from croupier.floor.store.tree import Tree


class AnchorUnread(Exception):
    """The file is there, but no checkpoint of the house can be read in it."""


class Adrift(Exception):
    """The record did not grow from its anchor; at which position that shows, where it can be told."""

    def __init__(self, why: str, position: int | None = None) -> None:
        super().__init__(why)
        self.position = position


def anchor_place(where: URL) -> Path:
    """Where the anchor of a store lies."""
    return keys.place(where).with_suffix(".checkpoint")


def read_anchor(path: Path, key: Key | None) -> Checkpoint | None:
    """The checkpoint in this file, signed with the key if one is given; None if there is no file."""
    try:
        note = path.read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise AnchorUnread(f"the checkpoint in {path} cannot be read: {error}") from error
    try:
        return Checkpoint.read(note, key)
    except NoteError as error:
        raise AnchorUnread(f"the checkpoint in {path} is not the house's: {error}") from error


def anchored(tree: Tree, path: Path, key: Key | None) -> Checkpoint | None:
    """The anchor that the record has grown from, if there is one; Adrift if it has not, AnchorUnread if nobody can say.

    The file is read before the record, which only grows meanwhile.
    """
    held = read_anchor(path, key)
    if held is None:
        return None
    size = tree.size()
    if size < held.size:
        raise Adrift(
            f"the record was rolled back: it has {size} events, and the checkpoint in {path} covers {held.size};"
            " if a backup was put back on purpose, keep that file elsewhere and take it away",
            size + 1,
        )
    if root_of(held.size, tree.hashes) != held.root:
        raise Adrift(f"the record was rewritten: the checkpoint in {path} was signed over other events")
    return held
