"""Amounts are written in one place, by data; the pages have the same data."""

from __future__ import annotations

import ast
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.money import amount, dollars, figures, money, read_dollars
from croupier.money.writing import HOUSE

ROOT = Path(__file__).parents[2]
SOURCE, WEB = ROOT / "src/croupier", ROOT / "web/src"
KRONER = HOUSE._replace(language="nb-NO", sign="kr", sign_first=False, group="\N{NO-BREAK SPACE}", point=",")


def test_another_currency_and_language_are_data() -> None:
    assert money(Fraction(2_500_001, 2), KRONER) == "1\xa0250\xa0000,50\xa0kr"
    assert amount(figures(-1234, writing=KRONER), KRONER) == "-1\xa0234\xa0kr"


@pytest.mark.parametrize("cents", [0, 5, 99, 100, 123_456, -1, -2_000, 10**11])
def test_what_is_written_can_be_read(cents: int) -> None:
    assert read_dollars(dollars(cents)) == cents


def test_the_pages_write_as_the_house_does() -> None:
    pages = json.loads((WEB / "lib/locale.json").read_text(encoding="utf-8"))
    assert {name: pages[name] for name in HOUSE._fields} == HOUSE._asdict()


def test_nothing_else_writes_the_currency_s_sign() -> None:
    """Table scripts are a language of their own, in which amounts are written one way everywhere."""
    before_figures = re.compile(rf"(?:^|.*[\s(]){re.escape(HOUSE.sign)}(?:$|\d)|.*{re.escape(HOUSE.sign)}\d")
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        if path.is_relative_to(SOURCE / "scripts") or path == SOURCE / "money/writing.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        sayings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in sayings:
                continue
            if before_figures.match(node.value):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}")
    assert not found, "\n".join(found)


def test_pages_write_amounts_and_times_through_the_locale_alone() -> None:
    """No page formats a number or a time by itself, or writes the currency's sign before or after figures."""
    own = re.compile(r"\.toLocale\w*\(|\bIntl\.|en-AU|\$\$\{|>\$[\d{]|, \$[`\" <]|\$\d|\"\$\"")
    found = []
    for path in sorted(WEB.rglob("*")):
        name = path.relative_to(WEB).as_posix()
        if path.suffix not in (".ts", ".svelte") or name in ("lib/locale.ts", "lib/api/schema.d.ts"):
            continue
        text = re.sub(r"/\*.*?\*/|<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        found += [f"{name}: {line.strip()}" for line in text.splitlines() if own.search(line.split(" // ")[0])]
    assert not found, "\n".join(found)
