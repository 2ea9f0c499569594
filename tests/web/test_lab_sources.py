"""The lab's sources know no rules: what they cite comes from the server, and a game is reached through one door."""

import re
from pathlib import Path

import pytest

from croupier.books import book, slugs
from croupier.odds import GAMES

SRC = Path(__file__).parents[2] / "web" / "src"
SHARED = [*SRC.glob("lab/*"), SRC / "pages" / "OddsLab.svelte"]
OWN = [path for path in SRC.glob("games/*/lab*/**/*") if path.is_file()] + sorted(SRC.glob("games/*/lab.ts"))


@pytest.mark.parametrize("path", [*SHARED, *OWN], ids=lambda path: str(path.relative_to(SRC)))
def test_no_clause_is_cited_and_no_rank_named(path: Path) -> None:
    text = path.read_text()
    for code in (book(slug).code for slug in slugs()):
        assert not re.search(rf"\b{code} \d", text)
    assert not re.search(r"\bruling \d", text, re.IGNORECASE)
    ranks = {rank for slug in slugs() for rank in (*book(slug).ladder, *book(slug).beside)} - {"player"}
    assert [rank for rank in ranks if f'"{rank}"' in text] == []


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.name)
def test_no_game_is_named_outside_its_own_folder(path: Path) -> None:
    assert [game for game in GAMES if game in path.read_text()] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_door_into_the_lab(game: str) -> None:
    assert (SRC / "games" / game / "lab.ts").exists()
