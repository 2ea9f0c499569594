"""Short ways to set Three Card Poker tables and a meter up on a floor, and to play rounds that come out as wanted."""

from __future__ import annotations

import asyncio

from croupier.cards import Card
from croupier.floor.acts.floor import Accepted, Floor, LiveTable, Refused
from croupier.games.three_card_poker import Terms
from croupier.games.three_card_poker.play import LookAtHand, PlayHand
from croupier.house.meter import OpenMeter
from croupier.house.prizes import MITES
from croupier.table.contract import Actor, Command, Refusal
from croupier.table.people import Join
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.floor.service.floors import SOON, Deck

OPERATOR = Actor("operator", "Olga", "casino-operator")
MANAGER = Actor("manager", "Max", "tg-assistant-casino-manager")
AREA_MANAGER = Actor("areamanager", "Ada", "tg-area-manager")
HIGHER = Actor("supervisor", "Sue", "tg-higher-duties-dealer")
DEALER = Actor("dealer", "Dan", "dealer")
ANN, BOB = Actor("ann", "Ann"), Actor("bob", "Bob")

TERMS = Terms(jackpot_price=100, jackpot_option=2)
SEED = 10_000_00 * MITES
"""Seed 10,000 at a price of $1."""
STEP = 31_02 * 100
"""What one wager of $1 adds under option 2 with seed 10,000: 0.3102 dollars (TCP Table 2), in mites."""

ROYAL = tuple(map(Card, ("As", "Ks", "Qs")))
LOW = tuple(map(Card, ("2c", "4d", "7h")))
ROYAL_JACKPOT = tuple(map(Card, ("Js", "Ts")))


async def accepted(floor: Floor, table: str, command: Command, by: Actor, command_id: str | None = None) -> Accepted:
    """The answer to a command that must be accepted."""
    answer = await floor.command(table, command, by, command_id)
    assert isinstance(answer, Accepted), (command, answer)
    return answer


async def refused(floor: Floor, table: str, command: Command, by: Actor) -> Refusal:
    """Why a command, which must be refused, is refused."""
    answer = await floor.command(table, command, by)
    assert isinstance(answer, Refused), answer
    return answer.refusal


async def new_table(floor: Floor, table: str, terms: Terms = TERMS, automatic: bool = False) -> LiveTable:
    """A table that is open for bets."""
    await floor.open_table(table, table, "three-card-poker", terms, automatic=automatic, by=OPERATOR)
    await go_on(floor, table)
    return floor.tables[table]


async def new_meter(floor: Floor, *tables: str, meter: str = "main", price: int = 100) -> None:
    """A meter of option 2 with seed 10,000 over these tables."""
    command = OpenMeter(option=2, seed=10_000, price=price, tables=tables)
    answer = await floor.command_meter(meter, command, OPERATOR)
    assert isinstance(answer, Accepted), answer


async def linked(floor: Floor, *tables: str) -> None:
    """Tables that play for one meter."""
    for table in tables:
        await new_table(floor, table)
    await new_meter(floor, *tables)


async def go_on(floor: Floor, table: str) -> None:
    """Do what is due for the house, up to where a player or a manager is to act or everyone may bet."""
    live = floor.tables[table]
    while (due := live.due()) and due[0].person is None and due[0].rank != MANAGER.rank:
        if live.state.stage is Stage.BETTING and due[0].command.__class__.__name__ == "AnnounceNoMoreBets":
            return
        await accepted(floor, table, due[0].command, HIGHER)


async def close_bets(floor: Floor, table: str) -> None:
    """No more bets, and on to where a player is to act."""
    await accepted(floor, table, floor.tables[table].due()[0].command, HIGHER)
    await go_on(floor, table)


async def seated(floor: Floor, table: str, player: Actor, seat: int) -> None:
    """A guest who has just sat down with $200."""
    await floor.top_up(player.id, to=10_000_00)
    await accepted(floor, table, Join(seat=seat, cents=200_00), player)


async def bet(floor: Floor, table: str, player: Actor, seat: int, jackpot: bool = True) -> None:
    """An Ante of $10, and a Jackpot wager beside it."""
    await accepted(floor, table, PlaceWager(area=seat, bet="ante", cents=10_00), player)
    if jackpot:
        await accepted(floor, table, PlaceWager(area=seat, bet="jackpot", cents=1_00), player)


async def win_royal_flush(floor: Floor, table: str, player: Actor, deck: Deck, seat: int = 1) -> None:
    """A round in which a player who sits holds a royal flush with the Jackpot Cards."""
    await bet(floor, table, player, seat)
    await close_bets(floor, table)
    deck.coming = [*ROYAL, *LOW, *ROYAL_JACKPOT]
    await accepted(floor, table, LookAtHand(), player)
    await accepted(floor, table, PlayHand(area=seat), player)
    await go_on(floor, table)


async def level(*floors: Floor) -> None:
    """Wait until every floor has what is on record."""
    async with asyncio.timeout(2 * SOON):
        streams = floors[0].store.streams()
        for floor in floors:
            for stream, version in streams.items():
                kind, _, name = stream.partition(":")
                held = {"table": floor.tables, "meter": floor.meters}.get(kind)
                while held is not None and (name not in held or held[name].version < version):
                    await asyncio.sleep(0.02)
                    if kind == "table" and name in held:
                        await floor.current(name)
