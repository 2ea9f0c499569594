"""Where the button and the blinds go from hand to hand, and who is dealt in."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from croupier.games.crown_poker.state import SITTING, Sitting, State
from croupier.table.once import once_a_state
from croupier.table.state import Person


class Lineup(NamedTuple):
    """How the next hand begins."""

    line: tuple[int, ...]
    dealt: tuple[Person, ...]
    """Clockwise from the button's left."""
    sittings: dict[str, Sitting]
    """How those sit of whom that changes."""


@once_a_state
def ready(state: State) -> dict[int, Person]:
    """Those who sit at the table with chips for more than the house's fee, and are not away, by seat."""
    chips, fee, kept, excluded = state.chips, state.commission.person_fee, state.fees_kept, state.excluded
    away = [player for player, each in state.sittings.items() if each.away]
    return {
        each.seat: each
        for each in state.people.values()
        if each.seat is not None
        and chips.get(f"stack:{each.id}", 0) > (0 if each.id in kept else fee)
        and each.id not in away
        and each.id not in excluded
    }


def lineup(state: State) -> Lineup | None:
    """How the next hand begins; None while fewer than two can play."""
    here = ready(state)
    if len(here) < 2:
        return None
    repeated = _repeated(state, here)
    in_turn = (
        {seat: each for seat, each in here.items() if not state.sitting(each.id).waits} if state.sittings else here
    )
    line = repeated or _line(state, here, in_turn, len(here))
    playing = _playing(state, here, in_turn, line) if state.sittings else here
    if not repeated and len(playing) < len(here):
        line = _line(state, here, in_turn, len(playing))
    missed = _missed(state, line, playing)
    if len(playing) == 2 and len(line) == 3 and not repeated and state.terms.readings.button_posts_small:
        big = line[-1]
        other = next(seat for seat in playing if seat != big)
        line = (other, other, big) if state.line else (big, big, other)
    dealt = tuple([playing[seat] for seat in state.clockwise(line[0]) if seat in playing])
    return Lineup(line, dealt, _dealt_in(state, dealt, line) | missed if state.sittings else missed)


def _dealt_in(state: State, dealt: Iterable[Person], line: tuple[int, ...]) -> dict[str, Sitting]:
    """How those sit who are dealt in, where that changes: nobody has paid what they owe by playing alone.

    The big blind, in its turn or posted, pays for everything. Who owes smaller ones has paid by posting them, or one in
    its turn. Others who owe were dealt in because there would have been no hand without them, and owe on.
    """
    found = dict[str, Sitting]()
    for person in dealt:
        was = state.sitting(person.id)
        posts = was.posts and person.seat not in line[1:]
        if person.seat == line[-1] or (posts and (was.owes_big or not was.owes_small)):
            sits = SITTING
        elif was.owes and not posts and (was.owes_big or not was.owes_small or person.seat not in line[1:]):
            sits = was
        else:
            sits = Sitting(passed=was.passed)
        if sits != was:
            found[person.id] = sits
    return found


def _playing(
    state: State, here: dict[int, Person], in_turn: Collection[int], line: tuple[int, ...]
) -> dict[int, Person]:
    """Those dealt in: who waits for the big blind has it, or posts beyond it (CP 8.9.3, 8.10).

    A game that has come down to fewer than two goes on with its newcomers, and with those who owe blinds where it must.
    """
    sittings, between = {seat: state.sitting(each.id) for seat, each in here.items()}, _between(state, line)
    playing = {*in_turn, line[-1], *[seat for seat, each in sittings.items() if each.posts and seat not in between]}
    if len(in_turn) < 2:
        playing |= {seat for seat, each in sittings.items() if not each.owes}
    return {seat: each for seat, each in here.items() if seat in playing} if len(playing) > 1 else here


