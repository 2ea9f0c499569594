"""The approved texts and clause lists, which lie beside the checkout where they may be read, and how to find them."""

import csv
import re
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[3] / "shared"
RULEBOOK_OF = {"matchmaker": "000_6ec5932ce1dd4692.txt"}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "witnesses(*clauses): proves the cited clauses of a rulebook")


def words(text: str) -> list[str]:
    """The words of a text, without case and punctuation."""
    return re.findall(r"[a-z0-9]+", text.lower())


@pytest.fixture
def ledger() -> list[dict[str, str]]:
    """The rows of the Matchmaker clause list."""
    path = SHARED / "clauses" / "matchmaker.tsv"
    if not path.is_file():
        pytest.skip(f"NOT CHECKED: there is no clause list beside the checkout ({path.name})")
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture
def rulebook_words() -> list[str]:
    """The words of the approved Matchmaker text."""
    path = SHARED / "rulebooks" / RULEBOOK_OF["matchmaker"]
    if not path.is_file():
        pytest.skip("NOT CHECKED: the approved text does not lie beside the checkout")
    return words(path.read_text(encoding="utf-8"))
