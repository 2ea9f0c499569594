"""A script as a lesson: line by line what happened, the felt after it, the clauses, and what a learner may be asked."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.scripts.forms import Broken, Expectation, Script, Statement
from croupier.scripts.kinds import clock
from croupier.scripts.questions import Question, Watcher, why_not
from croupier.scripts.run import Fault, Said, play, said_since, set_up
from croupier.scripts.shown import ONLOOKER
from croupier.scripts.table import Table
from croupier.table.contract import Refusal

MOST_STEPS = 300
"""How many lines of a script are shown; a longer one is a test, and no lesson."""


class TurnedDown(msgspec.Struct, frozen=True):
    """Why a line changed nothing: in a word, in words, and under which clauses."""

    reason: str
    text: str
    under: tuple[str, ...]


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One line: as it is written, what came of it, and the table after it as the room sees it."""

    line: int
    text: str
    clock: str
    expects: bool
    """Whether the line holds something against the table, and does nothing."""
    said: tuple[Said, ...]
    refused: TurnedDown | None
    under: tuple[str, ...]
    """Every clause that the line brings up."""
    questions: tuple[Question, ...]
    view: Any
    """Nothing where the table looks as it did."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A script played for a learner."""

    game: str
    title: str
    heading: str
    steps: tuple[LessonStep, ...]
    fault: Fault | None
    """Where it broke, if it did; what comes before can still be gone through."""
    cut_short: bool


def lesson(script: Script) -> Lesson:
    """Play a script to its end, or to the line it breaks at, and remember how everything looked."""
    return _Telling(script).lesson()


class _Telling:
    """A script as it is played."""

    def __init__(self, script: Script) -> None:
        self.script, self.steps = script, list[LessonStep]()
        self.seen: Any = None
        self.cut_short = len(script.lines) > MOST_STEPS

    def lesson(self) -> Lesson:
        fault, statement = None, self.script.table
        try:
            table, refusal = set_up(self.script)
            self._tell(table, statement, 0, refusal, ())
            lines = self.script.lines[:MOST_STEPS]
            for place, statement in enumerate(lines):
                start, after = len(table.log), lines[place + 1] if place + 1 < len(lines) else None
                watcher = Watcher(statement, after, f"{self.script.place}:{self.script.line}:{place}")
                table.onlooker = watcher
                refusal = play(table, statement)
                self._tell(table, statement, start, refusal, watcher.questions(table, refusal))
        except Broken as broken:
            fault = Fault(statement.line, statement.column, str(broken), statement.text)
        return Lesson(
            game=self.script.game,
            title=self.script.title,
            heading=self.script.heading,
            steps=tuple(self.steps),
            fault=fault,
            cut_short=self.cut_short and fault is None,
        )

    def _tell(
        self, table: Table, statement: Statement, start: int, refusal: Refusal | None, questions: tuple[Question, ...]
    ) -> None:
        said, view = said_since(table, start), table.seen_by(ONLOOKER)
        named = tuple(statement.given.citations or ()) if isinstance(statement.form, Expectation) else ()
        cited = (*named, *(clause for each in said for clause in each.under), *(refusal.under if refusal else ()))
        self.steps.append(
            LessonStep(
                line=statement.line,
                text=statement.text.strip(),
                clock=clock(table.now),
                expects=isinstance(statement.form, Expectation),
                said=said,
                refused=None if refusal is None else TurnedDown(refusal.reason.name, why_not(refusal), refusal.under),
                under=tuple(dict.fromkeys(cited)),
                questions=questions,
                view=None if view == self.seen else view,
            )
        )
        self.seen = view
