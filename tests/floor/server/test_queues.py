"""Queues: what is heavy waits for its turn, is worked out once, and never stands in the way of play."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from croupier.floor.opening import Opening
from croupier.floor.server.limits import unlimited
from croupier.floor.server.pools import Busy, Kept, Lane, Pool, Shared
from croupier.floor.server.reception import Settings
from croupier.floor.server.workshop import TooLong, Workshop
from tests.floor.server.serving import Served, Staffed, served

CLIENTS = 20
SECONDS = 4

HAMMER = """
import asyncio, collections, json, statistics, sys, time
import httpx

ADDRESS, CLIENTS, SECONDS, TABLE = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
ASKED = [
    f"/api/tables/{TABLE}/rounds?limit=200",
    "/api/odds/three-card-poker?jackpot=1&meter=%d",
    "/api/schema/openapi.json",
    "/api/odds/matchmaker?decks=8",
    f"/api/tables/{TABLE}/rounds?limit=%d",
    "/api/rules/three-card-poker",
]

async def hammer(client, n, seen, times):
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        n += len(ASKED)
        path = ASKED[n % len(ASKED)]
        number = 10_000 + n % 150 if "meter" in path else 1 + n % 200
        before = time.monotonic()
        answer = await client.get(path % number if "%d" in path else path)
        seen[answer.status_code] += 1
        if answer.status_code == 200:
            times.append(time.monotonic() - before)

async def main():
    seen, times = collections.Counter(), []
    async with httpx.AsyncClient(base_url=ADDRESS, timeout=60, limits=httpx.Limits(max_connections=CLIENTS)) as client:
        await asyncio.gather(*(hammer(client, n, seen, times) for n in range(CLIENTS)))
    print(json.dumps({"seen": seen, "median": statistics.median(times)}))

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house with a table at which some rounds were played; nobody is kept to a rate."""
    with served(tmp_path_factory.mktemp("busy"), house=Staffed) as running:
        table = running.new_table("mm-busy")
        ann = running.guest()
        ann.do(table, "Join", cents=90_000)
        for _ in range(12):
            ann.do(table, "PlaceWager", area=1, bet="pair match", cents=500)
            running.play_out(table)
        yield running


def test_play_does_not_wait_behind_heavy_answers(busy: Served) -> None:
    ann = busy.guest("Beth")
    arguments = [busy.address, str(CLIENTS), str(SECONDS), "mm-busy"]
    with subprocess.Popen([sys.executable, "-c", HAMMER, *arguments], stdout=subprocess.PIPE, text=True) as hammering:
        times: list[float] = []
        time.sleep(0.5)
        while hammering.poll() is None:
            before = time.monotonic()
            assert ann.http.get("/api/me").status_code == 200
            times.append(time.monotonic() - before)
            time.sleep(0.02)
        assert hammering.stdout is not None
        hammered = json.loads(hammering.stdout.read())
        seen = Counter({int(status): n for status, n in hammered["seen"].items()})
    print(f"median {statistics.median(times) * 1000:.0f} ms of {len(times)}, worst {max(times) * 1000:.0f} ms; {seen}")
    assert seen[200] > CLIENTS
    assert set(seen) <= {200, 503}, seen
    assert statistics.median(times) < hammered["median"] / 2


def test_equal_questions_are_worked_out_once(busy: Served) -> None:
    before = busy.house.reception.sheets.made
    answers: list[bytes] = []

    def ask() -> None:
        answer = busy.stranger().http.get("/api/odds/three-card-poker", params={"ante": "7.25"})
        answers.append(answer.content)

    asking = [threading.Thread(target=ask) for _ in range(10)]
    for each in asking:
        each.start()
    for each in asking:
        each.join()
    assert len(answers) == 10
    assert len(set(answers)) == 1
    assert busy.house.reception.sheets.made == before + 1


def test_what_lasts_is_not_sent_again(busy: Served) -> None:
    stranger = busy.stranger()
    for path in ("/api/rules", "/api/rules/matchmaker", "/api/rulings", "/api/odds", "/api/schema/openapi.json"):
        first = stranger.http.get(path)
        again = stranger.http.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), path
        assert again.headers["x-content-type-options"] == "nosniff"
        assert stranger.http.get(path, headers={"if-none-match": '"other"'}).content == first.content


def test_a_pool_takes_only_so_much() -> None:
    async def fill() -> None:
        pool, stop = Pool("test", 1, 2), threading.Event()
        waiting = [asyncio.create_task(pool.run(stop.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        assert pool.depth == 3
        with pytest.raises(Busy):
            await pool.run(lambda: None)
        stop.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        assert pool.depth == 0
        assert await pool.run(lambda: 7) == 7
        pool.close()

    asyncio.run(fill())


def test_a_lane_lets_so_many_through_and_so_many_wait() -> None:
    async def drive() -> None:
        lane, inside, most = Lane("test", 2, 3), 0, 0

        async def pass_through() -> None:
            nonlocal inside, most
            async with lane:
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.01)
                inside -= 1

        done = await asyncio.gather(*(pass_through() for _ in range(8)), return_exceptions=True)
        assert most == 2
        assert sum(isinstance(each, Busy) for each in done) == 3
        assert lane.depth == 0

    asyncio.run(drive())


def test_what_is_kept_is_bounded_and_a_failure_is_not_kept() -> None:
    async def keep() -> None:
        kept, made = Kept(2, most_bytes=100), []

        async def make(key: str) -> bytes:
            made.append(key)
            await asyncio.sleep(0)
            if key == "bad":
                raise ValueError(key)
            return key.encode()

        for key in ("a", "b", "a", "c", "a", "b"):
            assert await kept.get(key, lambda key=key: make(key)) == key.encode()  # type: ignore[misc]
        assert made == ["a", "b", "c", "b"], "b was asked for longest ago when c came"
        for _ in range(2):
            with pytest.raises(ValueError, match="bad"):
                await kept.get("bad", lambda: make("bad"))
        assert made.count("bad") == 2
        long = "x" * 200
        assert await kept.get(long, lambda: make(long)) == long.encode()
        assert len(kept._kept) == 1

    asyncio.run(keep())


def test_the_workshop_works_elsewhere_and_gives_up_in_time() -> None:
    async def work() -> None:
        hasty = Workshop(processes=1, waiting=1, seconds=0.5)
        try:
            first = await hasty.work_out(os.getpid)  # a process that has to start first has longer
            with pytest.raises(TooLong):
                await hasty.work_out(time.sleep, 600)
            assert await hasty.work_out(os.getpid) != first
            with pytest.raises(ProcessLookupError):
                os.kill(first, 0)
        finally:
            hasty.close()
        shop = Workshop(processes=1, waiting=1, seconds=60.0)
        try:
            first = await shop.work_out(os.getpid)
            assert first != os.getpid()
            assert await shop.work_out(os.getpid) == first, "the process is kept"
            with pytest.raises(ValueError, match="seven"):
                await shop.work_out(int, "seven")
            with pytest.raises(TooLong):
                await shop.work_out(os._exit, 3)
            waiting = [asyncio.create_task(shop.work_out(time.sleep, 0.2)) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await shop.work_out(os.getpid)
            await asyncio.gather(*waiting)
            last = await shop.work_out(os.getpid)
        finally:
            shop.close()
        with pytest.raises(ProcessLookupError):
            os.kill(last, 0)

    asyncio.run(work())


class Held(PasswordHasher):
    """Looks at no password before it is let go."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=64, parallelism=1)
        self.go_on = threading.Event()

    def verify(self, *asked: Any) -> Any:
        assert self.go_on.wait(60)
        return super().verify(*asked)


