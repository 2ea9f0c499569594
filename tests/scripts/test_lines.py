"""Every line form is used, every command is given, and no line can be read in two ways."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from croupier.books.coverage import LIBRARY
from croupier.games import game, games
from croupier.house import meter
from croupier.house.tournaments.deciding import Told
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.scripts import Script, Statement, parse_all, run
from croupier.scripts.layout import LAYOUT
from croupier.scripts.meters import ToMeter
from croupier.scripts.pattern import Reading, words_of
from croupier.scripts.table import Table
from croupier.scripts.tournaments.tables import ToTournament
from croupier.scripts.vocabulary import vocabulary
from croupier.table.tournaments import colouring_up, reserved, reserved_people

LINES = sorted((Path(__file__).parent / "lines").glob("*.table"))
METER_COMMANDS = {
    meter.OpenMeter,
    meter.PostMeterNotice,
    meter.AddTable,
    meter.RemoveTable,
    meter.ChangeOption,
    meter.CloseMeter,
    meter.RegisterWagers,
    meter.CancelGame,
    meter.RecordOutcome,
    meter.DeterminePrizes,
}


SCRIPTS = [script for path in LINES for script in parse_all(path.read_text(encoding="utf-8"), path.name)]


def statements() -> Iterator[Statement]:
    for script in SCRIPTS:
        yield from (*script.settings, *script.lines)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_lines_do_what_they_say(script: Script) -> None:
    result = run(script)
    assert result.holds, f"\n{result.complaint()}"


@cache
def library() -> tuple[Script, ...]:
    """Every scenario of the library, asked for only where the scripts of this folder leave something out."""
    files = sorted(LIBRARY.rglob("*.table"))
    return tuple(script for path in files for script in parse_all(path.read_text(encoding="utf-8"), path.name))


@pytest.mark.parametrize("name", games())
def test_every_line_form_is_used(name: str) -> None:
    used = {statement.form.written for statement in statements()} | {form.written for form in LAYOUT.forms}
    unused = {form.written for chapter in vocabulary(name).chapters for form in chapter.forms} - used
    if unused:
        unused -= {each.form.written for script in library() for each in (*script.settings, *script.lines)}
    assert unused == set()


def test_every_command_that_people_give_is_given_by_some_line(monkeypatch: pytest.MonkeyPatch) -> None:
    given = set()
    perform = Table.perform

    def noted(table: Table, command: object, by: object) -> object:
        given.add(type(command.asks) if isinstance(command, ToMeter | ToTournament) else type(command))
        return perform(table, command, by)  # type: ignore[arg-type]

    monkeypatch.setattr(Table, "perform", noted)
    asked = {command for name in games() for command in game(name).engine.commands}
    asked |= METER_COMMANDS | set(TOURNAMENTS.part.deciders)
    ordered = (reserved.part, reserved.levels, reserved_people.part, colouring_up.part)
    asked -= {command for part in ordered for command in part.deciders}
    asked -= {command for command in TOURNAMENTS.part.deciders if issubclass(command, Told)}
    for script in SCRIPTS:
        run(script)
    if asked - given:
        for script in library():
            run(script)
    assert asked - given == set()


def test_no_line_fits_two_forms() -> None:
    for script in SCRIPTS:
        language = vocabulary(script.game)
        for statement in script.lines:
            words = tuple(word for word in words_of(statement.text) if word.column >= statement.column)
            fitting = [
                form.written
                for form, pattern in language.lines
                if Reading(words, language.kinds, 0).match(pattern) is not None
            ]
            assert fitting == [statement.form.written], statement.text
