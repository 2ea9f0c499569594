"""The automatic dealer: a client of the floor like any other, that performs what is due."""

from __future__ import annotations

import asyncio
import logging

from msgspec.structs import replace

from croupier.floor.pace import NORMAL, Pace
from croupier.floor.service import Floor, FloorClosed, LiveTable, Refused
from croupier.floor.store import StoreError
from croupier.games import double_chance
from croupier.games.double_chance.irregularities import DeclareAbsent
from croupier.games.double_chance.play import DeclareHand, DiscardCards
from croupier.games.three_card_poker.play import FoldHand
from croupier.table.care import CountCards
from croupier.table.contract import Actor, Due
from croupier.table.cut import DeclineCut
from croupier.table.state import Stage

# A supervisor's rank lets it cut when no player does (MM 4.2.2) and declare a misdeal (TCP 11.4); whoever supervises
# may deal (MM 1.2, TCP 1.2). Prizes from a meter are beyond it: they wait for a manager (TCP 7.1.1). Double Chance
# leaves all that falls due to the dealer, the misdeal included (DC 12.1).
RANKS = {"matchmaker": "game-supervisor", "double-chance": "dealer", "three-card-poker": "tg-higher-duties-dealer"}

AUTOMATIC = Actor("automatic-dealer", "Automatic dealer", RANKS["matchmaker"])

PATIENT = {"AnnounceNoMoreBets"}
"""Acts whose wait runs from when they first fell due, whatever happens at the table meanwhile."""

RULINGS = {"OrderReconstruction", "DeclareMisdeal", "RuleOnOrder", "RebuildJackpotCards", "ReplaceDevice"}
"""Choices that are first left to the floor's staff."""

CHOICES = (FoldHand, DeclareAbsent, DeclareHand, DiscardCards)
"""What is done about the hand of a player who stays silent, once all players have had their time to think."""

BACK_OFF = 1.0
"""Seconds before an act that was refused is looked at again."""

log = logging.getLogger(__name__)


class Dealer:
    """Deals at one table for as long as the table is automatic, at a human pace."""

    def __init__(self, floor: Floor, table: LiveTable, pace: Pace = NORMAL) -> None:
        self._floor = floor
        self._table = table
        self._pace = pace
        self._actor = replace(AUTOMATIC, rank=RANKS[table.game.name])
        self._waiting: tuple[object, float] = (None, 0.0)

    async def run(self) -> None:
        """Deal until the floor closes. A refusal means that someone acted first: look again and go on."""
        while True:
            try:
                await self._next()
            except FloorClosed:
                return
            except StoreError as error:
                log.warning("the dealer at %s waits for the store: %s", self._table.id, error)
                await asyncio.sleep(BACK_OFF)
            except Exception:
                log.exception("the dealer at %s could not go on", self._table.id)
                await asyncio.sleep(BACK_OFF)

    async def _next(self) -> None:
        table, version = self._table, self._table.version
        due = self._mine()
        if due is None:
            await table.changed(version)
            return
        wait = self._left_to_wait(due, version)
        if wait > 0:
            await table.changed(version, wait)
            return
        answer = await self._floor.command(table.id, due.command, self._actor)
        if isinstance(answer, Refused) and table.version == version:
            await table.changed(version, BACK_OFF)

    def _mine(self) -> Due | None:
        """The act this dealer would do next: the foremost, or for a player who stays silent the one that asks least."""
        table = self._table
        dues = table.due() if table.automatic else ()
        if not dues:
            return None
        if table.closed_by_people and table.state.stage is Stage.CLOSED and not isinstance(dues[0].command, CountCards):
            return None  # it is for people to open again what people closed
        if self._beyond(dues[0]):
            return None
        return min(dues, key=_asks) if dues[0].person is not None else dues[0]

    def _beyond(self, due: Due) -> bool:
        """Whether an act is for someone of a higher rank."""
        book = self._table.game.engine.book
        held, needed = book.rank_of(self._actor.rank), book.rank_of(due.rank)
        return held is None or needed is None or held < needed

    def _left_to_wait(self, due: Due, version: int) -> float:
        name, now = type(due.command).__name__, asyncio.get_running_loop().time()
        patient = name in PATIENT or due.person is not None
        standing: object = due if patient else (due, version)
        if isinstance(due.command, CHOICES):
            standing = (self._table.state.round, self._acting_first())  # all players think at once
        if self._waiting[0] != standing:
            self._waiting = (standing, now)
        return self._waiting[1] + self._seconds(due, name) - now

    def _acting_first(self) -> bool:
        """Whether the others' time has yet to come, after that of players who must act before them (DC 12.11.1)."""
        state = self._table.state
        if not isinstance(state, double_chance.State):
            return False
        return any(state.owner(area) in state.act_first for area in state.choosing())

    def _seconds(self, due: Due, name: str) -> float:
        pace = self._pace
        if isinstance(due.command, CHOICES):
            return pace.choice
        if due.person is not None:
            return pace.answer
        if name in RULINGS:
            return pace.ruling
        match name:
            case "AnnounceNoMoreBets":
                return pace.betting
            case "DealCard" | "ShowCuttingCard" | "CallPlayOrFold" | "RegisterJackpot" | "DealSixthCard":
                return pace.card
            case "ClearLosers" | "PayArea" | "ShowDealerHand" | "ShowJackpotCards" | "PayAntes" | "SettleArea":
                return pace.settling
            case "TurnUpHand" | "TurnSixthCard":
                return pace.settling
            case "CollectCards":
                return pace.looking
            case _:
                return pace.care


def _asks(due: Due) -> int:
    """How much an act asks of a player who stays silent: least to let a cut pass, or to fold and keep Pair Plus.

    A hand nobody has picked up is void (DC 12.12). One that was is declared, for it must be if it can be (DC 8.3), and
    cards go only from a hand that is then known not to comply (DC 12.6).
    """
    match due.command:
        case DeclineCut() | FoldHand(keep_pair_plus=True) | DeclareAbsent() | DeclareHand():
            return 0
        case FoldHand() | DiscardCards():
            return 1
        case _:
            return 2


class Dealers:
    """An automatic dealer for every table of the floor, and for each that comes to it."""

    def __init__(self, floor: Floor, pace: Pace = NORMAL) -> None:
        self._floor = floor
        self._pace = pace
        self._dealers: dict[str, asyncio.Task[None]] = {}
        self._hiring = asyncio.create_task(self._hire())

    async def _hire(self) -> None:
        while True:
            for table in self._floor.tables.values():
                if table.id not in self._dealers:
                    dealer = Dealer(self._floor, table, self._pace)
                    self._dealers[table.id] = asyncio.create_task(dealer.run())
            await self._floor.new_table.heard()

    async def close(self) -> None:
        """Send the dealers home."""
        tasks = [self._hiring, *self._dealers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
