"""What to wager in the last hands, as tables for people and as data for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from croupier.money import dollars
from croupier.odds.tournament.last_hands.banks import Hand, LastHands

NOTES = (
    "Whoever wagers later has seen the wagers before, and everyone looks at nothing but their own part of the prizes; "
    "of wagers that are worth the same the smallest is made. Who is equal at the end shares.",
    "Cards come from an endless shoe, from which the chance of any results together, all against one hand of the "
    "dealer's, is exact; from four to eight decks it differs by little.",
    "Hands are played by basic strategy, and nobody insures: a double or a split is one more wager, made where the "
    "bank has it, and once a hand. How a hand is best played for the prizes alone is not looked at.",
    "A bank below the minimum cannot wager. No wager is looked at but the minimum and those so many steps above it.",
)


def text(found: LastHands) -> RenderableType:
    """The wagers of this hand, and those at other banks."""
    return Group(_now(found), _worths(found), _at_each_bank(found), *NOTES)


def data(found: LastHands) -> dict[str, Any]:
    """The same as plain data; banks and wagers in chips, worth in parts of all prizes."""
    ending = found.ending
    return {
        "method": "last hands",
        "version": ending.variant.value,
        "hands_left": ending.hands,
        "minimum": ending.minimum,
        "maximum": ending.maximum,
        "step": ending.step,
        "first_moves_on": ending.moves_on,
        "prizes_cents": list(ending.prizes),
        "now": _hand(found.now),
        "at_each_bank": [
            {"bank": bank, "hands": [_hand(each) for each in hands]} for bank, hands in found.at_each_bank.items()
        ],
        "notes": list(NOTES),
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "left": hand.left,
        "banks": list(hand.banks),
        "turns": [
            {
                "player": turn.player + 1,
                "wager": turn.wager,
                "worth": [{"wager": wager, "worth": worth} for wager, worth in turn.worth.items()],
            }
            for turn in hand.turns
        ],
        "worth": list(hand.worth),
    }


def _now(found: LastHands) -> Table:
    hand, prizes = found.now, sum(found.ending.prizes)
    table = Table(title=f"What to wager, {_hands(hand.left)} left", title_justify="left")
    table.add_column("In turn")
    for name in ("Bank", "Wagers", "Then has of the prizes"):
        table.add_column(name, justify="right")
    for turn in hand.turns:
        worth = hand.worth[turn.player]
        share = f"{worth:.2%}" if len(found.ending.prizes) == 1 else f"{worth:.2%} ({dollars(round(worth * prizes))})"
        table.add_row(f"Player {turn.player + 1}", f"{hand.banks[turn.player]:,}", _wager(turn.wager), share)
    return table


def _worths(found: LastHands) -> Table:
    """What each wager would be worth, the wagers before being those that are made."""
    table = Table(title="What each wager is worth to whoever makes it", title_justify="left")
    table.add_column("Wager", justify="right")
    for turn in found.now.turns:
        table.add_column(f"Player {turn.player + 1}", justify="right")
    for wager in sorted({wager for turn in found.now.turns for wager in turn.worth}):
        cells = []
        for turn in found.now.turns:
            worth = f"{turn.worth[wager]:.2%}" if wager in turn.worth else ""
            cells.append(f"[bold]{worth} *[/bold]" if wager == turn.wager else worth)
        table.add_row(_wager(wager), *cells)
    return table


def _at_each_bank(found: LastHands) -> Table:
    """What all wager in turn at other banks of the first player."""
    others = ", ".join(f"{bank:,}" for bank in found.ending.banks[1:])
    table = Table(
        title=f"What all wager in turn at each bank of Player 1, the others having {others}", title_justify="left"
    )
    table.add_column("Bank", justify="right")
    left = [hand.left for hand in next(iter(found.at_each_bank.values()))]
    for each in left:
        table.add_column(f"{_hands(each)} left", justify="right")
        table.add_column("has", justify="right")
    for bank, hands in found.at_each_bank.items():
        row = []
        for hand in hands:
            row += [" · ".join(_wager(turn.wager) for turn in hand.turns), f"{hand.worth[0]:.1%}"]
        table.add_row(f"{bank:,}", *row)
    return table


def _hands(left: int) -> str:
    return "1 hand" if left == 1 else f"{left} hands"


def _wager(wager: int) -> str:
    return f"{wager:,}" if wager else "none"
