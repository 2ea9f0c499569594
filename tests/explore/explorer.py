"""The walk itself: breadth first over all that can be done, counted by how far it departs from what is due."""

from __future__ import annotations

import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.games import game
from croupier.games.crown_poker.blinds import BeginHand
from croupier.table.contract import Actor, Clauses, Command, Event, Reason, Refusal
from croupier.table.engine import examples
from croupier.table.state import Stage, Step
from tests.conformance.linked import linked_meter
from tests.explore.node import Node, Play, performer, staff
from tests.explore.promises import (
    Closing,
    cites,
    conserved,
    due_is_fair,
    held_up_under,
    is_remedy,
    nobody_chooses_for,
    nobody_chose,
    one_may,
    players_choose,
    remembered,
    worded,
)
from tests.explore.small import PLAYERS, Small

OF_A_KIND = 3
"""How many examples of one kind are tried at a moment, for each who may try."""
IDLE = frozenset(
    """
    AskForRules RaiseDispute RuleOnDispute AskForReview ReviewDispute DecideDispute ProposeSideBet BuyChips DetainPerson
    ConfiscateDevice PostMinimumNotice ConcludeInvestigation SetJackpot SetMaximumPayout ChangePayTables
    ExchangeVoucher
    """.split()  # noqa: SIM905
)
"""Acts that stand beside the round: they change nothing that a remedy or a card depends on."""


class Fault(msgspec.Struct, frozen=True):
    """A promise that does not hold, and the shortest way there."""

    what: str
    way: tuple[str, ...]


class Found(msgspec.Struct):
    """What a walk has seen."""

    states: int = 0
    acts: int = 0
    depth: int = 0
    whole: bool = True
    """Whether every state within the depth was reached, and not only as many as there was time for."""
    faults: dict[str, Fault] = {}
    allowed: dict[str, Counter[str]] = {}
    """How often each remedy was open, by moment of the round."""
    refused: dict[str, dict[str, Counter[str]]] = {}
    """The refusals of each remedy by moment: reason and clauses."""
    said: dict[str, set[str]] = {}
    """The clauses under which each command is given, or was accepted somewhere."""
    barred: set[tuple[str, tuple[str, ...]]] = set()
    """Commands refused under clauses that ask for nothing which must come first."""


