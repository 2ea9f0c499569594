"""Inquiry into a long record, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.event import listen, remove

from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.reading import replay
from croupier.floor.reading.audience import INSPECTOR
from croupier.floor.reading.inquiry import Inquiry, NoSuchRound, Search
from croupier.floor.reading.replay import folded
from croupier.floor.store import Store, open_store
from croupier.games.matchmaker import Terms
from croupier.table.contract import Actor, Command
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager
from tests.floor.pg import drop_database, fresh_database

BOSS, ANN = Actor("boss", "Boss", "casino-operator"), Actor("ann", "Ann")
ROUNDS = 40


async def play(store: Store) -> None:
    """Ann backs Miss Match, round after round."""
    floor = await Floor.open(store)

    async def do(command: Command, by: Actor = BOSS) -> None:
        answer = await floor.command("mm-1", command, by)
        assert isinstance(answer, Accepted), answer

    await floor.open_table("mm-1", "One", "matchmaker", Terms(), automatic=False, by=BOSS)
    table = floor.table("mm-1")
    await floor.top_up("ann")
    while table.state.round < ROUNDS or table.state.wagers:
        if due := table.game.due(table.state):
            await do(due[0].command)
        elif "ann" not in table.state.people:
            await do(Join(cents=50_000, seat=1), ANN)
        else:
            await do(PlaceWager(area=1, bet="miss match", cents=500), ANN)
    await floor.close()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    if request.param == "sqlite":
        opened = open_store(f"sqlite:///{tmp_path_factory.mktemp('inquiry') / 'floor.db'}")
        asyncio.run(play(opened))
        yield opened
        opened.close()
        return
    server = request.getfixturevalue("postgres_server")
    url = fresh_database(server)
    opened = open_store(url)
    asyncio.run(play(opened))
    yield opened
    opened.close()
    drop_database(server, url)


@pytest.fixture(scope="module")
def inquiry(store: Store) -> Inquiry:
    return Inquiry(store, {"mm-1": folded(store, "table:mm-1")})


def test_every_round_is_listed_once_and_they_lie_end_to_end(inquiry: Inquiry) -> None:
    listed = inquiry.rounds("mm-1", limit=1000)
    assert [each.round for each in listed] == list(range(ROUNDS, 0, -1))
    assert {(each.outcome, each.staked) for each in listed} == {("settled", 500)}
    assert {each.paid for each in listed} <= {0, 500}
    pages = [each for before in range(ROUNDS + 1, 0, -10) for each in inquiry.rounds("mm-1", before=before, limit=10)]
    assert pages == listed


def test_each_round_is_found_by_its_number(inquiry: Inquiry) -> None:
    listed = {each.round: each for each in inquiry.rounds("mm-1", limit=1000)}
    assert {number: inquiry.round("mm-1", number) for number in listed} == listed
    for number in (0, -1, ROUNDS + 1):
        with pytest.raises(NoSuchRound):
            inquiry.round("mm-1", number)


def test_a_replay_ends_where_the_fold_does_whatever_moments_are_remembered(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = folded(store, "table:mm-1")
    plain = Inquiry(store, {"mm-1": live})
    monkeypatch.setattr(replay, "STRIDE", 7)
    monkeypatch.setattr(replay, "MOMENTS", 4)
    hurried = Inquiry(store, {"mm-1": live})
    for number in (ROUNDS, 1, ROUNDS // 2, ROUNDS, 3):
        assert list(hurried.steps("mm-1", number)) == list(plain.steps("mm-1", number))
    assert len(hurried._pasts["mm-1"]._moments) <= 4
    last = list(hurried.steps("mm-1", ROUNDS))[-1]
    assert last.version == live.version
    assert last.view == live.game.view(live.state, INSPECTOR, last.at)


def test_a_search_reads_what_the_payloads_say(inquiry: Inquiry, store: Store) -> None:
    closed = inquiry.find(Search(clauses=("MM 7.3.1",), limit=500))
    assert [line.event["round"] for line in closed] == list(range(ROUNDS, 0, -1))
    assert inquiry.find(Search(clauses=("MM 7.3",))) == []
    wagers = inquiry.find(Search(person="Ann", kind="WagerPlaced", limit=500))
    assert len(wagers) == ROUNDS
    assert wagers == inquiry.find(Search(person="ann", kind="WagerPlaced", limit=500, table="mm-1"))
    assert inquiry.find(Search(person='an"n')) == []


def test_a_part_of_a_name_finds_whoever_is_called_so(store: Store) -> None:
    live = folded(store, "table:mm-1")
    live.names |= {"g1": "Zoë Ångström", "g2": "zoe", "g3": "José-María O'Neil"}
    live.names |= {f"x{n}": f"Many {n}" for n in range(30)}
    inquiry = Inquiry(store, {"mm-1": live})
    for part, people in {
        "zoe": ["g2", "g1"],
        "ANGSTROM": ["g1"],
        "ngstr": ["g1"],
        "jose": ["g3"],
        "maría o": ["g3"],
        "Ann": ["ann"],
        "nobody": [],
        " ": [],
    }.items():
        found, _ = inquiry.meant(part)
        assert [each.id for each in found if each.id[0] != "x"] == people, part
    some, many = inquiry.meant("many")
    assert (len(some), many) == (20, 30)
    whole = inquiry.find(Search(person="Ann", kind="WagerPlaced", limit=500))
    assert whole and whole == inquiry.find(Search(person="nn", kind="WagerPlaced", limit=500))


def test_filters_combine(inquiry: Inquiry) -> None:
    both = Search(clauses=("MM 7.3.1", "MM 7.3.2"), limit=500)
    alone = inquiry.find(Search(clauses=("MM 7.3.1",), limit=500))
    assert alone and all({*both.clauses} <= {*each.under} for each in inquiry.find(both))
    assert [each.event["round"] for each in inquiry.find(Search(clauses=("MM 7.3.1",), round=7))] == [7]
    wagers = inquiry.find(Search(round=7, person="ann", clauses=("MM 5.1",)))
    played = inquiry.round("mm-1", 7)
    assert all(played.first <= each.position <= played.last for each in wagers)
    assert inquiry.find(Search(round=ROUNDS + 7, clauses=("MM 7.3.1",))) == []
    assert inquiry.find(Search(round=7, person="boss", clauses=("MM 7.3.1",), table="mm-1"))


def test_a_player_s_own_rounds_are_theirs_alone(inquiry: Inquiry) -> None:
    own = inquiry.mine("mm-1", "ann", limit=3)
    assert [each.round for each in own] == [ROUNDS, ROUNDS - 1, ROUNDS - 2]
    assert all(each.settled[0].player == "ann" and each.clauses for each in own)
    assert inquiry.mine("mm-1", "bob") == []


def test_a_search_by_time_reads_no_more_than_its_time(store: Store, inquiry: Inquiry) -> None:
    listed = inquiry.rounds("mm-1", limit=1000)
    ended = [each.ended for each in listed if each.ended is not None]
    middle = ended[len(ended) // 2]
    for table in (None, "mm-1"):
        since = inquiry.find(Search(table=table, kind="RoundClosed", since=middle, limit=500))
        until = inquiry.find(Search(table=table, kind="RoundClosed", until=middle - 1, limit=500))
        assert [each.at for each in since] == [at for at in ended if at >= middle]
        assert [each.at for each in until] == [at for at in ended if at < middle]
        assert [each.position for each in since] == sorted((each.position for each in since), reverse=True)
    assert inquiry.find(Search(since=max(ended) + 10**9)) == []


def test_the_newest_of_all_tables_is_found_without_sorting_the_record(store: Store, inquiry: Inquiry) -> None:
    if not store.url.startswith("sqlite"):
        pytest.skip("PostgreSQL plans by what is there")
    asked: list[str] = []

    def noted(conn: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        plan = conn.connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
        asked.extend(row[-1] for row in plan)

    listen(store._reading, "before_cursor_execute", noted)
    try:
        inquiry.find(Search(limit=5))
        inquiry.find(Search(table="mm-1", limit=5))
        inquiry.rounds_everywhere(limit=5)
    finally:
        remove(store._reading, "before_cursor_execute", noted)
    assert asked
    assert not [step for step in asked if "TEMP B-TREE" in step]
