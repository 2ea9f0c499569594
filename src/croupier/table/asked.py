"""How a term of a table is asked for on a form, where its type alone does not say it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta

from croupier.books import cite
from croupier.cards import CardSource, Device


def asked(label: str = "", says: str = "", *under: str, **more: Any) -> Meta:
    """A term that is to be filled in, under a label of its own: what it means, in words, and the clauses behind it."""
    return Meta(extra={"asked": True, "label": label, "says": says, "under": tuple(map(cite, under)), **more})


def money(label: str = "", says: str = "", *under: str) -> Meta:
    """An amount, in cents."""
    return asked(label, says, *under, money=True)


def percentage(label: str, says: str, *under: str) -> Meta:
    """A share in thousandths, which people write in percent."""
    return asked(label, says, *under, percent=True)


def one_of(choices: Iterable[str], label: str = "", says: str = "", *under: str) -> Meta:
    """Words of which one is chosen."""
    return asked(label, says, *under, choices=tuple(choices))


def side_bets(bets: Iterable[str], says: str = "", *under: str) -> Meta:
    """Limits of bets that a house offers or not."""
    return asked("", says, *under, bets=tuple(bets))


def dealt_from(says: str, *under: str, known: Iterable[Device]) -> Meta:
    """The device that cards are dealt from, one of those that a book knows."""
    return asked("Dealt from", says, *under, choices=tuple([each.value for each in known]))


UNASKED = Meta(extra={"asked": False})
"""A term of which there is nothing to choose."""

Cents = Annotated[int, money()]

Source = Annotated[
    CardSource,
    asked(
        "Cards",
        "Virtual cards are drawn by the software; real ones lie on a cloth, and the dealer enters them.",
        names={CardSource.VIRTUAL.value: "virtual", CardSource.REAL.value: "real, on a cloth"},
    ),
]
"""Where a table's cards come from."""

SIGNS_ALONE = 100_00
"""What one person of the house gives a player without a second signature, unless the operator sets it otherwise."""

SignedAlone = Annotated[
    int,
    Meta(ge=0),
    money(
        "Given on one signature, up to",
        "Awards, vouchers and cash for a player beyond this wait for the signature of a second person.",
    ),
]
"""The most that one person of the house gives a player without a second signature, as a term of a table."""
