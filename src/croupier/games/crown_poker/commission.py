"""What the house takes: a percentage of the pots, a fixed sum for the hand, a fee of each player, a charge for time.

Pure arithmetic of what comes out of pots; who pays what before a hand is with the blinds. As rounds of betting end it
goes onto the drop slide, and when the pots are pushed it is dropped, less what the showdown spares.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.games.crown_poker.pots import pots_of
from croupier.games.crown_poker.ranking import Showing
from croupier.games.crown_poker.state import Contender, Play, Pot, State
from croupier.games.crown_poker.terms import Commission, Readings

SLIDE = "slide"
"""The account of what lies on the drop slide of the hand that is played."""


def rakes(state: State, play: Play, pots: Sequence[Pot], showing: Showing | None = None) -> tuple[int, ...]:
    """What the house takes of each pot of a hand as it stands; with the hands shown, what they spare left out."""
    if not state.commission.from_pots:
        return (0,) * len(pots)
    return raked(
        pots,
        state.commission,
        players=len(play.contenders),
        smallest=state.terms.chips.smallest,
        readings=state.terms.readings,
        blinds_only=play.blinds_only,
        before_flop=not play.street,
        shared_by_all=showing is not None and shared_by_all(play.contenders, showing),
    )


def onto_slide(state: State, play: Play) -> int:
    """What goes onto the slide when a round of betting ends, beyond what lies there."""
    if not state.commission.from_pots:
        return 0
    return max(0, sum(rakes(state, play, pots_of(state, play))) - play.slide)


def raked(
    pots: Sequence[Pot],
    commission: Commission,
    *,
    players: int,
    smallest: int,
    readings: Readings,
    blinds_only: bool,
    before_flop: bool,
    shared_by_all: bool,
) -> tuple[int, ...]:
    """What is taken of each pot, the main pot first, with one cap over all of them (rulings 64 and 115).

    Pots of nothing but blinds are spared, and the percentage where all who put something in share alike.
    """
    none = (0,) * len(pots)
    if blinds_only or (before_flop and readings.no_flop_no_rake):
        return none
    left = commission.cap if commission.cap is not None else NO_CAP
    percentage = none if shared_by_all else _percentage(pots, commission.per_mille, smallest, readings.rake_once)
    fixed = _spread([each.cents for each in pots], commission.for_hand(players))
    found = list[int]()
    for each, of_pot, of_hand in zip(pots, percentage, fixed, strict=True):
        rake = min(of_pot + of_hand, each.cents, left)
        left -= rake
        found.append(rake)
    return tuple(found)


NO_CAP = 1 << 62


def _percentage(pots: Sequence[Pot], per_mille: int, smallest: int, once: bool) -> tuple[int, ...]:
    """The percentage of each pot in whole smallest chips, cut down pot by pot or once for all of them."""
    if not once:
        return tuple([cut(each.cents * per_mille // 1000, smallest) for each in pots])
    whole = cut(sum([each.cents for each in pots]) * per_mille // 1000, smallest)
    return _spread([each.cents for each in pots], whole)


def _spread(amounts: Sequence[int], cents: int) -> tuple[int, ...]:
    """A sum taken from several amounts, from the first as far as it goes, and then from the next."""
    found = list[int]()
    for amount in amounts:
        taken = min(amount, cents)
        cents -= taken
        found.append(taken)
    return tuple(found)


def cut(cents: int, smallest: int) -> int:
    """An amount in whole smallest chips, what is over left out.

    >>> cut(1260, 500)
    1000
    """
    return cents - cents % smallest


def shared_by_all(contenders: Sequence[Contender], showing: Showing) -> bool:
    """Whether all who put anything in have shown hands alike, for high and for low (CP 7.8, ruling 115)."""
    paid = [each for each in contenders if each.put or each.dead]
    if len(paid) < 2 or any(each.folded or each.mucked for each in paid):
        return False
    values = [showing.get(each.seat) for each in paid]
    return values[0] is not None and all(value == values[0] for value in values)
