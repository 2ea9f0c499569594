"""The grammar page cannot drift from the language: its list is compared, its examples are run."""

import re
from pathlib import Path

import pytest

from croupier.scripts import parse, run
from croupier.scripts.grammar import grammar

PAGE = Path(__file__).parents[2] / "docs" / "table-scripts.md"
EXAMPLES = re.findall(r"```table\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def listed(mark: str) -> str:
    found = re.search(rf"<!-- {mark} -->\n(.*)<!-- /{mark} -->", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_page_lists_every_line_form() -> None:
    assert listed("grammar") == grammar("matchmaker") + "\n", "print it anew: croupier script --grammar matchmaker"


@pytest.mark.parametrize("game", ["three-card-poker", "double-chance"])
def test_the_page_lists_the_line_forms_that_other_games_add(game: str) -> None:
    assert listed(game) == grammar(game, beyond="matchmaker") + "\n"


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.partition("\n")[0])
def test_the_page_s_examples_hold(text: str) -> None:
    result = run(parse(text))
    assert result.holds, result.complaint()


def test_the_page_has_its_examples() -> None:
    assert len(EXAMPLES) == 6
