"""Pay-out drills: wagers and what they win by a table's own pay tables, worked out as the table would pay them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from croupier.games import Game
from croupier.money import Limits
from croupier.table.contract import PLAYER, Actor, Clauses
from croupier.table.payouts import PayLine, paid_in_chips, read_off

MOST_PAYOUTS = 50
"""How many payouts are asked for at a time."""

PLAIN_STAKES = 0.5
"""The share of stakes that are whole multiples of the minimum."""
MINIMA = 20
"""Most stakes are within so many times the minimum."""


class Payout(msgspec.Struct, frozen=True, kw_only=True):
    """A winning wager, and what the table pays on it."""

    bet: str
    table: str
    """What the pay table is called, where that is not the bet's own name."""
    hand: str
    stake: int
    odds: str
    exact: str
    """The odds on the stake to the last fraction of a cent, where that is not what is paid."""
    paid: int
    chips: tuple[tuple[int, int], ...]
    """What is paid in the table's chips, as it is cut: each with how many, the dearest first."""
    under: Clauses


class Drill(msgspec.Struct, frozen=True, kw_only=True):
    """Payouts to work out, one after the other."""

    game: str
    title: str
    chips: tuple[int, ...]
    payouts: tuple[Payout, ...]


def drill(known: Game, state: Any, title: str, seed: str, many: int) -> Drill:
    """So many payouts by the pay tables of a table as it stands; the same seed gives the same."""
    random = Random(seed)
    lines, pay = _payouts(known, state)
    found = list(_drawn(lines, min(many, MOST_PAYOUTS), random))
    denominations = tuple(sorted(state.terms.chips.cents, reverse=True))
    payouts = []
    for line in found:
        stake = _stake(line.limits, random)
        paid, under = pay(state, line, stake)
        exact = line.odds.pays(stake)
        payouts.append(
            Payout(
                bet=line.bet,
                table=line.table,
                hand=line.hand,
                stake=stake,
                odds=str(line.odds),
                exact="" if exact == paid else str(exact),
                paid=paid,
                chips=state.terms.chips.pile(paid),
                under=under,
            )
        )
    return Drill(game=known.name, title=title, chips=denominations, payouts=tuple(payouts))


Pay = Callable[[Any, PayLine, int], tuple[int, Clauses]]


def _payouts(known: Game, state: Any) -> tuple[list[PayLine], Pay]:
    """The lines of a game's pay tables, and how it pays them."""
    own = known.part("payouts")
    if own is not None:
        return list(own.lines(state)), own.paid
    return list(read_off(known.view(state, Actor("", "", PLAYER)).sign)), paid_in_chips


def _drawn(lines: list[PayLine], many: int, random: Random) -> Iterator[PayLine]:
    """Lines in any order, none again before all the others have come."""
    waiting: list[PayLine] = []
    for _ in range(many if lines else 0):
        if not waiting:
            waiting = random.sample(lines, len(lines))
        yield waiting.pop()


def _stake(limits: Limits, random: Random) -> int:
    """A wager within the limits: half of the time so many times the minimum, else on any step above it."""
    most = min(limits.maximum, MINIMA * limits.minimum)
    if random.random() < PLAIN_STAKES:
        return limits.minimum * random.randint(1, most // limits.minimum)
    return limits.minimum + limits.step * random.randint(0, (most - limits.minimum) // limits.step)
