"""What a table is said to need someone for is what the rules let them do, and nobody below them."""

from __future__ import annotations

import pytest

from croupier.games import game, games
from croupier.table.contract import DEALER, Actor, Command
from croupier.table.disputes import AskForReview, RaiseDispute, RuleOnDispute
from tests.conformance.tables import TABLES
from tests.conformance.walk import PLAYERS, Walk, drawing
from tests.strength import tries

PLACES = [(name, table) for name in games() for table in TABLES[name]]


Act = tuple[type, int | None]
"""A kind of act, and the slip it is about where it is about one: slips may be for people of different ranks."""


def act(command: Command) -> Act:
    return type(command), getattr(command, "number", None)


def open_to(walk: Walk, rank: str) -> set[Act]:
    by = Actor(f"some-{rank}", "Someone", rank)
    return {act(each.command) for each in walk.game.options(walk.state, by, walk.at)}


@pytest.mark.parametrize(("name", "table"), PLACES)
def test_whoever_is_needed_may_do_it_and_whoever_is_below_may_not(name: str, table: str) -> None:
    rules = game(name)
    book = rules.book
    found: set[type] = set()
    for seed in range(41, 41 + tries(1, 2)):
        walk = Walk(rules, TABLES[name][table], seed)
        for _ in range(120):
            walk.step()
            for need in rules.engine.needs(walk.state):
                kind = type(need.command)
                found.add(kind)
                assert need.person is None and need.under
                wanted = act(need.command)
                assert wanted in open_to(walk, need.rank), f"{kind.__name__} is not open to the {need.rank}"
                below = [rank for rank in book.ladder[1:] if not book.reaches(rank, need.rank)]
                for rank in below:
                    assert wanted not in open_to(walk, rank), f"{kind.__name__} is open to the {rank} too"
            due = rules.due(walk.state)[:1]
            dealers = all(each.person is not None or book.reaches(DEALER, each.rank) for each in due)
            needs = rules.engine.needs(walk.state)
            assert dealers or due[0] in needs, "what the dealer may not do needs someone"
    assert found, "nothing was ever needed"


@pytest.mark.parametrize("name", games())
def test_a_dispute_is_needed_first_by_whom_the_book_lets_rule_and_then_by_its_reviewer(name: str) -> None:
    rules = game(name)
    walk = Walk(rules, next(iter(TABLES[name].values())), seed=44)
    while PLAYERS[0].id not in walk.state.people:
        walk.step()
    engine, player = rules.engine, PLAYERS[0]

    def do(command: Command, by: Actor) -> None:
        events = rules.decide(walk.state, command, by, walk.at, drawing(1))
        assert isinstance(events, tuple), events
        for event in events:
            walk.state = rules.evolve(walk.state, event)

    number = walk.state.raised + 1
    do(RaiseDispute(about="my wager was moved"), player)

    def waiting() -> list[str]:
        return [each.rank for each in engine.needs(walk.state) if getattr(each.command, "dispute", None) == number]

    (ruler,) = waiting()
    assert ruler == engine.lowest_rank(engine.rules(walk.state).clauses.dispute_final)
    do(RuleOnDispute(dispute=number, ruling="it was not"), Actor("ruler", "Ruler", ruler))
    assert waiting() == []
    do(AskForReview(dispute=number), player)
    assert waiting() == [rules.book.reviewer]
