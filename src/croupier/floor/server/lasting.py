"""Answers that last as long as the process: made and packed once, and not sent again to whoever has them."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, NamedTuple

from litestar import Request, Response

from croupier.floor.server.packing import VARY, answer, squeezed


class _Made(NamedTuple):
    body: bytes
    small: bytes | None
    tag: str


_MADE: dict[str, _Made] = {}


def lasting(request: Request[Any, Any, Any], name: str, make: Callable[[], bytes]) -> Response[Any]:
    """The answer of this name; there are only as many names as the house has books and the like."""
    found = _MADE.get(name)
    if found is None:
        body = make()
        # Weak, for packed and plain it is the same answer in other bytes.
        tag = f'W/"{blake2b(body, digest_size=12).hexdigest()}"'
        found = _MADE[name] = _Made(body, squeezed(body), tag)
    headers = {"etag": found.tag, "cache-control": "no-cache"}
    if found.tag.removeprefix("W/") in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers | VARY)
    return answer(request, found.body, found.small, headers)
