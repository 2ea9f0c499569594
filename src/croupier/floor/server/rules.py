"""The rulebooks, clause by clause, and the rulings beside them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from croupier import books
from croupier.floor.server.lasting import lasting
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


AnyRequest = Request[Any, Any, Any]


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


HANDLERS: list[ControllerRouterHandler] = [shelf, book, clause, rulings]
