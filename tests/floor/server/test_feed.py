"""The feed over real sockets: nothing lost, nothing twice, and nothing that is not for the viewer."""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.protocol import Protocol, Side
from websockets.sync.client import ClientConnection, connect

from croupier.floor.acts.live_table import LiveTable
from croupier.floor.opening import Opening
from croupier.floor.reading.feed import PATIENCE, Batch, LeftBehind, TableFeed, Watcher
from croupier.floor.reading.frames import text_frame
from croupier.floor.server.reception import Reception, Settings
from croupier.table import views
from croupier.table.contract import Actor
from tests.floor.server.serving import Person, Served, served


def next_message(socket: ClientConnection) -> dict[str, Any]:
    return dict(json.loads(socket.recv(timeout=30)))


def until(socket: ClientConnection, position: int) -> list[dict[str, Any]]:
    """The messages up to the one that reaches a position."""
    messages = [next_message(socket)]
    while messages[-1].get("position", 0) < position:
        messages.append(next_message(socket))
    return messages


def told(messages: list[dict[str, Any]]) -> list[int]:
    return [line["version"] for message in messages for line in message.get("events", ())]


async def feed_of(reception: Reception, live: LiveTable) -> TableFeed:
    return reception.feeds.of(live)


def bet(who: Person, table: str, seat: int) -> None:
    who.do(table, "Join", cents=20_000, seat=seat)
    for name in ("pair match", "suit match", "miss match"):
        who.do(table, "PlaceWager", area=seat, bet=name, cents=500)


def test_a_feed_begins_with_the_table_as_it_is_and_goes_on_with_each_change(house: Served) -> None:
    table, ann = house.new_table("mm-hello"), house.guest("Ann")
    with ann.watch(table) as socket:
        hello = next_message(socket)
        now = ann.get(f"/api/tables/{table}")
        at = hello.pop("at")
        assert hello == {"type": "hello", "skipped": False, **now}
        ann.do(table, "Join", cents=20_000, seat=3)
        change = until(socket, hello["position"] + 1)[-1]
        assert change["type"] == "events"
        assert [line["text"] for line in change["events"]] == ["Ann takes seat 3 with $200."]
        assert change["view"]["you"]["seat"] == 3
        assert change["version"] == change["events"][-1]["version"]
        assert at <= change["events"][-1]["at"] <= change["at"], "every message says when it is, by the floor's clock"


def test_a_broken_socket_resumes_without_loss_or_repetition(house: Served) -> None:
    table, seen = house.new_table("mm-broken"), list[int]()
    inspector, supervisor, ann = house.staff("inspector"), house.staff("supervisor"), house.guest()
    start = house.store.streams()[f"table:{table}"]
    position: int | None = None
    with ThreadPoolExecutor(1) as threads:

        def play() -> None:
            ann.do(table, "Join", cents=50_000, seat=1)
            for _ in range(3):
                ann.do(table, "PlaceWager", area=1, bet="miss match", cents=500)
                while supervisor.view(table)["due"]:
                    house.act_due(supervisor, table)

        playing = threads.submit(play)
        done = False
        while not done:
            done = playing.done()
            with inspector.watch(table, after=position) as socket:
                for _ in range(4):
                    try:
                        message = json.loads(socket.recv(timeout=0.3))
                    except TimeoutError:
                        break
                    seen += told([message])
                    position = message.get("position", position)
                socket.socket.close()  # broken off, not closed
        playing.result()
    end = house.store.streams()[f"table:{table}"]
    with inspector.watch(table, after=position) as socket:
        messages = [next_message(socket)]
        while messages[-1]["type"] != "hello":
            messages.append(next_message(socket))
    seen += told(messages)
    first = seen[0] if seen else end + 1
    assert start < first <= end
    assert seen == list(range(first, end + 1))
    assert messages[-1]["version"] == end


def test_events_long_past_are_told_from_the_store(house: Served) -> None:
    table, inspector = house.new_table("mm-long-past"), house.staff("inspector")
    live = house.house.reception.floor.table(table)
    first = live.log[0].position
    for _ in range(3):
        live.log.popleft()  # as if they were long gone
    with inspector.watch(table, after=first) as socket:
        missed = next_message(socket)
        assert told([missed]) == list(range(2, live.version + 1))
        assert next_message(socket)["type"] == "hello"
    with inspector.watch(table, after=live.position) as socket:
        assert next_message(socket)["type"] == "hello"


