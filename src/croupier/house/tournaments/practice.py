"""Floor practice: what rooms commonly do at the tournaments of a game, and what the game's book makes of it."""

from __future__ import annotations

from enum import StrEnum
from importlib.resources import files

import msgspec

from croupier.games import game, games

FILE = "practice.toml"


class Stands(StrEnum):
    """How a rule of practice stands to the book."""

    APPLIES = "applies"
    """The book does the same."""
    STATED = "stated"
    """The conditions may say it."""
    REFUSED = "refused"
    """The book has it otherwise, and prevails."""
    PEOPLE = "people"
    """It is for the people at the table."""


class Practice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule of practice."""

    number: int
    name: str
    says: str
    stands: Stands
    clauses: tuple[str, ...] = ()
    """Clauses and rulings that answer it."""
    fields: tuple[str, ...] = ()
    """Fields of the conditions that say it."""
    why: str = ""
    """Where the book has it otherwise, how."""
    shown: tuple[str, ...] = ()
    """Scripts and tests that show it."""


class NoPractice(ValueError):
    """Why there is no such table."""


class _File(msgspec.Struct, frozen=True):
    rule: tuple[Practice, ...]


def practice(name: str) -> tuple[Practice, ...]:
    """The table of a game; NoPractice where it has none."""
    found = files(game(name).package).joinpath(FILE)
    if not found.is_file():
        raise NoPractice(f"there is no table of practice for {name}; there is for {', '.join(known())}")
    return msgspec.toml.decode(found.read_bytes(), type=_File).rule


def known() -> tuple[str, ...]:
    """The games that have one."""
    return tuple([name for name in games() if files(game(name).package).joinpath(FILE).is_file()])


ANSWERS = {
    Stands.APPLIES: "the book does the same",
    Stands.STATED: "where the conditions say so",
    Stands.REFUSED: "refused",
    Stands.PEOPLE: "for the people at the table",
}


def text(rules: tuple[Practice, ...]) -> str:
    """The table as people read it."""
    lines = []
    for each in rules:
        lines += [f"{each.number:>3}  {each.name}", f"     {each.says}"]
        answer = ANSWERS[each.stands] + (f": {each.why}" if each.why else "")
        beside = [*each.clauses, *each.fields]
        lines += [f"     -> {answer}" + (f" ({', '.join(beside)})" if beside else ""), ""]
    many = {stands: sum(each.stands is stands for each in rules) for stands in Stands}
    counts = ", ".join(f"{many[stands]} {ANSWERS[stands]}" for stands in Stands)
    return "\n".join([*lines, f"{len(rules)} rules: {counts}", ""])
