"""Why a player gets chips: each reason says from which accounts they may come, and who has signed for it.

An event declares its reasons where it is declared. One that brings a player chips for no declared reason is refused by
the engine before it is on record.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from croupier.money import Move
from croupier.table.accounts import CAGE, CASH, LAYOUT, RACK, TOURNAMENT

STACK, WALLET, HELD = "stack", "wallet", "held"
_PLAYERS = (STACK, WALLET)


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """One reason for which a player gets chips."""

    name: str
    sources: tuple[str, ...]
    """The accounts that they may come from, as far as a colon in their names."""
    signed: str
    """Who has signed for it, in words."""
    bound: str
    """What keeps it from being any sum, in words."""


OWN = Value(
    name="own chips",
    sources=(STACK, WALLET, HELD),
    signed="the player, or whoever of the house notes what the player did; what was held, by the rank that held it",
    bound="what the player has",
)
"""A player's own chips come to another place of theirs."""

SETTLED = Value(
    name="settlement",
    sources=(LAYOUT, RACK, "pot", "slide"),
    signed="whoever deals; the rules work out the amount, and a person decides none of it",
    bound="the stake and the odds of the pay table in force, the pot, or what the prize meter holds",
)
"""A wager or a pot is settled."""

REFUNDED = Value(
    name="refund",
    sources=(LAYOUT, RACK, "pot", "slide", "rake"),
    signed="the rank that the clause names",
    bound="what was staked in the round, and taken of it",
)
"""A wager goes back to its owner, or what was taken of it."""

CORRECTED = Value(
    name="correction",
    sources=(LAYOUT, RACK, "pot", "slide", "rake"),
    signed="whoever deals at a real table or the rank that the clause names, with what was entered before on record",
    bound="what the rules pay for the cards, stakes and choices as they are put right",
)
"""What was entered wrongly at a real table is put right, and settled as the rules would have."""

PRIZE = Value(
    name="prize on the sign",
    sources=(CAGE,),
    signed="the operator, who put the prize on the sign, and the rank that verifies the hand",
    bound="the amount on the sign",
)
"""A prize that the sign promises is verified."""

PURCHASE = Value(
    name="cash",
    sources=(CASH,),
    signed="the player, who shows it, and a person of the house; above the table's limit a second person of the house",
    bound="what is shown",
)
"""Cash that a player shows at the table is turned into chips."""

VOUCHER = Value(
    name="voucher",
    sources=(CASH,),
    signed="a person of the house other than the player; above the table's limit a second one",
    bound="the voucher, each once in the whole house",
)
"""A promotional voucher is exchanged."""

AWARD = Value(
    name="award",
    sources=(RACK,),
    signed="the rank that decides disputes, never who raised it or gets it; above the table's limit a second person of "
    "such a rank",
    bound="what the wagers of the named round could have paid and did not, and what the rack holds",
)
"""A dispute is decided in a player's favour."""

GRANT = Value(
    name="play chips",
    sources=("house",),
    signed="nobody: house policy",
    bound="so many for each person and day, and so many top-ups an hour",
)
"""The house gives play chips."""

BROUGHT = Value(
    name="brought from outside",
    sources=("house",),
    signed="the person of the house who takes it in, for a walk-in whom nobody signs in as",
    bound="so much for each walk-in and day",
)
"""Value that a walk-in brings to a dealer."""

ISSUED = Value(
    name="tournament chips",
    sources=(TOURNAMENT,),
    signed="the tournament's director, or whoever stands in, whose act is in the tournament's own record",
    bound="what the conditions give an entrant; the chips are worth nothing but what the conditions say",
)
"""An entrant gets chips of the tournament at a table that is reserved for it."""

RETURNED_FEE = Value(
    name="entry paid back",
    sources=("entries",),
    signed="the house or the director, or the entrant who withdraws while it costs nothing",
    bound="what the entrant paid",
)
"""What was paid to enter a tournament goes back."""

TOURNAMENT_PRIZE = Value(
    name="tournament prize",
    sources=("entries", "house"),
    signed="whoever wrote or approved the conditions, and the director, who declares the result; what goes beyond what "
    "was paid in takes two people",
    bound="the prizes that the conditions state for the place",
)
"""A place in a tournament is paid."""

CHIPS_FOR_CASH = Value(
    name="tournament chips exchanged",
    sources=("house",),
    signed="whoever wrote or approved the conditions, which say what a chip is worth, and the director, who closes the "
    "session: two people",
    bound="the chips that the entrant had at the end, each for what the conditions state",
)
"""Chips of a tournament are exchanged for cash where its conditions say so."""

TOURNAMENT_BONUS = Value(
    name="tournament bonus",
    sources=("house",),
    signed="the house, which holds the tournament by its book, and the director, who opens its first session",
    bound="the amount that the book gives for each entry, once",
)
"""An entry that was won brings its winner an amount when the tournament begins."""

VALUES = (
    OWN,
    SETTLED,
    REFUNDED,
    CORRECTED,
    PRIZE,
    PURCHASE,
    VOUCHER,
    AWARD,
    GRANT,
    BROUGHT,
    ISSUED,
    RETURNED_FEE,
    TOURNAMENT_PRIZE,
    CHIPS_FOR_CASH,
    TOURNAMENT_BONUS,
)
"""Every reason there is."""


def brought(made: tuple[Move, ...]) -> Iterator[Move]:
    """The moves by which a player gets chips."""
    return (move for move in made if move.target.partition(":")[0] in _PLAYERS)


def undeclared(made: tuple[Move, ...], values: tuple[Value, ...]) -> tuple[Move, ...]:
    """The moves by which a player gets chips for none of these reasons; nobody gets another player's own.

    >>> undeclared((Move("rack", "stack:ann", 5),), (SETTLED,)), undeclared((Move("cash", "stack:ann", 5),), (AWARD,))
    ((), (Move(source='cash', target='stack:ann', cents=5),))
    """
    return tuple([move for move in brought(made) if not any(_covers(value, move) for value in values)])


def _covers(value: Value, move: Move) -> bool:
    account, _, owner = move.source.partition(":")
    if account not in value.sources:
        return False
    return account not in (*_PLAYERS, HELD) or owner == move.target.partition(":")[2]
