"""Every script of the library holds; each is a test named by the rule it states."""

from pathlib import Path

import pytest

from croupier.books.coverage import LIBRARY
from croupier.scripts import parse, run

SCRIPTS = sorted(LIBRARY.rglob("*.table"))


def _titled() -> list[object]:
    titles = {path: path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for path in SCRIPTS}
    return [pytest.param(path, id=f"{path.parent.name}: {title}") for path, title in titles.items()]


@pytest.mark.parametrize("path", _titled())
def test_script(path: Path) -> None:
    result = run(parse(path.read_text(encoding="utf-8"), path.relative_to(LIBRARY).as_posix()))
    assert result.holds, f"\n{result.complaint()}"


def test_titles_are_sentences_and_no_two_scripts_of_a_book_share_one() -> None:
    titles = [(path.parent.name, path.read_text(encoding="utf-8").partition("\n")[0]) for path in SCRIPTS]
    assert [title for _, title in titles if not title.endswith(".")] == []
    assert len(set(titles)) == len(titles)
