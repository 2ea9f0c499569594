"""Every Matchmaker clause outside the tournaments is met and witnessed."""

import pytest

from croupier.books.coverage import Mention, coverage, mentions, source_tests, strays


@pytest.fixture(scope="module")
def found() -> tuple[Mention, ...]:
    return mentions(tests=source_tests())


def test_every_clause_outside_section_10_is_accounted_for(found: tuple[Mention, ...]) -> None:
    rows = coverage("matchmaker", found).rows
    missing = [row.clause.id for row in rows if not row.accounted and not row.clause.within("10")]
    assert not missing, f"{len(missing)} clauses that nothing witnesses: {'; '.join(missing)}"


def test_no_script_or_test_cites_what_does_not_exist(found: tuple[Mention, ...]) -> None:
    assert [f"{stray}: {stray.citation}" for stray in strays(found)] == []
