"""A prize meter against a model of TCP 6.3, 6.4 and ruling 59 in exact fractions of a dollar, over long random play.

The model knows nothing of the meter's own bookkeeping: it keeps every game, every prize and every reset as a thing of
its own, and says what the meter must show.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from random import Random

import pytest

from croupier.house import meter as meters
from croupier.house.meter import (
    CancelGame,
    ChangeOption,
    DeterminePrizes,
    Meter,
    NoticeOf,
    OpenMeter,
    PostMeterNotice,
    RecordOutcome,
    RegisterWagers,
    UndoOutcome,
    VoidShare,
)
from croupier.house.prizes import MITES
from croupier.table.contract import Actor, Command, Event, Refusal
from tests.witness import witnesses

STEPS = 2_000
SEQUENCES = 100
TABLES = ("one", "two", "three", "four")
SEEDS = (10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 75_000)
RATES = {
    1: ("34.06", "32.51", "30.94", "29.36", "27.76", "26.12", "23.50"),
    2: ("31.02", "29.47", "27.90", "26.32", "24.70", "23.02", "20.28"),
}
"""Tables 1 and 2 of the book, in percent."""
ROYAL, STRAIGHT = "royal flush", "straight flush"
OPERATOR = Actor("operator", "Operator", "casino-operator")
MANAGER = Actor("manager", "Manager", "tg-assistant-casino-manager")


def cents(amount: Fraction) -> Fraction:
    """Rounded to the cent, half a cent upwards (ruling 53)."""
    return Fraction(int(amount * 100 + Fraction(1, 2)), 100)


@dataclass(eq=False)
class Reset:
    """The meter was reset to its seed."""


@dataclass(eq=False)
class Cycle:
    """From one reset to the next: what wagers put on less what was won."""

    begun: Reset | None
    earned: Fraction = Fraction(0)
    part_of: Cycle | None = None
    """The cycle before it, when the reset between them was taken back."""

    @property
    def whole(self) -> Cycle:
        return self if self.part_of is None else self.part_of.whole


@dataclass(eq=False)
class Game:
    """A jackpot game: its wagers, and what each put on the meter."""

    wagers: int
    each: Fraction
    resets: set[Reset] = field(default_factory=set)
    """The resets since it was registered, as far as they stand."""
    undone: Fraction | None = None
    """What it would have taken off, had no reset consumed it."""


@dataclass(eq=False)
class Prize:
    """What one round won, from what the meter recorded at its settlement."""

    game: Game
    hands: dict[int, str]
    recorded: Fraction
    floor: int
    cycle: Cycle
    paid: bool = False
    amounts: dict[int, Fraction] = field(default_factory=dict)
    added: Fraction = Fraction(0)
    """What the house added to bring the meter to its seed."""
    reset: Reset | None = None

    @property
    def taken(self) -> Fraction:
        return sum(self.amounts.values(), Fraction(0)) - self.added


class Model:
    """What a meter must show."""

    def __init__(self, option: int, seed: int, price: int) -> None:
        self.option, self.seed, self.price = option, seed, price
        self.value = Fraction(self.floor)
        self.running: dict[str, Game] = {}
        self.last: dict[str, tuple[Game, Prize | None]] = {}
        self.waiting: dict[str, Prize] = {}
        self.known: list[Game] = []
        """Games that run, or were undone while a reset that may yet be taken back had consumed them."""
        self.cycles = [Cycle(None)]

    @property
    def floor(self) -> int:
        return self.seed * self.price

    @property
    def least(self) -> Fraction:
        """The least that TCP 6.3 and 6.4 let the meter show."""
        return self.floor + max(Fraction(0), self.cycles[-1].earned)

    def register(self, table: str, wagers: int) -> None:
        self.last.pop(table, None)
        each = Fraction(RATES[self.option][SEEDS.index(self.seed)]) / 100 * self.price
        self.running[table] = game = Game(wagers, each)
        self.known.append(game)
        self.value += each * wagers
        self.cycles[-1].earned += each * wagers

    def cancel(self, table: str) -> None:
        game = self.running.pop(table)
        off = game.each * game.wagers
        if game.resets:
            game.undone = off
        else:
            self.known.remove(game)
            self._take_off(off)

    def record(self, table: str, hands: dict[int, str]) -> None:
        game = self.running.pop(table)
        self.known.remove(game)
        prize = Prize(game, hands, self.value, self.floor, self.cycles[-1]) if hands else None
        self.last[table] = (game, prize)
        if prize is not None:
            self.waiting[table] = prize
            self._share(prize)
            self._win(prize)

    def confirm(self, table: str) -> None:
        self.waiting.pop(table).paid = True

    def reject(self, table: str) -> None:
        prize = self.waiting.pop(table)
        self.last[table] = (prize.game, None)
        self._put_back(prize)

    def undo(self, table: str) -> None:
        game, prize = self.last.pop(table)
        self.waiting.pop(table, None)
        self.running[table] = game
        self.known.append(game)
        if prize is not None:
            self._put_back(prize)

    def void(self, table: str, area: int) -> None:
        """One area's wager is void: the others share what waits; what is paid to them stays as it is."""
        game, prize = self.last[table]
        assert prize is not None
        del prize.hands[area]
        taken, reset = prize.taken, prize.reset
        if prize.paid:
            del prize.amounts[area]
        else:
            self._share(prize)
        total = sum(prize.amounts.values(), Fraction(0))
        prize.added = max(Fraction(0), prize.floor - prize.recorded + total)
        self.value += taken - prize.taken
        if not prize.hands:
            self.last[table] = (game, None)
            self.waiting.pop(table, None)
        if reset is not None and not prize.added:
            prize.reset = None
            prize.cycle.whole.earned -= total
            self._never_was(reset)
        elif reset is None:
            prize.cycle.whole.earned += taken - total
        self._make_up()

    def change(self, option: int, seed: int) -> None:
        self.option, self.seed = option, seed
        self.value = max(self.value, self.least)

    def _share(self, prize: Prize) -> None:
        """TCP 7.3.1 and Tables 5 to 8."""
        j, r = Fraction(ceil(prize.recorded)), Fraction(prize.floor)
        royals = sum(hand == ROYAL for hand in prize.hands.values())
        straights = len(prize.hands) - royals
        if royals:
            pool = j + r * (royals - 1)
            worth = {ROYAL: pool * 10 / (10 * royals + straights), STRAIGHT: pool / (10 * royals + straights)}
        else:
            shares = sum((Fraction(9 ** (n - 1), 10**n) for n in range(1, straights + 1)), Fraction(0))
            worth = {STRAIGHT: (j - r) * shares / max(1, straights) + r / 10}
        prize.amounts = {area: cents(worth[hand]) for area, hand in prize.hands.items()}

    def _win(self, prize: Prize) -> None:
        total = sum(prize.amounts.values(), Fraction(0))
        prize.added = max(Fraction(0), self.floor - (self.value - total))
        self.value -= prize.taken
        if prize.added:
            prize.reset = self._reset()
        else:
            self.cycles[-1].earned -= total

    def _put_back(self, prize: Prize) -> None:
        self.value += prize.taken
        if prize.reset is None:
            prize.cycle.whole.earned += sum(prize.amounts.values(), Fraction(0))
        else:
            self._never_was(prize.reset)
        self._make_up()

    def _games(self) -> list[Game]:
        return [*self.known, *(game for game, _ in self.last.values())]

    def _reset(self) -> Reset:
        reset = Reset()
        for game in self._games():
            game.resets.add(reset)
        self.cycles.append(Cycle(reset))
        return reset

    def _never_was(self, reset: Reset) -> None:
        """A reset is taken back: the cycles before and after it are one, and what was undone meanwhile comes off."""
        place = next(n for n, each in enumerate(self.cycles) if each.begun is reset)
        after, before = self.cycles.pop(place), self.cycles[place - 1]
        before.earned, after.part_of = before.earned + after.earned, before
        for game in self._games():
            game.resets.discard(reset)
        gone = [game for game in self.known if game.undone is not None and not game.resets]
        self.known = [game for game in self.known if game not in gone]
        self._take_off(sum((game.undone or Fraction(0) for game in gone), Fraction(0)))

    def _take_off(self, amount: Fraction) -> None:
        self.value -= amount
        self.cycles[-1].earned -= amount
        self._make_up()

    def _make_up(self) -> None:
        """Below the seed the meter is reset (TCP 6.4.1); what it must show besides, the house adds (TCP 6.3)."""
        if self.value < self.floor:
            self.value = self.least
            self._reset()
        self.value = max(self.value, self.least)


