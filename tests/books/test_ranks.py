"""Ranks climb the book's own ladder; those beside it are only themselves."""

import msgspec
import pytest

from croupier.books import Book, book

MM = book("matchmaker")
LADDER = ("player", "dealer", "game-supervisor", "pit-boss", "casino-operator")


def test_the_ladder_is_counted_from_the_player() -> None:
    assert [MM.rank_of(rank) for rank in LADDER] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("rank", ["tournament-director", "regulator", "janitor", ""])
def test_a_rank_that_is_not_on_the_ladder_has_no_rung(rank: str) -> None:
    assert MM.rank_of(rank) is None


@pytest.mark.parametrize(
    ("clause", "allowed"),
    [
        ("5.4", {*LADDER, "tournament-director", "regulator"}),
        ("5.1", {*LADDER, "tournament-director", "regulator"}),
        ("9.2", {"dealer", "game-supervisor", "pit-boss", "casino-operator"}),
        ("9.4", {"game-supervisor", "pit-boss", "casino-operator"}),
        ("11.3.1", {"pit-boss", "casino-operator"}),
        ("6.3", {"casino-operator"}),
        ("10.2.3", {"tournament-director"}),
        ("10.1.3", {"regulator"}),
    ],
)
def test_a_clause_is_open_to_its_rank_and_those_above(clause: str, allowed: set[str]) -> None:
    everyone = {*LADDER, "tournament-director", "regulator"}
    assert {rank for rank in everyone if MM.may(rank, clause)} == allowed


def test_a_clause_may_be_named_by_its_citation() -> None:
    assert MM.may("game-supervisor", "MM 9.4")
    assert not MM.may("dealer", "MM 9.4")


def test_an_unknown_rank_may_do_what_everyone_may_and_nothing_else() -> None:
    assert MM.may("janitor", "5.1")
    assert not MM.may("janitor", "9.2")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"id": "5.2"}, "two clauses of one id"),
        ({"authority": "janitor"}, "names janitor"),
        ({"id": "12.1"}, "lies in no section"),
        ({"how": " "}, "how it is met"),
        ({"met": "ignored"}, "Invalid enum value"),
        ({"kind": "whim"}, "Invalid enum value"),
        ({"remark": "x"}, "unknown field"),
    ],
)
def test_a_faulty_book_is_refused(change: dict[str, str], complaint: str) -> None:
    first, *others = msgspec.to_builtins(MM.clauses)
    faulty = msgspec.to_builtins(MM) | {"clause": [first | change, *others]}
    with pytest.raises(msgspec.ValidationError, match=complaint):
        msgspec.convert(faulty, Book)
