"""A clause is witnessed by an expectation or a decorated test, and by nothing less."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.books import UnknownClause, book
from croupier.books.coverage import (
    Mention,
    Row,
    coverage,
    mentions,
    script_mentions,
    source_tests,
    strays,
)
from croupier.books.marks import By, module_mentions
from tests.witness import witnesses

MM = book("matchmaker")

SCRIPT = """\
# A note under MM 1.2
table matchmaker, 6 decks
Ann bets $10 on pair match under MM 5.1
expect Ann +$110 under MM 5.5.1(a)
  expect refused under MM 5.4, MM 7.3.1 and ruling 10
expect Ann +$20
# expect Ann +$20 under MM 9.1
expect Ann +$20 # under MM 9.2
expect Ann +$10 under MM 9.3  # as the book has it
expected under MM 9.4
expect sign "closed under repair" under MM 11.7
expect Ann -$5 under MM 99.1
expect event wager placed under MM 9.4, MM 6.1
expect no event wager placed under MM 9.5
expect record "pays" under MM 1.1:Void, MM 4.2.1
expect eventually $5 under MM 9.6
"""

MODULE = '''\
from tests import witness
from tests.witness import witnesses

# @witnesses("MM 9.1")
CLAUSES = ("MM 9.2",)


@witnesses("MM 6.1", "ruling 3")
def test_sign():
    """Not @witnesses("MM 9.3")."""


@witness.witnesses(
    "MM 6.3",
    "MM 6.3.1",
)
async def test_marker(): ...


@witnesses("MM 9.4")
def helper(): ...


@other("MM 9.5")
def test_other():
    @witnesses("MM 9.6")
    def test_inner(): ...


class TestSigns:
    @witnesses("MM 11.7")
    def test_closing(self): ...


class Signs:
    @witnesses("MM 11.8")
    def test_idle(self): ...


@witnesses(*CLAUSES)
def test_starred(): ...
'''


def test_a_script_witnesses_what_its_expectations_rest_on() -> None:
    assert [(mention.line, mention.citation) for mention in script_mentions(SCRIPT, "a.table")] == [
        (4, "MM 5.5.1(a)"),
        (5, "MM 5.4"),
        (5, "MM 7.3.1"),
        (5, "ruling 10"),
        (9, "MM 9.3"),
        (11, "MM 11.7"),
        (12, "MM 99.1"),
        (13, "MM 9.4"),
        (13, "MM 6.1"),
        (14, "MM 9.5"),
        (15, "MM 1.1:Void"),
        (15, "MM 4.2.1"),
        (16, "MM 9.6"),
    ]


def test_a_mention_says_whether_what_it_stands_under_would_fail_if_nothing_had_come_of_it() -> None:
    by = {mention.line: mention.by for mention in script_mentions(SCRIPT, "a.table")}
    assert {line for line, each in by.items() if each == "named"} == {13, 14}
    assert {line for line, each in by.items() if each == "told"} == {15}
    assert {each.by for each in module_mentions(MODULE, "test_a.py")} == {"shown"}


@pytest.mark.parametrize(
    ("clause", "by", "strength", "weak"),
    [
        ("9.8", ("shown",), "shown", False),
        ("9.8", ("named", "shown"), "shown", False),
        ("9.8", ("named",), "weak", True),
        ("9.8", ("named", "told"), "weak", True),
        ("9.8", (), "none", False),
        ("11.12", ("told",), "shown", False),
        ("11.12", ("named",), "weak", True),
    ],
)
def test_a_row_is_shown_by_what_came_of_it_and_weak_by_the_names_of_events(
    clause: str, by: tuple[By, ...], strength: str, weak: bool
) -> None:
    found = [Mention("a.table", line, f"MM {clause}", each) for line, each in enumerate(by, start=1)]
    (row,) = coverage("matchmaker", found).section(clause).rows
    assert (row.strength, row.weak) == (strength, weak)
    assert len(row.witnesses) == len(by)
    assert bool(row.shown) is (strength == "shown")


def test_a_module_witnesses_what_its_collected_tests_declare() -> None:
    assert [(mention.line, mention.citation) for mention in module_mentions(MODULE, "test_a.py")] == [
        (8, "MM 6.1"),
        (8, "ruling 3"),
        (14, "MM 6.3"),
        (15, "MM 6.3.1"),
        (31, "MM 11.7"),
        (40, "*CLAUSES"),
    ]


@pytest.fixture
def sample(tmp_path: Path) -> tuple[Mention, ...]:
    scripts = tmp_path / "library" / "matchmaker"
    scripts.mkdir(parents=True)
    (scripts / "pairs.table").write_text(SCRIPT)
    (scripts / "notes.txt").write_text("expect Ann +$10 under MM 9.8\n")
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_signs.py").write_text(MODULE)
    (tests / "helper.py").write_text('@witnesses("MM 9.10")\ndef test_x(): ...\n')
    return mentions(tmp_path / "library", tests)


def test_the_matrix_says_where_each_clause_is_witnessed(sample: tuple[Mention, ...]) -> None:
    witnessed = {row.clause.id: row.witnesses for row in coverage("matchmaker", sample).rows if row.witnesses}
    assert witnessed == {
        "1.1:Void": ("matchmaker/pairs.table:15",),
        "4.2.1": ("matchmaker/pairs.table:15",),
        "5.4": ("matchmaker/pairs.table:5",),
        "5.5.1(a)": ("matchmaker/pairs.table:4",),
        "6.1": ("matchmaker/pairs.table:13", "tests/test_signs.py:8"),
        "6.3": ("tests/test_signs.py:14",),
        "6.3.1": ("tests/test_signs.py:15",),
        "7.3.1": ("matchmaker/pairs.table:5",),
        "9.3": ("matchmaker/pairs.table:9",),
        "9.4": ("matchmaker/pairs.table:13",),
        "9.5": ("matchmaker/pairs.table:14",),
        "9.6": ("matchmaker/pairs.table:16",),
        "11.7": ("matchmaker/pairs.table:11", "tests/test_signs.py:31"),
    }


def test_the_totals_add_up(sample: tuple[Mention, ...]) -> None:
    totals = coverage("matchmaker", sample).totals()
    assert totals["clauses"] == 140
    assert totals["open"] == 0, "no clause of this book is left open"
    assert sum(totals[met] for met in ("enforced", "recorded", "shown", "physical", "open")) == 140
    assert totals["witnessed"] == 13
    assert totals["weak"] == 4
    assert totals["accounted"] == 13 + totals["physical"]
    assert totals["unaccounted"] == 140 - totals["accounted"]


def test_mentions_of_what_does_not_exist_are_strays(sample: tuple[Mention, ...]) -> None:
    assert [(str(stray), stray.citation) for stray in strays(sample)] == [
        ("matchmaker/pairs.table:12", "MM 99.1"),
        ("tests/test_signs.py:40", "*CLAUSES"),
    ]


def test_an_open_clause_is_not_accounted_for_even_when_witnessed_and_claims_nothing() -> None:
    row = Row(replace(MM.clause("9.8"), met="open"), ("a.table:1",))
    assert (row.accounted, row.strength, row.weak) == (False, "weak", False)


def test_a_met_clause_is_accounted_for_once_witnessed() -> None:
    assert not Row(MM.clause("9.8"), ()).accounted
    assert Row(MM.clause("9.8"), ("a.table:1",)).accounted


def test_a_checkout_has_its_tests_beside_the_source() -> None:
    assert source_tests() == Path(__file__).parents[1]


def test_the_decorator_remembers_what_it_cites() -> None:
    def proof() -> None: ...

    decorated = witnesses("MM 6.1", "ruling 3")(witnesses("MM 5.4")(proof))
    assert decorated is proof
    assert decorated.witnessed == ("MM 5.4", "MM 6.1", "ruling 3")
    assert [mark.args for mark in decorated.pytestmark] == [("MM 5.4",), ("MM 6.1", "ruling 3")]


def test_the_decorator_refuses_an_unknown_clause_and_an_empty_list() -> None:
    with pytest.raises(UnknownClause, match=r"MM 6\.11"):
        witnesses("MM 6.11")
    with pytest.raises(ValueError, match="at least one"):
        witnesses()
