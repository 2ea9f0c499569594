"""Three Card Poker: exact odds of Ante and Play, Pair Plus and the Jackpot wager, with the best fold rules found.

The player sees three cards and nothing else before deciding, so a rule is a choice for each class of hands, and each is
decided by what all dealer hands, or all pairs of Jackpot Cards, from the other 49 cards would bring.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import msgspec
from msgspec.structs import replace

from croupier.games.three_card_poker.terms import ANTE_BONUS, INCREMENTS, METER_SHARE, PAIR_PLUS
from croupier.money import money
from croupier.odds.amounts import named
from croupier.odds.model import Comparison, ParSheet, WagerAnalysis
from croupier.odds.three_card_poker.meter import LongRun, MeterSystem, break_even, long_run, paid
from croupier.odds.three_card_poker.rule import (
    FoldRule,
    ante_below_which_prizes_matter,
    best_rule,
    queen_or_better,
    rule_of,
)
from croupier.odds.three_card_poker.settings import Settings
from croupier.odds.three_card_poker.wagers import ante_and_play, element_of_risk, jackpot, jackpot_chances, pair_plus

GAME = "three-card-poker"


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
    settings: Settings


def sheet(settings: Settings) -> PokerSheet:
    """The PAR sheet of these settings."""
    table, system = settings.ante_bonus, settings.system
    rule = best_rule(ANTE_BONUS[table])
    main = ante_and_play(rule, table)
    wagers = [main, pair_plus(settings.pair_plus)]
    riding = facts = None
    if system:
        riding = best_rule(ANTE_BONUS[table], settings.prizes_in_antes)
        ridden = replace(ante_and_play(riding, table), name="ante and play, jackpot riding")
        alone = jackpot(rule, system.option, system.prizes)
        best = replace(
            jackpot(riding, system.option, system.prizes), name="jackpot, best fold rule", strategy=riding.words
        )
        wagers += [alone, ridden, best]
        facts = _facts(settings, system, (rule, riding), (main, alone, ridden, best))
    return PokerSheet(
        game=GAME,
        terms=_terms(settings),
        wagers=tuple(wagers),
        rule=rule,
        riding=riding,
        element_of_risk=element_of_risk(main, rule),
        alternatives=(
            replace(ante_and_play(rule_of(lambda hand: True), table), name="play every hand"),
            replace(ante_and_play(rule_of(queen_or_better), table), name="play queen high or better"),
        ),
        jackpot=facts,
        long_run=tuple(_long_runs(rule, system.price)) if system else (),
        settings=settings,
        notes=_NOTES + (_JACKPOT_NOTES if system else ()),
    )


def comparisons(settings: Settings) -> tuple[Comparison, ...]:
    """Ante and Play under each Ante Bonus table, Pair Plus under each of its own, the Jackpot wager at some meters."""
    rules = {name: best_rule(bonus) for name, bonus in ANTE_BONUS.items()}
    found = [
        _compared("Ante Bonus table", {name: (ante_and_play(rule, name),) for name, rule in rules.items()}),
        _compared("Pair Plus table", {name: (pair_plus(name),) for name in PAIR_PLUS}),
    ]
    if system := settings.system:
        rule = rules[settings.ante_bonus]
        even = ceil(break_even(system, jackpot_chances(rule)))
        shown = {system.floor, ceil(system.value), even // 2, even, 2 * even}
        at = {money(value): replace(system, shows=Fraction(value)) for value in sorted(shown) if value >= system.floor}
        found.append(
            _compared("meter", {label: (jackpot(rule, each.option, each.prizes),) for label, each in at.items()})
        )
    return tuple(found)


def _facts(
    settings: Settings, system: MeterSystem, rules: tuple[FoldRule, FoldRule], wagers: tuple[WagerAnalysis, ...]
) -> JackpotFacts:
    chances, riding_chances = (jackpot_chances(rule) for rule in rules)
    main, alone, ridden, best = (Fraction(wager.edge) for wager in wagers)
    per_dollar = paid(METER_SHARE, riding_chances)
    riding_meter = break_even(system, riding_chances)
    return JackpotFacts(
        edge_without_meter=1 - paid(system.bonuses, chances),
        return_per_dollar_of_meter=paid(METER_SHARE, chances) / system.price,
        break_even=break_even(system, chances),
        break_even_riding=riding_meter + settings.ante * (ridden - main) / per_dollar,
        break_even_round=riding_meter + settings.ante * ridden / per_dollar,
        rule_changes_below_ante=ante_below_which_prizes_matter(
            ANTE_BONUS[settings.ante_bonus], {made: prize * system.price for made, prize in system.prizes.items()}
        ),
        round_costs=settings.ante * main + system.price * alone,
        round_costs_riding=settings.ante * ridden + system.price * best,
    )


def _long_runs(rule: FoldRule, price: int) -> list[LongRun]:
    """Every row of Tables 1 and 2 at this price, the hands played by the main game's rule."""
    chances = jackpot_chances(rule)
    return [
        long_run(MeterSystem(option=option, seed=seed, price=price), chances)
        for option, rates in INCREMENTS.items()
        for seed in rates
    ]


def _compared(term: str, wagers: dict[str, tuple[WagerAnalysis, ...]]) -> Comparison:
    sheets = tuple(ParSheet(GAME, {term: label}, each) for label, each in wagers.items())
    return Comparison(term, tuple(wagers), sheets)


def _terms(settings: Settings) -> dict[str, str | int | bool]:
    terms: dict[str, str | int | bool] = {"ante_bonus": settings.ante_bonus, "pair_plus": settings.pair_plus}
    if system := settings.system:
        terms |= {"jackpot_option": system.option, "seed_value": system.seed, "increment": f"{float(system.rate):.2%}"}
        terms |= {"meter": named(system.value), "price": system.price, "ante": named(settings.ante)}
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
