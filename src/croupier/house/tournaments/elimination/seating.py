"""Who must be moved so that tables stay alike, and to which seat: worked out from who pays the big blind when."""

from __future__ import annotations

import msgspec

from croupier.house.tournaments.model import InPlay, Placing, Sitting, Tournament
from croupier.table.tournaments.conditions import Elimination


class Needed(msgspec.Struct, frozen=True):
    """What the tables need next: one to be broken, or one player to be moved."""

    breaks: str = ""
    move: Placing | None = None
    source: str = ""


def elimination(tournament: Tournament) -> Elimination | None:
    """How this tournament eliminates, if it does."""
    return None if tournament.conditions is None else tournament.conditions.structure.elimination


def tables_in_play(sitting: Sitting) -> dict[str, InPlay]:
    """The tables at which someone sits, in the order in which they were named."""
    return {name: each for name, each in sitting.tables.items() if each.seats}


def tables_that_play(sitting: Sitting) -> dict[str, InPlay]:
    """The tables at which hands can be played: whoever sits alone waits for others."""
    return {name: each for name, each in sitting.tables.items() if len(each.seats) > 1}


def needed(tournament: Tournament) -> Needed | None:
    """The first thing that the tables need: fewer tables once all fit, then tables that differ by no more than stated.

    The last table named is broken first; in a shoot-out everyone stays where they are.
    """
    said, sitting = elimination(tournament), tournament.sitting
    if said is None or sitting is None or said.shoot_out:
        return None
    here = tables_in_play(sitting)
    players = sum(len(each.seats) for each in here.values())
    if len(here) > 1 and players <= (len(here) - 1) * said.seats:
        return Needed(breaks=list(here)[-1])
    most = max(here, key=lambda name: len(here[name].seats), default="")
    least = min(here, key=lambda name: len(here[name].seats), default="")
    if not most or len(here[most].seats) - len(here[least].seats) <= said.apart:
        return None
    mover = min(here[most].seats, key=lambda seat: hands_to_big_blind(here[most], seat))
    return Needed(move=Placing(here[most].seats[mover], least, best_seat(here[least], said.seats)), source=most)


class Move(msgspec.Struct, frozen=True):
    """A move that would make the tables alike."""

    placing: Placing
    free: bool
    """Whether the big blind comes to the player no sooner than where they are."""


def moves_open(tournament: Tournament) -> tuple[Move, ...]:
    """Every move that would balance the tables now, the best first: what the director is shown before choosing one."""
    said, sitting, wants = elimination(tournament), tournament.sitting, needed(tournament)
    if said is None or sitting is None or wants is None or wants.move is None:
        return ()
    here, there = sitting.tables[wants.source], sitting.tables[wants.move.table]
    found = [
        Move(Placing(number, wants.move.table, to), is_free(here, seat, there, to))
        for seat, number in here.seats.items()
        for to in free_seats(there, said.seats)
    ]
    return tuple(sorted(found, key=lambda each: (each.placing != wants.move, not each.free)))


def is_free(here: InPlay, seat: int, there: InPlay, to: int) -> bool:
    """Whether the big blind comes no sooner to the seat that someone would move to than to the one they have.

    >>> here = InPlay(seats={1: 7, 3: 8, 5: 9}, line=(5, 1, 3))
    >>> [is_free(here, 5, here, to) for to in (2, 4)], is_free(here, 3, here, 4)
    ([True, True], False)
    """
    return hands_to_big_blind(there, to) >= hands_to_big_blind(here, seat)


def free_seats(here: InPlay, seats: int) -> list[int]:
    """The seats of a table that nobody has."""
    return [seat for seat in range(1, seats + 1) if seat not in here.seats]


def best_seat(here: InPlay, seats: int) -> int:
    """The free seat to which the big blind comes first: whoever is moved there has paid no less than those who stay."""
    return min(free_seats(here, seats), key=lambda seat: (hands_to_big_blind(here, seat), seat))


def hands_to_big_blind(here: InPlay, seat: int) -> int:
    """In how many hands the big blind comes to a seat, as far as nobody comes or goes; 1 is the next hand.

    In the first hand of a table the button is with the last seat, and the second blind with the second.

    >>> here = InPlay(seats={1: 7, 3: 8, 5: 9}, line=(5, 1, 3))
    >>> [hands_to_big_blind(here, seat) for seat in (5, 1, 3, 4)]
    [1, 2, 3, 1]
    >>> [hands_to_big_blind(InPlay(seats=here.seats), seat) for seat in (1, 3, 5)]
    [3, 1, 2]
    """
    order = sorted({*here.seats, seat})
    first = sum(each <= here.line[-1] for each in order) if here.line else min(len(order), 2) - 1
    return (order.index(seat) - first) % len(order) + 1
