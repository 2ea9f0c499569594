"""Every state of a small table, one act away from what is due; `make explore` goes further."""

from __future__ import annotations

import pytest

from croupier.games import games
from croupier.table.state import Stage
from tests.explore import promises
from tests.explore.explorer import Explorer
from tests.explore.report import barriers, barriers_on_file, differences, on_file
from tests.explore.small import SMALL

DEPTH = 1
SECONDS = 300.0
"""Far more than it takes: a walk that is cut short proves less than it says, and fails."""
FEWEST = 250


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", games())
def test_every_state_keeps_every_promise_and_each_difference_has_been_held_against_the_book(game: str) -> None:
    tables = {name: small for name, small in SMALL.items() if small.game == game}
    walks = {name: Explorer(small, DEPTH, SECONDS).run() for name, small in tables.items()}
    for name, found in walks.items():
        assert found.whole, f"{name} was not walked whole"
        assert found.states > FEWEST, f"{name} was hardly walked"
        told = ["\n  ".join((fault.what, *fault.way)) for fault in found.faults.values()]
        assert not told, f"{name}:\n" + "\n".join(told)
    known = on_file(game)
    assert {name: (each.open, each.barred) for name, each in known.items()} == {
        name: (each.open, each.barred) for name, each in differences(walks.values()).items()
    }
    assert [name for name, each in known.items() if not each.because.strip()] == []
    barred = barriers_on_file(game)
    assert {under: each.commands for under, each in barred.items()} == {
        under: each.commands for under, each in barriers(walks.values()).items()
    }
    assert [under for under, each in barred.items() if not each.because.strip()] == []


def test_what_a_table_forgets_is_found_with_the_shortest_way_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk can fail: were betting something owed, closing it would be forgetting it."""
    monkeypatch.setitem(promises.OWED, "betting", (lambda state: state.stage is Stage.BETTING, {"TableClosed"}))
    faults = Explorer(SMALL["matchmaker: shoe"], 0, SECONDS).run().faults.values()
    assert [(fault.what, fault.way) for fault in faults] == [
        ("betting is forgotten by ['BetsClosed']", ("Dealer: AnnounceNoMoreBets()",))
    ]
