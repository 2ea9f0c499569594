"""The books on the shelf; their approved texts and clause lists lie beside the checkout where they may be read."""

import csv
import re
from pathlib import Path

import pytest

from croupier.books import Book, book, slugs

SHARED = Path(__file__).parents[3] / "shared"
RULEBOOK_OF = {
    "matchmaker": "000_6ec5932ce1dd4692.txt",
    "double-chance": "001_714c4561971efe28.txt",
    "blackjack": "002_3ee9892cda6df1cb.txt",
    "three-card-poker": "003_54dbf2151037e94b.txt",
    "crown-poker": "004_a8459d326efcee83.txt",
}
TOURNAMENTS: dict[str, tuple[str, ...]] = {
    "matchmaker": ("10",),
    "double-chance": (),
    "blackjack": ("13.9", "13 Table 3", "16"),
    "three-card-poker": ("1.1:Tournament", "12"),
    "crown-poker": ("1.1:Tournament", "12"),
}
"""Where each book speaks of tournaments; Double Chance does not."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "witnesses(*clauses): proves the cited clauses of a rulebook")


def words(text: str) -> list[str]:
    """The words of a text, without case and punctuation."""
    return re.findall(r"[a-z0-9]+", text.lower())


def about_tournaments(subject: Book) -> set[str]:
    """The ids of the clauses of a book that speak of tournaments."""
    return {clause.id for section in TOURNAMENTS[subject.slug] for clause in subject.section(section)}


@pytest.fixture(params=slugs())
def subject(request: pytest.FixtureRequest) -> Book:
    """Each book on the shelf in turn."""
    return book(request.param)


@pytest.fixture
def ledger(subject: Book) -> list[dict[str, str]]:
    """The rows of the clause list of the book."""
    path = SHARED / "clauses" / f"{subject.slug}.tsv"
    if not path.is_file():
        pytest.skip(f"NOT CHECKED: there is no clause list beside the checkout ({path.name})")
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def rulebook(slug: str) -> str:
    """The approved text of a book; without it the test is skipped."""
    path = SHARED / "rulebooks" / RULEBOOK_OF[slug]
    if not path.is_file():
        pytest.skip("NOT CHECKED: the approved text does not lie beside the checkout")
    return path.read_text(encoding="utf-8")


@pytest.fixture
def rulebook_words(subject: Book) -> list[str]:
    """The words of the approved text of the book."""
    return words(rulebook(subject.slug))
