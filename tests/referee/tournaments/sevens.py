"""Whole Magnificent Sevens Tournaments by chance: from the wagers that win the entries to the play-off (BJ 13.9)."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from croupier.games.blackjack import Terms
from croupier.house.tournaments import entering, founding
from croupier.house.tournaments.findings import findings
from croupier.house.tournaments.model import Stage
from croupier.house.tournaments.stream import ORDERS, TOURNAMENTS
from croupier.house.tournaments.won import DAY_MS, ReceiveEntries, WonEntry
from croupier.house.wallet import TopUp
from croupier.house.wallets import WALLETS
from croupier.table.contract import Actor, Refusal
from croupier.table.tournaments.conditions import Afterwards, Conditions, Ties, Won
from tests.house.tournaments.evening import CUP, OPERATOR
from tests.referee.tournaments.cash import AREAS, CashTable
from tests.referee.tournaments.conditions import OPEN, as_offered, changed, reworded
from tests.referee.tournaments.generator import Tournament

TABLES = [f"se-{number}" for number in range(1, 8)]
FEWEST = 49
TERMS = Terms(sevens=1, decks=4, cutting_card_behind=4 * 26)
"""Few cards to a shoe, so that three of them are soon played."""
SETTLED = ("variation", "details.starts", "bank.top_up", "conduct.substitutes", "wagers.side_wagers", "entry.refusing")
"""What must be as it is said, or is no matter where nobody applies."""


def conditions(random: Random) -> Conditions:
    """Conditions of such a tournament, different in what they may say of it."""
    plain = as_offered("blackjack", won=True)
    start = random.choice((500, 2000))
    said = replace(
        plain,
        entry=replace(
            plain.entry,
            won=Won(
                days=random.choice((90, 100, 110)),
                next_size=random.random() < 0.2,
                final_shoes=random.randint(1, 3),
                prizes="As Table 3 has them",
            ),
        ),
        bank=replace(
            plain.bank,
            start=start,
            top_up=random.choice((start, 500)),
            afterwards=random.choice((Afterwards.WORTHLESS, Afterwards.WORTHLESS, Afterwards.CASH)),
        ),
        structure=replace(plain.structure, early_end=random.choice((True, False))),
        prizes=replace(plain.prizes, ties=random.choice((Ties.EXTRA_HANDS, Ties.EXTRA_HANDS, Ties.SHARED))),
        wagers=replace(plain.wagers, compulsory=replace(plain.wagers.compulsory, least=random.choice((5, 25)))),
    )
    if said.bank.afterwards is Afterwards.CASH:
        said = replace(said, bank=replace(said.bank, worth=7), structure=replace(said.structure, early_end=False))
    assert findings(said).complete, findings(said)
    said = reworded(random, said)
    for path, choices in OPEN.items():
        other = changed(said, path, random.choice(choices)) if path not in SETTLED and random.random() < 0.25 else said
        said = other if findings(other).complete else said
    return said


class Sevens(Tournament):
    """One of them, and the tables at which its entries are won."""

    def __init__(self, random: Random, said: Conditions, entrants: int = 0) -> None:
        won = said.entry.won
        assert won is not None
        several = random.choice((0, 0, 3)) if not won.next_size else 0
        self.fewest = entrants or FEWEST
        super().__init__(random, said, self.fewest + several)
        self.reckless = random.random() < 0.6
        """Whether everyone wagers all there is: many have nothing in the end, and so as much as others."""

    def opens_house(self, said: Conditions) -> None:
        """Seven tables, at which seven entrants sit each."""
        self.sets_up(said, TABLES, TERMS)

    def whole(self) -> None:
        """Entries are won before anything is drafted and after it, and then it is played."""
        self.at = 1_000
        left_over = tuple([WonEntry(f"p{number}", f"Player {number}", "long ago") for number in range(1, 4)])
        received = ReceiveEntries(book=self.conditions.book, entries=left_over)
        self.house.act(TOURNAMENTS, CUP, received, ORDERS, self.at, chance=self.chance)
        self.is_won(self.many // 2)
        super().whole()

    def is_won(self, entries: int) -> None:
        """Entries are won table by table, now and then by somebody who has one; a round that is void wins none."""
        while len(self.cup.in_play) < entries:
            self.at += 60_000
            wanted = min(AREAS, entries - len(self.cup.in_play))
            table = CashTable(self, f"cash-{self.at // 60_000}")
            numbers = self.luck.sample(range(1, self.many + 6), AREAS)
            people = [Actor(f"p{number}", f"Player {number}") for number in sorted(numbers, key=self._has_one)]
            for who in people:
                self.house.act(WALLETS, who.id, TopUp(), who, self.at, chance=self.chance)
            table.round(people[: self.luck.randint(wanted, AREAS)], wanted, void=self.maybe(0.1))

    def _has_one(self, number: int) -> bool:
        return self.cup.of(f"p{number}") is not None and self.maybe(0.8)

    def enter_all(self) -> None:
        """The other entries are won, some are withdrawn or given to substitutes, and after a hundred days all close."""
        self.is_won(self.many)
        for each in self.cup.in_play:
            if self.maybe(0.01):
                self._withdraws(each)
        self.is_won(self.fewest)
        won = self.conditions.entry.won
        assert won is not None
        self.tries(founding.CloseEntries(), OPERATOR)
        self.at = max(self.at, (self.cup.since or 0) + won.days * DAY_MS)
        if self.maybe(0.05):
            self.does(founding.CallOff(why="no time"), OPERATOR)
        elif isinstance(self.tries(founding.CloseEntries(), OPERATOR), Refusal):
            self.does(founding.CallOff(why="no size is filled"), OPERATOR)
        if self.cup.stage is Stage.READY and self.maybe(0.3):
            self.house.act(
                TOURNAMENTS,
                CUP,
                ReceiveEntries(book=self.conditions.book, entries=(WonEntry("late", "Late", "near"),)),
                ORDERS,
                self.at,
                chance=self.chance,
            )
        for each in self.cup.in_play:
            if each.absent and self.maybe(0.8):
                named = entering.NominateSubstitute(entrant=each.number, player=f"s{each.number}", name="Sub")
                self.tries(named, Actor(each.person, each.name))

    def wagers(self, least: int, most: int, step: int) -> int:
        """All there is, now and then always."""
        return most if self.reckless and self.maybe(0.9) else super().wagers(least, most, step)