class Play:
    """A meter and its model, taking the same acts."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        option, start = self.chance.choice((1, 2)), self.chance.choice(SEEDS)
        price = self.chance.choice((1, 2, 5))
        self.meter, self.at = Meter(id="m"), 0
        self.ask(OpenMeter(option=option, seed=start, price=100 * price, tables=TABLES))
        self.model = Model(option, start, price)
        self.round = 0

    def ask(self, command: Command) -> None:
        decision = meters.decide(self.meter, command, OPERATOR, self.at)
        assert not isinstance(decision, Refusal), f"{command}: {decision}"
        self.take(decision)

    def take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.meter = meters.evolve(self.meter, event)

    def hands(self) -> dict[int, str]:
        """Mostly nothing; at times what one deck and more can bring together."""
        if self.chance.random() < 0.6:
            return {}
        royals, straights = self.chance.choice(((1, 0), (0, 1), (0, 1), (0, 2), (1, 1), (2, 0), (1, 2), (0, 3), (3, 1)))
        return dict(enumerate([ROYAL] * royals + [STRAIGHT] * straights, 1))

    def step(self) -> None:
        model, chance, table = self.model, self.chance, self.chance.choice(TABLES)
        roll = chance.random()
        if roll < 0.03:
            row = (chance.choice((1, 2)), chance.choice(SEEDS))
            if row == (model.option, model.seed):
                return
            self.ask(PostMeterNotice(of=NoticeOf.OPTION, option=row[0], seed=row[1]))
            self.at += 20 * 60_000
            self.ask(ChangeOption(option=row[0], seed=row[1]))
            model.change(*row)
        elif table in model.waiting and roll < 0.5:
            confirmed = chance.random() < 0.5
            self.ask(DeterminePrizes(table=table, confirmed=confirmed))
            (model.confirm if confirmed else model.reject)(table)
        elif table in model.last and roll < 0.65:
            prize = model.last[table][1]
            if prize is not None and chance.random() < 0.5:
                area = chance.choice(sorted(prize.hands))
                self.ask(VoidShare(table=table, areas=(area,)))
                model.void(table, area)
            else:
                self.ask(UndoOutcome(table=table))
                model.undo(table)
        elif table in model.running:
            if roll < 0.75:
                self.round += 1
                hands = self.hands()
                self.ask(RecordOutcome(table=table, round=self.round, wins=tuple(hands.items())))
                model.record(table, hands)
            else:
                folded = chance.randint(0, model.running[table].wagers)
                self.ask(CancelGame(table=table))
                model.cancel(table)
                if folded:  # what a fold lost is registered anew, and stays on
                    self.ask(RegisterWagers(table=table, wagers=folded))
                    model.register(table, folded)
        elif table not in model.waiting:
            wagers = chance.randint(1, 9)
            self.ask(RegisterWagers(table=table, wagers=wagers))
            model.register(table, wagers)

    def check(self) -> None:
        shows = Fraction(self.meter.mites, 100 * MITES)
        assert shows == self.model.value
        assert shows >= self.model.floor
        assert shows >= self.model.least
        assert self.meter.out_of_balance == 0
        waiting = {
            each.table: {area: Fraction(amount, 100) for area, amount in each.prizes} for each in self.meter.pending
        }
        assert waiting == {table: prize.amounts for table, prize in self.model.waiting.items()}


@witnesses("TCP 6.3", "TCP 6.3.1", "TCP 6.3.2", "TCP 6.3.3", "TCP 6.4.1", "TCP 6.4.2")
@pytest.mark.parametrize("first", range(0, SEQUENCES, 10))
def test_the_meter_shows_what_the_book_and_exact_arithmetic_say(first: int) -> None:
    for seed in range(first, first + 10):
        play = Play(seed)
        for _ in range(STEPS):
            play.step()
            play.check()
