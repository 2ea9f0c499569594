"""The sealer: extends the tree by what was written since, signs a checkpoint over it, keeps it and ships it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread
from threading import Lock as Mutex
from typing import Any

from sqlalchemy import Engine

from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Key, NoteError, Signer
from croupier.floor.seal.shipping import Ship
from croupier.floor.seal.tree import EMPTY, Frontier, frontier
from croupier.floor.seal.words import signed
from croupier.floor.store import Store
from croupier.floor.store.locks import Lock, own_connection, try_to_keep
from croupier.floor.store.tree import Kept, Tree

CHUNK = 4096
"""How many leaves are read at a time."""

SECONDS = 1.0
"""How often is sealed while there is play."""

WRITE_SECONDS = 30

log = logging.getLogger(__name__)


class SealBroken(Exception):
    """What is stored does not go on from what was sealed; to sign it would be to sign a rewritten record."""


class Sealer:
    """Signs the record of one store under one key; it only ever signs what grew from what was signed before."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        ship: Sequence[Ship] = (),
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.tree = Tree.of(store)
        self._signer = signer
        self._ship = tuple(ship)
        self._now = now
        self._grown: Frontier | None = None
        self._lock = Mutex()

    @property
    def key(self) -> Key:
        """The public key that checkpoints are checked with."""
        return self._signer.key

    def sign_page(self, page: str) -> str:
        """A page of evidence with the house's signature over its words."""
        return signed(page, self._signer)

    def newest(self) -> Checkpoint | None:
        """The newest checkpoint that is kept."""
        kept = self.tree.newest()
        return None if kept is None else Checkpoint.read(kept.note)

    def begin(self) -> None:
        """Sign a record that was never sealed as it was before its first event: from now on it is this key's alone."""
        if self.tree.newest() is None:
            made = Checkpoint.sign(self._signer, 0, EMPTY)
            self.tree.keep((), Kept(0, made.note, self._now())).result(WRITE_SECONDS)

    def seal_once(self) -> Checkpoint | None:
        """Seal what was written since the last checkpoint; None if that was nothing."""
        with self._lock:
            grown, self._grown = self._grown or self._resume(), None  # what fails half-way is read anew
            before = grown.size
            while leaves := self.tree.leaves(grown.size, CHUNK):
                done = grown.extend(leaves)
                if done and len(leaves) == CHUNK:
                    self.tree.keep(done).result(WRITE_SECONDS)
                    done = []
                if len(leaves) < CHUNK:
                    break
            else:
                done = []
            if grown.size == before:
                self._not_cut_back(before)
                self._grown = grown
                return None
            made = Checkpoint.sign(self._signer, grown.size, grown.root())
            self.tree.keep(done, Kept(made.size, made.note, self._now())).result(WRITE_SECONDS)
            self._grown = grown
        self._send(made.note)
        return made

    def close(self) -> None:
        """Let go of the places that are shipped to."""
        for ship in self._ship:
            close = getattr(ship, "close", None)
            if close is not None:
                close()

    def _resume(self) -> Frontier:
        """The tree as it was last sealed, by whomever."""
        kept = self.tree.newest()
        if kept is None:
            return Frontier()
        try:
            last = Checkpoint.read(kept.note, self.key)
        except NoteError as error:
            raise SealBroken(f"the newest checkpoint is not one of this key: {error}") from error
        self._not_cut_back(last.size)
        found = frontier(last.size, self.tree.hashes)
        if found.root() != last.root or last.size != kept.size:
            raise SealBroken(f"the first {last.size} events are not those that were sealed")
        return found

    def _not_cut_back(self, sealed: int) -> None:
        """SealBroken if there are fewer events than were sealed."""
        if sealed > (size := self.tree.size()):
            raise SealBroken(f"the record was rolled back: {sealed} events were sealed, {size} are here")

    def _send(self, note: str) -> None:
        for ship in self._ship:
            try:
                ship(note)
            except Exception as error:  # the checkpoint is made and kept, whatever becomes of the ship
                log.warning("a checkpoint could not be shipped: %s", error)


class Election:
    """Which of several servers on one PostgreSQL database seals: the one whose connection holds the lock."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._driver: Any = None
        self._holds = False

    def won(self) -> bool:
        """Whether this server is the one, now."""
        try:
            if self._driver is None:
                self._driver = own_connection(self._engine)
            if self._holds:
                self._driver.execute("SELECT 1")
            else:
                self._holds = try_to_keep(self._driver, Lock.SEALING)
        except Exception as error:
            log.warning("the sealer's connection failed; another may take over: %s", error)
            self.close()
            return False
        return self._holds

    def close(self) -> None:
        """Let another win."""
        driver, self._driver, self._holds = self._driver, None, False
        if driver is not None:
            driver.close()


class Sealing:
    """A thread that seals every second while there is play, and once more when it is closed."""

    def __init__(self, store: Store, sealer: Sealer, every: float = SECONDS) -> None:
        self.sealer = sealer
        self.broken: str | None = None
        """Why sealing has stopped for good, if it has."""
        self._trouble = ""
        postgresql = store._reading.dialect.name == "postgresql"
        self._election = Election(store._reading) if postgresql else None
        self._every = every
        self._stop = Event()
        self._thread = Thread(target=self._run, name="croupier-sealer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Seal what is left, then stop; to be called while the store is still open."""
        self._stop.set()
        self._thread.join()
        self._tick()
        self.sealer.close()
        if self._election is not None:
            self._election.close()

    def _run(self) -> None:
        while not self._stop.wait(self._every):
            self._tick()

    def _tick(self) -> None:
        if self.broken is not None or (self._election is not None and not self._election.won()):
            return
        try:
            self.sealer.seal_once()
            self._trouble = ""
        except SealBroken as error:
            self.broken = str(error)
            log.error("the record is not sealed any more: %s", error)
        except Exception as error:
            if str(error) != self._trouble:  # said once, however often it is tried
                self._trouble = str(error)
                log.warning("the record could not be sealed; trying again: %s", error)
