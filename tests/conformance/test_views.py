"""Views hide: states that differ only in what a viewer may not see look the same to that viewer, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, Card, Counts, give, take
from croupier.games import GAMES, game
from croupier.table.contract import Actor, Refusal
from croupier.table.state import Breach, Dispute, TableState
from tests.conformance import nonsense
from tests.conformance.tables import TABLES
from tests.conformance.walk import PLAYERS, WORDS, Walk, drawing

PLACES = [(name, table) for name in GAMES for table in TABLES[name]]
STRANGER = "a stranger"


def twins(state: TableState, chance: Random) -> Iterator[tuple[str, TableState]]:
    """The state with something changed that no player other than a stranger may see, and what that is."""
    breach = Breach(STRANGER, "MM 11.1", "a counting device", 0, state.round)
    yield "a contravention", replace(state, breaches=(*state.breaches, breach))
    yield "an exclusion", replace(state, excluded={**state.excluded, STRANGER: STRANGER})
    dispute = Dispute(len(state.disputes) + 1, STRANGER, "a payment", state.round)
    yield "another's dispute", replace(state, disputes=(*state.disputes, dispute))
    yield "money held", replace(state, chips={**state.chips, "rack": state.chips.get("rack", 0) - 5, "held:x": 5})
    yield "advice given", replace(state, advised=state.advised | {STRANGER})
    people = {key: replace(each, gains=((1, 500),), idle=0) for key, each in state.people.items()}
    yield "winnings remembered", replace(state, people=people)
    unseen = exchanged(state.shoe.unseen, chance)
    yield "the cards still to come", replace(state, shoe=replace(state.shoe, unseen=unseen))
    for place, card in enumerate(state.care.excess):
        if card is not None:
            other, aside = another(state.shoe.unseen, chance), list(state.care.excess)
            aside[place] = other
            shoe = replace(state.shoe, unseen=take(give(state.shoe.unseen, card), other))
            yield "a card held aside", replace(state, shoe=shoe, care=replace(state.care, excess=tuple(aside)))


def another(counts: Counts, chance: Random) -> Card:
    """A card that may still come."""
    return chance.choice([card for card in DECK if counts[card.number]])


def exchanged(counts: Counts, chance: Random) -> Counts:
    """The counts with one card exchanged for another."""
    return give(take(counts, another(counts, chance)), chance.choice(DECK))


@pytest.mark.parametrize(("name", "table"), PLACES)
def test_players_see_and_are_refused_the_same_whatever_is_hidden(name: str, table: str) -> None:
    rules, chance = game(name), Random(table)
    walk = Walk(rules, TABLES[name][table], seed=11)
    compared = set()
    for _ in range(40):
        for _ in range(6):
            walk.step()
        viewer = chance.choice(PLAYERS)
        seen = rules.encode(rules.view(walk.state, viewer, walk.at))
        commands = [nonsense.command(rules.engine.commands, WORDS, chance) for _ in range(20)]
        for hidden, twin in twins(walk.state, chance):
            compared.add(hidden)
            assert rules.encode(rules.view(twin, viewer, walk.at)) == seen, f"{hidden} shows"
            for command in commands:
                first, second = (
                    rules.decide(state, command, viewer, walk.at, drawing(1)) for state in (walk.state, twin)
                )
                if isinstance(first, Refusal) or isinstance(second, Refusal):
                    assert first == second, f"{hidden} shows in the answer to {command}"
    assert len(compared) >= 7


@pytest.mark.parametrize("name", GAMES)
def test_the_face_of_a_card_held_aside_shows_to_no_player(name: str) -> None:
    rules = game(name)
    state = rules.initial(TABLES[name]["real shoe of 4, 4 areas"])
    seen = set()
    for card in (Card("Ah"), Card("2c"), None):
        shoe = state.shoe.out_unseen() if card is None else state.shoe.out_unseen().shown(card)
        held = replace(state, shoe=shoe, care=replace(state.care, excess=(card,)))
        seen.add(rules.encode(rules.view(held, PLAYERS[0])))
    assert len(seen) == 1 and b'"held_aside":1' in seen.pop()


@pytest.mark.parametrize("name", GAMES)
def test_the_house_and_the_inspector_see_what_players_do_not(name: str) -> None:
    rules = game(name)
    state = rules.initial(next(iter(TABLES[name].values())))
    breach = Breach("p1", "MM 11.1", "a counting device", 0, 0)
    state = replace(state, breaches=(breach,), disputes=(Dispute(1, "p1", "a payment", 0),))
    for rank in ("dealer", "pit-boss", "regulator"):
        seen = rules.view(state, Actor("someone", "Someone", rank))
        assert seen.house is not None and seen.house.breaches == (breach,)
        assert len(seen.disputes) == 1
    assert rules.view(state, Actor("p1", "P1")).disputes == state.disputes
    other = rules.view(state, Actor("p2", "P2"))
    assert other.house is None and other.disputes == ()
