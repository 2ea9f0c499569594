"""The whole language of one game: the shared lines and its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from itertools import pairwise
from operator import attrgetter
from typing import Any

from croupier.games import Game, game
from croupier.scripts.acts import ACTS
from croupier.scripts.directions import TIME_AND_READINESS
from croupier.scripts.expectations import EXPECTATIONS
from croupier.scripts.forms import Act, Chapter, Direction, Expectation, Form, Given, Statement
from croupier.scripts.header import SETTINGS
from croupier.scripts.kinds import Words, kinds_for
from croupier.scripts.layout import LAYOUT
from croupier.scripts.near import misread
from croupier.scripts.pattern import Kind, Pattern, Reading, needed, written
from croupier.scripts.shown import ON_SHOW
from croupier.scripts.table import Table
from croupier.scripts.tournaments import language
from croupier.table.contract import Event
from croupier.table.state import Stage

Forms = tuple[tuple[Form, Pattern], ...]


class Vocabulary:
    """A game with every line form that its scripts may use."""

    def __init__(self, name: str) -> None:
        self.game: Game = game(name)
        own = self.game.part("scripts") or import_module(f"croupier.scripts.games.{name.replace('-', '_')}")
        self.staff: Mapping[str, str] = own.STAFF
        self.table: type[Table] = getattr(own, "TABLE", Table)
        self.terms_now: Callable[[Any], Any] = getattr(own, "terms_now", attrgetter("terms"))
        """The terms of a table as it now plays, where the house may change them."""
        self.stood: Callable[[Any], Iterable[tuple[Form, Mapping[str, Any]]]] = getattr(own, "stood", lambda state: ())
        """The lines, with their values, that bring a table to where earlier rounds have left it."""
        played = language.of(self.game)
        header = Chapter(SETTINGS.title, (*SETTINGS.forms, *own.SETTINGS, *played.settings))
        self.chapters: tuple[Chapter, ...] = (
            LAYOUT,
            header,
            TIME_AND_READINESS,
            *ACTS,
            *own.ACTS,
            *played.acts,
            *EXPECTATIONS,
            ON_SHOW,
            *own.SHOWN,
            *played.shown,
        )
        forms = [form for chapter in self.chapters for form in chapter.forms]
        self.settings = _compiled(header.forms)
        self.acts = _compiled(form for form in forms if isinstance(form, Act))
        self.lines = _compiled(form for form in forms if isinstance(form, Act | Direction | Expectation))
        # By identity, because patterns are looked up for every line and are deep.
        self._needed = {id(pattern): needed(pattern) for _, pattern in (*self.settings, *self.acts, *self.lines)}
        self.events: tuple[type[Event], ...] = (
            *self.game.engine.events,
            *getattr(own, "EVENTS", ()),
            *played.events,
        )
        self.stages: dict[Stage, str] = {stage: stage.value for stage in Stage}
        """What the game calls each stage of a round."""
        for rules in self.game.engine.variants:
            self.stages |= rules.stage_names
        shared = kinds_for(self.staff, own.BETS, self.events, self.stages, self.game.book.code)
        self.kinds = {**shared, **played.kinds, **getattr(own, "KINDS", {})}
        self.kinds["act"] = Kind("an act, written like its line", self._act, self._write_act)

    def read(self, forms: Forms, words: Words, end: int) -> tuple[Form, Given]:
        """The form that these words fit, and what they give; otherwise Misread is raised."""
        found = self.find(forms, words, end)
        if found is not None:
            return found
        reading = Reading(words, self.kinds, end)
        for _, pattern in forms:
            reading.match(pattern)
        raise misread(reading, forms, f"`croupier script --grammar {self.game.name}`")

    def find(self, forms: Forms, words: Words, end: int) -> tuple[Form, Given] | None:
        """The form that these words fit, and what they give, if they fit one."""
        reading, said = Reading(words, self.kinds, end), _said(words)
        for form, pattern in forms:
            values = reading.match(pattern) if self._needed[id(pattern)] <= said else None
            if values is not None:
                return form, Given(values)
        return None

    def _act(self, words: Words, place: int) -> tuple[Statement, int]:
        """An act within an expectation, up to its `under`."""
        end = next((n for n in range(place, len(words)) if words[n].text == "under"), len(words))
        column = words[end].column if end < len(words) else words[-1].column + len(words[-1].written)
        form, given = self.read(self.acts, words[place:end], column)
        return Statement(0, "", form, given), end

    def _write_act(self, value: Any) -> str | None:
        return self.write(value.form, value.given.values) if isinstance(value, Statement) else None

    def write(self, form: Form, values: Mapping[str, Any]) -> str | None:
        """The line of a form that gives these values; None where they cannot be written."""
        return written(form.pattern, values, self.kinds)


def _said(words: Words) -> frozenset[str]:
    """Every word of a line, and the plural of what follows a 1."""
    texts = [word.text for word in words]
    plural = (f"{text}s" for before, text in pairwise(texts) if before == "1")
    return frozenset((*texts, *plural))


def _compiled(forms: Iterable[Form]) -> Forms:
    return tuple((form, form.pattern) for form in forms)


@cache
def vocabulary(name: str) -> Vocabulary:
    """The language of a game."""
    return Vocabulary(name)
