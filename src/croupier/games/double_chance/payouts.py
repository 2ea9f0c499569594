"""What declared hands, sixth cards and Jackpot wagers pay."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.double_chance.clauses import CLAUSES
from croupier.games.double_chance.state import State
from croupier.games.double_chance.terms import (
    DECLARED_ODDS,
    HAND_CLAUSE,
    JACKPOT_CLAUSE,
    ODDS_CLAUSE,
    SIXTH_CARD_ODDS,
    Bet,
)
from croupier.money import Odds
from croupier.table.contract import Clauses
from croupier.table.payouts import PayLine, most_paid, paid_in_chips
from croupier.table.state import Wager

_DECLARED = "declared"


def lines(state: State) -> Iterator[PayLine]:
    """Every hand that may be declared, the sixth card, and the prize schedule."""
    wager, limits = Bet.WAGER.value, state.limits[Bet.WAGER.value]
    for hand, odds in DECLARED_ODDS.items():
        under = (ODDS_CLAUSE[hand], HAND_CLAUSE[hand])
        yield PayLine(bet=wager, table=_DECLARED, hand=hand.value, odds=odds, limits=limits, under=under)
    sixth = (CLAUSES.sixth_lower, "ruling 20")
    yield PayLine(bet=wager, table=wager, hand="the sixth card wins", odds=SIXTH_CARD_ODDS, limits=limits, under=sixth)
    if state.jackpot is not None:
        price, jackpot = state.limits[Bet.JACKPOT.value], Bet.JACKPOT.value
        for hand, win in state.jackpot.schedule.items():
            clause = JACKPOT_CLAUSE[hand]
            yield PayLine(bet=jackpot, table=jackpot, hand=hand.value, odds=Odds(win), limits=price, under=(clause,))


def paid(state: State, line: PayLine, stake: int) -> tuple[int, Clauses]:
    """The odds on the stake; on a declared hand no more than any maximum payout."""
    cents, under = paid_in_chips(state, line, stake)
    most = state.maximum_payout
    if line.table == _DECLARED and most is not None and cents > most:
        return most, (*under, CLAUSES.maximum_payout)
    return cents, under


def best(state: State, wager: Wager) -> int:
    """The most that a wager is paid beside its stake; a declared hand is held to any maximum payout."""
    chips = state.terms.chips
    if wager.bet == Bet.JACKPOT:
        schedule = {} if state.jackpot is None else state.jackpot.schedule
        return most_paid(chips, Odds(max(schedule.values(), default=0)), wager)
    declared = most_paid(chips, max(DECLARED_ODDS.values()), wager)
    capped = declared if state.maximum_payout is None else min(declared, state.maximum_payout)
    return max(capped, most_paid(chips, SIXTH_CARD_ODDS, wager))
