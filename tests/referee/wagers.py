"""The second reading: what of each wager is at risk (sections 5 and 6, R2, R9, R44)."""

from __future__ import annotations

from dataclasses import dataclass, field

from .tables import House

MAIN = "main"


@dataclass(frozen=True)
class Laid:
    """What one player laid on one area before the deal: the main wager and the side bets, in cents."""

    player: str
    area: int
    main: int
    sides: dict[str, int] = field(default_factory=dict)


@dataclass
class Wager:
    """One player's main wager on an area, and all that happens to it as a whole."""

    player: str
    area: int
    original: int
    """The amount at risk: what "original wager" means everywhere else (R44)."""
    sides: dict[str, int]
    """What of each side bet is at risk."""
    insured: int = 0
    even_money: bool = False
    surrendered: bool = False


def at_risk(house: House, laid: list[Laid], advised: frozenset[str]) -> tuple[list[Wager], frozenset[str]]:
    """The wagers that take part, each area's in its order from the dealer, and who has now been advised.

    A low wager of somebody advised before goes back and takes no part, nor do its side bets. Of other wagers no more
    than the maximum is at risk; the area's maximum is filled from the wager nearest the dealer.
    """
    risks: dict[tuple[int, int], dict[str, int]] = {}
    told = set(advised)
    for bet, (least, most) in house.limits.items():
        for area in {each.area for each in laid}:
            amounts = [
                (at, each, each.main if bet == MAIN else each.sides.get(bet, 0))
                for at, each in enumerate(laid)
                if each.area == area
            ]
            amounts = [(at, each, cents) for at, each, cents in amounts if cents]
            total = sum(cents for _, _, cents in amounts)
            room = most
            for at, each, cents in amounts:
                risk = min(cents, most) if house.readings.limits_each else min(cents, room)
                room -= risk
                if (cents if house.readings.limits_each else total) < least:
                    told.add(each.player)
                    if each.player in advised:
                        risk = 0
                risks.setdefault((at, area), {})[bet] = risk
    wagers = []
    for at, each in enumerate(laid):
        mine = risks[at, each.area]
        if mine[MAIN]:
            sides = {bet: cents for bet, cents in mine.items() if bet != MAIN and cents}
            wagers.append(Wager(each.player, each.area, mine[MAIN], sides))
    return wagers, frozenset(told)
