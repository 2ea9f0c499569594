"""Where the chips of a hand go: main pot and side pots, what the house takes of them, and every winner's share.

Pots are built by what players have put in, from the smallest amount up ('All-in' and 'Side pot(s)' in 1.1).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .betting import Player
from .house import Commission, House
from .ranks import best_high, best_low


@dataclass
class Pot:
    """A pot: its chips, who may win it, what the house takes, and who takes the rest."""

    cents: int
    claims: list[Player]
    rake: int = 0
    shares: Counter[str] = field(default_factory=Counter)


def pots(players: list[Player]) -> list[Pot]:
    """The main pot first. What belongs to no bet is in it, whoever has matched it.

    What hands that are out put in above all others is not for the all-in, who win of each player what they put in.
    """
    dead, found, below = sum(each.dead for each in players), list[Pot](), 0
    live = [each for each in players if not each.folded]
    for upto in sorted({each.put for each in live}):
        layer = sum(min(each.put, upto) - min(each.put, below) for each in players)
        found.append(Pot(layer, [each for each in live if each.put >= upto]))
        below = upto
    above, most = sum(max(0, each.put - below) for each in players), found[-1].claims
    with_chips = [each for each in most if each.chips]
    if above and with_chips and len(with_chips) < len(most):
        found.append(Pot(above, with_chips))
    else:
        found[-1].cents += above
    found[0].cents += dead
    return [each for each in found if each.cents]


def rake(
    house: House, commission: Commission, there: list[Pot], *, players: int, street: int, wagered: bool, spared: bool
) -> None:
    """What the house takes of each pot (7.2.1, 7.2.3, 7.5 to 7.8, R64, R115)."""
    if not wagered or (street == 0 and house.readings.no_flop_no_rake):
        return
    chip, fee = house.chip, commission.of_hand(players)
    whole = sum(each.cents for each in there) * commission.per_mille // 1000 // chip * chip
    room = commission.cap
    for each in there:
        if spared:
            percentage = 0
        elif house.readings.rake_once:
            percentage = min(whole, each.cents)
            whole -= percentage
        else:
            percentage = each.cents * commission.per_mille // 1000 // chip * chip
        fixed = min(fee, each.cents)
        fee -= fixed
        each.rake = min(percentage + fixed, each.cents)
        if room is not None:
            each.rake = min(each.rake, room)
            room -= each.rake


def alike(house: House, players: list[Player], holes: dict[str, tuple[str, ...]], board: tuple[str, ...]) -> bool:
    """Whether all who put anything in have shown hands of the same value, high and low (7.8)."""
    paid = [each for each in players if each.put or each.dead]
    if len(paid) < 2 or any(each.folded or each.mucked or each.name not in holes for each in paid):
        return False
    return len({worth(house, holes[each.name], board) for each in paid}) == 1


def worth(house: House, hole: tuple[str, ...], board: tuple[str, ...]) -> tuple[int, int | None]:
    """What a hand is worth for high and for low."""
    low = best_low(hole, board, house.omaha) if house.hi_lo else None
    return best_high(hole, board, house.omaha), low


def share_out(
    house: House, there: list[Pot], holes: dict[str, tuple[str, ...]], board: tuple[str, ...], seen: set[str]
) -> None:
    """Each pot to its best hand or hands; claims are clockwise from the button's left, and so are odd chips."""
    known: dict[str, tuple[int, int | None]] = {}
    for pot in there:
        rest = pot.cents - pot.rake
        claims = [each.name for each in pot.claims if not each.mucked]
        if len(claims) == 1:
            pot.shares[claims[0]] = rest
            continue
        for name in claims:
            if name not in known:
                known[name] = worth(house, holes[name], board)
        lows = [(low, name) for name in claims if (low := known[name][1]) is not None]
        low_half = rest // 2 // house.chip * house.chip if lows else 0
        best = max(known[name][0] for name in claims)
        highest = [name for name in claims if known[name][0] == best]
        _give(house, pot, rest - low_half, highest, seen)
        if lows:
            lowest = max(low for low, _ in lows)
            seen.add("high and low" if 2 * low_half == rest else "high and low with an odd chip")
            _give(house, pot, low_half, [name for low, name in lows if low == lowest], seen)


def _give(house: House, pot: Pot, cents: int, winners: list[str], seen: set[str]) -> None:
    """Evenly, then chip by chip to those closest to the button clockwise (8.5, 8.5.1, R60)."""
    even = cents // len(winners) // house.chip * house.chip
    left = cents - even * len(winners)
    if len(winners) > 1:
        seen.add("shared with odd chips" if left else "shared evenly")
    if len(winners) > 2:
        seen.add("shared by three")
    for name in winners:
        odd = min(house.chip, left)
        pot.shares[name] += even + odd
        left -= odd
    assert left == 0
