"""The codes by which the PHH format names games.

The format has codes for four of the games and limits of the book, made up of a letter for the limit, one for the game,
and an eight for hands high and low. The others have codes made up alike: other readers do not know them, and so refuse
such a hand rather than take it for another.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from croupier.games.crown_poker.terms import LimitKind, Variant


class Code(NamedTuple):
    """What a code stands for."""

    variant: Variant
    kind: LimitKind


_GAMES = {
    Variant.HOLDEM: "T",
    Variant.HOLDEM_HI_LO: "T/8",
    Variant.OMAHA: "O",
    Variant.OMAHA_HI_LO: "O/8",
    Variant.PINEAPPLE: "P",
    Variant.CRAZY_PINEAPPLE: "CP",
    Variant.CRAZY_PINEAPPLE_HI_LO: "CP/8",
}
_LIMITS = {
    LimitKind.NO_LIMIT: "N",
    LimitKind.FIXED: "F",
    LimitKind.SPREAD: "S",
    LimitKind.HALF_POT: "H",
    LimitKind.POT: "P",
}

CODES = MappingProxyType(
    {f"{limit}{game}": Code(variant, kind) for variant, game in _GAMES.items() for kind, limit in _LIMITS.items()}
)
"""What each code stands for."""
CODE_OF = MappingProxyType({code: name for name, code in CODES.items()})
"""The code of each game and limit."""
STANDARD = frozenset({"NT", "FT", "PO", "FO/8"})
"""The codes that the format itself has."""
