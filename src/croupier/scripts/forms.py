"""The rows of the grammar: a pattern, one sentence about it, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.scripts.kinds import Subject
from croupier.scripts.pattern import Pattern, compiled
from croupier.table.contract import Clauses, Command, Refusal

if TYPE_CHECKING:
    from croupier.scripts.table import Table


class Given(msgspec.Struct, frozen=True):
    """What a line gave for the slots of its form; a slot that was left out is None."""

    values: dict[str, Any]

    def __getattr__(self, slot: str) -> Any:
        return self.values.get(slot)

    @property
    def actor(self) -> Subject | None:
        """Who acts: the one after `by`, else the one the line begins with."""
        acts: Subject | None = self.by or self.who or self.player
        return acts

    @property
    def represented(self) -> str | None:
        """The player whom someone else acts for."""
        return self.player.name if self.by else None


class Form(msgspec.Struct, frozen=True):
    """One line form of the language."""

    written: str
    says: str

    @property
    def pattern(self) -> Pattern:
        """The form with what every line of its sort may end with."""
        return compiled(self.written)

    @property
    def shown(self) -> str:
        """The form as a line of it is written."""
        return self.written


class Setting(Form, frozen=True):
    """A part of the `table` line: what it sets among the table's terms."""

    sets: Callable[[Given], dict[str, Any]]


class Act(Form, frozen=True):
    """A line that is one command of the game."""

    makes: Callable[[Given, Table], Command]

    @property
    def pattern(self) -> Pattern:
        """An act may say who does it and when."""
        return compiled(f"{self.written} [by <by:who>] [at <time>]")


class Direction(Form, frozen=True):
    """A line that the runner carries out, with as many commands as it takes."""

    does: Callable[[Given, Table], Refusal | None]


class Expectation(Form, frozen=True):
    """A line that must hold, or Broken is raised; what it finds cited is what its `under` may rest on."""

    holds: Callable[[Given, Table], Clauses]

    @property
    def pattern(self) -> Pattern:
        """An expectation may name the clauses it rests on."""
        return compiled(f"{self.shown} [under <citations>]")

    @property
    def shown(self) -> str:
        """An expectation begins with that word."""
        return f"expect {self.written}"


class Chapter(msgspec.Struct, frozen=True):
    """Forms that belong together on the grammar page."""

    title: str
    forms: tuple[Form, ...]


class Statement(msgspec.Struct, frozen=True):
    """One line of a script, read: its place, its text, its form and what it gave."""

    line: int
    text: str
    form: Form
    given: Given
    column: int = 1
    turn: str = ""
    """Which of the rounds it belongs to that are repeated, such as `2 of 5`."""


class Script(msgspec.Struct, frozen=True):
    """A whole scenario, read: its place, title, the table's game and settings, and its lines.

    Where a file has several, `heading` is the file's title and `line` that of the scenario's own.
    """

    place: str
    title: str
    game: str
    table: Statement
    settings: tuple[Statement, ...]
    lines: tuple[Statement, ...]
    heading: str = ""
    line: int = 1

    @property
    def name(self) -> str:
        """The title, after that of its file where the file has several."""
        return f"{self.heading} {self.title}".lstrip()


class Broken(Exception):
    """An expectation that does not hold, or a line the table would not take."""
