"""The server over PostgreSQL: what it cannot look up is malformed, and while it may not write, play is held."""

from __future__ import annotations

import time
from collections.abc import Iterator

import psycopg
import pytest

from croupier.floor.opening import Opening
from croupier.floor.server import health
from croupier.floor.store import open_store
from tests.floor.pg import fresh_database, postgres
from tests.floor.server.serving import FREELY, Served


@pytest.fixture(scope="module")
def over_postgres() -> Iterator[tuple[Served, str]]:
    with postgres() as server:
        url = fresh_database(server)
        store = open_store(url)
        running = Served(store, Opening(settings=FREELY, demo=False))
        try:
            yield running, url
        finally:
            running.close()
            store.close()


def test_what_postgresql_cannot_hold_is_malformed(over_postgres: tuple[Served, str]) -> None:
    house, _ = over_postgres
    inspector = house.staff("inspector")
    for query in ("person=%00", "kind=%00", "clause=%00", "person=a%00b&kind=%00", "before=9007199254740992"):
        assert inspector.http.get(f"/api/find?{query}").status_code in (200, 400, 404), query
    for name in ("\x00", "a\x00b"):
        assert house.stranger().http.post("/api/sign-in/guest", json={"name": name}).status_code == 400
        answer = house.stranger().http.post("/api/sign-in/staff", json={"name": name, "password": name})
        assert answer.status_code in (400, 401), answer.text
    assert house.stranger().http.get("/api/me", headers={"cookie": "croupier_session=%00"}).status_code == 401


def test_a_database_that_may_not_write_holds_play(
    over_postgres: tuple[Served, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "TROUBLED_SECONDS", 0.2)
    monkeypatch.setattr("croupier.floor.trouble.SETTLED_SECONDS", 0.3)
    house, url = over_postgres
    ann = house.guest()
    name = url.partition("?")[0].rpartition("/")[2]

    def read_only(on: bool) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {'on' if on else 'off'}")
        house.store._writing.dispose()

    read_only(True)
    try:
        answer = ann.http.post("/api/wallet/top-up")
        end = time.monotonic() + 60
        while answer.status_code != 503 and time.monotonic() < end:
            time.sleep(0.1)
            answer = ann.http.post("/api/sign-in/guest", json={"name": "Beth"})
        assert answer.status_code == 503, answer.text
        assert "retry-after" in answer.headers
        assert house.stranger().http.get("/readyz").status_code == 503
    finally:
        read_only(False)
    end = time.monotonic() + 60
    while house.stranger().http.get("/readyz").status_code != 200:
        assert time.monotonic() < end
        time.sleep(0.1)
    assert house.guest("Cid").get("/api/me")["name"] == "Cid"
