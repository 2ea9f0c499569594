"""What takes long says how far it has come, to whoever watches."""

from __future__ import annotations

import sys

import pytest

from croupier.cli import main
from croupier.games.blackjack.terms import Variant
from croupier.odds import analysis
from croupier.odds.blackjack.settings import Settings
from croupier.odds.steps import ahead, step, watched


def test_a_step_is_told_only_to_who_watches() -> None:
    told: list[tuple[int, int]] = []
    ahead(2)
    step()
    with watched(lambda done, of: told.append((done, of))):
        ahead(2)
        step()
        ahead(1)
        step()
    step()
    assert told == [(0, 2), (1, 2), (1, 3), (2, 3)]


def test_the_whole_sheet_of_blackjack_tells_each_of_its_analyses() -> None:
    told: list[tuple[int, int]] = []
    room, settings = analysis("blackjack"), Settings(variant=Variant.VEGAS)
    with watched(lambda done, of: told.append((done, of))):
        room.text(room.sheet(settings), room.comparisons(settings))
    assert told[0] == (0, 3)
    done, of = told[-1]
    # Three of the sheet; two shoes, and two readings of rulings 30, 31 and 45; ten ranks taken out.
    assert done == of >= 3 + 2 + 3 * 2
    assert [each[0] for each in told] == sorted(each[0] for each in told)


@pytest.mark.parametrize("terminal", [True, False])
def test_the_bar_is_beside_the_answer_and_on_a_terminal_alone(
    terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["croupier", "odds", "blackjack", "--variant", "vegas", "--format", "json"])
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 0
    out, beside = capsys.readouterr()
    assert out.startswith("{")
    assert ("analyses" in beside) is terminal
