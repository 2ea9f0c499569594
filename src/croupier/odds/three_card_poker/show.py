"""A Three Card Poker sheet for people and programs: the common sheet, and what only this game has beside it."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from math import ceil
from typing import Any

from rich.console import RenderableType

from croupier.books import cite
from croupier.money import amount, figures
from croupier.odds.export import number, sheet_data
from croupier.odds.model import Comparison
from croupier.odds.page import sheet_page
from croupier.odds.par import sheet_text
from croupier.odds.tables import Rows, tables_html, tables_text
from croupier.odds.three_card_poker.charts import return_against_meter, strategy_picture
from croupier.odds.three_card_poker.meter import LongRun, MeterSystem, paid
from croupier.odds.three_card_poker.sheet import JackpotFacts, PokerSheet
from croupier.odds.three_card_poker.wagers import jackpot_chances
from croupier.odds.words import fraction, percent

UNDER = {"long_run": (cite("TCP 6.3.2"), cite("TCP 6.4.1"))}
"""The clauses that this game's own parts of the data rest on."""


def data(sheet: PokerSheet) -> dict[str, Any]:
    """The sheet as plain data: the common shape, and this game's own figures after it."""
    return {
        **sheet_data(sheet),
        "element_of_risk": number(sheet.element_of_risk),
        "alternatives": [
            {"name": wager.name, "edge": number(wager.edge), "costs": number(wager.edge - sheet.wagers[0].edge)}
            for wager in sheet.alternatives
        ],
        "jackpot": _jackpot_data(sheet.jackpot) if sheet.jackpot else None,
        "long_run": [_long_run_data(row) for row in sheet.long_run],
    }


def text(sheet: PokerSheet, comparisons: tuple[Comparison, ...]) -> RenderableType:
    """The sheet for the terminal."""
    return sheet_text(sheet, comparisons, tables_text(_tables(sheet)))


def page(sheet: PokerSheet, comparisons: tuple[Comparison, ...]) -> str:
    """The sheet as one HTML page that needs nothing but itself."""
    return sheet_page(sheet, comparisons, _sections(sheet))


def _sections(sheet: PokerSheet) -> str:
    picture = strategy_picture(sheet.rule, sheet.riding)
    said = "".join(f"<li>{escape(line)}</li>" for line in (*sheet.rule.words, *_riding_words(sheet)))
    parts = [
        '<h2>The best play</h2><section class="card whole"><h3>Which hands of three odd cards play</h3>'
        f'{picture}<p class="quiet">A panel for each highest card: the second card falls from row to row, the third '
        f"rises from column to column. A pair or better always plays.</p><ul>{said}</ul></section>"
    ]
    if sheet.settings.system and sheet.jackpot:
        parts.append(
            '<h2>The meter</h2><figure class="card"><h3>Return of the Jackpot wager against the meter</h3>'
            f"{_meter_chart(sheet, sheet.settings.system, sheet.jackpot)}</figure>"
        )
    return "".join(parts) + tables_html(_tables(sheet))


def _riding_words(sheet: PokerSheet) -> tuple[str, ...]:
    """What a Jackpot wager adds to the rule, if it adds anything."""
    if sheet.riding in (None, sheet.rule):
        return ()
    added = sheet.riding.words[len(sheet.rule.words) :]
    return tuple(f"With a Jackpot wager: {line[0].lower()}{line[1:]}" for line in added)


def _meter_chart(sheet: PokerSheet, system: MeterSystem, facts: JackpotFacts) -> str:
    riding = jackpot_chances(sheet.riding or sheet.rule)
    slope = float(facts.return_per_dollar_of_meter)
    lines = {"main game's fold rule": (1 - float(facts.edge_without_meter), slope)}
    if sheet.riding != sheet.rule:
        lines["best fold rule with this Ante"] = float(paid(system.bonuses, riding)), slope
    shows = ceil(system.value)
    marks = {"now": float(shows), "break-even": float(facts.break_even)}
    here = next(row for row in sheet.long_run if (row.system.option, row.system.seed) == (system.option, system.seed))
    high = ceil(max(Fraction(shows), facts.break_even) * 5 / 4)
    return return_against_meter(lines, system.floor, high, marks, here.value)


