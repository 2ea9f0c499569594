"""Every clause of every book is met and witnessed."""

import pytest

from croupier.books import slugs
from croupier.books.coverage import Mention, coverage, mentions, source_tests, strays


@pytest.fixture(scope="module")
def found() -> tuple[Mention, ...]:
    return mentions(tests=source_tests())


@pytest.mark.parametrize("slug", slugs())
def test_every_clause_is_accounted_for(slug: str, found: tuple[Mention, ...]) -> None:
    missing = [row.clause.id for row in coverage(slug, found).rows if not row.accounted]
    assert not missing, f"{len(missing)} clauses that nothing witnesses: {'; '.join(missing)}"


@pytest.mark.parametrize("slug", slugs())
def test_what_a_row_claims_is_shown_and_not_only_named(slug: str, found: tuple[Mention, ...]) -> None:
    """Where this fails, let an expectation on money, cards, a refusal or what someone sees stand under the clause."""
    weak = {row.clause.id: row.witnesses for row in coverage(slug, found).weak}
    assert weak == {}, "only an event's name stands under these"


def test_no_script_or_test_cites_what_does_not_exist(found: tuple[Mention, ...]) -> None:
    assert [f"{stray}: {stray.citation}" for stray in strays(found)] == []
