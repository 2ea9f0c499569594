"""Every state of a small table, one act away from what is due; `make explore` goes further."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from croupier.games import games
from croupier.table.state import Stage
from tests.explore import promises
from tests.explore.explorer import Explorer
from tests.explore.report import Difference, barriers, barriers_on_file, differences, on_file
from tests.explore.small import SMALL
from tests.strength import tries

DEPTH = 1
SECONDS = 300.0
"""Far more than it takes: a walk that is cut short proves less than it says, and fails."""
FEWEST = 250
EVERY = tries(2, 1)


def new_differences(known: Mapping[str, Difference], found: Mapping[str, Difference]) -> Iterator[str]:
    """What is open or barred at a moment of which nothing is on file; of a part of the acts a moment may be missed."""
    for name, each in found.items():
        if name not in known:
            yield f"{name} is open at one moment and barred at another"
            continue
        filed = known[name]
        yield from (f"{name} is open: {when}" for when in each.open if when not in filed.open)
        for why, moments in each.barred.items():
            seen = {*filed.barred.get(why, ()), *filed.open}
            yield from (f"{name} is barred, {why}: {when}" for when in moments if when not in seen)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", games())
def test_every_state_keeps_every_promise_and_each_difference_has_been_held_against_the_book(game: str) -> None:
    tables = {name: small for name, small in SMALL.items() if small.game == game}
    walks = {name: Explorer(small, DEPTH, SECONDS, EVERY).run() for name, small in tables.items()}
    for name, found in walks.items():
        assert found.whole, f"{name} was not walked whole"
        assert found.states > FEWEST, f"{name} was hardly walked"
        told = ["\n  ".join((fault.what, *fault.way)) for fault in found.faults.values()]
        assert not told, f"{name}:\n" + "\n".join(told)
    known, found_now = on_file(game), differences(walks.values())
    assert not list(new_differences(known, found_now))
    if EVERY == 1:
        assert {name: (each.open, each.barred) for name, each in known.items()} == {
            name: (each.open, each.barred) for name, each in found_now.items()
        }
    assert [name for name, each in known.items() if not each.because.strip()] == []
    barred, barred_now = barriers_on_file(game), barriers(walks.values())
    for under, each in barred_now.items():
        assert set(each.commands) <= set(barred[under].commands if under in barred else ()), under
    if EVERY == 1:
        assert {under: each.commands for under, each in barred.items()} == {
            under: each.commands for under, each in barred_now.items()
        }
    assert [under for under, each in barred.items() if not each.because.strip()] == []


def test_what_a_table_forgets_is_found_with_the_shortest_way_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk can fail: were betting something owed, closing it would be forgetting it."""
    monkeypatch.setitem(promises.OWED, "betting", (lambda state: state.stage is Stage.BETTING, {"TableClosed"}))
    faults = Explorer(SMALL["matchmaker: shoe"], 0, SECONDS).run().faults.values()
    assert [(fault.what, fault.way) for fault in faults] == [
        ("betting is forgotten by ['BetsClosed']", ("Dealer: AnnounceNoMoreBets()",))
    ]
