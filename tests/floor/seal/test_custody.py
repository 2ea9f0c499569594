"""A record is gone on with under the key that it was sealed with, which no backup holds: whoever carries it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli import carry
from croupier.floor.seal import keys
from croupier.floor.seal.office import Seal, open_seal
from croupier.floor.store import open_store
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
