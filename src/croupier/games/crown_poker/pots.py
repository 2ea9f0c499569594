"""Pots: how what was put in makes a main pot and side pots, what nobody called, and how a pot is shared out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from croupier.games.crown_poker.state import Contender, Play, Pot, Share, State


def uncalled(contenders: Iterable[Contender]) -> tuple[Contender, int] | None:
    """Whose bet of this round stands alone above all others, and by how much."""
    first: Contender | None = None
    most = second = 0
    for each in contenders:
        if each.bet > most:
            first, most, second = each, each.bet, most
        elif each.bet > second:
            second = each.bet
    return None if first is None or most == second or first.folded else (first, most - second)


def made(contenders: Sequence[Contender], dead: int = 0, able: Collection[int] = ()) -> tuple[Pot, ...]:
    """The main pot and the side pots: one for each amount at which someone who has not folded is all in.

    Chips that are nobody's bet belong to the main pot, and whoever is all in with nothing else plays for those alone.
    What the folded put in above every live player is for those who were `able` to match it, where some were not.
    """
    live = [each for each in contenders if not each.folded]
    pots, below = list[Pot](), 0
    for level in sorted({each.put for each in live}):
        if not level and not dead:
            continue
        cents = sum([(put if put < level else level) - below for each in contenders if (put := each.put) > below])
        seats = tuple([each.seat for each in live if each.put >= level])
        pots.append(Pot(len(pots) + 1, cents, seats))
        below = level
    # What the folded put in above every live player.
    over = sum([each.put - below for each in contenders if each.put > below])
    if not pots:
        return (Pot(1, over + dead, tuple([each.seat for each in live])),)
    first, last = pots[0], pots[-1]
    above = tuple([seat for seat in last.seats if seat in able])
    if over and above and above != last.seats:
        pots.append(Pot(len(pots) + 1, over, above))
    elif over:
        pots[-1] = Pot(last.number, last.cents + over, last.seats)
    if dead:
        pots[0] = Pot(1, pots[0].cents + dead, first.seats)
    return tuple(pots)


def pots_of(state: State, play: Play) -> tuple[Pot, ...]:
    """The pots of a hand as it stands, with what is still before the players."""
    return made(play.contenders, play.dead, [each.seat for each in play.live if state.has_chips(each.player)])


def divided(cents: int, many: int, smallest: int) -> tuple[int, ...]:
    """An amount in so many parts, even down to the smallest chip, the odd ones one by one to the first.

    >>> divided(1000, 3, 100)
    (400, 300, 300)
    >>> divided(1100, 3, 100)
    (400, 400, 300)
    """
    chips, rest = divmod(cents, smallest)
    each, odd = divmod(chips, many)
    return tuple([(each + (n < odd)) * smallest + (rest if n == 0 else 0) for n in range(many)])


def halves(cents: int, smallest: int) -> tuple[int, int]:
    """The high and the low half of a pot, what is odd with the high.

    >>> halves(1100, 100)
    (600, 500)
    """
    low = cents // 2
    low -= low % smallest
    return cents - low, low


Name = Callable[[int], str]
"""Who sits at a seat."""


def shares(cents: int, high: Sequence[int], low: Sequence[int], name: Name, smallest: int) -> tuple[Share, ...]:
    """How a pot goes to the winners of its halves, or all of it to the high where there is no low.

    Seats come in the order in which odd chips go to them: clockwise from the button's left.
    """
    if not low:
        return _parts(cents, high, "", name, smallest)
    top, bottom = halves(cents, smallest)
    return (*_parts(top, high, "high", name, smallest), *_parts(bottom, low, "low", name, smallest))


def _parts(cents: int, seats: Sequence[int], way: str, name: Name, smallest: int) -> tuple[Share, ...]:
    parts = divided(cents, len(seats), smallest)
    even = min(parts)
    return tuple([Share(seat, name(seat), part, way, part - even) for seat, part in zip(seats, parts, strict=True)])
