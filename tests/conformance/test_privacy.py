"""What a golden log tells of faces that were one player's alone: no stranger hears them, and no export has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from croupier.floor.reading.audit import Exported
from croupier.floor.reading.privacy import CARDS, secrets, without_faces
from croupier.games import Game, game, games
from croupier.table.contract import Actor, Event
from croupier.table.declare import EVENTS, kind_of, told
from tests.conformance.golden import FOLDER, read

LOGS = [read(path) for path in sorted(FOLDER.glob("*.jsonl"))]
STRANGER = Actor("a stranger", "A stranger")


def recorded(name: str) -> Iterator[Event]:
    """Every event that the golden logs of a game hold."""
    return (event for log in LOGS if log.header.game == name for event in log.events)


def exported(rules: Game, event: Event) -> Exported:
    """The event as an export would find it in the record."""
    payload = msgspec.Raw(rules.encode(event))
    return Exported(1, "table", 1, kind_of(event), 1, "someone", 0, "command", payload, (), "digest")


def told_to(event: Event) -> Event:
    """The event as a stranger of the house's own hears of it: only what is one player's alone is left out."""
    return told(event, STRANGER.id, house=True)


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


@pytest.mark.parametrize("name", games())
def test_whatever_a_stranger_is_not_told_is_left_out_of_exports(name: str) -> None:
    rules, hiding = game(name), set[str]()
    for event in recorded(name):
        told, whole = told_to(event), exported(rules, event)
        if told == event:
            continue
        hiding.add(whole.kind)
        assert whole.kind in secrets()
        private = faces_in(whole.payload) - faces_in(rules.encode(told))
        assert private
        left = without_faces(whole)
        assert left.redacted
        assert not faces_in(left.payload) & private
    hands_are_held = any(secret.owner for event in rules.engine.events for secret in EVENTS[event].secret)
    assert bool(hiding) is hands_are_held


@pytest.mark.parametrize("name", games())
def test_whatever_a_stranger_is_told_whole_is_exported_whole(name: str) -> None:
    rules = game(name)
    for event in recorded(name):
        if told_to(event) == event:
            whole = exported(rules, event)
            assert without_faces(whole) == whole


def test_every_kind_kept_out_of_exports_is_one_that_hides_faces_at_some_table() -> None:
    hiding = {kind_of(event) for name in games() for event in recorded(name) if told_to(event) != event}
    assert hiding == {kind for kind in secrets() if any(kind in game(name).kinds for name in games())}
