"""Entries of a round at a real table, taken back: the table is then what it was before them (ruling 71, BJ 9.8)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import Card, CardSource, Drawn, pick
from croupier.games import game
from croupier.games.blackjack import Terms
from croupier.games.blackjack.choices import deciding
from croupier.games.blackjack.corrections import TakeBackCards, TakeBackDecision
from croupier.games.blackjack.dealing import DealCard
from croupier.games.blackjack.mishandled import ReportMishandledDecision, decisions_on
from croupier.games.blackjack.pandemonium import PressButton
from croupier.games.blackjack.terms import Bet, Variant
from croupier.money import Limits
from croupier.table.contract import Actor, Command, Refusal
from croupier.table.declare import EVENTS
from croupier.table.fields import with_words
from croupier.table.people import Join
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.conformance.invariants import check

HOUSE = Actor("house", "House", "casino-operator")
GUESTS = ("ann", "bob", "cy")
ROUNDS = 20
"""Fewer than empty a shoe: a shuffle is not taken back."""
ENOUGH = 300


class RealTable:
    """A table of three players with real cards, of which two share an area, played at random by one seed."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self.random, self.game = Random(seed), game("blackjack")
        sides: dict[str, Any] = {"pairs": True, "sevens": 1} if variant in (Variant.BLACKJACK, Variant.CROWN) else {}
        decks = 4 if variant is Variant.VEGAS else 6
        terms = Terms(variant=variant, areas=2, decks=decks, cards=CardSource.REAL, **sides)
        bets = {bet: Limits(1_00, 500_00) for bet in terms.bets}
        self.state: Any = self.game.initial(replace(terms, limits=bets))
        self.due_until(Stage.BETTING)
        for seat, name in zip((1, 2, None), GUESTS, strict=True):
            self.do(Join(cents=100_000_00, seat=seat), Actor(name, name.title()))

    def do(self, command: Command, by: Actor = HOUSE) -> None:
        chance = Drawn(lambda unseen: pick(unseen, self.random.randrange(sum(unseen))))
        decision = self.game.decide(self.state, with_words(command, "seen"), by, 0, chance)
        assert not isinstance(decision, Refusal), f"{command}: {decision}"
        for event in decision:
            self.state = self.game.evolve(self.state, event)
        self.told = decision
        check(self.state)

    def due_until(self, stage: Stage) -> None:
        for _ in range(ENOUGH):
            if self.state.stage is stage and not self.game.due(self.state):
                return
            self.step()

    def step(self) -> None:
        """One of the acts due, with a card entered where one is dealt."""
        due = self.random.choice(self.game.due(self.state))
        command: Command = due.command
        if isinstance(command, DealCard) and not self.state.care.excess:
            command = replace(command, card=self.card())
        if isinstance(command, PressButton):
            command = replace(command, prize=10)
        self.do(command)

    def card(self) -> Card:
        """Any card that may come, small ranks and sevens oftener, so that hands are long and split."""
        unseen = self.state.shoe.unseen
        few = [card for card in Card if unseen[card.number] and card.rank in "2378A"]
        if few and self.random.random() < 0.5:
            return self.random.choice(few)
        return pick(unseen, self.random.randrange(sum(unseen)))

    def bet(self) -> None:
        main = self.state.main
        self.do(PlaceWager(area=1, bet=main, cents=10_00, player="ann"))
        self.do(PlaceWager(area=2, bet=main, cents=20_00, player="bob"))
        self.do(PlaceWager(area=1, bet=main, cents=30_00, player="cy"))
        for bet in (Bet.PAIRS, Bet.SEVENS, Bet.PANDEMONIUM):
            if bet in self.state.terms.bets:
                self.do(PlaceWager(area=1, bet=bet, cents=1_00, player="ann"))
        self.do(AnnounceNoMoreBets())


