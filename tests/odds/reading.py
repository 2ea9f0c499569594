"""How tests read sheets: by command, off a drawing, on a page, and wager by wager."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page

from croupier.cli import app
from croupier.odds import analysis
from croupier.odds.verdict import Verdict
from croupier.verify import table_of
from croupier.verify.playing import verdict_on


def croupier(*words: str) -> int | str | None:
    """Give a command as people type it; what it exits with."""
    with pytest.raises(SystemExit) as end:
        app(list(words))
    return end.value.code


def verified(game: str, settings: Any, *, rounds: int, seed: int) -> Verdict:
    """The verdict on so many rounds of a game's own table."""
    sheet = analysis(game).sheet(settings)
    return verdict_on(table_of(game)(settings, sheet, seed), sheet, rounds=rounds)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The reason for which a command is refused, with nothing else said."""
    assert croupier(*words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err.strip()


def cells(svg: str, kind: str) -> list[ElementTree.Element]:
    """The rectangles of one kind in a drawing that say what they stand for."""
    return [rect for rect in ElementTree.fromstring(svg).iter("rect") if rect.get("class") == kind and len(rect)]


def adds_up(wager: dict[str, Any]) -> bool:
    """Whether a wager's outcomes are all there is, and come to its edge."""
    chances = [Fraction(line["probability"]["exact"]) for line in wager["outcomes"]]
    paid = sum(
        chance * Fraction(line["pays"]["exact"]) for chance, line in zip(chances, wager["outcomes"], strict=True)
    )
    return sum(chances) == 1 and Fraction(wager["edge"]["exact"]) == -paid


@contextmanager
def opened(browser: Browser, path: Path, width: int, **context: Any) -> Iterator[Page]:
    """A file in a real browser, where it must fit the screen, ask for nothing else and have no complaint."""
    page = browser.new_page(viewport={"width": width, "height": 800}, **context)
    asked, complaints = list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(path.as_uri())
    assert asked == [path.as_uri()]
    assert complaints == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    yield page
    page.close()
