"""Courses and lessons as they are handed out: those of the library, and scripts that people bring along."""

from __future__ import annotations

import msgspec

from croupier.games import game, games
from croupier.scripts import ScriptError, parse_all
from croupier.scripts.curriculum import CourseChapter, course, scenario
from croupier.scripts.lesson import Lesson, lesson

MOST_SCENARIOS = 12
"""How many scenarios of one's own script are played."""


class CourseLine(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is taught here, and how much of it."""

    game: str
    title: str
    chapters: int
    lessons: int


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """The lessons of a game, chapter by chapter as its book has them."""

    game: str
    title: str
    chapters: tuple[CourseChapter, ...]


class OwnLessons(msgspec.Struct, frozen=True, kw_only=True):
    """A script as lessons, one for each of its scenarios; or where it cannot be read, and why."""

    lessons: tuple[Lesson, ...] = ()
    trouble: str = ""
    line: int = 0


def school() -> list[CourseLine]:
    """Every game that is taught here."""
    return [
        CourseLine(
            game=each.game,
            title=each.title,
            chapters=len(each.chapters),
            lessons=sum(len(chapter.lessons) for chapter in each.chapters),
        )
        for each in map(course_of, games())
    ]


def course_of(name: str) -> Course:
    """The lessons of a game."""
    return Course(game=name, title=game(name).book.title, chapters=course(name))


def library_lesson(name: str, lesson_id: str, number: int) -> bytes:
    """A scenario of the library as a lesson, encoded; UnknownLesson where there is none."""
    return msgspec.json.encode(lesson(scenario(name, lesson_id, number)))


def own_lessons(text: str) -> bytes:
    """A script as lessons, encoded; where it cannot be read, why."""
    try:
        scripts = parse_all(text, "your script")
    except ScriptError as error:
        return msgspec.json.encode(OwnLessons(trouble=error.message, line=error.line))
    return msgspec.json.encode(OwnLessons(lessons=tuple(lesson(each) for each in scripts[:MOST_SCENARIOS])))
