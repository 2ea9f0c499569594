"""What every store must do, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from threading import Event, Thread

import msgspec
import pytest

from croupier.floor.reading import audit
from croupier.floor.store import (
    Append,
    CommandIdTaken,
    Commit,
    Committed,
    Conflict,
    Known,
    Malformed,
    NewEvent,
    Overloaded,
    Posting,
    RefusedBefore,
    Stopped,
    Store,
    StoreError,
    open_store,
)
from croupier.floor.store.sealing import Unsealable, disclosure, unseal
from tests.floor.store.commits import bet, commit, note, on, write
from tests.floor.store.conftest import Open


def test_an_event_comes_back_as_it_was_written(store: Store) -> None:
    written = commit(on("table:1", 0, bet(500)), command_id="c1", content=b"what")
    assert store.submit(written).result(60) == Committed((1, 1), repeated=False)
    (event,) = store.read()
    assert (event.position, event.stream, event.version, event.kind, event.schema) == (
        1,
        "table:1",
        1,
        "wager-placed",
        1,
    )
    assert (event.actor, event.at, event.command_id) == ("ann", 1_700_000_000_000, "c1")
    assert (event.payload, event.disclosures) == (b'{"cents":500}', None)
    known = store.known("c1")
    assert known is not None and known.content.endswith(b"what") and len(known.content) == 32 + len(b"what")
    assert event.command == b"\1" + sha256(known.content).digest(), "behind its salt, and told by a commitment to both"
    assert store.head() == (1, event.digest)
    assert store.postings(1, 1) == {1: (Posting("wallet:ann", "table:1:rack", 500),)}


def test_the_digest_is_the_leaf_of_lengths_and_fields_and_the_leaf_before_in_the_stream(store: Store) -> None:
    write(store, on("t", 0, bet(7)), command_id="c1")
    write(store, on("u", 0, note("x")), command_id="c2")
    write(store, on("t", 1, note("é")), command_id="c3")

    def leaf(*fields: bytes) -> bytes:
        sizes = b"".join(n.to_bytes(8, "big") for n in [len(fields), *map(len, fields)])
        return sha256(b"\0" + sizes + b"".join(fields)).digest()

    who = b"ann", b"1700000000000"
    bet7 = leaf(
        *(b"t", b"1", b"wager-placed", b"1", *who, b'{"cents":7}', b"c1", b"", bytes(32)),
        *(b"wallet:ann", b"table:1:rack", b"7"),
    )
    other = leaf(b"u", b"1", b"noted", b"1", *who, b'{"text":"x"}', b"c2", b"", bytes(32))
    noted = leaf(b"t", b"2", b"noted", b"1", *who, '{"text":"é"}'.encode(), b"c3", b"", bet7)
    assert [event.digest for event in store.read()] == [bet7, other, noted]


def test_a_sealed_field_is_kept_beside_the_event_with_a_salt(store: Store, url: str) -> None:
    hand = NewEvent("seen", 1, b'{"player":"ann","faces":["AS","KD"]}', (), ("faces",))
    write(store, on("t", 0, hand, hand))
    first, second = store.read()
    assert first.whole == second.whole == b'{"player":"ann","faces":["AS","KD"]}'
    assert b'"AS"' not in first.payload and first.payload != second.payload
    made = msgspec.json.decode(first.disclosures or b"", type=list[str])
    digest = urlsafe_b64encode(sha256(made[0].encode()).digest()).rstrip(b"=").decode()
    assert msgspec.json.decode(first.payload) == {"player": "ann", "_sd": [digest]}
    salt, field, value = msgspec.json.decode(urlsafe_b64decode(made[0] + "=" * (-len(made[0]) % 4)))
    assert (field, value) == ("faces", ["AS", "KD"]) and len(urlsafe_b64decode(salt + "==")) == 16
    forged = first.disclosures.replace(made[0].encode(), disclosure(b"x" * 16, "faces", ["2C"]).encode())
    with pytest.raises(Unsealable):
        unseal(first.payload, forged)


def test_a_stream_that_moved_on_is_a_conflict_and_nothing_is_written(store: Store) -> None:
    write(store, on("t", 0, note()))
    before = store.head()
    assert store.submit(commit(on("t", 0, bet()))).result(60) == Conflict("t", expected=0, actual=1)
    assert store.submit(commit(on("t", 2, bet()))).result(60) == Conflict("t", expected=2, actual=1)
    assert store.head() == before
    assert store.balances() == {}


def test_several_streams_are_written_together_or_not_at_all(store: Store) -> None:
    write(store, on("meter", 0, note()))
    both = [on("table", 0, bet()), on("meter", 0, note())]
    assert store.submit(commit(*both)).result(60) == Conflict("meter", expected=0, actual=1)
    assert list(store.stream("table")) == []
    written = write(store, on("table", 0, bet(), note()), on("meter", 1, note()))
    assert written.positions == (2, 4)
    assert [(e.stream, e.version) for e in store.read(after=1)] == [("table", 1), ("table", 2), ("meter", 2)]
    assert store.streams() == {"meter": 2, "table": 2}


def test_an_append_without_events_guards_a_stream_that_was_only_read(store: Store) -> None:
    write(store, on("exclusions", 0, note()))
    assert store.submit(commit(on("exclusions", 0), on("t", 0, note()))).result(60) == Conflict("exclusions", 0, 1)
    assert write(store, on("exclusions", 1), on("t", 0, note())).positions == (2, 2)
    assert store.streams() == {"exclusions": 1, "t": 1}


def test_a_command_id_seen_before_is_answered_as_before_and_writes_nothing(store: Store, opened: Open) -> None:
    first = again = commit(on("t", 0, bet()), command_id="once", content=b"bet")
    other = commit(on("t", 1, bet()), command_id="once", content=b"another bet")
    same_moment = [store.submit(first), store.submit(again)]
    assert same_moment[0].result(60) == Committed((1, 1), repeated=False)
    assert same_moment[1].result(60) == Committed((1, 1), repeated=True)
    assert opened().submit(again).result(60) == Committed((1, 1), repeated=True)
    for asked in (store, opened()):
        with pytest.raises(CommandIdTaken, match="something else"):
            asked.submit(other).result(60)
    known = store.known("once")
    assert known is not None and known == Known("ann", known.content, 1, 1)
    assert store.known("never") is None
    assert store.head()[0] == 1
    assert store.balance("table:1:rack") == 500


def test_a_conflict_does_not_use_up_the_command_id(store: Store) -> None:
    assert isinstance(store.submit(commit(on("t", 5, note()), command_id="c")).result(60), Conflict)
    assert write(store, on("t", 0, note()), command_id="c").repeated is False


def test_another_actor_cannot_learn_a_reply_by_its_command_id(store: Store) -> None:
    write(store, on("t", 0, note()), command_id="c", actor="ann")
    with pytest.raises(CommandIdTaken):
        store.submit(commit(on("t", 1, note()), command_id="c", actor="bob")).result(60)
    with pytest.raises(CommandIdTaken):
        store.known("c", actor="bob")
    assert store.known("c", actor="ann") == Known("ann", b"", 1, 1)
    assert store.head()[0] == 1


def test_a_refused_command_id_stays_refused_until_it_is_forgotten(store: Store, opened: Open) -> None:
    store.remember_refusal("no", "ann", b"bet", b'{"why":"late"}', 1000).result(60)
    asked = commit(on("t", 0, note()), command_id="no", content=b"bet")
    for each in (store, opened()):
        assert each.submit(asked).result(60) == RefusedBefore(b'{"why":"late"}')
        with pytest.raises(CommandIdTaken):
            each.submit(commit(on("t", 0, note()), command_id="no", content=b"else")).result(60)
    assert isinstance(audit.verify(store), audit.Verified)
    assert (store.forget_refusals(1000), store.forget_refusals(1001)) == (0, 1)
    assert store.submit(asked).result(60) == Committed((1, 1))


def test_events_are_read_behind_a_position_or_a_version(store: Store) -> None:
    for version in range(3):
        write(store, on("a", version, note()), on("b", version, note()))
    assert [e.position for e in store.read(after=4)] == [5, 6]
    assert [e.position for e in store.read(limit=2)] == [1, 2]
    assert [e.position for e in store.read("b", after=2)] == [4, 6]
    assert [e.version for e in store.stream("a", after_version=1)] == [2, 3]


def test_a_long_stream_is_read_to_its_end(store: Store) -> None:
    write(store, on("t", 0, *[note()] * 4500))
    assert [e.version for e in store.stream("t", after_version=10)] == list(range(11, 4501))


def test_prefixes_are_taken_literally(store: Store) -> None:
    moves = (Posting("a_1", "a%2", 5), Posting("ab1", "a%2", 1))
    write(store, on("x_1", 0, NewEvent("k", 1, b"{}", moves)), on("xy1", 0, note()))
    assert store.streams("x_") == {"x_1": 1}
    assert store.balances("a_") == {"a_1": -5}
    assert store.balances("a%") == {"a%2": 6}


def test_the_ledger_adds_up_to_zero(store: Store) -> None:
    write(store, on("t", 0, bet(500), bet(200, "bob")))
    paid = NewEvent("wager-paid", 1, b"{}", (Posting("table:1:rack", "wallet:ann", 1500),))
    write(store, on("t", 2, paid))
    assert store.balances() == {"table:1:rack": 500 + 200 - 1500, "wallet:ann": 1500 - 500, "wallet:bob": -200}
    assert store.balances("wallet:") == {"wallet:ann": 1000, "wallet:bob": -200}
    assert sum(store.balances().values()) == 0
    assert store.balance("nobody") == 0


def test_positions_have_no_gaps_under_eight_writers_on_two_stores(opened: Open) -> None:
    stores = [opened(), opened()]
    each = 25

    def act(number: int) -> None:
        store = stores[number % 2]
        version = done = 0
        while done < each:
            shared = on("shared", version, bet(1, f"p{number}"))
            own = on(f"own:{number}", done, note())
            outcome = store.submit(commit(shared, own)).result(30)
            if isinstance(outcome, Conflict):
                version = outcome.actual
            else:
                version, done = version + 1, done + 1

    threads = [Thread(target=act, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [e.position for e in stores[0].read()] == list(range(1, 2 * 8 * each + 1))
    assert [e.version for e in stores[1].stream("shared")] == list(range(1, 8 * each + 1))
    assert stores[0].balance("table:1:rack") == 8 * each
    assert isinstance(audit.verify(stores[0]), audit.Verified)


def test_a_listener_hears_every_new_head_once_and_in_order(store: Store) -> None:
    heard: list[int] = []
    store.listen(heard.append)
    for version in range(5):
        write(store, on("t", version, note()))
    store.close()
    assert heard == [1, 2, 3, 4, 5]


def test_a_failing_listener_harms_neither_the_store_nor_the_others(store: Store) -> None:
    heard: list[int] = []

    def broken(_position: int) -> None:
        raise RuntimeError("a listener's own trouble")

    store.listen(broken)
    store.listen(heard.append)
    write(store, on("t", 0, note()))
    write(store, on("t", 1, note()))
    store.close()
    assert heard == [1, 2]


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_listener_hears_of_commits_made_elsewhere(opened: Open) -> None:
    here, elsewhere = opened(), opened()
    heard, arrived = [], Event()

    def hear(position: int) -> None:
        heard.append(position)
        if position == 2:
            arrived.set()

    here.listen(hear)
    write(elsewhere, on("t", 0, note()))
    write(elsewhere, on("t", 1, note()))
    assert arrived.wait(60)
    assert heard[-1] == 2


def test_a_full_queue_refuses_at_once_and_takes_more_later(opened: Open) -> None:
    store = opened(capacity=3)
    entered, release = Event(), Event()

    def stall(_position: int) -> None:
        entered.set()
        assert release.wait(60)

    store.listen(stall)
    write(store, on("t", 0, note()))
    assert entered.wait(60)
    waiting = [store.submit(commit(on("t", version, note()))) for version in (1, 2, 3)]
    with pytest.raises(Overloaded):
        store.submit(commit(on("t", 4, note())))
    release.set()
    assert [future.result(60) for future in waiting] == [Committed((p, p)) for p in (2, 3, 4)]
    assert write(store, on("t", 4, note())).positions == (5, 5)


def test_a_commit_cancelled_while_it_waits_is_not_written(store: Store) -> None:
    entered, release = Event(), Event()

    def stall(_position: int) -> None:
        entered.set()
        assert release.wait(60)

    store.listen(stall)
    write(store, on("t", 0, note()))
    assert entered.wait(60)
    cancelled = store.submit(commit(on("a", 0, note())))
    kept = store.submit(commit(on("b", 0, note())))
    assert cancelled.cancel()
    release.set()
    assert kept.result(60) == Committed((2, 2))
    assert store.streams() == {"b": 1, "t": 1}


def test_an_event_loop_can_await_commits(store: Store) -> None:
    async def many() -> list[Committed | Conflict]:
        return await asyncio.gather(*(store.commit(commit(on(f"t{n}", 0, note()))) for n in range(20)))

    assert asyncio.run(many()) == [Committed((n, n)) for n in range(1, 21)]
    assert asyncio.run(many()) == [Conflict(f"t{n}", 0, 1) for n in range(20)]


def test_an_event_loop_hears_of_failures_and_may_stop_waiting(store: Store) -> None:
    async def act() -> None:
        await store.commit(commit(on("t", 0, note()), command_id="c", actor="ann"))
        with pytest.raises(CommandIdTaken):
            await store.commit(commit(on("t", 1, note()), command_id="c", actor="bob"))
        with pytest.raises(Malformed):
            await store.commit(commit())
        given_up = asyncio.create_task(store.commit(commit(on("u", 0, note()))))
        await asyncio.sleep(0)
        given_up.cancel()
        assert isinstance(await store.commit(commit(on("t", 1, note()))), Committed)
        assert given_up.cancelled()

    asyncio.run(act())


def test_a_loop_that_closes_before_its_commit_is_written_does_not_stop_the_writer(store: Store) -> None:
    entered, release = Event(), Event()

    def stall(_position: int) -> None:
        entered.set()
        assert release.wait(60)

    store.listen(stall)
    write(store, on("t", 0, note()))
    assert entered.wait(60)
    loop = asyncio.new_event_loop()
    task = loop.create_task(store.commit(commit(on("u", 0, note()))))
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    release.set()
    write(store, on("t", 1, note()))
    assert store.streams() == {"t": 2, "u": 1}
    task._log_destroy_pending = False  # type: ignore[attr-defined]


def test_what_is_queued_is_written_before_the_store_closes(store: Store, opened: Open) -> None:
    futures = [store.submit(commit(on(f"t{n}", 0, note()))) for n in range(50)]
    store.close()
    assert all(isinstance(future.result(0), Committed) for future in futures)
    assert opened().head()[0] == 50


def test_a_closed_store_takes_nothing(store: Store) -> None:
    store.close()
    with pytest.raises(Stopped):
        store.submit(commit(on("t", 0, note())))


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(commit(), id="no appends"),
        pytest.param(commit(on("t", 0)), id="no events"),
        pytest.param(commit(on("t", 0, note()), on("t", 1, note())), id="the same stream twice"),
        pytest.param(commit(on("", 0, note())), id="no stream"),
        pytest.param(commit(on("t", -1, note())), id="negative version"),
        pytest.param(commit(on("t\x00", 0, note())), id="NUL"),
        pytest.param(commit(on("t\ud800", 0, note())), id="lone surrogate"),
        pytest.param(commit(on("t" * 257, 0, note())), id="long stream"),
        pytest.param(commit(on("t", 0, NewEvent("k", 0, b"{}"))), id="schema 0"),
        pytest.param(commit(on("t", 0, NewEvent("k", 1, b"{"))), id="broken JSON"),
        pytest.param(commit(on("t", 0, NewEvent("k", 1, b'"\xff"'))), id="not UTF-8"),
        pytest.param(commit(on("t", 0, NewEvent("k", 1, b"{\n}"))), id="JSON on two lines"),
        pytest.param(commit(on("t", 0, NewEvent("k", 1, b'"%s"' % (b"x" * (1 << 16))))), id="large payload"),
        pytest.param(commit(on("t", 0, NewEvent("k", 1, b"{}", (Posting("a", "b", 0),)))), id="no cents"),
        pytest.param(commit(on("t", 0, NewEvent("k", 1, b"{}", (Posting("a", "b", -5),)))), id="negative cents"),
        pytest.param(commit(on("t", 0, NewEvent("k", 1, b"{}", (Posting("a", "b", 0.5),)))), id="half a cent"),
        pytest.param(commit(on("t", 0, NewEvent("k", 1, b"{}", (Posting("a", "b", 1 << 70),)))), id="huge cents"),
        pytest.param(commit(on("t", 0, NewEvent("k", 1, b"{}", (Posting("a", "a", 5),)))), id="to itself"),
        pytest.param(Commit("c", "ann", -1, (Append("t", 0, (note(),)),), b""), id="negative time"),
        pytest.param(Commit("", "ann", 1, (Append("t", 0, (note(),)),), b""), id="no command id"),
    ],
)
def test_a_malformed_commit_is_refused_and_changes_nothing(store: Store, bad: Commit) -> None:
    with pytest.raises(Malformed):
        store.submit(bad)
    assert store.head() == (0, bytes(32))
    assert write(store, on("t", 0, note())).positions == (1, 1)


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "mysql://x/y", "no address", ""])
def test_an_address_that_cannot_hold_a_store_is_refused(address: str) -> None:
    with pytest.raises(StoreError):
        open_store(address)
