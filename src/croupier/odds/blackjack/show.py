"""A sheet of the Blackjack family for people and programs: the common sheet, and what only this game has beside it."""

from __future__ import annotations

from html import escape
from math import sqrt
from typing import Any

from rich.console import RenderableType

from croupier.books import cite
from croupier.odds.blackjack.charts import (
    CHOICES,
    LEGEND,
    NAMES,
    UPCARDS,
    chart,
    chart_picture,
    hand_name,
    value_picture,
)
from croupier.odds.blackjack.entry import UNDER as ENTRY_UNDER
from croupier.odds.blackjack.entry_show import entry_data, entry_table
from croupier.odds.blackjack.protection_show import protection_data, protection_tables
from croupier.odds.blackjack.sevens_show import two_sevens_data, two_sevens_table
from croupier.odds.blackjack.sheet import BlackjackSheet, effects_of_removal
from croupier.odds.export import number, sheet_data
from croupier.odds.model import Comparison
from croupier.odds.page import sheet_page
from croupier.odds.par import sheet_text
from croupier.odds.tables import Rows, tables_html, tables_text
from croupier.odds.words import fraction, percent

UNDER = {
    "basic_strategy": (cite("BJ 7.5.1"),),
    "hands": (cite("BJ 7.5.1"),),
    "even_money": (cite("BJ 7.3.2"), cite("BJ 7.4.1(b)")),
    "protection": (cite("BJ 17.1"), cite("BJ 4.2.4(b)")),
    "two_sevens": (cite("BJ 13.4.1(a)"), cite("BJ 13.6.1"), cite("ruling 39")),
    "entry": ENTRY_UNDER,
    "super_bonus": (cite("BJ 10 Table 1:Super Bonus"), cite("BJ 10 Table 1:Super Bonus others"), cite("ruling 38")),
}
"""The clauses that this game's own parts of the data rest on."""


def data(sheet: BlackjackSheet) -> dict[str, Any]:
    """The sheet as plain data: the common shape, and this game's own figures after it."""
    return {
        **sheet_data(sheet),
        "basic_strategy": {
            "edge": number(sheet.basic.edge),
            "variance": number(sheet.basic.variance),
            "gives_up": number(sheet.gives_up),
            "upcards": [NAMES[upcard] for upcard in UPCARDS],
            "chart": [{"kind": row.kind, "hand": row.name, "codes": list(row.codes)} for row in chart(sheet.strategy)],
            "legend": LEGEND,
            "withdraws": _withdrawn(sheet),
        },
        "hands": [_hand(sheet, place, upcard) for place in range(len(sheet.starts)) for upcard in UPCARDS],
        "even_money": None
        if sheet.even_money is None
        else {"taken": number(1.0), "declined": number(sheet.even_money)},
        "effects_of_removal": {rank: number(effect) for rank, effect in effects_of_removal(sheet.settings).items()},
        "protection": protection_data(sheet.settings) if sheet.settings.protection else None,
        "super_bonus": _super_bonus(sheet),
        "two_sevens": two_sevens_data(sheet),
        "entry": entry_data(sheet),
    }


def _hand(sheet: BlackjackSheet, place: int, upcard: int) -> dict[str, Any]:
    worth = sheet.worth[place, upcard]
    found = sheet.found
    value = float(found.values[place, upcard])
    return {
        "cards": hand_name(sheet.starts[place]),
        "upcard": NAMES[upcard],
        "chance": float(found.chances[place, upcard]),
        "best": CHOICES[int(sheet.plan.firsts[place, upcard])],
        "value": value,
        "variance": float(found.squares[place, upcard]) - value**2,
        "worth": {CHOICES[choice]: float(each) for choice, each in enumerate(worth) if each > -10},
    }


def _withdrawn(sheet: BlackjackSheet) -> dict[str, list[int]]:
    """By the dealer's first card, the totals at which the doubled part of a wager is withdrawn."""
    if not sheet.settings.playing.rescue:
        return {}
    totals = {NAMES[up]: [total for total in range(4, 21) if sheet.strategy.rescues[total, up]] for up in UPCARDS}
    return {upcard: found for upcard, found in totals.items() if found}


