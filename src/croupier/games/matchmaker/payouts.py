"""What each line of the pay table pays."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.matchmaker.clauses import CLAUSES
from croupier.games.matchmaker.state import State
from croupier.table.contract import Clauses
from croupier.table.payouts import PayLine, most_paid, paid_in_chips
from croupier.table.state import Wager


def lines(state: State) -> Iterator[PayLine]:
    """Every winning outcome of every bet."""
    for (bet, outcome), prize in state.pay_table.items():
        yield PayLine(
            bet=bet.value,
            table=bet.value,
            hand=outcome.value,
            odds=prize.odds,
            limits=state.limits[bet.value],
            under=prize.under,
        )


def paid(state: State, line: PayLine, stake: int) -> tuple[int, Clauses]:
    """The odds on the stake, rounded up to chips."""
    cents, under = paid_in_chips(state, line, stake)
    return cents, under if cents == line.odds.pays(stake) else (*under, CLAUSES.round_up, "ruling 3")


def best(state: State, wager: Wager) -> int:
    """The most that a wager is paid beside its stake."""
    odds = max([prize.odds for (bet, _), prize in state.pay_table.items() if bet == wager.bet])
    return most_paid(state.terms.chips, odds, wager)
