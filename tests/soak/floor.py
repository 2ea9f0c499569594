"""The shipped command at the fast pace with one check of the record after the other, and what is seen of it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
from sqlalchemy import update

from croupier.floor.acts.journal import JOURNAL, RecordVerified, read
from croupier.floor.store import Archive, open_archive
from croupier.floor.store.engines import locate, writing_engine
from croupier.floor.store.schema import snapshots
from croupier.table.declare import EVENTS

LOOK_SECONDS = 1.0
FOUND_SECONDS = 900.0
"""How long a check of a long record may take on a busy machine."""


class Wrong(Exception):
    """The floor is not as it should be."""


class Seen(msgspec.Struct, frozen=True):
    """The floor at one look."""

    minutes: float
    events: int
    checks: int
    megabytes: float

    def __str__(self) -> str:
        return (
            f"{self.minutes:5.1f} min  {self.events:>9,} events  {self.checks:>5} checks of all, whole"
            f"  {self.megabytes:7.1f} MB  ready"
        )


class Soaked:
    """A running floor."""

    def __init__(self, process: subprocess.Popen[str], address: str, url: str) -> None:
        self._process, self._address, self._url = process, address, url
        self._store: Archive = open_archive(url)
        self._began = time.monotonic()
        self._heard, self._checks = 0, 0

    def close(self) -> None:
        """Let go of the store."""
        self._store.close()

    def minutes(self) -> float:
        """How long it has run."""
        return (time.monotonic() - self._began) / 60

    def look(self) -> Seen:
        """Wait a moment and look; Wrong, if the floor accuses its record or is not ready."""
        time.sleep(LOOK_SECONDS)
        if self._process.poll() is not None:
            raise Wrong(f"the server has ended with {self._process.returncode}")
        self._ready()
        accused = self._accused()
        if accused:
            raise Wrong(f"a healthy record is accused: {accused}")
        return Seen(self.minutes(), self._store.head()[0], self._checks, _megabytes(self._process.pid))

    def find_damage(self) -> str:
        """Damage kept states until a check says so; what it says."""
        deadline, engine = time.monotonic() + FOUND_SECONDS, writing_engine(locate(self._url))
        try:
            while time.monotonic() < deadline:
                with engine.begin() as connection:  # again and again, for play keeps newer ones in their place
                    spoilt = update(snapshots).where(snapshots.c.stream.startswith("table:"))
                    connection.execute(spoilt.values(state=b"\x00"))
                accused = self._accused()
                if accused:
                    return f"a damaged state is found: {accused}"
                time.sleep(0.2)
        finally:
            engine.dispose()
        raise Wrong("a damaged state was not found")

    def _ready(self) -> None:
        """Wrong, unless the floor says that it is ready; a busy machine may let one question wait."""
        for left in (2, 1, 0):
            try:
                answer = httpx.get(f"{self._address}readyz", timeout=30)
            except httpx.TransportError as error:
                if not left:
                    raise Wrong(f"/readyz does not answer: {type(error).__name__}") from error
            else:
                if answer.json() != {"ready": True}:
                    raise Wrong(f"/readyz says {answer.status_code} {answer.text}")
                return

    def _accused(self) -> str:
        """What the journal says is wrong with the record, of what it has said since the last look."""
        for stored in self._store.stream(JOURNAL, self._heard):
            self._heard = stored.version
            if stored.kind == EVENTS[RecordVerified].kind:
                said = read(stored)
                assert isinstance(said, RecordVerified)
                if not said.whole:
                    return said.reason
                self._checks += 1
        return ""


@contextmanager
def running(url: str, folder: Path) -> Iterator[Soaked]:
    """The shipped command as an operator starts it, but for its pace and the checks."""
    options = ("--store", url, "--key", str(folder / "key"), "--pace", "fast", "--check-hours", "0", "--port", "0")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "run", *options], stdout=subprocess.PIPE, stderr=log, text=True
        )
        try:
            floor = Soaked(process, _address(process), url)
            try:
                yield floor
            finally:
                floor.close()
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://[^ ]+", line)
        if found:
            return found.group()
    raise Wrong("the server did not start")


def _megabytes(pid: int) -> float:
    """What a process has in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