def moment(state: Any) -> Any:
    """What a table is, but for its history and the stakes' order."""
    wagers = sorted(state.wagers, key=lambda each: each.key)
    chips = {name: cents for name, cents in state.chips.items() if cents}
    played = {place: play for place, play in state.played.items() if play != type(play)()}
    same = replace(state, wagers=tuple(wagers), chips=chips, played=played, asked=None, passed=frozenset())
    return {name: getattr(same, name) for name in same.__struct_fields__}


@pytest.mark.parametrize("variant", Variant)
def test_taking_a_decision_back_leaves_the_table_as_it_was_before_it(variant: Variant) -> None:
    table, tried = RealTable(variant, 93), 0
    for _ in range(ROUNDS):
        table.bet()
        before = dict[int, Any]()
        while table.state.stage not in (Stage.SETTLED, Stage.BETTING):
            before.setdefault(len(table.state.decisions), table.state)
            if deciding(table.state) is not None:
                before[len(table.state.decisions)] = table.state
            table.step()
            if table.state.decisions and table.random.random() < 0.1:
                number = table.random.randrange(len(table.state.decisions))
                made = table.state.decisions[number]
                nth = sum(each.player == made.player for each in table.state.decisions[: number + 1])
                going_on = table.state
                table.do(TakeBackDecision(player=made.player, nth=nth))
                was = before[number]
                if deciding(was) is not None:
                    assert moment(table.state) == moment(was)
                    tried += 1
                table.state = going_on
        table.due_until(Stage.BETTING)
    assert tried > 5


@pytest.mark.parametrize("variant", Variant)
def test_taking_the_last_card_back_leaves_the_table_as_it_was_before_it(variant: Variant) -> None:
    table = RealTable(variant, 93)
    for _ in range(ROUNDS):
        table.bet()
        while table.state.stage not in (Stage.SETTLED, Stage.BETTING):
            was, cards = table.state, len(table.state.drawn)
            table.step()
            if len(table.state.drawn) > cards:
                now = table.state
                table.do(TakeBackCards(cards=1))
                assert moment(table.state) == moment(was)
                table.state = now
        table.due_until(Stage.BETTING)


@pytest.mark.parametrize("variant", Variant)
def test_a_decision_reported_as_mishandled_keeps_every_later_card_in_its_order(variant: Variant) -> None:
    table, tried = RealTable(variant, 93), 0
    for _ in range(ROUNDS):
        table.bet()
        while table.state.stage not in (Stage.SETTLED, Stage.BETTING):
            table.step()
            for place in {each.spot for each in table.state.decisions}:
                made = decisions_on(table.state, place)
                mains = [each for each in table.state.wagers if each.bet == table.state.main]
                if made and not any(each.settled for each in mains):
                    going_on, first = table.state, made[0]
                    table.do(ReportMishandledDecision(area=place.area, hand=place.hand, nth=1))
                    later = tuple(each.card for each in going_on.drawn[first.after :])
                    assert table.state.care.excess == (*later, *going_on.care.excess)
                    assert len(table.state.drawn) == first.after
                    table.state, tried = going_on, tried + 1
        table.due_until(Stage.BETTING)
    assert tried > 5


@pytest.mark.parametrize("variant", Variant)
def test_one_key_takes_the_last_entry_back(variant: Variant) -> None:
    table, kinds = RealTable(variant, 93), set[str]()
    for _ in range(ROUNDS):
        table.bet()
        while table.state.stage not in (Stage.SETTLED, Stage.BETTING):
            table.step()
            event = table.told[-1]
            how, going_on = EVENTS[type(event)].taken_back, table.state
            for undo in how(event, table.state) if how is not None and table.state.in_play else ():
                if undo.whole:
                    command = next(each for each in (TakeBackDecision, TakeBackCards) if each.__name__ == undo.type)
                    table.do(command(**undo.fixed))
                    kinds.add(type(event).__name__)
                    table.state = going_on
        table.due_until(Stage.BETTING)
    assert {"CardDealt", "HandStood", "CardAsked"} <= kinds
