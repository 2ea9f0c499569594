"""What lies where between hands and beside them: stacks, side wagers, fees, charges, as the second reading has it."""

from __future__ import annotations

from copy import deepcopy

from .hand import Hand, chase
from .house import Commission, House
from .seating import AT_ONCE, Seats

HOUR = 60 * 60 * 1000


class Record:
    """The table beside its hands."""

    def __init__(self, house: House, commission: Commission) -> None:
        self.table, self.commission = house, commission
        self.stacks: dict[str, int] = {}
        self.seats = Seats(house)
        self.seats_before = self.seats
        self.sides: dict[str, tuple[str, int]] = {}
        """Side wagers, and once the flop has decided them what they have come to."""
        self.flop_cards: tuple[str, ...] = ()
        self.stakes: dict[str, tuple[str, int]] = {}
        """The side wagers as they were placed, those decided among them."""
        self.decided: dict[str, int] = {}
        self.taken = 0
        """What the house has taken as commission."""
        self.house = 0
        """What the house has won by side wagers."""
        self.along: dict[str, tuple[int, int]] = {}
        """When someone left, and with how many chips."""
        self.fees_kept: set[str] = set()
        self.charged_at: int | None = None
        self.hand: Hand | None = None

    def join(self, name: str, seat: int, cents: int, at: int) -> None:
        """Someone sits down; who is back at once brings what was taken off the table (6.11)."""
        if not self.stacks:
            self.charged_at, self.along = None, {}
        since, taken = self.along.get(name, (0, 0))
        assert cents >= taken or at - since > AT_ONCE
        self.stacks[name] = cents
        self.seats.join(name, seat, at)

    def leave(self, name: str, at: int) -> int:
        """Someone goes with all chips."""
        self.seats.leave(name, at)
        cents = self._chips(name)
        self.along[name] = (at, cents)
        del self.stacks[name]
        return cents

    def _chips(self, name: str) -> int:
        if self.hand is not None:
            for each in self.hand.players:
                if each.name == name:
                    return each.chips
        return self.stacks[name]

    @property
    def ready(self) -> set[str]:
        """Who can play: not away, and with chips for more than the fee that is due (R115)."""
        due = {name: 0 if name in self.fees_kept else self.commission.person_fee for name in self.stacks}
        sitters = self.seats.sitters
        return {name for name in self.stacks if self.stacks[name] > due[name] and not sitters[name].away}

    def begin(self) -> tuple[Hand, list[int], list[tuple[int, str]], dict[str, set[int]]]:
        """A hand begins: with its line, who is dealt in, and what those owe who come in by posting."""
        self.seats_before = deepcopy(self.seats)
        line, dealt, owing = self.seats.begin(self.ready)
        seats = [(seat, name, self.stacks[name]) for seat, name in dealt]
        self.hand = Hand(self.table, self.commission, seats, line[1:])
        return self.hand, line, dealt, owing

    def fees_due(self) -> set[str]:
        """Who pays the fee of each player and hand: nobody twice after a misdeal (7.2.4, R115)."""
        assert self.hand is not None
        kept, self.fees_kept = self.fees_kept, set()
        return {each.name for each in self.hand.players} - kept if self.commission.person_fee else set()

    def charge_time(self, at: int) -> dict[str, int]:
        """An hour in advance, of everyone seated (7.2.2)."""
        assert self.charged_at is None or at - self.charged_at >= HOUR
        self.charged_at = at
        paid = {name: min(self.commission.hourly_fee, self.stacks[name]) for name in self.stacks}
        for name, cents in paid.items():
            self.stacks[name] -= cents
            self.taken += cents
        return {name: cents for name, cents in paid.items() if cents}

    # Side wagers.

    def side(self, name: str, colour: str, cents: int) -> None:
        """A wager beside, or more of one."""
        self.stacks[name] -= cents
        self.sides[name] = (colour, self.sides.get(name, (colour, 0))[1] + cents)
        self.stakes[name] = self.sides[name]

    def side_back(self, name: str, *, left: bool) -> None:
        """It goes back whole."""
        _, cents = self.sides.pop(name)
        del self.stakes[name]
        if not left:
            self.stacks[name] += cents

    def flop(self, cards: tuple[str, ...]) -> None:
        """The cards that decide."""
        self.flop_cards = cards

    def settle_sides(self) -> dict[str, int]:
        """What each undecided wager has come to, its stake with it (10.1, 10.2)."""
        found = {}
        for name, (colour, cents) in self.sides.items():
            if name not in self.decided:
                found[name] = self.decided[name] = chase(colour, cents, self.flop_cards)
                self.house += cents - found[name]
                self.sides[name] = (colour, found[name])
        return found

    def side_taken_along(self, name: str) -> int:
        """Someone goes with what the side wager has come to."""
        return self.sides.pop(name)[1]

    # The end of a hand.

    def misdealt(self) -> None:
        """Every chip goes back; side wagers wait for the new deal (9.1.1, R66), and fees stay paid (R115)."""
        assert self.hand is not None
        self.hand.refunded()
        line, gone, self.seats = self.seats.line, self.seats.gone, self.seats_before
        self.seats.gone = gone
        self.seats.again = line
        self.seats.sitters = {name: one for name, one in self.seats.sitters.items() if name in self.stacks}
        if self.commission.person_fee:
            self.fees_kept = {each.name for each in self.hand.players}
        for name in list(self.sides):
            if name in self.decided:
                self.house -= self.stakes[name][1] - self.decided[name]
            self.sides[name] = self.stakes[name]
            if name not in self.stacks:
                del self.sides[name]
        self._back_to_stacks()

    def close(self) -> None:
        """What side wagers have won joins the stacks only now (6.11.1(b))."""
        self._back_to_stacks()
        for name, (_, cents) in self.sides.items():
            if name in self.stacks:
                self.stacks[name] += cents
        self.sides, self.stakes = {}, {}

    def _back_to_stacks(self) -> None:
        assert self.hand is not None
        for each in self.hand.players:
            if each.name in self.stacks:
                self.stacks[each.name] = each.chips
        self.hand, self.decided, self.flop_cards = None, {}, ()
