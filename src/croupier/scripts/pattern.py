"""Line patterns such as `<player> bets <amount> on <bet> [at <area>]`: reading a line by them, and writing one.

Plain words stand for themselves, `<name>` for a slot (`<name:kind>` when the kind has another name), and brackets hold
what may be left out. A line that fits no pattern fails where the best of them got to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

_PATTERN = re.compile(r"<(?P<slot>\w+)(?::(?P<kind>\w+))?>|(?P<open>\[)|(?P<close>\])|(?P<word>[^\s<>\[\]]+)")
_WORDS = re.compile(r'"[^"]*"?|[^\s"]+')


class Word(msgspec.Struct, frozen=True):
    """One word of a line, or a passage in quotes, and the column it starts at; `written` keeps its comma."""

    text: str
    column: int
    written: str


def words_of(text: str, offset: int = 0) -> tuple[Word, ...]:
    """The words of a line; a comma or colon after a word is there for the reader alone."""
    found = (Word(each.group().rstrip(",:"), offset + each.start() + 1, each.group()) for each in _WORDS.finditer(text))
    return tuple(word for word in found if word.text)


class Literal(msgspec.Struct, frozen=True):
    """A word that stands for itself."""

    word: str


class Slot(msgspec.Struct, frozen=True):
    """A place for a value."""

    name: str
    kind: str


class Maybe(msgspec.Struct, frozen=True):
    """What may be left out."""

    nodes: tuple[Node, ...]


Node = Literal | Slot | Maybe
Pattern = tuple[Node, ...]


@cache
def compiled(text: str) -> Pattern:
    """The pattern that a text describes."""
    stack: list[list[Node]] = [[]]
    for part in _PATTERN.finditer(text):
        if part["open"]:
            stack.append([])
        elif part["close"]:
            inner = tuple(stack.pop())
            stack[-1].append(Maybe(inner))
        elif part["slot"]:
            stack[-1].append(Slot(part["slot"], part["kind"] or part["slot"]))
        else:
            stack[-1].append(Literal(part["word"]))
    (nodes,) = stack
    return tuple(nodes)


def needed(pattern: Pattern) -> frozenset[str]:
    """The plain words without which no line fits a pattern."""
    return frozenset(node.word for node in pattern if isinstance(node, Literal))


class Meant(msgspec.Struct, frozen=True):
    """What someone may have meant: other words in place of so many, and how sure that is, from 0 to 1."""

    text: str
    words: int
    sure: float


def _nothing_else(words: tuple[Word, ...], place: int) -> Iterable[Meant]:
    return ()


class Kind(msgspec.Struct, frozen=True):
    """What a slot holds: how it is read and written, and what to tell someone who wrote something else."""

    what: str
    read: Callable[[tuple[Word, ...], int], tuple[Any, int] | None]
    write: Callable[[Any], str | None]
    """The words for a value, or None for what is not of this kind."""
    more: bool = False
    """Whether further words of the same kind could follow."""
    meant: Callable[[tuple[Word, ...], int], Iterable[Meant]] = _nothing_else
    """What words that cannot be read may have meant."""


def slots(pattern: Pattern) -> Iterator[Slot]:
    """Every slot of a pattern, those that may be left out among them."""
    for node in pattern:
        if isinstance(node, Slot):
            yield node
        elif isinstance(node, Maybe):
            yield from slots(node.nodes)


def written(pattern: Pattern, values: Mapping[str, Any], kinds: Mapping[str, Kind]) -> str | None:
    """The line that fits a pattern and gives these values; None where a value is missing or cannot be written.

    What may be left out is, unless all of its slots have values.
    """
    words: list[str] = []
    for node in pattern:
        if isinstance(node, Literal):
            alone = words and words[-1] == "1" and node.word.endswith("s")
            words.append(node.word[:-1] if alone else node.word)
            continue
        if isinstance(node, Slot):
            value = values.get(node.name)
            said = None if value is None else kinds[node.kind].write(value)
            if said is None:
                return None
        else:
            inner = [values.get(slot.name) for slot in slots(node.nodes)]
            said = written(node.nodes, values, kinds) if inner and None not in inner else ""
            if said is None:
                return None
        words += [said] if said else []
    return " ".join(words)


class Misread(Exception):
    """A line that cannot be read: the column, and what is wrong there."""

    def __init__(self, column: int, message: str) -> None:
        self.column, self.message = column, message
        super().__init__(message)


class Reading:
    """One line's words, and how far the patterns tried so far could follow them."""

    def __init__(self, words: tuple[Word, ...], kinds: Mapping[str, Kind], end: int) -> None:
        self.words, self.kinds, self.end = words, kinds, end
        self.furthest = 0
        self._values: dict[tuple[str, int], tuple[Any, int] | None] = {}
        self.wanted: dict[str, Literal | Kind | None] = {}
        """What would have gone on from there: a plain word, something of a kind, or the end of the line."""

    def match(self, pattern: Pattern) -> dict[str, Any] | None:
        """The slots' values, if the whole line fits the pattern."""
        for place, values in self._fits(pattern, 0):
            if place == len(self.words):
                return values
            self._missed(place, "the end of the line", None)
        return None

    def _fits(self, nodes: Pattern, place: int) -> Iterator[tuple[int, dict[str, Any]]]:
        if not nodes:
            yield place, {}
            return
        first, rest = nodes[0], nodes[1:]
        if isinstance(first, Maybe):
            yield from self._fits((*first.nodes, *rest), place)
            yield from self._fits(rest, place)
            return
        step = self._step(first, place)
        if step is not None:
            values, after = step
            for end, more in self._fits(rest, after):
                yield end, values | more

    def _step(self, node: Literal | Slot, place: int) -> tuple[dict[str, Any], int] | None:
        if isinstance(node, Literal):
            if place < len(self.words) and self._is(node.word, place):
                return {}, place + 1
            self._missed(place, node.word, node)
            return None
        kind = self.kinds[node.kind]
        read = self._value(node.kind, kind, place) if place < len(self.words) else None
        if read is None:
            self._missed(place, kind.what, kind)
            return None
        value, after = read
        if kind.more:
            self._missed(after, kind.what, kind)
        return {node.name: value}, after

    def _is(self, word: str, place: int) -> bool:
        """Whether this word stands there; after 1 its singular does too."""
        text = self.words[place].text
        return text == word or (place > 0 and f"{text}s" == word and self.words[place - 1].text == "1")

    def _value(self, name: str, kind: Kind, place: int) -> tuple[Any, int] | None:
        """What a kind reads from here, looked at once however many patterns ask."""
        known = (name, place)
        if known not in self._values:
            self._values[known] = kind.read(self.words, place)
        return self._values[known]

    def _missed(self, place: int, what: str, node: Literal | Kind | None) -> None:
        if place > self.furthest:
            self.furthest, self.wanted = place, {}
        if place == self.furthest:
            self.wanted[what] = node
