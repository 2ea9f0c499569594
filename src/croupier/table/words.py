"""Turns of phrase that the sentences of several parts share."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books import book
from croupier.cards import Card
from croupier.money import dollars
from croupier.table.contract import Event
from croupier.table.declare import Here, Who
from croupier.table.state import Ending, Settled


def count(number: int, thing: str, things: str = "") -> str:
    """So many of a thing: `1 card`, `2 cards`."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def counted(number: int, thing: str, things: str = "") -> str:
    """So many of a thing, with the verb that follows.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card is', '2 cards are')
    """
    return f"{count(number, thing, things)} {'is' if number == 1 else 'are'}"


def several(names: Iterable[str]) -> str:
    """Names in a row, each once.

    >>> several(["Ann", "Bob", "Ann", "Cy"]), several(())
    ('Ann, Bob and Cy', 'no one')
    """
    *first, last = dict.fromkeys(names) or ("no one",)
    return f"{', '.join(first)} and {last}" if first else last


def written(cards: Iterable[Card]) -> str:
    """Cards in a row."""
    return " ".join(map(str, cards))


def because(why: str) -> str:
    """A reason, where one was given."""
    return f": {why.removesuffix('.')}" if why else ""


def amount_moved(event: Event) -> str:
    """The money an event moved, as one amount."""
    return dollars(sum(move.cents for move in event.moves))


def money_back(event: Event, who: Who) -> str:
    """Whom an event gave how much in chips, and from whom it took back what had been paid: a sentence, or nothing."""
    gains: dict[str, int] = {}
    for move in event.moves:
        for account, cents in ((move.target, move.cents), (move.source, -move.cents)):
            if account.startswith("stack:"):
                player = account.removeprefix("stack:")
                gains[player] = gains.get(player, 0) + cents
    given = _amounts("goes back to", "to", ((who(player), cents) for player, cents in gains.items() if cents > 0))
    return given + _amounts(
        "is taken from", "from", ((who(each), -cents) for each, cents in gains.items() if cents < 0)
    )


def _amounts(how: str, again: str, people: Iterable[tuple[str, int]]) -> str:
    """Amounts in a row, with how each of them goes: ` $10 goes to Ann and $5 to Bob.`"""
    said = [f"{dollars(cents)} {again if nth else how} {name}" for nth, (name, cents) in enumerate(people)]
    return f" {several(said)}." if said else ""


def minutes(start: int, end: int) -> str:
    """The time between two moments."""
    return count((end - start) // 60_000, "minute")


def for_someone(player: str | None, who: Who) -> str:
    """For whom something is done, where that is someone else."""
    return f" for {who(player)}" if player else ""


def ended(each: Settled, who: Who) -> str:
    """How one wager ended."""
    what = f"{dollars(each.stake)} on {each.bet}" if each.stake else each.bet
    stake = f"{who(each.player)}'s {what} at area {each.area}"
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


def areas(numbers: Iterable[int]) -> str:
    """Areas by their numbers, from the left.

    >>> areas((2,)), areas((3, 2, 5))
    ('area 2', 'areas 2, 3 and 5')
    """
    found = sorted(set(numbers))
    return f"{'area' if len(found) == 1 else 'areas'} {several(map(str, found))}"


def place_due(here: Here | None) -> int | None:
    """Where the next card goes at a table, if one is due there."""
    spot = None if here is None else here.rules.spot_due(here.state)
    return None if spot is None else spot.area


def rank_name(rank: str) -> str:
    """A rank in words.

    >>> rank_name("tg-higher-duties-dealer")
    'higher duties dealer'
    """
    return rank.removeprefix("tg-").replace("-", " ")
