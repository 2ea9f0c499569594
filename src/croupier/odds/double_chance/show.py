"""A Double Chance sheet for people and programs: the common sheet, and what only this game has beside it."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any

from rich.console import RenderableType

from croupier.books import cite
from croupier.money import amount, figures
from croupier.odds.double_chance.charts import edge_by_stake, keep_picture, winning_cards_chart
from croupier.odds.double_chance.classes import DEALS
from croupier.odds.double_chance.habits import habits
from croupier.odds.double_chance.rule import EXAMPLES, RULE, SIXTH_CARDS
from croupier.odds.double_chance.sheet import Capped, ChanceSheet, HabitCost
from croupier.odds.double_chance.wagers import wager
from croupier.odds.export import number, sheet_data
from croupier.odds.model import Comparison, Number
from croupier.odds.page import sheet_page
from croupier.odds.par import sheet_text
from croupier.odds.tables import Rows, tables_html, tables_text
from croupier.odds.words import fraction, percent

UNDER = {
    "maximum_payout": (cite("DC 9.2"),),
    "jackpot": (cite("DC 10.3"), cite("DC 10.5")),
}
"""The clauses that this game's own parts of the data rest on."""


def data(sheet: ChanceSheet) -> dict[str, Any]:
    """The sheet as plain data: the common shape, and this game's own figures after it."""
    found = sheet.discarding
    return {
        **sheet_data(sheet),
        "rule": list(RULE),
        "examples": [
            {"says": each.says, "cards": list(each.cards), "kept": list(each.kept), "wins": list(each.wins)}
            for each in EXAMPLES
        ],
        "discarding": {
            "hands": found.hands,
            "share": number(Fraction(found.hands, DEALS)),
            "wins": number(sheet.played[0].habit.wins),
            "by_winning_cards": [{"wins": wins, "hands": many} for wins, many in found.by_winning_cards.items()],
            "by_cards_needed": [{"cards": cards, "hands": many} for cards, many in found.by_cards_needed.items()],
        },
        "habits": [_played_data(each) for each in sheet.played],
        "maximum_payout": [_capped_data(each) for each in sheet.capped],
        "jackpot": {
            "fair_royal_flush": number(sheet.jackpot.fair_royal_flush),
            "round_costs": number(sheet.jackpot.round_costs),
        }
        if sheet.jackpot
        else None,
    }


def text(sheet: ChanceSheet, comparisons: tuple[Comparison, ...]) -> RenderableType:
    """The sheet for the terminal."""
    return sheet_text(sheet, comparisons, tables_text(_tables(sheet)))


def page(sheet: ChanceSheet, comparisons: tuple[Comparison, ...]) -> str:
    """The sheet as one HTML page that needs nothing but itself."""
    return sheet_page(sheet, comparisons, _sections(sheet))


def _sections(sheet: ChanceSheet) -> str:
    said = "".join(f"<li>{escape(line)}</li>" for line in RULE)
    parts = [
        '<h2>The best play</h2><section class="card whole"><h3>Which cards to keep</h3>'
        f'<ol>{said}</ol>{keep_picture(EXAMPLES)}<p class="quiet">A row for each suit, the ace on the right. '
        "No rule does better: this one keeps cards as good as any for every hand.</p></section>"
        '<section class="card whole"><h3>How many of the 47 sixth cards win, the best cards kept</h3>'
        f"{winning_cards_chart(sheet.discarding.by_winning_cards)}</section>"
    ]
    if sheet.settings.maximum_payout is not None:
        parts.append(
            '<section class="card whole"><h3>House edge by stake under this maximum payout</h3>'
            f"{_stake_chart(sheet)}</section>"
        )
    return "".join(parts) + tables_html(_tables(sheet))


def _stake_chart(sheet: ChanceSheet) -> str:
    payout = sheet.settings.maximum_payout or Fraction(0)
    best = habits()[0]

    def edge(stake: Number) -> Number:
        return wager(best, payout / Fraction(stake)).edge

    return edge_by_stake(edge, {each.stake: _hands(each) for each in sheet.capped}, sheet.settings.stake)


def _tables(sheet: ChanceSheet) -> dict[str, Rows]:
    """This game's own tables, each with its head as the first row."""
    tables: dict[str, Rows] = {
        "What a habit costs": [
            ("cards kept", "house edge", "exact", "more than the best", "wins when discarding", "hands it errs on"),
            *(_played_row(each) for each in sheet.played),
        ],
        "Hands that discard": [("", "hands", "share"), *_discarding_rows(sheet)],
    }
    if sheet.capped:
        tables["Where the maximum payout begins to bite"] = [
            ("cut short above this stake", "stake", "house edge there", "exact"),
            *((_hands(each), _dollars(each.stake), percent(each.edge), fraction(each.edge)) for each in sheet.capped),
        ]
    if facts := sheet.jackpot:
        tables["The Jackpot"] = [
            ("", "value", "exact"),
            (
                "fair odds to one on a royal flush",
                f"{float(facts.fair_royal_flush):,.2f}",
                fraction(facts.fair_royal_flush),
            ),
            ("a round costs, wager and Jackpot", _dollars(facts.round_costs), fraction(facts.round_costs)),
        ]
    return tables


def _played_row(each: HabitCost) -> tuple[str, ...]:
    more = percent(each.gives_up) if each.gives_up else "0"
    wins = percent(each.habit.wins)
    return each.habit.name, percent(each.edge), fraction(each.edge), more, wins, f"{each.habit.errs:,}"


def _discarding_rows(sheet: ChanceSheet) -> Rows:
    found = sheet.discarding
    rows: Rows = [("all of them", f"{found.hands:,}", f"{percent(Fraction(found.hands, DEALS))} of all hands")]
    needed = {1: "one card is enough", 2: "two cards are needed", 3: "three cards are needed"}
    for cards, many in found.by_cards_needed.items():
        rows.append((needed[cards], f"{many:,}", percent(Fraction(many, found.hands))))
    least, most = min(found.by_winning_cards), max(found.by_winning_cards)
    for name, wins in (("worst", least), ("best", most)):
        many = found.by_winning_cards[wins]
        said = f"{name}: {wins} of {SIXTH_CARDS} sixth cards win"
        rows.append((said, f"{many:,}", percent(Fraction(many, found.hands))))
    return rows


def _hands(each: Capped) -> str:
    return ", ".join(hand.value for hand in each.hands)


def _dollars(value: Fraction) -> str:
    return amount(figures(value, 2))


def _played_data(each: HabitCost) -> dict[str, Any]:
    return {
        "name": each.habit.name,
        "edge": number(each.edge),
        "costs": number(each.gives_up),
        "wins": number(each.habit.wins),
        "errs": each.habit.errs,
    }


def _capped_data(each: Capped) -> dict[str, Any]:
    return {"stake": number(each.stake), "hands": [hand.value for hand in each.hands], "edge": number(each.edge)}
