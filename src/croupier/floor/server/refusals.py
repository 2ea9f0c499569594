"""Answers ready to be sent: as bytes, each made once, for whatever is turned away or answered at the door."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus

import msgspec

from croupier.floor.server.shield import HEADERS
from croupier.floor.server.wire import Problem


def whole(status: int, headers: Mapping[str, str], body: bytes) -> bytes:
    """A whole answer, with the headers that protect every page."""
    lines = {**HEADERS, **headers} | ({} if status == HTTPStatus.NOT_MODIFIED else {"content-length": str(len(body))})
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{head}\r\n".encode() + body


@lru_cache(512)
def refusal(status: int, error: str, *, wait: int = 0, allow: str = "", close: bool = False) -> bytes:
    """An answer that says why: when to come again, which methods there are, and whether the connection ends with it."""
    said = {"content-type": "application/json", "cache-control": "no-store"}
    if wait:
        said["retry-after"] = str(wait)
    if allow:
        said["allow"] = allow
    if close:
        said["connection"] = "close"
    return whole(status, said, msgspec.json.encode(Problem(error)))


NOTHING = refusal(404, "there is no such thing here")
