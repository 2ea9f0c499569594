"""The Matchmaker book holds every clause of the approved text, in words of its own."""

from collections import Counter

from croupier.books import book, rulings
from tests.books.conftest import words

MM = book("matchmaker")
RUN = 8


def test_the_book_has_the_rows_of_the_clause_list_in_their_order(ledger: list[dict[str, str]]) -> None:
    listed = [(row["id"], row["kind"], row["authority"]) for row in ledger]
    assert [(clause.id, clause.kind, clause.authority) for clause in MM.clauses] == listed


def test_the_book_has_140_clauses_and_no_id_twice() -> None:
    ids = Counter(clause.id for clause in MM.clauses)
    assert len(ids) == 140
    assert max(ids.values()) == 1


def test_no_sentence_is_taken_from_the_clause_list(ledger: list[dict[str, str]]) -> None:
    taken = {" ".join(words(row["what"])) for row in ledger}
    assert [clause.id for clause in MM.clauses if " ".join(words(clause.asks)) in taken] == []


def test_no_run_of_eight_words_is_taken_from_the_approved_text(rulebook_words: list[str]) -> None:
    runs = {tuple(rulebook_words[at : at + RUN]) for at in range(len(rulebook_words) - RUN + 1)}
    taken = []
    for clause in MM.clauses:
        for text in (clause.asks, clause.how):
            said = words(text)
            taken += [clause.id for at in range(len(said) - RUN + 1) if tuple(said[at : at + RUN]) in runs]
    assert taken == []


def test_the_search_for_taken_runs_finds_one(rulebook_words: list[str]) -> None:
    runs = {tuple(rulebook_words[at : at + RUN]) for at in range(len(rulebook_words) - RUN + 1)}
    assert tuple(words("a card found face up in the dealing shoe")[:RUN]) in runs


def test_only_the_tournament_section_is_open() -> None:
    assert {clause.id for clause in MM.clauses if clause.met == "open"} == {clause.id for clause in MM.section("10")}


def test_no_two_clauses_outside_tournaments_are_met_by_one_and_the_same_sentence() -> None:
    said = Counter(clause.how for clause in MM.clauses if clause.met != "open")
    assert [how for how, times in said.items() if times > 1] == []


def test_rulings_are_cited_by_the_clauses_they_settle() -> None:
    assert MM.clause("5.5.3(a)").ruling == ("R11",)
    assert MM.clause("9.5").ruling == ("R12",)
    assert MM.clause("6.2.3").ruling == ("R3",)


def test_the_miss_match_ruling_alone_can_be_switched() -> None:
    assert [ruling.id for ruling in rulings().values() if ruling.switch] == ["R11"]


def test_the_rulings_are_those_on_all_books_and_on_matchmaker() -> None:
    scopes = {ruling.id: ruling.scope for ruling in rulings().values()}
    assert scopes == {f"R{number}": "all" for number in range(1, 9)} | {f"R{number}": "MM" for number in (10, 11, 12)}
