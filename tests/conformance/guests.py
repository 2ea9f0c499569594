"""A walk by guests alone at a table that the automatic dealer deals, with their wallets as the house keeps them."""

from __future__ import annotations

from typing import Any

from croupier.games import Game
from croupier.house import wallet
from croupier.house.streams import TABLE, Asked, Source
from croupier.house.wallet import TopUp, Wallet
from croupier.house.wallets import WALLETS
from croupier.table.contract import AUTOMATIC, CLOCK, Actor, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import COMMANDS
from tests.conformance import nonsense
from tests.conformance.linked import HERE
from tests.conformance.walk import PLAYERS, Walk


class GuestWalk(Walk):
    """Nobody of the house is there: only guests, and the machine that does what is due."""

    def __init__(self, game: Game, terms: Any, seed: int) -> None:
        super().__init__(game, terms, seed)
        self.everyone = PLAYERS
        self.wallets = {each.id: Wallet(each.id) for each in PLAYERS}
        self.granted = 0
        rank = game.engine.rules(self.state).automatic_rank
        self.machine, self.clock = Actor(AUTOMATIC, "Automatic dealer", rank), Actor(CLOCK, "Time", rank)
        for each in PLAYERS:
            self.top_up(each.id)

    def top_up(self, guest: str) -> None:
        """A guest asks for play chips."""
        decision = wallet.decide(self.wallets[guest], TopUp(), self.at)
        if not isinstance(decision, Refusal):
            self._wallet_after(guest, decision)
            self.granted += sum(move.cents for event in decision for move in event.moves)

    def step(self) -> None:
        """Something that guests do, sense or nonsense, or what is due by the machine."""
        self.at += self.chance.choice((0, 1_000, 30_000))
        guest, roll = self.chance.choice(PLAYERS), self.chance.random()
        if roll < 0.02:
            self.top_up(guest.id)
        elif roll < 0.35:
            self.deal()
        elif roll < 0.55:
            kinds = self.game.engine.commands
            self.do(nonsense.command(kinds, (*self.words, "cash", "pair match", "ante"), self.chance), guest)
        else:
            options = [each.command for each in self.game.options(self.state, guest, self.at)]
            if options:
                command = self.chance.choice(options)
                self.do(command, guest)
                self.do(nonsense.changed(command, self.words, self.chance), guest)

    def deal(self) -> None:
        """What the automatic dealer would do now, also for the silent."""
        due, turns = self.game.due(self.state), self.game.engine.turns(self.state)
        silent = [(turn.silent, turn.player) for turn in turns if turn.silent is not None]
        if silent and self.chance.random() < 0.5:
            command, player = silent[0]
            self.do(command, self.machine if player is None else self.clock)
        elif due and due[0].person is None:
            decision = self.do(due[0].command, self.machine)
            instead = COMMANDS[type(due[0].command)].without_value
            if isinstance(decision, Refusal) and decision.reason is Reason.NOT_ENOUGH_CHIPS and instead is not None:
                assert not isinstance(self.do(instead(due[0].command), self.machine), Refusal)

    def decide(self, command: Command, by: Actor) -> Decision:
        """As the table decides, if the wallets that it asks have what it asks of them."""
        decision = super().decide(command, by)
        if isinstance(decision, Refusal):
            return decision
        for each in self._asked(decision, by):
            answer = wallet.decide(self.wallets[each.id], each.command, self.at)
            if isinstance(answer, Refusal):
                return answer
        return decision

    def keep_books(self, event: Event, before: Any) -> None:
        """Wallets follow the table."""
        super().keep_books(event, before)
        for each in self._asked((event,), self.machine):
            answer = wallet.decide(self.wallets[each.id], each.command, self.at)
            assert not isinstance(answer, Refusal)
            self._wallet_after(each.id, answer)

    def _asked(self, events: tuple[Event, ...], by: Actor) -> tuple[Asked, ...]:
        source = Source(kind=TABLE, id=HERE, events=events, by=by, at=self.at, state=self.state)
        return WALLETS.asked(source, {})

    def _wallet_after(self, guest: str, events: tuple[Event, ...]) -> None:
        for event in events:
            self.wallets[guest] = wallet.evolve(self.wallets[guest], event)

    @property
    def held_by_guests(self) -> int:
        """All that guests have: in wallets, in front of them, on the layout and in the pots they play for."""
        return self._in(("stack:", "held:", "layout", "pot:")) + sum(each.cents for each in self.wallets.values())

    @property
    def lost_by_bank(self) -> int:
        """What the house has lost at this table, or less than nothing if it has won or taken its commission."""
        return -self._in(("rack", "rake", "slide", "cage", "advance"))

    def _in(self, accounts: tuple[str, ...]) -> int:
        return sum(cents for name, cents in self.state.chips.items() if name.startswith(accounts))
