"""Running a script: its lines are put to the table one by one, and its expectations are held against what happened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.scripts.expectations import REFUSED, last
from croupier.scripts.forms import Act, Broken, Direction, Expectation, Script, Statement
from croupier.scripts.header import terms_of
from croupier.scripts.kinds import clock
from croupier.scripts.parse import pointed
from croupier.scripts.table import Table, cites
from croupier.scripts.tournaments.tables import at_several
from croupier.scripts.vocabulary import Vocabulary, vocabulary
from croupier.table.care import brought_new
from croupier.table.contract import Clauses, Reason, Refusal
from croupier.table.declare import say

MOST_CITED = 12
"""How many clauses a message tells."""
_CITED = re.compile(r"(?P<citation>[A-Z]{2,} \S+) ")


class Said(msgspec.Struct, frozen=True):
    """One event as the transcript tells it."""

    event: str
    sentence: str
    under: Clauses


class Turn(msgspec.Struct, frozen=True):
    """One line of a script and what came of it."""

    line: int
    text: str
    clock: str
    events: tuple[Said, ...] = ()
    refused: str | None = None


class Fault(msgspec.Struct, frozen=True):
    """The line a script broke at, and why."""

    line: int
    column: int
    message: str
    text: str


class Result(msgspec.Struct, frozen=True):
    """A script as it was played, up to its end or the line it broke at."""

    place: str
    title: str
    turns: tuple[Turn, ...]
    fault: Fault | None = None
    heading: str = ""
    """The file's title, where it has several scenarios."""

    @property
    def name(self) -> str:
        """The title, after that of its file where the file has several."""
        return f"{self.heading} {self.title}".lstrip()

    @property
    def holds(self) -> bool:
        """Whether everything the script expects is so."""
        return self.fault is None

    def complaint(self) -> str:
        """The fault at its place, as editors and terminals understand it; nothing where there is none."""
        fault = self.fault
        return "" if fault is None else pointed(self.place, fault.line, fault.column, fault.message, fault.text)


def run(script: Script) -> Result:
    """Play a script to its end, or to the first line that breaks."""
    turns: list[Turn] = []
    statement = script.table
    try:
        table, refusal = set_up(script)
        turns.append(_turn(table, statement, 0, refusal))
        for after in (*script.lines, None):
            if refusal is not None and (after is None or after.form is not REFUSED):
                raise Broken(f"refused: {refusal}")
            if after is None:
                break
            statement, start = after, len(table.log)
            refusal = play(table, statement)
            turns.append(_turn(table, statement, start, refusal))
    except Broken as broken:
        within = f"in round {statement.turn} repeated: " if statement.turn else ""
        fault = Fault(statement.line, statement.column, f"{within}{broken}", statement.text)
        return Result(script.place, script.title, tuple(turns), fault, script.heading)
    return Result(script.place, script.title, tuple(turns), heading=script.heading)


def set_up(script: Script) -> tuple[Table, Refusal | None]:
    """The table made ready as its line says, or the refusal of terms that the book does not allow."""
    language = vocabulary(script.game)
    try:
        terms, said = terms_of(language.game, script.settings)
        table = _table_of(language, said)(language.game, terms, language.staff, said)
    except ValueError as error:
        table = language.table(language.game, language.game.terms(), language.staff, {})
        cited = _CITED.match(str(error))
        table.refusal = Refusal(Reason.FORBIDDEN, (cited["citation"],) if cited else (), {"terms": str(error)})
        return table, table.refusal
    table.now = said.get("from", table.now)
    table.set_aside = frozenset(card for line in script.lines for card in cards_in(line.given.values))
    match said.get("ready"):
        case "open":
            table.open_unshuffled()
        case "new cards":
            table.open_unshuffled()
            table.state = replace(table.state, care=brought_new(table.state, burn_wanted=False))
        case None:
            table.make_ready()
    if "round" in said:
        table.state = replace(table.state, round=said["round"] - 1)
    return table, None


def _table_of(language: Vocabulary, said: Mapping[str, Any]) -> type[Table]:
    """The sort of table that a game's scripts are played at, or as many of them as a tournament has."""
    return at_several(language.table) if "tournament" in said else language.table


def cards_in(values: Any) -> Iterator[Card]:
    """Every card among what a line gives."""
    if isinstance(values, Card):
        yield values
    elif isinstance(values, dict | tuple):
        for each in values.values() if isinstance(values, dict) else values:
            yield from cards_in(each)


def play(table: Table, statement: Statement) -> Refusal | None:
    """One line put to the table; what it was refused for, if it was."""
    form, given = statement.form, statement.given
    if isinstance(form, Expectation):
        table.expecting = True
        _check_citations(form.holds(given, table), given.citations or ())
        return None
    table.begin()
    if isinstance(form, Act):
        if given.time is not None:
            table.set_clock(given.time)
        assert given.actor is not None
        table.refusal = table.perform(form.makes(given, table), given.actor)
    elif isinstance(form, Direction):
        table.refusal = form.does(given, table)
    if table.to_come and table.refusal is None:
        raise Broken(f"{table.to_come[0]} is listed, but no card was drawn for it")
    table.to_come.clear()
    return table.refusal


def _check_citations(found: Clauses, wanted: Clauses) -> None:
    missing = [clause for clause in wanted if clause not in found]
    if missing:
        raise Broken(f"expected {', '.join(missing)} to be cited; cited were {last(found, ', ', MOST_CITED) or 'none'}")


def said_since(table: Table, start: int) -> tuple[Said, ...]:
    """What happened at a table from a place of its log on."""
    return tuple(Said(type(event).__name__, say(event, table.names), cites([event])) for event in table.log[start:])


def _turn(table: Table, statement: Statement, start: int, refusal: Refusal | None) -> Turn:
    said = said_since(table, start)
    return Turn(statement.line, statement.text.strip(), clock(table.now), said, str(refusal) if refusal else None)
