"""What takes long to work out and never changes is laid on a shelf: the user's own folder for such things."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]


def folder() -> Path:
    """Where the shelf stands: where the system keeps what programs can work out again."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "croupier"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "croupier" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "croupier"


def taken_down(name: str) -> Arrays | None:
    """What lies on the shelf by this name; nothing if it is not there, or cannot be read."""
    with suppress(OSError, ValueError, KeyError, EOFError, BadZipFile), np.load(folder() / f"{name}.npz") as kept:
        return {each: kept[each] for each in kept.files}
    return None


def laid_up(name: str, arrays: Arrays) -> None:
    """Lay it there, whole or not at all; where there is no room for it, it is worked out again the next time."""
    with suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=folder(), suffix=".part", delete=False) as file:
            part = Path(file.name)
            try:
                np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
            except OSError:
                part.unlink(missing_ok=True)
                raise
        part.replace(folder() / f"{name}.npz")
