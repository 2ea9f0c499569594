"""What a learner may be asked about a line of a script, with what the book says of every answer.

Nothing here knows a rule: what is due, what is refused and what is paid is what the game decides on the table as the
line finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from random import Random
from typing import Any

import msgspec

from croupier.cards import Drawn, pick
from croupier.money import dollars
from croupier.scripts.forms import Expectation, Statement
from croupier.scripts.kinds import Subject
from croupier.scripts.shown import ONLOOKER
from croupier.scripts.table import Table, actor, cites
from croupier.table.contract import DEALER, PLAYER, Command, Due, Event, Reason, Refusal
from croupier.table.declare import COMMANDS, Desk, Here, say_command
from croupier.table.endings import endings_in
from croupier.table.engine import examples
from croupier.table.fields import unsaid
from croupier.table.state import Ending, Settled
from croupier.table.words import rank_name

WRONG = 3
"""How many wrong answers stand beside the right one."""
PROCEDURE = (Desk.DEAL, Desk.CARDS, Desk.ROUND, Desk.IRREGULARITIES)
"""The desks whose acts could be mistaken for one another."""
OF_PLAYERS = (
    Reason.NOT_NOW,
    Reason.NOT_YOURS,
    Reason.LIMITS,
    Reason.BETS_CLOSED,
    Reason.NOT_ENOUGH_CHIPS,
    Reason.ONE_AREA,
    Reason.RANK,
)
OF_STAFF = (
    Reason.RANK,
    Reason.NOT_NOW,
    Reason.NO_CAUSE,
    Reason.ALREADY,
    Reason.NOTICE,
    Reason.FORBIDDEN,
    Reason.NOT_YOURS,
)
"""Reasons that sound likely, for players and for the house."""
_SOME_CARD = Drawn(lambda unseen: pick(unseen, 0))


class Asks(StrEnum):
    """What a question is about."""

    NEXT = "next"
    ALLOWED = "allowed"
    RANK = "rank"
    ENDING = "ending"
    AMOUNT = "amount"


class Possible(msgspec.Struct, frozen=True):
    """An answer to choose: what it says, whether it is right, and what the book has to say of it if it is not."""

    label: str
    right: bool
    why: str = ""
    under: tuple[str, ...] = ()


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """Something to ask before a line is gone on to: one of several answers, or an amount in cents."""

    asks: Asks
    text: str
    answers: tuple[Possible, ...] = ()
    cents: int | None = None
    why: str
    """What the book says."""
    under: tuple[str, ...]
    view: Any = None
    """The felt that it is asked of, without what would tell; nothing where it is that before the line."""


class _Asked(msgspec.Struct, frozen=True):
    """A command as it was put to the table, and the table as it stood."""

    state: Any
    command: Command
    by: Subject
    at: int


class _Ended(msgspec.Struct, frozen=True):
    """A wager that ended, and the table with the cards that decided it."""

    how: Settled
    view: Any


class Watcher:
    """Follows one line of a script, and makes questions of what it saw."""

    def __init__(self, statement: Statement, after: Statement | None, seed: str) -> None:
        self._statement, self._random = statement, Random(seed)
        self._told = after is not None and isinstance(after.form, Expectation)
        self._acts: list[_Asked] = []
        self._ended: list[_Ended] = []
        self._before: Any = None
        """The table as the line found it, once a wager has ended."""

    def asked(self, table: Table, command: Command, by: Subject) -> None:
        """Remember the table as an act finds it."""
        self._acts.append(_Asked(table.state, command, by, table.now))

    def happened(self, table: Table, event: Event) -> None:
        """Remember how wagers ended, with the table that shows why."""
        endings = endings_in(event)
        if endings:
            if self._before is None:
                self._before = table.game.view(self._acts[0].state, actor(ONLOOKER), table.now)
            shown = msgspec.to_builtins(table.seen_by(ONLOOKER))
            view = _untold(shown) | {"people": self._before.people, "results": ()}
            self._ended += [_Ended(each, view) for each in endings]

    def questions(self, table: Table, refusal: Refusal | None) -> tuple[Question, ...]:
        """What may be asked of this line, before it is gone on to."""
        found = [*self._of_the_act(table, refusal), *self._of_the_money(table)]
        return tuple(found)

    def _of_the_act(self, table: Table, refusal: Refusal | None) -> Iterator[Question]:
        if not self._told or not self._acts or not table.game.engine.knows(self._acts[0].command):
            return
        first = self._acts[0]
        if refusal is not None:
            if len(self._acts) == 1:
                yield self._allowed(first, refusal, ())
            return
        dues = table.game.due(first.state)
        if dues and type(dues[0].command) is type(first.command) and first.by.rank != PLAYER:
            yield from self._next(table, first, dues[0])
        elif not self._ended:
            yield self._allowed(first, None, cites(table.log[table.line :]))
        yield from self._rank(table, first)

    def _allowed(self, asked: _Asked, refusal: Refusal | None, under: tuple[str, ...]) -> Question:
        """Whether the table takes what the line says, and if not, why not."""
        likely = OF_PLAYERS if asked.by.rank == PLAYER else OF_STAFF
        right = None if refusal is None else refusal.reason
        wrong = self._random.sample(
            [each for each in likely if each is not right], WRONG if right is None else WRONG - 1
        )
        reasons = sorted([*wrong, *([] if right is None else [right])], key=lambda each: each.value)
        answers = (
            Possible("It is allowed", right is None),
            *(Possible(f"Refused: {each.value}", each is right) for each in reasons),
        )
        return Question(
            asks=Asks.ALLOWED,
            text=f"“{self._statement.text.strip()}”: may that be?",
            answers=answers,
            why="The table takes it." if refusal is None else f"Refused: {why_not(refusal)}.",
            under=under if refusal is None else refusal.under,
        )

    def _next(self, table: Table, asked: _Asked, due: Due) -> Iterator[Question]:
        """What the rules want done, among acts that they do not take now."""
        engine, state = table.game.engine, asked.state
        here = Here(state, engine.rules(state))
        names = {person.id: person.name for person in state.people.values()}
        right = say_command(due.command, names, here)
        desk = COMMANDS[type(due.command)].desk
        by = actor(Subject(table.staff.get(due.rank, due.rank), due.rank))
        context = engine.context(state, by, asked.at, _SOME_CARD)
        wrong: dict[str, Possible] = {}
        infos = [each for each in engine.infos.values() if each.desk in PROCEDURE]
        self._random.shuffle(infos)
        for info in sorted(infos, key=lambda each: each.desk is not desk):
            command = next(iter(examples(info, state, context)), None)
            if command is None or info.label in wrong or info.command is type(due.command) or unsaid(command):
                continue
            decision = engine.decide(state, command, by, asked.at, _SOME_CARD)
            label = say_command(command, names, here)
            if isinstance(decision, Refusal) and label != right:
                wrong[info.label] = Possible(label, False, f"Not now: {why_not(decision)}.", decision.under)
            if len(wrong) == WRONG:
                break
        if len(wrong) < 2:
            return
        answers = [Possible(right, True), *wrong.values()]
        self._random.shuffle(answers)
        said = f"{rank_name(due.rank).capitalize()}: {right[:1].lower()}{right[1:]}."
        yield Question(asks=Asks.NEXT, text="What now?", answers=tuple(answers), why=said, under=due.under)

    def _rank(self, table: Table, asked: _Asked) -> Iterator[Question]:
        """Who the lowest is that may do it, where that is someone above the dealer."""
        engine = table.game.engine
        clause = engine.clause_of(asked.state, asked.command)
        ladder = engine.book.ladder
        lowest = PLAYER if clause is None else engine.lowest_rank(clause)
        if clause is None or lowest not in ladder or ladder.index(lowest) <= ladder.index(DEALER):
            return
        yield Question(
            asks=Asks.RANK,
            text=f"“{COMMANDS[type(asked.command)].label}”: who is the lowest that may?",
            answers=tuple(Possible(rank_name(each).capitalize(), each == lowest) for each in ladder[1:]),
            why=f"The lowest is the {rank_name(lowest)}.",
            under=(clause,),
        )

    def _of_the_money(self, table: Table) -> Iterator[Question]:
        names = table.names
        paid = [each for each in self._ended if each.how.ending is Ending.WON and each.how.paid]
        for each in _spread(paid, 2):
            yield _amount(each, names)
        other = [each for each in self._ended if each not in paid]
        for each in _spread(other, 1):
            yield _ending(each, names)


def _amount(ended: _Ended, names: dict[str, str]) -> Question:
    how = ended.how
    odds = f" at {how.odds}" if how.odds else ""
    return Question(
        asks=Asks.AMOUNT,
        text=f"{_wager(how, names)} wins. What do you pay?",
        cents=how.paid,
        why=f"{dollars(how.stake)}{odds} pays {dollars(how.paid)}.",
        under=how.under,
        view=ended.view,
    )


def _ending(ended: _Ended, names: dict[str, str]) -> Question:
    how = ended.how
    words = {Ending.WON: "It wins", Ending.LOST: "It loses", Ending.RETURNED: "It goes back"}
    return Question(
        asks=Asks.ENDING,
        text=f"{_wager(how, names)}: how does it end?",
        answers=tuple(Possible(words.get(each, each.value), each is how.ending) for each in Ending),
        why=f"{words.get(how.ending, how.ending.value)}.",
        under=how.under,
        view=ended.view,
    )


def _wager(how: Settled, names: dict[str, str]) -> str:
    return f"{names.get(how.player, how.player)}'s {dollars(how.stake)} on {how.bet.title()} at area {how.area}"


def _spread(found: Sequence[_Ended], most: int) -> Iterable[_Ended]:
    """The first of each kind of bet."""
    return list({each.how.bet: each for each in reversed(found)}.values())[:most]


def why_not(refusal: Refusal) -> str:
    """A refusal with its facts, without its clauses."""
    facts = ", ".join(f"{name} {value}" for name, value in refusal.facts.items())
    return f"{refusal.reason.value}{f' ({facts})' if facts else ''}"


def _untold(seen: Any) -> Any:
    """A view without how its wagers ended."""
    match seen:
        case dict():
            return {name: None if name == "settled" else _untold(value) for name, value in seen.items()}
        case list() | tuple():
            return [_untold(each) for each in seen]
    return seen
