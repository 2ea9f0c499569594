"""The Blackjack family: the best play of every hand by what it is made of, basic strategy, and what both are worth."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from croupier.games.blackjack.terms import SUPER_BONUS_CENTS, Variant
from croupier.odds.amounts import named
from croupier.odds.blackjack.basic import basic
from croupier.odds.blackjack.charts import LEGEND
from croupier.odds.blackjack.compositions import ACE, RANKS, TEN, Floats
from croupier.odds.blackjack.outcomes import insurance, main_wager
from croupier.odds.blackjack.settings import INFINITE, Decks, Settings
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.side_bets import magnificent_sevens, pandemonium, perfect_pairs
from croupier.odds.blackjack.starts import EVEN_MONEY, Measured, Plan, Start
from croupier.odds.blackjack.strategy import STAND, Strategy
from croupier.odds.blackjack.whole import Whole
from croupier.odds.model import Comparison, ParSheet, WagerAnalysis
from croupier.odds.steps import ahead, step

GAME = "blackjack"
UPCARDS = "A23456789T"


class SuperBonusFacts(msgspec.Struct, frozen=True):
    """What the Super Bonus is worth, in stakes for each wager."""

    chance: float
    prize: Fraction
    """In dollars, at this stake."""
    worth: float
    by_stake: Mapping[int, float]
    """The least stake of each prize, in dollars, and the prize's worth there."""
    others: float
    """What a wager is given by the wins of the other wagers of its round, at most."""


class BlackjackSheet(ParSheet, frozen=True, kw_only=True):
    """A PAR sheet with what only this family has."""

    settings: Settings
    starts: tuple[Start, ...]
    worth: Floats
    """What each choice is worth by [start, upcard, choice]."""
    plan: Plan
    found: Measured
    strategy: Strategy
    basic: WagerAnalysis
    """The main wager by basic strategy."""
    gives_up: float
    """What basic strategy gives up against play by the cards themselves."""
    even_money: float | None
    """What a natural against an ace is worth that is not paid at even money."""
    super_bonus: SuperBonusFacts | None


def sheet(settings: Settings) -> BlackjackSheet:
    """The PAR sheet of these settings."""
    ahead(3)
    game = Game(settings)
    whole = Whole(game)
    plan, worth = whole.best()
    step()
    found = whole.measure(plan)
    step()
    strategy, by_totals = basic(whole, plan)
    measured = whole.measure(by_totals)
    step()
    bet = settings.playing.bet.value
    main = main_wager(bet, settings, whole.suits, found)
    natural = next(place for place, start in enumerate(whole.starts) if start.natural)
    return BlackjackSheet(
        game=GAME,
        terms=_terms(settings),
        wagers=(main, insurance(game), *_side_bets(settings, whole, plan)),
        settings=settings,
        starts=whole.starts,
        worth=worth,
        plan=plan,
        found=found,
        strategy=strategy,
        basic=main_wager(f"{bet}, basic strategy", settings, whole.suits, measured),
        gives_up=found.value - measured.value,
        even_money=float(worth[natural, ACE, STAND]) if worth[natural, ACE, EVEN_MONEY] > 0 else None,
        super_bonus=_super_bonus(settings, whole, found),
        notes=_notes(settings),
    )


def comparisons(settings: Settings) -> tuple[Comparison, ...]:
    """The main wager by decks, and under the other reading of each ruling that it turns on."""
    fewest, most = settings.playing.decks
    decks: list[Decks] = [each for each in (4, 5, 6, 7, 8) if fewest <= each <= most]
    varied = {"decks": {str(each): plain(settings, decks=each) for each in (*decks, INFINITE)}}
    for ruling, setting in _readings(settings).items():
        field = {value: plain(settings, **{setting: value}) for value in (True, False)}
        usual = getattr(Settings(), setting)
        varied[ruling] = {"as ruled": field[usual], "the other way": field[not usual]}
    ahead(sum(len(each) for each in varied.values()))
    return tuple(_compared(term, each) for term, each in varied.items())


def _readings(settings: Settings) -> dict[str, str]:
    """The readings that the main wager of this version turns on, by the ruling."""
    playing = settings.playing
    found = {"reading of ruling 31": "busts_lost_to_blackjack"}
    if not playing.pays_21_at_once:
        found = {"reading of ruling 30": "blackjack_beats_21", **found}
    if not settings.busts_lost_to_blackjack and settings.others:
        found["reading of ruling 47"] = "all_bust_lost"
    if settings.variant in (Variant.BLACKJACK, Variant.CROWN):
        found["reading of ruling 33"] = "doubles_soft_19_20"
    if playing.surrender_against:
        found["reading of ruling 45"] = "surrender_rounded_up"
    if playing.super_bonus:
        found["reading of ruling 48"] = "bonus_after_unsuited_split"
    return found


def plain(settings: Settings, **changes: object) -> Settings:
    """The main wager alone, with something changed: only what it turns on, so that what is solved is known again."""
    settings = replace(settings, sevens=None, pairs=False, **changes)
    turned_on = ("variant", "decks", "stake", "others", *_readings(settings).values())
    return Settings(**{name: getattr(settings, name) for name in turned_on})


@lru_cache(maxsize=64)
def _best_wager(settings: Settings) -> WagerAnalysis:
    whole = Whole(Game(settings))
    plan, _ = whole.best()
    return main_wager(settings.playing.bet.value, settings, whole.suits, whole.measure(plan))


