"""Logs of earlier versions still fold to the table they were recorded at."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest

from croupier.games import GAMES, game
from tests.conformance.golden import FOLDER, digest, read
from tests.conformance.invariants import check

LOGS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_log_folds_to_the_recorded_table(path: Path) -> None:
    golden = read(path)
    rules = game(golden.header.game)
    state = reduce(rules.evolve, golden.events, rules.initial(golden.terms))
    check(state)
    assert digest(state) == golden.header.digest


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_digest_tells_when_the_last_payment_is_missing(path: Path) -> None:
    golden = read(path)
    rules = game(golden.header.game)
    last = max(place for place, event in enumerate(golden.events) if event.moves)
    assert digest(reduce(rules.evolve, golden.events[:last], rules.initial(golden.terms))) != golden.header.digest


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_log_reads_back_byte_for_byte(path: Path) -> None:
    golden = read(path)
    rules = game(golden.header.game)
    assert [rules.encode(event) for event in golden.events] == path.read_bytes().splitlines()[1:]


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_logs_of_a_game_hold_every_kind_of_event(name: str) -> None:
    logs = [golden for golden in map(read, LOGS) if golden.header.game == name]
    kinds = {type(event) for golden in logs for event in golden.events}
    assert kinds == set(game(name).engine.events)
