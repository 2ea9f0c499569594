"""The table of floor practice: all that it cites, names and shows is there."""

from __future__ import annotations

import json
import typing
from pathlib import Path

import msgspec
import pytest

from croupier.books import cite
from croupier.cli.practice import practice as command
from croupier.house.tournaments.practice import NoPractice, Practice, Stands, known, practice, text
from croupier.table.tournaments.conditions import Conditions, Said

ROOT = Path(__file__).parents[3]
SCRIPTS = ROOT / "src" / "croupier" / "scripts"
RULES = practice("crown-poker")


def part_of(kind: object) -> type[Said] | None:
    """The part of the conditions that a field holds, if it holds one."""
    if isinstance(kind, type) and issubclass(kind, Said):
        return kind
    return next((found for each in typing.get_args(kind) if (found := part_of(each)) is not None), None)


def is_field(path: str) -> bool:
    """Whether the conditions have a field at a path."""
    part: type[Said] | None = Conditions
    for name in path.split("."):
        hints = {} if part is None else typing.get_type_hints(part)
        if name not in hints:
            return False
        part = part_of(hints[name])
    return True


@pytest.mark.parametrize("rule", RULES, ids=lambda each: str(each.number))
def test_every_clause_and_field_that_is_named_exists(rule: Practice) -> None:
    for each in rule.clauses:
        cite(each)
    for path in rule.fields:
        assert is_field(path), path
    assert rule.clauses or rule.fields, "something answers it"


def test_what_is_no_field_is_found() -> None:
    assert is_field("structure.elimination.late_levels") and is_field("conduct.absent")
    assert not is_field("structure.elimination.colour") and not is_field("nothing") and not is_field("conduct.absent.x")


@pytest.mark.parametrize("rule", RULES, ids=lambda each: str(each.number))
def test_whatever_applies_is_shown_and_whatever_is_refused_says_why(rule: Practice) -> None:
    applies = rule.stands in (Stands.APPLIES, Stands.STATED)
    assert bool(rule.shown) is applies
    assert bool(rule.why) is (rule.stands is Stands.REFUSED)
    if rule.stands in (Stands.APPLIES, Stands.REFUSED):
        assert rule.clauses
    if rule.stands is Stands.STATED:
        assert rule.fields
    for each in rule.shown:
        file, _, name = each.partition("::")
        if name:
            assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8"), each
        else:
            assert (SCRIPTS / file).is_file(), each


def cited_in(each: str) -> str:
    return (SCRIPTS / each).read_text(encoding="utf-8")


WITH_SCRIPTS = [each for each in RULES if any("::" not in shown for shown in each.shown)]


@pytest.mark.parametrize("rule", WITH_SCRIPTS, ids=lambda each: str(each.number))
def test_a_script_that_shows_a_rule_is_about_a_clause_of_it(rule: Practice) -> None:
    scripts = [each for each in rule.shown if "::" not in each]
    sections = {clause.partition(" ")[2].partition("(")[0].partition(":")[0] for clause in rule.clauses}
    said = " ".join([*scripts, *map(cited_in, scripts)])
    assert any(section in said for section in sections if section), sections


def test_each_number_stands_once_in_order() -> None:
    numbers = [each.number for each in RULES]
    assert numbers == sorted(set(numbers))
    # From rule 37 on numbers are left out, as the table says of itself.
    assert numbers[0] == 1 and numbers[-1] == 36 and len(numbers) == 27


def test_the_table_is_printed_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert command() == 0
    shown = capsys.readouterr().out
    assert shown == text(RULES)
    assert " 24  The chip race" in shown and "27 rules: " in shown
    assert "refused: the time to act stands on the sign" in shown
    assert command(format="json") == 0
    found = json.loads(capsys.readouterr().out)
    assert msgspec.convert(found, tuple[Practice, ...]) == RULES


def test_a_game_without_one_is_told_of_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert known() == ("crown-poker",)
    with pytest.raises(NoPractice, match="there is for crown-poker"):
        practice("matchmaker")
    assert command("matchmaker") == 2
    assert command("no such game") == 2
    assert capsys.readouterr().err.count("\n") == 2
