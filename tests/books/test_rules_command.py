"""`croupier rules` prints books, clauses and coverage, and refuses what it does not know."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from croupier import books
from croupier.books.coverage import every_mention
from croupier.books.marks import Mention
from croupier.cli.rules import rules
from tests.witness import witnesses


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")


@pytest.mark.usefixtures("wide")
class TestText:
    def test_without_a_book_the_shelf_is_listed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert rules() == 0
        lines = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
        assert [(line[0], line[1], line[-1]) for line in lines] == [
            ("matchmaker", "MM", "140"),
            ("double-chance", "DC", "152"),
            ("blackjack", "BJ", "406"),
            ("three-card-poker", "TCP", "366"),
            ("crown-poker", "CP", "374"),
        ]

    @witnesses("MM 11.12")
    def test_a_book_is_printed_with_every_clause_by_section(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert rules("matchmaker") == 0
        out = capsys.readouterr().out
        assert out.index("9: Irregularities") < out.index("10: Tournaments") < out.index("11: General provisions")
        cells = {line.split("│")[1].strip() for line in out.splitlines() if line.startswith("│")}
        assert {"1.1:Void", "4.2.4(b)", "6.1 fn1:s66(2)", "8.1:Suit Match (Suited pair)", "Diagram A"} <= cells
        assert len(cells) == 140

    def test_tables_are_printed_after_the_section_they_belong_to(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert rules("three-card-poker") == 0
        out = capsys.readouterr().out
        assert out.index("6: Jackpots") < out.index("Table 2: Seeds") < out.index("7: Jackpot prizes")
        cells = {line.split("│")[1].strip() for line in out.splitlines() if line.startswith("│")}
        assert {"1.1:Pair Plus", "Table 1:10,000", "Table 6:S=7", "Table 9:Ante Bonus A", "Diagram B"} <= cells
        assert len(cells) == 366

    def test_a_clause_is_printed_with_ruling_rank_and_meeting(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert rules("MM", "5.5.3(a)") == 0
        out = capsys.readouterr().out
        assert "MM 5.5.3(a)" in out
        assert "dealer < game-supervisor < pit-boss < casino-operator" in out
        assert "enforced: " in out
        assert "Ruling 11" in out
        assert "[switch]" in out
        assert "5.5.3(b)" not in out

    def test_a_clause_names_its_witnesses(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert rules("matchmaker", "11.12") == 0
        assert "tests/books/test_rules_command.py:" in capsys.readouterr().out

    def test_a_section_lists_its_clauses(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert rules("matchmaker", "9.9") == 0
        out = capsys.readouterr().out
        assert all(clause in out for clause in ("9.9.1", "9.9.2", "9.9.3"))
        assert "9.10" not in out

    def test_coverage_ends_with_totals(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert rules(coverage=True) == 0
        totals = [line for line in capsys.readouterr().out.splitlines() if " clauses, " in line]
        assert ["140 clauses" in totals[0], " 0 open" in totals[0]] == [True, True]
        assert ["152 clauses" in totals[1], " 0 open" in totals[1]] == [True, True]
        assert ["406 clauses" in totals[2], " 0 open" in totals[2]] == [True, True]
        assert ["366 clauses" in totals[3], " 0 open" in totals[3]] == [True, True]
        assert ["374 clauses" in totals[4], " 0 open" in totals[4]] == [True, True]


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("matchmaker", "9.88"), "MM 9.8"),
        (("matchmaker", "9.11"), "MM 9.1"),
        (("snap",), "there is matchmaker"),
        ((None, "9.8"), "name the book"),
        (("9.8",), "name the book of clause 9.8: MM 9.8"),
        (("",), "no book is called ''"),
        (("MM", ""), "MM "),
        (("ruling", "999"), "there is no ruling 999; there are 1, 2"),
        (("ruling", ""), "there is no ruling"),
    ],
)
def test_what_is_unknown_is_refused_with_a_hint(
    arguments: tuple[str | None, ...], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rules(*arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert hint in printed.err


@pytest.mark.parametrize(
    "arguments", [("ruling", "11"), ("ruling", "R11"), ("ruling 11",), ("R11",), ("rulings", "ruling 11")]
)
def test_a_ruling_is_read_like_a_clause(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    [ruling] = as_json(capsys, *arguments)["rulings"]
    assert (ruling["cite"], ruling["scope"], ruling["switch"]) == ("ruling 11", "MM", True)
    assert "MM 5.5.3(b)" in ruling["clauses"]
    assert any(place.startswith("matchmaker/5.5.3b-") for place in ruling["witnesses"])
    assert rules(*arguments) == 0
    assert "lose Miss Match" in capsys.readouterr().out


def test_all_rulings_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(as_json(capsys, "rulings")["rulings"]) == len(books.rulings())
    assert rules("ruling") == 0
    assert capsys.readouterr().out.count("│ ruling ") == len(books.rulings())


def test_a_citation_stands_for_a_book_and_its_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert as_json(capsys, "MM 9.5") == as_json(capsys, "matchmaker", "9.5") == as_json(capsys, "MM", "MM 9.5")


def test_nothing_is_folded_or_cut_off_in_a_pipe() -> None:
    for arguments in (["three-card-poker"], ["--coverage"], ["rulings"]):
        ran = subprocess.run(
            [sys.executable, "-m", "croupier", "rules", *arguments],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"COLUMNS": "40"},
        )
        assert "…" not in ran.stdout
        rows = [line for line in ran.stdout.splitlines() if line.startswith("│")]
        assert all(line.split("│")[1].strip() for line in rows), "a row goes on in a second line"


def test_a_clause_that_nothing_witnesses_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rules(coverage=True, format="json") == 0
    found = [each for each in every_mention() if each.citation != "MM 11.12"]
    monkeypatch.setattr("croupier.cli.rules.every_mention", lambda: tuple(found))
    assert rules(coverage=True, format="json") == 1
    assert rules("MM", "11", coverage=True) == 1
    assert rules("MM", "9", coverage=True) == 0
    monkeypatch.setattr("croupier.cli.rules.every_mention", lambda: (*found, Mention("a.table", 1, "MM 99.1")))
    assert rules("MM", "9", coverage=True) == 1


def test_weak_rows_alone_are_listed_with_where_they_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [each for each in every_mention() if not each.citation.startswith("MM ") or each.by == "shown"]
    found = [each for each in found if each.citation != "MM 9.8"]
    monkeypatch.setattr("croupier.cli.rules.every_mention", lambda: tuple(found))
    assert rules("matchmaker", weak=True) == 0
    assert "0 weak" in capsys.readouterr().out
    assert rules("matchmaker", coverage=True) == 1, "nothing at all witnesses 9.8"
    found.append(Mention("a.table", 7, "MM 9.8", "named"))
    assert rules("matchmaker", weak=True) == 1
    told = capsys.readouterr().out
    assert "9.8" in told and "a.table:7" in told and "1 weak" in told
    assert rules("matchmaker", weak=True, format="json") == 1
    [book] = json.loads(capsys.readouterr().out)["books"]
    assert [(row["id"], row["strength"], row["shown"]) for row in book["clauses"]] == [("9.8", "weak", [])]
    # Others of the book are accounted for by names alone, which were taken out above.
    rules("matchmaker", "9.8", coverage=True)
    assert "weakly" in capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str, coverage: bool = False) -> Any:
    assert rules(*arguments, coverage=coverage, format="json") == 0
    return json.loads(capsys.readouterr().out)


def test_a_clause_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = as_json(capsys, "matchmaker", "9.5")
    assert answer["ladder"] == ["player", "dealer", "game-supervisor", "pit-boss", "casino-operator"]
    [clause] = answer["clauses"]
    assert (clause["cite"], clause["kind"], clause["authority"]) == ("MM 9.5", "irregularity", "game-supervisor")
    assert [ruling["cite"] for ruling in clause["rulings"]] == ["ruling 12", "ruling 15", "ruling 70"]


def test_coverage_as_json_has_a_row_for_each_clause(capsys: pytest.CaptureFixture[str]) -> None:
    book, second, third, fourth, fifth = as_json(capsys, coverage=True)["books"]
    assert (book["book"], book["totals"]["clauses"], len(book["clauses"])) == ("matchmaker", 140, 140)
    assert (second["book"], second["totals"]["clauses"], len(second["clauses"])) == ("double-chance", 152, 152)
    assert (third["book"], third["totals"]["clauses"], len(third["clauses"])) == ("blackjack", 406, 406)
    assert (fourth["book"], fourth["totals"]["clauses"], len(fourth["clauses"])) == ("three-card-poker", 366, 366)
    assert (fifth["book"], fifth["totals"]["clauses"], len(fifth["clauses"])) == ("crown-poker", 374, 374)
    rows = {row["id"]: row for row in book["clauses"]}
    assert set(rows["9.8"]) == {"id", "cite", "met", "witnesses", "shown", "strength", "accounted"}
    assert rows["11.12"]["accounted"] is True
    assert {row["id"]: row for row in fifth["clauses"]}["Diagram A"] == {
        "id": "Diagram A",
        "cite": "CP Diagram A",
        "met": "physical",
        "witnesses": [],
        "shown": [],
        "strength": "none",
        "accounted": True,
    }


def test_coverage_of_a_section_counts_that_section(capsys: pytest.CaptureFixture[str]) -> None:
    [book] = as_json(capsys, "matchmaker", "8", coverage=True)["books"]
    assert [row["id"] for row in book["clauses"]] == [
        "8.1:Pair Match",
        "8.1:Suit Match (Suited non pair)",
        "8.1:Suit Match (Suited pair)",
        "8.1:Miss Match",
    ]
    assert book["totals"]["enforced"] == 4


def test_the_command_line_exits_with_2_on_an_unknown_clause() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "croupier", "rules", "matchmaker", "9.88"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "MM 9.8" in ran.stderr
