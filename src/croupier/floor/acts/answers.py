"""Answers to acts: what was given under each command id, what came of it, and who waits to hear."""

from __future__ import annotations

import asyncio
from hashlib import sha256

import msgspec

from croupier.floor.acts.recording import Told
from croupier.table.contract import Refusal

_canonical = msgspec.json.Encoder(order="deterministic").encode


class Accepted(msgspec.Struct, frozen=True):
    """The command is durably on record: the stream's position and version after it, and what happened."""

    position: int
    version: int
    events: tuple[Told, ...]


class Refused(msgspec.Struct, frozen=True):
    """The command changed nothing."""

    refusal: Refusal


Answer = Accepted | Refused

USED_OTHERWISE = "this id was used for something else"


def content_of(stream: str, kind: str, asked: object) -> bytes:
    """What stands for the content of a command: the stream, the kind of command, and all that it says."""
    return sha256(b"\0".join((stream.encode(), kind.encode(), _canonical(asked)))).digest()


class Given:
    """A command id that has been given: what for, the answer once there is one, and who waits for it."""

    __slots__ = ("_waiting", "answer", "content")

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.answer: Answer | None = None
        self._waiting: list[asyncio.Future[Answer]] = []

    def wait(self) -> asyncio.Future[Answer]:
        """The answer, for one who may go away before it is there."""
        waiting: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        return waiting

    def settle(self, answer: Answer) -> None:
        """Tell everyone the answer."""
        self.answer = answer
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(answer)
        self._waiting.clear()

    def fail(self, error: BaseException) -> None:
        """Tell everyone that there is none."""
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_exception(error)
        self._waiting.clear()
