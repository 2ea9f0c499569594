"""What the Matchmaker book alone says."""

from croupier.books import book

MM = book("matchmaker")


def test_rulings_are_cited_by_the_clauses_they_settle() -> None:
    assert MM.clause("5.5.3(a)").ruling == ("R11",)
    assert MM.clause("9.5").ruling == ("R12", "R15", "R70")
    assert MM.clause("6.2.3").ruling == ("R3",)
