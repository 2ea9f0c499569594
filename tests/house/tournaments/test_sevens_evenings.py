"""Whole Magnificent Sevens Tournaments at real tables, shoe by shoe: nothing is lost, and the book's money is paid."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from croupier.cards import DECK, Card, Counts, Uniform
from croupier.games.blackjack import Terms
from croupier.games.blackjack.choices import Stand
from croupier.games.blackjack.terms import value
from croupier.house.tournaments.entering import NominateSubstitute
from croupier.house.tournaments.founding import ApproveConditions, CloseEntries, DraftConditions, OpenEntries
from croupier.house.tournaments.model import Stage
from croupier.house.tournaments.people import AppointDirector, Attend
from croupier.house.tournaments.results import DeclareResult
from croupier.house.tournaments.stream import TABLE_SAYS, TOURNAMENTS
from croupier.house.tournaments.ties import BreakTie
from croupier.house.tournaments.won import DAY_MS, ReceiveEntries, WonEntry
from croupier.table.contract import Actor, Refusal
from croupier.table.state import Stage as TableStage
from croupier.table.wagers import PlaceWager
from tests.house.tournaments.evening import CUP, DEE, OPERATOR, REGULATOR, Evening
from tests.house.tournaments.sevens import SECOND, TABLES, conditions
from tests.house.tournaments.test_evenings import chips_add_up
from tests.witness import witnesses

TERMS = Terms(sevens=1, decks=8, cutting_card_behind=4 * 52)


class Sevens(Evening):
    """A tournament whose entries were won, at seven tables; while it is level, all fare alike in every hand."""

    def __init__(self, won: Iterable[str], *, seed: int = 0) -> None:
        super().__init__(conditions(), TABLES, seed=seed, terms=TERMS)
        self.chance = Alike(self)
        self.level = False
        self.value = 0
        entries = tuple([WonEntry(each, each.title(), "cash") for each in won])
        received = ReceiveEntries(book="blackjack", entries=entries)
        assert not isinstance(self.house.act(TOURNAMENTS, CUP, received, TABLE_SAYS, 0, chance=self.chance), Refusal)
        self.does(DraftConditions(conditions=self.conditions), OPERATOR)
        self.does(ApproveConditions(text=self.cup.text), REGULATOR)
        self.does(AppointDirector(person="dee", name="Dee", qualified=True), OPERATOR)
        self.does(Attend(), DEE)
        self.does(OpenEntries(), OPERATOR)
        self.at = 100 * DAY_MS

    def begins(self) -> None:
        """Entries are closed, and the tables are ready."""
        self.does(CloseEntries(), OPERATOR)
        self.tables_ready()

    def deals(self, name: str) -> None:
        """While it is level everyone stands on the two cards that all have."""
        state = self.house.table(name)
        choices = [each for each in self.game.due(state) if isinstance(each.command, Stand)]
        if self.level and choices:
            person = choices[0].person or ""
            self.house.act_at_table(name, choices[0].command, Actor(person, person), self.at, self.chance)
            return
        if state.stage is TableStage.BETTING:
            self.value = 0
        super().deals(name)

    def _wager(self, name: str) -> None:
        if not self.level:
            super()._wager(name)
            return
        state = self.house.table(name)
        if state.stage is TableStage.BETTING and not state.wagers and not self.game.due(state):
            for player, person in state.people.items():
                wager = PlaceWager(area=person.seat, bet="blackjack", cents=25_00)
                self.house.act_at_table(name, wager, Actor(player, person.name), self.at, self.chance)


class Alike(Uniform):
    """While it is level every card of a round counts the same, and none is an ace: as long as there are any."""

    def __init__(self, evening: Sevens) -> None:
        super().__init__(evening.random.randbytes)
        self.evening = evening

    def card(self, unseen: Counts) -> Card:
        if not self.evening.level:
            return super().card(unseen)
        left = {each: sum(unseen[card.number] for card in DECK if value(card) == each) for each in range(2, 11)}
        if not left.get(self.evening.value):
            self.evening.value = max(left, key=lambda each: left[each])
        alike = [card for card in DECK if value(card) == self.evening.value]
        return max(alike, key=lambda card: unseen[card.number])


def prizes(evening: Sevens) -> list[int]:
    return sorted((each.prize // 100 for each in evening.cup.entrants.values() if each.prize), reverse=True)


def paid_by_the_house(evening: Sevens) -> int:
    made = [move for told in evening.house.record for move in told.event.moves if move.source == "house:prizes"]
    return sum(move.cents for move in made)


@witnesses("BJ 13.9.5", "BJ 13.9.5(g)")
@pytest.mark.parametrize("seed", range(2))
def test_49_entrants_of_whom_some_are_not_there(seed: int) -> None:
    evening = Sevens(["ann", "ann", "ann", *[f"p{number}" for number in range(48)]], seed=seed)
    evening.does(NominateSubstitute(entrant=2, player="sam", name="Sam"), Actor("ann", "Ann"))
    evening.begins()
    evening.session_opened()
    at_tables = [len(evening.house.table(name).people) for name in TABLES]
    assert sorted(at_tables) == [6, 7, 7, 7, 7, 7, 7], "Ann's third entry is played by nobody"
    evening.played()
    chips_add_up(evening)
    assert len(evening.cup.in_play) == 7
    evening.session_opened()
    evening.played()
    assert evening.cup.stage is Stage.OVER
    assert prizes(evening) == [250_000, 50_000, 25_000, 15_000, 10_000, 10_000, 10_000]
    assert paid_by_the_house(evening) == 370_000_00 + 49 * 770_00
    assert evening.cup.issued == evening.cup.withdrawn
    # The two that were left over are in the next one.
    assert [each.person for each in evening.house.stream(TOURNAMENTS, SECOND).in_play] == ["p46", "p47"]


@witnesses("BJ 13 Table 3:Schedule 98", "ruling 103")
def test_98_entrants_play_in_two_sittings_of_seven_tables() -> None:
    evening = Sevens([f"p{number}" for number in range(98)])
    evening.begins()
    left = []
    while evening.cup.stage is not Stage.OVER:
        evening.session_opened()
        assert [len(evening.house.table(name).people) for name in TABLES][: len(sitting(evening))] == sitting(evening)
        evening.played()
        chips_add_up(evening)
        left.append(len(evening.cup.in_play))
    assert left == [98, 49, 7, 0]
    assert prizes(evening) == [500_000, 100_000, 50_000, 30_000, 20_000, 20_000, 20_000]
    assert paid_by_the_house(evening) == 740_000_00 + 98 * 770_00
    assert sorted(each.place for each in evening.cup.entrants.values())[:8] == [1, 2, 3, 4, 5, 6, 7, 8]


def sitting(evening: Sevens) -> list[int]:
    assert evening.cup.sitting is not None
    return [len(each.seats) for each in evening.cup.sitting.tables.values()]


@witnesses("BJ 13.9.5(d)", "BJ 13.9.5(e)", "BJ 13.9.5(f)", "ruling 106")
def test_seven_who_are_level_in_the_final_play_off_a_whole_shoe_and_then_hand_by_hand() -> None:
    evening = Sevens([f"p{number}" for number in range(49)])
    evening.begins()
    evening.session_opened()
    evening.played()
    evening.session_opened()
    evening.level = True
    while evening.cup.stage is Stage.SESSION:
        evening._hand()
    assert evening.cup.sitting is not None
    (here,) = evening.cup.sitting.tables.values()
    assert here.shoes == 3
    assert len({each.bank for each in evening.cup.in_play}) == 1
    assert isinstance(evening.tries(DeclareResult(), DEE), Refusal)
    evening.does(BreakTie(), DEE)
    hands = 0
    while (tie := evening.cup.sitting.tie) is not None and tie.play_off:
        assert len(tie.among) == 7
        hands += 1
        evening._hand()
    assert hands > 16, "a whole shoe: 208 cards, of which a hand of seven who all stand takes few more than 16"
    assert tie is not None and tie.order == (), "they are level still"
    evening.level = False
    evening.played()
    assert prizes(evening) == [250_000, 50_000, 25_000, 15_000, 10_000, 10_000, 10_000]
