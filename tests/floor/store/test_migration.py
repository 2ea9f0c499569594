"""A store of format 1 is carried over whole: every event, every chip, every account; or not at all."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from struct import pack

import msgspec
import pytest

from croupier.cli import app
from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.acts.floor_part import TableRegistered
from croupier.floor.acts.recording import to_store
from croupier.floor.reading import audit, handing_out
from croupier.floor.store import StoreError, open_store
from croupier.table.contract import Actor
from croupier.table.people import Join
from tests.conformance.golden import FOLDER, digest, read

LOGS = {path.stem: read(path) for path in sorted(FOLDER.glob("*.jsonl"))}

TABLES = """
CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT, version INTEGER, kind TEXT, schema INTEGER, actor TEXT,
    at INTEGER, payload BLOB, command_id TEXT, digest BLOB, UNIQUE (stream, version));
CREATE TABLE head (only_ INTEGER PRIMARY KEY, format INTEGER, position INTEGER, digest BLOB);
CREATE TABLE streams (stream TEXT PRIMARY KEY, version INTEGER);
CREATE TABLE commands (command_id TEXT PRIMARY KEY, actor TEXT, first INTEGER, last INTEGER, reply BLOB);
CREATE TABLE postings (position INTEGER, n INTEGER, source TEXT, target TEXT, cents INTEGER, PRIMARY KEY (position, n));
CREATE TABLE balances (account TEXT PRIMARY KEY, cents INTEGER);
CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT, password_hash TEXT, ranks TEXT, failures INTEGER,
    locked_until INTEGER, created INTEGER);
CREATE TABLE sessions (token_hash BLOB PRIMARY KEY, person TEXT, expires INTEGER, last_seen INTEGER);
"""


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The golden logs as a store of format 1, half of their kinds under the bare names of long ago."""
    path = tmp_path_factory.mktemp("old") / "floor.db"
    with sqlite3.connect(path) as store:
        store.executescript(TABLES)
        position, link, balances = 0, bytes(32), dict[str, int]()
        for number, (name, log) in enumerate(LOGS.items()):
            terms = msgspec.to_builtins(msgspec.structs.replace(log.terms, table=name))
            first = TableRegistered(
                table=name, title=name, game=log.header.game, terms=terms, automatic=False, under=()
            )
            for version, event in enumerate(to_store(name, (first, *log.events)), 1):
                position += 1
                kind = event.kind.rpartition("/")[2] if number % 2 else event.kind
                moves = [(move.source, move.target, move.cents) for move in event.moves]
                row = (position, f"table:{name}", version, kind, event.schema, "dan", 1_000 + position, event.payload)
                link = old_link(link, (*row, f"c{position}"), moves)
                store.execute("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?)", (*row, f"c{position}", link))
                store.execute(
                    "INSERT INTO commands VALUES (?,?,?,?,?)", (f"c{position}", "dan", position, position, b"{}")
                )
                for n, (source, target, cents) in enumerate(moves):
                    store.execute("INSERT INTO postings VALUES (?,?,?,?,?)", (position, n, source, target, cents))
                    balances[source] = balances.get(source, 0) - cents
                    balances[target] = balances.get(target, 0) + cents
            store.execute("INSERT INTO streams VALUES (?,?)", (f"table:{name}", version))
        store.executemany("INSERT INTO balances VALUES (?,?)", balances.items())
        store.execute("INSERT INTO head VALUES (1, 1, ?, ?)", (position, link))
        store.execute("INSERT INTO people VALUES ('eve', 'eve', 'hash', '{}', 0, 0, 5)")
    return path


def old_link(previous: bytes, fields: tuple[object, ...], moves: list[tuple[str, str, int]]) -> bytes:
    flat = [*fields, *(each for move in moves for each in move)]
    data = [field if isinstance(field, bytes) else str(field).encode() for field in flat]
    return sha256(previous + pack(f">{len(data) + 1}Q", len(data), *map(len, data)) + b"".join(data)).digest()


def croupier(*words: str) -> int:
    return int(app(words, result_action="return_value") or 0)


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new.db'}"
    make: Callable[[], str] = request.getfixturevalue("new_database")
    return make()


