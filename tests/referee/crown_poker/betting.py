"""One round of betting, read from section 6: whose turn it is, what they may do, and when nobody is asked any more."""

from __future__ import annotations

from dataclasses import dataclass

from .house import FIXED, HALF_POT, NO_LIMIT, SPREAD, House


@dataclass
class Player:
    """Someone dealt into the hand."""

    name: str
    seat: int
    chips: int
    bet: int = 0
    put: int = 0
    dead: int = 0
    folded: bool = False
    mucked: bool = False
    acted: bool = False
    """Whether they have acted in this hand."""

    @property
    def able(self) -> bool:
        """Whether they may still bet."""
        return not self.folded and self.chips > 0

    def wager(self, cents: int) -> None:
        """Chips go before the player."""
        assert 0 <= cents <= self.chips
        self.chips -= cents
        self.bet += cents
        self.put += cents


class Round:
    """A round of betting."""

    def __init__(self, house: House, street: int, players: list[Player], first: int, seen: set[str]) -> None:
        """Begin with the player at a place of the order; kinds of things that happen are `seen`."""
        self.house, self.street, self.players, self.seen = house, street, players, seen
        self.high = 0
        """What it takes to stay in."""
        self.complete = 0
        """The last bet or raise that was one, and not an all-in short of it."""
        self.step = house.bet(street)
        """What the next raise adds at least."""
        self.raises = 0
        self.bettor: Player | None = None
        self.begun = False
        """Whether anyone has acted."""
        self.turns = players[first:] + players[:first]
        self.call_only: set[str] = set()

    def forced(self, level: int, step: int, bettor: Player | None) -> None:
        """Blinds or a straddle stand for a bet: a call is the nominal amount (R116)."""
        self.high = self.complete = level
        self.step, self.bettor = step, bettor

    def turn(self) -> Player | None:
        """Who is to act (8.17 to 8.20); nobody where bets are level or only one could still bet (R120)."""
        live = [each for each in self.players if not each.folded]
        self.turns = [each for each in self.turns if each.able]
        if len(live) < 2 or not self.turns:
            return None
        one = self.turns[0]
        others = [each for each in live if each is not one]
        if not any(each.able for each in others) and max(each.bet for each in others) <= one.bet:
            return None
        return one

    def owed(self, one: Player) -> int:
        """What it takes to call."""
        return max(0, self.high - one.bet)

    def bounds(self, one: Player, pot: int) -> tuple[int, int] | None:
        """The least and the most that someone may bet or raise to, all-in or not; None where they may not."""
        able = [each for each in self.players if each.able]
        if one.chips <= self.owed(one) or len(able) < 2:
            return None
        if one.name in self.call_only:
            self.seen.add("may only call")
            return None
        if self.house.structured and self.high and self.raises >= 3:  # 6.9
            if len(able) > 2:
                self.seen.add("three raises made")
                return None
            self.seen.add("head to head after three raises")
        low = (self.complete if self.house.structured else self.high) + self.step
        match self.house.limit:
            case "fixed":
                high = low
            case "spread":  # 6.8
                high = max(low, self.complete + self.house.maximum(self.street))
            case "no limit":
                high = one.bet + one.chips
            case ratio:  # 6.7
                whole = pot + self.owed(one)
                part = whole // 2 if ratio == HALF_POT else whole
                high = max(low, self.high + part // self.house.chip * self.house.chip)
        all_in = one.bet + one.chips
        return min(low, all_in), min(high, all_in)

    def check(self, one: Player) -> None:
        """Nothing is bet."""
        assert self.owed(one) == 0
        self._acted(one)

    def call(self, one: Player) -> int:
        """The bet is matched, or all that is left goes in."""
        cents = min(self.owed(one), one.chips)
        assert cents > 0
        one.wager(cents)
        self._acted(one)
        return cents

    def fold(self, one: Player) -> None:
        """The cards are given up."""
        one.folded = True
        self._acted(one)

    def bet_to(self, one: Player, to: int) -> int:
        """A bet or raise; less than the least of it only all in."""
        had_acted = [each for each in self.players if each not in self.turns and each.able]
        cents, over = to - one.bet, to - self.high
        opening = self.high == 0
        one.wager(cents)
        if self.house.structured:  # 6.16.2, measured from the last whole bet (R117)
            over = to - self.complete
            whole, counts = over >= self.step, 2 * over >= self.step
        else:  # 6.16.3
            whole = over >= self.step
            counts = whole or (self.house.readings.short_all_ins_add_up and to - self.complete >= self.step)
        assert whole or one.chips == 0
        if not whole:
            halves = "by half" if self.house.structured else "added up"
            self.seen.add(f"a short all-in that opens again, {halves}" if counts else "a short all-in")
        if counts:
            self.raises += not opening
            self.complete = to
            self.call_only = set()
            if whole and self.house.limit != FIXED:  # 6.6, 6.8: not less than any bet or raise before
                self.step = max(self.step, over)
        else:
            self.call_only |= {each.name for each in had_acted}
        self.call_only.discard(one.name)
        self.high, self.bettor = to, one
        self._acted(one)
        place = self.players.index(one)
        self.turns = self.players[place + 1 :] + self.players[:place]
        return cents

    def _acted(self, one: Player) -> None:
        one.acted = self.begun = True
        self.turns = [each for each in self.turns if each is not one]

    def uncalled(self) -> tuple[Player, int] | None:
        """Whose bet nobody has matched, and how much of it."""
        bets = sorted(self.players, key=lambda each: each.bet)
        over = bets[-1].bet - bets[-2].bet
        return (bets[-1], over) if over and not bets[-1].folded else None


def first_step(house: House) -> int:
    """What a raise over the blinds adds at least (6.6): the last blind, but at fixed limit the bet of the round."""
    return house.bet(0) if house.limit == FIXED else house.blinds[-1]


def straddle_step(house: House, cents: int) -> int:
    """What a raise over a straddle adds at least: what that added to the bet before it, which was half as much (6.5.1,
    R118, R123); a structured bet stays what it is."""
    if house.limit not in (SPREAD, HALF_POT, "pot", NO_LIMIT):
        return first_step(house)
    return cents if house.readings.straddle_is_the_raise else cents // 2
