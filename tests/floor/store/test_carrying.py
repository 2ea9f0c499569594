"""Backups: taken while the floor plays, whole or not there, and restored to either database."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest

from croupier.floor.reading import audit
from croupier.floor.store import Store, StoreError, open_store
from croupier.floor.store.carrying import back_up, restore
from tests.floor.store.commits import bet, note, on, write
from tests.floor.store.conftest import Open


def rows(store: Store) -> list[object]:
    return [*store.read(limit=100_000), store.balances(), store.streams(), store.known("kept")]


def test_a_backup_restores_to_what_was_there(store: Store, url: str, opened: Open, tmp_path: Path) -> None:
    write(store, on("t", 0, bet(5), note("é")), command_id="kept")
    write(store, on("u", 0, note()))
    before = rows(store)
    steps: list[tuple[int, int]] = []
    assert back_up(url, tmp_path / "backup.db", lambda done, of: steps.append((done, of))) == 3
    assert steps[-1][0] == steps[-1][1] > 3
    assert (tmp_path / "backup.db").stat().st_mode & 0o077 == 0
    with pytest.raises(StoreError, match="already"):
        back_up(url, tmp_path / "backup.db")
    with pytest.raises(StoreError, match="already"):
        restore(tmp_path / "backup.db", url)
    again = f"sqlite:///{tmp_path / 'again.db'}"
    assert restore(tmp_path / "backup.db", again) == 3
    restored = open_store(again)
    assert rows(restored) == before
    assert isinstance(audit.verify(restored), audit.Verified)
    write(restored, on("t", 2, note()))
    restored.close()


def test_a_backup_of_sqlite_goes_into_postgresql_and_back(
    store: Store, url: str, tmp_path: Path, new_database: Callable[[], str]
) -> None:
    write(store, on("t", 0, bet(5), note("é")), command_id="kept")
    back_up(url, tmp_path / "backup.db")
    other = new_database()
    assert restore(tmp_path / "backup.db", other) == 2
    carried = open_store(other)
    assert rows(carried) == rows(store)
    assert write(carried, on("t", 2, note())).positions == (3, 3)
    assert isinstance(audit.verify(carried), audit.Verified)
    carried.close()


def test_a_backup_taken_under_load_is_of_one_moment(store: Store, url: str, tmp_path: Path) -> None:
    stop = Event()

    def play() -> None:
        version = 0
        while not stop.is_set():
            write(store, on("t", version, bet(1), note()))
            version += 2

    player = Thread(target=play)
    player.start()
    try:
        while store.head()[0] < 200:
            time.sleep(0.01)
        count = back_up(url, tmp_path / "backup.db")
    finally:
        stop.set()
        player.join()
    copy = open_store(f"sqlite:///{tmp_path / 'backup.db'}")
    assert copy.head()[0] == count >= 200
    assert isinstance(audit.verify(copy), audit.Verified)
    copy.close()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_one_that_is_killed_in_the_middle_leaves_nothing_that_looks_whole(
    store: Store, url: str, tmp_path: Path
) -> None:
    write(store, on("t", 0, *[note("x" * 2000)] * 4000))
    target = tmp_path / "backup.db"
    slow = (
        "import sys, time; from pathlib import Path; from croupier.floor.store.carrying import back_up\n"
        "def wait(done, of): print(done, flush=True); time.sleep(600)\n"
        "back_up(sys.argv[1], Path(sys.argv[2]), wait)"
    )
    with subprocess.Popen([sys.executable, "-c", slow, url, str(target)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
    assert not target.exists()
    assert back_up(url, target) == 4000
    copy = open_store(f"sqlite:///{target}")
    assert isinstance(audit.verify(copy), audit.Verified)
    copy.close()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_second_server_on_one_file_is_told_at_once(opened: Open) -> None:
    first, second = opened(), opened()
    first.serve()
    first.serve()
    with pytest.raises(StoreError, match="another server"):
        second.serve()
    first.close()
    second.serve()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_files_of_a_store_are_for_their_owner_alone(store: Store, tmp_path: Path) -> None:
    write(store, on("t", 0, note()))
    store.serve()
    files = [path for path in tmp_path.iterdir() if path.is_file()]
    assert len(files) >= 3
    assert [path.name for path in files if path.stat().st_mode & 0o077] == []


def test_whoever_imports_the_store_knows_all_of_its_tables() -> None:
    tables = "from croupier.floor.store.schema import metadata; import croupier.floor.store; print(*metadata.tables)"
    found = subprocess.run([sys.executable, "-c", tables], capture_output=True, text=True, check=True).stdout.split()
    every = "import croupier.floor.opening; from croupier.floor.store.schema import metadata; print(*metadata.tables)"
    known = subprocess.run([sys.executable, "-c", every], capture_output=True, text=True, check=True).stdout.split()
    assert {"checkpoints", "subtrees", "snapshots", "people", "attempts"} <= set(found) == set(known)
