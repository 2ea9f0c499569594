"""What protects the pages: only they may send commands, and they load nothing from elsewhere."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from croupier.floor.server.problems import forbidden

MAX_BODY = 64 * 1024
"""The most bytes a request may have."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "style-src-attr 'unsafe-inline'",  # where a chip or a card lies is said in style attributes
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the protecting headers on every answer, and keep what the API says out of caches."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["path"].startswith("/api/"):
        headers.setdefault("cache-control", "no-store")


async def refuse_foreign(request: Request[Any, Any, Any]) -> None:
    """Refuse what another site's page makes a browser send."""
    if request.method not in ("GET", "HEAD", "OPTIONS") and foreign(request):
        raise forbidden("only this site's own pages may do that")


def foreign(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a browser says that another site's page is behind this; programs that are no browsers say nothing."""
    origin = connection.headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc != connection.headers.get("host", "")
    return connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
