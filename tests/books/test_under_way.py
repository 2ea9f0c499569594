"""Books whose game is being built hold every clause already, in words of their own."""

import csv
from collections import Counter

import pytest

from croupier.books import book, rulings
from tests.books.conftest import SHARED, rulebook, words
from tests.books.test_every_book import runs

BLACKJACK = book("blackjack")


def test_the_book_has_the_rows_of_the_clause_list_in_their_order() -> None:
    path = SHARED / "clauses" / "blackjack.tsv"
    if not path.is_file():
        pytest.skip("NOT CHECKED: there is no clause list beside the checkout (blackjack.tsv)")
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    listed = [(row["id"], row["kind"], row["authority"]) for row in rows]
    assert [(clause.id, clause.kind, clause.authority) for clause in BLACKJACK.clauses] == listed
    taken = {" ".join(words(row["what"])) for row in rows}
    assert [clause.id for clause in BLACKJACK.clauses if " ".join(words(clause.asks)) in taken] == []


def test_no_run_of_eight_words_is_taken_from_the_approved_text() -> None:
    approved = runs(words(rulebook("blackjack")))
    assert runs(words("a card drawn in excess from the dealing shoe")) & approved
    assert [clause.id for clause in BLACKJACK.clauses if runs(words(clause.asks)) & approved] == []


def test_every_clause_asks_something_of_its_own() -> None:
    assert len(BLACKJACK.clauses) == 406
    assert [asks for asks, times in Counter(clause.asks for clause in BLACKJACK.clauses).items() if times > 1] == []


def test_every_ruling_on_the_book_is_named_by_a_clause_of_it() -> None:
    named = {ruling for clause in BLACKJACK.clauses for ruling in clause.ruling}
    assert [each.id for each in rulings().values() if each.scope == "BJ" and each.id not in named] == []
