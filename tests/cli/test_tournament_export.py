"""`croupier tournament export`, and the program that checks what it writes and needs nothing else."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.floor.acts.floor import Accepted
from croupier.house.tournaments.entering import Enter
from croupier.house.tournaments.founding import DraftConditions, OpenEntries
from croupier.house.tournaments.reading import read
from croupier.table.contract import Actor
from tests.cli.forking import croupier
from tests.floor.server.evenings import conditions
from tests.floor.service.floors import opened

CHECKER = Path(__file__).parents[2] / "tools" / "check_tournament"
BOSS = Actor("boss", "Boss", "casino-operator")
ANN, BOB = Actor("ann", "Ann Lee"), Actor("bob", "Bob Ray")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tournament that Ann has entered, whose name may be used, and Bob, whose name may not."""
    address = f"sqlite:///{tmp_path_factory.mktemp('export') / 'floor.db'}"

    async def enter() -> None:
        async with opened(address) as floor:
            said = read(conditions())
            for command in (DraftConditions(conditions=said), OpenEntries()):
                assert isinstance(await floor.command_tournament("cup", command, BOSS), Accepted)
            text = floor.tournament("cup").state.text
            for who in (ANN, BOB):
                await floor.top_up(who.id)
                entry = Enter(text=text, promotion=who is ANN)
                assert isinstance(await floor.command_tournament("cup", entry, who), Accepted)

    asyncio.run(enter())
    return address


def test_a_tournament_is_written_so_that_others_can_check_it(url: str, tmp_path: Path) -> None:
    out = tmp_path / "cup.json"
    answer = croupier("tournament", "export", "cup", "--store", url, "--out", str(out))
    assert answer.returncode == 0, answer.stderr
    said = json.loads(out.read_text(encoding="utf-8"))
    assert [each["entrant"] for each in said["entrants"]] == [1, 2]
    assert said["seed"] is None, "what is drawn from is told with the result"
    assert said["commitment"]
    assert "Bob" not in out.read_text(encoding="utf-8")
    # The checker is run as a stranger runs it: by itself, and with nothing of Croupier to be found.
    command = [sys.executable, "-I", str(CHECKER), str(out)]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "everything fits" in checked.stdout
    said["entrants"][0]["paid"] += 1
    out.write_text(json.dumps(said), encoding="utf-8")
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert checked.returncode == 1
    assert "entrant 1: paid is 5001" in checked.stdout


def test_a_tournament_that_is_not_on_record_is_refused_in_one_line(url: str) -> None:
    answer = croupier("tournament", "export", "no-such-cup", "--store", url)
    assert answer.returncode == 2
    assert "the record has no tournament 'no-such-cup'" in answer.stderr
