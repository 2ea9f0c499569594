"""`croupier audit` on the record of a tournament: gone through step by step, by entrant, and handed out."""

from __future__ import annotations

import asyncio
import json
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

BOSS = Actor("boss", "Boss", "casino-operator")
ANN, BOB = Actor("ann", "Ann"), Actor("bob", "Bob")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tournament that Ann and Bob have entered."""
    address = f"sqlite:///{tmp_path_factory.mktemp('audit') / 'floor.db'}"

    async def enter() -> None:
        async with opened(address) as floor:
            for command in (DraftConditions(conditions=read(conditions())), OpenEntries()):
                assert isinstance(await floor.command_tournament("cup", command, BOSS), Accepted)
            text = floor.tournament("cup").state.text
            for who in (ANN, BOB):
                await floor.top_up(who.id)
                assert isinstance(await floor.command_tournament("cup", Enter(text=text), who), Accepted)

    asyncio.run(enter())
    return address


def test_a_tournament_is_gone_through_step_by_step(url: str) -> None:
    answer = croupier("audit", "tournament", "cup", "--store", url)
    assert answer.returncode == 0, answer.stderr
    assert "Replay of the tournament cup" in answer.stdout
    assert "The conditions of A small evening are down in writing." in answer.stdout
    assert "$50 from wallet:ann to entries:cup" in answer.stdout
    assert "MM 10.2.1(a) " in answer.stdout.partition("The clauses")[2]


def test_the_steps_of_one_entrant_are_found(url: str) -> None:
    answer = croupier("audit", "tournament", "cup", "--entrant", "2", "--format", "json", "--store", url)
    found = json.loads(answer.stdout)
    assert [each["text"] for each in found["steps"]] == ["Bob is entrant 2 for $50."]


def test_its_record_is_handed_out_alone(url: str, tmp_path: Path) -> None:
    out = tmp_path / "cup.jsonl"
    assert croupier("audit", "export", "--tournament", "cup", "--store", url, "--out", str(out)).returncode == 0
    events = [json.loads(line) for line in out.read_text().splitlines() if '"stream"' in line]
    assert {each["stream"] for each in events} == {"tournament:cup"}
    assert events[-1]["payload"]["name"] == "Bob"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("tournament", "nope"), "no tournament 'nope'"),
        (("export", "--tournament", "nope"), "no tournament 'nope'"),
        (("export", "--tournament", "cup", "--table", "mm-1"), "not both"),
    ],
)
def test_what_is_not_on_record_is_said(url: str, arguments: tuple[str, ...], said: str) -> None:
    answer = croupier("audit", *arguments, "--store", url)
    assert (answer.returncode, said in answer.stderr) == (2, True)
