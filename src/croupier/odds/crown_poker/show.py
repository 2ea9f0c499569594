"""A Crown Poker sheet for people and programs: the common sheet, and what only this game has beside it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.console import RenderableType

from croupier.books import cite
from croupier.money import amount, figures
from croupier.odds.crown_poker.equity import Equities, Share
from croupier.odds.crown_poker.sheet import PokerSheet
from croupier.odds.crown_poker.wagers import Cost, Taken
from croupier.odds.export import number, sheet_data
from croupier.odds.model import Comparison
from croupier.odds.page import sheet_page
from croupier.odds.par import sheet_text
from croupier.odds.svg import share_bars
from croupier.odds.tables import Rows, tables_html, tables_text
from croupier.odds.words import fraction, percent

UNDER = {
    "equities": (cite("CP 8.20.4(a)"), cite("ruling 60")),
    "commission": (cite("CP 7.2.1"), cite("ruling 64"), cite("ruling 115")),
}
"""The clauses that this game's own parts of the data rest on."""


def data(sheet: PokerSheet) -> dict[str, Any]:
    """The sheet as plain data: the common shape, and this game's own figures after it."""
    return {
        **sheet_data(sheet),
        "equities": _equities_data(sheet.equities) if sheet.equities else None,
        "commission": _cost_data(sheet.commission) if sheet.commission else None,
    }


def text(sheet: PokerSheet, comparisons: tuple[Comparison, ...]) -> RenderableType:
    """The sheet for the terminal."""
    return sheet_text(sheet, comparisons, tables_text(_tables(sheet)))


def page(sheet: PokerSheet, comparisons: tuple[Comparison, ...]) -> str:
    """The sheet as one HTML page that needs nothing but itself."""
    drawn = ""
    if sheet.equities:
        drawn = (
            '<h2>The pot</h2><section class="card whole"><h3>What each hand takes</h3>'
            f"{_bars(sheet.equities)}</section>"
        )
    return sheet_page(sheet, comparisons, drawn + tables_html(_tables(sheet)))


def _bars(found: Equities) -> str:
    best = max(each.equity for each in found.shares)
    rows = [(each.hand, float(each.equity), percent(each.equity), each.equity == best) for each in found.shares]
    return share_bars("What each hand takes of the pot", rows)


def _tables(sheet: PokerSheet) -> dict[str, Rows]:
    tables: dict[str, Rows] = {}
    if found := sheet.equities:
        how = "every one of" if found.exact else "a sample of"
        tables[f"What hands take of the pot, over {how} {found.showdowns:,} showdowns"] = [
            ("hand", "equity", "exact", "takes all", "takes a part", "off by"),
            *(_share_row(each) for each in found.shares),
        ]
    if costs := sheet.commission:
        tables["What commission costs"] = [
            ("", "dollars"),
            (f"of a pot of {_dollars(costs.pot.pot)}", _dollars(costs.pot.taken)),
            ("a player, a hand", _dollars(costs.a_player_a_hand)),
            ("a player, an hour", _dollars(costs.a_player_an_hour)),
            ("the cap is reached with a pot of", "never" if costs.capped_from is None else _dollars(costs.capped_from)),
        ]
        tables["Commission by the size of the pot"] = [
            ("pot", "taken", "of the pot"),
            *((_dollars(each.pot), _dollars(each.taken), percent(each.share)) for each in costs.by_pot),
        ]
    return tables


def _share_row(each: Share) -> tuple[str, ...]:
    exact = fraction(each.equity) if isinstance(each.equity, Fraction) else ""
    off = f"± {percent(each.off_by)}" if each.off_by else ""
    return each.hand, percent(each.equity), exact, percent(each.wins), percent(each.shares), off


def _dollars(value: Fraction) -> str:
    return amount(figures(value, 2))


def _equities_data(found: Equities) -> dict[str, Any]:
    return {
        "exact": found.exact,
        "showdowns": found.showdowns,
        "hands": [
            {
                "hand": each.hand,
                "equity": number(each.equity),
                "wins": number(each.wins),
                "shares": number(each.shares),
                "off_by": each.off_by,
            }
            for each in found.shares
        ],
    }


def _cost_data(costs: Cost) -> dict[str, Any]:
    return {
        "pot": _taken_data(costs.pot),
        "a_player_a_hand": number(costs.a_player_a_hand),
        "a_player_an_hour": number(costs.a_player_an_hour),
        "capped_from": None if costs.capped_from is None else number(costs.capped_from),
        "by_pot": [_taken_data(each) for each in costs.by_pot],
    }


def _taken_data(each: Taken) -> dict[str, Any]:
    return {"pot": number(each.pot), "taken": number(each.taken), "share": number(each.share)}
