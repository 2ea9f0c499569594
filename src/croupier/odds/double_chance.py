"""Double Chance: exact odds of the wager and the Jackpot, with the best cards to keep found for every hand.

A hand of rule 11 is declared (ruling 21) and wins for certain. Any other player sees five cards and nothing else before
discarding, so each way to keep cards is worth what the 47 other cards would bring.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import partial
from time import perf_counter

import msgspec
from msgspec.structs import replace

from croupier.games.double_chance.terms import DECLARED_ODDS, JACKPOT_HANDS, Bet, Declared, Jackpot, Terms
from croupier.odds.amounts import MOST_DOLLARS, amount, named
from croupier.odds.double_chance_habits import Discarding, Habit, discarding, habits
from croupier.odds.double_chance_rule import RULE
from croupier.odds.double_chance_wagers import chance_of, jackpot, together, wager
from croupier.odds.model import Comparison, ParSheet, WagerAnalysis
from croupier.odds.simulate import Chunk

__all__ = ["Capped", "ChanceSheet", "JackpotFacts", "Played", "Setting", "chunk", "comparisons", "sheet"]

GAME = "double-chance"


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What the odds turn on: the stake in dollars, any maximum payout in dollars, any Jackpot."""

    stake: Fraction = Fraction(10)
    maximum_payout: Fraction | None = None
    jackpot: Jackpot | None = None

    def __post_init__(self) -> None:
        if self.stake <= 0:
            raise ValueError("DC 5.2.1 wants a wager before the first card")
        if self.maximum_payout is not None and self.maximum_payout <= 0:
            raise ValueError("DC 9.2 lets a maximum payout be set, but not one that pays nothing")

    @classmethod
    def of(cls, terms: Terms) -> Setting:
        """The setting of a table whose player stakes the minimum."""
        most = terms.maximum_payout
        return cls(
            stake=Fraction(terms.limits[Bet.WAGER].minimum, 100),
            maximum_payout=None if most is None else Fraction(most, 100),
            jackpot=terms.jackpot,
        )

    @classmethod
    def asked(
        cls,
        *,
        stake: Decimal,
        maximum_payout: Decimal | None,
        jackpot_price: Decimal | None,
        jackpot_schedule: str | None,
    ) -> Setting:
        """The setting that someone asks for in dollars; ValueError says what stands against it."""
        side = None
        if jackpot_price is not None or jackpot_schedule is not None:
            if jackpot_price is None or jackpot_schedule is None:
                raise ValueError("ruling 23: a Jackpot wager needs both its price and its schedule")
            side = Jackpot(int(amount(jackpot_price) * 100), schedule_of(jackpot_schedule))
        most = None if maximum_payout is None else amount(maximum_payout)
        return cls(stake=amount(stake), maximum_payout=most, jackpot=side)

    @property
    def most(self) -> Fraction | None:
        """The most that a declared hand wins, in stakes."""
        return None if self.maximum_payout is None else self.maximum_payout / self.stake

    @property
    def price(self) -> Fraction:
        """The price of a Jackpot wager in dollars."""
        return Fraction(self.jackpot.price, 100) if self.jackpot else Fraction(0)


def schedule_of(text: str) -> dict[Declared, int]:
    """A prize schedule as someone wrote it: seven odds to one, in the order of DC 10.4.

    >>> schedule_of("5000, 500, 200, 30, 20, 10, 100")[Declared.DEAD_HAND]
    100
    """
    odds = [each.strip() for each in text.split(",")]
    if len(odds) != len(JACKPOT_HANDS):
        raise ValueError("DC 10.4 has seven hands: give seven odds to one, from the royal flush to the dead hand")
    if not all(each.isascii() and each.isdigit() and len(each) < len(str(MOST_DOLLARS)) for each in odds):
        raise ValueError("DC 10.3: the odds of a prize are whole numbers to one, and less than a billion")
    return dict(zip(JACKPOT_HANDS, map(int, odds), strict=True))


class Played(msgspec.Struct, frozen=True):
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
    played: tuple[Played, ...]
    """The best choice of cards first."""
    capped: tuple[Capped, ...]
    jackpot: JackpotFacts | None
    setting: Setting


