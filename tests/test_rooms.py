"""The rooms above the games know no game by name and keep no list of commands or events: declarations say it all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from croupier import games
from croupier.floor.opening import Opening
from croupier.house.linked import METERS
from croupier.house.meter_list import METER_LIST
from croupier.house.wallets import WALLETS
from croupier.table.contract import Command, Event
from croupier.table.declare import COMMANDS, EVENTS, HOUSE, Part

ROOT = Path(__file__).parents[1]
SOURCE, WEB = ROOT / "src" / "croupier", ROOT / "web" / "src"
ROOMS = ("table", "house", "floor", "scripts", "cli")
OWN = ("scripts/games", "scripts/library")
"""What belongs to single games in these rooms."""
REGISTRIES = {"web": ("lib/acts.ts",)}
"""Where pages may name what every table has: one place."""
GENERATED = ("lib/api/schema.d.ts",)


def modules() -> Iterator[Path]:
    """Every Python module of the rooms above the games, and of the shared table below them."""
    for room in ROOMS:
        for path in sorted((SOURCE / room).rglob("*.py")):
            if not path.relative_to(SOURCE).as_posix().startswith(OWN):
                yield path


def pages() -> Iterator[Path]:
    """Every source of the pages that is no game's own."""
    for path in sorted(WEB.rglob("*")):
        name = path.relative_to(WEB).as_posix()
        ours = path.suffix in (".ts", ".svelte", ".css") and not name.startswith("games/")
        if ours and name not in GENERATED and not name.endswith(".test.ts"):
            yield path


def names_of_games() -> tuple[str, ...]:
    """Every way in which a game is written."""
    plain = (name for name in games.games() if name.split(".")[0])
    return tuple(form for name in plain for form in {name, name.replace("-", "_"), name.replace("-", " ").title()})


@cache
def kinds() -> frozenset[str]:
    """The name of every command and event."""
    assert Opening and METERS and METER_LIST and WALLETS  # the house's own are declared once these are imported
    for name in games.games():
        games.game(name)
    return frozenset(kind.__name__ for kind in (*COMMANDS, *EVENTS))


def where(path: Path, line: int) -> str:
    """A place as editors understand it."""
    return f"{path.relative_to(ROOT)}:{line}"


def test_no_game_is_named_in_the_rooms_above_the_games_or_on_the_shared_pages() -> None:
    named = re.compile("|".join(map(re.escape, names_of_games())), re.IGNORECASE)
    found = [
        f"{where(path, number)}: {line.strip()}"
        for path in (*modules(), *pages())
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert not found, "\n".join(found)


def test_no_command_or_event_is_listed_by_name_in_the_rooms() -> None:
    found = []
    for path in modules():
        for node in without_exports(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in kinds():
                found.append(f"{where(path, node.lineno)}: {node.value!r}")
    assert not found, "\n".join(found)


def test_no_collection_of_commands_or_events_is_kept_in_the_rooms() -> None:
    found = []
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            listed = _listed(node)
            if len(listed) > 2:
                found.append(f"{where(path, getattr(node, 'lineno', 0))}: {', '.join(listed)}")
    assert not found, "\n".join(found)


def without_exports(tree: ast.Module) -> Iterator[ast.AST]:
    """Everything in a module but the names that it hands on from its own package."""
    for statement in tree.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        if not (isinstance(target, ast.Name) and target.id == "__all__"):
            yield from ast.walk(statement)


def _listed(node: ast.AST) -> list[str]:
    """The commands and events that a tuple, list, set or mapping names, as such and not as one of them made."""
    if isinstance(node, ast.Dict):
        members = [*node.keys, *node.values]
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        members = list(node.elts)
    else:
        return []
    names = [each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in members]
    return [name for name in names if name in kinds()]


def test_no_page_outside_a_game_s_folder_names_a_command_or_event_but_for_one_registry() -> None:
    word = re.compile(r"""["'`/](\w+)["'`]""")
    found = [
        f"{where(path, number)}: {name}"
        for path in pages()
        if path.relative_to(WEB).as_posix() not in REGISTRIES["web"]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for name in word.findall(line)
        if name in kinds() and re.match("[A-Z][a-z]+[A-Z]", name)  # a single word may be a word on a button
    ]
    assert not found, "\n".join(found)


def test_no_page_writes_a_clause_or_a_rank() -> None:
    codes = "|".join(games.game(name).book.code for name in games.games())
    ranks = {rank for name in games.games() for rank in games.game(name).book.ladder if "-" in rank}
    written = re.compile(rf"\b(?:{codes}) \d|" + "|".join(map(re.escape, sorted(ranks))))
    found = [
        f"{where(path, number)}: {line.strip()}"
        for path in sorted(WEB.rglob("*"))
        if path.suffix in (".ts", ".svelte") and path.relative_to(WEB).as_posix() not in GENERATED
        if not path.name.endswith(".test.ts")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if written.search(line)
    ]
    assert not found, "\n".join(found)


def test_only_a_game_s_door_is_imported_from_its_pages() -> None:
    inside = re.compile(r"""from\s+["'](?:\.\./|\./)*games/(?!index|door)[\w-]+/""")
    found = [where(path, 1) for path in pages() if inside.search(path.read_text(encoding="utf-8"))]
    assert not found, "\n".join(found)


class Whispered(Event, frozen=True, kw_only=True):
    """An event that says nothing of who may hear it."""

    cards: tuple[str, ...]


def test_an_event_that_declares_no_audience_is_for_the_house_alone() -> None:
    from croupier.table.declare import heard

    Part("test-rooms").tells(Whispered, says="A whisper.")
    event = Whispered(cards=("Ah",), under=())
    assert EVENTS[Whispered].audience is HOUSE
    assert heard(event, "ann", None, house=False) is None
    assert heard(event, "", None, house=False) is None
    assert heard(event, "", None, house=True) == event


class Twice(Command, frozen=True, kw_only=True):
    """A command that two parts decide."""


def test_two_parts_that_decide_one_command_are_refused_unless_one_says_that_it_overrides() -> None:
    from croupier.games import game
    from croupier.table.declare import Desk
    from croupier.table.engine import Engine

    first, second, third = Part("test-one"), Part("test-two"), Part("test-three")
    first.command(Twice, label="Twice", desk=Desk.DEAL)(lambda state, command, ctx: ())
    second.decides(Twice)(lambda state, command, ctx: ())
    third.decides(Twice, overrides=True)(lambda state, command, ctx: ())
    rules = type(game(games.games()[0]).engine.variants[0])
    parts = rules.parts
    with pytest.raises(TypeError, match=r"two parts of .* decide Twice"):
        Engine(type("Clashing", (rules,), {"parts": (*parts, first, second)})())
    assert Twice in Engine(type("Agreed", (rules,), {"parts": (*parts, first, third)})()).commands


def test_a_part_is_not_played_under_a_book_that_does_not_say_what_it_needs() -> None:
    from croupier.games import game
    from croupier.table.engine import Engine
    from croupier.table.rules import TableClauses

    class Wanted(TableClauses):
        """Clauses that no book has."""

    rules = type(game(games.games()[0]).engine.variants[0])
    with pytest.raises(TypeError, match="does not say what the part test-four needs"):
        Engine(type("Lacking", (rules,), {"parts": (*rules.parts, Part("test-four", Wanted))})())