def _tables(sheet: PokerSheet) -> dict[str, Rows]:
    """This game's own tables, each with its head as the first row."""
    best = sheet.wagers[0]
    others = [(wager.name, wager.edge, wager.edge - best.edge) for wager in sheet.alternatives]
    tables: dict[str, Rows] = {
        "What a simpler rule costs": [
            ("rule", "house edge", "more than the best"),
            ("the best rule", percent(best.edge), "0"),
            *((name, percent(edge), percent(more)) for name, edge, more in others),
            ("for each unit staked (element of risk)", percent(sheet.element_of_risk), ""),
        ]
    }
    if sheet.jackpot:
        tables["The Jackpot wager and its meter"] = [("", "value", "exact"), *_jackpot_rows(sheet.jackpot)]
        tables["Long-run return of every meter system at this price"] = [
            ("option", "seed", "increment", "bonus prizes", "reseeding", "top-ups", "return", "within", "mean meter"),
            *(_long_run_row(row) for row in sheet.long_run),
        ]
    return tables


def _jackpot_rows(facts: JackpotFacts) -> Rows:
    changes = facts.rule_changes_below_ante
    dollars = {
        "breaks even at a rounded meter of": facts.break_even,
        "the same by the best fold rule, its cost to the Ante counted": facts.break_even_riding,
        "Ante, Play and Jackpot together break even at": facts.break_even_round,
        "a round costs, by the main game's fold rule": facts.round_costs,
        "a round costs, by the best fold rule": facts.round_costs_riding,
    }
    return [
        ("edge if the meter paid nothing", percent(facts.edge_without_meter), fraction(facts.edge_without_meter)),
        (
            "less, for each dollar on the meter",
            f"{float(facts.return_per_dollar_of_meter) * 100:.6f} %",
            fraction(facts.return_per_dollar_of_meter),
        ),
        *((name, *_dollars(value)) for name, value in dollars.items()),
        ("the fold rule changes below an Ante of", *(("never", "") if changes is None else _dollars(changes))),
    ]


def _dollars(value: Fraction) -> tuple[str, str]:
    return amount(figures(value, 2)), fraction(value)


def _long_run_row(row: LongRun) -> tuple[str, ...]:
    return (
        str(row.system.option),
        f"{row.system.seed:,}",
        percent(row.increments, 2),
        percent(row.bonuses),
        percent(row.reseeding),
        percent(row.top_ups),
        percent(row.value, 4),
        f"± {percent((row.high - row.low) / 2, 4)}",
        amount(figures(row.average_meter)),
    )


def _jackpot_data(facts: JackpotFacts) -> dict[str, Any]:
    changes = facts.rule_changes_below_ante
    return {
        "edge_without_meter": number(facts.edge_without_meter),
        "return_per_dollar_of_meter": number(facts.return_per_dollar_of_meter),
        "break_even": number(facts.break_even),
        "break_even_riding": number(facts.break_even_riding),
        "break_even_round": number(facts.break_even_round),
        "rule_changes_below_ante": None if changes is None else number(changes),
        "round_costs": number(facts.round_costs),
        "round_costs_riding": number(facts.round_costs_riding),
    }


def _long_run_data(row: LongRun) -> dict[str, Any]:
    return {
        "option": row.system.option,
        "seed_value": row.system.seed,
        "increment": number(row.increments),
        "bonus_prizes": number(row.bonuses),
        "reseeding": number(row.reseeding),
        "top_ups": row.top_ups,
        "return": {"low": row.low, "value": row.value, "high": row.high},
        "average_meter": row.average_meter,
        "straight_flushes_topped_up": row.topped_up,
    }
