"""`croupier audit` on the record of a floor that was played on."""

from __future__ import annotations

import asyncio
import csv
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cards import Card, Drawn
from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.store import open_store
from croupier.games.matchmaker import Terms
from croupier.table.contract import Actor, Command
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager

BOSS = Actor("boss", "Boss", "casino-operator")
ANN = Actor("ann", "Ann")


def audit(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "croupier", "audit", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


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
