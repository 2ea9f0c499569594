"""Practice tables: the game's own engine over a short log in memory, with an automatic dealer and one learner.
Where a game is played against other players, some of the house's own sit there as well.

A practice table has no stream in the store, so nothing that happens at it is on record, moves a wallet or a meter, or
is listed anywhere. What is kept is bounded by person, in all, and in time; only its learner can see it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

import msgspec

from croupier.cards import BY_CHANCE, CardSource, Chance
from croupier.floor.acts.answers import Accepted, Answer, Refused
from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import UnknownTable
from croupier.floor.acts.floor_part import TableRegistered
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.recording import Told
from croupier.floor.reading.feed import TableFeed
from croupier.floor.staff.dealer import Dealer
from croupier.floor.staff.players import HousePlayer
from croupier.floor.tempo import NORMAL, Tempo
from croupier.games import Game, game
from croupier.table.contract import AUTOMATIC, Actor, Command, Event, Pace, Reason, Refusal, no_person
from croupier.table.declare import COMMANDS
from croupier.table.people import Join

PREFIX = "practice-"
"""What the ids of practice tables begin with; no table on record has such an id."""

LOG = 200
"""How many of the latest events a practice table remembers."""

ANSWERS = 64
"""To how many of the latest commands it remembers its answer."""

READYING = 200
"""The most acts that make a table ready."""

MINIMA = 100
"""A learner gets so many times the dearest minimum in practice chips."""

SWEEP_SECONDS = 30.0
"""How often it is looked whether a table is still used."""

TIME = {"betting": 60.0, "answer": 60.0, "choice": 300.0}
"""Seconds that a learner has, for whom nobody waits."""


class TooManyPractising(Exception):
    """No more practice tables are kept at a time."""


@dataclass(frozen=True, kw_only=True)
class PracticeBounds:
    """How much practice there may be."""

    a_person: int = 2
    """A further table takes the place of the one its learner has not looked at longest."""
    in_all: int = 200
    idle_seconds: float = 900.0
    """After so long without an act or a watcher a table is cleared away."""
    seconds: float = 2 * 3600.0
    """No table is kept longer."""


class PracticeTable:
    """One learner's table: a floor of its own for its automatic dealer and its feed."""

    def __init__(self, live: LiveTable, owner: Actor, clock: Clock, tempo: Tempo, chance: Chance) -> None:
        self.live, self.owner, self.clock, self.tempo = live, owner, clock, tempo
        live.log = deque(maxlen=LOG)
        self.feed = TableFeed(self, live, clock)
        self.began = self.used = monotonic()
        self._chance = chance
        self._answers: OrderedDict[str, tuple[bytes, Answer]] = OrderedDict()
        self._at_work: list[asyncio.Task[None]] = []

    @property
    def id(self) -> str:
        """Known to its learner alone."""
        return self.live.id

    async def command(self, table_id: str, command: Command, by: Actor, command_id: str | None = None) -> Answer:
        """Decide a command on the table as it stands; an id that was used before gets the answer it got then."""
        content = msgspec.json.encode((type(command).__name__, command))
        return self._answered(command_id, content, by, lambda at: self.live.decide(command, by, at, self._chance))

    async def say_ready(self, ready: bool, by: Actor, command_id: str) -> Answer:
        """The learner needs no more time to wager, or after all does."""
        return self._answered(command_id, msgspec.json.encode(ready), by, lambda at: self.live.say_ready(ready, by, at))

    def _answered(
        self, command_id: str | None, content: bytes, by: Actor, decide: Callable[[int], tuple[Event, ...] | Refusal]
    ) -> Answer:
        if command_id is not None and command_id in self._answers:
            before, answer = self._answers[command_id]
            return answer if before == content else Refused(Refusal(Reason.ALREADY, (), {"id": command_id}))
        at = self.clock()
        decision = decide(at)
        if isinstance(decision, Refusal):
            answer = Refused(decision)
        else:
            told = self.live.told(decision, by, at, self.live.position + 1)
            self.live.apply(told)
            self.live.bell.ring()
            answer = Accepted(self.live.position, self.live.version, told)
        if command_id is not None:
            self._answers[command_id] = (content, answer)
            if len(self._answers) > ANSWERS:
                self._answers.popitem(last=False)
        return answer

    def meter_of(self, table_id: str) -> None:
        """No meter is played for here."""

    async def top_up(self, person: str, *, to: int) -> None:
        """Practice chips need no wallet."""

    async def told(self, table_id: str, after_position: int, limit: int) -> list[Told]:
        """What is remembered of the events behind a position."""
        return [each for each in self.live.log if each.position > after_position][:limit]

    async def make_ready(self) -> None:
        """Open the table, have its cards in the shoe, and give the learner a seat and practice chips."""
        rules = self.live.game.engine.rules(self.live.state)
        dealer = no_person(AUTOMATIC, rules.automatic_rank)
        for _ in range(READYING):
            dues = self.live.due()
            if not dues or COMMANDS[type(dues[0].command)].pace not in (Pace.OPENING, Pace.CARE):
                break
            await self.command(self.id, dues[0].command, dealer)
        state = self.live.state
        dearest = max((each.minimum for each in state.limits.values()), default=1000)
        chips = max(MINIMA * dearest, rules.least_buy_in(state))
        await self.command(self.id, Join(seat=(state.seats + 1) // 2, cents=chips), self.owner)

    def deal(self) -> None:
        """Have the automatic dealer deal from now on, and those play along against whom this game is played."""
        company = getattr(self.live.game.part("demo"), "COMPANY", ())
        others = [HousePlayer(self, self.live, name) for name in company]
        self._at_work = [
            asyncio.create_task(Dealer(self, self.live).run(), name=f"dealer at {self.id}"),
            *(asyncio.create_task(each.run(), name=f"{each.actor.name} at {self.id}") for each in others),
        ]

    async def close(self) -> None:
        """Send everyone home and end the feed."""
        for each in self._at_work:
            each.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)
        await self.feed.stop()


class PracticeRoom:
    """The practice tables of this process, which live in its memory and nowhere else."""

    def __init__(
        self, clock: Clock, bounds: PracticeBounds | None = None, tempo: Tempo = NORMAL, chance: Chance = BY_CHANCE
    ) -> None:
        self.bounds = bounds or PracticeBounds()
        self._tempo = msgspec.structs.replace(tempo, **TIME)
        self._clock, self._chance = clock, chance
        self._tables: OrderedDict[str, PracticeTable] = OrderedDict()
        """Those looked at longest ago come first."""
        self._closing: set[asyncio.Task[None]] = set()
        self._sweeping: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._tables)

    def table(self, table_id: str, owner: str) -> PracticeTable:
        """A learner's own table, or UnknownTable: whoever else asks learns nothing of it."""
        self.clear_away()
        found = self._tables.get(table_id)
        if found is None or found.owner.id != owner:
            raise UnknownTable(f"there is no practice table {table_id!r}")
        found.used = monotonic()
        self._tables.move_to_end(table_id)
        return found

    def of(self, owner: str) -> list[PracticeTable]:
        """The tables of a learner, the one used last at the end."""
        self.clear_away()
        return [each for each in self._tables.values() if each.owner.id == owner]

    async def open(self, owner: Actor, name: str, terms: Any, title: str) -> PracticeTable:
        """A new table for a learner, ready to be played at; TooManyPractising where no more are kept."""
        own = self.of(owner.id)
        for each in own[: len(own) - self.bounds.a_person + 1]:
            self._clear(each)
        if len(self._tables) >= self.bounds.in_all:
            raise TooManyPractising
        table_id = PREFIX + secrets.token_hex(12)
        registered = TableRegistered(
            table=table_id,
            title=title,
            game=name,
            terms=msgspec.to_builtins(msgspec.structs.replace(terms, table=table_id)),
            automatic=True,
            under=(),
        )
        table = PracticeTable(LiveTable(registered, self._tempo), owner, self._clock, self._tempo, self._chance)
        self._tables[table_id] = table
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep(), name="the practice room")
        await table.make_ready()
        table.deal()
        return table

    async def _sweep(self) -> None:
        """Look after the room for as long as there is a table in it."""
        while self._tables:
            await asyncio.sleep(min(SWEEP_SECONDS, self.bounds.idle_seconds))
            self.clear_away()

    def clear_away(self) -> None:
        """Clear tables away that nobody uses any more, or that have been there too long."""
        now, bounds = monotonic(), self.bounds
        for each in tuple(self._tables.values()):
            if each.feed.watching:
                each.used = now
            if now - each.used > bounds.idle_seconds or now - each.began > bounds.seconds:
                self._clear(each)

    def _clear(self, table: PracticeTable) -> None:
        self._tables.pop(table.id, None)
        closing = asyncio.create_task(table.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def close(self) -> None:
        """Clear every table away."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        for each in tuple(self._tables.values()):
            self._clear(each)
        await asyncio.gather(*self._closing, return_exceptions=True)


def practice_terms(known: Game, terms: Any) -> Any:
    """Terms as they are practised on: virtual cards, and nothing that plays for a meter of the house."""
    if "cards" in terms.__struct_fields__:
        terms = msgspec.structs.replace(terms, cards=CardSource.VIRTUAL)
    plain = known.terms()
    without = [{}, *({name: getattr(plain, name)} for name in terms.__struct_fields__)]
    for changed in (msgspec.structs.replace(terms, **each) for each in without):
        state = known.initial(changed)
        if known.engine.rules(state).meter_link(state) is None:
            return changed
    return plain


def usual_terms(name: str) -> tuple[str, Any]:
    """The title and terms of the first table that a game would have on a demo floor."""
    known = game(name)
    demo = known.part("demo")
    first = demo.TABLES[0] if demo else None
    return (known.book.title, known.terms()) if first is None else (first.title, first.terms)
