"""kill -9 of the shipped server in the middle of a poker tournament: nobody loses a seat, a chip or the time.

A few kills in `make test`; `CROUPIER_KILLS=100` for as many on each store.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.floor.reading import audit
from croupier.floor.store import open_store
from tests.floor.service.cup import SIGN
from tests.floor.service.cup_record import Record

KILLS = int(os.environ.get("CROUPIER_KILLS", "2"))
PATIENCE_SECONDS = 900.0
"""How long one moment may be waited for, on whatever machine this is."""
AS_IT_COMES = ""

MOMENTS = (
    ("ask", "tournament/TableBroken"),
    ("ask", "tournament/ResultDeclared"),
    ("ask", AS_IT_COMES),
    ("ack", "tournament/SeatsDrawn"),
    ("ack", "tournament/BreakAnnounced"),
    ("ask", "tournament/ChipsRaced"),
    ("ack", "tournament/HandForHand"),
    ("ask", AS_IT_COMES),
    ("ask", "tournament/EntrantMoved"),
    ("ask", "tournament/SessionOpened"),
    ("ack", "tournament/BreakBegun"),
    ("ack", "tournament/ChipsRaced"),
    ("ask", "tournament/EntrantsOut"),
    ("ask", AS_IT_COMES),
    ("ack", "tournament/ResultDeclared"),
    ("ask", "tournament/HandsBegun"),
    ("ask", "tournament/LevelBegun"),
    ("ask", AS_IT_COMES),
    ("ask", "tournament/ClockStopped"),
    ("ack", "tournament/TableBroken"),
    ("ask", "tournament/Entered"),
    ("ask", AS_IT_COMES),
)
"""When the server is killed: as it is about to write an event, or once it has said that it is written."""


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'floor.db'}"
    return str(request.getfixturevalue("shared_url"))


class Heard(NamedTuple):
    """What a server said before it was killed."""

    asked: dict[str, list[str]]
    acknowledged: dict[str, tuple[int, int]]
    stood: list[tuple[str, int, str]]
    address: str


class Server:
    """A server of the cup, and what it says."""

    def __init__(self, url: str, folder: Path) -> None:
        command = [sys.executable, "-m", "tests.floor.service.cup", str(folder), "--store", url]
        command += ["--key", str(folder / "key")]
        self._log = (folder / "log").open("a")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, text=True)
        self.heard = Heard({}, {}, [], "")
        self._late = threading.Timer(PATIENCE_SECONDS, self.process.kill)
        self._late.start()

    def says(self) -> Iterator[tuple[str, str]]:
        """What it does next: `ask` or `ack`, and the kinds of event."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            match line.split():
                case [sign, "stood", stream, version, digest] if sign == SIGN:
                    self.heard.stood.append((stream, int(version), digest))
                case [sign, "ask", command, *parts] if sign == SIGN:
                    self.heard.asked[command] = parts
                    yield "ask", " ".join(parts)
                case [sign, "ack", command, first, last] if sign == SIGN:
                    self.heard.acknowledged[command] = (int(first), int(last))
                    yield "ack", " ".join(self.heard.asked[command])
                case _:
                    if found := re.search(r"http://[\d.]+:\d+/", line):
                        self.heard = self.heard._replace(address=found[0])

    def kill(self) -> Heard:
        """End it at once, and hear what it had said by then."""
        self.process.kill()
        for _ in self.says():
            pass
        self.process.wait()
        self._late.cancel()
        self._log.close()
        return self.heard


@contextmanager
def serving(url: str, folder: Path, after: Server | None = None) -> Iterator[Server]:
    """A server, started once the other one can be reached where there is one, and killed when this is left."""
    if after is not None:
        for _ in after.says():
            if after.heard.address:
                break
    server = Server(url, folder)
    try:
        yield server
    finally:
        server.kill()


def killed(url: str, folder: Path, word: str, kind: str, acts: int) -> Heard:
    """A server that was killed at that moment, or after so many acts where none is named."""
    with serving(url, folder) as server:
        for done, (said, what) in enumerate(server.says(), 1):
            if said == word and (kind in what if kind else done >= acts):
                return server.kill()
    raise AssertionError(f"{word} {kind} was not heard: {(folder / 'log').read_text()[-2000:]}")


@pytest.mark.timeout(0 if KILLS > 2 else 900)
def test_after_kill_9_everyone_has_one_seat_and_all_chips_and_the_clock_goes_on(store_url: str, tmp_path: Path) -> None:
    chance, record = random.Random(21), Record(store_url)
    first = 0 if store_url.startswith("sqlite") else len(MOMENTS) // 2
    for number in range(first, first + KILLS):
        word, kind = MOMENTS[number % len(MOMENTS)]
        record.check(killed(store_url, tmp_path, word, kind, acts=chance.randint(1, 400)))
        print(record.summary(), flush=True)
    # Whatever was cut short is carried on to a result.
    record.check(killed(store_url, tmp_path, "ack", "tournament/ResultDeclared", 0))
    assert record.clocks_set_back > 0
    assert record.results() >= 1
    store = open_store(store_url)
    try:
        assert isinstance(audit.verify(store), audit.Verified)
    finally:
        store.close()
    print(record.summary())
