"""The tables that the second reading looks at: every version, and among them every reading of every ruling."""

from __future__ import annotations

from random import Random
from typing import Any, get_type_hints

from croupier.cards import Device
from croupier.games.blackjack.terms import PLAYING, Bet, Readings, Surrendered, Terms, Unfunded, Variant
from croupier.money import ChipSet, Limits

CHIPS = ((100, 250, 500, 2500), (50, 100, 500), (100, 500, 2500), (250, 700, 2500))
"""Sets of chips; the last can make neither 300 nor 450."""

CHOICES: dict[str, tuple[Any, ...]] = {
    name: tuple({Unfunded: Unfunded, Surrendered: Surrendered, bool: (False, True)}[kind])
    for name, kind in get_type_hints(Readings).items()
}
"""Every reading a table may have of every ruling with a switch."""


def terms_of(variant: Variant, number: int) -> Terms:
    """The terms of one of many tables of a version; the same for the same number."""
    chance = Random(f"{variant.value} {number}")
    playing = PLAYING[variant]
    least, most = playing.decks
    beside = Bet.SEVENS in playing.side_bets
    return Terms(
        variant=variant,
        decks=chance.randint(least, most),
        device=chance.choice((Device.MACHINE, Device.MACHINE, Device.SHOE)),
        areas=chance.randint(2, 5),
        chips=ChipSet(chance.choice(CHIPS)),
        limits={playing.bet: Limits(chance.choice((100, 200, 500)), chance.choice((5000, 50000)))},
        sevens=chance.choice((1, 2)) if beside else None,
        pairs=beside,
        pandemonium=chance.randint(1, 5),
        readings=Readings(**{name: chance.choice(values) for name, values in CHOICES.items()}),
    )
