"""One moment of a small table: its state, its meter if any, and how it is told from another."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import msgspec
from msgspec import msgpack
from msgspec.structs import replace

from croupier.cards import Card, Chance, Counts, Drawn, take
from croupier.games import Game
from croupier.games.crown_poker.dealing import DealCommunityCards, coming
from croupier.house.linked import prizes_due
from croupier.house.meter import Meter
from croupier.table.contract import Actor, Command, Decision, Due, Event, Refusal
from croupier.table.linked_jackpot import PayJackpotPrizes
from croupier.table.rules import MeterLink
from tests.conformance.hidden import place_of
from tests.conformance.linked import HERE, told_meter
from tests.conformance.walk import enters_faces
from tests.explore.small import Small

NOON = 12 * 3600 * 1000


_APART = {
    "terms": None,
    "round": 0,
    "arrivals": 0,
    "chips": {},
    "results": (),
    "departed": (),
    "disputes": (),
    "raised": 0,
    "claims": (),
    "given_back": (),
    "given_alone": (),
    "signatures_asked": 0,
    "last": (),
    "prizes_told": 0,
}
"""What tells when and how a moment came about, and is looked at by no rule of a round.

Stacks are among it: what of them lies in pots and wagers is in the rest of the state.
"""


class Node(msgspec.Struct, frozen=True):
    """A table and the meter it is linked to."""

    state: Any
    meter: Meter | None = None

    @property
    def key(self) -> bytes:
        """What makes this moment the same as another: all that the rules look at, but not when or how it came about."""
        state = self.state
        people = {each.id: (each.seat, each.areas, each.personal, each.idle) for each in state.people.values()}
        same = replace(
            state,
            **{name: value for name, value in _APART.items() if name in state.__struct_fields__},
            people=people,
            breaches=tuple({(each.person, each.clause) for each in state.breaches}),
            notices=tuple((each.kind, each.bet) for each in state.notices),
        )
        moments = getattr(getattr(state, "play", None), "moments", ())
        if moments:  # of what was entered, what can be taken back next
            same = replace(same, play=replace(state.play, moments=moments[-1:]))
        pending = None if self.meter is None else (len(self.meter.pending), sorted(self.meter.games))
        return msgpack.encode((same, pending))


class Play:
    """The rules of one small table, and the set order in which its cards come."""

    def __init__(self, game: Game, small: Small) -> None:
        self.game, self._order = game, small.order()
        self._whole: Counts = game.initial(small.terms).shoe.full
        self._chance = Drawn(self._draw)

    @property
    def chance(self) -> Chance:
        """The first cards of the set order that may still come."""
        return self._chance

    def _draw(self, unseen: Counts) -> Card:
        """The first of the order that has not come yet: its second seven is for the second time that one comes."""
        come = Counter({card: self._whole[card.number] - unseen[card.number] for card in self._order})
        for card in self._order:
            if come[card] > 0:
                come[card] -= 1
            elif unseen[card.number]:
                return card
        return next(card for card in self._order if unseen[card.number])

    def _drawn(self, many: int, unseen: Counts) -> tuple[Card, ...]:
        """So many cards one after the other."""
        cards = list[Card]()
        for _ in range(many):
            cards.append(self._draw(unseen))
            unseen = take(unseen, cards[-1])
        return tuple(cards)

    def decide(self, node: Node, command: Command, by: Actor) -> Decision:
        """What a command leads to, at the table and at its meter."""
        decision: Decision = self.game.decide(node.state, command, by, NOON, self._chance)
        if node.meter is None or isinstance(decision, Refusal):
            return decision
        told = told_meter(node.meter, self._link(node.state), decision, by, NOON)
        return told if isinstance(told, Refusal) else decision

    def after(self, node: Node, events: tuple[Event, ...], by: Actor) -> Node:
        """The next moment."""
        state = node.state
        for event in events:
            state = self.game.evolve(state, event)
        meter = node.meter
        if meter is not None:
            told = told_meter(meter, self._link(state), events, by, NOON)
            assert not isinstance(told, Refusal)
            meter, words = told
            for event in words:
                state = self.game.evolve(state, event)
        return Node(state, meter)

    def _link(self, state: Any) -> MeterLink | None:
        return self.game.engine.rules(state).meter_link(state)

    def entered(self, node: Node, command: Command) -> Command:
        """The command with what a person adds to it: cards at a real table, and the prizes on the meter."""
        state = node.state
        if node.meter is not None and isinstance(command, PayJackpotPrizes):
            prizes = prizes_due(node.meter, HERE)
            return command if isinstance(prizes, Refusal) else replace(command, prizes=prizes)
        if not state.is_real:
            return command
        place = place_of(command)
        if place is not None:
            hand = state.hand(place)
            return replace(command, cards=(*hand.faces, *self._drawn(hand.hidden, state.shoe.unseen)))
        if isinstance(command, DealCommunityCards):
            return replace(command, cards=self._drawn(coming(state), state.shoe.unseen))
        held = state.care.excess
        if type(command).__name__ == "DealCard" and held and held[0] is not None:
            return command
        if "card" in command.__struct_fields__ and getattr(command, "card", None) is None:
            return replace(command, card=self._draw(state.shoe.unseen))
        return command


def performer(due: Due, command: Command) -> Actor:
    """The lowest of those who may do what is due; faces of real cards are entered by the dealer."""
    if due.person is None:
        return staff(due.rank)
    return staff("dealer") if enters_faces(due, command) else Actor(due.person, due.person.title())


@cache
def staff(rank: str) -> Actor:
    """Someone who holds a rank."""
    return Actor(rank, rank.title(), rank)
