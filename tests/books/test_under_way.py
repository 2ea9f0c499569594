"""Books whose game is being built hold every clause already, in words of their own."""

import csv
from collections import Counter

import pytest

from croupier.books import Book, book, rulings
from tests.books.conftest import SHARED, rulebook, words
from tests.books.test_every_book import runs

CLAUSES = {"crown-poker": 374}
TAKEN = {
    "crown-poker": "be less than any previous bet or raise in",
}


@pytest.fixture(params=CLAUSES)
def begun(request: pytest.FixtureRequest) -> Book:
    """Each book under way in turn."""
    return book(request.param)


def test_the_book_has_the_rows_of_the_clause_list_in_their_order(begun: Book) -> None:
    path = SHARED / "clauses" / f"{begun.slug}.tsv"
    if not path.is_file():
        pytest.skip(f"NOT CHECKED: there is no clause list beside the checkout ({path.name})")
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    listed = [(row["id"], row["kind"], row["authority"]) for row in rows]
    assert [(clause.id, clause.kind, clause.authority) for clause in begun.clauses] == listed
    taken = {" ".join(words(row["what"])) for row in rows}
    assert [clause.id for clause in begun.clauses if " ".join(words(clause.asks)) in taken] == []


def test_no_run_of_eight_words_is_taken_from_the_approved_text(begun: Book) -> None:
    approved = runs(words(rulebook(begun.slug)))
    assert runs(words(TAKEN[begun.slug])) & approved
    ours = [(clause.id, clause.asks) for clause in begun.clauses]
    ours += [(each.id, text) for each in rulings().values() for text in (each.says, each.otherwise)]
    assert [name for name, text in ours if runs(words(text)) & approved] == []


def test_every_clause_asks_something_of_its_own_and_is_openly_not_answered_for(begun: Book) -> None:
    assert len(begun.clauses) == CLAUSES[begun.slug]
    assert [asks for asks, times in Counter(clause.asks for clause in begun.clauses).items() if times > 1] == []
    assert {clause.met for clause in begun.clauses} == {"open"}


def test_every_ruling_on_the_book_is_named_by_a_clause_of_it(begun: Book) -> None:
    named = {ruling for clause in begun.clauses for ruling in clause.ruling}
    assert [each.id for each in rulings().values() if each.scope == begun.code and each.id not in named] == []
