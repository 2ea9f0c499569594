"""What a golden log tells of faces that were one player's alone: no stranger hears them, and no export has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
import pytest

from croupier.cards import Card
from croupier.floor.acts.recording import to_store
from croupier.floor.store.sealing import seal, unseal
from croupier.games import game, games
from croupier.table.contract import Actor, Event
from croupier.table.declare import EVENTS, kind_of, told
from tests.conformance.golden import FOLDER, read
from tests.conformance.test_concealment import holds_cards

LOGS = [read(path) for path in sorted(FOLDER.glob("*.jsonl"))]
CARDS = frozenset(card.value for card in Card)
STRANGER = Actor("a stranger", "A stranger")


def recorded(name: str) -> Iterator[Event]:
    """Every event that the golden logs of a game hold."""
    return (event for log in LOGS if log.header.game == name for event in log.events)


def stored(event: Event) -> tuple[bytes, bytes | None]:
    """The payload and the disclosures that the record keeps of an event."""
    (new,) = to_store("table", (event,))
    return seal(new.payload, new.secret)


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


def seals_faces(event: type[Event]) -> bool:
    """Whether faces of an event are one player's alone; of amounts that are, tests/games/test_secret_wagers tells."""
    hints = get_type_hints(event)
    return any(each.owner and holds_cards(hints[each.field]) for each in EVENTS[event].secret)


@pytest.mark.parametrize("name", games())
def test_whatever_a_stranger_is_not_told_is_sealed_in_the_record(name: str) -> None:
    rules, hiding = game(name), set[str]()
    for event in recorded(name):
        told, whole = told_to(event), rules.encode(event)
        if told == event:
            continue
        hiding.add(kind_of(event))
        private = faces_in(whole) - faces_in(rules.encode(told))
        assert bool(private) is seals_faces(type(event))
        payload, disclosures = stored(event)
        assert disclosures is not None
        assert not faces_in(payload) & private
        assert msgspec.json.decode(unseal(payload, disclosures)) == msgspec.json.decode(whole)
    something_is_kept = any(secret.owner for event in rules.engine.events for secret in EVENTS[event].secret)
    assert bool(hiding) is something_is_kept


@pytest.mark.parametrize("name", games())
def test_whatever_a_stranger_is_told_whole_is_stored_whole(name: str) -> None:
    rules = game(name)
    for event in recorded(name):
        if told_to(event) == event:
            assert stored(event) == (rules.encode(event), None)


def test_every_kind_that_seals_hides_something_at_some_table() -> None:
    hiding = {kind_of(event) for name in games() for event in recorded(name) if told_to(event) != event}
    events = {event for name in games() for event in game(name).engine.events}
    assert hiding == {EVENTS[event].kind for event in events if any(each.owner for each in EVENTS[event].secret)}
