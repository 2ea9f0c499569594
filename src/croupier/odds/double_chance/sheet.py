"""Double Chance: exact odds of the wager and the Jackpot, with the best cards to keep found for every hand.

A hand of rule 11 is declared (ruling 21) and wins for certain. Any other player sees five cards and nothing else before
discarding, so each way to keep cards is worth what the 47 other cards would bring.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from croupier.games.double_chance.terms import DECLARED_ODDS, JACKPOT_HANDS, Declared, Jackpot
from croupier.money import money
from croupier.odds.amounts import named
from croupier.odds.double_chance.habits import Discarding, Habit, discarding, habits
from croupier.odds.double_chance.rule import RULE
from croupier.odds.double_chance.settings import Settings
from croupier.odds.double_chance.wagers import chance_of, jackpot, together, wager
from croupier.odds.model import Comparison, ParSheet, WagerAnalysis

GAME = "double-chance"


class HabitCost(msgspec.Struct, frozen=True):
    """A habit, what the wager costs by it, and what that is more than the best."""

    habit: Habit
    edge: Fraction
    gives_up: Fraction


class Capped(msgspec.Struct, frozen=True):
    """A stake in dollars above which the maximum payout cuts these hands' winnings, and the edge at that stake."""

    stake: Fraction
    hands: tuple[Declared, ...]
    edge: Fraction


class JackpotFacts(msgspec.Struct, frozen=True):
    """What else there is to say of the Jackpot wager."""

    fair_royal_flush: Fraction
    """The odds on a royal flush at which the wager would cost nothing, the other prizes staying as they are."""
    round_costs: Fraction
    """What a round costs the player in dollars, wager and Jackpot."""


class ChanceSheet(ParSheet, frozen=True, kw_only=True):
    """A PAR sheet with what only this game has."""

    discarding: Discarding
    played: tuple[HabitCost, ...]
    """The best choice of cards first."""
    capped: tuple[Capped, ...]
    jackpot: JackpotFacts | None
    settings: Settings


def sheet(settings: Settings) -> ChanceSheet:
    """The PAR sheet of these settings."""
    best, *_ = every = habits()
    main = wager(best, settings.most, RULE)
    offered = settings.jackpot
    side = jackpot(offered.schedule) if offered else None
    return ChanceSheet(
        game=GAME,
        terms=_terms(settings),
        wagers=(main, side) if side else (main,),
        together=together(main, side, settings.stake, _price(offered)) if offered and side else None,
        discarding=discarding(),
        played=tuple(_played(habit, settings, main) for habit in every),
        capped=tuple(_capped(settings)),
        jackpot=_facts(settings, offered, main) if offered else None,
        settings=settings,
        notes=_NOTES + (_CAP_NOTES if settings.most else ()) + (_JACKPOT_NOTES if side else ()),
    )


def comparisons(settings: Settings) -> tuple[Comparison, ...]:
    """The wager by the cards kept and by maximum payout, the Jackpot by its prizes."""
    best, *_ = habits()
    named_habits = {habit.name: habit for habit in habits()}
    short = {"best": best.name, "three highest": "the three highest cards"}
    short |= {"best two": "the best two cards", "best one": "the best one card"}
    found = [
        _compared("cards kept", {label: wager(named_habits[name], settings.most) for label, name in short.items()}),
        _compared("maximum payout", {label: wager(best, most) for label, most in _payouts(settings).items()}),
    ]
    if offered := settings.jackpot:
        found.append(_compared("Jackpot prizes", _multiplied(offered)))
    return tuple(found)


def _played(habit: Habit, settings: Settings, best: WagerAnalysis) -> HabitCost:
    edge = Fraction(wager(habit, settings.most).edge)
    return HabitCost(habit, edge, edge - Fraction(best.edge))


