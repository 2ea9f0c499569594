"""How many random hands of no-limit Holdem the engine plays by itself, six players at a table."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

from bench import Report
from bench._due import doer
from croupier.cards import DECK, Card, Counts, Drawn
from croupier.games import crown_poker
from croupier.games.crown_poker.acting import asked_bounds
from croupier.games.crown_poker.actions import CallBet, Check, Fold, Raise
from croupier.table.contract import Actor, Command, Refusal
from croupier.table.people import BuyChips, Join
from croupier.table.state import Stage

HANDS_A_SECOND = 3000
PLAYERS = {f"p{seat}": Actor(f"p{seat}", f"P{seat}") for seat in range(1, 7)}
DEALER = Actor("dee", "Dee", "dealer")
BUY_IN = 100_000
SECONDS = 4.0


class Table:
    """A table at which whoever is asked does one of the things that are open, each as likely as another."""

    def __init__(self, seed: int) -> None:
        self.engine, self.luck = crown_poker.ENGINE, Random(seed)
        self.chance = Drawn(self.card)
        self.state = crown_poker.initial(crown_poker.Terms(seats=6))
        while not self.state.is_open:
            self.do(self.engine.due(self.state)[0].command, DEALER)
        for seat, player in enumerate(PLAYERS.values(), 1):
            self.do(Join(cents=BUY_IN, seat=seat), player)

    def card(self, unseen: Counts) -> Card:
        """Any card that may still come."""
        while True:
            number = int(self.luck.random() * len(DECK))
            if unseen[number]:
                return DECK[number]

    def do(self, command: Command, by: Actor) -> None:
        """Decide and fold."""
        engine, state = self.engine, self.state
        decision = engine.decide(state, command, by, 0, self.chance)
        if isinstance(decision, Refusal):
            raise AssertionError(f"{command} was refused: {decision}")
        for event in decision:
            state = engine.evolve(state, event)
        self.state = state

    def act(self, play: Any) -> None:
        """A fold, a check or call, or a raise of any size, by the one who is asked."""
        who, luck = play.at(play.asked[0]), self.luck.random()
        owed = play.betting.level - who.bet
        bounds = asked_bounds(self.state) if luck > 2 / 3 else None
        if bounds is not None:
            command: Command = Raise(to=min(bounds.high, bounds.low * int(1 + 3 * self.luck.random())))
        elif owed > 0:
            command = Fold() if luck < 1 / 3 else CallBet()
        else:
            command = Check()
        self.do(command, PLAYERS[who.player])

    def hand(self) -> None:
        """One hand, from the shuffle to the cards taken up."""
        for player in PLAYERS.values():
            if self.state.stack(player.id) < BUY_IN // 5:
                self.do(BuyChips(cents=BUY_IN), player)
        over = self.state.round + 1
        while True:
            state = self.state
            if state.play is not None and state.play.asked:
                self.act(state.play)
            elif state.stage is Stage.BETTING and state.round == over:
                return
            else:
                due = self.engine.due(state)[0]
                self.do(due.command, doer(due, DEALER, PLAYERS))


def bench(report: Report) -> None:
    """Play hands for some seconds, the best of three runs, with PokerKit's between them where it is installed."""
    found = [(played(seed), peer_played(seed)) for seed in range(3)]
    peer = max(theirs for _, theirs in found)
    report(
        "random hands of no-limit Holdem, six players",
        max(ours for ours, _ in found),
        "hands/s",
        at_least=HANDS_A_SECOND,
        peer=("PokerKit", peer) if peer else None,
    )


def trial() -> None:
    """Play a hand."""
    Table(1).hand()


def peer_played(seed: int) -> float:
    """Hands a second of PokerKit's engine with players who choose alike; nothing where it is not installed."""
    try:
        from pokerkit import Automation, NoLimitTexasHoldem
    except ModuleNotFoundError:
        return 0
    blinds, luck, hands = (500, 1000), Random(seed), 0
    start = process_time()
    while process_time() - start < SECONDS:
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, blinds, 1000, BUY_IN, len(PLAYERS))
        while state.status:
            _peer_act(state, luck)
        hands += 1
    return hands / (process_time() - start)


def _peer_act(state: Any, luck: Random) -> None:
    pick = luck.random()
    if pick < 1 / 3 and state.checking_or_calling_amount:
        state.fold()
    elif pick > 2 / 3 and state.can_complete_bet_or_raise_to():
        low, high = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(min(high, low * luck.randint(1, 3)))
    else:
        state.check_or_call()


def played(seed: int) -> float:
    """Hands a second."""
    table, hands = Table(seed), 0
    table.hand()
    start = process_time()
    while process_time() - start < SECONDS:
        table.hand()
        hands += 1
    assert sum(table.state.chips.values()) == 0
    return hands / (process_time() - start)
