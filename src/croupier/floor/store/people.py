"""People and their sessions: who may sign in, and who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Column, Connection, LargeBinary, Table, Text, case, delete, insert, select, update
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError

from croupier.floor.store.records import StoreError
from croupier.floor.store.schema import Whole, metadata

T = TypeVar("T")

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("password_hash", Text, nullable=False),
    Column("ranks", Text, nullable=False),
    Column("failures", Whole, nullable=False),
    Column("locked_until", Whole, nullable=False),
    Column("created", Whole, nullable=False),
)

# A session's person need not be in `people`: guests have sessions only.
sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("expires", Whole, nullable=False, index=True),
    Column("last_seen", Whole, nullable=False),
)


class Person(msgspec.Struct, frozen=True):
    """A staff account: the rank held under each book, and the lock that failed sign-ins put on it (times in ms)."""

    id: str
    name: str
    password_hash: str
    ranks: dict[str, str]
    created: int
    failures: int = 0
    locked_until: int = 0


class Session(msgspec.Struct, frozen=True):
    """A signed-in person, known by the hash of a token that only their browser holds (times in ms)."""

    token_hash: bytes
    person: str
    expires: int
    last_seen: int


class NameTaken(StoreError):
    """Another account has this name."""


class People:
    """The accounts and sessions of a store; every change is durable when its call returns."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Connection]],
        run: Callable[[Callable[[Connection], Any]], Future[Any]],
    ) -> None:
        self._reading = reading
        self._run = run

    def put(self, person: Person) -> None:
        """Make the account, or replace the one with the same id."""
        fields = msgspec.structs.asdict(person) | {"ranks": msgspec.json.encode(person.ranks).decode()}

        def work(connection: Connection) -> None:
            if not connection.execute(update(people).where(people.c.id == person.id).values(fields)).rowcount:
                connection.execute(insert(people).values(fields))

        try:
            self._run(work).result()
        except IntegrityError as error:
            raise NameTaken(f"the name {person.name!r} is taken") from error

    def get(self, person_id: str) -> Person | None:
        """The account with this id."""
        with self._reading() as connection:
            row = connection.execute(select(people).where(people.c.id == person_id)).one_or_none()
        return None if row is None else _person(row)

    def named(self, name: str) -> Person | None:
        """The account with this name."""
        with self._reading() as connection:
            row = connection.execute(select(people).where(people.c.name == name)).one_or_none()
        return None if row is None else _person(row)

    def all(self) -> list[Person]:
        """Every account, by name."""
        with self._reading() as connection:
            return [_person(row) for row in connection.execute(select(people).order_by(people.c.name))]

    def remove(self, person_id: str) -> bool:
        """Remove the account and sign it out everywhere; whether there was one."""

        def work(connection: Connection) -> bool:
            connection.execute(delete(sessions).where(sessions.c.person == person_id))
            return bool(connection.execute(delete(people).where(people.c.id == person_id)).rowcount)

        return self._wait(work)

    def count_failure(self, person_id: str, lock_at: int, until: int) -> None:
        """Count a failed sign-in, and lock the account until then once the count reaches `lock_at`."""
        failures = people.c.failures + 1
        lock = case((failures >= lock_at, until), else_=people.c.locked_until)
        change = update(people).where(people.c.id == person_id).values(failures=failures, locked_until=lock)
        self._wait(lambda connection: connection.execute(change).rowcount)

    def clear_failures(self, person_id: str) -> None:
        """Forget failed sign-ins and lift the lock."""
        change = update(people).where(people.c.id == person_id).values(failures=0, locked_until=0)
        self._wait(lambda connection: connection.execute(change).rowcount)

    def put_session(self, session: Session) -> None:
        """Open the session, or replace the one with the same token."""
        fields = msgspec.structs.asdict(session)
        same = sessions.c.token_hash == session.token_hash

        def work(connection: Connection) -> None:
            if not connection.execute(update(sessions).where(same).values(fields)).rowcount:
                connection.execute(insert(sessions).values(fields))

        self._wait(work)

    def session(self, token_hash: bytes) -> Session | None:
        """The session of this token; whether it has expired is for the caller to see."""
        with self._reading() as connection:
            row = connection.execute(select(sessions).where(sessions.c.token_hash == token_hash)).one_or_none()
        return None if row is None else Session(*row)

    def sessions(self, person_id: str) -> list[Session]:
        """Every session of a person, the soonest to expire first."""
        query = select(sessions).where(sessions.c.person == person_id).order_by(sessions.c.expires)
        with self._reading() as connection:
            return [Session(*row) for row in connection.execute(query)]

    def remove_session(self, token_hash: bytes) -> bool:
        """Close a session; whether there was one."""
        change = delete(sessions).where(sessions.c.token_hash == token_hash)
        return self._wait(lambda connection: bool(connection.execute(change).rowcount))

    def remove_expired(self, now: int) -> int:
        """Close the sessions that expired by now; how many."""
        change = delete(sessions).where(sessions.c.expires <= now)
        return self._wait(lambda connection: int(connection.execute(change).rowcount))

    def _wait(self, work: Callable[[Connection], T]) -> T:
        result: T = self._run(work).result()
        return result


def _person(row: Row[*tuple[Any, ...]]) -> Person:
    ranks = msgspec.json.decode(row.ranks, type=dict[str, str])
    return Person(row.id, row.name, row.password_hash, ranks, row.created, row.failures, row.locked_until)
