"""Two servers on one PostgreSQL share a tournament: entered, conducted and played at both, it is one and the same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from croupier.floor.opening import Opening
from croupier.floor.store import open_store
from tests.floor.pg import fresh_database, postgres
from tests.floor.server.evenings import announced, entered, play_on, seated, try_to
from tests.floor.server.serving import FREELY, GENEROUSLY, Person, Served, Staffed

SOON = 60.0


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[Staffed, Served]]:
    with postgres() as server:
        url = fresh_database(server)
        opening = Opening(settings=FREELY, rules=GENEROUSLY, demo=False)
        stores = [open_store(url), open_store(url)]
        first = Staffed(stores[0], opening)
        second = Served(stores[1], opening)
        try:
            yield first, second
        finally:
            for running, store in zip((second, first), reversed(stores), strict=True):
                running.close()
                store.close()


class Elsewhere(Person):
    """Someone with the session that they have at one server, at the other.

    They act on what they see there, and what they do has been seen at the first before anyone goes on: what a server
    has not heard of yet it answers by what it knew before.
    """

    def __init__(self, home: Person, other: Served) -> None:
        super().__init__(other.address)
        self.http.cookies.set("croupier_session", home.http.cookies["croupier_session"])
        self.id, self.name, self._home = home.id, home.name, home

    def try_to(self, table: str, kind: str, *, id: str | None = None, **fields: Any) -> httpx.Response:
        up_to_date(self, table, _version(self._home, table))
        answer = super().try_to(table, kind, id=id, **fields)
        up_to_date(self._home, table, _version(self, table))
        return answer


def _version(who: Person, table: str) -> int:
    return int(who.get(f"/api/tables/{table}")["version"])


def up_to_date(who: Person, table: str, version: int) -> None:
    """Wait until a server shows a table as it stands at that version."""
    patience = time.monotonic() + SOON
    while _version(who, table) < version:
        assert time.monotonic() < patience
        time.sleep(0.02)


def alike(first: Served, second: Served, tournament: str) -> Any:
    """What both servers show of a tournament, once they show the same."""
    patience = time.monotonic() + SOON
    while True:
        answers = [each.stranger().http.get(f"/api/tournaments/{tournament}") for each in (first, second)]
        shown = [answer.json() for answer in answers if answer.is_success]
        if len(shown) == 2 and shown[0] == shown[1]:
            return shown[0]
        assert time.monotonic() < patience, [answer.text for answer in answers]
        time.sleep(0.1)


def test_a_tournament_is_entered_and_played_at_two_servers(both: tuple[Staffed, Served]) -> None:
    first, second = both
    tables = [first.new_table(f"shared-{number}") for number in (1, 2)]
    announced(first, "shared")
    text = alike(first, second, "shared")["text"]
    people = entered(first, "shared", "Ann", "Bob")

    # At both servers at once: the last two places go to two people, each of them once.
    coming = [first.guest(name) for name in ("Cat", "Dan")]
    doors = [each for person in coming for each in (person, Elsewhere(person, second))]
    with ThreadPoolExecutor(len(doors)) as pool:
        answers = list(pool.map(lambda each: try_to(each, "shared", "Enter", text=text).status_code, doors))
    assert sorted(answers) == [200, 200, 409, 409]
    assert alike(first, second, "shared")["line"]["entered"] == 4

    seated(first, "shared", *tables)
    begun = alike(first, second, "shared")
    assert len({(each["table"], each["seat"]) for each in begun["standings"]}) == 4
    # Two of them play at the one server, and two at the other.
    people |= {each.name: Elsewhere(each, second) for each in coming}
    play_on(first, "shared", people)
    over = alike(first, second, "shared")
    assert over["line"]["stage"] == "over"
    assert [each["prize"] for each in over["standings"][:2]] == [600_00, 300_00]
    balances = first.house.reception.floor.store.balances()
    assert sum(balances.values()) == 0
    assert balances.get("entries:shared", 0) == 0
