"""Entries to the Magnificent Sevens Tournament as they are won at a table that plays for cash (BJ 13, Table 1)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier.cards import Card, CardSource, Device, Uniform
from croupier.games import game
from croupier.games.blackjack import Terms
from croupier.games.blackjack.choices import Draw, Stand
from croupier.games.blackjack.dealing import DealCard
from croupier.games.blackjack.settle import PayArea, SettleSevens
from croupier.house.in_memory import InMemory
from croupier.house.tournaments.stream import ORDERS, TOURNAMENTS
from croupier.house.versions import VERSIONS
from croupier.house.wallet import TopUp
from croupier.house.wallets import WALLETS
from croupier.table.contract import Actor, Command, Decision, Reason, Refusal
from croupier.table.corrections import CorrectCard
from croupier.table.faults import ReportWrongCards
from croupier.table.people import Join, Leave
from croupier.table.rounds import CollectCards
from croupier.table.tournaments.reserved import HoldTable, ReserveTable
from croupier.table.tournaments.reserved_people import SeatEntrant
from croupier.table.versions import DetermineLastEntry
from croupier.table.wagers import PlaceWager
from tests.house.tournaments.sevens import FIRST
from tests.witness import witnesses

BLACKJACK = game("blackjack")
BOSS = Actor("boss", "Boss", "casino-operator")
ANN, BOB = Actor("ann", "Ann"), Actor("bob", "Bob")
SEVENS = "magnificent sevens"


class House:
    """A house with one table that offers Magnificent Sevens, at which the cards come that are named."""

    def __init__(self, device: Device = Device.SHOE) -> None:
        self.house = InMemory({"near": (BLACKJACK, Terms(sevens=1, cards=CardSource.REAL, device=device))})
        self.chance = Uniform(Random(3).randbytes)
        self.coming: list[Card] = []
        while not self.table.is_open:
            self.goes_on()

    @property
    def table(self) -> Any:
        return self.house.table("near")

    @property
    def entries(self) -> list[tuple[int, str, str]]:
        """Number, name and table of each entry that was won."""
        cup = self.house.stream(TOURNAMENTS, FIRST)
        return [(each.number, each.name, each.won_at) for each in cup.entrants.values()]

    @property
    def counted(self) -> dict[str, int]:
        """The entries that keep the house from the other version."""
        found: dict[str, int] = self.house.stream(VERSIONS, "magnificent-sevens").entries
        return found

    def tries(self, command: Command, by: Actor) -> Decision:
        return self.house.act_at_table("near", command, by, 0, self.chance)

    def does(self, command: Command, by: Actor) -> None:
        decision = self.tries(command, by)
        assert not isinstance(decision, Refusal), f"{type(command).__name__}: {decision}"

    def goes_on(self) -> Command:
        """What is due is done; whoever decides on a hand draws as long as cards are named, and then stands."""
        first = BLACKJACK.due(self.table)[0]
        command = first.command
        if isinstance(command, Draw | Stand):
            kind = Draw if len(self.coming) > 1 else Stand
            command = kind(player=command.player)
        if isinstance(command, DealCard):
            command = DealCard(card=self.coming.pop(0))
        self.does(command, Actor(first.person, first.person) if first.person else Actor("dee", "Dee", first.rank))
        return command

    def sits(self, *people: Actor) -> None:
        """These people sit down, and lay $10 and $1 on sevens in front of them."""
        for seat, who in enumerate(people, 1):
            self.house.act(WALLETS, who.id, TopUp(), who, 0, chance=self.chance)
            self.does(Join(cents=500_00, seat=seat), who)
        while BLACKJACK.due(self.table):
            self.goes_on()
        for seat, who in enumerate(people, 1):
            self.does(PlaceWager(area=seat, bet="blackjack", cents=10_00), who)
            self.does(PlaceWager(area=seat, bet=SEVENS, cents=1_00), who)

    def until(self, wanted: type[Command], cards: str) -> None:
        """Everything that is due is done with these cards, up to an act of this kind and with it."""
        self.coming = [Card(each) for each in cards.split()]
        while not isinstance(self.goes_on(), wanted):
            pass


@witnesses("BJ 13.2.1:Magnificent Sevens Tournament", "BJ 13.9.3", "ruling 101")
def test_three_suited_sevens_are_an_entry_once_their_round_is_over() -> None:
    house = House()
    house.sits(ANN, BOB)
    # Ann 7s 7s and a third, Bob 20 against 19.
    house.until(SettleSevens, "7s Kh 9c 7s Qd 7s Jd Ks")
    assert house.entries == [], "the round may still be void"
    while house.table.in_play:
        house.goes_on()
    assert house.entries == [(1, "Ann", "near")]
    assert house.counted == {"near": 1}


def test_a_round_that_is_void_has_won_no_entry() -> None:
    house = House()
    house.sits(ANN)
    house.until(SettleSevens, "7s 9c 7s 7s Kh")
    house.does(ReportWrongCards(what="two decks of another back"), BOSS)
    assert house.entries == []
    assert house.counted == {}
    assert house.table.entries == 0


@pytest.mark.parametrize(("third", "entries"), [("7s", 1), ("7h", 0)])
def test_a_card_that_is_put_right_before_the_round_is_over_decides(third: str, entries: int) -> None:
    house = House()
    house.sits(ANN)
    wrong = "7h" if third == "7s" else "7s"
    house.until(SettleSevens, f"7s 9c 7s {wrong} Kh")
    house.does(CorrectCard(area=1, nth=3, card=Card(third)), Actor("sue", "Sue", "game-supervisor"))
    while house.table.in_play:
        house.goes_on()
    assert len(house.entries) == entries


def test_whoever_has_left_keeps_the_entry() -> None:
    house = House()
    house.sits(ANN, BOB)
    house.until(PayArea, "7s Kh 9c 7s Qd 7s Jd Ks")
    house.does(Leave(), ANN)
    assert house.table.in_play
    while house.table.in_play:
        house.goes_on()
    assert house.entries == [(1, "ann", "near")], "by what the house knows them as, for the table has no name any more"


@witnesses("BJ 13.7.3(a)", "ruling 101")
def test_no_entry_is_said_to_be_determined_while_its_tournament_is_to_come() -> None:
    house = House()
    house.sits(ANN)
    house.until(CollectCards, "7s 9c 7s 7s Kh")
    refused = house.tries(DetermineLastEntry(), BOSS)
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.under[0], refused.facts) == (
        Reason.NOT_NOW,
        "BJ 13.7.3(a)",
        {"entries not decided": 1},
    )
    assert house.counted == {"near": 1}


# Tables of the tournament itself.


def reserve(offered: tuple[str, ...] = (SEVENS,)) -> ReserveTable:
    return ReserveTable(tournament="cup", title="Sevens", started=500_00, offered=offered, shoes=True)


@witnesses("BJ 13.9.2", "ruling 108")
def test_a_table_of_the_tournament_pays_by_the_version_in_force_and_wins_no_entry() -> None:
    house = House()
    house.does(reserve(), ORDERS)
    house.does(SeatEntrant(player="ann", name="Ann", seat=1, cents=500_00), ORDERS)
    house.does(HoldTable(), ORDERS)
    while BLACKJACK.due(house.table):
        house.goes_on()
    house.does(PlaceWager(area=1, bet="blackjack", cents=10_00), ANN)
    house.does(PlaceWager(area=1, bet=SEVENS, cents=1_00), ANN)
    before = house.table.stack("ann")
    house.until(SettleSevens, "7s 9c 7s 7s Kh")
    # 7,770 to 1 in chips of the tournament, and the wager back.
    assert house.table.stack("ann") - before == 7_771_00
    assert house.entries == []
    assert house.table.entries == 0


@witnesses("ruling 107")
def test_an_automatic_shuffling_shoe_is_not_reserved_for_play_by_shoes() -> None:
    refused = House(Device.MACHINE).tries(reserve(), ORDERS)
    assert isinstance(refused, Refusal)
    assert refused.under[-1] == "ruling 107"
    House().does(reserve(), ORDERS)