def sheet(setting: Setting) -> ChanceSheet:
    """The PAR sheet of this setting."""
    start = perf_counter()
    best, *_ = every = habits()
    main = wager(best, setting.most, RULE)
    side = jackpot(setting.jackpot.schedule) if setting.jackpot else None
    return ChanceSheet(
        game=GAME,
        terms=_terms(setting),
        wagers=(main, side) if side else (main,),
        together=together(main, side, setting.stake, setting.price) if side else None,
        discarding=discarding(),
        played=tuple(_played(habit, setting, main) for habit in every),
        capped=tuple(_capped(setting)),
        jackpot=_facts(setting, setting.jackpot, main) if setting.jackpot else None,
        setting=setting,
        notes=_NOTES + (_CAP_NOTES if setting.most else ()) + (_JACKPOT_NOTES if side else ()),
        seconds=perf_counter() - start,
    )


def comparisons(setting: Setting) -> tuple[Comparison, ...]:
    """The wager by the cards kept and by maximum payout, the Jackpot by its prizes."""
    best, *_ = habits()
    named_habits = {habit.name: habit for habit in habits()}
    short = {"best": best.name, "three highest": "the three highest cards"}
    short |= {"best two": "the best two cards", "best one": "the best one card"}
    found = [
        _compared("cards kept", {label: wager(named_habits[name], setting.most) for label, name in short.items()}),
        _compared("maximum payout", {label: wager(best, most) for label, most in _payouts(setting).items()}),
    ]
    if setting.jackpot:
        found.append(_compared("Jackpot prizes", _multiplied(setting.jackpot)))
    return tuple(found)


def chunk(setting: Setting) -> Chunk:
    """A kernel that deals rounds, keeps the best cards and counts the sheet's outcomes."""
    from croupier.odds.kernels.double_chance import play

    return partial(play, jackpot=setting.jackpot is not None)


def _played(habit: Habit, setting: Setting, best: WagerAnalysis) -> Played:
    edge = Fraction(wager(habit, setting.most).edge)
    return Played(habit, edge, edge - Fraction(best.edge))


def _capped(setting: Setting) -> list[Capped]:
    """Where the maximum payout begins to bite, the lowest stake first."""
    if setting.maximum_payout is None:
        return []
    hands: dict[Fraction, list[Declared]] = {}
    for hand in Declared:
        hands.setdefault(setting.maximum_payout / DECLARED_ODDS[hand].value, []).append(hand)
    best = habits()[0]
    return [
        Capped(stake, tuple(cut), Fraction(wager(best, replace(setting, stake=stake).most).edge))
        for stake, cut in hands.items()
    ]


def _payouts(setting: Setting) -> dict[str, Fraction | None]:
    """No maximum payout, then what would just pay each of some hands in full, and the table's own; in stakes."""
    best = (Declared.STRAIGHT_FLUSH, Declared.FOUR_OF_A_KIND, Declared.FULL_HOUSE, Declared.FLUSH)
    payouts = {DECLARED_ODDS[hand].value for hand in best}
    if setting.most:
        payouts.add(setting.most)
    return {"none": None} | {_money(most * setting.stake): most for most in sorted(payouts, reverse=True)}


def _multiplied(side: Jackpot) -> dict[str, WagerAnalysis]:
    """The Jackpot with its prizes as they are and with all of them multiplied."""
    times = {"as set": 1, "twice": 2, "three times": 3, "four times": 4}
    return {
        label: jackpot({hand: many * prize for hand, prize in side.schedule.items()}) for label, many in times.items()
    }


def _fair_royal(side: Jackpot) -> Fraction:
    edge = Fraction(jackpot(side.schedule).edge)
    return side.schedule[Declared.ROYAL_FLUSH] + edge / chance_of(Declared.ROYAL_FLUSH)


def _facts(setting: Setting, side: Jackpot, main: WagerAnalysis) -> JackpotFacts:
    costs = setting.stake * Fraction(main.edge) + setting.price * Fraction(jackpot(side.schedule).edge)
    return JackpotFacts(_fair_royal(side), costs)


def _compared(term: str, wagers: dict[str, WagerAnalysis]) -> Comparison:
    sheets = tuple(ParSheet(GAME, {term: label}, (each,), 0.0) for label, each in wagers.items())
    return Comparison(term, tuple(wagers), sheets)


def _money(value: Fraction) -> str:
    return f"${int(value):,}" if value.denominator == 1 else f"${float(value):,.2f}"


def _terms(setting: Setting) -> dict[str, str | int | bool]:
    most = setting.maximum_payout
    terms: dict[str, str | int | bool] = {"stake": named(setting.stake)}
    terms["maximum_payout"] = "none" if most is None else named(most)
    if side := setting.jackpot:
        terms["jackpot_price"] = named(setting.price)
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
