"""Every book on the shelf holds each clause of its approved text, in words of its own."""

from collections import Counter

from croupier.books import Book, rulings, split_citations
from tests.books.conftest import words

RUN = 8
CLAUSES = {"matchmaker": 140, "double-chance": 152, "blackjack": 406, "three-card-poker": 366, "crown-poker": 374}
TAKEN = {
    "matchmaker": "a card found face up in the dealing shoe",
    "double-chance": "a sixth card dealt in error to a declared hand",
    "blackjack": "a card drawn in excess from the dealing shoe",
    "three-card-poker": "two or more exposed cards dealt by the dealer",
    "crown-poker": "a card found face up in the deck",
}
"""A run of eight words that does stand in each approved text."""


def runs(said: list[str]) -> set[tuple[str, ...]]:
    """Every run of eight words in a text."""
    return {tuple(said[at : at + RUN]) for at in range(len(said) - RUN + 1)}


def test_the_book_has_the_rows_of_the_clause_list_in_their_order(subject: Book, ledger: list[dict[str, str]]) -> None:
    listed = [(row["id"], row["kind"], row["authority"]) for row in ledger]
    assert [(clause.id, clause.kind, clause.authority) for clause in subject.clauses] == listed


def test_the_book_has_all_its_clauses_and_no_id_twice(subject: Book) -> None:
    ids = Counter(clause.id for clause in subject.clauses)
    assert len(ids) == CLAUSES[subject.slug]
    assert max(ids.values()) == 1


def test_no_sentence_is_taken_from_the_clause_list(subject: Book, ledger: list[dict[str, str]]) -> None:
    taken = {" ".join(words(row["what"])) for row in ledger}
    assert [clause.id for clause in subject.clauses if " ".join(words(clause.asks)) in taken] == []


def test_no_run_of_eight_words_is_taken_from_the_approved_text(subject: Book, rulebook_words: list[str]) -> None:
    approved = runs(rulebook_words)
    ours = [(clause.id, text) for clause in subject.clauses for text in (clause.asks, clause.how)]
    ours += [(ruling.id, text) for ruling in rulings().values() for text in (ruling.says, ruling.otherwise)]
    assert [name for name, text in ours if runs(words(text)) & approved] == []


def test_the_search_for_taken_runs_finds_one(subject: Book, rulebook_words: list[str]) -> None:
    assert runs(words(TAKEN[subject.slug])) & runs(rulebook_words)


def test_no_clause_is_left_open(subject: Book) -> None:
    assert [clause.id for clause in subject.clauses if clause.met == "open"] == []


def test_no_two_clauses_are_met_by_one_and_the_same_sentence(subject: Book) -> None:
    said = Counter(clause.how for clause in subject.clauses)
    assert [how for how, times in said.items() if times > 1] == []


def test_no_two_clauses_ask_one_and_the_same(subject: Book) -> None:
    said = Counter(clause.asks for clause in subject.clauses)
    assert [asks for asks, times in said.items() if times > 1] == []


def test_every_citation_survives_in_a_list_of_all(subject: Book) -> None:
    cited = [f"{subject.code} {clause.id}" for clause in subject.clauses]
    assert list(split_citations(", ".join(cited))) == cited


def test_every_ruling_on_one_book_is_cited_by_a_clause_of_it(subject: Book) -> None:
    cited = {ruling for clause in subject.clauses for ruling in clause.ruling}
    assert [ruling.id for ruling in rulings().values() if ruling.scope == subject.code and ruling.id not in cited] == []


TOURNAMENTS = (*range(80, 86), *range(87, 101), 105, 112, 114)
"""The rulings on tournaments that the conditions of one rest on."""


def test_the_rulings_are_those_on_all_books_and_on_each() -> None:
    numbers = {
        "all": (*range(1, 10), 14, *range(68, 73), 127, *TOURNAMENTS),
        "MM": (10, 11, 12, 13, 15, 16),
        "DC": (*range(20, 30), 126, 135),
        "BJ": (*range(30, 50), *range(101, 105), *range(106, 110), 124, 125, 134),
        "TCP": range(50, 60),
        "CP": (*range(60, 68), 110, 111, 113, *range(115, 124), 133),
    }
    scopes = {ruling.id: ruling.scope for ruling in rulings().values()}
    assert scopes == {f"R{number}": scope for scope, listed in numbers.items() for number in listed}


def test_only_the_rulings_whose_other_reading_is_tenable_can_be_switched() -> None:
    blackjack = [f"R{number}" for number in (30, 31, 33, 40, 42, 43, 44, 45, 46, 47, 48)]
    poker = [f"R{number}" for number in range(115, 120)]
    switched = [ruling.id for ruling in rulings().values() if ruling.switch]
    assert switched == ["R11", "R25", "R26", *blackjack, "R53", *poker]
