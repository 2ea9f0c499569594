"""The mutants of a book: what each is called, where a witness must come past to notice it, and how it is made."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from textwrap import dedent
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.books import Book
from croupier.games import Game, game
from croupier.scripts.forms import Given, Setting
from croupier.scripts.header import NESTED
from croupier.scripts.vocabulary import vocabulary
from croupier.table.contract import DEALER, PLAYER
from croupier.table.declare import EVENTS, EVERYONE, _as_it_was
from tests.mutants import code

SHARED = ("table", "house")
ANY = "any"
"""The key of what every witness comes past."""


class Mutant(msgspec.Struct, frozen=True):
    """One fault: `key` is the place that a witness must come past, `watched` what only hidden things can tell."""

    sort: str
    name: str
    key: str
    make: Callable[[], None]
    watched: bool = False

    @property
    def shared(self) -> bool:
        """Whether it is in code that all books share, where the witnesses of any of them may notice it."""
        return self.key.startswith(tuple(f"code {each}." for each in SHARED))

    @property
    def id(self) -> str:
        """What it is called in files and reports."""
        return f"{self.sort}: {self.name}"


def mutants(name: str) -> list[Mutant]:
    """Every mutant of a game."""
    subject = game(name)
    found = [*_emptied(subject), *_told(subject), *_lowered(subject), *_read(subject), *_coded(subject)]
    return sorted(found, key=lambda each: each.id)


def possible(name: str, made: list[Mutant], passed: Mapping[str, object]) -> list[Mutant]:
    """Those that are of this book: of shared code what its tables come past, of ranks those that something asks."""
    subject = game(name)
    asked = {bound.clause for wired in subject.engine._variants.values() for bound in wired.deciders.values()}
    played = {key.partition(": ")[0].rpartition(".")[0] for key in passed if key.startswith("code ")}
    own = f"code {packages(subject)[0]}."

    def of_this_book(each: Mutant) -> bool:
        if each.sort == "rank lowered":
            return each.key in passed or each.key.removeprefix("rank ") in asked
        if each.key.startswith("code ") and not each.key.startswith(own):
            place = each.key.partition(": ")[0]
            return any(place.startswith(f"{module}.") for module in played)
        return True

    return [each for each in made if of_this_book(each)]


def _emptied(subject: Game) -> Iterator[Mutant]:
    for event in subject.engine.events:
        kind = EVENTS[event].kind
        parts = [part for rules in subject.engine.variants for part in rules.parts if event in part.evolvers]
        if all(_changes_nothing(part.evolvers[event].evolve) for part in parts):
            continue  # it is on record, and that is all

        def make(event: Any = event) -> None:
            for wired in subject.engine._variants.values():
                if event in wired.evolvers:
                    wired.evolvers[event] = _as_it_was

        yield Mutant("event emptied", kind, f"event {kind}", make)


def _changes_nothing(evolve: Callable[..., Any]) -> bool:
    """Whether an evolver gives back the state that it was given, and does nothing else."""
    (function,) = ast.parse(dedent(inspect.getsource(evolve))).body
    if evolve is _as_it_was:
        return True
    if not isinstance(function, ast.FunctionDef):
        return False
    last, state = function.body[-1], function.args.args[0].arg
    told = len(function.body) == 1 + (ast.get_docstring(function) is not None)
    return told and isinstance(last, ast.Return) and isinstance(last.value, ast.Name) and last.value.id == state


def _told(subject: Game) -> Iterator[Mutant]:
    for event in subject.engine.events:
        info = EVENTS[event]
        if not info.audience.everyone:
            make = _declared(event, audience=EVERYONE)
            yield Mutant("audience widened", info.kind, f"event {info.kind}", make, watched=True)
        if info.secret:
            make = _declared(event, secret=())
            yield Mutant("secret told", info.kind, f"event {info.kind}", make, watched=True)


def _declared(event: Any, **otherwise: Any) -> Callable[[], None]:
    def make() -> None:
        EVENTS[event] = replace(EVENTS[event], **otherwise)

    return make


def _lowered(subject: Game) -> Iterator[Mutant]:
    book = subject.engine.book
    for clause in book.clauses:
        held = book.rank_of(clause.authority)
        if not held:
            continue
        lowest = DEALER if held > (book.rank_of(DEALER) or 0) else PLAYER
        name = f"{book.code} {clause.id} to {lowest}"

        def make(cite: str = f"{book.code} {clause.id}", lowest: str = lowest) -> None:
            lower(subject, book, cite, lowest)

        yield Mutant("rank lowered", name, f"rank {book.code} {clause.id}", make)


def lower(subject: Game, book: Book, cite: str, lowest: str) -> None:
    """Have a clause let someone act who may not."""
    lowered = replace(book.clause(cite), authority=lowest)
    book._by_id[lowered.id] = lowered
    book._by_name[lowered.id] = book._by_name[cite] = lowered
    for wired in subject.engine._variants.values():
        wired.rules._lacking.clear()
        wired.rules._lowest.clear()
        wired.rules._acts.clear()
        for command, bound in wired.deciders.items():
            bound.lacking.clear()
            if bound.clause == cite:
                wired.deciders[command] = replace(bound, dealers=lowest == DEALER)


def _read(subject: Game) -> Iterator[Mutant]:
    """Each reading of a ruling that a table can be set to, whatever it is set to."""
    usual = subject.terms()
    for form, _ in vocabulary(subject.name).settings:
        if not isinstance(form, Setting) or "ruling" not in form.says:
            continue
        for term, value in form.sets(Given({})).items():
            holder, fields = (getattr(usual, term), value) if term in NESTED else (usual, {term: value})
            if not all(hasattr(holder, field) for field in fields):
                continue
            for field, otherwise in fields.items():
                for said in (getattr(holder, field), otherwise):
                    name = f"{field} always {getattr(said, 'value', said)}"
                    yield Mutant("ruling forced", name, ANY, _always(type(holder), field, said))


def _always(holder: type, field: str, value: Any) -> Callable[[], None]:
    def make() -> None:
        type.__setattr__(holder, field, property(lambda self: value))

    return make


def _coded(subject: Game) -> Iterator[Mutant]:
    for module in code.modules_of(*packages(subject)):
        for fault in code.faults(module):

            def make(fault: code.Fault = fault, module: Any = module) -> None:
                code.take_over(module, code.changed(fault))

            yield Mutant(fault.sort, fault.name, f"code {fault.name}", make)


def packages(subject: Game) -> tuple[str, ...]:
    """Where the code of a game lies: its own package, and what it shares with others."""
    return (subject.engine.variants[0].__module__.removeprefix("croupier.").rpartition(".")[0], *SHARED)
