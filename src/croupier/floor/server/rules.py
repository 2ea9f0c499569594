"""The rulebooks, clause by clause, and the rulings beside them."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from croupier import books
from croupier.floor.server.problems import told
from croupier.floor.server.wire import BookLine, BookText, ClauseLine, RulingText
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
    )


@get("/api/rules")
async def shelf() -> list[BookLine]:
    """The rulebooks on the shelf."""
    found = map(books.book, books.slugs())
    return [BookLine(slug=book.slug, code=book.code, title=book.title) for book in found]


@get("/api/rules/{slug:str}", responses=told(404))
async def book(slug: FromPath[str]) -> BookText:
    """A rulebook, clause by clause."""
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


@get("/api/rules/{slug:str}/{clause:str}", responses=told(404))
async def clause(slug: FromPath[str], clause: FromPath[str]) -> ClauseLine:
    """One clause, by its id or its citation."""
    found = books.book(slug)
    return _clause(found, found.clause(clause))


@get("/api/rulings")
async def rulings() -> list[RulingText]:
    """How the points that the books leave open are read here."""
    return [_ruling(ruling) for ruling in books.rulings().values()]


HANDLERS: list[ControllerRouterHandler] = [shelf, book, clause, rulings]
