"""Who is dealt in, and where button and blinds are, read from 8.9 and 8.10 with rulings 116 and 119."""

from __future__ import annotations

from dataclasses import dataclass, field

from .house import House

AT_ONCE = 20 * 60 * 1000
"""Who comes back within so long has the place in the game that was left (8.12)."""


@dataclass
class Sitter:
    """Someone with a seat."""

    seat: int
    away: bool = False
    waits: bool = False
    """Whether they come in when the big blind is due, or by posting."""
    posts: bool = False
    owes: set[int] = field(default_factory=set)
    """The blinds they have let go by, the first of them 0."""
    ahead: int = 0
    """How many live players they have moved past clockwise since they paid a big blind (8.9.5)."""

    @property
    def must_wait(self) -> bool:
        """Whether the book leaves them no hand before the big blind, unless they post (8.9.3, 8.9.5)."""
        return bool(self.owes) or self.ahead > 2


@dataclass
class Seats:
    """The seats of a table, and the line of its button and blinds in the hand last begun."""

    house: House
    sitters: dict[str, Sitter] = field(default_factory=dict)
    line: list[int] = field(default_factory=list)
    again: list[int] = field(default_factory=list)
    """The line of a misdeal, until the new deal."""

    gone: dict[str, tuple[int, Sitter]] = field(default_factory=dict)
    """When someone left, and how they sat."""

    # Coming and going.

    def join(self, name: str, seat: int, at: int = 0) -> None:
        """A newcomer waits once a game is on (8.10); at an empty table one begins anew."""
        if not self.sitters:
            self.line, self.again, self.gone = [], [], {}
        one = self.sitters[name] = Sitter(seat, waits=bool(self.line or self.again))
        since, sat = self.gone.get(name, (0, one))
        if one.waits and at - since <= AT_ONCE:
            one.ahead, one.owes = sat.ahead, sat.owes | {self.big} if sat.owes else set()

    def leave(self, name: str, at: int) -> None:
        """The seat is free; who is back at once still owes what was owed."""
        self.gone[name] = (at, self.sitters.pop(name))

    @property
    def big(self) -> int:
        """Which blind is the big one."""
        return len(self.house.blinds) - 1

    def up_to(self, seat: int, line: list[int]) -> set[int]:
        """The blind of a seat, and those that go by there before the button has passed (R119)."""
        last_of_them = self.big - (len(line) - 1 - line.index(seat, 1))
        return set(range(last_of_them + 1))

    def move(self, name: str, seat: int, ready: set[str]) -> None:
        """More than two live players clockwise in all costs the big blind passed, or smaller ones due (8.9.5)."""
        one, was = self.sitters[name], self.sitters[name].seat
        one.seat = seat
        if not self.line:
            return
        live = {self.sitters[each].seat for each in ready if each != name}
        clockwise, back = live & set(self.beyond(was, seat)), live & set(self.beyond(seat, was))
        away = seat == self.line[-1] or self.line[-1] in self.beyond(seat, was)
        one.ahead += len(clockwise) if away else -len(back)
        if seat == self.line[0] and was in self.line[1:]:
            one.ahead = min(one.ahead, 2)
        elif away and one.ahead > 2:
            one.waits, one.posts = True, False
            one.owes |= {self.big} if one.owes else set()
        elif not away and len(clockwise) > 2 and was in self.line[2:]:
            one.waits, one.posts = True, False
            one.owes |= self.up_to(was, self.line) - {max(self.up_to(was, self.line))}

    def beyond(self, start: int, end: int) -> list[int]:
        """The seats one passes clockwise between two."""
        many = self.house.seats
        return [(start + n - 1) % many + 1 for n in range(1, (end - start) % many or many)]

    def sit_out(self, name: str, away: bool) -> None:
        """Dealt out, or in again."""
        self.sitters[name].away, self.sitters[name].posts = away, False

    # A hand begins.

    def begin(self, ready: set[str]) -> tuple[list[int], list[tuple[int, str]], dict[str, set[int]]]:
        """The line, who is dealt in clockwise from the button's left, and what those post who come in by posting."""
        here = {self.sitters[name].seat: name for name in ready}
        fits = len(self.again) - 1 <= len(self.house.blinds) and set(self.again) <= set(here)
        repeated = bool(self.again) and fits
        in_turn = {seat for seat, name in here.items() if not self.sitters[name].waits}
        line = list(self.again) if repeated else self._line(set(here), in_turn, len(here))
        playing = self._playing(here, line)
        if not repeated:
            line = self._line(set(here), in_turn, len(playing))
        self._missed(line, playing)
        if len(playing) == 2 and len(line) == 3 and self.house.readings.button_posts_small and not repeated:
            (other,) = set(playing) - {line[-1]}
            line = [other, other, line[-1]] if self.line else [line[-1], line[-1], other]
        owing = {
            name: set(one.owes)
            for seat, name in playing.items()
            if (one := self.sitters[name]).waits and one.posts and seat not in line[1:]
        }
        for name in playing.values():
            self._plays(self.sitters[name], line)
        self.line, self.again = line, []
        return line, [(seat, playing[seat]) for seat in self.around(line[0]) if seat in playing], owing

    def _plays(self, one: Sitter, line: list[int]) -> None:
        """A big blind ends all that was owed, whoever owed smaller ones is quit of them by posting; others owe on."""
        blind, posted = one.seat in line[1:], one.posts and one.seat not in line[1:]
        smaller_only = bool(one.owes) and self.big not in one.owes
        if one.seat == line[-1] or (posted and not smaller_only):
            one.waits, one.posts, one.owes, one.ahead = False, False, set(), 0
        elif not one.must_wait or (smaller_only and (blind or posted)):
            one.waits, one.posts, one.owes = False, False, set()

    def around(self, after: int) -> list[int]:
        """All seats clockwise after one."""
        many = self.house.seats
        return [(after + n - 1) % many + 1 for n in range(1, many + 1)]

    def _playing(self, here: dict[int, str], line: list[int]) -> dict[int, str]:
        """Who waits has the big blind, or posts beyond it (8.9.3, 8.10); a game of less than two takes newcomers in."""
        sitters = {seat: self.sitters[name] for seat, name in here.items()}
        short_of_big = {line[0], *self.beyond(line[0], line[-1])}
        in_turn = [seat for seat, one in sitters.items() if not one.waits]
        seats = {
            seat
            for seat, one in sitters.items()
            if not one.waits
            or seat == line[-1]
            or (one.posts and seat not in short_of_big)
            or (len(in_turn) < 2 and not one.must_wait)
        }
        return {seat: name for seat, name in here.items() if seat in seats} if len(seats) > 1 else here

    def _line(self, here: set[int], in_turn: set[int], players: int) -> list[int]:
        """The last blind to the next player and each other to where the one after it was (8.9.6).

        A first hand has them in order from the button (8.9.2). What the hand before does not tell, or tells of a seat
        that would not be right of the blind after it, is of the player before who need not wait (8.10); with nobody
        there the big blind has the button too.
        """
        many = min(len(self.house.blinds), players)
        seats = in_turn if len(in_turn) > 1 else here
        if not self.line:
            return [max(seats), *sorted(seats)[:many]]
        line = [next(seat for seat in self.around(self.line[-1]) if seat in here)]
        known = list(self.line)
        while len(line) <= many:
            right = self.beyond(line[-1], line[0])
            seat = known.pop() if known else 0
            if seat not in right:
                known = []
                before = [each for each in right if each in seats]
                if not before:
                    return [line[-1], *line]
                seat = before[-1]
            line.insert(0, seat)
        return line

    def _missed(self, line: list[int], playing: dict[int, str]) -> None:
        """Who let a blind go by owes it (8.9.3)."""
        if not self.line:
            return
        passed = self.beyond(self.line[-1], line[-1])
        for one in self.sitters.values():
            if one.seat in playing:
                continue
            if one.seat in passed:
                one.waits, one.owes = True, set(range(self.big + 1))
            elif one.seat in line[1:-1] and not one.waits:
                one.waits = True
                one.owes |= self.up_to(one.seat, line)
