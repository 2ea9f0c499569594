"""`croupier hands`: hands of a floor that was played on, written for others, and hands of others replayed."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path

import pytest

from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.store import open_store
from croupier.games import matchmaker
from croupier.games.crown_poker import Commission, Readings, Terms
from croupier.games.crown_poker.actions import CallBet, Raise
from croupier.games.crown_poker.dealing import LookAtCards
from croupier.table.contract import Actor, Command
from croupier.table.people import Join
from tests.cli.forking import croupier

BOSS = Actor("boss", "Boss", "casino-operator")
PEOPLE = tuple(Actor(name.lower(), name) for name in ("Ann", "Bob", "Cec"))
ROUNDS = 4


def hands(*arguments: str) -> subprocess.CompletedProcess[str]:
    return croupier("hands", *arguments)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record of a few hands: everyone looks, the first to act raises, the others call and check to the end."""
    address = f"sqlite:///{tmp_path_factory.mktemp('hands') / 'floor.db'}"

    async def play() -> None:
        floor = await Floor.open(open_store(address))

        async def do(command: Command, by: Actor = BOSS) -> None:
            answer = await floor.command("cp-1", command, by)
            assert isinstance(answer, Accepted), answer

        async def act() -> None:
            table = floor.table("cp-1")
            while (due := table.game.due(table.state)) and not (table.state.round == ROUNDS and not table.state.play):
                command, by = due[0].command, BOSS
                if due[0].person:
                    by = Actor(due[0].person, due[0].person.title())
                    play = table.state.play
                    if play is not None and play.asked and not play.street and not play.betting.raises:
                        for each in PEOPLE:
                            await do(LookAtCards(), each)
                        command = Raise(to=3000)
                    elif play is not None and play.asked and play.betting.level > play.at(play.asked[0]).bet:
                        command = CallBet()
                await do(command, by)

        terms = Terms(table="cp-1", commission=Commission(per_mille=50), readings=Readings())
        await floor.open_table("mm-1", "One", "matchmaker", matchmaker.Terms(), automatic=False, by=BOSS)
        await floor.open_table("cp-1", "Two", "crown-poker", terms, automatic=False, by=BOSS)
        await act()
        for seat, person in enumerate(PEOPLE, 1):
            await floor.top_up(person.id)
            await do(Join(cents=50_000, seat=seat), person)
        await act()
        await floor.close()
        floor.store.close()

    asyncio.run(play())
    return address


def test_a_hand_of_the_record_is_written_and_holds_when_it_is_replayed(url: str, tmp_path: Path) -> None:
    """Three put in $30 each: 5% of $90 is $4.50, cut down to $4."""
    file = tmp_path / "two.phh"
    assert hands("export", "cp-1", "2", "--store", url, "--out", str(file)).returncode == 0
    text = file.read_text()
    assert "rake = [4]" in text and "hand = 2" in text
    answer = hands("replay", str(file))
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout == f"{file}: holds\n1 hand, none that does not hold\n"
    file.write_text(text.replace("finishing_stacks = [", "finishing_stacks = [1"))
    answer = hands("replay", "--format", "json", str(file))
    assert answer.returncode == 1
    assert "ends with" in json.loads(answer.stdout)["hands"][0]["why"]


def test_all_hands_are_written_in_a_folder_and_replayed_from_it(url: str, tmp_path: Path) -> None:
    answer = hands("export", "cp-1", "--store", url, "--out", str(tmp_path / "all"))
    assert answer.returncode == 0, answer.stderr
    assert sorted(each.name for each in (tmp_path / "all").iterdir()) == ["1.phh", "2.phh", "3.phh", "4.phh"]
    assert hands("replay", str(tmp_path / "all")).returncode == 0
    assert hands("export", "cp-1", "--store", url).returncode == 2


def test_open_hand_history_has_the_rake_of_every_hand(url: str) -> None:
    answer = hands("export", "cp-1", "--store", url, "--format", "ohh")
    assert answer.returncode == 0, answer.stderr
    found = [json.loads(line)["ohh"] for line in answer.stdout.splitlines() if line]
    assert [each["game_number"] for each in found] == ["cp-1-1", "cp-1-2", "cp-1-3", "cp-1-4"]
    assert all(each["pots"][0]["rake"] == 4 for each in found)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("export", "cp-9"), "the record has no table 'cp-9'"),
        (("export", "cp-1", "77"), "table 'cp-1' has no round 77"),
        (("export", "mm-1", "1"), "has no hands of poker"),
        (("replay",), "name the files to replay"),
        (("replay", "nowhere.phh"), "nowhere.phh: no such file"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(url: str, arguments: tuple[str, ...], says: str) -> None:
    more = ("--store", url) if arguments[0] == "export" else ()
    answer = hands(*arguments, *more)
    assert answer.returncode == 2 and says in answer.stderr and answer.stderr.count("\n") == 1, answer.stderr


def test_a_text_that_is_no_hand_of_the_book_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "no.phh"
    file.write_text('variant = "F7S"\n')
    answer = hands("replay", str(file))
    assert answer.returncode == 2 and "the book has no game of the code 'F7S'" in answer.stdout
