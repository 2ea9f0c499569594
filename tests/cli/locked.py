"""A folder that cannot be written to, and what lies in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Have nobody write to a folder or the files in it."""
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    try:
        yield
    finally:
        folder.chmod(0o755)


def contents(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, byte for byte; the index of a log is scratch paper, and counts by name alone."""
    return {path.name: b"" if path.name.endswith("-shm") else path.read_bytes() for path in sorted(folder.iterdir())}
