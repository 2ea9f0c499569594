"""When the database refuses or the connection fails: neighbours survive, nothing is half written."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from croupier.floor.reading import audit
from croupier.floor.store import Committed, Known, Store, StoreError, open_store
from croupier.floor.store.engines import locate
from tests.floor.store.commits import bet, commit, note, on, write
from tests.floor.store.conftest import Open


def alter(url: str, *statements: str) -> None:
    """Change the database behind the store's back."""
    engine = create_engine(locate(url))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_a_commit_that_the_database_refuses_does_not_take_its_neighbours_along(store: Store, url: str) -> None:
    # A row that no event accounts for stands where the second commit's posting must go.
    alter(url, "INSERT INTO postings VALUES (3, 0, 'x', 'y', 1)")
    first = store.submit(commit(on("a", 0, note(), note())))
    poisoned = store.submit(commit(on("b", 0, bet())))
    last = store.submit(commit(on("c", 0, note())))
    assert first.result(60) == Committed((1, 2))
    with pytest.raises(StoreError):
        poisoned.result(60)
    assert last.result(60) == Committed((3, 3))
    assert store.streams() == {"a": 2, "c": 1}
    assert store.balances() == {}


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_lost_connection_is_made_anew_without_losing_or_doubling_a_commit(store: Store, url: str) -> None:
    write(store, on("t", 0, bet(5)))
    alter(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database()",
    )
    assert write(store, on("t", 1, bet(5))).positions == (2, 2)
    assert store.balance("table:1:rack") == 10
    assert isinstance(audit.verify(store), audit.Verified)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_every_sqlite_commit_is_synced_to_disk(store: Store) -> None:
    settings = store._writer.run(
        lambda connection: [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        ]
    )
    assert settings.result(60) == ["wal", 2]


def test_readers_cannot_write(store: Store) -> None:
    write(store, on("t", 0, note()))
    with store.reading() as connection, pytest.raises(DBAPIError, match=r"read-?only"):
        connection.execute(text("DELETE FROM events"))
    assert store.head()[0] == 1


def test_a_snapshot_stands_still(store: Store) -> None:
    write(store, on("t", 0, bet(5)))
    with store.snapshot() as reader:
        assert reader.head()[0] == 1
        write(store, on("t", 1, bet(5)))
        assert reader.head()[0] == 1
        assert reader.balance("table:1:rack") == 5
        assert [e.position for e in reader.read()] == [1]
    assert store.balance("table:1:rack") == 10


def test_a_store_of_another_format_is_refused(store: Store, url: str) -> None:
    alter(url, "UPDATE head SET format = 99")
    with pytest.raises(StoreError, match="format 99"):
        open_store(url)


def test_what_was_written_is_there_when_the_store_is_opened_again(store: Store, opened: Open) -> None:
    write(store, on("t", 0, bet(5)), command_id="c")
    before = store.head()
    store.close()
    again = opened()
    assert again.head() == before
    assert again.known("c") == Known("ann", b"", 1, 1)
    assert write(again, on("t", 1, bet(5))).positions == (2, 2)
    assert isinstance(audit.verify(again), audit.Verified)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a database " * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store(f"sqlite:///{file}")
    assert file.read_text() == "not a database " * 100


def test_a_server_that_does_not_answer_is_refused_without_telling_the_password() -> None:
    with pytest.raises(StoreError, match="cannot be opened") as refusal:
        open_store("postgresql://ann:sesame@127.0.0.1:1/floor")
    assert "sesame" not in str(refusal.value)
