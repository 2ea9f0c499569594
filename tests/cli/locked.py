"""A folder that cannot be written to, whoever runs the tests: the right to go past permissions is given up first."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import croupier as package

_DROP_FROM_BOUNDING_SET = 24
_PAST_PERMISSIONS = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


def croupier(*arguments: str, stdin: str | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command as one who is bound by the permissions of files."""
    return subprocess.run(
        [sys.executable, "-m", "croupier", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        cwd=cwd,
        preexec_fn=_give_up_rights if os.geteuid() == 0 else None,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(Path(package.__file__).parents[1])},
    )


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


def _give_up_rights() -> None:
    libc = ctypes.CDLL(None)
    for right in _PAST_PERMISSIONS:
        libc.prctl(_DROP_FROM_BOUNDING_SET, right, 0, 0, 0)
