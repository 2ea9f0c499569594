"""Players and dealers over plain sockets: each has a session and a connection, and acts as soon as the table allows.

It is told on its input, in JSON, where the server is and who is signed in, and says in JSON how long each command took.
What is due it works out from the answers, as a light copy of the table; it must foresee all.
"""

import asyncio
import json
import sys
from collections import deque
from functools import partial
from time import perf_counter, process_time
from typing import Any

import uvloop

BETS = ("pair match", "suit match", "miss match")
"""What each player backs."""
CARDS = 6
NO_MORE_BETS, DEAL, CLEAR, COLLECT = (
    json.dumps({"type": kind}) for kind in ("AnnounceNoMoreBets", "DealCard", "ClearLosers", "CollectCards")
)
RED = "hd"


class Tally:
    """What has been answered so far."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.unforeseen: list[str] = []
        self.ids = 0


class Client(asyncio.Protocol):
    """One person's connection, with one request under way at a time."""

    def __init__(self, table: "Table", token: str, host: str) -> None:
        self._table, self._body, self._left = table, b"", -1
        headers = f"host: {host}\r\norigin: http://{host}\r\ncookie: croupier_session={token}\r\naccept: */*\r\n"
        path = f"/api/tables/{table.name}"
        self._post = f"POST {path}/commands HTTP/1.1\r\n{headers}content-type: application/json\r\ncontent-length: "
        self._transport: Any = None
        self._asked = 0.0

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._table.stopped:
            print(f"{self._table.name} lost a connection: {exc}", file=sys.stderr, flush=True)

    def command(self, command: str) -> None:
        """Give a command; the table hears of the answer."""
        tally = self._table.tally
        tally.ids += 1
        body = f'{{"id":"c-{tally.ids}","command":{command}}}'
        self._asked = perf_counter()
        self._transport.write(f"{self._post}{len(body)}\r\n\r\n{body}".encode())

    def data_received(self, data: bytes) -> None:
        if self._left < 0:
            head, _, self._body = (self._body + data).partition(b"\r\n\r\n")
            at = head.lower().find(b"content-length:")
            if at < 0:
                self._body = head
                return
            self._status = head[9:12]
            self._left = int(head[at + 15 :].split(b"\r\n", 1)[0])
        else:
            self._body += data
        if len(self._body) < self._left:
            return
        body, self._body, self._left = self._body, b"", -1
        if self._status == b"200":
            self._table.tally.seconds.append(perf_counter() - self._asked)
            self._table.done(self, body)
        else:
            self._table.refused(body)


class Table:
    """One table's round: everyone wagers, the dealer closes the bets, deals, clears, pays and collects."""

    def __init__(self, name: str, tally: Tally) -> None:
        self.name, self.tally = name, tally
        self.dealer: Client
        self.players: list[Client] = []
        self.stopped = False
        self._wagers = 0
        self._cards: list[str] = []
        self._due: deque[str] = deque()

    def begin(self) -> None:
        """Every player wagers."""
        if self.stopped:
            return
        self._wagers, self._cards = len(self.players), []
        self._due = deque((NO_MORE_BETS, *[DEAL] * CARDS))
        for area, player in enumerate(self.players, 1):
            bet = BETS[(area - 1) % len(BETS)]
            player.command(f'{{"type":"PlaceWager","area":{area},"bet":"{bet}","cents":500}}')

    def done(self, client: Client, body: bytes) -> None:
        """A command was accepted: go on."""
        if client is not self.dealer:
            self._wagers -= 1
            if not self._wagers:
                self._next()
            return
        if (self._due and self._due[0] == DEAL) or len(self._cards) == CARDS - 1:
            at = body.find(b'"card":"')
            if at >= 0:
                self._cards.append(body[at + 8 : at + 10].decode())
        if len(self._cards) == CARDS and not self._due:
            self._settle()
            self._cards = []
        self._next()

    def _next(self) -> None:
        if self._due:
            self.dealer.command(self._due.popleft())
        else:
            self.begin()

    def _settle(self) -> None:
        """What remains to be done once all cards are out."""
        first, second = self._cards[: CARDS // 2], self._cards[CARDS // 2 :]
        winners = [area for area in range(1, len(self.players) + 1) if wins(area, first[area - 1], second[area - 1])]
        self._due.append(CLEAR)
        self._due += [f'{{"type":"PayArea","area":{area}}}' for area in winners]
        self._due.append(COLLECT)

    def refused(self, body: bytes) -> None:
        """Something else is due than was foreseen: nobody plays on here."""
        self.stopped = True
        self.tally.unforeseen.append(f"{self.name}: {body.decode()[:300]}")


def wins(area: int, one: str, two: str) -> bool:
    """Whether the two cards of an area are what its player backs."""
    bet = BETS[(area - 1) % len(BETS)]
    if bet == "pair match":
        return one[0] == two[0]
    if bet == "suit match":
        return one[1] == two[1]
    return one[0] != two[0] and (one[1] in RED) != (two[1] in RED)


async def main(where: dict[str, Any]) -> None:
    """Play for some seconds and say how it went."""
    loop, tally, tables = asyncio.get_running_loop(), Tally(), []
    host = f"127.0.0.1:{where['port']}"
    for name, people in where["tables"].items():
        table = Table(name, tally)
        for token in (people["dealer"], *people["players"]):
            new = partial(Client, table, token, host)
            _, client = await loop.create_connection(new, "127.0.0.1", where["port"])
            table.players.append(client)
        table.dealer = table.players.pop(0)
        tables.append(table)
    for table in tables:
        table.begin()
    await asyncio.sleep(where["warm_up"])
    tally.seconds, before, start, own = [], cpu(where["pid"]), perf_counter(), process_time()
    await asyncio.sleep(where["seconds"])
    while len(tally.seconds) < where["least"] and not tally.unforeseen:
        await asyncio.sleep(0.01)
    took, wall, used = tally.seconds, perf_counter() - start, cpu(where["pid"]) - before
    mine = (process_time() - own) / wall
    for table in tables:
        table.stopped = True
    found = {"took": took, "wall": wall, "cpu": used, "mine": mine, "unforeseen": tally.unforeseen}
    json.dump(found, sys.stdout)


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


if __name__ == "__main__":
    uvloop.run(main(json.load(sys.stdin)))
