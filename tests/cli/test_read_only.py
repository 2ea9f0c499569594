"""Commands that read a record leave no trace of having read it, and read it where nothing can be written."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.floor.acts.floor import Floor
from croupier.floor.seal.office import Seal, open_seal
from croupier.floor.store import StoreError, open_archive, open_store
from croupier.games.matchmaker import Terms
from croupier.table.contract import Actor
from tests.cli.forking import croupier
from tests.cli.locked import contents, read_only

BOSS = Actor("boss", "Boss", "casino-operator")
READS = [["audit", "verify"], ["audit", "export"], ["audit", "replay", "mm-1"], ["meters"], ["staff"]]


async def play(address: str) -> None:
    floor = await Floor.open(open_store(address))
    await floor.open_table("mm-1", "One", "matchmaker", Terms(), automatic=False, by=BOSS)
    await floor.close()
    floor.store.close()


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a store whose floor has closed in good order: one file, in WAL mode."""
    folder = tmp_path_factory.mktemp("closed")
    asyncio.run(play(f"sqlite:///{folder / 'floor.db'}"))
    (folder / "floor.db.lock").unlink(missing_ok=True)
    assert [path.name for path in folder.iterdir()] == ["floor.db"]
    return folder


def crashed(closed: Path, folder: Path, *, index: bool) -> Path:
    """A folder as a crash leaves it: the newest event is in the log alone, whose index may be there."""
    folder.mkdir()
    script = f"""if True:
        import os, sqlite3, sys
        connection = sqlite3.connect({str(folder / "floor.db")!r}, isolation_level=None)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("UPDATE head SET only = only")
        os._exit(0)
    """
    shutil.copy(closed / "floor.db", folder / "floor.db")
    subprocess.run([sys.executable, "-c", script], check=True)
    assert (folder / "floor.db-wal").stat().st_size > 0
    if not index:
        (folder / "floor.db-shm").unlink()
    return folder


