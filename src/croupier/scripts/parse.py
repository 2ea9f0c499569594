"""Reading a file of scripts: its title, its table line and the lines after it, for each of its scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from croupier.games import games
from croupier.scripts.directions import AT
from croupier.scripts.expectations import REFUSED
from croupier.scripts.forms import Act, Direction, Form, Given, Script, Setting, Statement
from croupier.scripts.layout import MOST_LINES, MOST_ROUNDS, REPEAT, Line, Section, file_title, sections
from croupier.scripts.near import near
from croupier.scripts.pattern import Misread, Word, words_of
from croupier.scripts.tournaments.acts import AT_TABLE
from croupier.scripts.vocabulary import Vocabulary, vocabulary

_PART = re.compile(r'\s*(?P<part>(?:"[^"]*"|,(?!\s|$)|[^",])+)')
_TABLE = re.compile(r"\s*table(?=\s|$)")
_WITH = re.compile(r"\s*with(?=\s|$)")
_MARK = "\ufeff"
"""The byte-order mark that some editors begin a file with."""


class ScriptError(Exception):
    """A script that cannot be read: where, why, and the line itself."""

    def __init__(self, place: str, line: int, column: int, message: str, text: str) -> None:
        self.place, self.line, self.column, self.message, self.text = place, line, column, message, text
        super().__init__(pointed(place, line, column, message, text))


class _At(Exception):
    """Something that cannot be read, and the number of its line."""

    def __init__(self, number: int, column: int, message: str) -> None:
        self.number, self.column, self.message = number, column, message
        super().__init__(message)


class Head(msgspec.Struct, frozen=True):
    """A table line, read: the game, the line itself and its parts."""

    game: str
    line: Statement
    settings: tuple[Statement, ...]

    def script(self, place: str, title: str, lines: tuple[Statement, ...]) -> Script:
        """The scenario of these lines at this table."""
        return Script(place, title, self.game, self.line, self.settings, lines)


def pointed(place: str, line: int, column: int, message: str, text: str) -> str:
    """A message at its place, with the line and a caret beneath it, as editors and terminals understand it."""
    return f"{place}:{line}:{column}: {message}\n    {text}\n    {' ' * (column - 1)}^"


def parse(text: str, place: str = "script") -> Script:
    """Read a file of one scenario, or raise ScriptError at the first line that cannot be read."""
    first, *more = parse_all(text, place)
    if more:
        line = more[0].line
        raise ScriptError(place, line, 1, "expected one scenario, and this is another", text.splitlines()[line - 1])
    return first


def parse_all(text: str, place: str = "script") -> tuple[Script, ...]:
    """Read every scenario of a file, or raise ScriptError at the first line that cannot be read."""
    written = text.removeprefix(_MARK).splitlines()
    try:
        return tuple(_scenarios(written, place))
    except _At as at:
        shown = written[at.number - 1] if written else ""
        raise ScriptError(place, at.number, at.column, at.message, shown) from None


def _scenarios(written: list[str], place: str) -> Iterator[Script]:
    try:
        title = file_title(written)
    except Misread as misread:
        raise _At(1, misread.column, misread.message) from None
    common, *own = sections(written)
    shared, after = _head(common.lines)
    if not own:
        if shared is None:
            wrong = common.lines[0] if common.lines else Line(len(written), written[-1])
            raise _At(wrong.number, wrong.indent + 1, _NO_TABLE)
        yield shared.script(place, title, _Lines(shared.game).read(after))
        return
    steps = dict[str, tuple[Statement, ...]]()
    for section in own:
        if not section.title:
            raise _At(section.number, 3, "expected the scenario's title: “## ” and a sentence that says the rule")
        head, lines = _own_head(section, shared)
        if head.game not in steps:
            steps[head.game] = _Lines(head.game).read(after)
        played = _Lines(head.game, steps[head.game]).read(lines)
        yield replace(head.script(place, section.title, played), heading=title, line=section.number)


_NO_TABLE = "expected the table line first, like “table GAME, 6 decks”"


def _head(lines: Sequence[Line]) -> tuple[Head | None, Sequence[Line]]:
    """The table line that these lines begin with, if they do, and the lines after it."""
    if not lines or not _TABLE.match(lines[0].text):
        return None, lines
    return _table(lines[0]), lines[1:]


def _own_head(section: Section, shared: Head | None) -> tuple[Head, Sequence[Line]]:
    """The table of one scenario: its own, or the shared one with what its first line adds."""
    head, lines = _head(section.lines)
    if head is not None:
        return head, lines
    if shared is None:
        raise _At(section.number, 1, "this scenario has no table line, and none stands before the first scenario")
    if lines and (word := _WITH.match(lines[0].text)):
        added = _settings(shared.game, lines[0], _parts(lines[0], word.end()))
        head = replace(shared, settings=(*shared.settings, *added))
        return head, lines[1:]
    return shared, lines


def _parts(line: Line, start: int) -> list[tuple[str, int]]:
    """What stands between the commas from here on, each with where it begins."""
    return [(each["part"].rstrip(), each.start("part")) for each in _PART.finditer(line.text, start)]


def _table(line: Line) -> Head:
    (named, start), *parts = _parts(line, 0)
    words = words_of(named, start)
    name = " ".join(word.text for word in words[1:])
    if name not in games():
        column = words[1].column if len(words) > 1 else len(line.text) + 1
        meant = near(name.lower().replace(" ", "-"), games())
        raise _At(line.number, column, f"expected a game: {meant[0] if meant else ', '.join(games())}")
    head = Statement(line.number, line.text, Setting(f"table {name}", "", lambda it: {}), Given({}))
    return Head(name, head, _settings(name, line, parts))


def _settings(game: str, line: Line, parts: Sequence[tuple[str, int]]) -> tuple[Statement, ...]:
    language, found = vocabulary(game), list[Statement]()
    for part, start in parts:
        try:
            form, given = language.read(language.settings, words_of(part, start), start + len(part) + 1)
        except Misread as misread:
            raise _At(line.number, misread.column, misread.message) from None
        found.append(Statement(line.number, line.text, form, given, start + 1))
    return tuple(found)


class _Lines:
    """The lines of a scenario as they are read, after those that it shares with others."""

    def __init__(self, game: str, before: tuple[Statement, ...] = ()) -> None:
        self.language: Vocabulary = vocabulary(game)
        self.found = list(before)

    def read(self, lines: Sequence[Line]) -> tuple[Statement, ...]:
        """Every line in the order of play, those of repeated rounds as often as they are played."""
        at = 0
        while at < len(lines):
            line = lines[at]
            at += 1
            statements = self._statements(line, self.found[-1] if self.found else None)
            self._add(line, statements)
            if statements[-1].form is REPEAT:
                block = _set_in(line, lines[at:])
                self._add(line, self._repeated(line, statements[-1].given.number, block))
                at += len(block)
        return tuple(self.found)

    def _add(self, line: Line, statements: tuple[Statement, ...]) -> None:
        if len(self.found) + len(statements) > MOST_LINES:
            raise _At(line.number, line.indent + 1, f"a scenario plays at most {MOST_LINES} lines")
        self.found += statements

    def _repeated(self, line: Line, rounds: int, block: tuple[Line, ...]) -> tuple[Statement, ...]:
        """The lines of a round, once for each time that it is played."""
        column = line.indent + 1
        if not 1 <= rounds <= MOST_ROUNDS:
            raise _At(line.number, column, f"rounds are repeated 1 to {MOST_ROUNDS} times")
        if not block:
            raise _At(line.number, column, "expected the lines of a round below, each set in by a few spaces")
        once, at = list[Statement](), 0
        while at < len(block):
            each = block[at]
            at += 1
            once += self._statements(each, once[-1] if once else self.found[-1])
            if once[-1].form is REPEAT:
                inner = _set_in(each, block[at:])
                once += self._repeated(each, once[-1].given.number, inner)
                at += len(inner)
            if rounds * len(once) > MOST_LINES:
                raise _At(line.number, column, f"a scenario plays at most {MOST_LINES} lines")
        return tuple(replace(each, turn=_turn(turn, rounds, each)) for turn in range(1, rounds + 1) for each in once)

    def _statements(self, line: Line, before: Statement | None) -> tuple[Statement, ...]:
        """What a line says; where it begins with a time or a table, first that the script goes on to that."""
        words = words_of(line.text)
        if not words:
            raise _At(line.number, line.indent + 1, "expected a line, and here are no words")
        try:
            goes_on = self._goes_on(words)
            if goes_on is None:
                return (self._statement(line, words, before),)
            form, given, rest = goes_on
            if rest[0].text == "expect":
                what = "table" if form is AT_TABLE else "time"
                raise Misread(rest[0].column, f"let the {what} stand on a line of its own before what is expected")
            first = Statement(line.number, line.text[: rest[0].column - 1].rstrip(), form, given, words[0].column)
            return first, self._statement(line, rest, first)
        except Misread as misread:
            raise _At(line.number, misread.column, misread.message) from None

    def _goes_on(self, words: tuple[Word, ...]) -> tuple[Form, Given, tuple[Word, ...]] | None:
        """The time or the table that a longer line begins with, if it does, and the rest of the line."""
        if words[0].text != "at":
            return None
        for form, many in ((AT, 2), (AT_TABLE, 3)):
            forms = tuple(each for each in self.language.lines if each[0] is form)
            found = self.language.find(forms, words[:many], words[0].column) if len(words) > many else None
            if found is not None:
                return *found, words[many:]
        return None

    def _statement(self, line: Line, words: tuple[Word, ...], before: Statement | None) -> Statement:
        for word in words:
            if word.text.startswith('"') and (len(word.text) == 1 or not word.text.endswith('"')):
                raise Misread(word.column, "these quotes are not closed")
        if words[0].text in _MISPLACED:
            raise Misread(words[0].column, _MISPLACED[words[0].text])
        form, given = self.language.read(self.language.lines, words, len(line.text) + 1)
        follows = before is None or (isinstance(before.form, (Act, Direction)) and before.form is not REPEAT)
        if form is REFUSED and not follows:
            raise Misread(words[0].column, "expect refused stands directly after the line that is refused")
        return Statement(line.number, line.text, form, given, words[0].column)


def _set_in(line: Line, after: Sequence[Line]) -> tuple[Line, ...]:
    """The lines after one that are set in below it."""
    return tuple(takewhile(lambda each: each.indent > line.indent, after))


def _turn(turn: int, rounds: int, statement: Statement) -> str:
    """Which of the rounds it is, and within it which of those that are repeated there."""
    own = f"{turn} of {rounds}"
    return f"{own}, {statement.turn} in it," if statement.turn else own


_MISPLACED = {
    "table": "one scenario has one table: begin another with “## ” and its title",
    "with": "“with …” stands right below a scenario's title, where all share one table line",
}