class Explorer:
    """Walks one small table.

    Of the states that lie farthest away, what is not due is tried in one of every so many.
    """

    def __init__(self, small: Small, depth: int, seconds: float, every: int = 1) -> None:
        self.game, self._every, self._farthest = game(small.game), every, 0
        self.play = Play(self.game, small)
        self.depth, self._ends = depth, time.monotonic() + seconds
        self.found = Found(depth=depth)
        self._closing = Closing(self.play)
        self._ranked: set[tuple[str, str]] = set()
        self._theirs: set[tuple[str, str]] = set()
        self._not_theirs: set[tuple[type[Command], str, Stage]] = set()
        """What is not for these people at a stage, by their rank: asked once, it need not be asked in every state."""
        self._cited: set[Clauses] = set()
        """The clauses that refusals have named: those of a thousand refusals are the same few."""
        self._chosen: set[type[Event]] = set()
        """What players in turn have made happen by choosing."""
        self._met: dict[bytes, tuple[bytes, str]] = {}
        """From where, and by what, each state was first reached."""
        self._pool: dict[str, dict[bytes, tuple[Command, Actor]]] = defaultdict(dict)
        self._shown: dict[str, list[Node]] = defaultdict(list)
        self._start = self._begin(small)
        self._last = self._start.state.round + (self._start.state.stage is Stage.BETTING)
        wired = self.game.engine.wired(self._start.state).deciders
        self.found.said = {kind.__name__: {bound.clause or ""} for kind, bound in wired.items()}

    def _begin(self, small: Small) -> Node:
        state = self.game.initial(small.terms)
        node = Node(state, linked_meter(state))
        while self.game.due(node.state):
            node = self._do_due(node)
        if small.left is not None:
            shoe = node.state.shoe
            gone = replace(shoe, inside=small.left, discards=shoe.discards + shoe.inside - small.left)
            node = replace(node, state=replace(node.state, shoe=gone))
        for command, by in small.begins():
            node = self._do(node, command, by)
        return node

    def _do_due(self, node: Node) -> Node:
        due = self.game.due(node.state)[0]
        command = self.play.entered(node, due.command)
        return self._do(node, command, performer(due, command))

    def _do(self, node: Node, command: Command, by: Actor) -> Node:
        decision = self.play.decide(node, command, by)
        assert not isinstance(decision, Refusal), f"{command}: {decision}"
        return self.play.after(node, decision, by)

    def run(self) -> Found:
        """Walk until every state within the depth has been seen, or time is up."""
        ahead: list[deque[Node]] = [deque() for _ in range(self.depth + 1)]
        cost = {self._start.key: 0}
        ahead[0].append(self._start)
        for away in range(self.depth + 1):
            while ahead[away]:
                if time.monotonic() > self._ends:
                    self.found.whole = False
                    break
                node = ahead[away].popleft()
                key = node.key
                if cost[key] < away:
                    continue
                self._visit(node, key)
                for further, command, events, by in self._steps(node, key, away):
                    after = self.play.after(node, events, by)
                    there = after.key
                    step = f"{by.name}: {_said(command)}"
                    if there not in self._met and there != self._start.key:
                        self._met[there] = (key, step)
                    for what in remembered(node, after, events):
                        self._fault(what, key, step)
                    if further < cost.get(there, self.depth + 1):
                        cost[there] = further
                        ahead[further].append(after)
        self._differences()
        return self.found

    def _visit(self, node: Node, key: bytes) -> None:
        self.found.states += 1
        for promise in (conserved(node), due_is_fair(node, self.play), players_choose(node, self.play)):
            for what in promise:
                self._fault(what, key)
        stuck = self._closing.stuck(node)
        if stuck:
            self._fault(stuck, key)
        shown = self._shown[moment(node)]
        if len(shown) < MOST_SHOWN:
            shown.append(node)

    def _steps(self, node: Node, key: bytes, away: int) -> Iterator[tuple[int, Command, tuple[Event, ...], Actor]]:
        """What can be done here, each with how far from the plain round it leads."""
        plain = set[bytes]()
        holding = held_up_under(node, self.play)
        for due in self.game.due(node.state):
            if self._begins_another(node, due.command):
                continue
            command = worded(self.play.entered(node, due.command))
            by = performer(due, command)
            decision = self.play.decide(node, command, by)
            if not isinstance(decision, Refusal):
                plain.add(msgspec.msgpack.encode(command))
                yield away, command, decision, by
        for turn in self.game.turns(node.state):
            for choice in turn.choices if turn.player is not None else ():
                by = Actor(str(turn.player), str(turn.player).title())
                decision = self.play.decide(node, choice, by)
                if not isinstance(decision, Refusal):
                    self._chosen |= {type(event) for event in decision}
                    yield away, choice, decision, by
        if away == self.depth:
            self._farthest += 1
            if self._farthest % self._every:
                return
        for by in (*PLAYERS, staff(self.game.engine.book.ladder[-1])):
            for command in self._tries(node, by):
                self.found.acts += 1
                decision = self.play.decide(node, command, by)
                name = type(command).__name__
                if isinstance(decision, Refusal):
                    if decision.under not in self._cited:
                        self._cited.add(decision.under)
                        for what in cites(decision, self.game.engine.book):
                            self._fault(what, key)
                    if decision.reason is Reason.RANK:
                        self._not_theirs.add((type(command), by.id, node.state.stage))
                    elif holding.isdisjoint(decision.under):
                        self.found.barred.add((name, decision.under))
                    continue
                if by in PLAYERS and (name, node.state.stage.value) not in self._theirs:
                    self._theirs.add((name, node.state.stage.value))
                    for what in nobody_chooses_for(node, self.play, command, by.id):
                        self._fault(what, key)
                self.found.said[name] |= {clause for event in decision for clause in event.under}
                if by not in PLAYERS and not node.state.is_real:
                    for what in nobody_chose(decision, self._chosen):
                        self._fault(f"{what} by {name}", key, name)
                if is_remedy(type(command)):
                    self.found.allowed.setdefault(name, Counter())[moment(node)] += 1
                    pool = self._pool[name]
                    if len(pool) < MOST_POOLED:
                        pool[msgspec.msgpack.encode(command)] = (command, by)
                if by not in PLAYERS and (name, node.state.stage.value) not in self._ranked:
                    self._ranked.add((name, node.state.stage.value))
                    for what in one_may(node, self.play, command):
                        self._fault(what, key)
                if self._begins_another(node, command):
                    continue
                if away < self.depth and name not in IDLE and msgspec.msgpack.encode(command) not in plain:
                    yield away + 1, command, decision, by

    def _begins_another(self, node: Node, command: Command) -> bool:
        """Whether a second hand would begin, where the game goes on without new wagers: one is walked."""
        return isinstance(command, BeginHand) and node.state.round == self._last

    def _tries(self, node: Node, by: Actor) -> Iterator[Command]:
        """Examples of every command that this person could give here, with what must be filled in."""
        wired = self.game.engine.wired(node.state)
        context = self.game.engine.context(node.state, by, NOON, self.play.chance)
        stage = node.state.stage
        for kind in wired.deciders:
            if (kind, by.id, stage) in self._not_theirs:
                continue
            for number, command in enumerate(examples(wired.infos[kind], node.state, context)):
                if number == OF_A_KIND:
                    break
                yield self.play.entered(node, worded(command))

    def _differences(self) -> None:
        """Try each remedy, as it was open somewhere, at every moment where it was not."""
        for name, pool in self._pool.items():
            open_at = self.found.allowed[name]
            for when, nodes in self._shown.items():
                if when in open_at:
                    continue
                refused: Counter[str] = Counter()
                for node in nodes:
                    for command, by in pool.values():
                        decision = self.play.decide(node, command, by)
                        if isinstance(decision, Refusal):
                            if decision.reason in OF_THE_MOMENT:
                                refused[f"{decision.reason.value} [{', '.join(decision.under)}]"] += 1
                        else:
                            open_at[when] += 1
                if refused and when not in open_at:
                    self.found.refused.setdefault(name, {})[when] = refused

    def _fault(self, what: str, key: bytes, *step: str) -> None:
        kind = what.split("(", maxsplit=1)[0]
        if kind not in self.found.faults:
            self.found.faults[kind] = Fault(what, (*self._way(key), *step))

    def _way(self, key: bytes) -> tuple[str, ...]:
        way = list[str]()
        while key in self._met:
            key, step = self._met[key]
            way.append(step)
        return tuple(reversed(way))


NOON = 12 * 3600 * 1000
OF_THE_MOMENT = (Reason.NOT_NOW, Reason.FORBIDDEN, Reason.CARDS_OUT, Reason.BETS_CLOSED, Reason.TABLE_CLOSED)
"""Refusals that say when; others say that there is nothing to remedy, or that something else is amiss."""
MOST_SHOWN = 25
"""How many states of one moment are kept to try remedies at."""
MOST_POOLED = 8
"""How many forms of one remedy are kept."""


def moment(node: Node) -> str:
    """Which moment of the round this is."""
    state: Any = node.state
    ready = "" if state.care.step is Step.READY else ", cards not ready"
    if state.stage is Stage.BETTING:
        return f"{'betting' if state.wagers else 'between rounds'}{ready}"
    settled = [each.settled is not None for each in state.wagers]
    some = ", some wagers settled" if any(settled) and state.stage is not Stage.SETTLED else ""
    return f"{state.stage.value}{some}{ready}"


def _said(command: Command) -> str:
    given = {
        name: value
        for name in command.__struct_fields__
        if (value := getattr(command, name)) not in (None, "", (), False)
    }
    return f"{type(command).__name__}({', '.join(f'{name}={value}' for name, value in given.items())})"
