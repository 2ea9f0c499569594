"""What a Magnificent Sevens wager does to the best play of two sevens, as data and as a table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.odds.blackjack.compositions import RANKS, SEVEN
from croupier.odds.blackjack.sheet import UPCARDS, BlackjackSheet
from croupier.odds.blackjack.side_bets import PlayOfSevens, play_of_sevens
from croupier.odds.blackjack.strategy import ACTIONS, SURRENDER
from croupier.odds.tables import Rows

SIDE_STAKE = 1
"""What is wagered on Magnificent Sevens, in dollars, beside the stake."""


def two_sevens(sheet: BlackjackSheet) -> tuple[PlayOfSevens, ...]:
    """The best play of two sevens with a dollar on Magnificent Sevens; nothing where that is not offered."""
    settings = sheet.settings
    if settings.sevens is None or settings.shoe is None:
        return ()
    place = next(place for place, start in enumerate(sheet.starts) if (start.first, start.second) == (SEVEN, SEVEN))
    values = {
        UPCARDS[upcard]: {
            ACTIONS[choice]: float(sheet.worth[place, upcard, choice])
            for choice in range(SURRENDER)
            if sheet.worth[place, upcard, choice] > -10
        }
        for upcard in range(RANKS)
    }
    stake = Fraction(SIDE_STAKE) / settings.stake
    return play_of_sevens(values, version=settings.sevens, decks=settings.shoe, stake=stake)


def two_sevens_data(sheet: BlackjackSheet) -> list[dict[str, Any]]:
    """The same as plain data."""
    return [
        {
            "upcard": each.upcard,
            "suited": each.suited,
            "without_the_wager": each.alone,
            "with_it": each.riding,
            "third_card_adds": float(each.third_card_adds),
            "changes_from_stake": each.changes_from,
        }
        for each in two_sevens(sheet)
    ]


def two_sevens_table(sheet: BlackjackSheet) -> dict[str, Rows]:
    """A table of it, if the wager is offered."""
    found = two_sevens(sheet)
    if not found:
        return {}
    rows = [
        (
            "10" if each.upcard == "T" else each.upcard,
            "one suit" if each.suited else "mixed",
            each.alone,
            each.riding,
            f"{float(each.third_card_adds):.1f}",
            "never" if each.changes_from is None else f"{each.changes_from:.4f} of it",
        )
        for each in found
    ]
    head = ("against", "two sevens", "without the wager", "with a dollar on it", "a third card adds", "changes from")
    return {"Two sevens beside Magnificent Sevens": [head, *rows]}
