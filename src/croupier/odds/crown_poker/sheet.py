"""A Crown Poker sheet: the one wager against the house, what hands take of a pot, and what commission costs."""

from __future__ import annotations

from croupier.games.crown_poker.terms import Bet
from croupier.odds.amounts import named
from croupier.odds.crown_poker.equity import Equities, equities
from croupier.odds.crown_poker.settings import Settings, cards_of
from croupier.odds.crown_poker.wagers import Cost, cost, flop_chase
from croupier.odds.model import Comparison, ParSheet

GAME = "crown-poker"


class PokerSheet(ParSheet, frozen=True, kw_only=True):
    """A PAR sheet with what only this game has."""

    equities: Equities | None
    commission: Cost | None
    settings: Settings


def sheet(settings: Settings) -> PokerSheet:
    """The sheet of these settings."""
    found = None
    if settings.hands:
        found = equities(
            settings.game,
            [cards_of(hand) for hand in settings.hands],
            [card for word in settings.board or () for card in cards_of(word)],
            [card for word in settings.dead or () for card in cards_of(word)],
            samples=settings.samples,
            seed=settings.sample_seed,
        )
    return PokerSheet(
        game=GAME,
        terms=_terms(settings),
        wagers=(flop_chase(Bet.RED), flop_chase(Bet.BLACK)),
        equities=found,
        commission=cost(settings),
        settings=settings,
        notes=_NOTES + (_SAMPLED if found and not found.exact else ()),
    )


def comparisons(settings: Settings) -> tuple[Comparison, ...]:
    """Nothing about the Flop Chase can be chosen, so there is nothing to compare."""
    return ()


def _terms(settings: Settings) -> dict[str, str | int | bool]:
    terms: dict[str, str | int | bool] = {"variant": settings.variant.value}
    for name in ("hands", "board", "dead"):
        if said := getattr(settings, name):
            terms[name] = ",".join(said)
    if settings.rake_percent is not None:
        terms["rake_percent"] = settings.rake_percent
        terms["cap"] = "none" if settings.cap is None else named(settings.cap)
    return terms


_NOTES = (
    "The Flop Chase wager is decided by the first three community cards alone: hole cards and burn cards nobody has "
    "seen are as likely red as black, so the odds are the same however many play.",
    "A hand's equity is the part of one pot that it takes on average if nobody folds: halves between high and low, "
    "equal hands sharing alike, odd chips left out of account.",
    "Commission as rulings 64 and 115 have it: of what was called, rounded down to the smallest chip, never above the "
    "cap, and nothing of hands in which only blinds were wagered.",
)
_SAMPLED = (
    "A hand with unknown cards is dealt at random; what is said of it is a sample, with the interval that would hold "
    "the true value in nineteen of twenty such samples.",
)
