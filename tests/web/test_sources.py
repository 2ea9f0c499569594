"""The pages' sources keep to the floor's interface; that they leave the rules to it, tests/test_rooms.py proves."""

import re
from pathlib import Path

import pytest

import hatch_build
from croupier.games import game, games
from croupier.house.linked import METERS
from croupier.table.declare import COMMANDS

WEB = Path(__file__).parents[2] / "web"
GAMES = WEB / "src/games"
ON_EVERY_FELT = WEB / "src/lib/acts.ts"
ACT = re.compile(r'"([A-Z][a-z]+(?:[A-Z][a-z]+)+)"')
BY_SHARED_PAGES = {"ConvertSpoken", "RejectJackpotPrizes"}
"""Acts that games keep from the lists because shared pages have them: beside a spoken wager, and on the meter."""


def commands(name: str) -> set[str]:
    """What a game's tables can be asked."""
    return {command.__name__ for command in game(name).engine.commands}


def sources(name: str) -> list[Path]:
    """A game's pages, but for the types that they read."""
    return [path for path in (GAMES / name).rglob("*") if path.suffix in (".ts", ".svelte") and path.name != "view.ts"]


def named(paths: list[Path]) -> set[str]:
    """The acts that these sources name."""
    return {act for path in paths for act in ACT.findall(path.read_text(encoding="utf-8"))}


def test_the_types_are_those_of_the_openapi_document(tmp_path: Path) -> None:
    hatch_build.install_packages(WEB)
    cli = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    fresh = tmp_path / "schema.d.ts"
    hatch_build.node(WEB, cli, "openapi.json", "--output", fresh)
    assert fresh.read_text() == (WEB / "src/lib/api/schema.d.ts").read_text(), "run `npm run types` in web/"


def test_the_acts_of_every_felt_are_commands_and_those_of_playing_are_in_every_game() -> None:
    acts = set(re.findall(r'^const [A-Z_]+ = "(\w+)";$', ON_EVERY_FELT.read_text(), re.MULTILINE))
    everywhere = {"Join", "BuyChips", "Leave", "PlaceWager", "WithdrawWager", "AskForRules"}
    assert everywhere < acts
    assert acts <= set.union(*map(commands, games()))
    assert [name for name in games() if not everywhere <= commands(name)] == []


@pytest.mark.parametrize("name", games())
def test_every_act_that_a_game_s_pages_name_can_be_asked_for_or_happens(name: str) -> None:
    assert METERS  # whose commands are declared once it is imported
    of_meters = {command.__name__ for command in COMMANDS if command.__module__.startswith("croupier.house")}
    happens = {event.__name__ for event in game(name).engine.events}
    assert named(sources(name)) - commands(name) - of_meters - happens == set()


@pytest.mark.parametrize("name", games())
def test_what_a_game_keeps_from_the_lists_has_a_place_on_its_own_pages(name: str) -> None:
    door = GAMES / name / "index.ts"
    beside = re.search(r"beside: \[(.*?)\]", door.read_text())  # these the shared console shows
    shown = set(ACT.findall(beside[1])) if beside else set()
    elsewhere = named([path for path in sources(name) if path != door])
    assert named([door]) - elsewhere - shown - BY_SHARED_PAGES == set()
