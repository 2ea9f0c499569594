"""The grammar page cannot drift from the language: its list is compared, its examples are run."""

import re
from pathlib import Path

import pytest

from croupier.games import games
from croupier.scripts import parse_all, run
from croupier.scripts.grammar import grammar
from croupier.scripts.kinds import by_its_name, in_small_words
from croupier.scripts.pattern import words_of
from croupier.scripts.vocabulary import vocabulary
from croupier.table.contract import Reason
from croupier.table.state import Stage

PAGE = Path(__file__).parents[2] / "docs" / "table-scripts.md"
EXAMPLES = re.findall(r"```table\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def listed(mark: str) -> str:
    found = re.search(rf"<!-- {mark} -->\n(.*)<!-- /{mark} -->", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


REPAIR = "write the lists anew: python tools/grammar_page.py"


def test_the_page_lists_every_line_form() -> None:
    assert listed("grammar") == grammar("matchmaker") + "\n", REPAIR


@pytest.mark.parametrize("game", ["three-card-poker", "double-chance"])
def test_the_page_lists_the_line_forms_that_other_games_add(game: str) -> None:
    assert listed(game) == grammar(game, beyond="matchmaker") + "\n", REPAIR


@pytest.mark.parametrize("game", games())
def test_every_event_reason_and_stage_is_listed_by_a_name_that_scripts_can_use(game: str) -> None:
    page, kinds = grammar(game), vocabulary(game).kinds
    listed: list[tuple[str, str, object]] = [
        *(("event", in_small_words(event), event) for event in vocabulary(game).events),
        *(("reason", by_its_name(reason), reason) for reason in Reason),
        *(("stage", stage.value, stage) for stage in Stage),
    ]
    for kind, name, value in listed:
        assert f"\n| `{name}` | " in page
        read = kinds[kind].read(words_of(name), 0)
        assert read is not None
        assert read[0] is value


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.partition("\n")[0])
def test_the_page_s_examples_hold(text: str) -> None:
    for scenario in parse_all(text):
        result = run(scenario)
        assert result.holds, result.complaint()


def test_the_page_has_its_examples() -> None:
    assert len(EXAMPLES) == 10
