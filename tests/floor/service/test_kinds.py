"""Stored kinds are named after their part; a record of the time when they were not is read, searched and played on."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import msgspec
import pytest

from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.acts.floor_part import TableRegistered
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.recording import Kinds
from croupier.floor.people.accounts import POSTS, People
from croupier.floor.reading import audit, handing_out
from croupier.floor.reading.inquiry import Inquiry, Search
from croupier.floor.reading.reconcile import reports
from croupier.floor.reading.replay import folded
from croupier.floor.store import Append, Commit, Committed, NewEvent, Store, Stored, open_store
from croupier.floor.store.upcast import upcasters
from croupier.games import game
from croupier.table.declare import EVENTS, KINDS, kind_of
from croupier.table.people import Join, PlayerJoined
from tests.floor.hashing import CHEAP
from tests.floor.meters import poker
from tests.floor.service import chance
from tests.floor.service.floors import ANN, BOB, Deck, bare, opened


async def play(floor: Floor, deck: Deck) -> None:
    """A jackpot won and paid at a Three Card Poker table, and a Double Chance hand declared and paid."""
    await poker.linked(floor, "tcp-1", "tcp-2")
    await poker.seated(floor, "tcp-1", ANN, 1)
    await poker.win_royal_flush(floor, "tcp-1", ANN, deck)
    assert isinstance(await floor.determine("main", "tcp-1", poker.MANAGER, confirmed=True), Accepted)
    await poker.go_on(floor, "tcp-1")
    await chance.new_table(floor, automatic=False)
    await chance.bet(floor, BOB, 1)
    await chance.close_bets(floor)
    await chance.pick_up(floor, BOB, deck, chance.FLUSH)


@pytest.fixture
def written(url: str) -> str:
    """A record as it is written today."""

    async def write() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            people = People(floor.store, floor.clock, hasher=CHEAP)
            passwords = await asyncio.to_thread(people.first_start)
            await asyncio.to_thread(people.sign_in, "operator", passwords["operator"])
            await play(floor, deck)

    asyncio.run(write())
    return url


@pytest.fixture
def older(written: str, tmp_path: Path) -> str:
    """The same record as it was written before kinds had the names of their parts."""
    address = f"sqlite:///{tmp_path / 'older.db'}"
    source, target = open_store(written), open_store(address)
    for commit in commits(source):
        assert isinstance(target.submit(commit).result(), Committed)
    for person in source.people.all():
        target.people.put(person)
    source.close()
    target.close()
    return address


def commits(store: Store) -> Iterator[Commit]:
    """Every commit of a record, its kinds without the names of their parts."""
    found = store.read(limit=100_000)
    moves = store.postings(1, found[-1].position)
    for command, group in groupby(found, lambda stored: stored.command_id):
        rows = list(group)
        appends = [
            Append(
                stream,
                of_stream[0].version - 1,
                tuple(older_row(row, moves.get(row.position, ())) for row in of_stream),
            )
            for stream, of_stream in ((stream, list(each)) for stream, each in groupby(rows, lambda row: row.stream))
        ]
        yield Commit(command, rows[0].actor, rows[0].at, tuple(appends))


def older_row(stored: Stored, moves: tuple[object, ...]) -> NewEvent:
    return NewEvent(bare(stored.kind), stored.schema, stored.whole, moves, ("cards",) if stored.disclosures else ())  # type: ignore[arg-type]


def test_every_stored_kind_is_named_after_the_part_or_game_that_declares_it(written: str) -> None:
    store = open_store(written)
    kinds = {stored.kind for stored in store.read(limit=100_000)}
    store.close()
    assert {
        "floor/TableRegistered",
        "floor/PersonIntroduced",
        "people/PlayerJoined",
        "wagers/WagerPlaced",
        "three-card-poker/CardsDealt",
        "double-chance/CardsDealt",
        "linked-jackpot/JackpotRegistered",
        "meters/MeterListed",
        "meter/MeterOpened",
        "wallet/ChipsGranted",
        "accounts/AccountMade",
    } <= kinds
    assert all("/" in kind for kind in kinds)
    assert {kind for kind in kinds if not kind.startswith("accounts/")} <= KINDS.keys()


@pytest.mark.parametrize("name", ["matchmaker", "double-chance", "three-card-poker"])
def test_no_two_events_of_one_stream_have_ever_been_stored_under_one_name(name: str) -> None:
    names = [event.__name__ for event in game(name).engine.events]
    assert len(set(names)) == len(names), "what was stored under a bare name must still be known for what it is"


def test_an_older_record_is_folded_to_the_same_tables_meters_and_wallets(written: str, older: str) -> None:
    async def look(url: str) -> tuple[object, ...]:
        async with opened(url) as floor:
            tables = {name: (live.state, live.version, live.names) for name, live in floor.tables.items()}
            told = [(each.kind, each.event) for name in floor.tables for each in await floor.told(name, 0, 10_000)]
            wallets = [await floor.wallet(player) for player in ("ann", "bob")]
            return tables, told, floor.meters["main"].state, wallets, floor.store.balances()

    store = open_store(older)
    assert not any("/" in stored.kind for stored in store.read(limit=100_000))
    store.close()
    assert asyncio.run(look(older)) == asyncio.run(look(written))


def test_an_older_record_is_verified_reconciled_and_told_again_like_a_newer_one(written: str, older: str) -> None:
    def look(url: str) -> tuple[object, ...]:
        store = open_store(url)
        assert isinstance(audit.verify(store), audit.Verified)
        tables = {name: folded(store, f"table:{name}") for name in ("tcp-1", "dc-1")}
        inquiry = Inquiry(store, tables, ["main"])
        rounds = [inquiry.rounds(name) for name in tables]
        steps = [list(inquiry.steps(name, 1)) for name in tables]
        kinds = [EVENTS[PlayerJoined].kind, "PlayerJoined", "double-chance/CardsDealt", "CardsDealt"]
        kinds += ["meter/OutcomeRecorded", "OutcomeRecorded", "accounts/AccountMade", "AccountMade", "floor/CardsDealt"]
        found = {kind: inquiry.find(Search(kind=kind, limit=500)) for kind in kinds}
        assert found["PlayerJoined"] and found["PlayerJoined"] == found["people/PlayerJoined"]
        assert {line.table for line in found["double-chance/CardsDealt"]} == {"dc-1"}
        assert {line.table for line in found["CardsDealt"]} == {"tcp-1", "dc-1"}
        assert len(found["accounts/AccountMade"]) == len(POSTS)
        assert found["floor/CardsDealt"] == []
        checked = reports(store)
        assert [report.ok for report in checked] == [True]
        store.close()
        return rounds, steps, found, checked

    assert look(older) == look(written)


def test_faces_stay_out_of_what_is_handed_out_of_an_older_record(older: str) -> None:
    store, out = open_store(older), io.StringIO()
    handing_out.export(store, out, "jsonl")
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert {row["kind"] for row in rows if "_sd" in row["payload"]} == {"HandSeen", "HandPickedUp"}
    assert all("cards" not in row["payload"] for row in rows if "_sd" in row["payload"])
    inquiry = Inquiry(store, {"dc-1": folded(store, "table:dc-1")})
    for face in chance.FLUSH.split():
        assert inquiry.find(Search(table="dc-1", person=face)) == []
    store.close()


def test_an_older_record_is_played_on_and_from_there_on_written_as_today(older: str) -> None:
    async def go_on() -> None:
        deck = Deck()
        async with opened(older, deck) as floor:
            people = People(floor.store, floor.clock, hasher=CHEAP)
            assert await asyncio.to_thread(people.first_start) == {}, "the accounts were made long ago"
            before = floor.store.head()[0]
            await poker.win_royal_flush(floor, "tcp-1", ANN, deck)
            assert isinstance(await floor.determine("main", "tcp-1", poker.MANAGER, confirmed=True), Accepted)
            again = await floor.command("tcp-1", Join(seat=5, cents=100_00), BOB)
            assert isinstance(again, Accepted)
            assert all("/" in stored.kind for stored in floor.store.read(after=before))
            assert floor.meters["main"].state.paid_cents == 2 * 10_001_00
            assert isinstance(audit.verify(floor.store), audit.Verified)
            assert [report.ok for report in reports(floor.store)] == [True]
            states = {name: live.state for name, live in floor.tables.items()}
        async with opened(older) as floor:
            assert {name: live.state for name, live in floor.tables.items()} == states

    asyncio.run(go_on())


def test_a_command_of_an_older_record_is_answered_again_as_it_was(older: str) -> None:
    async def ask() -> None:
        async with opened(older) as floor:
            joined = next(each for each in floor.store.read("table:tcp-1") if each.kind == "PlayerJoined")
            answer = await floor.command("tcp-1", Join(seat=1, cents=200_00), ANN, joined.command_id)
            assert isinstance(answer, Accepted)
            assert answer.events[-1].kind == "people/PlayerJoined"
            assert answer.events[-1].position == joined.position

    asyncio.run(ask())


def table_of(name: str) -> LiveTable:
    terms = msgspec.to_builtins(game(name).terms(table="t"))
    return LiveTable(TableRegistered(table="t", title="T", game=name, terms=terms, automatic=False, under=()))


def test_an_upcaster_is_one_game_s_though_two_have_stored_events_under_one_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step = [lambda old: {**old, "cards": old["number"]}]
    monkeypatch.setitem(upcasters._steps, "double-chance/CardsDealt", step)
    for kind in ("CardsDealt", "double-chance/CardsDealt"):
        payload = b'{"type":"CardsDealt","area":3,"number":5,"under":[]}'
        row = Stored(1, "table:t", 1, kind, 1, "dan", 0, payload, "c", b"", b"")
        assert table_of("double-chance").read(row).cards == 5  # type: ignore[attr-defined]
    payload = b'{"type":"CardsDealt","place":2,"cards":3,"under":[]}'
    for kind in ("CardsDealt", "three-card-poker/CardsDealt"):
        row = Stored(1, "table:t", 1, kind, 1, "dan", 0, payload, "c", b"", b"")
        event = table_of("three-card-poker").read(row)
        assert (event.cards, kind_of(event)) == (3, "three-card-poker/CardsDealt")  # type: ignore[attr-defined]


def test_a_stream_does_not_read_what_is_none_of_its_kinds() -> None:
    live = table_of("matchmaker")
    for kind in ("double-chance/CardsDealt", "CardsDealt", "wallet/ChipsGranted", "Nonsense", "matchmaker/Nonsense"):
        assert live.kinds.kind(kind) is None
        with pytest.raises(LookupError, match="none of its kinds"):
            live.read(Stored(1, "table:t", 1, kind, 1, "dan", 0, b"{}", "c", b"", b""))
    assert Kinds((PlayerJoined,)).kind("PlayerJoined") == "people/PlayerJoined"
