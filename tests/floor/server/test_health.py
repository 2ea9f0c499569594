"""Health: whether the house lives and can be played in, what it counts, and how it bears a store that is away."""

from __future__ import annotations

import io
import json
import logging
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from croupier.floor import logs, metrics
from croupier.floor.opening import Opening
from croupier.floor.server import health
from croupier.floor.server.limits import unlimited
from croupier.floor.server.reception import Settings
from croupier.floor.store import Store
from croupier.floor.tempo import FAST
from croupier.floor.trouble import STORE
from tests.floor.server.serving import FREELY, Served, served


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    """The store's database takes no writes meanwhile."""

    def forbid(connection: Any, _: object) -> None:
        connection.execute("PRAGMA query_only = ON")

    event.listen(store._writing, "connect", forbid)
    store._writing.dispose()
    try:
        yield
    finally:
        event.remove(store._writing, "connect", forbid)
        store._writing.dispose()


@contextmanager
def logged() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """What is written to the log meanwhile."""
    root, out = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers[:], root.level
    root.handlers = []
    handler = logs.write_logs(stream=out)
    try:
        yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]
    finally:
        handler.close()
        root.handlers, root.level = handlers, level
        logging.getLogger("croupier").setLevel(logging.NOTSET)
        logging.captureWarnings(False)


def wait(until: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def test_the_process_lives_and_the_house_is_ready(house: Served) -> None:
    stranger = house.stranger()
    assert stranger.get("/healthz") == {"ok": True}
    assert stranger.get("/readyz") == {"ready": True}
    assert stranger.http.get("/healthz").headers["x-content-type-options"] == "nosniff"


def test_figures_are_for_prometheus_and_name_nobody(house: Served) -> None:
    house.new_table("mm-figures")
    ann = house.guest("Zebediah")
    ann.do("mm-figures", "Join", cents=30_000)
    assert ann.try_to("mm-figures", "PlaceWager", area=1, bet="pair match", cents=90_000).status_code == 409
    house.stranger().http.get("/api/tables/no-such-table-anywhere")
    house.stranger().http.get("/some/page/that/nobody/made")
    with ann.watch("mm-figures") as feed:
        feed.recv()
        answer = house.stranger().http.get("/metrics")
    text = answer.text
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'croupier_request_seconds_bucket{le="+Inf",method="POST",route="/api/tables/{table_id}/commands"' in text
    assert re.search(r'croupier_commands_total\{kind="[a-z-]+/PlayerJoined",outcome="accepted"\} [1-9]', text)
    assert re.search(r'croupier_commands_total\{kind="[A-Z_]+",outcome="refused"\} [1-9]', text)
    assert re.search(r"croupier_feeds_open [1-9]", text)
    assert re.search(r"croupier_connections_open [1-9]", text)
    assert re.search(r"croupier_record_position [1-9]", text)
    assert re.search(r"croupier_tables [1-9]", text)
    assert "croupier_store_up 1.0" in text
    assert 'croupier_queue_depth{queue="readings"}' in text
    for name in ("croupier_commit_seconds", "croupier_snapshots_total", "croupier_verified_position"):
        assert f"# TYPE {name.removesuffix('_total')}" in text
    for secret in ("Zebediah", ann.id, "mm-figures", "no-such-table", "nobody/made"):
        assert secret not in text


def test_labels_are_bounded() -> None:
    counter = metrics.Counter("test", "A test.", ("label",))
    for n in range(metrics.MOST_LABELS * 2):
        counter.add(str(n))
    assert len(counter.samples()) == metrics.MOST_LABELS + 1
    assert counter.value(metrics.OTHER) == metrics.MOST_LABELS


def test_a_histogram_counts_by_steps() -> None:
    histogram = metrics.Histogram("test", "A test.", (), (1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 9.0):
        histogram.observe(value)
    assert histogram.samples() == {(): ((2, 1, 1), 12.0)}
    assert histogram.count() == 4


@pytest.mark.parametrize(
    ("setting", "local", "passed_on"), [("local", 200, 404), ("public", 200, 200), ("off", 404, 404)]
)
def test_who_may_read_the_figures(tmp_path: Path, setting: Any, local: int, passed_on: int) -> None:
    opening = Opening(settings=Settings(metrics=setting, limits=unlimited()), demo=False)
    with served(tmp_path, opening) as one:
        ask = one.stranger().http.get
        assert ask("/metrics").status_code == local
        assert ask("/metrics", headers={"x-forwarded-for": "198.51.100.7"}).status_code == passed_on
        STORE.begin("test")
        try:
            far = ask("/readyz", headers={"x-forwarded-for": "198.51.100.7"})
            assert far.status_code == 503
            assert ("reasons" in far.json()) == (passed_on == 200), "why is not for everyone to know"
        finally:
            STORE.forget()


def test_a_store_that_takes_no_writes_holds_play_until_it_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TROUBLED_SECONDS", 0.2)
    monkeypatch.setattr("croupier.floor.trouble.SETTLED_SECONDS", 0.3)
    with served(tmp_path) as one, logged() as lines:
        one.new_table("mm-held")
        ann = one.guest()
        with read_only(one.store):
            first = ann.try_to("mm-held", "Join", cents=30_000, id="held-1")
            assert first.status_code == 503
            assert int(first.headers["retry-after"]) >= 1
            assert "send it again under the same id" in first.json()["error"]
            for n in range(30):
                again = ann.try_to("mm-held", "Join", cents=30_000, id=f"held-{n}")
                assert (again.status_code, again.json()) == (503, first.json())
            assert one.stranger().http.post("/api/sign-in/guest", json={"name": "Bob"}).status_code == 503
            ready = one.stranger().http.get("/readyz")
            assert ready.status_code == 503
            assert ready.json() == {
                "ready": False,
                "reasons": ["the store is in trouble: it cannot be written (read-only)"],
            }
            assert one.stranger().http.get("/healthz").status_code == 200
            assert one.stranger().http.get("/api/tables/mm-held").status_code == 200, "what is known can still be seen"
            assert "croupier_store_up 0.0" in one.stranger().http.get("/metrics").text
        wait(lambda: one.stranger().http.get("/readyz").status_code == 200)
        assert ann.try_to("mm-held", "Join", cents=30_000, id="held-1").status_code == 200
    told = [(line["level"], line["event"]) for line in lines()]
    assert len(told) == 2, told
    assert told[0][0] == "error"
    assert told[0][1] == "the store is in trouble: it cannot be written (read-only); play is held until it is back"
    assert told[1][1].startswith("the store is back after")


def test_automatic_dealers_say_nothing_more_of_it_and_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TROUBLED_SECONDS", 0.2)
    monkeypatch.setattr("croupier.floor.trouble.SETTLED_SECONDS", 0.3)
    with served(tmp_path, Opening(settings=FREELY, demo=False, tempo=FAST)) as one, logged() as lines:
        operator = one.staff("operator")
        body = {"id": "mm-auto", "title": "auto", "game": "matchmaker", "automatic": True}
        with read_only(one.store):
            wait(lambda: STORE.on)
            time.sleep(0.5)
        wait(lambda: not STORE.on)
        assert operator.http.post("/api/tables", json=body).status_code == 201
        live = one.house.reception.floor.table("mm-auto")
        wait(lambda: live.version > 3)
        with read_only(one.store):
            wait(lambda: STORE.on)
            before = live.version
        wait(lambda: not STORE.on)
        wait(lambda: live.version > before)
    assert len(lines()) == 4, [line["event"] for line in lines()]