def _super_bonus(sheet: BlackjackSheet) -> dict[str, Any] | None:
    if (facts := sheet.super_bonus) is None:
        return None
    return {
        "chance": number(facts.chance),
        "prize": number(facts.prize),
        "worth": number(facts.worth),
        "by_stake": [{"stake": stake, "worth": number(worth)} for stake, worth in facts.by_stake.items()],
        "given_by_others": number(facts.others),
    }


def text(sheet: BlackjackSheet, comparisons: tuple[Comparison, ...]) -> RenderableType:
    """The sheet for the terminal."""
    return sheet_text(sheet, comparisons, tables_text(_tables(sheet)))


def page(sheet: BlackjackSheet, comparisons: tuple[Comparison, ...]) -> str:
    """The sheet as one HTML page that needs nothing but itself."""
    return sheet_page(sheet, comparisons, _sections(sheet))


def _sections(sheet: BlackjackSheet) -> str:
    values = [[float(each) for each in row] for row in sheet.found.values]
    tables = {name: rows for name, rows in _tables(sheet).items() if name != "Basic strategy"}
    return (
        '<h2>The best play</h2><section class="card whole"><h3>Basic strategy</h3>'
        f'{chart_picture(chart(sheet.strategy))}<p class="quiet">{escape(LEGEND)}</p></section>'
        '<section class="card whole"><h3>What first hands are worth, played as well as can be</h3>'
        f"{value_picture(sheet.starts, values)}</section>" + tables_html(tables)
    )


def csv_rows(sheet: BlackjackSheet) -> list[dict[str, str]]:
    """The chart for a table of outcomes: what is done with each hand against each first card."""
    return [
        {"wager": sheet.basic.name, "outcome": f"{row.name} against {NAMES[upcard]}", "action": code}
        for row in chart(sheet.strategy)
        for upcard, code in zip(UPCARDS, row.codes, strict=True)
    ]


def _tables(sheet: BlackjackSheet) -> dict[str, Rows]:
    """This game's own tables, each with its head as the first row."""
    head = ("", *(NAMES[upcard] for upcard in UPCARDS))
    tables: dict[str, Rows] = {
        "Basic strategy": [head, *((row.name, *row.codes) for row in chart(sheet.strategy))],
        "Play by totals, and by the cards themselves": [
            ("", "house edge", "std deviation"),
            ("by the cards themselves", percent(sheet.wagers[0].edge, 4), f"{sqrt(sheet.wagers[0].variance):.4f}"),
            ("by basic strategy", percent(sheet.basic.edge, 4), f"{sqrt(sheet.basic.variance):.4f}"),
            ("basic strategy gives up", percent(sheet.gives_up, 5), ""),
        ],
    }
    if withdrawn := _withdrawn(sheet):
        tables["A doubled hand is withdrawn"] = [
            ("against", "with a total of"),
            *((upcard, f"{min(totals)} to {max(totals)}") for upcard, totals in withdrawn.items()),
        ]
    tables |= two_sevens_table(sheet)
    tables |= entry_table(sheet)
    if sheet.settings.protection:
        tables |= protection_tables(sheet.settings)
    elif removed := effects_of_removal(sheet.settings):
        tables["What one card less adds"] = [
            ("card", "effect"),
            *(("10" if rank == "T" else rank, percent(effect, 4)) for rank, effect in removed.items()),
        ]
    if sheet.even_money is not None:
        tables["A natural against an ace"] = [
            ("", "worth"),
            ("paid at even money", "1"),
            ("played", fraction(sheet.even_money)),
        ]
    if facts := sheet.super_bonus:
        tables["The Super Bonus"] = [
            ("", "value"),
            ("chance", f"1 in {1 / facts.chance:,.0f}"),
            ("worth at this stake", percent(facts.worth, 4)),
            *((f"worth at {stake} dollars", percent(worth, 4)) for stake, worth in facts.by_stake.items()),
            ("given by the wins of others, at most", percent(facts.others, 4)),
        ]
    return tables
