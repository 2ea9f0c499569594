"""`croupier audit` on the record of a floor that was played on."""

from __future__ import annotations

import asyncio
import csv
import json
import sqlite3
import subprocess
import sys
from base64 import b64decode
from datetime import datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.cards import Card, Drawn
from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.seal import verify_record
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Key, Signer
from croupier.floor.seal.office import Seal, open_seal
from croupier.floor.seal.tree import included
from croupier.floor.store import open_store
from croupier.games.matchmaker import Terms
from croupier.table.contract import Actor, Command
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager
from tests.cli.forking import croupier

BOSS = Actor("boss", "Boss", "casino-operator")
ANN = Actor("ann", "Ann")


def audit(*arguments: str) -> subprocess.CompletedProcess[str]:
    return croupier("audit", *arguments)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record of one round, in which every card is a ten of hearts."""
    address = f"sqlite:///{tmp_path_factory.mktemp('audit') / 'floor.db'}"

    async def play() -> None:
        floor = await Floor.open(open_store(address), chance=Drawn(lambda _: Card("Th")))

        async def do(command: Command, by: Actor = BOSS) -> None:
            answer = await floor.command("mm-1", command, by)
            assert isinstance(answer, Accepted), answer

        async def act() -> None:
            table = floor.table("mm-1")
            while due := table.game.due(table.state):
                await do(due[0].command)

        await floor.open_table("mm-1", "One", "matchmaker", Terms(), automatic=False, by=BOSS)
        await act()
        await floor.top_up("ann")
        await do(Join(cents=10_000, seat=1), ANN)
        await do(PlaceWager(area=1, bet="pair match", cents=500), ANN)
        await act()
        await floor.close()
        floor.store.close()

    asyncio.run(play())
    return address


def test_a_whole_record_is_verified_and_its_head_can_be_noted(url: str) -> None:
    answer = audit("verify", "--store", url, "--format", "json")
    assert answer.returncode == 0, answer.stderr
    proof = json.loads(answer.stdout)
    assert proof["ok"] is True
    noted = f"{proof['position']}:{proof['digest']}"
    assert audit("verify", "--store", url, "--since", noted).returncode == 0
    other = f"{proof['position']}:{'00' * 32}"
    assert audit("verify", "--store", url, "--since", other).returncode == 1
    assert audit("verify", "--store", url, "--since", "yesterday").returncode == 2


def test_a_tampered_event_is_found_with_its_position(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with sqlite3.connect(url.removeprefix("sqlite:///")) as source, sqlite3.connect(copy) as target:
        source.backup(target)
        position = target.execute("SELECT position FROM events WHERE kind = 'matchmaker/AreaPaid'").fetchone()[0]
        payload = target.execute("SELECT payload FROM events WHERE position = ?", (position,)).fetchone()[0]
        assert b"5500" in payload
        changed = payload.replace(b"5500", b"9500")
        target.execute("UPDATE events SET payload = ? WHERE position = ?", (changed, position))
    answer = audit("verify", "--store", f"sqlite:///{copy}")
    assert answer.returncode == 1
    assert f"position {position}:" in answer.stdout


def test_the_record_is_exported_as_lines_and_as_a_table(url: str, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in audit("export", "--store", url).stdout.splitlines()]
    assert [line["position"] for line in lines] == list(range(1, len(lines) + 1))
    out = tmp_path / "table.csv"
    answer = audit("export", "--store", url, "--table", "mm-1", "--format", "csv", "--out", str(out))
    assert answer.returncode == 0, answer.stderr
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["stream"] for row in rows} == {"table:mm-1"}
    assert audit("export", "--store", url, "--table", "mm-9").returncode == 2


def test_a_round_is_replayed_with_its_clauses(url: str) -> None:
    listed = json.loads(audit("replay", "mm-1", "--store", url, "--format", "json").stdout)
    assert [(each["round"], each["outcome"], each["paid"]) for each in listed["rounds"]] == [(1, "settled", 5500)]
    assert listed["rounds"][0]["players"] == ["ann"]
    rounds = audit("replay", "mm-1", "--store", url).stdout
    assert "$5 staked, $55 won" in rounds and "Ann" in rounds and "ann" not in rounds
    answer = audit("replay", "mm-1", "1", "--store", url, "--format", "json")
    steps = json.loads(answer.stdout)["steps"]
    paid = next(step for step in steps if step["kind"] == "matchmaker/AreaPaid")
    assert "MM 8.1:Pair Match" in json.dumps(paid["event"])
    assert [step["view"]["round"] for step in steps][-1] == 1
    text = audit("replay", "mm-1", "1", "--store", url)
    assert text.returncode == 0, text.stderr
    assert "Replay of round 1 at mm-1" in text.stdout
    assert "Ann" in text.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["replay", "mm-9"], "no table"), (["replay", "mm-1", "7"], "round 7")],
)
def test_what_is_not_on_record_is_said(url: str, arguments: list[str], said: str) -> None:
    answer = audit(*arguments, "--store", url)
    assert answer.returncode == 2
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    answer = audit("verify", "--store", f"sqlite:///{tmp_path / 'none.db'}")
    assert answer.returncode == 2
    assert "no store" in answer.stderr
    assert not (tmp_path / "none.db").exists()


@pytest.fixture(scope="module")
def sealed(url: str) -> str:
    """The same record with a key beside it and a checkpoint over it."""
    store = open_store(url)
    try:
        open_seal(store, Seal(origin="example.com/floor", every=60)).close()
    finally:
        store.close()
    return url


def test_checkpoint_key_and_proof_are_printed(sealed: str) -> None:
    key = audit("key", "--store", sealed).stdout.strip()
    note = audit("checkpoint", "--store", sealed).stdout
    held = Checkpoint.read(note, Key.parse(key))
    assert held.origin == "example.com/floor"
    found = json.loads(audit("proof", "2", "--store", sealed).stdout)
    assert found["event"]["position"] == 2
    assert found["checkpoint"] == note
    path = [b64decode(each) for each in found["inclusion"]["hashes"]]
    assert included(bytes.fromhex(found["event"]["digest"]), 1, held.size, path, held.root)
    for nothing in ("0", "99999"):
        answer = audit("proof", nothing, "--store", sealed)
        assert answer.returncode == 2
        assert f"no event {nothing}" in answer.stderr


def test_the_record_is_verified_since_a_checkpoint_that_was_kept(sealed: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.checkpoint"
    note = audit("checkpoint", "--store", sealed).stdout
    kept.write_text(note)
    for held in (str(kept), note):
        answer = audit("verify", "--store", sealed, "--since", held)
        assert answer.returncode == 0, answer.stderr
        assert "only grew since" in answer.stdout
    whole = audit("verify", "--store", sealed)
    assert "The house has signed the first" in whole.stdout
    kept.write_text(note.replace("\n\n", "\nmore\n\n"))
    assert audit("verify", "--store", sealed, "--since", str(kept)).returncode == 2
    assert audit("verify", "--store", sealed, "--since", str(tmp_path / "nowhere")).returncode == 2
    other = Signer("example.com/floor", Ed25519PrivateKey.generate())
    answer = audit("verify", "--store", sealed, "--key", str(other.key))
    assert answer.returncode == 1
    assert "not signed by a key that we know" in answer.stdout
    assert audit("verify", "--store", sealed, "--key", "nonsense").returncode == 2


def test_what_was_not_sealed_apart_is_not_disclosed(sealed: str) -> None:
    answer = audit("disclose", "1", "--player", "ann", "--store", sealed)
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr


def test_a_round_is_written_as_a_script_that_passes(sealed: str, tmp_path: Path) -> None:
    out = tmp_path / "round.table"
    answer = audit("script", "mm-1", "1", "--store", sealed, "-o", str(out))
    assert (answer.returncode, answer.stderr) == (0, "")
    lines = out.read_text("utf-8").splitlines()
    assert lines[0] == "# Round 1 at mm-1."
    wagers = [line.rpartition(", ")[2] for line in lines if " bets " in line]
    assert wagers == ["Ann bets $5 on pair match at 1"]
    assert "expect Ann +$55 under MM 2.1, MM 5.2, MM 5.10.2, MM 1.2, MM 5.5.1(a), MM 8.1:Pair Match, ruling 10" in lines
    played = [sys.executable, "-m", "croupier", "script", str(out)]
    assert subprocess.run(played, capture_output=True, text=True, check=False, timeout=60).returncode == 0


def test_a_round_and_a_day_are_evidence_that_anyone_can_check(sealed: str, tmp_path: Path) -> None:
    key = audit("key", "--store", sealed).stdout.strip()
    ended = json.loads(audit("replay", "mm-1", "--store", sealed, "--format", "json").stdout)["rounds"][0]["ended"]
    day = datetime.fromtimestamp(ended / 1000).date().isoformat()
    for name, asked in {"round": ["1"], "day": ["--day", day]}.items():
        out = tmp_path / f"{name}.html"
        answer = audit("evidence", "mm-1", *asked, "--store", sealed, "-o", str(out))
        assert answer.returncode == 0, answer.stderr
        page = out.read_text("utf-8")
        assert key in page
        assert "<script" not in page and "://" not in page
        checked = checking(out, key)
        assert checked.returncode == 0, checked.stderr
        assert "in the record of" in checked.stdout and "table:mm-1" in checked.stdout
        ours = audit("check", str(out), "--store", sealed)
        assert (ours.returncode, ours.stdout) == (0, checked.stdout)
        assert "PROVEN: Event" in ours.stdout and "SIGNED, NOT PROVEN: the words of this page" in ours.stdout
        out.write_text(page.replace("Together: ", "Together: up by ", 1), "utf-8")
        for answer in (audit("check", str(out), "--store", sealed), checking(out, key)):
            assert answer.returncode == 1 and "not those that the house signed" in answer.stderr
        out.write_text(page.replace("&lt;", "<").replace('"cents":500', '"cents":900', 1), "utf-8")
        assert "BROKEN" in checking(out, key).stderr
    elsewhere = audit("check", str(out), "--store", f"sqlite:///{tmp_path / 'nowhere.db'}")
    assert elsewhere.returncode == 2 and "public key" in elsewhere.stderr
    again = audit("evidence", "mm-1", "1", "--store", sealed)
    assert again.stdout == audit("evidence", "mm-1", "1", "--store", sealed).stdout


def checking(page: Path, key: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, verify_record.__file__, str(page), "--key", key]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["evidence", "mm-9", "1"], "no table"),
        (["evidence", "mm-1", "7"], "round 7"),
        (["evidence", "mm-1"], "name a round"),
        (["evidence", "mm-1", "1", "--day", "2026-11-17"], "name a round"),
        (["evidence", "mm-1", "--day", "yesterday"], "no day"),
        (["evidence", "mm-1", "--day", "1999-01-01"], "no round ended"),
        (["script", "mm-1", "7"], "round 7"),
    ],
)
def test_evidence_of_what_is_not_there_is_refused(url: str, arguments: list[str], said: str) -> None:
    answer = audit(*arguments, "--store", url)
    assert answer.returncode == 2
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr
