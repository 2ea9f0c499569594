"""Two shipped servers share one poker tournament; one is killed in the middle of it, and the other carries it on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import httpx
import pytest

from croupier.floor.store import open_store
from croupier.table.contract import HOUSE, HOUSE_PLAYERS
from tests.floor.service.cup import TABLES
from tests.floor.service.cup_record import Record
from tests.floor.service.test_cup_kill import Heard, Server, serving

T = TypeVar("T")
SOON = 400.0


class Listened:
    """A server that is listened to while something else goes on."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.done: set[tuple[str, str]] = set()
        """Of which kinds of event it has acknowledged some, by cup."""
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        for said, what in self.server.says():
            for part in what.split() if said == "ack" else ():
                stream, _, kinds = part.split("|")
                self.done |= {(stream.removeprefix("tournament:"), kind) for kind in kinds.split(",")}

    def cups(self, kind: str) -> set[str]:
        """The cups in which it has acknowledged such an event."""
        return {cup for cup, done in tuple(self.done) if done == f"tournament/{kind}"}

    def killed(self) -> Heard:
        self.server.process.kill()
        self._thread.join(SOON)
        return self.server.kill()


def until(found: Callable[[], T], *servers: Listened) -> T:
    """What is found as soon as there is something."""
    patience = time.monotonic() + SOON
    while not (what := found()):
        assert time.monotonic() < patience, [each.done for each in servers]
        assert all(each.server.process.poll() is None for each in servers), "a server has ended"
        time.sleep(0.01)
    return what


def same_clock(cup: str, *servers: Listened) -> bool:
    """Wait until all servers show one level, with one end; false if play was over before."""
    patience = time.monotonic() + SOON
    while time.monotonic() < patience:
        shown = [
            httpx.get(f"{each.server.heard.address}api/tournaments/{cup}", timeout=60).json()["level"]
            for each in (*servers, servers[0])
        ]
        if None in shown:
            return False
        if shown[0] == shown[1] == shown[2]:
            return True
    raise AssertionError("the servers never showed the same")


@pytest.mark.timeout(900)
def test_a_cup_is_played_at_two_servers_and_survives_one_of_them(shared_url: str, tmp_path: Path) -> None:
    with serving(shared_url, tmp_path) as one, serving(shared_url, tmp_path, after=one) as other:
        first, second = Listened(one), Listened(other)
        both = (first, second)

        def shared() -> set[str]:
            """Cups that both have reported hands of, and that have no result."""
            over = first.cups("ResultDeclared") | second.cups("ResultDeclared")
            return (first.cups("HandReported") & second.cups("HandReported")) - over

        cup = until(lambda: next((each for each in shared() if same_clock(each, *both)), ""), *both)
        heard = first.killed()
        until(lambda: cup in second.cups("ResultDeclared"), second)
        carried_on = second.killed()
    record = Record(shared_url)
    acknowledged, stood = heard.acknowledged | carried_on.acknowledged, heard.stood + carried_on.stood
    record.check(Heard(heard.asked | carried_on.asked, acknowledged, stood, ""))
    assert record.results() >= 1

    store = open_store(shared_url)
    try:
        written = list(store.read(limit=1_000_000))
    finally:
        store.close()
    # Both conducted and played it: acts of the director, and of players at tables, were acknowledged by each.
    for each in (heard, carried_on):
        own = [stored for stored in written if stored.command_id in each.acknowledged]
        assert any(stored.actor == HOUSE and stored.stream.startswith("tournament:") for stored in own)
        played = {stored.stream for stored in own if stored.actor.startswith(HOUSE_PLAYERS)}
        assert len(played & {f"table:{table}" for table in TABLES}) >= 2
    # While one server is left nobody has to set the clock back.
    assert not [stored for stored in written if stored.kind == "tournament/ClockStopped"]
