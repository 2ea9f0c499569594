"""What a table says of itself is what goes on there, as a dealer would say it."""

from __future__ import annotations

import pytest

from croupier.games import game
from croupier.games.blackjack import Terms
from croupier.table.declare import COMMANDS, Desk
from croupier.table.state import BankedTable, Stage
from croupier.table.wagers import PlaceWager
from tests.games.sitting import ANN, Sitting

BANKED = ("matchmaker", "three-card-poker", "double-chance", "blackjack")


class Told(Sitting):
    """A table that remembers what it called each moment, and what was due then."""

    def due(self) -> None:
        """Do the foremost act due, once the moment is noted."""
        first = self.rules.due(self.state)[0]
        self.heard = [*getattr(self, "heard", []), (self.name, type(first.command))]
        super().due()

    @property
    def name(self) -> str:
        """What the table says of itself."""
        said: str = self.rules.engine.rules(self.state).stage_name(self.state)
        return said


@pytest.mark.parametrize("name", BANKED)
def test_nobody_is_told_to_bet_while_the_cards_are_made_ready(name: str) -> None:
    rules = game(name)
    terms = rules.terms()
    table = Told(rules, terms)
    assert isinstance(table.state, BankedTable)
    table.sit(ann=1)
    bet = next(iter(terms.limits))
    for _ in range(2):
        table.do(PlaceWager(area=1, bet=bet, cents=25_00), ANN)
        table.due_until(lambda: table.state.stage is not Stage.BETTING)
        table.until(Stage.BETTING)
        table.prepare()
    for said, command in table.heard:
        assert (COMMANDS[command].desk is Desk.CARDS) <= (said != "place your bets"), command
    assert table.name == "place your bets"


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("9h 6c 5s", "the hands are played"),
        ("9h Ac 5s", "early choices"),
        ("Ah 6c Ks", "interim settlement"),
        ("Ah Ac Ks", "early choices"),
    ],
)
def test_an_interim_settlement_is_told_where_something_is_settled(cards: str, told: str) -> None:
    table = Told(game("blackjack"), Terms())
    table.sit(ann=1)
    table.do(PlaceWager(area=1, bet="blackjack", cents=25_00), ANN)
    table.stack(cards)
    table.due_until(lambda: len(table.state.drawn) == 3)
    assert table.name == told
