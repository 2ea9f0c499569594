"""An entry that is won at a table of the floor is on record with the round, and waits for its tournament."""

from __future__ import annotations

import asyncio

import pytest

from croupier.floor.acts.answers import Refused
from croupier.floor.acts.floor import Floor, UnknownTournament
from croupier.games import game
from croupier.games.blackjack import Terms
from croupier.games.blackjack.choices import Draw
from croupier.house.tournaments.findings import whole
from croupier.house.tournaments.founding import DraftConditions
from croupier.house.tournaments.reading import read
from croupier.table.care import CheckCards, OpenTable
from croupier.table.contract import Actor
from croupier.table.versions import DetermineLastEntry
from tests.floor.service.floors import ANN, BOB, HOUSE, SUE, Deck, accepted, opened, seated, wager
from tests.witness import witnesses

FIRST = "magnificent-sevens-1"


async def sevens(floor: Floor, deck: Deck, table: str, who: Actor) -> None:
    """Someone sits down at a new table and wins three suited sevens there, and the round is over."""
    await floor.open_table(table, "A table", "blackjack", Terms(sevens=1), automatic=False, by=HOUSE)
    await accepted(floor, table, CheckCards(cards=6 * 52), SUE)
    await accepted(floor, table, OpenTable(), SUE)
    await seated(floor, who, 1, table=table)
    deck.next("7s 9c 7s 7s Kh")
    await plays(floor, table)
    await accepted(floor, table, wager(10_00, bet="blackjack"), who)
    await accepted(floor, table, wager(1_00, bet="magnificent sevens"), who)
    await plays(floor, table)


async def plays(floor: Floor, table: str) -> None:
    """All that is due at a table is done, until a wager is wanted; whoever has a choice draws."""
    live = floor.table(table)
    while due := game("blackjack").due(live.state):
        first = due[0]
        by = Actor(first.person, first.person) if first.person else Actor("dan", "Dan", first.rank)
        assert first.person is None or isinstance(first.command, Draw) or first.rank == "player"
        await accepted(floor, table, first.command, by)


@witnesses("BJ 13.9.3", "ruling 101")
def test_entries_of_several_tables_are_collected_and_outlast_a_restart(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            await sevens(floor, deck, "near", ANN)
            await sevens(floor, deck, "far", BOB)
        async with opened(url) as floor:
            found = floor.tournaments[FIRST].state
            assert [(each.number, each.person, each.won_at) for each in found.in_play] == [
                (1, "ann", "near"),
                (2, "bob", "far"),
            ]
            # It has no conditions yet, and so no page.
            with pytest.raises(UnknownTournament):
                floor.tournament(FIRST)
            answer = await floor.command("near", DetermineLastEntry(), HOUSE)
            assert isinstance(answer, Refused)
            assert answer.refusal.facts == {"entries not decided": 1}
            drafted = DraftConditions(conditions=read(whole("blackjack", won=True)))
            elsewhere = await floor.command_tournament("cup", drafted, HOUSE)
            assert isinstance(elsewhere, Refused)
            assert elsewhere.refusal.facts == {"entries are collected by": FIRST}
            assert not isinstance(await floor.command_tournament(FIRST, drafted, HOUSE), Refused)
            assert len(floor.tournament(FIRST).state.in_play) == 2

    asyncio.run(play())
