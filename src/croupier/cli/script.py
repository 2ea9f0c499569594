"""`croupier script`: run table scripts and check what they expect."""

import json
import sys
from pathlib import Path
from typing import Any, Literal

from croupier.scripts import Result, ScriptError, parse, run

BROKEN = 1
UNREADABLE = 2


def script(
    *files: Path,
    explain: bool = False,
    grammar: str | None = None,
    format: Literal["text", "json"] = "text",
) -> int:
    """Run table scripts and check what they expect.

    The exit code is 0 when all of them hold, 1 when an expectation is broken, 2 when a script cannot be read.

    Parameters
    ----------
    files
        Scripts, or folders of scripts whose names end in .table.
    explain
        Show what every line led to and under which clauses.
    grammar
        Print every line form of this game's scripts instead of running any.
    format
        Text for people, JSON for programs.
    """
    if grammar is not None:
        return _print_grammar(grammar)
    if not files:
        print("croupier script: name the scripts to run, or a folder of them", file=sys.stderr)
        return UNREADABLE
    code, shown = 0, list[dict[str, Any]]()
    for path in _scripts(files):
        try:
            result = run(parse(path.read_text(encoding="utf-8"), str(path)))
        except (ScriptError, OSError, UnicodeDecodeError) as error:
            code = UNREADABLE
            shown.append(_unread(path, error))
            if format == "text":
                print(error if isinstance(error, ScriptError) else f"{path}: {error}", file=sys.stderr)
            continue
        code = max(code, 0 if result.holds else BROKEN)
        shown.append(_as_json(result))
        if format == "text":
            _print(result, explain)
    if format == "json":
        print(json.dumps({"scripts": shown}, indent=2, ensure_ascii=False))
    return code


def _print_grammar(game: str) -> int:
    from croupier.games import games
    from croupier.scripts.grammar import grammar

    if game not in games():
        print(f"croupier script: no game is called {game!r}; there is {', '.join(games())}", file=sys.stderr)
        return UNREADABLE
    print(grammar(game))
    return 0


def _scripts(files: tuple[Path, ...]) -> list[Path]:
    """The scripts named, and those within the folders named."""
    return [script for path in files for script in (sorted(path.rglob("*.table")) if path.is_dir() else [path])]


def _print(result: Result, explain: bool) -> None:
    if explain:
        from croupier.scripts.transcript import transcript

        print(transcript(result), end="\n\n")
    print(f"{'holds ' if result.holds else 'BROKEN'}  {result.title}  ({result.place})")
    if not result.holds:
        print(result.complaint(), file=sys.stderr)


def _as_json(result: Result) -> dict[str, Any]:
    import msgspec

    built: dict[str, Any] = msgspec.to_builtins(result)
    return {"file": built.pop("place"), "holds": result.holds, **built}


def _unread(path: Path, error: Exception) -> dict[str, Any]:
    if isinstance(error, ScriptError):
        fault = {"line": error.line, "column": error.column, "message": error.message, "text": error.text}
    else:
        fault = {"line": 0, "column": 0, "message": str(error), "text": ""}
    return {"file": str(path), "holds": False, "title": "", "turns": [], "fault": fault}
