"""Where a remedy is open and where it is not, with the clause that makes the difference: one file for each game.

Each entry has a sentence, `because`, written by whoever has held the difference against the book.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from tests.explore.explorer import Found

FOLDER = Path(__file__).parent / "differences"


class Difference(msgspec.Struct, forbid_unknown_fields=True):
    """One remedy: the moments at which it is open, those at which it is not by the clauses that bar it, and why."""

    open: list[str]
    barred: dict[str, list[str]]
    because: str = ""


def differences(walks: Iterable[Found]) -> dict[str, Difference]:
    """Every remedy that is refused at one moment of a round and allowed at another, over all tables of a game."""
    found = list(walks)
    names = sorted({name for walk in found for name in walk.refused})
    return {name: _difference(name, found) for name in names if _difference(name, found).barred}


def _difference(name: str, found: list[Found]) -> Difference:
    opened = sorted({when for walk in found for when in walk.allowed.get(name, ())})
    barred: dict[str, set[str]] = {}
    for walk in found:
        for when, refusals in walk.refused.get(name, {}).items():
            if when not in opened:
                for each in refusals:
                    barred.setdefault(each, set()).add(when)
    return Difference(open=opened, barred={why: sorted(barred[why]) for why in sorted(barred)})


class Barrier(msgspec.Struct, forbid_unknown_fields=True):
    """Clauses that bar commands without allowing them or asking for something to come first, and how they do."""

    commands: list[str]
    because: str = ""


def barriers(walks: Iterable[Found]) -> dict[str, Barrier]:
    """Every refusal whose clauses are neither the command's own nor those of what must come first, over all tables."""
    found = list(walks)
    said: dict[str, set[str]] = {}
    for walk in found:
        for name, clauses in walk.said.items():
            said.setdefault(name, set()).update(clauses)
    barred: dict[str, set[str]] = {}
    for name, under in {each for walk in found for each in walk.barred}:
        if said[name].isdisjoint(under):
            barred.setdefault(", ".join(under), set()).add(name)
    return {under: Barrier(sorted(barred[under])) for under in sorted(barred)}


def barriers_on_file(game: str) -> dict[str, Barrier]:
    """The barriers that have been held against the book."""
    path = FOLDER / f"{game}-refusals.toml"
    return msgspec.convert(tomllib.loads(path.read_text()), dict[str, Barrier]) if path.exists() else {}


def put_barriers_on_file(game: str, found: Mapping[str, Barrier]) -> None:
    """Write down what bars what, and keep the reasons that were given for it before."""
    known = barriers_on_file(game)
    lines = ["# Clauses that bar a command though it is not theirs, and nothing of theirs must come first."]
    for under, each in found.items():
        because = known[under].because if under in known else ""
        lines += ["", f"[{_quoted(under)}]", f"because = {_quoted(because)}", f"commands = {_quoted(each.commands)}"]
    (FOLDER / f"{game}-refusals.toml").write_text("\n".join(lines) + "\n")


def on_file(game: str) -> dict[str, Difference]:
    """The differences that have been held against the book."""
    path = FOLDER / f"{game}.toml"
    return msgspec.convert(tomllib.loads(path.read_text()), dict[str, Difference]) if path.exists() else {}


def put_on_file(game: str, found: Mapping[str, Difference]) -> None:
    """Write down what was found, and keep the reasons that were given for it before."""
    known = on_file(game)
    lines = ["# Where each remedy is open during a round, and which clause bars it elsewhere."]
    for name, each in found.items():
        because = known[name].because if name in known else ""
        lines += ["", f"[{name}]", f"because = {_quoted(because)}", f"open = {_quoted(each.open)}"]
        lines += [f"barred.{_quoted(why)} = {_quoted(when)}" for why, when in each.barred.items()]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.toml").write_text("\n".join(lines) + "\n")


def _quoted(text: str | list[str]) -> str:
    return json.dumps(text, ensure_ascii=False)
