"""Short ways to set a Double Chance table up on a floor, and to play at it."""

from __future__ import annotations

from croupier.floor.acts.floor import Floor, LiveTable
from croupier.games.double_chance import Terms
from croupier.games.double_chance.play import PickUpHand
from croupier.games.double_chance.terms import JACKPOT_HANDS, Jackpot
from croupier.table.contract import Actor
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager
from tests.floor.service.floors import DAN, HOUSE, Deck, accepted

TABLE = "dc-1"
TERMS = Terms(jackpot=Jackpot(100, dict(zip(JACKPOT_HANDS, (900, 800, 700, 600, 500, 400, 300), strict=True))))

FLUSH = "Ah Jh 9h 6h 3h"
NOTHING = "Ks Jc 8d 9d 4c"


async def new_table(floor: Floor, automatic: bool = True) -> LiveTable:
    """A table that is open for bets."""
    await floor.open_table(TABLE, "Double Chance", "double-chance", TERMS, automatic=automatic, by=HOUSE)
    await go_on(floor)
    return floor.tables[TABLE]


async def go_on(floor: Floor) -> None:
    """Do what is due for the house, up to where a player is to act or everyone may bet."""
    table = floor.tables[TABLE]
    while (due := table.due()) and due[0].person is None and type(due[0].command).__name__ != "AnnounceNoMoreBets":
        await accepted(floor, TABLE, due[0].command, DAN)


async def close_bets(floor: Floor) -> None:
    """No more bets, and on to where a player is to act."""
    await accepted(floor, TABLE, floor.tables[TABLE].due()[0].command, DAN)
    await go_on(floor)


async def bet(floor: Floor, player: Actor, seat: int, jackpot: bool = False) -> None:
    """A guest who sits down with $200, a wager of $10, and a Jackpot wager of $1 beside it."""
    await floor.top_up(player.id)
    if player.id not in floor.tables[TABLE].state.people:
        await accepted(floor, TABLE, Join(seat=seat, cents=200_00), player)
        await go_on(floor)
    await accepted(floor, TABLE, PlaceWager(area=seat, bet="wager", cents=10_00), player)
    if jackpot:
        await accepted(floor, TABLE, PlaceWager(area=seat, bet="jackpot", cents=1_00), player)


async def pick_up(floor: Floor, player: Actor, deck: Deck, cards: str) -> None:
    """A player picks up these cards, written as in `Ah Jh`."""
    deck.next(cards)
    await accepted(floor, TABLE, PickUpHand(), player)
