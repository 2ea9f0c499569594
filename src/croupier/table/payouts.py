"""What a table's pay tables pay, line by line: for those who learn to pay, and whoever else asks ahead of a wager.

A game may say it in a module `payouts` of its own; without one it is read off the sign, as any player would.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from croupier.money import ChipSet, Limits, Odds
from croupier.table.contract import Clauses
from croupier.table.state import Wager


class PayLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a pay table: the bet that is paid, on what, at which odds, and within which limits it is staked."""

    bet: str
    table: str
    """What the pay table is called, where that is not the bet's own name."""
    hand: str
    """What wins: a hand, or what the cards come to."""
    odds: Odds
    limits: Limits
    under: Clauses


def read_off(sign: Any) -> Iterator[PayLine]:
    """The lines of a sign that are odds; a pay table with no bet's name pays the first bet."""
    first = next(iter(sign.limits))
    for name, lines in sign.pays.items():
        bet = name if name in sign.limits else first
        for hand, odds in lines.items():
            try:
                found = Odds.read(odds)
            except ValueError:
                continue  # a share of a meter, or a prize in words
            under = sign.under.get(name) or sign.under.get("limits", ())
            yield PayLine(bet=bet, table=name, hand=hand, odds=found, limits=sign.limits[bet], under=under)


def most_paid(chips: ChipSet, odds: Odds, wager: Wager) -> int:
    """What a wager is paid at these odds, rounded up to chips; whole, where nothing says yet how much is at risk."""
    return _paid(chips, odds, wager.at_risk or wager.cents)


@lru_cache(maxsize=4096)
def _paid(chips: ChipSet, odds: Odds, stake: int) -> int:
    """Asked again and again for the same few stakes: by every wager, whenever anybody looks what it could bring."""
    return chips.next_payable(odds.pays(stake))


def paid_in_chips(state: Any, line: PayLine, stake: int) -> tuple[int, Clauses]:
    """What a winning stake is paid: the odds, rounded up to what the table's chips can pay."""
    exact = line.odds.pays(stake)
    paid: int = state.terms.chips.next_payable(exact)
    return paid, line.under
