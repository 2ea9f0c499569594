"""The library as a course: every script of a game under the section of the book that it belongs to."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from croupier.books import Book
from croupier.books.coverage import LIBRARY
from croupier.games import game
from croupier.scripts.forms import Script
from croupier.scripts.layout import file_title, sections
from croupier.scripts.parse import parse_all

BESIDE = "Beside the book"
"""The chapter of what belongs to no section."""


class UnknownLesson(LookupError):
    """The library has no such script."""


class LessonEntry(msgspec.Struct, frozen=True):
    """One script as a course lists it: its id, the rule that it shows, and its scenarios where there are several."""

    id: str
    title: str
    scenarios: tuple[str, ...] = ()


class CourseChapter(msgspec.Struct, frozen=True):
    """The scripts of one section of the book."""

    section: str
    title: str
    lessons: tuple[LessonEntry, ...]


@cache
def course(name: str) -> tuple[CourseChapter, ...]:
    """The chapters of a game's course, in the book's order; those without a script are left out."""
    book = game(name).book
    found: dict[str, list[LessonEntry]] = {}
    for path in sorted((LIBRARY / name).glob("*.table")):
        found.setdefault(_section(path.stem, book), []).append(_entry(path))
    titles = {**book.sections, "": BESIDE}
    return tuple(
        CourseChapter(section, titles[section], tuple(found[section])) for section in titles if section in found
    )


def scenario(name: str, lesson: str, number: int = 0) -> Script:
    """One scenario of a script of the library, read; UnknownLesson where there is none."""
    if lesson not in _lessons(name):
        raise UnknownLesson(f"{name} has no lesson {lesson!r}")
    place = f"{name}/{lesson}.table"
    found = parse_all((LIBRARY / place).read_text(encoding="utf-8"), place)
    if not 0 <= number < len(found):
        raise UnknownLesson(f"{name}/{lesson} has no scenario {number}")
    return found[number]


@cache
def _lessons(name: str) -> frozenset[str]:
    return frozenset(each.id for chapter in course(name) for each in chapter.lessons)


def _entry(path: Path) -> LessonEntry:
    written = path.read_text(encoding="utf-8").splitlines()
    _, *own = sections(written)
    return LessonEntry(path.stem, file_title(written), tuple(each.title for each in own))


def _section(stem: str, book: Book) -> str:
    """The section that a script's file is named after; the longest name that fits, and never half a number."""
    for section in sorted(book.sections, key=len, reverse=True):
        begins = section.replace(" ", "-")
        if stem.startswith(begins) and not stem[len(begins) : len(begins) + 1].isdigit():
            return section
    return ""
