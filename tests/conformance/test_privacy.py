"""What a golden log tells of faces that were one player's alone: no stranger hears them, and no export has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from croupier.floor.audit import Exported
from croupier.floor.privacy import CARDS, FACES, without_faces
from croupier.games import GAMES, Game, game
from croupier.table.contract import Actor, Event
from croupier.table.hands import OneDeckState
from tests.conformance.golden import FOLDER, read

LOGS = [read(path) for path in sorted(FOLDER.glob("*.jsonl"))]
STRANGER = Actor("a stranger", "A stranger")


def recorded(name: str) -> Iterator[Event]:
    """Every event that the golden logs of a game hold."""
    return (event for log in LOGS if log.header.game == name for event in log.events)


def exported(rules: Game, event: Event) -> Exported:
    """The event as an export would find it in the record."""
    payload = msgspec.Raw(rules.encode(event))
    return Exported(1, "table", 1, type(event).__name__, 1, "someone", 0, "command", payload, (), "digest")


def faces(what: Any) -> set[str]:
    """Every card named anywhere in what was decoded from JSON."""
    match what:
        case str():
            return {what} & CARDS
        case dict():
            return faces(list(what.values()))
        case list():
            return set[str]().union(*map(faces, what))
        case _:
            return set()


def faces_in(payload: bytes) -> set[str]:
    """Every card named in a payload."""
    return faces(msgspec.json.decode(payload))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_stranger_is_not_told_is_left_out_of_exports(name: str) -> None:
    rules, hiding = game(name), set[str]()
    for event in recorded(name):
        told, whole = rules.told(event, STRANGER), exported(rules, event)
        if told == event:
            continue
        hiding.add(whole.kind)
        assert whole.kind in FACES
        private = faces_in(whole.payload) - faces_in(rules.encode(told))
        assert private
        left = without_faces(whole)
        assert left.redacted
        assert not faces_in(left.payload) & private
    hands_are_held = any(isinstance(rules.initial(log.terms), OneDeckState) for log in LOGS if log.header.game == name)
    assert bool(hiding) is hands_are_held


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_stranger_is_told_whole_is_exported_whole(name: str) -> None:
    rules = game(name)
    for event in recorded(name):
        if rules.told(event, STRANGER) == event:
            whole = exported(rules, event)
            assert without_faces(whole) == whole


def test_every_kind_kept_out_of_exports_is_one_that_hides_faces_at_some_table() -> None:
    hiding = {
        type(event).__name__ for name in GAMES for event in recorded(name) if game(name).told(event, STRANGER) != event
    }
    assert hiding == set(FACES)
