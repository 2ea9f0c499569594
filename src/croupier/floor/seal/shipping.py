"""Where checkpoints go by the operator's choice; a place that fails never holds up the sealing."""

from __future__ import annotations

import logging
import os
import sys
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Condition, Thread
from typing import TextIO

Ship = Callable[[str], None]
"""Takes the note of a checkpoint."""

QUEUE = 64
"""How many checkpoints wait for a server that does not answer; then the oldest, which newer ones cover, go."""

TIMEOUT_SECONDS = 5.0
RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 60.0)
log = logging.getLogger(__name__)


class ShippingRefused(ValueError):
    """There is no such place to ship to."""


def replaced(path: Path) -> Ship:
    """Keep the newest in a file, which at every moment holds a whole checkpoint."""

    def ship(note: str) -> None:
        aside = path.with_name(f".{path.name}.new")
        with open(aside, "w", encoding="utf-8") as file:
            file.write(note)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)

    return ship


def appended(path: Path) -> Ship:
    """Add each to the end of a file, with an empty line between two."""

    def ship(note: str) -> None:
        with open(path, "a", encoding="utf-8") as file:
            file.write(note + "\n")

    return ship


def printed(out: TextIO | None = None) -> Ship:
    """Print each, with an empty line between two."""

    def ship(note: str) -> None:
        print(note, file=out or sys.stdout, flush=True)

    return ship


class Pushed:
    """Posts each to a server, on a thread of its own, and tries again while the server does not take it."""

    def __init__(
        self, url: str, timeout: float = TIMEOUT_SECONDS, retry: Sequence[float] = RETRY_SECONDS, queue: int = QUEUE
    ) -> None:
        self._url = url
        self._timeout = timeout
        self._retry = retry
        self._waiting: deque[str] = deque(maxlen=queue)
        self._changed = Condition()
        self._closing = False
        self._thread = Thread(target=self._run, name="croupier-seal-push", daemon=True)
        self._thread.start()

    def __call__(self, note: str) -> None:
        """Have it posted soon."""
        with self._changed:
            self._waiting.append(note)
            self._changed.notify()

    def close(self) -> None:
        """Try once more what is waiting, then stop."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(self._timeout * 2)

    def _run(self) -> None:
        failures = 0
        while True:
            with self._changed:
                while not self._waiting and not self._closing:
                    self._changed.wait()
                if not self._waiting:
                    return
                note = self._waiting[0]
            if self._post(note):
                failures = 0
                with self._changed:
                    if self._waiting and self._waiting[0] is note:
                        self._waiting.popleft()
                continue
            with self._changed:
                if self._closing:
                    return
                self._changed.wait_for(lambda: self._closing, self._retry[min(failures, len(self._retry) - 1)])
            failures += 1

    def _post(self, note: str) -> bool:
        request = urllib.request.Request(
            self._url, note.encode(), {"content-type": "text/plain; charset=utf-8"}, method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                answer.read(1000)
        except (OSError, ValueError, urllib.error.URLError) as error:
            log.warning("a checkpoint could not be pushed to %s: %s", self._url, error)
            return False
        return True


def shipped_to(place: str) -> Ship:
    """A place as operators write it: `-`, `https://…`, `append:PATH` or `file:PATH`."""
    if place == "-":
        return printed()
    if place.startswith(("https://", "http://")):
        return Pushed(place)
    scheme, _, path = place.partition(":")
    if scheme == "append" and path:
        return appended(Path(path))
    if scheme == "file" and path:
        return replaced(Path(path))
    raise ShippingRefused(f"checkpoints go to -, file:PATH, append:PATH or https://…, not to {place!r}")
