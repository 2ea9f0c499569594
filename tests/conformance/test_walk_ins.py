"""Players whom the house notes at a real table: none is called like what acts on record and is no person."""

from __future__ import annotations

import pytest

from croupier.games import game
from croupier.games.crown_poker.waiting import JoinList
from croupier.table.contract import HOUSE_PLAYERS, NO_PERSON, Actor, Reason, Refusal
from croupier.table.people import Join
from tests.conformance.tables import TABLES
from tests.conformance.walk import Walk

DAN = Actor("dan", "Dan", "dealer")
REAL = {name: next(table for table in tables if "real" in table) for name, tables in TABLES.items()}
CALLED = [
    *((own, None) for own in NO_PERSON),
    *(("walk-in", name) for name in NO_PERSON.values()),
    ("Clock", "Clara"),
    (f"{HOUSE_PLAYERS}mm-1-carl", "Carl"),
]


@pytest.mark.parametrize("name", REAL)
def test_no_player_is_noted_under_an_id_or_a_name_that_is_no_person_s(name: str) -> None:
    walk = Walk(game(name), TABLES[name][REAL[name]], 1)
    walk.finish()
    notes = [Join, JoinList] if name == "crown-poker" else [Join]
    for note in notes:
        cents = {"cents": walk.game.engine.rules(walk.state).least_buy_in(walk.state)} if note is Join else {}
        for player, called in CALLED:
            refusal = walk.do(note(player=player, name=called, **cents), DAN)
            assert isinstance(refusal, Refusal) and refusal.reason is Reason.FORBIDDEN, (player, called)
            assert refusal.under and player not in walk.state.people
        decision = walk.do(note(player=f"walk-in {note.__name__}", name="Tim", **cents), DAN)
        assert not isinstance(decision, Refusal), decision
