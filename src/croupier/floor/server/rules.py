"""The rulebooks, clause by clause, the rulings beside them, and the odds of the games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Any, Literal

from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.types import ControllerRouterHandler

from croupier import books
from croupier.cards import Device
from croupier.floor.server.problems import malformed, told
from croupier.floor.server.wire import BookLine, BookText, ClauseLine, RulingText

AnteBonus = Literal["A", "B", "C"]
PairPlus = Literal["A", "B", "C", "D", "E", "F"]


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


@get("/api/odds/matchmaker", responses=told(400))
async def matchmaker_odds(
    decks: Annotated[int, QueryParameter(ge=1, le=100)] = 8,
    device: FromQuery[Device] = Device.SHOE,
    miss_match_on_opposite_pairs: FromQuery[bool] = False,
) -> dict[str, Any]:
    """The exact odds of Matchmaker's bets under some terms, as `croupier odds matchmaker --format json` gives them."""

    def work() -> dict[str, Any]:
        from croupier.games.matchmaker import Terms
        from croupier.odds.export import sheet_data
        from croupier.odds.matchmaker import sheet

        terms = Terms(decks=decks, device=device, miss_match_on_opposite_pairs=miss_match_on_opposite_pairs)
        return sheet_data(sheet(terms))

    return await _worked_out(work)


@get("/api/odds/three-card-poker", responses=told(400))
async def three_card_poker_odds(
    *,
    ante_bonus: FromQuery[AnteBonus] = "A",
    pair_plus: FromQuery[PairPlus] = "A",
    jackpot: Annotated[int | None, QueryParameter(ge=1, le=2)] = None,
    seed_value: FromQuery[int] = 10_000,
    meter: FromQuery[Decimal | None] = None,
    price: FromQuery[int] = 1,
    ante: FromQuery[Decimal] = Decimal(10),
) -> dict[str, Any]:
    """The best fold rules and exact odds of Three Card Poker, as `croupier odds three-card-poker` gives them in JSON.

    The Jackpot wager is left out unless its option is named; `meter`, `price` and `ante` are in dollars.
    """

    def work() -> dict[str, Any]:
        from croupier.odds.three_card_poker import Setting, sheet
        from croupier.odds.three_card_poker_show import poker_data

        setting = Setting.asked(
            ante_bonus=ante_bonus,
            pair_plus=pair_plus,
            jackpot=jackpot,
            seed_value=seed_value,
            meter=meter,
            price=price,
            ante=ante,
        )
        return poker_data(sheet(setting))

    return await _worked_out(work)


@get("/api/odds/double-chance", responses=told(400))
async def double_chance_odds(
    stake: FromQuery[Decimal] = Decimal(10),
    maximum_payout: FromQuery[Decimal | None] = None,
    jackpot_price: FromQuery[Decimal | None] = None,
    jackpot_schedule: FromQuery[str | None] = None,
) -> dict[str, Any]:
    """The best cards to keep and exact odds of Double Chance, as `croupier odds double-chance` gives them in JSON.

    Amounts are in dollars. A schedule is seven odds to one, from the royal flush to the dead hand, with commas between;
    the Jackpot wager is left out unless both its price and its schedule are given.
    """

    def work() -> dict[str, Any]:
        from croupier.odds.double_chance import Setting, sheet
        from croupier.odds.double_chance_show import chance_data

        setting = Setting.asked(
            stake=stake,
            maximum_payout=maximum_payout,
            jackpot_price=jackpot_price,
            jackpot_schedule=jackpot_schedule,
        )
        return chance_data(sheet(setting))

    return await _worked_out(work)


@get("/api/odds/double-chance/hands/{cards:str}", responses=told(400))
async def double_chance_hand(cards: FromPath[str]) -> dict[str, Any]:
    """What a hand of five cards, such as `KhJc8c9d4s`, is declared as, or every way to keep cards of it.

    The ways come the best first, each with the sixth cards that win.
    """

    def work() -> dict[str, Any]:
        from croupier.cards import Card
        from croupier.odds.double_chance_show import hand_data

        return hand_data([Card(cards[place : place + 2]) for place in range(0, len(cards), 2)])

    return await _worked_out(work)


async def _worked_out(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A sheet worked out beside the server's own loop; terms that the book forbids are a malformed request."""
    try:
        return await asyncio.to_thread(work)
    except ValueError as error:
        raise malformed(str(error)) from error


HANDLERS: list[ControllerRouterHandler] = [
    shelf,
    book,
    clause,
    rulings,
    matchmaker_odds,
    double_chance_odds,
    double_chance_hand,
    three_card_poker_odds,
]
