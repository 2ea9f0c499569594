"""How a term of a table is asked for on a form, where its type alone does not say it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta


def asked(label: str = "", **more: Any) -> Meta:
    """A term that is to be filled in, under a label of its own."""
    return Meta(extra={"asked": True, "label": label, **more})


def money(label: str = "") -> Meta:
    """An amount, in cents."""
    return asked(label, money=True)


def one_of(choices: Iterable[str]) -> Meta:
    """Words of which one is chosen."""
    return asked(choices=tuple(choices))


def side_bets(bets: Iterable[str]) -> Meta:
    """Limits of bets that a house offers or not."""
    return asked(bets=tuple(bets))


UNASKED = Meta(extra={"asked": False})
"""A term of which there is nothing to choose."""

Cents = Annotated[int, money()]

SIGNS_ALONE = 100_00
"""What one person of the house gives a player without a second signature, unless the operator sets it otherwise."""

SignedAlone = Annotated[int, Meta(ge=0, extra={"asked": True, "label": "Given on one signature, up to", "money": True})]
"""The most that one person of the house gives a player without a second signature, as a term of a table."""
