"""Every line form is used, every command is given, and no line can be read in two ways."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.games import game
from croupier.scripts import Script, Statement, parse, run
from croupier.scripts.pattern import Reading, words_of
from croupier.scripts.table import Table
from croupier.scripts.vocabulary import vocabulary

LINES = sorted((Path(__file__).parent / "lines").glob("*.table"))


def scripts() -> list[Script]:
    return [parse(path.read_text(encoding="utf-8"), path.name) for path in LINES]


def statements() -> Iterator[Statement]:
    for script in scripts():
        yield from (*script.settings, *script.lines)


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.title)
def test_the_lines_do_what_they_say(script: Script) -> None:
    result = run(script)
    assert result.holds, f"\n{result.complaint()}"


def test_every_line_form_is_used() -> None:
    used = {statement.form.written for statement in statements()}
    forms = {form.written for chapter in vocabulary("matchmaker").chapters for form in chapter.forms}
    assert forms - used == set()


def test_every_command_of_the_game_is_given_by_some_line(monkeypatch: pytest.MonkeyPatch) -> None:
    given = set()
    perform = Table.perform

    def noted(table: Table, command: object, by: object) -> object:
        given.add(type(command))
        return perform(table, command, by)  # type: ignore[arg-type]

    monkeypatch.setattr(Table, "perform", noted)
    for script in scripts():
        run(script)
    assert set(game("matchmaker").engine.commands) - given == set()


def test_no_line_fits_two_forms() -> None:
    language = vocabulary("matchmaker")
    for statement in statements():
        words = words_of(statement.text)
        if words[0].text == "table":
            continue
        fitting = [
            form.written
            for form, pattern in language.lines
            if Reading(words, language.kinds, 0).match(pattern) is not None
        ]
        assert fitting == [statement.form.written], statement.text
