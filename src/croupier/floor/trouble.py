"""A spell of trouble: said once when it begins and once when it is over, however many stumble over it meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock
from time import monotonic

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from croupier.floor.metrics import STORE_UP
from croupier.floor.store import Overloaded, Stopped, StoreError

log = logging.getLogger(__name__)

SETTLED_SECONDS = 2.0
"""How long there must have been no sign of trouble before a spell may be over."""

AWAY = (OperationalError, InterfaceError, NoConnection)
"""What drivers raise when the database is away, full, locked or read-only."""

READ_ONLY = "25006"
"""What PostgreSQL says when it is asked to write and may not, which drivers do not count among its troubles."""


class Spell:
    """Whether something is in trouble, since when, why, and how often that was noticed."""

    def __init__(self, what: str, changed: Callable[[bool], None]) -> None:
        self._what = what
        self._changed = changed
        self._lock = Lock()
        self._since: float | None = None
        self._last = 0.0
        self._signs = 0
        self.why = ""

    @property
    def on(self) -> bool:
        """Whether the spell lasts."""
        return self._since is not None

    def begin(self, why: str) -> None:
        """A sign of trouble; the first one is put in the log."""
        with self._lock:
            self._last, self._signs, self.why = monotonic(), self._signs + 1, why
            if self._since is not None:
                return
            self._since = self._last
        self._changed(True)
        log.error("%s is in trouble: %s; play is held until it is back", self._what, why)

    def over(self) -> None:
        """A sign that all is well; the spell is over unless there was trouble a moment ago."""
        with self._lock:
            if self._since is None or monotonic() - self._last < SETTLED_SECONDS:
                return
            lasted, signs = monotonic() - self._since, self._signs
            self._since, self._signs, self.why = None, 0, ""
        self._changed(False)
        log.warning("%s is back after %.0f seconds and %d failures; play goes on", self._what, lasted, signs)

    def forget(self) -> None:
        """Whoever looked at it is gone: the next one begins anew."""
        with self._lock:
            self._since, self._signs, self.why = None, 0, ""
        self._changed(False)


STORE = Spell("the store", lambda trouble: STORE_UP.set(0 if trouble else 1))
"""How the store of this process is."""
STORE_UP.set(1)


def noticed(error: BaseException) -> bool:
    """Whether an error means that the store is away; if it does, that is remembered."""
    why = sign_in(error)
    if why is not None:
        STORE.begin(why)
    return why is not None


def sign_in(error: BaseException) -> str | None:
    """What an error says of the store, in plain words and without what was to be written; None if it is no sign."""
    if isinstance(error, Stopped):
        return "its writer has stopped"
    if _away(error):
        return _said(error)
    cause = error.__cause__ if isinstance(error, StoreError) and not isinstance(error, Overloaded) else None
    return _said(cause) if cause is not None and _away(cause) else None


def _away(error: BaseException) -> bool:
    read_only = isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == READ_ONLY
    return read_only or isinstance(error, AWAY)


_KNOWN = {
    "readonly": "it cannot be written (read-only)",
    "read-only": "it cannot be written (read-only)",
    "is full": "the disk is full",
    "no space": "the disk is full",
    "locked": "another process holds it",
    "unable to open": "its file cannot be opened",
    "disk i/o": "its disk fails",
    "malformed": "its file is damaged",
    "connection": "it cannot be reached",
    "timeout": "it does not answer in time",
}


def _said(error: BaseException) -> str:
    """The kind of failure; drivers' own words may quote what was to be written."""
    words = str(getattr(error, "orig", None) or "" if hasattr(error, "orig") else error).lower()
    return next((plain for part, plain in _KNOWN.items() if part in words), "it does not work as it should")
