"""The fold's digest: what the rules are, byte by byte. A state folded by other rules is folded again."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import croupier

ROOMS = ("books", "cards", "games", "house", "money", "table", "floor/acts")
"""Where it is written how events change a state."""

SUFFIXES = (".py", ".toml")


@cache
def fold_digest(package: str = "") -> bytes:
    """The digest of everything that may have a say in folding; of a game's own package too, if it lies elsewhere."""
    root = Path(croupier.__file__).parent
    folders = [root / room for room in ROOMS]
    if package:
        folders.append(Path(import_module(package).__file__ or "").parent)
    total = sha256()
    for folder in folders:
        for path in sorted(each for each in folder.rglob("*") if each.suffix in SUFFIXES):
            total.update(path.relative_to(folder).as_posix().encode() + b"\0" + sha256(path.read_bytes()).digest())
    return total.digest()


@cache
def book_digests() -> dict[str, str]:
    """The digest of each book's file, by its name."""
    folder = Path(croupier.__file__).parent / "books"
    return {path.stem: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.toml"))}