def test_a_player_hears_nothing_that_is_only_for_the_house(house: Served) -> None:
    table, ann, bob = house.new_table("mm-private"), house.guest("Ann"), house.guest("Bob")
    supervisor, stranger = house.staff("supervisor"), house.stranger()
    for seat, who in ((1, ann), (2, bob)):
        who.do(table, "Join", cents=10_000, seat=seat)
    watchers = {"ann": ann, "bob": bob, "stranger": stranger, "supervisor": supervisor}
    operator = house.staff("operator")
    with ExitStack() as open_sockets:
        sockets = {name: open_sockets.enter_context(who.watch(table)) for name, who in watchers.items()}
        for socket in sockets.values():
            next_message(socket)
        supervisor.do(table, "ReportContravention", person=bob.id, clause="11.1", what="a hidden camera")
        bob.do(table, "RaiseDispute", about="it was no camera")
        last = operator.do(table, "AgreePersonalLimit", player=ann.id, minimum=1000, maximum=200_000)["position"]
        heard = {name: until(socket, last) for name, socket in sockets.items()}
    lines = {name: [line for each in messages for line in each["events"]] for name, messages in heard.items()}
    kinds = {name: [line["kind"] for line in found] for name, found in lines.items()}
    assert kinds["supervisor"][-3:] == [
        "conduct/ContraventionRecorded",
        "disputes/DisputeRaised",
        "permissions/PersonalLimitAgreed",
    ]
    assert kinds["bob"] == ["disputes/DisputeRaised"]
    assert kinds["ann"] == ["permissions/PersonalLimitAgreed"]
    assert kinds["stranger"] == []
    for name in ("ann", "stranger"):
        text = json.dumps(heard[name])
        assert "camera" not in text
    assert all(message["view"]["house"] is None for name in ("ann", "bob", "stranger") for message in heard[name])


def test_everyone_who_watches_sees_every_round_and_it_stays_cheap(house: Served) -> None:
    table, ann = house.new_table("mm-crowd"), house.guest()
    with ExitStack() as open_sockets:
        sockets = [open_sockets.enter_context(house.stranger().watch(table)) for _ in range(60)]
        for socket in sockets:
            next_message(socket)
        watching = {line["id"]: line["watching"] for line in house.stranger().get("/api/tables")}
        assert watching[table] == 60
        feed = house.house.reception.feeds.of(house.house.reception.floor.table(table))
        rendered = []
        render = feed._render
        feed._render = lambda news, seat: rendered.append(seat) or render(news, seat)  # type: ignore
        bet(ann, table, 1)
        house.play_out(table)
        end = house.house.reception.floor.table(table)
        for socket in sockets:
            messages = until(socket, end.position)
            assert told(messages)[-1] == end.version
            assert messages[-1]["view"]["round"] == 1
    # One rendering for the strangers at each change, however many they are.
    assert 0 < len(rendered) <= end.version
    deadline = time.monotonic() + 30
    while feed.watching and time.monotonic() < deadline:
        time.sleep(0.05)
    assert feed.watching == 0


