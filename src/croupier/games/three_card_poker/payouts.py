"""What each line of the pay tables in force pays; prizes from the meter are not odds, and none of these."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.books import cite
from croupier.games.three_card_poker.clauses import CLAUSES
from croupier.games.three_card_poker.state import State
from croupier.games.three_card_poker.terms import (
    ANTE_BONUS,
    ANTE_BONUS_CLAUSE,
    BONUS_CLAUSE,
    BONUS_PRIZES,
    EVEN,
    PAIR_PLUS,
    PAIR_PLUS_CLAUSE,
    Bet,
)
from croupier.money import Limits, Odds
from croupier.table.contract import Clauses
from croupier.table.payouts import PayLine, most_paid, paid_in_chips
from croupier.table.state import Wager

_BEATEN = "beats the dealer"


def lines(state: State) -> Iterator[PayLine]:
    """Ante and Play against the dealer, the Ante Bonus, Pair Plus, and Jackpot prizes with an amount of their own."""
    ante, pair_plus = state.limits[Bet.ANTE.value], state.limits[Bet.PAIR_PLUS.value]
    yield _line(Bet.ANTE, Bet.ANTE.value, (_BEATEN, EVEN), ante, cite("TCP Table 9:Ante"))
    yield _line(Bet.PLAY, Bet.PLAY.value, (_BEATEN, EVEN), ante, cite("TCP Table 9:Play"))
    for hand, odds in ANTE_BONUS[state.ante_bonus].items():
        yield _line(Bet.ANTE, "ante bonus", (_said(hand.name), odds), ante, ANTE_BONUS_CLAUSE[state.ante_bonus])
    for hand, odds in PAIR_PLUS[state.pair_plus].items():
        clause = PAIR_PLUS_CLAUSE[state.pair_plus]
        yield _line(Bet.PAIR_PLUS, Bet.PAIR_PLUS.value, (_said(hand.name), odds), pair_plus, clause)
    if state.jackpot_offered:
        option, price = state.jackpot_option, state.limits[Bet.JACKPOT.value]
        for prized, dollars in BONUS_PRIZES[option].items():
            clause = BONUS_CLAUSE[option, prized]
            yield _line(Bet.JACKPOT, Bet.JACKPOT.value, (_said(prized.name), Odds(dollars)), price, clause)


def paid(state: State, line: PayLine, stake: int) -> tuple[int, Clauses]:
    """The odds on the stake, rounded up to chips."""
    cents, under = paid_in_chips(state, line, stake)
    return cents, under if cents == line.odds.pays(stake) else (*under, CLAUSES.round_up, "ruling 3")


def _line(bet: Bet, table: str, won: tuple[str, Odds], limits: Limits, clause: str) -> PayLine:
    hand, odds = won
    return PayLine(bet=bet.value, table=table, hand=hand, odds=odds, limits=limits, under=(clause,))


def _said(name: str) -> str:
    return name.lower().replace("_", " ")


def best(state: State, wager: Wager) -> int:
    """The most that a wager is paid beside its stake: an Ante with its bonus, a Jackpot wager with what it has won."""
    chips = state.terms.chips
    match wager.bet:
        case Bet.ANTE:
            bonus = max(ANTE_BONUS[state.ante_bonus].values())
            return most_paid(chips, EVEN, wager) + most_paid(chips, bonus, wager)
        case Bet.PLAY:
            return most_paid(chips, EVEN, wager)
        case Bet.PAIR_PLUS:
            return most_paid(chips, max(PAIR_PLUS[state.pair_plus].values()), wager)
        case Bet.JACKPOT:
            fixed = most_paid(chips, Odds(max(BONUS_PRIZES[state.jackpot_option].values())), wager)
            return max(fixed, state.meter_prizes.get(wager.area, 0))
        case _:
            return 0
