"""The rulebooks, clause by clause, the rulings beside them, and the odds of the games."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.types import ControllerRouterHandler

from croupier import books
from croupier.cards import Device
from croupier.floor.server.problems import malformed, told
from croupier.floor.server.wire import BookLine, BookText, ClauseLine, RulingText
from croupier.games import game
from croupier.odds import analysis


def _clause(book: books.Book, clause: books.Clause) -> ClauseLine:
    return ClauseLine(
        id=clause.id,
        cite=f"{book.code} {clause.id}",
        kind=clause.kind,
        authority=clause.authority,
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


@get("/api/odds/{name:str}", responses=told(400, 404))
async def odds(
    name: FromPath[str],
    decks: Annotated[int, QueryParameter(ge=1, le=100)] = 8,
    device: FromQuery[Device] = Device.SHOE,
    miss_match_on_opposite_pairs: FromQuery[bool] = False,
) -> dict[str, Any]:
    """The exact odds of a game's wagers under some terms, as `croupier odds --format json` gives them."""
    terms_type = game(name).terms
    try:
        terms = terms_type(decks=decks, device=device, miss_match_on_opposite_pairs=miss_match_on_opposite_pairs)
    except ValueError as error:
        raise malformed(str(error)) from error

    def work() -> dict[str, Any]:
        from croupier.odds.export import sheet_data

        return sheet_data(analysis(name).sheet(terms))

    return await asyncio.to_thread(work)


HANDLERS: list[ControllerRouterHandler] = [shelf, book, clause, rulings, odds]
