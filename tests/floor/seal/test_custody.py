"""A record is gone on with under the key that it was sealed with, which no backup holds: whoever carries it is told."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import psycopg
import pytest

from croupier.cli import carry
from croupier.floor.reading import damage
from croupier.floor.seal import keys
from croupier.floor.seal.office import Seal, open_seal
from croupier.floor.seal.sealer import Sealing
from croupier.floor.store import StoreError, locks, open_store
from croupier.floor.store.locks import Lock
from tests.floor.seal.test_sealer import fill

NAME = "example.com/floor"


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sealed record with its key beside it, in the folder one is in."""
    monkeypatch.chdir(tmp_path)
    sealed("house.db")


def sealed(name: str, key: str | None = None) -> None:
    """Have a server seal a store, with the key of this file."""
    store = open_store(f"sqlite:///{name}")
    try:
        fill(store, 3)
        open_seal(store, Seal(key=None if key is None else Path(key), every=60)).close()
    finally:
        store.close()


def test_a_backup_says_where_the_key_is_that_it_leaves_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry.backup(Path("one.db"), store="sqlite:///house.db") == 0
    said = capsys.readouterr().err
    assert "is not in the backup: it is at house.key. Keep a copy of it, apart from the backup." in said
    assert "Without it the record can be read and verified, but no server goes on with it." in said
    assert "PRIVATE" not in said
    Path("house.key").rename("elsewhere.key")
    assert carry.backup(Path("two.db"), store="sqlite:///house.db") == 0
    assert "is not in the backup: it is not at house.key either." in capsys.readouterr().err


def test_a_record_that_was_never_sealed_needs_no_key(capsys: pytest.CaptureFixture[str]) -> None:
    open_store("sqlite:///new.db").close()
    assert carry.backup(Path("one.db"), store="sqlite:///new.db") == 0
    assert capsys.readouterr().err == "0 events are in one.db\n"


def test_a_restore_says_whether_the_key_is_there_and_no_server_makes_another(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert carry.backup(Path("backup.db"), store="sqlite:///house.db") == 0
    capsys.readouterr()
    assert carry.restore(Path("backup.db"), store="sqlite:///again.db") == 0
    said = capsys.readouterr().err
    assert "Warning: the record was sealed with the key of " in said
    assert "there is no key in again.key. Without it the record can be read and verified" in said
    with pytest.raises(keys.KeyRefused, match=r"no key in again\.key: put the right one there, or name its file"):
        sealed("again.db")
    assert not Path("again.key").exists()

    keys.signer(Path("again.key"), NAME)
    with pytest.raises(keys.KeyRefused, match=r"another lies in again\.key"):
        sealed("again.db")
    sealed("again.db", key="house.key")

    Path("again.key").write_bytes(Path("house.key").read_bytes())
    Path("again.db").unlink()
    Path("again.checkpoint").unlink()
    assert carry.restore(Path("backup.db"), store="sqlite:///again.db") == 0
    assert capsys.readouterr().err == "3 events are restored\n"
    sealed("again.db")


def test_a_restore_behind_the_checkpoint_that_lies_there_is_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry.backup(Path("backup.db"), store="sqlite:///house.db") == 0
    sealed("house.db")
    Path("house.db").unlink()
    assert carry.restore(Path("backup.db"), store="sqlite:///house.db") == 0
    assert "Warning: the record was rolled back: it has 3 events" in capsys.readouterr().err


def test_of_servers_that_begin_a_record_together_one_decides_whose_key_it_has(new_database: Callable[[], str]) -> None:
    """Each would make a key of its own: if both sealed, each would take the other's checkpoints for damage."""
    url = new_database()
    stores, ready = [open_store(url) for _ in range(2)], Barrier(2)

    def begin(number: int) -> Sealing | str:
        ready.wait(60)
        try:
            return open_seal(stores[number], Seal(key=Path(f"{number}.key"), every=60))
        except keys.KeyRefused as refused:
            return str(refused)

    with ThreadPoolExecutor(2) as pool:
        first, second = sorted(pool.map(begin, range(2)), key=lambda each: isinstance(each, str))
    assert isinstance(first, Sealing) and isinstance(second, str)
    assert f"sealed with the key of {first.sealer.key.name}, and there is no key in " in second
    for number in range(2):
        fill(stores[number], 3, f"table:{number}")
        assert damage.check(stores[number], first.sealer.key).damage == ()
    first.close()
    for store in stores:
        store.close()


def test_a_server_that_takes_for_ever_to_begin_is_not_waited_for(
    new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE_MS", 50)
    url = new_database()
    store = open_store(url)
    with psycopg.connect(url, autocommit=True) as frozen:
        frozen.execute(f"SELECT pg_advisory_lock({Lock.KEY:d})")
        with pytest.raises(StoreError, match="another server is opening the store"):
            open_seal(store)
    open_seal(store).close()
    store.close()
