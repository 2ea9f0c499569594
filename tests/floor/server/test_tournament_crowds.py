"""Many who look at a tournament, and people who mean it no good: what they can ask for has a bound."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from croupier.floor.server import pools, tournaments
from tests.floor.server.evenings import announced, conditions, do, entered, page
from tests.floor.server.serving import Served, Staffed, served

LOOKS, LOOKERS = 160, 4
SOON = 60.0


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("floor"), house=Staffed) as running:
        yield running


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[None]:
    """One for each time that a function of a module is called from now on."""
    calls, real = list[None](), getattr(module, name)

    def calling(*given: Any, **named: Any) -> Any:
        calls.append(None)
        return real(*given, **named)

    monkeypatch.setattr(module, name, calling)
    return calls


def test_standings_are_rendered_and_packed_once_a_second_whoever_looks(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Eight entrants are as many here as a thousand elsewhere: their page is made once a second.
    monkeypatch.setattr(tournaments, "STANDINGS_A_SECOND", 8)
    announced(house, "crowd")
    assert page(house.stranger(), "crowd")["standings"] == []  # looked at while it costs nothing yet
    names = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
    people = entered(house, "crowd", *names)
    rendered = counted(monkeypatch, tournaments, "shown")
    squeezed = counted(monkeypatch, pools, "squeezed")
    began = time.monotonic()

    def look(_: int) -> int:
        looker = house.stranger()
        found = [page(looker, "crowd")["line"]["entered"] for _ in range(LOOKS // LOOKERS)]
        return len(found)

    with ThreadPoolExecutor(LOOKERS) as pool:
        assert sum(pool.map(look, range(LOOKERS))) == LOOKS
    seconds = time.monotonic() - began
    assert 1 <= len(rendered) <= seconds + 2
    assert len(squeezed) <= len(rendered) + seconds + 2  # the list is packed as well, as seldom

    # What has changed is there a moment later.
    do(people["Hal"], "crowd", "Withdraw", entrant=8)
    patience = time.monotonic() + SOON
    while page(house.stranger(), "crowd")["line"]["entered"] != 7:
        assert time.monotonic() < patience
        time.sleep(0.05)


def test_pages_of_tournaments_that_nobody_has_at_hand_are_forgotten(house: Served) -> None:
    announced(house, "kept", conditions(title="Kept"))
    page(house.stranger(), "kept")
    reception = house.house.reception
    reception.shares["tournament gone-long-ago"] = pools.Shared(lambda: b"{}", 1)
    page(house.stranger(), "kept")
    assert "tournament kept" in reception.shares and "tournament gone-long-ago" not in reception.shares
