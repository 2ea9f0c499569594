"""How the application is served: by uvicorn, behind our own door."""

from __future__ import annotations

from typing import Any

import uvicorn
from litestar import Litestar

from croupier.floor.server.door import doors
from croupier.floor.server.limits import address_key
from croupier.floor.server.reception import Settings

MAX_MESSAGE = 4096
"""Bytes of a message over a feed, to which clients need not say anything."""

WAITING = 512
"""Connections that the system may hold until they are let in."""


def config(app: Litestar, settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn is to serve the application under these settings."""
    behind = settings.proxies if settings.secure_cookie else ()
    door, feed = doors(settings.bounds, frozenset(map(address_key, behind)))
    given: dict[str, Any] = {
        "http": door,
        "ws": feed,
        "log_config": None,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(behind),
        "forwarded_allow_ips": list(behind),
        "timeout_keep_alive": settings.bounds.idle_seconds,
        "ws_max_size": MAX_MESSAGE,
        "ws_per_message_deflate": False,
        "backlog": WAITING,
    }
    return uvicorn.Config(app, **{**given, **more})
