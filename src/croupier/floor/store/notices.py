"""Telling listeners of a new head position, wherever it was written."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Any

from sqlalchemy import Engine

from croupier.floor.store.append import CHANNEL

POLL_SECONDS = 0.25
"""How often the PostgreSQL listener looks whether it should stop."""

Callback = Callable[[int], None]
log = logging.getLogger(__name__)


class Announcer:
    """Calls every listener with each new head position, once, and never with an older one after a newer."""

    def __init__(self) -> None:
        self._callbacks: tuple[Callback, ...] = ()
        self._position = 0
        self._lock = Lock()

    def listen(self, callback: Callback) -> None:
        """Call this from now on; it runs on a thread of the store and should return quickly."""
        with self._lock:
            self._callbacks = (*self._callbacks, callback)

    def announce(self, position: int) -> None:
        """Tell the listeners, unless they know already."""
        with self._lock:
            if position <= self._position:
                return
            self._position = position
            for callback in self._callbacks:
                try:
                    callback(position)
                except Exception:
                    log.exception("a listener failed at position %d", position)


class PostgresListener:
    """A thread that hears of other processes' commits and announces them."""

    def __init__(self, engine: Engine, announce: Callback, head: Callable[[], int]) -> None:
        self._engine = engine
        self._announce = announce
        self._head = head
        self._stop = Event()
        self._ready = Event()
        self._thread = Thread(target=self._run, name="croupier-store-listener", daemon=True)
        self._thread.start()
        self._ready.wait(timeout=10)

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._hear()
            except Exception as error:
                log.warning("the store's listener lost its connection; trying again: %s", error)
                self._stop.wait(1)

    def _hear(self) -> None:
        with self._engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            connection.detach()  # a connection that listens must not go back to the pool
            driver.execute(f"LISTEN {CHANNEL}")
            self._announce(self._head())  # what was committed before we listened
            self._ready.set()
            while not self._stop.is_set():
                for notice in driver.notifies(timeout=POLL_SECONDS):
                    self._announce(int(notice.payload))
