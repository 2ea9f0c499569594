"""The cycles of a meter: from one reset to the next, and on if a reset is taken back.

A game that is undone takes off what it put on in the same cycle; once a reset has consumed that, nothing is left to
take off. A reset by an outcome that turns out to be none never was: its cycle goes on, with the games that were in it.
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.house.meter.model import Added, Meter, Reset

FOR_GOOD = ""
"""Whose reset it is that nobody takes back."""


def is_consumed(meter: Meter, added: Added, taken_back: str | None = None) -> bool:
    """Whether a reset has consumed what a game added, were the one by the outcome of a table taken back."""
    return any(each.moment > added.moment for each in meter.resets if each.table != taken_back)


def after_reset(meter: Meter, table: str = FOR_GOOD) -> Meter:
    """A new cycle, which the outcome of a table has begun."""
    moment = meter.moment + 1
    resets = (*meter.resets, Reset(table, moment, meter.earned))
    return _kept(replace(meter, moment=moment, resets=resets, earned=0))


def for_good(meter: Meter, table: str) -> Meter:
    """The reset by the last outcome of a table, if it was one, can no longer be taken back."""
    if all(each.table != table for each in meter.resets):
        return meter
    resets = tuple(replace(each, table=FOR_GOOD) if each.table == table else each for each in meter.resets)
    return _kept(replace(meter, resets=resets))


def taken_back(meter: Meter, table: str) -> Meter:
    """The reset by the last outcome of a table never was: the cycle that it ended goes on."""
    ended = next((each for each in meter.resets if each.table == table), None)
    if ended is None:
        return meter
    rest = replace(meter, resets=tuple(each for each in meter.resets if each is not ended))
    consumed = tuple(each for each in meter.consumed if is_consumed(rest, each))
    return earned_at(replace(rest, consumed=consumed), ended.moment, ended.earned)


def released(meter: Meter, table: str) -> int:
    """What games undone meanwhile had put on, and takes off with them, when the reset by a table is taken back."""
    return sum(each.mites for each in meter.consumed if not is_consumed(meter, each, table))


def earned_at(meter: Meter, moment: int, mites: int) -> Meter:
    """The meter when so much more was earned in the cycle of a moment."""
    later = next((n for n, each in enumerate(meter.resets) if each.moment > moment), None)
    if later is None:
        return replace(meter, earned=meter.earned + mites)
    there = meter.resets[later]
    resets = (*meter.resets[:later], replace(there, earned=there.earned + mites), *meter.resets[later + 1 :])
    return replace(meter, resets=resets)


def _kept(meter: Meter) -> Meter:
    """Of resets for good that follow each other the last says all; what it consumed never comes off."""
    resets: list[Reset] = []
    for each in meter.resets:
        if resets and resets[-1].table == each.table == FOR_GOOD:
            resets.pop()
        resets.append(each)
    last = max((each.moment for each in resets if each.table == FOR_GOOD), default=0)
    return replace(meter, resets=tuple(resets), consumed=tuple(each for each in meter.consumed if each.moment > last))
