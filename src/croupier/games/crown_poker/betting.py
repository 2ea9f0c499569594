"""What may be wagered: pure arithmetic of calls and raises under each kind of limit, and what a raise opens again.

Amounts are what a player has bet in this round altogether ("raise to"), in cents.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.games.crown_poker.terms import Limit, LimitKind

MOST_RAISES = 3
"""How many raises a round has where they are counted (CP 6.9)."""
RATIO = {LimitKind.HALF_POT: 2, LimitKind.POT: 1}
"""The part of the pot that bounds a raise: a half, or all of it."""


class Betting(NamedTuple):
    """How far the betting of a round has come."""

    level: int = 0
    """What it takes to stay in."""
    whole: int = 0
    """The last whole bet: an all-in short of a raise does not move it."""
    least: int = 0
    """How much the next bet or raise adds at least."""
    raises: int = 0
    """The raises counted so far."""


class Bounds(NamedTuple):
    """The least and the most that a bet or raise may come to, all of it in this round."""

    low: int
    high: int


class After(NamedTuple):
    """The betting after someone has gone above what it took to stay in."""

    betting: Betting
    reopened: bool
    """Whether everyone may raise again; otherwise those who had acted only call."""


NO_END = 1 << 62
"""A bound that no stack reaches."""


def raise_bounds(
    limit: Limit, street: int, betting: Betting, *, pot: int, owed: int, smallest: int = 1, has: int = NO_END
) -> Bounds:
    """What a bet or raise may come to for someone who `has` so much for this round, what lies there counted.

    `pot` is all that lies in the middle with the bets of this round, `owed` what this player needs for a call: at pot
    limits that is counted in first (CP 6.7). An amount is cut down to whole smallest chips.

    >>> raise_bounds(Limit(LimitKind.POT, (200,)), 1, Betting(1000, 1000, 1000), pot=3000, owed=1000)
    Bounds(low=2000, high=5000)
    """
    level, whole, least, _ = betting
    match limit.kind:
        case LimitKind.NO_LIMIT:
            low, high = level + least, NO_END
        case LimitKind.FIXED:
            low = high = whole + least
        case LimitKind.SPREAD:
            low, high = whole + least, whole + max(least, limit.maximum(street))
        case ratio:
            low = level + least
            most = (pot + owed) // RATIO[ratio]
            high = max(low, level + most - most % smallest)
    return Bounds(low if low < has else has, high if high < has else has)


def more_raises(limit: Limit, betting: Betting, able: int) -> bool:
    """Whether another raise may be made with so many players still able to bet (CP 6.9, ruling 117)."""
    return not limit.structured or able <= 2 or betting.raises < MOST_RAISES or not betting.level


def raised(limit: Limit, street: int, betting: Betting, to: int, *, add_up: bool = False) -> After:
    """The betting after a bet or raise to an amount, which less than the least can only be by an all-in.

    At fixed and spread limit half a raise, measured from the last whole bet, opens the betting again (CP 6.16.2); at
    pot and no limit only a whole one does, measured from what it took to stay in unless short all-ins add up.
    """
    level, whole, least, raises = betting
    counted = raises + (level > 0)
    if limit.structured:
        over = to - whole
        if 2 * over < least:
            return After(Betting(to, whole, least, raises), False)
        grown = max(least, over) if limit.kind is LimitKind.SPREAD else limit.bet(street)
        return After(Betting(to, to, grown, counted), True)
    if to - (whole if add_up else level) < least:
        return After(Betting(to, whole, least, raises), False)
    return After(Betting(to, to, max(least, to - level), counted), True)


class Read(NamedTuple):
    """What chips laid without a word mean: they call, or bet or raise to an amount; or they are short of a call."""

    raises_to: int | None
    short: bool = False


def whole_raise(limit: Limit, betting: Betting) -> int:
    """How much the least raise adds to what it takes to stay in, for someone with chips enough."""
    return betting.least - (betting.level - betting.whole if limit.structured else 0)


def read_chips(
    betting: Betting, bounds: Bounds, *, bet: int, laid: int, one_chip: bool = False, step: int | None = None
) -> Read:
    """Chips laid silently, `laid` of them beside the `bet` that lies there (CP 6.12 to 6.14, 6.17, rulings 62 and 121).

    Half of the least raise beyond a call makes it up to that raise; anything less only calls. One oversize chip calls,
    or opens for what it is worth. Where bounds stop at the player's last chips, `step` says what a whole raise adds.

    >>> read_chips(Betting(1000, 1000, 1000), Bounds(2000, 9000), bet=0, laid=1500).raises_to
    2000
    """
    owed = betting.level - bet
    if laid < owed:
        return Read(None, short=True)
    if one_chip and betting.level:
        return Read(None)
    over, step = laid - owed, bounds.low - betting.level if step is None else step
    if not over or 2 * over < step:
        return Read(None)
    return Read(min(max(bet + laid, bounds.low), bounds.high))
