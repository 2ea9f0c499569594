"""What a Magnificent Sevens wager gains by the entry it may win, as data and as a table."""

from __future__ import annotations

from typing import Any

from croupier.money import amount, figures, money
from croupier.odds.blackjack.entry import Entry, entry
from croupier.odds.blackjack.sheet import BlackjackSheet
from croupier.odds.export import number
from croupier.odds.tables import Rows
from croupier.odds.words import percent

STAKES = (1, 2, 5, 10, 25)
"""For which the entry is told as a part of the wager, in dollars."""


def entry_data(sheet: BlackjackSheet) -> dict[str, Any] | None:
    """The entry as plain data; nothing where none can be won."""
    if (found := _of(sheet)) is None:
        return None
    return {
        "chance": number(found.chance),
        "entry": number(found.worth),
        "a_wager": number(found.a_wager),
        "by_stake": [{"stake": stake, "worth": number(found.a_wager / stake)} for stake in STAKES],
    }


def entry_table(sheet: BlackjackSheet) -> dict[str, Rows]:
    """A table of it, if an entry can be won."""
    if (found := _of(sheet)) is None:
        return {}
    return {
        "The tournament entry that Magnificent Sevens may win, all entrants alike": [
            ("", "dollars", "exact", "of the wager"),
            ("an entry", amount(figures(found.worth, 2)), str(found.worth), ""),
            ("each wager gains", amount(figures(found.a_wager, 4)), str(found.a_wager), ""),
            *((f"on a wager of {money(stake)}", "", "", percent(found.a_wager / stake)) for stake in STAKES),
        ]
    }


def _of(sheet: BlackjackSheet) -> Entry | None:
    return entry(sheet.settings.sevens, sheet.wagers)
