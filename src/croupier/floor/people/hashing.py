"""Passwords hashed without hurry: whoever tries many of them keeps nobody else from the machine."""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Literal

from argon2 import PasswordHasher

NICENESS = 5
"""How far hashing stands behind play when both want the processor."""


class PatientHasher(PasswordHasher):
    """Hashes one password after another, on a thread of its own that gives way to all else once there is play."""

    def __init__(self) -> None:
        super().__init__()
        self._thread = ThreadPoolExecutor(1, "croupier-passwords")

    def give_way(self) -> None:
        """From now on there is play."""
        self._thread.submit(_give_way)

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        """The hash of a password."""
        return self._thread.submit(super().hash, password, salt=salt).result()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        """Whether a password has this hash; raises if it has not."""
        return self._thread.submit(super().verify, hash, password).result()


def _give_way() -> None:
    """Let this thread, and those it begins, run behind others; where threads have no priority, nothing is changed."""
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, min(19, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS))
