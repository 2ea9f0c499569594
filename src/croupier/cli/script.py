"""`croupier script`: run table scripts and check what they expect."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from croupier.scripts import Result

BROKEN = 1
UNREADABLE = 2
STANDARD_INPUT = Path("-")
OPTIONS = ("--explain", "--grammar", "--format")


def script(
    *files: Annotated[Path, Parameter(allow_leading_hyphen=True)],
    explain: bool = False,
    grammar: bool = False,
    format: Literal["text", "json"] = "text",
) -> int:
    """Run table scripts and check what they expect.

    The exit code is 0 when all of them hold, 1 when an expectation is broken, 2 when a script cannot be read.

    Parameters
    ----------
    files
        Scripts, or folders of scripts whose names end in .table; - reads a script from standard input.
    explain
        Show what every line led to and under which clauses.
    grammar
        Print every line form of scripts, and every stage, reason and event, instead of running any: of the games
        named instead of files, or of all.
    format
        Text for people, JSON for programs.
    """
    # The language with all its games is imported only where scripts are read.
    from croupier.scripts import ScriptError, parse_all, run
    from croupier.scripts.near import near

    if option := next((str(path) for path in files if str(path).startswith("-") and path != STANDARD_INPUT), None):
        meant = near(option.partition("=")[0], OPTIONS)
        hint = f"perhaps {meant[0]}" if meant else f"there is {', '.join(OPTIONS)}"
        print(f"croupier script: there is no option {option}; {hint}", file=sys.stderr)
        return UNREADABLE
    if grammar:
        return _print_grammar(tuple(map(str, files)))
    if not files:
        print("croupier script: name the scripts to run, or a folder of them", file=sys.stderr)
        return UNREADABLE
    code, shown = 0, list[dict[str, Any]]()
    for place, text in _texts(files):
        try:
            results = [run(scenario) for scenario in parse_all(_given(text), place)]
        except (ScriptError, Unread) as error:
            code = UNREADABLE
            shown.append(_unread(place, error))
            if format == "text":
                told = str(error) if isinstance(error, ScriptError) else f"croupier script: {place}: {error}"
                print(told, file=sys.stderr)
            continue
        code = max(code, 0 if all(result.holds for result in results) else BROKEN)
        shown += map(_as_json, results)
        if format == "text":
            for result in results:
                _print(result, explain)
    if format == "json":
        print(json.dumps({"scripts": shown}, indent=2, ensure_ascii=False))
    return code


class Unread(Exception):
    """A script whose text cannot be had, and why."""


def _given(text: str | Unread) -> str:
    if isinstance(text, Unread):
        raise text
    return text


def _print_grammar(named: tuple[str, ...]) -> int:
    from croupier.games import games
    from croupier.scripts.grammar import grammar
    from croupier.scripts.near import near

    for game in named:
        if game not in games():
            meant = near(game.lower().replace(" ", "-"), games())
            hint = f"perhaps {meant[0]}" if meant else f"there is {', '.join(games())}"
            print(f"croupier script: no game is called {game!r}; {hint}", file=sys.stderr)
            return UNREADABLE
    asked = named or games()
    print("\n".join(f"## {game}\n\n{grammar(game)}" if len(asked) > 1 else grammar(game) for game in asked))
    return 0


def _texts(files: tuple[Path, ...]) -> Iterator[tuple[str, str | Unread]]:
    """The text of each script named and of those within the folders named, each with its place."""
    for path in files:
        if path == STANDARD_INPUT:
            yield "standard input", _read(sys.stdin.buffer.read)
        elif not path.is_dir():
            yield str(path), _read(path.read_bytes)
        elif within := sorted(path.rglob("*.table")):
            yield from ((str(each), _read(each.read_bytes)) for each in within)
        else:
            yield str(path), Unread("there are no scripts in this folder; their names end in .table")


def _read(source: Callable[[], bytes]) -> str | Unread:
    """A text, or in words why there is none."""
    try:
        return source().decode("utf-8-sig")
    except FileNotFoundError:
        return Unread("there is no such file")
    except UnicodeDecodeError as error:
        return Unread(f"this is not text in UTF-8 (at byte {error.start + 1})")
    except OSError as error:
        return Unread(f"it cannot be read: {error.strerror}")


def _print(result: Result, explain: bool) -> None:
    if explain:
        from croupier.scripts.transcript import transcript

        print(transcript(result), end="\n\n")
    print(f"{'holds ' if result.holds else 'BROKEN'}  {result.name}  ({result.place})")
    if not result.holds:
        print(result.complaint(), file=sys.stderr)


def _as_json(result: Result) -> dict[str, Any]:
    import msgspec

    built: dict[str, Any] = msgspec.to_builtins(result)
    return {"file": built.pop("place"), "holds": result.holds, **built}


def _unread(place: str, error: Exception) -> dict[str, Any]:
    from croupier.scripts import ScriptError

    if isinstance(error, ScriptError):
        fault = {"line": error.line, "column": error.column, "message": error.message, "text": error.text}
    else:
        fault = {"line": 0, "column": 0, "message": str(error), "text": ""}
    return {"file": place, "holds": False, "title": "", "turns": [], "fault": fault, "heading": ""}
