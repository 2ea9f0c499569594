"""What chips are worth in prizes, as tables for people and as data for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from croupier.money import dollars
from croupier.odds.tournament.worth import Worth

SHOWN_PLACES = 9
"""A screen has room for so many; the data holds all."""


def text(found: Worth) -> RenderableType:
    """The worth of everyone's chips, and their chances of the first places."""
    money = Table(title="What the chips are worth", title_justify="left")
    money.add_column("Entrant")
    for name in ("Chips", "Part", "Worth by the Independent Chip Model", "By chips"):
        money.add_column(name, justify="right")
    for each in found.standings:
        money.add_row(
            each.entrant.name,
            f"{each.entrant.chips:,}",
            f"{float(each.part):.2%}",
            dollars(each.deal),
            dollars(each.by_chips),
        )
    many = min(len(found.prizes), SHOWN_PLACES)
    places = Table(title="How likely each place is", title_justify="left")
    places.add_column("Entrant")
    for place in range(many):
        places.add_column(f"{place + 1}\n{dollars(found.prizes[place])}", justify="right")
    for each in found.standings:
        places.add_row(each.entrant.name, *(f"{chance:.2%}" for chance in each.finishes[:many]))
    notes = ["The model knows chips alone: not who plays better, who pays the next blind or who sits where."]
    first = found.prizes[0]
    above = [each.entrant.name for each in found.standings if each.by_chips > first]
    if above:
        notes.append(f"By chips {', '.join(above)} would have more than the first prize.")
    if len(found.prizes) > many:
        notes.append(f"Places {many + 1} to {len(found.prizes)} are in the data: --format json.")
    return Group(money, places, *notes)


def data(found: Worth) -> dict[str, Any]:
    """The same with every place, money in cents."""
    return {
        "method": "independent chip model",
        "prizes_cents": list(found.prizes),
        "entrants": [
            {
                "name": each.entrant.name,
                "chips": each.entrant.chips,
                "part": {"exact": str(each.part), "value": float(each.part)},
                "worth_cents": each.worth,
                "deal_cents": each.deal,
                "by_chips_cents": each.by_chips,
                "finishes": list(each.finishes),
            }
            for each in found.standings
        ],
    }
