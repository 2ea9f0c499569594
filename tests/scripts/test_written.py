"""Every line that can be read can be written: what a line gives makes a line that gives the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.books.coverage import LIBRARY
from croupier.games import games
from croupier.scripts import Statement, parse_all
from croupier.scripts.forms import Form, Given, Setting
from croupier.scripts.layout import REPEAT
from croupier.scripts.pattern import words_of
from croupier.scripts.vocabulary import Vocabulary, vocabulary

LINES = Path(__file__).parent / "lines"
FILES = sorted((*LINES.glob("*.table"), *LIBRARY.rglob("*.table")))


@pytest.mark.parametrize("game", games())
def test_every_line_of_every_script_is_written_as_it_was_read(game: str) -> None:
    language, written, forms = vocabulary(game), set[str](), set[str]()
    for path in FILES:
        for script in parse_all(path.read_text(encoding="utf-8"), path.name):
            if script.game != game:
                continue
            for statement in (*script.settings, *script.lines):
                if statement.form is REPEAT:
                    continue
                line = language.write(statement.form, statement.given.values)
                assert line is not None, f"{statement.text} cannot be written"
                if line not in written:
                    again = _read(language, statement.form, line)
                    assert _same(statement, again), f"{statement.text} was written as {line}"
                written.add(line)
                forms.add(statement.form.written)
    assert len(forms) > 100


def _read(language: Vocabulary, form: Form, line: str) -> tuple[Form, Given]:
    forms = language.settings if isinstance(form, Setting) else language.lines
    return language.read(forms, words_of(line), len(line) + 1)


def _same(before: Statement, after: tuple[Form, Given]) -> bool:
    form, given = after
    acts = [each.values.get("act") for each in (before.given, given)]
    if isinstance(acts[0], Statement):  # an act within an expectation, whose place in the line does not matter
        return form is before.form and isinstance(acts[1], Statement) and acts[0].given == acts[1].given
    return form is before.form and given == before.given


def test_one_is_written_in_the_singular() -> None:
    language = vocabulary("matchmaker")
    form = next(form for form, _ in language.settings if form.written == "<number> decks")
    assert language.write(form, {"number": 1}) == "1 deck"
    assert language.write(form, {"number": 6}) == "6 decks"
    assert language.write(form, {"number": True}) is None
    assert language.write(form, {}) is None