def test_every_event_is_carried_over_and_folds_as_recorded(old: Path, target: str) -> None:
    assert croupier("store", "migrate", "--store", f"sqlite:///{old}", "--to", target) == 0

    async def look() -> None:
        store = open_store(target)
        assert isinstance(audit.verify(store), audit.Verified)
        with sqlite3.connect(old) as before:
            was = before.execute("SELECT position, stream, version, kind, actor, at, command_id FROM events").fetchall()
            ledger = dict(before.execute("SELECT account, cents FROM balances").fetchall())
            payloads = [json.loads(row[0]) for row in before.execute("SELECT payload FROM events ORDER BY position")]
            end, link = before.execute("SELECT position, digest FROM head").fetchone()
        events = store.read(limit=100_000)
        shown = [(e.position, e.stream, e.version, e.kind, e.actor, e.at, e.command_id) for e in events[:-1]]
        assert shown == was
        assert [json.loads(event.whole) for event in events[:-1]] == payloads
        closing = json.loads(events[-1].payload)
        assert (closing["position"], closing["digest"], closing["was"]) == (end, link.hex(), 1)
        assert store.balances() == ledger
        assert [person.name for person in store.people.all()] == ["eve"]
        floor = await Floor.open(store)
        for name, log in LOGS.items():
            state = floor.tables[name].state
            assert digest(log.header.game, state) == log.header.digest
        again = await floor.command(next(iter(LOGS)), Join(seat=1, cents=1), Actor("dan", "Dan"), "c1")
        assert isinstance(again, Accepted), "an id from before contents were kept stands for what it wrote"
        assert again.position == 1
        await floor.close()
        store.close()

    asyncio.run(look())


def test_old_faces_are_sealed_on_the_way(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    assert croupier("store", "migrate", "--store", f"sqlite:///{old}", "--to", f"sqlite:///{new}") == 0
    store = open_store(f"sqlite:///{new}")
    sealed = [each for each in store.read(limit=100_000) if each.disclosures]
    kinds = {each.kind.rpartition("/")[2] for each in sealed}
    assert {"HandSeen", "HandPickedUp"} <= kinds
    for each in sealed:
        hidden = set(json.loads(each.whole)) - set(json.loads(each.payload))
        assert hidden and "_sd" in json.loads(each.payload)
    out = io.StringIO()
    handing_out.export(store, out)
    assert "disclosures" not in out.getvalue()
    store.close()


def test_in_place_the_old_store_is_kept_beside(old: Path, tmp_path: Path) -> None:
    store = tmp_path / "floor.db"
    store.write_bytes(old.read_bytes())
    with pytest.raises(StoreError, match="croupier store migrate"):
        open_store(f"sqlite:///{store}")
    assert croupier("store", "migrate", "--store", f"sqlite:///{store}") == 0
    assert not (tmp_path / "floor.db-wal").exists()
    with sqlite3.connect(tmp_path / "floor.db.format-1") as aside, sqlite3.connect(old) as before:
        assert list(aside.execute("SELECT * FROM events")) == list(before.execute("SELECT * FROM events"))
    assert store.stat().st_mode & 0o077 == 0
    opened = open_store(f"sqlite:///{store}")
    assert isinstance(audit.verify(opened), audit.Verified)
    opened.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET actor = 'eve' WHERE position = 400",
        "DELETE FROM events WHERE position = 400",
        "UPDATE postings SET cents = cents + 1 WHERE position = (SELECT max(position) FROM postings)",
        "UPDATE head SET position = position - 1",
    ],
)
def test_a_broken_old_record_is_not_carried_over(
    old: Path, tmp_path: Path, change: str, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, new = tmp_path / "broken.db", tmp_path / "new.db"
    broken.write_bytes(old.read_bytes())
    with sqlite3.connect(broken) as store:
        store.execute(change)
    assert croupier("store", "migrate", "--store", f"sqlite:///{broken}", "--to", f"sqlite:///{new}") == 2
    assert "nothing was carried over" in capsys.readouterr().err
    assert not new.exists()
