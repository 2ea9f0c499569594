"""What a house took of the pots, as the text of a hand says it in fields of its own, or whoever has it played again."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import msgspec

from croupier.games.crown_poker.terms import Commission
from croupier.hands.numbers import Unreadable, exact, units

Amount = int | Decimal


class Rake(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A method by which a house takes commission, or simply what it took; amounts are those of the text."""

    percent: Amount | None = None
    """Of every pot, 2 to 10."""
    cap: Amount | None = None
    """At most, of a hand."""
    per_hand: Amount | None = None
    """A fixed sum of a hand."""
    once: bool = False
    """Whether the percentage is rounded down once for the hand, not in each pot."""
    no_flop_no_rake: bool = False
    """Whether a hand that ends before the flop is spared."""
    taken: tuple[Amount, ...] = ()
    """What was taken: of the whole hand, or of each pot."""

    @property
    def by_method(self) -> bool:
        """Whether it says how it is worked out."""
        return self.percent is not None or self.per_hand is not None

    @property
    def amounts(self) -> tuple[Amount, ...]:
        """The amounts of chips in it."""
        return tuple(each for each in (self.cap, self.per_hand, *self.taken) if each is not None)

    def commission(self, scale: int) -> Commission:
        """The same as a commission of the book, or ValueError with the clause that has no such commission."""
        if not self.by_method:
            return Commission()
        per_mille = exact(self.percent or 0) * 10
        if per_mille.denominator != 1:
            raise ValueError("CP 7.2.1: a percentage is counted in tenths of a per cent")
        return Commission(
            per_mille=int(per_mille),
            hand_fees=() if self.per_hand is None else ((2, units(self.per_hand, scale)),),
            cap=None if self.cap is None else units(self.cap, scale),
        )


NOTHING_SAID = Rake()
"""Neither a method nor an amount."""

_FIELDS = {
    "_rake_percent": "percent",
    "_rake_percentage": "percent",
    "_rake_cap": "cap",
    "_rake_per_hand": "per_hand",
    "_rake_once": "once",
    "_no_flop_no_rake": "no_flop_no_rake",
}
"""Fields of a hand beside `_rake` itself, and what each says."""


def rake_of(fields: Mapping[str, Any]) -> Rake | None:
    """What a hand's own fields say of it; None where they say nothing."""
    said: dict[str, Any] = {_FIELDS[name]: value for name, value in fields.items() if name in _FIELDS}
    whole = fields.get("_rake")
    if isinstance(whole, dict):
        said |= whole
    elif whole is not None:
        said["taken"] = whole if isinstance(whole, list) else [whole]
    if not said:
        return None
    try:
        found = msgspec.convert(said, Rake, builtin_types=(Decimal,))
    except msgspec.ValidationError as error:
        raise Unreadable(f"_rake: {error}") from error
    for each in found.amounts:
        if exact(each) < 0:
            raise Unreadable("_rake holds less than nothing")
    return found
