"""The scripts of a book as witnesses: each is played, and what it comes past is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from croupier.books.coverage import LIBRARY
from croupier.books.model import Book
from croupier.games import game
from croupier.scripts import parse_all, run
from croupier.scripts.forms import Broken, Script
from croupier.scripts.kinds import Subject
from croupier.scripts.run import play, set_up
from croupier.scripts.table import Table
from croupier.table.contract import Command, Refusal
from croupier.table.declare import EVENTS
from tests.conformance.watching import Watch
from tests.mutants import code
from tests.mutants.made import packages


class Witness(msgspec.Struct, frozen=True):
    """One scenario of the library."""

    name: str
    script: Script

    def fails(self, *, watched: bool = False) -> bool:
        """Whether it does not hold, or what is hidden shows where it is watched for that."""
        try:
            return watch(self.script) if watched else not run(self.script).holds
        except Exception:  # a fault may show as anything
            return True


def watch(script: Script) -> bool:
    """Play a script with everyone looking on; whether someone was told what is not theirs to know."""
    table, _ = set_up(script)
    table.onlooker = watcher = Watch(table)
    for statement in script.lines:
        play(table, statement)
    watcher.look(table)
    return False


@cache
def scripts(name: str) -> tuple[Witness, ...]:
    """The scenarios of a book's folder."""
    found = []
    for path in sorted((LIBRARY / name).rglob("*.table")):
        place = path.relative_to(LIBRARY).as_posix()
        each = parse_all(path.read_text(encoding="utf-8"), place)
        found += [Witness(f"{place}#{number}", script) for number, script in enumerate(each, start=1)]
    return tuple(found)


MOST_ACTS = 4_000
"""More acts than any script has; beyond them what is due leads in a circle, as a fault may have it."""


def bounded() -> None:
    """Have a script break that does not come to its end."""
    perform = Table.perform

    def counted(table: Table, command: Command, by: Subject) -> Refusal | None:
        acts = table.__dict__["acts"] = table.__dict__.get("acts", 0) + 1
        if acts > MOST_ACTS:
            raise Broken("what is due leads nowhere")
        return perform(table, command, by)

    Table.perform = counted  # type: ignore[method-assign]


def follow(name: str, told: Callable[[str], object]) -> None:
    """Have everything that mutants of a game touch tell when it is come past; there is no way back from it."""
    subject = game(name)
    code.tell(lambda place: told(f"code {place}"))
    for module in code.modules_of(*packages(subject)):
        code.take_over(module, code.marked(module, code.faults(module)))
    for wired in subject.engine._variants.values():
        for event, evolve in list(wired.evolvers.items()):
            wired.evolvers[event] = _telling(evolve, f"event {EVENTS[event].kind}", told)
    reaches = Book.may

    def may(book: Book, rank: str, clause: str) -> bool:
        told(f"rank {clause if ' ' in clause else f'{book.code} {clause}'}")
        return reaches(book, rank, clause)

    Book.may = may  # type: ignore[method-assign]
    for wired in subject.engine._variants.values():
        wired.rules._lacking = _Forgetful()
        for command, bound in list(wired.deciders.items()):
            wired.deciders[command] = msgspec.structs.replace(bound, lacking=_Forgetful())


class _Forgetful(dict[Any, Any]):
    """What remembers nothing beyond the next question, so that each is asked again."""

    def __contains__(self, key: object) -> bool:
        return False


def _telling(evolve: Callable[..., Any], key: str, told: Callable[[str], object]) -> Callable[[Any, Any], Any]:
    def evolved(state: Any, event: Any) -> Any:
        told(key)
        return evolve(state, event)

    return evolved
