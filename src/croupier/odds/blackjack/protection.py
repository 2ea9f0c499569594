"""Game protection: what a watcher of cards can gain by decks and cut, and what a card seen too soon is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import sqrt

import msgspec
import numpy as np
from msgspec.structs import replace

from croupier.cards import Counts
from croupier.games.blackjack.terms import (
    PANDEMONIUM_PRIZES,
    Bet,
    Terms,
    pairs_pay,
    sevens_pay,
)
from croupier.odds.blackjack.compositions import RANKS, Floats
from croupier.odds.blackjack.counting import (
    FAVOURABLE,
    GAINED,
    INSURANCE,
    MAIN,
    PAIRS,
    PANDEMONIUM,
    ROUNDS,
    SEVENS,
    SHOES,
    SQUARED,
    WORTH,
    Worth,
    watch,
)
from croupier.odds.blackjack.exposed import next_card_worth
from croupier.odds.blackjack.plan import compiled, rules_of, shortcuts_of, table_of
from croupier.odds.blackjack.rounds import room
from croupier.odds.blackjack.settings import INFINITE, Settings
from croupier.odds.blackjack.sheet import effects_of_removal, plain
from croupier.odds.blackjack.side_bets import effects_of_removal as effects_on_side_bet
from croupier.odds.blackjack.side_bets import magnificent_sevens, pandemonium, perfect_pairs, whole_shoe
from croupier.odds.blackjack.solved import solved
from croupier.odds.blackjack.stack import seeded, stack_of
from croupier.odds.blackjack.strategy import SPLIT
from croupier.odds.blackjack.whole import Measured, Whole
from croupier.odds.model import WagerAnalysis

WATCHED = 4_000
"""So many shoes of each number of decks are dealt with someone watching."""
SEED = 2003
"""Where chance starts, so that a sheet of the same settings says the same."""
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
"""The ranks by what they count."""


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """What one bet comes to for someone who sees every card, wagers one unit where that gains, and else nothing."""

    bet: str
    decks: int
    behind_cut: int
    """Cards behind the cutting card."""
    favourable: float
    """The share of rounds that favour the bet."""
    worth: float
    """What a unit gains in those, on average."""
    gain: float
    """In units, for a hundred rounds dealt."""
    shoes: float
    """The share of shoes in which the bet turns favourable before the cutting card."""
    played: float | None = None
    """What such rounds of the main wager really gained, for a hundred dealt."""
    error: float | None = None
    """Its standard error."""


class Foreseen(msgspec.Struct, frozen=True, kw_only=True):
    """What knowing a card before wagering is worth, to whoever wagers only where that gains."""

    card: str
    edges: Mapping[str, float]
    """By rank: what a unit then gains."""
    favourable: float
    gain: float
    """In units, for a hundred rounds dealt."""


class Protection(msgspec.Struct, frozen=True, kw_only=True):
    """All of it, for one version."""

    effects: Mapping[str, Mapping[str, float]]
    """By bet and rank: how much more a unit gains when one card of it is gone from the whole shoe."""
    watched: tuple[Watched, ...]
    foreseen: tuple[Foreseen, ...]
    next_card: float
    """What a round gains by the next card known at the first decision, in units."""
    shoes: int
    seed: int
    notes: tuple[str, ...]


@lru_cache(maxsize=4)
def protection(settings: Settings, shoes: int = WATCHED, seed: int = SEED) -> Protection:
    """What there is to guard against at a table of these settings, at each number of decks that the version allows."""
    fewest, most = settings.playing.decks
    watched: list[Watched] = []
    for decks in range(fewest, most + 1):
        watched += watched_shoes(replace(settings, decks=decks), shoes, seed)
    here = settings if settings.shoe is not None else replace(settings, decks=most)
    found = solved(plain(here))
    return Protection(
        effects=effects_of_all(here),
        watched=tuple(watched),
        foreseen=foreseen(found.whole, found.whole.measure(found.plan)),
        next_card=next_card(settings),
        shoes=shoes,
        seed=seed,
        notes=_NOTES,
    )


def effects_of_all(settings: Settings) -> dict[str, dict[str, float]]:
    """By bet and rank: how much more a unit gains when one card of it is gone from the whole shoe."""
    terms = settings.terms()
    found = {terms.playing.bet.value: effects_of_removal(settings)}
    analysed: dict[Bet, Callable[[Counts], WagerAnalysis]] = {
        Bet.SEVENS: lambda shoe: magnificent_sevens(terms.sevens or 1, terms.decks, shoe=shoe),
        Bet.PAIRS: lambda shoe: perfect_pairs(terms.decks, shoe),
        Bet.PANDEMONIUM: lambda shoe: pandemonium(
            terms.decks, terms.pandemonium, stake_returns=terms.readings.pandemonium_stake_returns, shoe=shoe
        ),
    }
    shoe = whole_shoe(terms.variant, terms.decks)
    for bet, analysis in analysed.items():
        if bet in terms.bets:
            effects = effects_on_side_bet(analysis, shoe)
            found[bet.value] = {name: float(effects["K" if name == "T" else name]) for name in NAMES}
    return found


def watched_shoes(settings: Settings, shoes: int, seed: int) -> list[Watched]:
    """What someone who sees every card gains at a table of these settings with one area, by how deep it is dealt."""
    terms = replace(settings.terms(), areas=1)
    whole, plan, *_ = solved(plain(settings))
    value = whole.measure(plan).value
    effects = np.array([effects_of_removal(settings)[name] for name in NAMES])
    compiled_plan, rules = compiled(whole.starts, plan, by_first_aces=whole.game.layers > 1), rules_of(terms)
    deck = terms.playing_cards
    depths = np.array(sorted({terms.decks * deck // 2, 2 * deck, 3 * deck // 2, deck}, reverse=True))
    table = table_of(terms)._replace(machine=False, behind_cut=int(depths[-1]), side_bets=False)
    worth = _worth(terms, value, effects)
    short = shortcuts_of(compiled_plan, rules)
    stack = stack_of(whole_shoe(terms.variant, terms.decks))
    found = watch(shoes, stack, seeded(seed), table, rules, compiled_plan, short, room(), worth, depths)
    offered = {MAIN: terms.playing.bet, INSURANCE: Bet.INSURANCE, PAIRS: Bet.PAIRS, SEVENS: Bet.SEVENS}
    offered[PANDEMONIUM] = Bet.PANDEMONIUM
    on_sign = (*terms.bets, Bet.INSURANCE)
    return [
        _watched(bet.value, terms.decks, int(depths[depth]), found[depth, place], shoes, main=place == MAIN)
        for place, bet in offered.items()
        if bet in on_sign
        for depth in range(len(depths))
    ]


def _watched(bet: str, decks: int, behind: int, kept: Floats, shoes: int, *, main: bool) -> Watched:
    rounds, favourable = kept[ROUNDS], kept[FAVOURABLE]
    return Watched(
        bet=bet,
        decks=decks,
        behind_cut=behind,
        favourable=float(favourable / rounds),
        worth=float(kept[WORTH] / favourable) if favourable else 0.0,
        gain=float(100 * kept[WORTH] / rounds),
        shoes=float(kept[SHOES] / shoes),
        played=float(100 * kept[GAINED] / rounds) if main else None,
        error=float(100 * sqrt(kept[SQUARED]) / rounds) if main else None,
    )


def _worth(terms: Terms, value: float, effects: Floats) -> Worth:
    pairs, sevens, pontoon = np.zeros(3), np.zeros(4), 0.0
    if Bet.PAIRS in terms.bets:
        pairs[:] = [float(prize.odds.value) for prize in pairs_pay(terms.decks).values()]
    if Bet.SEVENS in terms.bets:
        sevens[:] = [float(prize.odds.value) for prize in sevens_pay(terms.sevens or 1, terms.decks).values()]
    if Bet.PANDEMONIUM in terms.bets:
        prizes = PANDEMONIUM_PRIZES[terms.pandemonium]
        pontoon = sum(dollars * many for dollars, many in prizes.items()) / sum(prizes.values())
        pontoon += terms.readings.pandemonium_stake_returns
    return Worth(value, effects, pairs, sevens, pontoon, insured=True)


def foreseen(whole: Whole, measured: Measured) -> tuple[Foreseen, ...]:
    """The player's own first card, and the dealer's, known before any wager."""
    first, chance_of_first = np.zeros(RANKS), np.zeros(RANKS)
    weighed = measured.chances * measured.values
    for place, start in enumerate(whole.starts):
        for rank in (start.first, start.second):
            first[rank] += weighed[place].sum() / 2
            chance_of_first[rank] += measured.chances[place].sum() / 2
    upcard, chance_of_upcard = weighed.sum(axis=0), measured.chances.sum(axis=0)
    return (
        _known("the first card of the round, one's own", first, chance_of_first),
        _known("the dealer's first card", upcard, chance_of_upcard),
    )


def _known(card: str, gains: Floats, chances: Floats) -> Foreseen:
    return Foreseen(
        card=card,
        edges={name: float(gain / chance) for name, gain, chance in zip(NAMES, gains, chances, strict=True)},
        favourable=float(chances[gains > 0].sum()),
        gain=float(100 * gains[gains > 0].sum()),
    )


def next_card(settings: Settings) -> float:
    whole, _, worth, *_ = solved(plain(settings, decks=INFINITE))
    values = {start.first: worth[place] for place, start in enumerate(whole.starts) if start.pair and not start.suits}
    without, known = next_card_worth(
        settings.playing, settings.readings, lambda rank, upcard: float(values[rank][upcard, SPLIT])
    )
    return known - without


_NOTES = (
    "Someone who sees every card of a shoe, forgets none, and wagers one unit in the rounds that favour it: gains are "
    "for a hundred rounds dealt to one area. The card that is burned is never seen.",
    "Side bets and insurance: exact odds of the cards unseen before each round, over simulated shoes. Main wager: its "
    "edge in the whole shoe, moved by what each card gone does to it, for someone who varies stakes but not play; what "
    "was really gained in the rounds so picked stands beside it with its standard error.",
    "A card known before wagering: exact, for the whole shoe. The next card known at the first decision: exact for an "
    "endless shoe, the last area, and pairs split as without that knowledge, so a little less than it is worth.",
)