def _compared(term: str, settings: dict[str, Settings]) -> Comparison:
    sheets = []
    for label, each in settings.items():
        sheets.append(ParSheet(GAME, {term: label}, (_best_wager(each),)))
        step()
    return Comparison(term, tuple(settings), tuple(sheets))


def effects_of_removal(settings: Settings) -> dict[str, float]:
    """By rank: how much more a unit gains by the same play when one card of it is gone from the shoe."""
    return {} if settings.shoe is None else _effects(plain(settings))


@lru_cache(maxsize=16)
def _effects(settings: Settings) -> dict[str, float]:
    whole = Whole(Game(settings))
    plan, _ = whole.best()
    value = whole.measure(plan).value
    found = {}
    ahead(RANKS)
    for rank in range(RANKS):
        shoe = whole.game.shoe.copy()
        shoe[rank] -= 1.0
        found[UPCARDS[rank]] = Whole(Game(settings, shoe)).measure(plan).value - value
        step()
    return found


def _side_bets(settings: Settings, whole: Whole, plan: Plan) -> tuple[WagerAnalysis, ...]:
    found: list[WagerAnalysis] = []
    decks = settings.shoe
    if decks is None:
        return ()
    if settings.sevens is not None:
        seven = next(place for place, start in enumerate(whole.starts) if (start.first, start.second) == (6, 6))
        stood = frozenset(
            rank
            for upcard in range(RANKS)
            for rank in ("TJQK" if upcard == TEN else UPCARDS[upcard])
            if plan.firsts[seven, upcard] == STAND
        )
        found.append(magnificent_sevens(settings.sevens, decks, stands_against=stood))
    if settings.pairs:
        found.append(perfect_pairs(decks))
    if settings.variant is Variant.PANDEMONIUM:
        returns = settings.pandemonium_stake_returns
        found.append(pandemonium(decks, settings.pandemonium, stake_returns=returns))
    return tuple(found)


def _super_bonus(settings: Settings, whole: Whole, found: Measured) -> SuperBonusFacts | None:
    if not settings.playing.super_bonus:
        return None
    chance, stakes = float(found.super_bonus), whole.suits.super_bonus
    by_stake = {least // 100: chance * prize / least for least, prize in SUPER_BONUS_CENTS.items()}
    prize = Fraction(round(stakes * float(settings.stake)))
    return SuperBonusFacts(chance, prize, chance * stakes, by_stake, chance * settings.others * whole.suits.others)


def _terms(settings: Settings) -> dict[str, str | int | bool]:
    terms: dict[str, str | int | bool] = {
        "variant": settings.variant.value,
        "decks": INFINITE if settings.shoe is None else settings.shoe,
        "stake": named(settings.stake),
        "others": settings.others,
    }
    for setting in _readings(settings).values():
        terms[setting] = getattr(settings, setting)
    if settings.sevens is not None:
        terms["magnificent_sevens"] = settings.sevens
    if settings.pairs:
        terms["perfect_pairs"] = True
    if settings.variant is Variant.PANDEMONIUM:
        terms["pandemonium"] = settings.pandemonium
        terms["pandemonium_stake_returns"] = settings.pandemonium_stake_returns
    return terms


def _notes(settings: Settings) -> tuple[str, ...]:
    return (f"The chart: {LEGEND}", *_NOTES) + (_PONTOON_NOTES if settings.playing.pays_21_at_once else ())


_NOTES = (
    "The first round from a whole shoe: one player's hand, the dealer's first card, and nothing else seen. The burned "
    "card is unseen and changes nothing. Edge and variance are for one unit of the original wager.",
    "The best play is found, not assumed: each hand, by what it is made of, does what is worth most against the "
    "dealer's first card. No hole card is taken; a dealer's natural takes one original wager (ruling 31).",
    "After a split, what is done with a hand turns on its own cards, the dealer's first card and the two cards split; "
    "other split hands are not looked at. A pair that comes again is split again, to three hands. What a hand risks by "
    "a dealer's natural turns on the others: the best play for each of several prices of it is tried, and the one that "
    "is worth most for all hands is taken; from an endless shoe the price is a quarter of a wager where bust hands are "
    "lost. For this policy the value of a split is exact, the dealer's natural included.",
    "How the hands of a split end together: each hand with the dealer is exact; what hands have to do with one another "
    "beside that is counted to the first order in the cards that one takes from the other. The edge does not turn on "
    "it, and a chance of a net result is off by less than a millionth.",
    "Basic strategy looks at totals alone; pairs are split where their own cards say so. What it gives up is exact.",
    "Rulings 42, 43, 44 and 46 do not change what one player's wager is worth by this play: who shares an area, even "
    "money after insurance, whose limit it is, and the order in which split hands are served.",
)
_PONTOON_NOTES = (
    "Suits are looked at where they can matter: first cards that may become 6-7-8 or 7-7-7. The suit of the dealer's "
    "first card is not, nor are those of split hands.",
    "A double is taken for the whole wager: less gains or loses in proportion. A doubled hand is withdrawn where it "
    "would lose more than the original wager on average (ruling 36).",
    "Ruling 38: the Super Bonus is paid once for an area; what other wagers are given is counted beside the edge.",
)
