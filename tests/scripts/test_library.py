"""Every script of the library holds; each is a test named by the rule it states."""

from pathlib import Path

import pytest

from croupier.books.coverage import LIBRARY
from croupier.scripts import parse_all, run
from croupier.scripts.layout import file_title, sections

FILES = sorted(LIBRARY.rglob("*.table"))


def _scenarios() -> list[tuple[Path, int, str]]:
    """Every scenario: its file, its place there, and its whole title."""
    found = []
    for path in FILES:
        written = path.read_text(encoding="utf-8").splitlines()
        _, *own = sections(written)
        titles = [f"{file_title(written)} {each.title}" for each in own] or [file_title(written)]
        found += [(path, number, title) for number, title in enumerate(titles)]
    return found


SCENARIOS = _scenarios()


@pytest.mark.parametrize(
    ("path", "number"),
    [pytest.param(path, number, id=f"{path.parent.name}: {title}") for path, number, title in SCENARIOS],
)
def test_script(path: Path, number: int) -> None:
    scenarios = parse_all(path.read_text(encoding="utf-8"), path.relative_to(LIBRARY).as_posix())
    result = run(scenarios[number])
    assert result.holds, f"\n{result.complaint()}"


def test_titles_are_sentences_and_no_two_scripts_of_a_book_share_one() -> None:
    titles = [(path.parent.name, title) for path, _, title in SCENARIOS]
    assert [title for _, title in titles if not title.endswith(".")] == []
    assert len(set(titles)) == len(titles)
