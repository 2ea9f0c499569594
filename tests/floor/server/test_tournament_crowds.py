"""Many who look at a tournament, and people who mean it no good: what they can ask for has a bound."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from croupier.floor.people.names import why_not_staff
from croupier.floor.reading.tournament_export import document
from croupier.floor.server import pools, tournaments
from croupier.house.tournaments.founding import EntriesOpened
from tests.floor.server.evenings import announced, conditions, desk, do, entered, mine, page, try_draft
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
    assert len(rendered) <= seconds + 2
    assert len(squeezed) <= len(rendered) + seconds + 2  # the list is packed as well, as seldom

    # What has changed is there a moment later.
    do(people["Hal"], "crowd", "Withdraw", entrant=8)
    patience = time.monotonic() + SOON
    while page(house.stranger(), "crowd")["line"]["entered"] != 7:
        assert time.monotonic() < patience
        time.sleep(0.05)
    assert rendered and squeezed


def test_pages_of_tournaments_that_nobody_has_at_hand_are_forgotten(house: Served) -> None:
    announced(house, "kept", conditions(title="Kept"))
    page(house.stranger(), "kept")
    reception = house.house.reception
    reception.shares["tournament gone-long-ago"] = pools.Shared(lambda: b"{}", 1)
    page(house.stranger(), "kept")
    assert "tournament kept" in reception.shares and "tournament gone-long-ago" not in reception.shares


def test_what_seats_will_be_drawn_from_is_told_on_no_channel_before_the_result(house: Served) -> None:
    operator, inspector, director = (house.staff(each) for each in ("operator", "inspector", "supervisor"))
    assert try_draft(operator, "hidden", conditions()).status_code == 200
    do(inspector, "hidden", "ApproveConditions", text=page(operator, "hidden")["text"])
    do(operator, "hidden", "AppointDirector", person="supervisor", name="Sam Supervisor")
    opening = do(operator, "hidden", "OpenEntries")
    guest = entered(house, "hidden", "Kim")["Kim"]
    floor = house.house.reception.floor
    seed = floor.tournament("hidden").state.seed
    position = opening["position"]
    told = [opening, *[desk(each, "hidden") for each in (operator, inspector, director)], mine(guest, "hidden")]
    told += [inspector.get("/api/tournaments/hidden/steps"), inspector.get("/api/tournaments/hidden/steps/4")]
    told += [page(guest, "hidden"), guest.get("/api/tournaments"), document(house.store, "hidden")]
    told += [inspector.get("/api/find", kind="tournament/EntriesOpened")]
    told += [each.http.get("/api/audit/export").text for each in (inspector, operator)]
    told += [
        each.http.get(f"/api/audit/disclosures/{position}").text for each in (guest, director, operator, inspector)
    ]
    assert len(seed) == 64
    assert not [each for each in told if seed in json.dumps(each)]
    assert floor.tournament("hidden").state.commitment in json.dumps(told[0])
    # It is sealed for somebody who cannot be: no account is ever called so, and no guest.
    assert why_not_staff(EntriesOpened(commitment="", seed="", under=()).sealed_for)