def _repeated(state: State, here: dict[int, Person]) -> tuple[int, ...]:
    """The seats of a misdeal, where all of them can still play: the same player is dealt to first again (CP 9.1.1)."""
    again = state.again
    fits = len(again) - 1 <= len(state.setting.blinds)
    return again if again and fits and all(seat in here for seat in again) else ()


def _line(state: State, here: Collection[int], in_turn: Collection[int], players: int) -> tuple[int, ...]:
    """The seats of the button and the blinds in the next hand of so many players.

    Each blind moves on by one seat: the last to the next player who is there, every other to where the one after it
    was, and the button to where the first blind was, though that seat may be empty (CP 8.9.6). Nobody posts two blinds:
    with fewer players than blinds the first ones are left out. Where the hand before does not tell a seat, or tells one
    that is no longer on the right of the blind after it, it is that of the next player there who need not wait; with
    nobody there before the last blind, the button is with that one, as it is of two players.
    """
    many, was = min(len(state.setting.blinds), players), state.line
    in_turn = in_turn if len(in_turn) > 1 else here
    if not was:
        return _first(sorted(in_turn), min(many, len(in_turn)))
    found, behind = [_next(sorted(here), was[-1])], list(was)
    while len(found) <= many:
        before = passed(state, found[0], found[-1])
        seat = behind.pop() if behind else found[0]
        if seat not in before:
            behind.clear()
            seat = next((each for each in reversed(before) if each in in_turn), found[0])
        if seat == found[0]:  # nobody is left: this is the button, whatever blinds are left out
            many = len(found)
        found.append(seat)
    return tuple(reversed(found))


def _first(seats: list[int], many: int) -> tuple[int, ...]:
    """The seats where no hand has been played yet: the button at the dealer's right, the blinds at its left."""
    return (seats[-1], *seats[:many])


def _next(seats: list[int], after: int) -> int:
    """The next of some seats clockwise."""
    for seat in seats:
        if seat > after:
            return seat
    return seats[0]


def passed(state: State, start: int, end: int) -> list[int]:
    """The seats one passes clockwise from one to another."""
    found = list[int]()
    for seat in state.clockwise(start):
        if seat == end:
            break
        found.append(seat)
    return found


def _between(state: State, line: tuple[int, ...]) -> frozenset[int]:
    """The seats from the button on up to the big blind, where nobody comes in by posting (CP 8.10, ruling 119)."""
    return frozenset((line[0], *passed(state, line[0], line[-1])))


def _missed(state: State, line: tuple[int, ...], playing: dict[int, Person]) -> dict[str, Sitting]:
    """How those sit who have let a blind go by: they wait, or post what they owe."""
    if not state.line:
        return {}
    absent = [each for each in state.people.values() if each.seat is not None and each.seat not in playing]
    if not absent:
        return {}
    blinds = len(state.setting.blinds)
    without_big, found = passed(state, state.line[-1], line[-1]), {}
    for person in absent:
        sitting, seat = state.sitting(person.id), person.seat or 0
        if seat in without_big:
            found[person.id] = replace(owing_smaller(sitting, blinds - 1, blinds), owes_big=True)
        elif seat in line[1:-1] and not sitting.waits:
            found[person.id] = owing_smaller(sitting, blind_at(line, seat, blinds), blinds)
    return found


def blind_at(line: tuple[int, ...], seat: int, blinds: int) -> int:
    """Which of so many blinds a seat posts in a line, the first being 1; with few players the first are left out."""
    return line.index(seat, 1) + blinds - (len(line) - 1)


def owing_smaller(sitting: Sitting, number: int, blinds: int) -> Sitting:
    """How someone sits who let the smaller blind of a number go by.

    The ones before it go by as well, because nobody comes in until the button has passed (ruling 119).
    """
    smaller = blinds - 1
    owed = max(number, (sitting.smaller or smaller) if sitting.owes_small else 0)
    owes = sitting.owes_small or number > 0
    return replace(sitting, waits=True, owes_small=owes, smaller=owed if owed < smaller else 0)