@pytest.mark.parametrize("command", READS, ids=" ".join)
def test_a_closed_store_is_read_without_a_trace(closed: Path, tmp_path: Path, command: list[str]) -> None:
    folder = Path(shutil.copytree(closed, tmp_path / "copy"))
    before = contents(folder)
    answer = croupier(*command, "--store", f"sqlite:///{folder / 'floor.db'}", cwd=tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert contents(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]


@pytest.mark.parametrize("state", ["closed", "log alone", "log and index"])
def test_a_store_is_read_on_a_read_only_mount(closed: Path, tmp_path: Path, state: str) -> None:
    folder = tmp_path / "mount"
    if state == "closed":
        shutil.copytree(closed, folder)
    else:
        crashed(closed, folder, index=state == "log and index")
    before = contents(folder)
    with read_only(folder):
        for command in READS:
            answer = croupier(*command, "--store", f"sqlite:///{folder / 'floor.db'}")
            assert answer.returncode == 0, (command, answer.stderr)
        assert contents(folder) == before


@pytest.mark.parametrize("index", [True, False])
def test_the_log_of_a_crash_is_read_and_left_as_it_is(closed: Path, tmp_path: Path, index: bool) -> None:
    folder = crashed(closed, tmp_path / "crash", index=index)
    with sqlite3.connect(tmp_path / "aside.db"):
        before = contents(folder)
    answer = croupier("audit", "verify", "--store", f"sqlite:///{folder / 'floor.db'}", "--format", "json")
    assert json.loads(answer.stdout)["ok"] is True
    assert contents(folder) == before


def test_what_is_in_the_log_alone_is_seen(closed: Path, tmp_path: Path) -> None:
    folder = crashed(closed, tmp_path / "crash", index=False)
    script = f"""if True:
        import os, sqlite3
        connection = sqlite3.connect({str(folder / "floor.db")!r}, isolation_level=None)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("UPDATE events SET kind = 'forged' WHERE position = 1")
        os._exit(0)
    """
    subprocess.run([sys.executable, "-c", script], check=True)
    (folder / "floor.db-shm").unlink()
    answer = croupier("audit", "verify", "--store", f"sqlite:///{folder / 'floor.db'}")
    assert answer.returncode == 1
    assert "position 1:" in answer.stdout


def test_a_store_is_read_while_it_is_written_to(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'floor.db'}"
    asyncio.run(play(address))
    live = open_store(address)
    try:
        before = set(os.listdir(tmp_path))
        archive = open_archive(address)
        assert archive.head() == live.head()
        archive.check()
        archive.close()
        assert set(os.listdir(tmp_path)) == before
    finally:
        live.close()


def test_a_server_that_opens_the_store_meanwhile_is_noticed(closed: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(closed, tmp_path / "copy"))
    archive = open_archive(f"sqlite:///{folder / 'floor.db'}")
    archive.head()
    archive.check()
    open_store(f"sqlite:///{folder / 'floor.db'}").close()
    with sqlite3.connect(folder / "floor.db") as meanwhile:
        meanwhile.execute("UPDATE head SET position = position + 1")
    with pytest.raises(StoreError, match="meanwhile"):
        archive.check()
    archive.close()


def no_floor(folder: Path, kind: str) -> Path:
    path = folder / "x.db"
    match kind:
        case "an empty file":
            path.touch()
        case "a text":
            path.write_text("not a database at all, but long enough to be one" * 100)
        case "a folder":
            path.mkdir()
        case "another database":
            with sqlite3.connect(path) as other:
                other.execute("CREATE TABLE head (a)")
        case "a database with tables of the same names":
            with sqlite3.connect(path) as other:
                for name in ("head", "events", "streams"):
                    other.execute(f"CREATE TABLE {name} (a)")
        case "a cut-off database":
            with sqlite3.connect(path) as other:
                other.execute("CREATE TABLE head (a)")
            path.write_bytes(path.read_bytes()[:700])
        case "an unreadable file":
            path.write_text("secret")
            path.chmod(0)
        case "a pipe":
            os.mkfifo(path)
    return path


KINDS = [
    "nothing",
    "an empty file",
    "a text",
    "a folder",
    "another database",
    "a database with tables of the same names",
    "a cut-off database",
    "an unreadable file",
    "a pipe",
]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_a_floor_is_refused_and_left_alone(tmp_path: Path, kind: str) -> None:
    path = no_floor(tmp_path, kind)
    before = sorted(os.listdir(tmp_path))
    for command in (*READS, ["audit", "proof", "1"], ["backup", str(tmp_path / "b.db")]):
        answer = croupier(*command, "--store", f"sqlite:///{path}", cwd=tmp_path)
        assert answer.returncode == 2, (command, answer)
        assert answer.stderr.startswith(f"croupier {command[0]}"), answer.stderr
        assert answer.stderr.count("\n") == 1, answer.stderr
        assert sorted(os.listdir(tmp_path)) == before, command


def test_what_cannot_be_done_leaves_nothing_behind(closed: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(closed, tmp_path / "copy"))
    store = ["--store", f"sqlite:///{folder / 'floor.db'}"]
    before = contents(folder)
    for words, said in (
        (["store", "migrate"], "format 2, not 1"),
        (["backup", str(tmp_path / "nowhere" / "b.db")], "there is no folder"),
        (["audit", "disclose", "9" * 25, "--player", "ann"], "no event 999"),
        (["audit", "proof", "9" * 25], "no event 999"),
        (["audit", "verify", "--since", ""], "'' is no checkpoint"),
        (["audit", "verify", "--since", "5:zz"], "'5:zz' is no checkpoint"),
    ):
        answer = croupier(*words, *store, cwd=tmp_path)
        assert (answer.returncode, answer.stdout) == (2, ""), (words, answer)
        assert said in answer.stderr
    assert contents(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]


def test_a_kept_checkpoint_comes_by_standard_input_too(closed: Path) -> None:
    store = ["--store", f"sqlite:///{closed / 'floor.db'}"]
    answer = croupier("audit", "verify", "--since", "-", *store, stdin="no note at all\n")
    assert answer.returncode == 2
    assert "that is no checkpoint of this house" in answer.stderr


def test_a_key_that_others_can_read_is_no_obstacle_to_checking(closed: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(closed, tmp_path / "copy"))
    store = open_store(f"sqlite:///{folder / 'floor.db'}")
    open_seal(store, Seal(origin="example.com/floor", every=60)).close()
    store.close()
    with read_only(folder):
        answer = croupier("audit", "verify", "--store", f"sqlite:///{folder / 'floor.db'}")
    assert answer.returncode == 0, answer.stderr
    assert "The house has signed the first" in answer.stdout
