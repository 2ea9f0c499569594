"""What each line of the pay tables in force pays; the Super Bonus is an amount of its own, and none of these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from croupier.games.blackjack.bonus import tier
from croupier.games.blackjack.clauses import CLAUSES, VERSIONS
from croupier.games.blackjack.pandemonium import prizes_of
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import (
    INSURANCE,
    NATURAL,
    PANDEMONIUM_PRIZES,
    PONTOON_PAYS,
    Bet,
    Prize,
    pairs_pay,
    pandemonium_clause,
    sevens_pay,
)
from croupier.money import Limits, Odds, money
from croupier.table.contract import Clauses
from croupier.table.payouts import PayLine, most_paid, paid_in_chips
from croupier.table.state import Wager

_OTHERWISE = "any other win"


def lines(state: State) -> Iterator[PayLine]:
    """The wager that is dealt for, by its hands; insurance; and the side bets that the table offers."""
    main, limits = state.main, state.limits[state.main.value]
    if main is Bet.PONTOON:
        yield from _lines(main, {str(name): prize for name, prize in PONTOON_PAYS.items()}, limits)
    else:
        even = Prize(Odds(1), (VERSIONS[state.terms.variant].even,))
        yield from _lines(main, {state.terms.playing.natural: NATURAL, _OTHERWISE: even}, limits)
    half = Limits(max(1, limits.minimum // 2), limits.maximum // 2, limits.step)
    yield from _lines(Bet.INSURANCE, {"the dealer's second card counts ten": INSURANCE}, half)
    for bet in state.terms.bets:
        yield from _lines(bet, _beside(state, bet), state.limits[bet.value])


def _beside(state: State, bet: Bet) -> Mapping[str, Prize]:
    decks = state.terms.decks
    if bet is Bet.SEVENS:
        return {str(name): prize for name, prize in sevens_pay(state.offered or 1, decks).items()}
    if bet is Bet.PAIRS:
        return {str(name): prize for name, prize in pairs_pay(decks).items()}
    if bet is Bet.PANDEMONIUM:
        table = state.terms.pandemonium
        return {
            f"the button shows {money(each)}": Prize(Odds(each), (pandemonium_clause(table, each), "ruling 49"))
            for each in prizes_of(state)
        }
    return {}


def _lines(bet: Bet, prizes: Mapping[str, Prize], limits: Limits) -> Iterator[PayLine]:
    for hand, prize in prizes.items():
        yield PayLine(bet=bet.value, table=bet.value, hand=hand, odds=prize.odds, limits=limits, under=prize.under)


def paid(state: State, line: PayLine, stake: int) -> tuple[int, Clauses]:
    """The odds on the stake, of the jackpot button on its whole dollars, rounded up to chips."""
    counted = stake // 100 * 100 if line.bet == Bet.PANDEMONIUM else stake
    cents, under = paid_in_chips(state, line, counted)
    return cents, under if cents == line.odds.pays(counted) else (*under, CLAUSES.round_up, "ruling 3")


def best(state: State, wager: Wager) -> int:
    """The most that a wager is paid beside its stake; the one that is dealt for with the Super Bonus it may win."""
    bet = state.main if wager.bet == Bet.DOUBLE else Bet(wager.bet)
    if bet is Bet.PANDEMONIUM:  # only whole dollars count (ruling 49)
        wager = replace(wager, at_risk=(wager.at_risk or wager.cents) // 100 * 100)
    odds = _best(bet, state.terms.decks, state.offered or 1, state.terms.pandemonium)
    paid = most_paid(state.terms.chips, odds, wager)
    return paid + tier(wager) if state.terms.playing.super_bonus and wager.bet == state.main else paid


@cache
def _best(bet: Bet, decks: int, sevens: int, pandemonium: int) -> Odds:
    """The best odds of a bet, with so many decks, in a version of Magnificent Sevens, at a table of the button."""
    match bet:
        case Bet.BLACKJACK:
            return NATURAL.odds
        case Bet.PONTOON:
            return max((prize.odds for prize in PONTOON_PAYS.values()), key=lambda odds: odds.value)
        case Bet.INSURANCE | Bet.DOUBLE:
            return INSURANCE.odds
        case Bet.SEVENS:
            return max(prize.odds for prize in sevens_pay(sevens, decks).values())
        case Bet.PAIRS:
            return max(prize.odds for prize in pairs_pay(decks).values())
        case Bet.PANDEMONIUM:
            return Odds(max(PANDEMONIUM_PRIZES[pandemonium]))
