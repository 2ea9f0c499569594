"""Line patterns such as `<player> bets <amount> on <bet> [at <area>]`, and matching a line's words against them.

Plain words stand for themselves, `<name>` for a slot (`<name:kind>` when the kind has another name), and brackets hold
what may be left out. A line that fits no pattern fails where the best of them got to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
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


class Kind(msgspec.Struct, frozen=True):
    """What a slot holds: how to read it from the words, and what to tell someone who wrote something else."""

    what: str
    read: Callable[[tuple[Word, ...], int], tuple[Any, int] | None]
    more: bool = False
    """Whether further words of the same kind could follow."""


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
        self.wanted: dict[str, bool] = {}
        """What would have gone on from there; True for a plain word."""

    def match(self, pattern: Pattern) -> dict[str, Any] | None:
        """The slots' values, if the whole line fits the pattern."""
        for place, values in self._fits(pattern, 0):
            if place == len(self.words):
                return values
            self._missed(place, "the end of the line", literal=False)
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
            if place < len(self.words) and self.words[place].text == node.word:
                return {}, place + 1
            self._missed(place, node.word, literal=True)
            return None
        kind = self.kinds[node.kind]
        read = kind.read(self.words, place) if place < len(self.words) else None
        if read is None:
            self._missed(place, kind.what, literal=False)
            return None
        value, after = read
        if kind.more:
            self._missed(after, kind.what, literal=False)
        return {node.name: value}, after

    def _missed(self, place: int, what: str, *, literal: bool) -> None:
        if place > self.furthest:
            self.furthest, self.wanted = place, {}
        if place == self.furthest:
            self.wanted[what] = literal

    def misread(self) -> Misread:
        """Why no pattern fitted, said where the best of them stopped."""
        import difflib

        at_end = self.furthest == len(self.words)
        column = self.end if at_end else self.words[self.furthest].column
        literals = [what for what, literal in self.wanted.items() if literal]
        word = "" if at_end else self.words[self.furthest].text
        near = difflib.get_close_matches(word, literals, n=1, cutoff=0.65)
        if near:
            return Misread(column, f"expected “{near[0]}”, not “{word}”")
        wanted = [f"“{what}”" if literal else what for what, literal in self.wanted.items()]
        if len(wanted) > MOST_LISTED:
            before = f" after “{self.words[self.furthest - 1].text}”" if self.furthest else ""
            return Misread(column, f"no line goes on like this{before}; there may come {', '.join(wanted)}")
        return Misread(column, f"expected {_either(wanted)}")


MOST_LISTED = 6


def _either(wanted: list[str]) -> str:
    return wanted[0] if len(wanted) == 1 else f"{', '.join(wanted[:-1])} or {wanted[-1]}"
