"""The rulebooks, clause by clause, and the rulings beside them."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath, QueryParameter
from litestar.types import ControllerRouterHandler

from croupier import books
from croupier.floor.server.lasting import lasting
from croupier.floor.server.packing import answer
from croupier.floor.server.problems import told
from croupier.floor.server.wire import BookLine, BookText, Cited, ClauseLine, Contents, RulingText, SectionLine
from croupier.games import game, games
from croupier.table.words import rank_name


def _clause(book: books.Book, clause: books.Clause) -> ClauseLine:
    return ClauseLine(
        id=clause.id,
        cite=f"{book.code} {clause.id}",
        kind=clause.kind,
        authority=clause.authority,
        rank_name="" if clause.authority == "none" else rank_name(clause.authority),
        asks=clause.asks,
        met=clause.met,
        how=clause.how,
        ruling=tuple(_ruling(books.rulings()[ruling]) for ruling in clause.ruling),
    )


def _ruling(ruling: books.Ruling) -> RulingText:
    return RulingText(
        id=ruling.id,
        cite=ruling.citation,
        scope=ruling.scope,
        says=ruling.says,
        switch=ruling.switch,
        otherwise=ruling.otherwise,
        clauses=_read_so().get(ruling.id, ()),
    )


@cache
def _read_so() -> dict[str, tuple[str, ...]]:
    """The clauses that each ruling is on."""
    found: dict[str, list[str]] = {}
    for book in map(books.book, books.slugs()):
        for clause in book.clauses:
            for each in clause.ruling:
                found.setdefault(each, []).append(f"{book.code} {clause.id}")
    return {ruling: tuple(cites) for ruling, cites in found.items()}


AnyRequest = Request[Any, Any, Any]

MOST_CITED = 40
"""Citations that are looked up at once."""
LONGEST_CITATION = 120

Cites = Annotated[
    list[Annotated[str, msgspec.Meta(max_length=LONGEST_CITATION)]],
    QueryParameter(name="cite", max_items=MOST_CITED, description="Citations, such as `MM 9.8` or `ruling 11`."),
]

WHILE = {"cache-control": "private, max-age=600"}
"""Books change with the software alone: what was read of one a moment ago is as good as new."""


def _book(slug: str) -> BookText:
    found = books.book(slug)
    return BookText(
        slug=found.slug,
        code=found.code,
        title=found.title,
        jurisdiction=found.jurisdiction,
        version=found.version,
        ladder=found.ladder,
        beside=found.beside,
        sections=found.sections,
        clauses=tuple(_clause(found, clause) for clause in found.clauses),
    )


def _contents(slug: str) -> Contents:
    found = books.book(slug)
    sections = (
        SectionLine(number=number, title=title, clauses=len(found.section(number)))
        for number, title in found.sections.items()
    )
    return Contents(
        slug=found.slug, code=found.code, title=found.title, version=found.version, sections=tuple(sections)
    )


def _cited(citation: str) -> Cited:
    found = books.look_up(citation)
    if isinstance(found, books.Ruling):
        return Cited(cite=citation, ruling=_ruling(found))
    book = books.book(citation.partition(" ")[0])
    # The innermost, where one section holds another.
    number = max((each for each in book.sections if found.within(each)), key=len)
    return Cited(
        cite=citation,
        book=book.slug,
        section=number,
        section_title=book.sections[number],
        clause=_clause(book, found),
    )


def _shelf() -> list[BookLine]:
    found = map(books.book, books.slugs())
    return [BookLine(slug=book.slug, code=book.code, title=book.title) for book in found]


@get("/api/rules")
async def shelf(request: AnyRequest) -> Response[list[BookLine]]:
    """The rulebooks on the shelf."""
    return lasting(request, "shelf", lambda: msgspec.json.encode(_shelf()))


@get("/api/rules/{slug:str}", responses=told(404))
async def book(slug: FromPath[str], request: AnyRequest) -> Response[BookText]:
    """A rulebook, clause by clause."""
    found = books.book(slug).slug
    return lasting(request, f"book {found}", lambda: msgspec.json.encode(_book(found)))


@get("/api/rules/{slug:str}/contents", responses=told(404))
async def contents(slug: FromPath[str], request: AnyRequest) -> Response[Contents]:
    """The sections of a rulebook, or of the book that a game is played by, without their clauses."""
    found = (game(slug).book if slug in games() else books.book(slug)).slug
    return lasting(request, f"contents {found}", lambda: msgspec.json.encode(_contents(found)))


@get("/api/rules/{slug:str}/sections/{number:str}", responses=told(404))
async def section(slug: FromPath[str], number: FromPath[str], request: AnyRequest) -> Response[list[ClauseLine]]:
    """The clauses of one section of a rulebook."""
    found = books.book(slug)
    if number not in found.sections:
        raise books.UnknownClause(f"{found.code} {number}"[:LONGEST_CITATION])
    lines = [_clause(found, each) for each in found.section(number)]
    return lasting(request, f"section {found.slug} {number}", lambda: msgspec.json.encode(lines))


@get("/api/clauses", responses=told(400))
async def clauses(cite: Cites, request: AnyRequest) -> Response[list[Cited]]:
    """What some citations say, each once; one that no book has is left out."""
    found = []
    for each in dict.fromkeys(cite):
        with suppress(books.UnknownClause):
            found.append(_cited(each))
    return answer(request, msgspec.json.encode(found), headers=WHILE)


@get("/api/rules/{slug:str}/{clause:str}", responses=told(404))
async def clause(slug: FromPath[str], clause: FromPath[str]) -> ClauseLine:
    """One clause, by its id or its citation."""
    found = books.book(slug)
    return _clause(found, found.clause(clause))


@get("/api/rulings")
async def rulings(request: AnyRequest) -> Response[list[RulingText]]:
    """How the points that the books leave open are read here."""
    return lasting(
        request, "rulings", lambda: msgspec.json.encode([_ruling(each) for each in books.rulings().values()])
    )


HANDLERS: list[ControllerRouterHandler] = [shelf, book, contents, section, clauses, clause, rulings]
