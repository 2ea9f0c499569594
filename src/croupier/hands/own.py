"""What this house adds to a hand in the PHH format, because the format has no words for it."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated

import msgspec

from croupier.games.crown_poker.state import SITTING, Sitting
from croupier.games.crown_poker.terms import Readings

OWN = "_croupier"
"""The field in which this house says what the format has no words for."""

Amount = int | Decimal
_COUNT = re.compile("-?[0-9]{1,2}")
Seat = Annotated[int, msgspec.Meta(ge=1, le=99)]


def words_of(sitting: Sitting) -> str:
    """How someone sits, in the words for it that are so; those that count have their number with them."""
    said = {name: getattr(sitting, name) for name in Sitting.__struct_fields__}
    return " ".join(name if value is True else f"{name}={value}" for name, value in said.items() if value)


def sitting_of(words: str) -> Sitting:
    """How someone sits, of such words."""
    said = dict[str, bool | int]()
    for word in words.split():
        name, _, number = word.partition("=")
        counts = type(getattr(SITTING, name, None)) is int
        if name not in Sitting.__struct_fields__ or not (_COUNT.fullmatch(number) if counts else word == name):
            raise ValueError("it names a way of sitting that there is not")
        said[name] = int(number) if counts else True
    return Sitting(**said)  # type: ignore[arg-type]


class OwnCommission(msgspec.Struct, frozen=True, kw_only=True):
    """What the house took by."""

    per_mille: int = 0
    hand_fees: tuple[tuple[int, Amount], ...] = ()
    cap: Amount | None = None


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What this house has added to a hand, as far as playing it again needs it; amounts not yet in units."""

    scale: Annotated[int, msgspec.Meta(ge=1, le=10**6)]
    smallest_chip: Amount
    line_before: tuple[Seat, ...]
    again: tuple[Seat, ...]
    blinds: tuple[Amount, ...]
    bets: tuple[Amount, ...]
    most: tuple[Amount, ...] = ()
    straddles: Annotated[int, msgspec.Meta(ge=0, le=11)]
    ante: Amount
    blind_ante: Amount
    sittings: tuple[str, ...]
    waiting: tuple[Seat, ...]
    readings: tuple[str, ...]
    commission: OwnCommission
    rake: tuple[Amount, ...]
    burns: int
    laid: tuple[tuple[int, Amount], ...]
    dead: tuple[int, ...] = ()
    """The folds by number that were none: the hand was ruled dead."""
    void: tuple[int, ...] = ()
    """Likewise where what its player had put in went back."""
    early: tuple[int, ...] = ()
    """The folds by number that were made before their turn."""
    at: Annotated[int, msgspec.Meta(ge=0, lt=2**48)] = 0
    """When the hand began, in milliseconds since 1970."""
    times: tuple[tuple[int, Annotated[int, msgspec.Meta(ge=0, lt=2**48)]], ...] = ()
    """When things were done, by the number of the action, in milliseconds since then."""
    antes_as_blinds: bool = False
    """Whether of two players the antes are written as the blinds are: the second first."""
    rake_told: bool = False
    """Whether the rake was taken by no method that is named, and only known from what was collected."""

    def __post_init__(self) -> None:
        if not set(self.readings) <= set(Readings.__struct_fields__):
            raise ValueError("it names a reading that there is not")
        for each in self.sittings:
            sitting_of(each)
        if 1 in (len(self.line_before), len(self.again)):
            raise ValueError("it names the seat of the button and of no blind")
