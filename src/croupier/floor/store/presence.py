"""Which servers have a store open: one alone on SQLite, any number on PostgreSQL."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Engine

from croupier.floor.store.engines import private_file
from croupier.floor.store.locks import PATIENCE_MS, Lock, own_connection, share, sharers
from croupier.floor.store.records import StoreError


class Presence(Protocol):
    """That a server is there, until it is closed or its process ends."""

    came_second: bool
    """Whether another server was there when this one came."""

    def others(self) -> bool:
        """Whether another server is there now."""

    def stay(self) -> None:
        """Be there again, should the connection that says so have been cut."""

    def close(self) -> None:
        """Be there no longer."""


class InFile:
    """The one server of a SQLite file; StoreError if there is another."""

    came_second = False

    def __init__(self, database: str) -> None:
        path = Path(f"{database}.lock")
        private_file(path)
        self._file = path.open("r+")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise StoreError(
                "another server has this store open; several servers share a floor on PostgreSQL only"
            ) from error

    def others(self) -> bool:
        """Never: there is one alone."""
        return False

    def stay(self) -> None:
        """The file stays locked as long as the process lives."""

    def close(self) -> None:
        """Let another have the file."""
        self._file.close()


class InDatabase:
    """One of the servers of a PostgreSQL database: its share of a lock lasts as long as a connection of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._driver, alone = self._take_share()
        self.came_second = not alone

    def others(self) -> bool:
        """Whether someone else has a share."""
        return sharers(self._driver, Lock.SERVING) > 1

    def stay(self) -> None:
        """Take a share anew if the connection was cut, or the database started anew."""
        try:
            self._driver.execute("SELECT 1")
        except Exception:  # whatever it is, nobody can see any more that this server is there
            self._driver.close()
            self._driver, _ = self._take_share()

    def close(self) -> None:
        """Give the share back."""
        self._driver.close()

    def _take_share(self) -> tuple[Any, bool]:
        """A connection with a share, and whether nobody else had one."""
        driver = own_connection(self._engine)
        driver.execute(f"SET lock_timeout = {PATIENCE_MS}")
        return driver, share(driver, Lock.SERVING)


def presence(engine: Engine) -> Presence:
    """Be a server of the store that this engine reads."""
    if engine.dialect.name == "postgresql":
        return InDatabase(engine)
    return InFile(engine.url.database or "")
