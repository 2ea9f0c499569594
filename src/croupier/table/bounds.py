"""How much a table remembers and how much a command may say: every list in a state has an end.

What is over leaves the live state, and the record keeps it; what is not over is bounded where it is decided.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from unicodedata import category

LONGEST_TEXT = 1000
"""Characters of a text."""
LONGEST_NAME = 24
"""Characters of a person's name."""
LONGEST_ID = 64
"""Characters of an id, a bet, a clause."""
MOST_LISTED = 64
"""Members of a list in a command."""

STANDING = 24
"""People standing at a table beside those who sit."""
DEPARTED = 64
"""How many of those who left last are remembered as having been here."""
ACCOUNTS = 128
"""Accounts of a table before those of people who have gone are kept as one."""
TOLD = 256
"""People remembered as having been told something, even if they have left."""
BREACHES = 32
"""Contraventions on which the house may still act."""
EXCLUDED = 500
"""People shut out of one table."""

CLAIMS = 12
"""Rounds of one player of which is remembered what the wagers could have brought, beside those disputed."""
CLAIMANTS = 64
"""Players of whom it is, beside those at the table and those with a dispute."""
GIVEN_ALONE = 64
"""Players of whom is remembered what single persons gave them: the sums count together with the next gift."""
UNSIGNED = 8
"""Acts of one person that give value and wait for a second signature."""
UNSIGNED_OF_ALL = 32
"""Such acts of all at a table."""

SLIPS = 8
"""Slips of the rack that wait for a second signature."""

OPEN_OF_ONE = 3
"""Disputes of one person that wait for a word of the house."""
OPEN_OF_PLAYERS = (40, 30, 20)
"""How many disputes of those with a wager in the round they name may wait before one more person has a first, a second
or a third one: the first place is the last to be gone."""
OPEN_OF_BYSTANDERS = (8, 6, 4)
"""The same for those without a wager in the round, who take no places from the others."""
OPEN_BY_STAFF = (56, 44, 32)
"""How many of both may wait before someone of the house can put in one more for a person."""
RULED = 24
"""Disputes ruled on, of which a further word may still be asked for."""
OVER = 8
"""Disputes that are over and still shown."""


def readable(text: str, *, lines: bool = False) -> bool:
    """Whether a text holds nothing but what can be seen: no control characters, nothing that turns it about.

    >>> readable("it was my chip"), readable("a\\x00b"), readable("a\\u202eb"), readable("two\\nlines", lines=True)
    (True, False, False, True)
    """
    if text.isprintable():
        return True
    return all(each.isprintable() or category(each) == "Zs" or (lines and each == "\n") for each in text)


def those_here(people: frozenset[str], newest: str, here: Collection[str]) -> frozenset[str]:
    """People remembered, one more among them; beyond the bound, only those who are here."""
    more = people | {newest}
    return more if len(more) <= TOLD else frozenset({newest, *(each for each in people if each in here)})


def merged(chips: dict[str, int], people: Mapping[str, Any]) -> dict[str, int]:
    """The accounts of a table, those of people who have gone kept as one when they are many."""
    if len(chips) <= ACCOUNTS:
        return chips
    kept, gone = dict[str, int](), 0
    for name, cents in chips.items():
        owner = name.removeprefix("wallet:")
        if name == WALLETS or (owner != name and owner not in people):
            gone += cents
        else:
            kept[name] = cents
    return {**kept, WALLETS: gone} if gone else kept


WALLETS = "wallets"
"""The account of what people who have gone brought to the table, or took away from it."""
