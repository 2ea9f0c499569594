"""Reading a script: its title, its table line, and the lines after it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from croupier.games import games
from croupier.scripts.expectations import REFUSED
from croupier.scripts.forms import Act, Direction, Given, Script, Setting, Statement
from croupier.scripts.pattern import Misread, words_of
from croupier.scripts.vocabulary import Vocabulary, vocabulary

_COMMENT = re.compile(r'(?:"[^"]*"|[^"#])*?(?P<comment>\s*#.*)')
_PART = re.compile(r'\s*(?P<part>(?:"[^"]*"|,(?!\s|$)|[^",])+)')


class ScriptError(Exception):
    """A script that cannot be read: where, why, and the line itself."""

    def __init__(self, place: str, line: int, column: int, message: str, text: str) -> None:
        self.place, self.line, self.column, self.message, self.text = place, line, column, message, text
        super().__init__(pointed(place, line, column, message, text))


def pointed(place: str, line: int, column: int, message: str, text: str) -> str:
    """A message at its place, with the line and a caret beneath it, as editors and terminals understand it."""
    return f"{place}:{line}:{column}: {message}\n    {text}\n    {' ' * (column - 1)}^"


def parse(text: str, place: str = "script") -> Script:
    """Read a whole script, or raise ScriptError at the first line that cannot be read."""
    written = text.splitlines()
    number, line = 1, ""
    try:
        title = _title(written)
        lines = _lines(written)
        number, line = next(lines, (len(written), written[-1]))
        game, head, settings = _table(number, line)
        language, statements = vocabulary(game), list[Statement]()
        for number, line in lines:
            statements.append(_statement(language, number, line, statements))
    except Misread as misread:
        shown = written[number - 1] if written else ""
        raise ScriptError(place, number, misread.column, misread.message, shown) from None
    return Script(place, title, game, head, settings, tuple(statements))


def _title(written: list[str]) -> str:
    first = written[0] if written else ""
    if not first.startswith("# ") or not first[2:].strip():
        raise Misread(1, "expected the title: “# ” and a sentence that says the rule")
    return first[2:].strip()


def _lines(written: list[str]) -> Iterator[tuple[int, str]]:
    """The lines that say something, without their comments."""
    for number, line in enumerate(written, start=1):
        comment = _COMMENT.fullmatch(line)
        said = line[: comment.start("comment")] if comment else line
        if said.strip():
            yield number, said.rstrip()


def _table(number: int, line: str) -> tuple[str, Statement, tuple[Statement, ...]]:
    parts = [(each["part"].rstrip(), each.start("part")) for each in _PART.finditer(line)]
    words = words_of(*parts[0])
    if words[0].text != "table":
        raise Misread(words[0].column, "expected the table line first, like “table GAME, 6 decks”")
    name = " ".join(word.text for word in words[1:])
    if name not in games():
        column = words[1].column if len(words) > 1 else len(line) + 1
        raise Misread(column, f"expected a game: {', '.join(games())}")
    language = vocabulary(name)
    settings = []
    for part, start in parts[1:]:
        form, given = language.read(language.settings, words_of(part, start), start + len(part) + 1)
        settings.append(Statement(number, line, form, given, start + 1))
    head = Statement(number, line, Setting(f"table {name}", "", lambda it: {}), Given({}))
    return name, head, tuple(settings)


def _statement(language: Vocabulary, number: int, line: str, before: list[Statement]) -> Statement:
    words = words_of(line)
    for word in words:
        if word.text.startswith('"') and (len(word.text) == 1 or not word.text.endswith('"')):
            raise Misread(word.column, "these quotes are not closed")
    form, given = language.read(language.lines, words, len(line) + 1)
    if form is REFUSED and before and not isinstance(before[-1].form, (Act, Direction)):
        raise Misread(words[0].column, "expect refused stands directly after the line that is refused")
    return Statement(number, line, form, given, words[0].column)
