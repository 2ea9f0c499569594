"""What a game's push-or-fold equilibria are worked out from: how its hands are put together, and how they come out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from pathlib import Path
from statistics import NormalDist
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.games.crown_poker.terms import GAMES, Variant
from croupier.odds.tournament.push_fold.flops import flops, no_flops
from croupier.odds.tournament.push_fold.hands import KINDS, Hands, kept_before_flop, of_like_strength, two_cards
from croupier.odds.tournament.push_fold.orders import orders
from croupier.odds.tournament.push_fold.showdowns import TOGETHER, Showdowns, cells, dealt, strengths

DEALS = 3_000_000
"""How many boards are dealt where not all are counted, unless asked otherwise."""
DEALS_FOR_STRENGTH = 2_000_000
"""How many boards at most show what hands are worth that are put into groups by it."""
GROUPS = 60
"""Into so many groups of like strength hands are put where there are too many kinds."""
CONFIDENCE = 0.95

_COUNTED = Path(__file__).with_name("holdem.npz")
"""What `kinds.counted` found for every board."""


class Model(msgspec.Struct, frozen=True):
    """Hands and showdowns of one game between so many players."""

    variant: Variant
    hands: Hands
    showdowns: Showdowns
    boards: int
    """How many were dealt; 0 where all are counted."""
    seed: int

    @property
    def off_by(self) -> float:
        """How far the part of the pot that a hand's group takes from all others may be off, in 19 of 20 such samples.

        On average over the hands that are dealt; each counts once here, against however many others it came.
        """
        if self.showdowns.exact:
            return 0.0
        seen = np.zeros(self.showdowns.groups)
        met = self.showdowns.counts.sum(axis=1, dtype=np.float64)
        for each in cells(self.showdowns.groups, self.showdowns.players).T:
            np.add.at(seen, each, met / comb(TOGETHER - 1, self.showdowns.players - 1))
        wide = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        return wide * 0.5 * float((seen[seen > 0] ** 0.5).sum() / seen.sum())


VARIANTS = {each.value.replace(" ", "-"): each for each in Variant}
"""The games by the names that a command line has for them."""


def hole_cards(variant: Variant) -> tuple[int, str]:
    """How many cards everyone is dealt, and the clause that says so."""
    return GAMES[variant].hole, GAMES[variant].deal


def is_counted(variant: Variant, players: int) -> bool:
    """Whether every showdown is counted, and none has to be dealt."""
    return variant is Variant.HOLDEM and players == 2


def model(variant: Variant, players: int, *, deals: int = DEALS, seed: int = 1) -> Model:
    """What a game's hands come to: counted for two players of Holdem, else dealt from a seed."""
    if is_counted(variant, players):
        return Model(variant, two_cards(), every_showdown(), 0, 0)
    game = GAMES[variant]
    after = flops(low=game.hi_lo) if game.discard_after == 1 else no_flops()
    if game.hole == 2 and (players == 2 or not game.hi_lo):
        hands = two_cards()
    elif game.discard_after == 0:
        hands = kept_before_flop(parts_of_kinds())
    else:
        # A stream of its own: the groups do not turn on the deals that are counted.
        parts = strengths(game, after, deals=min(deals, DEALS_FOR_STRENGTH), seed=seed + 1)
        hands = of_like_strength(game.hole, parts, GROUPS)
    return Model(variant, hands, dealt(game, hands, after, players, deals=deals, seed=seed), deals, seed)


@lru_cache(maxsize=1)
def every_showdown() -> Showdowns:
    """Two hands of Holdem before the flop: every showdown, counted."""
    with np.load(_COUNTED) as kept:
        wins, ties = kept["wins"], kept["ties"]
    low, high = cells(KINDS, 2).T
    own = np.where(low == high, 2, 1).astype(np.uint64)  # of one kind, either hand is both the first and the second
    by_order: dict[tuple[int, ...], NDArray[np.uint64]] = {
        (0, 1): wins[low, high],
        (1, 0): wins[high, low],
        (0, 0): ties[low, high],
    }
    counts = np.stack([by_order[order.highs] // own for order in orders(2, low=False).all], axis=1)
    return Showdowns(2, KINDS, False, counts, exact=True)


@lru_cache(maxsize=1)
def parts_of_kinds() -> NDArray[np.float64]:
    """By kind of two cards: the part of a pot that it takes from one other hand."""
    with np.load(_COUNTED) as kept:
        wins, ties = kept["wins"].astype(np.float64), kept["ties"].astype(np.float64)
    return np.asarray((wins + ties / 2).sum(axis=1) / (wins + wins.T + ties).sum(axis=1))


FORMAT = 1
"""Of what is packed: raised whenever the same seed would come to other counts or groups."""


def packed(of: Model) -> dict[str, NDArray[Any]]:
    """A model as arrays alone, so that it can be kept."""
    hands = of.hands
    return {
        "format": np.array(FORMAT),
        "number": hands.number,
        "names": np.array(hands.names),
        "parts": np.array(() if hands.parts is None else hands.parts, np.float64),
        "kept": hands.kept,
        "counts": of.showdowns.counts,
    }


def unpacked(variant: Variant, players: int, deals: int, seed: int, kept: Mapping[str, NDArray[Any]]) -> Model | None:
    """The model that was packed; nothing if this is of another format."""
    if not {"format", "number", "names", "parts", "kept", "counts"} <= set(kept) or int(kept["format"]) != FORMAT:
        return None
    parts = tuple(float(each) for each in kept["parts"]) or None
    hands = Hands(kept["number"], tuple(str(each) for each in kept["names"]), parts, kept["kept"])
    showdowns = Showdowns(players, hands.groups, GAMES[variant].hi_lo, kept["counts"], exact=False)
    return Model(variant, hands, showdowns, deals, seed)
