"""Every script of the library holds; each is a test named by the rule it states."""

import pytest

from croupier.books.coverage import LIBRARY
from croupier.scripts import Script, parse_all, run

FILES = sorted(LIBRARY.rglob("*.table"))
SCENARIOS = [
    scenario
    for path in FILES
    for scenario in parse_all(path.read_text(encoding="utf-8"), path.relative_to(LIBRARY).as_posix())
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: f"{each.place.partition('/')[0]}: {each.name}")
def test_script(scenario: Script) -> None:
    result = run(scenario)
    assert result.holds, f"\n{result.complaint()}"


def test_titles_are_sentences_and_no_two_scripts_of_a_book_share_one() -> None:
    titles = [(each.place.partition("/")[0], each.name) for each in SCENARIOS]
    assert [title for _, title in titles if not title.endswith(".")] == []
    assert len(set(titles)) == len(titles)