def test_sign_ins_wait_for_each_other_and_not_in_front_of_play(tmp_path: Path) -> None:
    limits, hasher = replace(unlimited(), sign_ins_at_once=2, sign_ins_waiting=4), Held()
    opening = Opening(settings=Settings(sign_ins_a_minute=10_000, limits=limits), demo=False, hasher=hasher)
    with served(tmp_path, opening) as house, ThreadPoolExecutor(14) as many:
        ann = house.guest()
        wrong = {"name": "nobody-here", "password": "wrong wrong wrong"}

        def guess(_: int) -> int:
            return house.stranger().http.post("/api/sign-in/staff", json=wrong).status_code

        guesses = [many.submit(guess, number) for number in range(14)]
        try:
            refused = list(islice(as_completed(guesses, 60), 8))
            assert [each.result() for each in refused] == [503] * 8
            for _ in range(5):
                assert ann.http.get("/api/me").status_code == 200
            assert not [each for each in guesses if each not in refused and each.done()]
        finally:
            hasher.go_on.set()
        answers = {each.result(60) for each in guesses if each not in refused}
        assert 401 in answers and answers <= {401, 429}


def test_many_who_watch_the_same_are_shown_one_look(busy: Served) -> None:
    looks: list[int] = []

    def look() -> bytes:
        looks.append(1)
        return b"%d" % len(looks)

    shared = Shared(look, 0.2)
    assert {shared.now() for _ in range(1000)} == {b"1"}
    time.sleep(0.25)
    assert shared.now() == b"2"


def test_the_workshop_closes_while_it_works_or_is_about_to() -> None:
    async def close(after: float) -> None:
        shop = Workshop(processes=1, waiting=1, seconds=60.0)
        working = asyncio.create_task(shop.work_out(time.sleep, 60))
        await asyncio.sleep(after)
        before = time.monotonic()
        await asyncio.to_thread(shop.close)
        with pytest.raises(TooLong):
            await working
        assert time.monotonic() - before < 30
        with pytest.raises(Busy):
            await shop.work_out(os.getpid)

    for after in (0.0, 0.05, 1.0):
        asyncio.run(close(after))
