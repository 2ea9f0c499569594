"""Logs of earlier versions still fold to the table they were recorded at."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from msgspec import json, msgpack

from croupier.games import game, games
from croupier.table.care import CardsSecured
from croupier.table.contract import Event
from croupier.table.faults import ShuffleMissed
from croupier.table.one_deck import CardExposed, ShufflerFailed
from croupier.table.people import SeatVacated
from croupier.table.permissions import BettorsRestricted
from croupier.table.rounds import PlayerAdvised
from croupier.table.signs import LimitsPosted
from tests.conformance.golden import FOLDER, digest, read
from tests.conformance.invariants import OWED, check

NEVER: dict[str, set[type[Event]]] = {
    "matchmaker": {LimitsPosted},
    "three-card-poker": {BettorsRestricted, LimitsPosted},
    "double-chance": {PlayerAdvised},
    "blackjack": {ShuffleMissed},
    "crown-poker": {CardExposed, CardsSecured, SeatVacated, ShufflerFailed},
}
"""Events shared by all tables that a book gives no cause for."""

APART = 40
"""Events between two looks at a table."""
LOGS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_log_folds_to_the_recorded_table(path: Path) -> None:
    golden = read(path)
    rules = game(golden.header.game)
    state = reduce(rules.evolve, golden.events, rules.initial(golden.terms))
    check(state, below=(*OWED, "rack"))  # once a rack paid more than it held
    assert digest(golden.header.game, state) == golden.header.digest


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_digest_tells_when_the_last_payment_is_missing(path: Path) -> None:
    golden = read(path)
    rules = game(golden.header.game)
    last = max(place for place, event in enumerate(golden.events) if event.moves)
    assert (
        digest(golden.header.game, reduce(rules.evolve, golden.events[:last], rules.initial(golden.terms)))
        != golden.header.digest
    )


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_table_that_is_kept_aside_comes_back_the_same(path: Path) -> None:
    """Or a check of kept states against the record would accuse a healthy house."""
    golden = read(path)
    rules = game(golden.header.game)
    state = rules.initial(golden.terms)
    for nth, event in enumerate(golden.events, 1):
        state = rules.evolve(state, event)
        if nth % APART == 0:
            assert msgpack.decode(msgpack.encode(state), type=type(state)) == state, nth


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_nothing_that_was_recorded_is_dropped_on_reading(path: Path) -> None:
    golden = read(path)
    rules = game(golden.header.game)
    for event, line in zip(golden.events, path.read_bytes().splitlines()[1:], strict=True):
        recorded, read_back = json.decode(line), json.decode(rules.encode(event))
        assert holds_all(read_back, recorded)


def holds_all(now: Any, then: Any) -> bool:
    """Whether all that was recorded then is there now, whatever a later version says beside it."""
    if isinstance(then, dict):
        return all(key in now and holds_all(now[key], value) for key, value in then.items())
    if isinstance(then, list):
        return len(now) == len(then) and all(map(holds_all, now, then))
    return bool(now == then)


@pytest.mark.parametrize("name", games())
def test_the_golden_logs_of_a_game_hold_every_kind_of_event(name: str) -> None:
    logs = [golden for golden in map(read, LOGS) if golden.header.game == name]
    kinds = {type(event) for golden in logs for event in golden.events}
    missing = set(game(name).engine.events) - kinds - NEVER[name]
    assert not missing, f"record a golden log with {missing}"
