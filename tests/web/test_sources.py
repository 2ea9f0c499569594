"""The pages' sources keep to the floor's interface and to the book."""

import re
from pathlib import Path

import pytest

import hatch_build
from croupier.books import book
from croupier.games import game

WEB = Path(__file__).parents[2] / "web"
SOURCES = sorted([*WEB.glob("src/**/*.ts"), *WEB.glob("src/**/*.svelte")])

# What players do for themselves has buttons of its own at the table, or no button at all.
AT_THE_TABLE = {
    "AskForBurnCard",
    "AskForRules",
    "BuyChips",
    "Join",
    "Leave",
    "PlaceWager",
    "RaiseDispute",
    "SpeakWager",
    "WithdrawWager",
}
BY_THE_INSPECTOR = {"ReviewDispute"}
NEVER_ALLOWED = {"ProposeSideBet"}


def test_the_types_are_those_of_the_openapi_document(tmp_path: Path) -> None:
    hatch_build.install_packages(WEB)
    cli = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    fresh = tmp_path / "schema.d.ts"
    hatch_build.node(WEB, cli, "openapi.json", "--output", fresh)
    assert fresh.read_text() == (WEB / "src/lib/api/schema.d.ts").read_text(), "run `npm run types` in web/"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_every_clause_a_page_cites_is_in_the_book(source: Path) -> None:
    for code, slug in (("MM", "matchmaker"), ("DC", "double-chance"), ("TCP", "three-card-poker")):
        cited = re.findall(rf'"{code} ([^"$]+)"', source.read_text())
        assert [clause for clause in cited if clause not in book(slug)] == []


@pytest.mark.parametrize(
    ("name", "elsewhere"),
    [
        ("matchmaker", AT_THE_TABLE | BY_THE_INSPECTOR),
        (
            "three-card-poker",
            AT_THE_TABLE - {"AskForBurnCard"} | {"LookAtHand"} | BY_THE_INSPECTOR,
        ),
        ("double-chance", AT_THE_TABLE - {"AskForBurnCard", "SpeakWager"}),
    ],
)
def test_every_command_has_a_place_on_a_page(name: str, elsewhere: set[str]) -> None:
    source = (WEB / f"src/games/{name}/catalogue.ts").read_text()
    # An entry of its own, or the clause under which the entry of every table is taken over.
    catalogue = set(re.findall(r"^  ([A-Z]\w+): (?:\{$|\"|\(\{)", source, re.MULTILINE))
    known = {command.__name__ for command in game(name).engine.commands}
    assert catalogue | elsewhere | NEVER_ALLOWED == known
    pages = "".join(source.read_text() for source in SOURCES)
    assert [name for name in sorted(elsewhere) if f'"{name}"' not in pages] == []
