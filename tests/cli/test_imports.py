"""What a command imports: no mathematics, no store, no server and no rules where they are not needed.

Starting takes as long as importing does, and how long that is depends on the machine; what is imported does not.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.store import open_store
from croupier.house.meter import OpenMeter
from tests.floor.meters.poker import OPERATOR, new_table

HEAVY = (
    *("numba", "numpy", "sqlalchemy", "cryptography", "litestar", "uvicorn", "rich.table", "matplotlib"),
    *("rich.markdown", "pygments"),
)
LIBRARY = Path(__file__).parents[2] / "src" / "croupier" / "scripts" / "library"
SCRIPT = next(path for path in sorted((LIBRARY / "matchmaker").glob("*.table")))

PROGRAM = """
import contextlib, io, json, sys
sys.argv = ["croupier", *json.loads(sys.argv[1])]
from croupier.cli import main
with contextlib.redirect_stdout(io.StringIO()):
    try:
        main()
    except SystemExit as end:
        code = end.code
    else:
        code = 0
rules = [name.split(".")[2] for name in sys.modules if name.startswith("croupier.games.") and name.endswith(".rules")]
heavy = [name for name in json.loads({heavy!r}) if name in sys.modules]
rooms = [name for name in ("croupier.floor", "croupier.scripts", "croupier.odds.kernel") if name in sys.modules]
print(json.dumps([code or 0, sorted(rules), heavy, rooms]))
""".replace("{heavy!r}", repr(json.dumps(HEAVY)))

HAND = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 f"]
"""


def imported(*words: str) -> tuple[int, list[str], list[str], list[str]]:
    """A command's exit code, the games whose rules it imported, and what else that is heavy."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(words)], capture_output=True, text=True, check=True, timeout=120
    )
    code, rules, heavy, rooms = json.loads(done.stdout)
    return code, rules, heavy, rooms


@pytest.mark.parametrize(
    "words",
    [
        ("--version",),
        ("--help",),
        ("completion", "bash"),
        ("completion", "zsh"),
        ("completion", "fish"),
        ("hands", "replay", "--help"),
        ("script", "--help"),
        ("audit", "evidence", "--help"),
        ("meters", "--help"),
        ("run", "--help"),
        ("simulate", "matchmaker", "--help"),
        ("verify", "blackjack", "--help"),
        ("odds", "crown-poker", "--help"),
    ],
    ids=" ".join,
)
def test_what_only_tells_of_commands_imports_none_of_what_they_need(words: tuple[str, ...]) -> None:
    code, rules, heavy, rooms = imported(*words)
    assert (code, rules, rooms) == (0, [], [])
    assert set(heavy) <= {"rich.table"}


@pytest.mark.parametrize("words", [("rules",), ("rules", "matchmaker", "9.8"), ("rules", "ruling", "11")], ids=" ".join)
def test_reading_a_book_needs_no_rules_and_no_store(words: tuple[str, ...]) -> None:
    code, rules, heavy, rooms = imported(*words)
    assert (code, rules, rooms) == (0, [], [])
    assert set(heavy) <= {"rich.table"}


@pytest.mark.parametrize("game", ["matchmaker", "three-card-poker"])
def test_a_sheet_needs_the_terms_of_its_game_alone(game: str) -> None:
    code, rules, heavy, _ = imported("odds", game, "--format", "json")
    assert (code, rules) == (0, [])
    assert not set(heavy) & {"sqlalchemy", "litestar", "uvicorn", "cryptography"}


def test_a_script_needs_the_rules_of_its_game_alone() -> None:
    assert imported("script", str(SCRIPT)) == (0, ["matchmaker"], [], ["croupier.scripts"])


def test_hands_of_others_need_the_rules_of_poker_alone(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HAND)
    assert imported("hands", "replay", str(file)) == (0, ["crown_poker"], [], [])


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record with a meter and a table that plays for it."""
    address = f"sqlite:///{tmp_path_factory.mktemp('record') / 'floor.db'}"

    async def play() -> None:
        store = open_store(address)
        floor = await Floor.open(store)
        await new_table(floor, "tcp-1")
        opened = await floor.command_meter(
            "main", OpenMeter(option=2, seed=10_000, price=100, tables=("tcp-1",)), OPERATOR
        )
        assert isinstance(opened, Accepted), opened
        await floor.close()
        store.close()

    asyncio.run(play())
    return address


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("meters",), ["three_card_poker"]),
        (("staff",), []),
        (("audit", "checkpoint"), []),
        (("audit", "verify"), []),
        (("audit", "replay", "tcp-1"), ["three_card_poker"]),
    ],
    ids=str,
)
def test_reading_a_record_needs_the_rules_of_the_games_that_are_asked_for(
    words: tuple[str, ...], rules: list[str], url: str
) -> None:
    _, found, heavy, _ = imported(*words, "--store", url)
    assert found == rules
    assert not set(heavy) & {"numba", "numpy", "litestar", "uvicorn", "matplotlib"}
