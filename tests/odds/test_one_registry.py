"""Games are named in one list; all else about a game's odds is in its own modules."""

import re
from pathlib import Path

import pytest

import croupier
from croupier.odds import GAMES

SOURCE = Path(croupier.__file__).parent
SHARED = [
    *SOURCE.glob("odds/*.py"),
    *(SOURCE / "verify" / name for name in ("__init__.py", "playing.py")),
    *(
        SOURCE / name
        for name in (
            "cli/verify.py",
            "cli/verdict.py",
            "cli/odds.py",
            "cli/options.py",
            "cli/output.py",
            "floor/server/odds.py",
        )
    ),
]


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(SOURCE)))
def test_what_all_games_share_names_none_of_them(path):
    text = path.read_text()
    if path == SOURCE / "odds" / "__init__.py":
        text = re.sub(r"^GAMES = .*$", "", text, flags=re.MULTILINE)
    for game in GAMES:
        assert not re.search(game.replace("-", "[-_ ]?"), text, re.IGNORECASE)


@pytest.mark.parametrize("game", GAMES)
def test_a_games_own_modules_are_found_by_its_name(game):
    name = game.replace("-", "_")
    assert {path.stem for path in SOURCE.glob(f"odds/{name}/*.py")} >= {
        "__init__",
        "settings",
        "sheet",
        "show",
        "kernel",
    }
    assert (SOURCE / "verify" / f"{name}.py").exists()
