"""Hands that were played with chips of a tournament: every format says so, and counts chips."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from croupier.games import game
from croupier.hands import Hand, NoHand, as_phh, recorded, replay
from croupier.hands.record import Tournament
from croupier.table.contract import Event
from croupier.table.declare import EVENTS
from tests.conformance.golden import FOLDER, read
from tests.hands.test_ohh import check


def hands(path: Path) -> Iterator[Hand]:
    """The hands of a golden log, each from how the table stood at the end of the one before it."""
    golden, rules = read(path), game("crown-poker")
    state = before = rules.initial(golden.terms)
    told = list[tuple[int, Event]]()
    for event in golden.events:
        told.append((0, event))
        state = rules.evolve(state, event)
        if EVENTS[type(event)].ends is not None:
            with suppress(NoHand):
                yield recorded(before, told)
            before, told = state, []


@pytest.fixture(scope="module")
def found() -> list[Hand]:
    """Of a table that a tournament reserves, releases again, and that then plays for money."""
    return list(hands(FOLDER / "crown-poker-reserved.jsonl"))


def test_hands_of_a_reserved_table_name_the_tournament_and_those_after_it_do_not(found: list[Hand]) -> None:
    cup = Tournament("t", "The Cup", 1_000_00)
    named = [each.event for each in found]
    assert {None, cup} == set(named)
    assert named == sorted(named, key=lambda each: each is None), "it is released once and for all"


def test_phh_names_it_as_the_event_and_plays_again(found: list[Hand]) -> None:
    for hand in found:
        text = as_phh(hand)
        fields = tomllib.loads(text)
        of_it = hand.event is not None
        assert (fields.get("event"), fields["_croupier"].get("tournament")) == (
            ("The Cup", "t") if of_it else (None, None)
        )
        assert not [each for each in hand.beyond if of_it and "$" in each]
        again = replay(text)
        assert [each.end for each in again.hand.players] == [each.end for each in hand.players]


def test_ohh_tells_the_tournament_and_the_chips_that_everyone_began_with(found: list[Hand]) -> None:
    for hand in found:
        ohh = check(hand)
        if hand.event is None:
            assert "tournament" not in ohh and "tournament_info" not in ohh
        else:
            assert ohh["tournament"] is True
            assert ohh["tournament_info"] == {"tournament_number": "t", "name": "The Cup", "initial_stack": 1000}
            assert ohh["currency"] == "XPM"
