"""Strangers over plain sockets, from a hundred addresses of this machine: those who ask for nothing, and watchers."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from itertools import count, cycle
from typing import Any

ADDRESSES = 100
"""Addresses that strangers come from: 127.0.0.2 and those behind it."""


def addresses() -> Iterator[tuple[str, int]]:
    """Where the next stranger comes from, without end."""
    return cycle([(f"127.0.0.{number}", 0) for number in range(2, 2 + ADDRESSES)])


class Stranger(asyncio.Protocol):
    """A connection that sends the same request again and again, until it is cut off or enough was asked."""

    def __init__(self, request: bytes, left: Iterator[int], seen: Counter[str]) -> None:
        self.gone = asyncio.get_running_loop().create_future()
        self._request, self._left, self._seen, self._heard = request, left, seen, b""
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._ask()

    def _ask(self) -> None:
        if next(self._left, None) is None:
            self._transport.close()
        else:
            self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._heard += data
        head, end, rest = self._heard.partition(b"\r\n\r\n")
        at = head.lower().find(b"content-length:")
        if not end or len(rest) < int(head[at + 15 :].split(b"\r\n", 1)[0]):
            return
        self._heard = b""
        self._seen[head[9:12].decode()] += 1
        if b"connection: close" in head:
            self._transport.close()
        else:
            self._ask()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.gone.done():
            self.gone.set_result(None)


async def ask(port: int, request: bytes, times: int, connections: int = 20) -> Counter[str]:
    """Ask so often over some connections; how often each status was the answer."""
    seen: Counter[str] = Counter()
    left, where = iter(range(times)), addresses()

    async def go_on() -> None:
        while seen.total() < times:
            begun = seen.total()
            stranger = Stranger(request, left, seen)
            await _connected(port, stranger, next(where))
            await stranger.gone
            if seen.total() == begun:
                return

    await asyncio.gather(*(go_on() for _ in range(connections)))
    return seen


async def pester(port: int, requests: list[bytes], a_second: float) -> None:
    """Send so many requests a second, each over a connection of its own, until cancelled."""
    loop, where, begun, seen = (
        asyncio.get_running_loop(),
        addresses(),
        asyncio.get_running_loop().time(),
        Counter[str](),
    )
    tasks: set[asyncio.Task[Any]] = set()
    for number in count(1):
        await asyncio.sleep(max(0.0, begun + number / a_second - loop.time()))
        stranger = Stranger(requests[number % len(requests)], iter((1,)), seen)
        task = asyncio.create_task(_connected(port, stranger, next(where)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


async def _connected(port: int, protocol: asyncio.Protocol, where: tuple[str, int]) -> None:
    await asyncio.get_running_loop().create_connection(lambda: protocol, "127.0.0.1", port, local_addr=where)


class Eye(asyncio.Protocol):
    """Someone who watches a table."""

    def __init__(self, head: bytes) -> None:
        self.shown = asyncio.get_running_loop().create_future()
        self.transport: Any = None
        self._head = head

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        if not self.shown.done() and b'"hello"' in data:
            self.shown.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.shown.done():
            self.shown.set_exception(ConnectionError("a watcher was cut off"))


async def watch(port: int, table: str, many: int) -> list[Eye]:
    """So many who watch a table, each of whom has been shown it once."""
    head = (
        f"GET /api/tables/{table}/feed HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: upgrade\r\n"
        "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    room, where = asyncio.Semaphore(100), addresses()

    async def one() -> Eye:
        async with room:
            eye = Eye(head)
            await _connected(port, eye, next(where))
            await eye.shown
            return eye

    return await asyncio.gather(*(one() for _ in range(many)))
