"""A house whose clock does not go with its record does not open, and stamps nothing, until someone says it is right."""

from __future__ import annotations

import asyncio

import pytest

from croupier.cli import run as run_command
from croupier.floor import doubt
from croupier.floor.acts.clock import time_of_day
from croupier.floor.doubt import BEHIND_MS, CLOSED_MS, DAY_MS, ClockDoubted, doubt_clock
from croupier.floor.opening import Opening, open_house
from croupier.floor.store import Append, Commit, NewEvent, open_store
from tests.floor.hashing import CHEAP

YEAR = 365 * DAY_MS


def written(url: str, ago: int) -> None:
    """A record whose last event was so long ago."""
    store = open_store(url)
    event = NewEvent("note/Noted", 1, b"{}")
    store.submit(Commit("c", "house", time_of_day() - ago, (Append("journal", 0, (event,)),))).result()
    store.close()


@pytest.mark.parametrize("ago", [0, DAY_MS, CLOSED_MS - DAY_MS, 60_000 - BEHIND_MS])
def test_a_house_that_was_closed_for_a_while_opens(url: str, ago: int) -> None:
    written(url, ago)
    store = open_store(url)
    doubt_clock(store)
    store.close()


def test_nobody_doubts_the_clock_of_a_new_house(url: str) -> None:
    store = open_store(url)
    doubt_clock(store)
    store.close()


def test_a_clock_far_ahead_of_the_record_or_behind_it_opens_nothing_and_stamps_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(url, 0)
    store = open_store(url)

    async def opened(**how: object) -> None:
        async with open_house(store, Opening(demo=False, hasher=CHEAP, **how)):  # type: ignore[arg-type]
            pass

    for off, said in (
        (YEAR, "365 d after the last event"),
        (-YEAR, "before the last event"),
        (-2 * BEHIND_MS, "before"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(doubt, "time_of_day", lambda off=off: time_of_day() + off)
            with pytest.raises(ClockDoubted, match=said):
                asyncio.run(opened())
            assert store.head()[0] == 1
    with monkeypatch.context() as patched:
        patched.setattr(doubt, "time_of_day", lambda: time_of_day() + YEAR)
        asyncio.run(opened(trust_clock=True))
        assert store.head()[0] > 1
    store.close()


def test_servers_on_one_database_ask_it_for_the_time(shared_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written(shared_url, 0)
    monkeypatch.setattr(doubt, "time_of_day", lambda: 0)
    store = open_store(shared_url)
    doubt_clock(store)
    store.close()


def test_the_command_names_the_flag_in_one_line(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.floor.logs.write_logs", lambda _: None)
    written(url, YEAR)
    assert run_command.run(port=0, store=url) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "365 d after the last event on record; set the clock, or say with --trust-clock that it is right" in said
