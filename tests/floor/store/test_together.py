"""Several servers that open one store at the same moment, and what keeps them out of each other's way."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Timer

import psycopg
import pytest

from croupier.floor.people.accounts import POSTS, People
from croupier.floor.seal.sealer import Election
from croupier.floor.store import Store, StoreError, engines, open_store, schema
from croupier.floor.store.attempts import Pace
from croupier.floor.store.carrying import back_up, restore
from croupier.floor.store.engines import locate, writing_engine
from croupier.floor.store.locks import Lock, hold
from tests.floor.hashing import CHEAP
from tests.floor.people.conftest import Clock
from tests.floor.store.commits import note, on, write
from tests.floor.store.conftest import Open

SOURCES = Path(__file__).parents[3] / "src/croupier"
SERVERS, ROUNDS = 6, 3


def opened_at_once(url: str) -> list[Store]:
    """A store opened by several at the same moment."""
    ready = Barrier(SERVERS)

    def open_it(_: int) -> Store:
        ready.wait(30)
        return open_store(url)

    with ThreadPoolExecutor(SERVERS) as pool:
        return list(pool.map(open_it, range(SERVERS)))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_servers_that_open_a_store_at_once_all_find_it_whole(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    for number in range(ROUNDS):
        if kind == "sqlite":
            url = f"sqlite:///{tmp_path / f'{number}.db'}"
        else:
            url = request.getfixturevalue("new_database")()
        for _ in ("new", "there already"):
            stores = opened_at_once(url)
            assert {store.people.salt() for store in stores} == {stores[0].people.salt()}
            for store in stores:
                write(store, on("t", store.head()[0], note()))
                store.close()


def test_a_new_file_that_another_is_writing_is_waited_for(tmp_path: Path) -> None:
    """SQLite says "locked" at once where a new file gets its log, and does not wait by itself."""
    path = tmp_path / "new.db"
    with closing(sqlite3.connect(path, check_same_thread=False)) as another:
        another.execute("CREATE TABLE something (one)")
        another.execute("BEGIN IMMEDIATE")
        done = Timer(0.3, another.rollback)
        done.start()
        open_store(f"sqlite:///{path}").close()
        done.join()


def test_a_new_file_that_another_never_lets_go_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.05)
    path = tmp_path / "new.db"
    with closing(sqlite3.connect(path)) as another:
        another.execute("CREATE TABLE something (one)")
        another.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="cannot be opened: database is locked"):
            open_store(f"sqlite:///{path}")


def test_every_lock_of_the_database_has_its_number_in_one_place() -> None:
    calls = {
        str(path.relative_to(SOURCES))
        for path in SOURCES.rglob("*.py")
        if re.search(r"pg_\w*advisory", path.read_text("utf-8"))
    }
    assert calls == {"floor/store/locks.py"}
    assert len({lock.value for lock in Lock}) == len(Lock.__members__), "no two names for one number"


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_lock_that_would_not_outlast_its_statement_is_refused(url: str) -> None:
    engine = writing_engine(locate(url))
    with engine.begin() as connection, pytest.raises(RuntimeError, match="SCHEMA would be let go"):
        hold(connection, Lock.SCHEMA)
    engine.dispose()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_an_attempt_is_counted_while_the_sealer_holds_its_lock(store: Store, opened: Open) -> None:
    elections = [Election(each._reading) for each in (store, opened())]
    assert [each.won() for each in elections] == [True, False]
    assert store.people.attempts.begin(1, "127.0.0.1", 0, Pace()).failures == 1
    for each in elections:
        each.close()


def test_a_server_knows_whether_it_is_the_first(url: str, opened: Open) -> None:
    first = opened()
    assert not first.shared(), "nobody serves it yet"
    assert not first.serve() and not first.shared()
    if url.startswith("postgresql"):
        second = opened()
        assert second.serve()
        assert not first.serve(), "as it was when it came"
        assert first.shared() and second.shared()
        first.close()
        assert opened().serve(), "the second is still there"
        second.close()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_server_whose_connection_was_cut_is_there_again_once_it_was_looked_at(opened: Open, url: str) -> None:
    first = opened()
    first.serve()
    with psycopg.connect(url, autocommit=True) as cutter:
        holders = f"SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = {Lock.SERVING & 0xFFFFFFFF}"
        assert len(cutter.execute(f"SELECT pg_terminate_backend(pid) FROM ({holders}) AS held").fetchall()) == 1
        while cutter.execute(holders).fetchall():
            time.sleep(0.01)
    first.stay()
    assert not first.shared(), "its old share is no other server"
    second = opened()
    assert second.serve() and first.shared()
    first.stay()
    assert second.shared(), "whoever is there stays once, however often it is looked at"


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_of_servers_that_start_together_one_gives_out_the_passwords(opened: Open) -> None:
    """The one that came second may be the quicker: what it has shown is left alone by the one that came first."""
    first, second = opened(), opened()
    first.serve()
    second.serve()
    slow, quick = (People(each, Clock(), hasher=CHEAP) for each in (first, second))
    shown = quick.first_start(another=second.shared)
    assert shown.keys() == POSTS.keys()
    assert slow.first_start(another=first.shared) == {}
    slow.sign_in("operator", shown["operator"])
    for each in (slow, quick):
        each.close()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_of_two_restores_into_one_database_the_second_finds_the_store_of_the_first(
    store: Store, url: str, tmp_path: Path, new_database: Callable[[], str]
) -> None:
    write(store, on("t", 0, note()))
    back_up(url, tmp_path / "backup.db")
    other, ready = new_database(), Barrier(2)

    def carry(_: int) -> int | str:
        ready.wait(30)
        try:
            return restore(tmp_path / "backup.db", other)
        except StoreError as error:
            return str(error)

    with ThreadPoolExecutor(2) as pool:
        assert sorted(map(str, pool.map(carry, range(2)))) == ["1", "there is a store at that address already"]


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_whoever_makes_tables_too_long_is_not_waited_for_for_ever(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(url).close()
    monkeypatch.setattr(schema, "PATIENCE_MS", 50)
    with psycopg.connect(url) as slow:
        slow.execute(f"SELECT pg_advisory_xact_lock({Lock.SCHEMA:d})")
        with pytest.raises(StoreError, match="another process is making or restoring"):
            open_store(url)
    open_store(url).close()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_store_that_a_server_makes_during_a_restore_is_left_alone(store: Store, url: str, tmp_path: Path) -> None:
    write(store, on("t", 0, note()))
    back_up(url, tmp_path / "backup.db")
    other = f"sqlite:///{tmp_path / 'other.db'}"

    def server(_done: int, _of: int) -> None:
        open_store(other).close()

    with pytest.raises(StoreError, match="has come to"):
        restore(tmp_path / "backup.db", other, server)
    assert [path.name for path in tmp_path.glob("other.db*")] == ["other.db"]
    again = open_store(other)
    assert again.head()[0] == 0
    again.close()
