"""The shipped floor with a damaged kept state: it says so, stops there alone, and two people bring it back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from tests.cli.test_run_command import running
from tests.floor.service.floors import new_table, opened
from tests.floor.store.test_trouble import alter

OWN = "a long enough secret"
SOON = 60.0


def signed_in(address: str, name: str, password: str) -> httpx.Client:
    """Someone of the staff with a password of their own."""
    http = httpx.Client(base_url=address, timeout=30)
    assert http.post("api/sign-in/staff", json={"name": name, "password": password}).status_code == 200
    assert http.post("api/password", json={"old": password, "new": OWN}).status_code == 200
    return http


def until(look: Callable[[], Any], holds: Callable[[Any], bool]) -> Any:
    end = time.monotonic() + SOON
    while not holds(found := look()):
        assert time.monotonic() < end, found
        time.sleep(0.1)
    return found


async def played(url: str) -> None:
    """Two tables whose states are kept."""
    async with opened(url) as floor:
        for table in ("mm-2", "mm-3"):
            await new_table(floor, table)
        assert await floor.keeper.keep(floor.tables.values(), every=1)


def test_a_damaged_state_stops_one_table_and_the_check_of_two_people_brings_it_back(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'floor.db'}"
    asyncio.run(played(url))
    alter(url, "UPDATE snapshots SET state = x'00' WHERE stream = 'table:mm-3'")
    with running(tmp_path, "--port", "0", "--no-demo") as (_, address, passwords):

        def ready() -> Any:
            return httpx.get(f"{address}readyz", timeout=30).json()

        said = until(ready, lambda found: found.get("degraded"))
        assert said["ready"] is True
        assert [each.partition(" at version")[0] for each in said["reasons"]] == [
            "play is stopped at table:mm-3: the state kept of table:mm-3"
        ]
        operator = signed_in(address, "operator", passwords["operator"])
        inspector = signed_in(address, "inspector", passwords["inspector"])

        def order() -> None:
            for who in (operator, inspector):
                assert who.post("api/stops/check", json={"stream": "table:mm-3"}).status_code == 200

        def stop() -> Any:
            return next(iter(operator.get("api/stops").json()["stops"]), None)

        order()
        until(stop, lambda found: found["upheld"] and not found["checking"])
        alter(url, "DELETE FROM snapshots WHERE stream = 'table:mm-3'")
        order()
        until(stop, lambda found: found is None)
        assert ready() == {"ready": True}
        answers = operator.get("api/find", params={"kind": "journal/CheckedAgain"}).json()
        assert [each["event"]["whole"] for each in answers] == [True, False]
        assert answers[0]["event"]["ordered_by"] == ["operator", "inspector"]