def test_a_crowd_costs_one_view_at_each_change_and_one_for_all_who_come_between(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ann = house.new_table("mm-many"), house.guest()
    reception = house.house.reception
    live, asked = reception.floor.table(table), list[str]()
    now = reception.floor.clock()
    monkeypatch.setattr(house.run(feed_of(reception, live)), "_clock", lambda: now)
    offers = views.offers

    def counted(engine: Any, state: Any, viewer: Actor, at: int) -> Any:
        asked.append(viewer.id)
        return offers(engine, state, viewer, at)

    monkeypatch.setattr(views, "offers", counted)
    with ExitStack() as open_sockets:
        sockets = [open_sockets.enter_context(house.stranger().watch(table)) for _ in range(40)]
        hellos = [next_message(socket) for socket in sockets]
        assert asked == [""], "what forty strangers are shown first is worked out once"
        assert all(hello["view"] == hellos[0]["view"] for hello in hellos)
        asked.clear()
        last = ann.do(table, "Join", cents=20_000, seat=1)["position"]
        for socket in sockets:
            assert until(socket, last)[-1]["view"]["people"][0]["seat"] == 1
        assert 1 <= len(asked) <= live.version - hellos[0]["version"], "and what they are told, once at each change"


def test_a_frame_that_is_ready_is_what_the_protocol_would_send() -> None:
    for size in (0, 125, 126, 65_535, 65_536, 70_000):
        frames = Protocol(Side.SERVER)
        frames.send_text(b"x" * size)
        assert b"".join(frames.data_to_send()) == text_frame("x" * size)


def test_a_message_is_sent_past_the_loop_only_when_nothing_is_before_it() -> None:
    async def watched() -> tuple[list[bytes], list[str], list[bytes]]:
        sent, taken, keeps_up = list[bytes](), list[str](), True

        def outlet(frame: bytes) -> bool:
            if keeps_up:
                sent.append(frame)
            return keeps_up

        watcher = Watcher(Actor("", ""))
        watcher.outlet = outlet
        one, two, three, four = (Batch(n, n, (f'{{"n":{n}}}',), "{}") for n in range(4))
        watcher.put(one)
        watcher.send()
        assert not sent, "the one who takes messages has one on its way"
        taken.append(await watcher.take())
        taking = asyncio.create_task(watcher.take())
        await asyncio.sleep(0)
        watcher.put(two)
        watcher.send()
        keeps_up = False
        watcher.put(three)
        watcher.send()
        keeps_up = True
        watcher.put(four)
        watcher.send()
        await asyncio.sleep(0)
        assert not taking.done(), "what was sent is not taken again"
        watcher.leave_behind()
        with pytest.raises(LeftBehind):
            await taking
        return sent, taken, [two.frame, four.behind([three]).frame]

    sent, taken, wanted = asyncio.run(watched())
    assert sent == wanted
    assert [json.loads(text)["events"] for text in taken] == [[{"n": 0}]]


def test_batches_that_wait_for_many_are_joined_once() -> None:
    one, two = (Batch(n, n, (f'{{"n":{n}}}',), "{}") for n in range(2))
    assert two.behind([one]) is two.behind([one])
    assert two.behind([one]).events == ('{"n":0}', '{"n":1}')
    assert two.behind([]) is two


def test_what_gathers_for_a_slow_watcher_becomes_one_message_with_all_events() -> None:
    async def slow() -> str:
        watcher = Watcher(Actor("", ""))
        watcher.put(Batch(5, 1, ('{"n":1}',), '{"first":1}'))
        watcher.put(Batch(7, 3, ('{"n":2}', '{"n":3}'), '{"last":1}', '{"value":9}', at=11))
        return await watcher.take()

    assert json.loads(asyncio.run(slow())) == {
        "type": "events",
        "position": 7,
        "version": 3,
        "at": 11,
        "events": [{"n": 1}, {"n": 2}, {"n": 3}],
        "view": {"last": 1},
        "meter": {"value": 9},
        "call": None,
    }


def test_a_watcher_who_is_hopelessly_slow_is_sent_off_to_resume() -> None:
    async def hopeless() -> None:
        watcher = Watcher(Actor("", ""))
        for number in range(PATIENCE + 1):
            watcher.put(Batch(number, number, ("{}",), "{}"))
        await watcher.take()

    with pytest.raises(LeftBehind):
        asyncio.run(hopeless())


def test_a_table_that_is_not_there_and_a_position_that_is_none_end_the_feed_with_the_reason(house: Served) -> None:
    table = house.new_table("mm-codes", open=False)
    for path, code in (("nowhere/feed", 4404), (f"{table}/feed?after=soon", 4400), (f"{table}/feed?after=-1", 4400)):
        with connect(f"{house.address.replace('http', 'ws')}/api/tables/{path}") as socket:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=30)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == code
            assert closed.value.rcvd.reason


def test_another_site_s_page_cannot_watch(house: Served) -> None:
    table = house.new_table("mm-origin", open=False)
    with pytest.raises(InvalidStatus) as refused:
        house.stranger().watch(table, origin="http://elsewhere.example")
    assert refused.value.response.status_code == 403
    with house.stranger().watch(table, origin=house.address) as socket:
        assert next_message(socket)["type"] == "hello"


def test_the_lobby_tells_of_new_tables_and_of_who_sits_down(house: Served) -> None:
    with connect(f"{house.address.replace('http', 'ws')}/api/lobby/feed") as socket:
        first = next_message(socket)
        assert first["type"] == "tables"
        house.new_table("mm-lobby")
        house.guest().do("mm-lobby", "Join", cents=1000, seat=1)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            tables = {table["id"]: table for table in next_message(socket)["tables"]}
            if tables.get("mm-lobby", {}).get("seated") == 1:
                break
        assert tables["mm-lobby"]["seated"] == 1
        assert "mm-lobby" not in {table["id"] for table in first["tables"]}


def test_a_quiet_feed_pings_and_ends_with_its_session(tmp_path: Path) -> None:
    opening = Opening(settings=Settings(ping_seconds=0.2, sign_ins_a_minute=100), demo=False)
    with served(tmp_path, opening) as quick:
        table, supervisor = quick.new_table("mm-quiet", open=False), quick.staff("supervisor")
        with supervisor.watch(table) as socket:
            assert next_message(socket)["view"]["house"] is not None
            assert next_message(socket) == {"type": "ping"}
            supervisor.http.post("/api/sign-out")
            with pytest.raises(ConnectionClosed) as closed:
                while True:  # however many pings came before
                    socket.recv(timeout=30)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
