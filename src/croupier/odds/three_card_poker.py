"""Three Card Poker: exact odds of Ante and Play, Pair Plus and the Jackpot wager, with the best fold rules found.

The player sees three cards and nothing else before deciding, so a rule is a choice for each class of hands, and each is
decided by what all dealer hands, or all pairs of Jackpot Cards, from the other 49 cards would bring.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import ceil
from time import perf_counter

import msgspec
from msgspec.structs import replace

from croupier.games.three_card_poker.terms import ANTE_BONUS, BONUS_PRIZES, INCREMENTS, METER_SHARE, PAIR_PLUS, Terms
from croupier.odds.amounts import amount, named
from croupier.odds.model import Comparison, ParSheet, WagerAnalysis
from croupier.odds.simulate import Chunk
from croupier.odds.three_card_poker_meter import LongRun, Meter, break_even, long_run, paid
from croupier.odds.three_card_poker_rule import (
    FoldRule,
    Prizes,
    ante_below_which_prizes_matter,
    best_rule,
    queen_or_better,
    rule_of,
)
from croupier.odds.three_card_poker_wagers import ante_and_play, element_of_risk, jackpot, jackpot_chances, pair_plus

__all__ = ["JackpotFacts", "LongRun", "Meter", "PokerSheet", "Setting", "chunk", "comparisons", "sheet"]

GAME = "three-card-poker"


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What the odds turn on: the pay tables, and with a Jackpot wager its meter and the Ante in dollars beside it."""

    ante_bonus: str = "A"
    pair_plus: str = "A"
    meter: Meter | None = None
    ante: Fraction = Fraction(10)

    def __post_init__(self) -> None:
        if self.ante_bonus not in ANTE_BONUS or self.pair_plus not in PAIR_PLUS:
            raise ValueError("TCP 10.3 pays Ante Bonus by Table A to C and Pair Plus by Table A to F")
        if self.ante <= 0:
            raise ValueError("TCP 5.5.1(a) wants an Ante with every Jackpot wager")

    @classmethod
    def of(cls, terms: Terms, *, seed: int = 10_000, shows: Fraction | None = None, ante: int = 10) -> Setting:
        """The setting of a table; the meter's own figures are not among a table's terms."""
        price = terms.jackpot_price
        meter = price and Meter(option=terms.jackpot_option, seed=seed, price=price // 100, shows=shows)
        return cls(ante_bonus=terms.ante_bonus, pair_plus=terms.pair_plus, meter=meter or None, ante=Fraction(ante))

    @classmethod
    def asked(
        cls,
        *,
        ante_bonus: str,
        pair_plus: str,
        jackpot: int | None,
        seed_value: int,
        meter: Decimal | None,
        price: int,
        ante: Decimal,
    ) -> Setting:
        """The setting that someone asks for in dollars; ValueError says what stands against it."""
        if jackpot is None and meter is not None:
            raise ValueError("a meter needs the Jackpot wager's option: jackpot 1 or jackpot 2")
        system = None
        if jackpot is not None:
            shows = None if meter is None else amount(meter)
            system = Meter(option=jackpot, seed=seed_value, price=int(amount(Decimal(price))), shows=shows)
        return cls(ante_bonus=ante_bonus, pair_plus=pair_plus, meter=system, ante=amount(ante))

    @property
    def prizes_in_antes(self) -> Prizes:
        """What a played Jackpot wager may be paid, in Antes."""
        if self.meter is None:
            return {}
        return {made: prize * self.meter.price / self.ante for made, prize in self.meter.prizes.items()}


class JackpotFacts(msgspec.Struct, frozen=True):
    """What else there is to say of the Jackpot wager; all meters are rounded meters in dollars."""

    edge_without_meter: Fraction
    return_per_dollar_of_meter: Fraction
    break_even: Fraction
    break_even_riding: Fraction
    """Where taking the Jackpot wager gains, the best fold rule's cost to the Ante counted."""
    break_even_round: Fraction
    """Where Ante, Play and Jackpot wager together gain."""
    rule_changes_below_ante: Fraction | None
    round_costs: Fraction
    """What a round costs the player in dollars, Ante, Play and Jackpot wager, by the main game's fold rule."""
    round_costs_riding: Fraction
    """The same by the best fold rule."""


class PokerSheet(ParSheet, frozen=True, kw_only=True):
    """A PAR sheet with what only this game has."""

    rule: FoldRule
    riding: FoldRule | None
    element_of_risk: Fraction
    alternatives: tuple[WagerAnalysis, ...]
    jackpot: JackpotFacts | None
    long_run: tuple[LongRun, ...]
    setting: Setting


def sheet(setting: Setting) -> PokerSheet:
    """The PAR sheet of this setting."""
    start = perf_counter()
    table, meter = setting.ante_bonus, setting.meter
    rule = best_rule(ANTE_BONUS[table])
    main = ante_and_play(rule, table)
    wagers = [main, pair_plus(setting.pair_plus)]
    riding = facts = None
    if meter:
        riding = best_rule(ANTE_BONUS[table], setting.prizes_in_antes)
        ridden = replace(ante_and_play(riding, table), name="ante and play, jackpot riding")
        alone = jackpot(rule, meter.option, meter.prizes)
        best = replace(
            jackpot(riding, meter.option, meter.prizes), name="jackpot, best fold rule", strategy=riding.words
        )
        wagers += [alone, ridden, best]
        facts = _facts(setting, meter, (rule, riding), (main, alone, ridden, best))
    return PokerSheet(
        game=GAME,
        terms=_terms(setting),
        wagers=tuple(wagers),
        rule=rule,
        riding=riding,
        element_of_risk=element_of_risk(main, rule),
        alternatives=(
            replace(ante_and_play(rule_of(lambda hand: True), table), name="play every hand"),
            replace(ante_and_play(rule_of(queen_or_better), table), name="play queen high or better"),
        ),
        jackpot=facts,
        long_run=tuple(_long_runs(rule, meter.price)) if meter else (),
        setting=setting,
        notes=_NOTES + (_JACKPOT_NOTES if meter else ()),
        seconds=perf_counter() - start,
    )


def comparisons(setting: Setting) -> tuple[Comparison, ...]:
    """Ante and Play under each Ante Bonus table, Pair Plus under each of its own, the Jackpot wager at some meters."""
    rules = {name: best_rule(bonus) for name, bonus in ANTE_BONUS.items()}
    found = [
        _compared("Ante Bonus table", {name: (ante_and_play(rule, name),) for name, rule in rules.items()}),
        _compared("Pair Plus table", {name: (pair_plus(name),) for name in PAIR_PLUS}),
    ]
    if meter := setting.meter:
        rule = rules[setting.ante_bonus]
        even = ceil(break_even(meter, jackpot_chances(rule)))
        shown = {meter.floor, ceil(meter.value), even // 2, even, 2 * even}
        at = {f"${value:,}": replace(meter, shows=Fraction(value)) for value in sorted(shown) if value >= meter.floor}
        found.append(
            _compared("meter", {label: (jackpot(rule, each.option, each.prizes),) for label, each in at.items()})
        )
    return tuple(found)


def chunk(setting: Setting) -> Chunk:
    """A kernel that deals rounds and counts the sheet's outcomes under both fold rules."""
    from croupier.odds.kernels.three_card_poker import play

    bonus, meter = ANTE_BONUS[setting.ante_bonus], setting.meter
    rules = [best_rule(bonus), *([best_rule(bonus, setting.prizes_in_antes)] if meter else [])]
    return partial(
        play,
        rules=tuple(rule.plays for rule in rules),
        bonus=tuple(bonus),
        prizes=(*BONUS_PRIZES[meter.option], *METER_SHARE) if meter else (),
    )


def _facts(
    setting: Setting, meter: Meter, rules: tuple[FoldRule, FoldRule], wagers: tuple[WagerAnalysis, ...]
) -> JackpotFacts:
    chances, riding_chances = (jackpot_chances(rule) for rule in rules)
    main, alone, ridden, best = (Fraction(wager.edge) for wager in wagers)
    per_dollar = paid(METER_SHARE, riding_chances)
    riding_meter = break_even(meter, riding_chances)
    return JackpotFacts(
        edge_without_meter=1 - paid(meter.bonuses, chances),
        return_per_dollar_of_meter=paid(METER_SHARE, chances) / meter.price,
        break_even=break_even(meter, chances),
        break_even_riding=riding_meter + setting.ante * (ridden - main) / per_dollar,
        break_even_round=riding_meter + setting.ante * ridden / per_dollar,
        rule_changes_below_ante=ante_below_which_prizes_matter(
            ANTE_BONUS[setting.ante_bonus], {made: prize * meter.price for made, prize in meter.prizes.items()}
        ),
        round_costs=setting.ante * main + meter.price * alone,
        round_costs_riding=setting.ante * ridden + meter.price * best,
    )


def _long_runs(rule: FoldRule, price: int) -> list[LongRun]:
    """Every row of Tables 1 and 2 at this price, the hands played by the main game's rule."""
    chances = jackpot_chances(rule)
    return [
        long_run(Meter(option=option, seed=seed, price=price), chances)
        for option, rates in INCREMENTS.items()
        for seed in rates
    ]


def _compared(term: str, wagers: dict[str, tuple[WagerAnalysis, ...]]) -> Comparison:
    sheets = tuple(ParSheet(GAME, {term: label}, each, 0.0) for label, each in wagers.items())
    return Comparison(term, tuple(wagers), sheets)


def _terms(setting: Setting) -> dict[str, str | int | bool]:
    terms: dict[str, str | int | bool] = {"ante_bonus": setting.ante_bonus, "pair_plus": setting.pair_plus}
    if meter := setting.meter:
        terms |= {"jackpot_option": meter.option, "seed_value": meter.seed, "increment": f"{float(meter.rate):.2%}"}
        terms |= {"meter": named(meter.value), "price": meter.price, "ante": named(setting.ante)}
    return terms


_NOTES = (
    "The fold rules are found, not assumed: each class of hands is played when that loses less than the Ante.",
    "Ruling 50: a hand that folds has no Ante Bonus. Pair Plus can be kept when the Ante is folded (TCP 9.5.2(b)), so "
    "its odds do not depend on the fold rule.",
    "Other players' cards are unseen, so the odds are the same however many play.",
)
_JACKPOT_NOTES = (
    "Jackpot is reckoned with the main game's fold rule; the two wagers after it with the rule that is best for Ante, "
    "Play and Jackpot wager together.",
    "The Jackpot wager is spent before the choice, so with it riding a hand is played when its prizes make up for what "
    "playing loses beyond the Ante. The hands the main game folds have two suits or three and can never win from the "
    "meter: the best fold rule depends on the bonus prizes and the Ante, not on the meter.",
    "Ruling 52: a prize of so much for each dollar is the whole payment, and the stake stays with the house.",
    "Long run: the meter is reset to exactly its seed, every wager is a round of its own, and hands are played by the "
    "main game's rule. The return lies within the bounds given, rounding to whole dollars included.",
    "Hands of one round share the Jackpot Cards, so two may win from the meter at once and be paid by TCP 7.4. Among "
    "nine hands fewer than one such winner in 2,000 has another beside it; the long run leaves that out.",
)