def _capped(settings: Settings) -> list[Capped]:
    """Where the maximum payout begins to bite, the lowest stake first."""
    payout = settings.maximum_payout
    if payout is None:
        return []
    hands: dict[Fraction, list[Declared]] = {}
    for hand in Declared:
        hands.setdefault(payout / DECLARED_ODDS[hand].value, []).append(hand)
    best = habits()[0]
    return [Capped(stake, tuple(cut), Fraction(wager(best, payout / stake).edge)) for stake, cut in hands.items()]


def _payouts(settings: Settings) -> dict[str, Fraction | None]:
    """No maximum payout, then what would just pay each of some hands in full, and the table's own; in stakes."""
    best = (Declared.STRAIGHT_FLUSH, Declared.FOUR_OF_A_KIND, Declared.FULL_HOUSE, Declared.FLUSH)
    payouts = {DECLARED_ODDS[hand].value for hand in best}
    if settings.most:
        payouts.add(settings.most)
    return {"none": None} | {money(most * settings.stake): most for most in sorted(payouts, reverse=True)}


def _multiplied(side: Jackpot) -> dict[str, WagerAnalysis]:
    """The Jackpot with its prizes as they are and with all of them multiplied."""
    times = {"as set": 1, "twice": 2, "three times": 3, "four times": 4}
    return {
        label: jackpot({hand: many * prize for hand, prize in side.schedule.items()}) for label, many in times.items()
    }


def _price(side: Jackpot) -> Fraction:
    return Fraction(side.price, 100)


def _fair_royal(side: Jackpot) -> Fraction:
    edge = Fraction(jackpot(side.schedule).edge)
    return side.schedule[Declared.ROYAL_FLUSH] + edge / chance_of(Declared.ROYAL_FLUSH)


def _facts(settings: Settings, side: Jackpot, main: WagerAnalysis) -> JackpotFacts:
    costs = settings.stake * Fraction(main.edge) + _price(side) * Fraction(jackpot(side.schedule).edge)
    return JackpotFacts(_fair_royal(side), costs)


def _compared(term: str, wagers: dict[str, WagerAnalysis]) -> Comparison:
    sheets = tuple(ParSheet(GAME, {term: label}, (each,)) for label, each in wagers.items())
    return Comparison(term, tuple(wagers), sheets)


def _terms(settings: Settings) -> dict[str, str | int | bool]:
    most = settings.maximum_payout
    terms: dict[str, str | int | bool] = {"stake": named(settings.stake)}
    terms["maximum_payout"] = "none" if most is None else named(most)
    if side := settings.jackpot:
        terms["jackpot_price"] = named(_price(side))
        terms["jackpot_schedule"] = ",".join(str(side.schedule[hand]) for hand in JACKPOT_HANDS)
    return terms


_NOTES = (
    "The cards to keep are found, not assumed: for every hand that discards, all 25 ways to keep one, two or three are "
    "compared over the 47 sixth cards that may come. A player who has discarded a card knows that it cannot.",
    "Three cards are never worse than two, nor two than one: one more adds sixth cards that win and takes none away. "
    "What matters is which three.",
    "The rule to remember gives up nothing. The highest card of a suit wins with every sixth card that a lower one of "
    "it wins with. With four suits one is left out: a card that has another of its suit under it wins with one sixth "
    "card fewer, and that decides only between equal cards.",
    "Where a habit leaves a choice between equal cards, the worse is reckoned.",
    "Ruling 21: a hand of rule 11 is declared and wins for certain; it cannot be broken up.",
    "Other players' cards are unseen, so the odds are the same however many play.",
)
_CAP_NOTES = (
    "DC 9.2: the maximum payout limits what a declared hand wins, so the edge rises with the stake once it bites. A "
    "win by the sixth card is not limited.",
)
_JACKPOT_NOTES = (
    "Ruling 23: a prize is so many to one, and the stake comes back with it. The five cards dealt decide, so nothing "
    "that is kept or discarded changes the Jackpot.",
    "Together: the wager and the Jackpot of a round at this stake and price, for one unit of their sum.",
)
