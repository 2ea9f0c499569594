"""How the application is served: by uvicorn, behind our own door."""

from __future__ import annotations

import resource
from contextlib import suppress
from dataclasses import replace
from typing import Any

import uvicorn

from croupier.floor.server.app import Application
from croupier.floor.server.door import doors
from croupier.floor.server.limits import Limits, address_key
from croupier.floor.server.plan import Plan
from croupier.floor.server.porter import Porter
from croupier.floor.server.reception import Settings

MAX_MESSAGE = 4096
"""Bytes of a message over a feed, to which clients need not say anything."""

WAITING = 512
"""Connections that the system may hold until they are let in."""


FILES = 16_384
"""Files, connections among them, that the process asks to have open at a time."""

RESERVED = 256
"""Of these, what is kept for the record, the log and the like."""


def within_files(limits: Limits) -> Limits:
    """The limits with no more connections than the system has files for, after asking it for more of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < FILES:
        soft = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return replace(limits, connections=min(limits.connections, max(64, soft - RESERVED)))


def config(app: Application, settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn is to serve the application under these settings."""
    assert app.reception is not None, "only an application before a reception can be served"
    behind, porter = settings.trusted, Porter(Plan(app.routes), app.reception)
    door, feed = doors(within_files(settings.bounds), porter, frozenset(map(address_key, behind)))
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
