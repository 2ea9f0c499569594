"""Answers packed small for whoever takes them so.

Only what is the same for everyone is packed here. The size of a packed answer tells something of what is in it: where a
person's own cards and words that others chose stand in one answer, it could be made to tell too much.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any, Protocol

from litestar import Request, Response

LEAST = 1200
"""Bytes below which an answer is one packet anyway."""

LEVEL = 5
VARY = {"vary": "accept-encoding"}


def takes(accepted: str, coding: str) -> bool:
    """Whether a client that accepts these codings takes one of them.

    >>> takes("gzip, deflate, br", "br"), takes("gzip;q=0.5", "gzip"), takes("br;q=0", "br"), takes("", "gzip")
    (True, True, False, False)
    """
    for each in accepted.lower().split(","):
        name, _, quality = each.partition(";")
        if name.strip() == coding:
            return quality.replace(" ", "").removeprefix("q=") not in ("0", "0.0", "0.00", "0.000")
    return False


def squeezed(body: bytes) -> bytes | None:
    """The body packed, or nothing where that gains nothing; the same body is always packed alike."""
    if len(body) < LEAST:
        return None
    small = gzip.compress(body, LEVEL, mtime=0)
    return small if len(small) < len(body) else None


def answer(
    request: Request[Any, Any, Any], body: bytes, small: bytes | None = None, headers: dict[str, str] | None = None
) -> Response[Any]:
    """JSON that everyone may read, packed if the client takes it so; `small` where it is packed already."""
    return _answer(request, body, lambda: squeezed(body) if small is None else small, VARY | (headers or {}))


def _answer(
    request: Request[Any, Any, Any], body: bytes, pack: Callable[[], bytes | None], said: dict[str, str]
) -> Response[Any]:
    small = pack() if takes(request.headers.get("accept-encoding", ""), "gzip") else None
    if small is not None:
        return Response(small, media_type="application/json", headers={**said, "content-encoding": "gzip"})
    return Response(body, media_type="application/json", headers=said)


class Looked(Protocol):
    """What is looked at once in a while for all who ask, and packed once."""

    def now(self) -> bytes:
        """As it was a moment ago at most."""

    def small(self) -> bytes | None:
        """The same, packed; nothing where that gains nothing."""


def answer_all(request: Request[Any, Any, Any], looked: Looked) -> Response[Any]:
    """JSON that everyone may read, made and packed once for all who ask within a moment."""
    return _answer(request, looked.now(), looked.small, VARY)
