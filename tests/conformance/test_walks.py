"""Random play from any state, over every game and many tables: what the contract promises holds at every step."""

from __future__ import annotations

import os

import pytest
from msgspec import msgpack

from croupier.games import Game, game, games
from croupier.table.contract import Actor, Refusal
from croupier.table.state import Stage
from tests.conformance.reserved import PLACES as RESERVED
from tests.conformance.reserved import ReservedWalk
from tests.conformance.tables import TABLES
from tests.conformance.walk import PLAYERS, Walk, performer, wagers_down

SEEDS = range(int(os.environ.get("CROUPIER_WALKS", "2")))
"""How many walks at each table; set CROUPIER_WALKS for a longer look."""
STEPS = 250
LOOKS = 10
"""After so many steps everyone looks at the table, and all that is due is tried; each walk looks at other steps."""
PLACES = [(name, table) for name in games() for table in TABLES[name]]


@pytest.fixture(params=PLACES, ids=lambda place: f"{place[0]}: {place[1]}")
def place(request: pytest.FixtureRequest) -> tuple[Game, object]:
    """A game and the terms of one of its tables."""
    name, table = request.param
    return game(name), TABLES[name][table]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_play_keeps_every_promise(place: tuple[Game, object], seed: int) -> None:
    rules, terms = place
    keeps_every_promise(Walk(rules, terms, seed), seed)


@pytest.mark.parametrize(("name", "table"), RESERVED)
def test_random_play_at_a_table_that_a_tournament_reserves_keeps_them_too(name: str, table: str) -> None:
    walk = ReservedWalk(game(name), TABLES[name][table], 1)
    keeps_every_promise(walk, 1)
    assert walk.reserved and walk.state.round, "nothing was played"


def keeps_every_promise(walk: Walk, seed: int) -> None:
    """Walk, look on the way, and fold the log again."""
    rules, terms = walk.game, walk.terms
    for number in range(STEPS):
        walk.step()
        if (number - seed) % LOOKS == 0:
            due_can_be_done(walk)
            for viewer in walk.everyone:
                view = rules.encode(rules.view(walk.state, viewer, walk.at))
                walk.concealment.looks(viewer, view)
    assert any(event.moves for event in walk.log), "the walk never moved money"
    folded = rules.initial(terms)
    stored = rules.initial(terms)
    for event in walk.log:
        folded = rules.evolve(folded, event)
        again = rules.events.decode(rules.encode(event))
        assert again == event
        stored = rules.evolve(stored, again)
    assert folded == walk.state
    assert stored == walk.state and msgpack.encode(stored) == msgpack.encode(walk.state)


ONLY_ITS_PLAYER_KNEW = (("DC 8.3",), ("BJ 7.5.1(d)",))
"""What a hand that only its player sees rules out, though it is among what anyone might be asked."""


def due_can_be_done(walk: Walk) -> None:
    """Something is due in a round; it is done by its rank, refused to a lower one, and leads to the end."""
    rules, state = walk.game, walk.state
    due = rules.due(state)
    under_way = state.stage not in (Stage.BETTING, Stage.CLOSED) or wagers_down(rules, state)
    assert due or not under_way, f"nothing is due at {state.stage}"
    ladder = rules.engine.book.ladder
    for each in due:
        command = walk.with_card(each.command)
        decision = walk.decide(command, performer(each, command))
        if isinstance(decision, Refusal) and each is not due[0] and each.person == due[0].person:
            assert decision.under[:1] in ONLY_ITS_PLAYER_KNEW, f"{each} is due and refused"
            continue
        assert not isinstance(decision, Refusal), f"{each} is due and refused"
        for rank in ladder[: ladder.index(each.rank)] if each.rank in ladder else ladder:
            refused = walk.decide(command, Actor("someone", "Someone", rank))
            assert isinstance(refused, Refusal) and refused.under
        if each.person is not None:
            other = next(player for player in PLAYERS if player.id != each.person)
            assert isinstance(walk.decide(command, other), Refusal)
    walk.branch().finish()
