"""A thousand entrants: what is told of all of them at once still goes into one event, or is told in several."""

from __future__ import annotations

from collections import Counter

from msgspec.json import decode

from croupier.floor.acts import older
from croupier.floor.acts.recording import to_store
from croupier.floor.store import Append, Commit
from croupier.floor.store.records import bounded
from croupier.floor.store.upcast import upcast
from croupier.house.tournaments.founding import CallOff, FeesReturned, TournamentCalledOff
from croupier.house.tournaments.model import Placing, Stage
from croupier.house.tournaments.sessions import SessionOpened
from croupier.table.declare import EVENTS
from tests.house.tournaments.evening import OPERATOR
from tests.house.tournaments.test_elimination import Poker, poker

SEATS = 9
NAME = "a-table-of-the-hall-by-the-river"


def writable(evening: Poker) -> None:
    """Every event so far is one that a store takes."""
    for told in evening.house.record:
        append = Append(f"{told.at.kind}:{told.at.id}", 0, to_store(told.at.id, (told.event,)))
        bounded(Commit("a-command", "someone", told.when, (append,)))


def test_seats_of_a_thousand_are_drawn_and_taken_at_tables_with_long_names() -> None:
    evening = Poker(poker(1000, SEATS), [f"{NAME}-{number:03}" for number in range(1, 113)], seed=5)
    evening.founded()
    evening.entered(1000)
    evening.house.keeps_record = False
    evening.tables_ready()
    evening.house.keeps_record = True
    evening.session_opened()
    assert evening.cup.stage is Stage.SESSION
    writable(evening)


def test_everyone_has_their_money_back_however_many_they_are() -> None:
    evening = Poker(poker(700, SEATS), ["one"], seed=6)
    evening.founded()
    evening.entered(700)
    begun = len(evening.house.record)
    evening.does(CallOff(why="the hall is flooded"), OPERATOR)
    writable(evening)
    told = [each.event for each in evening.house.record[begun:] if each.at.kind == "tournament"]
    assert [type(each) for each in told] == [FeesReturned, FeesReturned, TournamentCalledOff]
    # $30 were paid by each of 700.
    back = Counter({move.target: move.cents for each in told for move in each.moves})
    assert len(back) == 700 and set(back.values()) == {30_00}
    assert evening.cup.stage is Stage.OFF and not any(each.paid for each in evening.cup.entrants.values())


def test_placings_stored_at_length_are_read_as_before() -> None:
    kind = EVENTS[SessionOpened].kind
    old = (
        b'{"type":"SessionOpened","under":[],"moves":[],"round":0,"session":0,"at":5,"banks":{"7":100},'
        b'"placings":[{"entrant":7,"table":"one","seat":3}]}'
    )
    assert older.short({"entrant": 7, "table": "one", "seat": 3}) == [7, "one", 3]
    assert decode(upcast(kind, 1, old), type=SessionOpened).placings == (Placing(7, "one", 3),)
