"""One hand from the posts to the pots, as the second reading has it: told what players do and which cards come."""

from __future__ import annotations

from .betting import Player, Round, first_step, straddle_step
from .house import Commission, House
from .money import Pot, alike, pots, rake, share_out

RED = "hd"


class Hand:
    """A hand; `seats` are those dealt in, clockwise from the button's left, with their players' stacks."""

    def __init__(
        self, house: House, commission: Commission, seats: list[tuple[int, str, int]], blinds: list[int]
    ) -> None:
        """Begin with who is dealt in, and at which seats the blinds are due in order; nobody may sit there."""
        self.house, self.commission = house, commission
        self.players = [Player(name, seat, chips) for seat, name, chips in seats]
        self.blind_seats = blinds
        self.street = 0
        self.straddles = 0
        self.board: tuple[str, ...] = ()
        self.holes: dict[str, tuple[str, ...]] = {}
        self.wagered = False
        """Whether anything but blinds, straddles and posts was wagered (7.6)."""
        self.slide = 0
        self.last_called: Player | None = None
        self.seen: set[str] = set()
        """Kinds of things that have happened."""
        self.round = Round(house, 0, self.players, 0, self.seen)

    def at(self, name: str) -> Player:
        """A player of the hand."""
        return next(each for each in self.players if each.name == name)

    @property
    def live(self) -> list[Player]:
        """Those who have not folded."""
        return [each for each in self.players if not each.folded]

    @property
    def in_middle(self) -> int:
        """All chips that were put in."""
        return sum(each.put + each.dead for each in self.players)

    # Before the cards.

    def posts(self, fees: set[str], owing: dict[str, set[int]]) -> list[tuple[str, str, int]]:
        """What everyone posts: fees, antes, blinds, and what those `owing` a blind post to come in (8.10.2, R119)."""
        found: list[tuple[str, str, int]] = []

        def post(one: Player, what: str, cents: int) -> None:
            cents = min(cents, one.chips)
            if not cents:
                return
            if what in ("fee", "dead blind"):
                one.chips -= cents
                one.dead += cents if what == "dead blind" else 0
            else:
                before = one.bet
                one.wager(cents)
                one.bet = before if what == "ante" else one.bet
            found.append((one.name, what, cents))

        house = self.house
        blinds = dict(zip(self.blind_seats, house.blinds[-len(self.blind_seats) :], strict=True))  # one each, the last
        for one in self.players:
            if one.name in fees:
                post(one, "fee", self.commission.person_fee)
        for one in self.players:
            post(one, "ante", house.ante)
        for one in self.players:
            if one.seat == self.blind_seats[-1]:
                post(one, "dead blind", house.blind_ante)
            post(one, "blind", blinds.get(one.seat, 0))
        for one in self.players:
            if one.name in owing:
                missed, big = owing[one.name], len(house.blinds) - 1
                smaller = missed - {big} if not house.readings.big_blind_only else set()
                if not smaller or big in missed:
                    post(one, "post", house.blinds[big])
                post(one, "dead blind", sum(house.blinds[each] for each in smaller))
        big = self.place(self.blind_seats[-1])
        self._first_round(big, house.blinds[-1], first_step(house))
        return found

    def place(self, seat: int) -> int:
        """The place of a seat in the order."""
        return next(place for place, each in enumerate(self.players) if each.seat == seat)

    def _first_round(self, last: int, level: int, step: int) -> None:
        """The first player left of the last blind or straddle begins (8.17.1, 6.5.1)."""
        self.round = Round(self.house, 0, self.players, (last + 1) % len(self.players), self.seen)
        self.round.forced(level, step, self.players[last])

    def straddler(self) -> Player | None:
        """Who may straddle: the one left of the last blind or straddle, with the chips for it and nothing bet yet."""
        if self.straddles >= self.house.straddles:
            return None
        one = self.round.turns[0]
        return one if one.bet == 0 and one.chips >= self.straddle_cents else None

    @property
    def straddle_cents(self) -> int:
        """Double the last blind or straddle (6.5, 8.9.4)."""
        return self.house.blinds[-1] * 2 ** (self.straddles + 1)

    def straddle(self, name: str) -> int:
        """Someone straddles."""
        one, cents = self.at(name), self.straddle_cents
        assert one is self.straddler()
        one.wager(cents)
        self.straddles += 1
        self._first_round(self.place(one.seat), cents, straddle_step(self.house, cents))
        return cents

    # Betting.

    def turn(self) -> Player | None:
        """Who is to act."""
        return self.round.turn()

    def bounds(self) -> tuple[int, int] | None:
        """What the one who is to act may bet or raise to."""
        one = self.turn()
        assert one is not None
        return self.round.bounds(one, self.in_middle)

    def check(self, name: str) -> None:
        """The one whose turn it is checks."""
        self.round.check(self._asked(name))

    def call(self, name: str) -> int:
        """The one whose turn it is calls."""
        self.wagered = True
        self.last_called = self.round.bettor or self.last_called
        return self.round.call(self._asked(name))

    def bet_to(self, name: str, to: int) -> int:
        """The one whose turn it is bets or raises."""
        self.wagered = True
        return self.round.bet_to(self._asked(name), to)

    def fold(self, name: str) -> None:
        """The one whose turn it is folds."""
        self.round.fold(self._asked(name))

    def _asked(self, name: str) -> Player:
        one = self.turn()
        assert one is not None and one.name == name, f"{name} acts, and it is the turn of {one and one.name}"
        return one

    def betting_over(self) -> tuple[str, int, int]:
        """What nobody called goes back (7.5), and the house's part onto the slide (7.2.1(a)): who, how much, slide."""
        assert self.turn() is None
        back = self.round.uncalled()
        if back is not None:
            one, cents = back
            one.bet -= cents
            one.put -= cents
            one.chips += cents
        for each in self.players:
            each.bet = 0
        due = sum(each.rake for each in self._raked(spared=False))
        more = max(0, due - self.slide)
        self.slide += more
        return (back[0].name, back[1], more) if back else ("", 0, more)

    def lay(self, cards: tuple[str, ...]) -> None:
        """Community cards; the betting after them begins at the button's left unless one player is left."""
        self.board += cards
        if len(self.live) > 1:
            self.street += 1
            self.round = Round(self.house, self.street, self.players, 0, self.seen)

    # The end.

    def _raked(self, *, spared: bool) -> list[Pot]:
        there = pots(self.players)
        rake(
            self.house,
            self.commission,
            there,
            players=len(self.players),
            street=self.street,
            wagered=self.wagered,
            spared=spared,
        )
        return there

    def show_order(self) -> list[str]:
        """Who shows first and then clockwise (8.20.4, R120): who was called on the river, left of the button if nobody
        bet, and after all-ins in earlier rounds whoever was called last."""
        live = [each.name for each in self.live]
        first = self.round.bettor or (None if self.round.begun else self.last_called)
        if first is None or first.folded:
            return live
        place = live.index(first.name)
        return live[place:] + live[:place]

    def may_muck(self, name: str) -> bool:
        """Whether every pot that someone has a claim to would still have a winner."""
        return all(
            any(each.name != name and not each.mucked for each in pot.claims)
            for pot in pots(self.players)
            if any(each.name == name for each in pot.claims)
        )

    def settle(self) -> list[Pot]:
        """The pots with what the house takes and what everyone wins."""
        spared = alike(self.house, self.players, self.holes, self.board)
        if spared and self.commission.per_mille and self.wagered:
            self.seen.add("the percentage spared")
        there = self._raked(spared=spared)
        share_out(self.house, there, self.holes, self.board, self.seen)
        for pot in there:
            for name, cents in pot.shares.items():
                self.at(name).chips += cents
        return there

    def out_of_reach(self) -> dict[str, int]:
        """What goes back because nobody left can win it: above an all-in who put in most of those left (1.1)."""
        reach = max(each.put for each in self.live)
        if any(each.put == reach and each.chips for each in self.live):
            return {}
        found = {each.name: each.put - reach for each in self.players if each.put > reach}
        for name, cents in found.items():
            one = self.at(name)
            one.put, one.chips = reach, one.chips + cents
        self.slide = 0 if found else self.slide
        return found

    def refunded(self) -> None:
        """All of it goes back (9.1.1, 13.6)."""
        for each in self.players:
            each.chips += each.put + each.dead
            each.put = each.dead = each.bet = 0

    def dead(self, name: str, *, refunded: bool) -> None:
        """A hand has no claim any more; its chips stay in the pot, or go back (9.1.1(f))."""
        one = self.at(name)
        one.folded = True
        if refunded:
            one.chips += one.put + one.dead
            one.put = one.dead = one.bet = 0
        self.slide = 0


def chase(colour: str, stake: int, flop: tuple[str, ...]) -> int:
    """What a Flop Chase wager comes to with its stake: eight times as much, or nothing (10.1.1, 10.2.2)."""
    won = all((card[1] in RED) == (colour == "red") for card in flop)
    return 8 * stake if won else 0
