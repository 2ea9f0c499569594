"""The pages' sources keep to the floor's interface, and leave the rules to it."""

import re
from pathlib import Path

import pytest

import hatch_build
from croupier.books import book
from croupier.games import GAMES, game

WEB = Path(__file__).parents[2] / "web"
EVERY = sorted([*WEB.glob("src/**/*.ts"), *WEB.glob("src/**/*.svelte")])
GENERATED = WEB / "src/lib/api/schema.d.ts"
SOURCES = [source for source in EVERY if source != GENERATED and "lab" not in source.parts]
SHARED = [source for source in SOURCES if "games" not in source.parts and source.stem != "OddsLab"]
ON_EVERY_FELT = WEB / "src/lib/acts.ts"
BOOKS = [book(name) for name in GAMES]


def name_of(source: Path) -> str:
    """A source by its place among the pages."""
    return source.relative_to(WEB / "src").as_posix()


def test_the_types_are_those_of_the_openapi_document(tmp_path: Path) -> None:
    hatch_build.install_packages(WEB)
    cli = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    fresh = tmp_path / "schema.d.ts"
    hatch_build.node(WEB, cli, "openapi.json", "--output", fresh)
    assert fresh.read_text() == (WEB / "src/lib/api/schema.d.ts").read_text(), "run `npm run types` in web/"


@pytest.mark.parametrize("source", SOURCES, ids=name_of)
def test_no_page_writes_a_clause_or_a_rank(source: Path) -> None:
    text = source.read_text()
    codes = "|".join(sorted(each.code for each in BOOKS))
    assert re.findall(rf"\b(?:{codes}) \d[\w.()]*", text) == []
    ranks = {rank for each in BOOKS for rank in (*each.ladder, each.reviewer) if "-" in rank or rank == "regulator"}
    assert sorted(rank for rank in ranks if rank in text) == []


@pytest.mark.parametrize("source", SHARED, ids=name_of)
def test_a_game_is_reached_by_its_door_alone(source: Path) -> None:
    text = source.read_text()
    assert [name for name in GAMES if name in text] == []
    assert re.findall(r"""from "[^"]*games/[^"]+""", text) == []


@pytest.mark.parametrize("source", SHARED, ids=name_of)
def test_what_games_share_lists_no_commands(source: Path) -> None:
    if source == ON_EVERY_FELT:
        return
    text = source.read_text()
    commands = {command.__name__ for name in GAMES for command in game(name).engine.commands}
    # A single word may be the label of anything.
    names = sorted(name for name in commands if re.search("[a-z][A-Z]", name))
    assert [name for name in names if f'"{name}"' in text] == []


def test_the_acts_of_every_felt_are_commands_of_every_game() -> None:
    acts = set(re.findall(r'^const [A-Z_]+ = "(\w+)";$', ON_EVERY_FELT.read_text(), re.MULTILINE))
    assert acts
    everywhere = {"Join", "BuyChips", "Leave", "PlaceWager", "WithdrawWager", "AskForRules"}
    known = {name: {command.__name__ for command in game(name).engine.commands} for name in GAMES}
    assert acts <= set.union(*known.values())
    assert [name for name in GAMES if not everywhere <= known[name]] == []
