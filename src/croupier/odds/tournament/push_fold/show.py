"""Push-or-fold equilibria as tables for people and as data for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from croupier.money import dollars
from croupier.odds.crown_poker.lookup import RANKS_IN_ALL
from croupier.odds.tournament.push_fold.answer import Answer
from croupier.odds.tournament.push_fold.equilibrium import Decision

ALWAYS, NEVER = 0.995, 0.005
"""From here on a choice is told as made always, up to here as never made."""


def text(found: Answer, hand: tuple[str, int] | None = None) -> RenderableType:
    """What everyone does, hand by hand; or with one hand alone, named with its group."""
    decisions = _told(found) if hand is None else [_one(found, *hand)]
    return Group(_players(found), *decisions, *found.notes)


def data(found: Answer, hand: tuple[str, int] | None = None) -> dict[str, Any]:
    """The same with every frequency."""
    spot, model, solution = found.spot, found.model, found.solution
    parts = model.hands.parts
    return {
        "method": "push or fold",
        "game": model.variant.value,
        "blinds": {"small": spot.small_blind, "big": spot.big_blind, "ante": spot.ante},
        "prizes_cents": None if spot.prizes is None else list(spot.prizes),
        "exact": model.showdowns.exact,
        "boards": None if model.showdowns.exact else model.boards,
        "seed": None if model.showdowns.exact else model.seed,
        "showdowns": model.showdowns.seen,
        "off_by": model.off_by,
        "rounds": solution.rounds,
        "players": [
            {
                "seat": seat,
                "chips": spot.stacks[at],
                "gains": solution.means[at],
                "best_answer_gains": max(0.0, solution.gains[at]),
            }
            for at, seat in enumerate(found.seats)
        ],
        "groups": [
            {"hand": name, "dealt": float(solution.held[at]), "takes": None if parts is None else parts[at]}
            for at, name in enumerate(model.hands.names)
        ],
        "decisions": [
            {
                "seat": found.seats[where.player],
                "all_in_before": [found.seats[each] for each in where.inside],
                "often": solution.often(where),
                "by_group": [float(each) for each in often],
            }
            for where, often in solution.decisions.items()
        ],
        "hand": None if hand is None else {"cards": hand[0], "group": hand[1]},
        "notes": list(found.notes),
    }


def _players(found: Answer) -> Table:
    spot, solution = found.spot, found.solution
    table = Table(title=f"Push or fold: {found.model.variant.value.capitalize()}", title_justify="left")
    table.add_column("Player")
    for name in ("Chips", "Big blinds", *(["Worth now"] if spot.prizes else []), "Gains a hand", "A best answer gains"):
        table.add_column(name, justify="right")
    for at, seat in enumerate(found.seats):
        table.add_row(
            seat,
            f"{spot.stacks[at]:,}",
            f"{spot.stacks[at] / spot.big_blind:.1f}",
            *([dollars(int(spot.before[at]))] if spot.prizes else []),
            f"{solution.means[at]:+.4f}",
            f"{max(0.0, solution.gains[at]):.5f}",
        )
    unit = "a big blind's part of all prizes" if spot.prizes else "big blinds"
    table.caption = f"Gains are in {unit}."
    table.caption_justify = "left"
    return table


def _told(found: Answer) -> list[RenderableType]:
    if found.model.hands.parts is None:
        return [_chart(found, where) for where in found.solution.decisions]
    return [_by_strength(found)]


def _chart(found: Answer, where: Decision) -> Table:
    """Pairs down the middle, suited cards above it."""
    names, often = found.model.hands.names, found.solution.decisions[where]
    table = Table(
        title=f"{found.said(where).capitalize()}: all in with {found.solution.often(where):.1%}",
        title_justify="left",
        show_header=False,
        padding=(0, 1),
    )
    for _ in range(RANKS_IN_ALL):
        table.add_column(justify="center")
    for row in reversed(range(RANKS_IN_ALL)):
        table.add_row(
            *(
                _cell(names[at], float(often[at])) if found.solution.held[at] else ""
                for at in (_at(row, other) for other in reversed(range(RANKS_IN_ALL)))
            )
        )
    return table


def _at(row: int, column: int) -> int:
    """The kind in a place of the chart."""
    return row * RANKS_IN_ALL + column


def _cell(name: str, often: float) -> str:
    return name if often > ALWAYS else "·" if often < NEVER else f"{100 * often:.0f}%"


def _by_strength(found: Answer) -> Table:
    """The best groups first, each with a hand out of its middle."""
    hands, solution = found.model.hands, found.solution
    assert hands.parts is not None
    table = Table(title="All in, by strength of the hand", title_justify="left")
    table.add_column("Best")
    for name in ("such as", "takes", *(found.said(where) for where in solution.decisions)):
        table.add_column(name, justify="right")
    better = 0.0
    for at in reversed(range(hands.groups)):
        better += float(solution.held[at])
        row = (_often(float(often[at])) for often in solution.decisions.values())
        table.add_row(f"{better:.1%}", hands.names[at], f"{hands.parts[at]:.1%}", *row)
    table.add_section()
    table.add_row("of all", "", "", *(f"{solution.often(where):.1%}" for where in solution.decisions))
    return table


def _one(found: Answer, cards: str, group: int) -> Table:
    """What is done with one hand."""
    table = Table(title=f"{cards}, played as {found.model.hands.names[group]}", title_justify="left")
    table.add_column("Who chooses")
    table.add_column("All in", justify="right")
    for where, often in found.solution.decisions.items():
        table.add_row(found.said(where), _often(float(often[group])))
    return table


def _often(often: float) -> str:
    return "always" if often > ALWAYS else "never" if often < NEVER else f"{often:.0%}"
