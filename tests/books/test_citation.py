"""A citation is accepted only if a clause or ruling bears it, and a mistaken one tells what may have been meant."""

import pytest

from croupier.books import UnknownBook, UnknownClause, book, cite, codes, look_up, rulings, split_citations

MM = book("matchmaker")


def test_every_clause_and_ruling_can_be_cited() -> None:
    cited = [f"{code} {clause.id}" for code in codes() for clause in book(code).clauses]
    cited += [ruling.citation for ruling in rulings().values()]
    assert [cite(citation) for citation in cited] == cited
    assert len(set(cited)) == 140 + 152 + 406 + 366 + 374 + len(rulings())


def test_a_citation_leads_to_its_clause_or_ruling() -> None:
    assert look_up("MM 9.8") is MM.clause("9.8") is MM.clause("MM 9.8")
    assert MM.clause("9.8").id == "9.8"
    assert look_up("ruling 10") is rulings()["R10"]


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("MM 9.9", ("MM 9.9.1", "MM 9.9.2", "MM 9.9.3")),
        ("MM 9.88", ("MM 9.8",)),
        ("MM 1.1:dealer", ("MM 1.1:Dealer",)),
        ("mm 5.4", ("MM 5.4",)),
        ("ZZ 5.4", ("MM 5.4",)),
        ("ruling R10", ("ruling 10",)),
        ("MM  5.4", ("MM 5.4",)),
        ("MM 5.4 ", ("MM 5.4",)),
    ],
)
def test_a_mistaken_citation_is_refused_with_what_may_be_meant(wrong: str, meant: tuple[str, ...]) -> None:
    with pytest.raises(UnknownClause) as refused:
        cite(wrong)
    assert refused.value.wanted == wrong
    assert refused.value.near[: len(meant)] == meant
    assert meant[0] in str(refused.value)


@pytest.mark.parametrize("nonsense", ["", "MM", "MM MM 5.4", "ruling", "ruling 17", "R10", "nothing at all"])
def test_nonsense_is_no_citation(nonsense: str) -> None:
    with pytest.raises(UnknownClause):
        cite(nonsense)


def test_an_unknown_clause_is_reported_alike_by_id_and_by_citation() -> None:
    for name in ("9.88", "MM 9.88"):
        with pytest.raises(UnknownClause) as refused:
            MM.clause(name)
        assert (refused.value.wanted, refused.value.near[0]) == ("MM 9.88", "MM 9.8")


def test_a_book_is_found_by_slug_and_code_and_read_once() -> None:
    assert book("matchmaker") is book("MM") is book("mm")
    assert book("double-chance") is book("DC")
    assert book("blackjack") is book("BJ")
    assert book("three-card-poker") is book("TCP")
    assert book("crown-poker") is book("CP")
    with pytest.raises(
        UnknownBook, match="there is matchmaker, double-chance, blackjack, three-card-poker, crown-poker"
    ):
        book("snap")


@pytest.mark.parametrize(
    ("section", "ids"),
    [
        ("9.9", ["9.9.1", "9.9.2", "9.9.3"]),
        ("9.8", ["9.8"]),
        ("4.3", ["4.3.1", "4.3.1(a)"]),
        ("6.1", ["6.1", "6.1 fn1:s66(1)(c)", "6.1 fn1:s66(2)"]),
        ("11.1", ["11.1"]),
        ("Diagram A", ["Diagram A"]),
        ("4.", []),
        ("12", []),
        ("", []),
    ],
)
def test_a_section_lists_the_clauses_beneath(section: str, ids: list[str]) -> None:
    assert [clause.id for clause in MM.section(section)] == ids


def test_section_1_does_not_reach_into_10_and_11() -> None:
    assert MM.section("1")[-1].id == "1.4.2"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("MM 9.8", ["MM 9.8"]),
        ("MM 9.8, MM 5.4", ["MM 9.8", "MM 5.4"]),
        ("MM 9.8 and ruling 1", ["MM 9.8", "ruling 1"]),
        ("MM 9.8, MM 5.4, and ruling 1", ["MM 9.8", "MM 5.4", "ruling 1"]),
        ("BJ 10 Table 1:7,7,7 mixed suits, BJ 8.1", ["BJ 10 Table 1:7,7,7 mixed suits", "BJ 8.1"]),
        ("TCP 1.1:Tournament Terms and Conditions", ["TCP 1.1:Tournament Terms and Conditions"]),
        ("MM 9.8, 5.4", ["MM 9.8, 5.4"]),
    ],
)
def test_a_list_of_citations_is_split_before_each_citation(text: str, parts: list[str]) -> None:
    assert list(split_citations(text)) == parts
