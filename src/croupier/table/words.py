"""Turns of phrase that the sentences of several parts share."""

from __future__ import annotations

from croupier.books import book
from croupier.money import dollars
from croupier.table.contract import Event
from croupier.table.declare import Who
from croupier.table.state import Ending, Settled


def count(number: int, thing: str, things: str = "") -> str:
    """So many of a thing: `1 card`, `2 cards`."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def because(why: str) -> str:
    """A reason, where one was given."""
    return f": {why.removesuffix('.')}" if why else ""


def amount_moved(event: Event) -> str:
    """The money an event moved, as one amount."""
    return dollars(sum(move.cents for move in event.moves))


def minutes(start: int, end: int) -> str:
    """The time between two moments."""
    return count((end - start) // 60_000, "minute")


def for_someone(player: str | None, who: Who) -> str:
    """For whom something is done, where that is someone else."""
    return f" for {who(player)}" if player else ""


def ended(each: Settled, who: Who) -> str:
    """How one wager ended."""
    what = f"{dollars(each.stake)} on {each.bet}" if each.stake else each.bet
    stake = f"{who(each.player)}'s {what} at {each.area}"
    match each.ending:
        case Ending.WON:
            return f"{stake} wins {dollars(each.paid)} at {each.odds}"
        case Ending.RETURNED:
            return f"{stake} goes back"
        case Ending.LOST if each.returned:
            return f"{stake} loses {dollars(each.taken)}, and {dollars(each.returned)} over the maximum goes back"
        case Ending.LOST:
            return f"{stake} loses"


def endings(settled: tuple[Settled, ...], who: Who, otherwise: str) -> str:
    """How these wagers ended, or what there is to say when there were none."""
    return ("; ".join(ended(each, who) for each in settled) or otherwise) + "."


INSPECTOR = "The inspector"


def reviewer(event: Event) -> str:
    """Who reviews a ruling, by the book that an event cites."""
    found = book(event.under[0].partition(" ")[0]).reviewer
    return INSPECTOR if found == "regulator" else f"A {found.replace('-', ' ')}"


PLACES = {0: "the dealer"}
"""What is lying where no area is; a game with other such places names them."""


def place(number: int) -> str:
    """A place on the layout."""
    return PLACES.get(number, f"area {number}")
