"""People and their sessions: who may sign in, who is signed in, and under which names guests are here."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    LargeBinary,
    MetaData,
    Table,
    Text,
    and_,
    bindparam,
    case,
    delete,
    event,
    exists,
    func,
    insert,
    inspect,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError

from croupier.floor.store.attempts import Attempts
from croupier.floor.store.elevations import Elevations
from croupier.floor.store.records import StoreError
from croupier.floor.store.schema import Whole, metadata

T = TypeVar("T")


def _number(name: str) -> Column[int]:
    """A column that came later: an older store gets it with nought in it."""
    return Column(name, Whole, nullable=False, server_default=text("0"))


people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("password_hash", Text, nullable=False),
    Column("ranks", Text, nullable=False),
    # What locked an account by its name alone is no longer used, but older stores have it.
    Column("failures", Whole, nullable=False),
    Column("locked_until", Whole, nullable=False),
    Column("created", Whole, nullable=False),
    _number("ended"),
    _number("issued"),
    _number("seen"),
    Column("factor", Text, nullable=False, server_default=""),
    Column("codes", Text, nullable=False, server_default="[]"),
    _number("step"),
    _number("version"),
    Column("pin", Text, nullable=False, server_default=""),
)

# A session's person need not be in `people`: guests have sessions only.
sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("expires", Whole, nullable=False, index=True),
    Column("last_seen", Whole, nullable=False),
    _number("until"),
)

guests = Table(
    "guests",
    metadata,
    Column("skeleton", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("since", Whole, nullable=False),
)

ARRIVING_MS = 30_000
"""A guest has a name for so long without a session; by then they have one, or their arrival has failed."""

grants = Table(
    "grants",
    metadata,
    Column("whose", Text, primary_key=True),
    Column("since", Whole, nullable=False, index=True),
    Column("given", Whole, nullable=False),
)

desk = Table(
    "desk",
    metadata,
    Column("only", Whole, primary_key=True, autoincrement=False),
    Column("changes", Whole, nullable=False),
    Column("aligned", Whole, nullable=False),
    Column("salt", LargeBinary, nullable=False),
)


@event.listens_for(metadata, "after_create")
def widen(_: MetaData, connection: Connection, **__: object) -> None:
    """Give the tables of an older store the columns that have come since, and set up the desk."""
    for table in (people, sessions):
        known = {column["name"] for column in inspect(connection).get_columns(table.name)}
        for column in table.columns:
            if column.name not in known:
                kind = column.type.compile(connection.dialect)
                default = "0" if isinstance(column.type, type(Whole)) else f"'{_default(column)}'"
                added = f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind} NOT NULL DEFAULT {default}"
                connection.execute(text(added))
    # Sessions from before they had a life of their own end when they would have, had nobody used them.
    connection.execute(update(sessions).where(sessions.c.until == 0).values(until=sessions.c.expires))
    if connection.scalar(select(desk.c.only)) is None:
        connection.execute(insert(desk).values(only=1, changes=0, aligned=0, salt=secrets.token_bytes(32)))


def _default(column: Column[Any]) -> str:
    default = column.server_default
    return str(getattr(default, "arg", ""))


class Person(msgspec.Struct, frozen=True):
    """A staff account as the table holds it: what the record says of it, ready to be looked up (times in ms)."""

    id: str
    name: str
    password_hash: str
    ranks: dict[str, str]
    created: int
    ended: int = 0
    """When the account ended, if it has."""
    issued: int = 0
    """When its present one-time password was given out."""
    seen: int = 0
    """The last sign-in."""
    factor: str = ""
    """The secret of the second factor, if there is one."""
    codes: tuple[str, ...] = ()
    """What is left of the recovery codes, hashed."""
    step: int = 0
    """The last moment of the second factor that was used; it is not used again."""
    version: int = 0
    """The entry of the record that this is as of."""
    pin: str = ""
    """The hash of the PIN, if there is one."""


class Session(msgspec.Struct, frozen=True):
    """A signed-in person, known by the hash of a token that only their browser holds (times in ms)."""

    token_hash: bytes
    person: str
    expires: int
    last_seen: int
    until: int = 0
    """When it ends even if it is in use."""

    @property
    def over(self) -> int:
        """When it ends if nothing more is heard of it."""
        return min(self.expires, self.until) if self.until else self.expires


class NameTaken(StoreError):
    """Another account, or a guest who is here, has this name."""


class Spent(StoreError):
    """So much has been given already; more may be had then."""

    def __init__(self, until: int) -> None:
        super().__init__("so much has been given already")
        self.until = until


class People:
    """The accounts and sessions of a store; every change is durable when its call returns."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Connection]],
        run: Callable[[Callable[[Connection], Any]], Future[Any]],
    ) -> None:
        self._reading = reading
        self._run = run
        self.attempts = Attempts(self._wait)
        self.elevations = Elevations(reading, self._wait)

    def put(self, person: Person, *, ours: bool = True) -> None:
        """Make the account, or replace the one with the same id unless that is as of a later entry.

        Whoever put the entry on record writes over what others have made of it, and they not over theirs.
        """
        fields = msgspec.structs.asdict(person) | {
            "ranks": msgspec.json.encode(person.ranks).decode(),
            "codes": msgspec.json.encode(person.codes).decode(),
        }
        # A sign-in moves these two by itself, and only forward.
        moved = {name: _later(people.c[name], fields[name]) for name in ("seen", "step")}

        def work(connection: Connection) -> None:
            same = people.c.id == person.id
            older = people.c.version <= person.version if ours else people.c.version < person.version
            changed = update(people).where(same, older).values(fields | moved)
            if not connection.execute(changed).rowcount and not connection.scalar(select(people.c.id).where(same)):
                connection.execute(insert(people).values(fields | {"failures": 0, "locked_until": 0}))
            _changed(connection)

        try:
            self._wait(work)
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
            _changed(connection)
            return bool(connection.execute(delete(people).where(people.c.id == person_id)).rowcount)

        return self._wait(work)

    def use_step(self, person_id: str, step: int) -> bool:
        """Use up a moment of the second factor; False when it, or a later one, has been used before."""
        change = update(people).where(people.c.id == person_id, people.c.step < step).values(step=step)
        return self._wait(lambda connection: bool(connection.execute(change).rowcount))

    def open_session(self, session: Session, seen: int = 0) -> None:
        """Open a session; staff have been seen then."""

        def work(connection: Connection) -> None:
            connection.execute(insert(sessions).values(msgspec.structs.asdict(session)))
            if seen:
                connection.execute(update(people).where(people.c.id == session.person).values(seen=seen))

        self._wait(work)

    def renew_session(self, token_hash: bytes, expires: int, last_seen: int) -> bool:
        """Let a session last longer, if it is still there."""
        same = sessions.c.token_hash == token_hash
        change = update(sessions).where(same).values(expires=expires, last_seen=last_seen)
        return self._wait(lambda connection: bool(connection.execute(change).rowcount))

    def session(self, token_hash: bytes) -> Session | None:
        """The session of this token; whether it has expired is for the caller to see."""
        with self._reading() as connection:
            row = connection.execute(select(sessions).where(sessions.c.token_hash == token_hash)).one_or_none()
        return None if row is None else _session(row)

    def sessions(self, person_id: str) -> list[Session]:
        """Every session of a person, the soonest to expire first."""
        query = select(sessions).where(sessions.c.person == person_id).order_by(sessions.c.expires)
        with self._reading() as connection:
            return [_session(row) for row in connection.execute(query)]

    def last_seen(self, persons: Sequence[str]) -> dict[str, int]:
        """When each of these people was last there, those without a session left out."""
        query = (
            select(sessions.c.person, func.max(sessions.c.last_seen))
            .where(sessions.c.person.in_(persons))
            .group_by(sessions.c.person)
        )
        with self._reading() as connection:
            return {person: int(seen) for person, seen in connection.execute(query)}

    def open_sessions(self, now: int) -> dict[str, int]:
        """How many sessions each account has open."""
        query = select(sessions.c.person).join(people, people.c.id == sessions.c.person).where(sessions.c.expires > now)
        found: dict[str, int] = {}
        with self._reading() as connection:
            for (person,) in connection.execute(query):
                found[person] = found.get(person, 0) + 1
        return found

    def expired(self, now: int, limit: int = 1000) -> list[Session]:
        """Sessions that are over by now."""
        query = select(sessions).where(or_(sessions.c.expires <= now, _outlived(now))).limit(limit)
        with self._reading() as connection:
            return [_session(row) for row in connection.execute(query)]

    def remove_session(self, token_hash: bytes) -> bool:
        """Close a session; whether there was one. A guest's name is free with the last of theirs."""

        def work(connection: Connection) -> bool:
            same = sessions.c.token_hash == token_hash
            person = connection.scalar(select(sessions.c.person).where(same))
            if person is None:
                return False
            connection.execute(delete(sessions).where(same))
            gone = ~exists().where(sessions.c.person == guests.c.person)
            connection.execute(delete(guests).where(guests.c.person == person, gone))
            _changed(connection)
            return True

        return self._wait(work)

    def arrive(
        self, skeleton: str, guest: str, now: int, *, instead_of: str, whose: str, most: int, every: int
    ) -> None:
        """Let a guest have a name that nobody here has, and a grant of chips within bounds; or neither.

        NameTaken when another guest who is here has the name; Spent when too much was given to this address.
        """

        def work(connection: Connection) -> None:
            free = or_(~_present(now), guests.c.person == instead_of)
            claim = _insert(connection, guests).values(skeleton=skeleton, person=guest, since=now)
            connection.execute(claim.on_conflict_do_nothing())
            taken = update(guests).where(guests.c.skeleton == skeleton, or_(guests.c.person == guest, free))
            if not connection.execute(taken.values(person=guest, since=now)).rowcount:
                raise NameTaken("a guest of that name is here")
            _grant(connection, whose, now, most, every)

        self._wait(work)

    def here(self, skeletons: Sequence[str], now: int) -> set[str]:
        """Those of some names that guests who are here have."""
        query = select(guests.c.skeleton).where(guests.c.skeleton.in_(skeletons), _present(now))
        with self._reading() as connection:
            return set(connection.scalars(query))

    def grant(self, whose: str, now: int, *, most: int, every: int) -> None:
        """Count something given to someone; Spent when that would be more than so many in so many milliseconds."""
        self._wait(lambda connection: _grant(connection, whose, now, most, every))

    def sweep(self, now: int, every: int) -> None:
        """Forget names of guests who have gone, grants that no longer count, and attempts of long ago."""

        def work(connection: Connection) -> None:
            connection.execute(delete(guests).where(~_present(now)))
            connection.execute(delete(grants).where(grants.c.since <= now - every))

        self._wait(work)
        self.attempts.sweep(now)

    def changes(self) -> int:
        """A number that is another after every change of an account and every end of a session."""
        with self._reading() as connection:
            return connection.scalar(select(desk.c.changes)) or 0

    def salt(self) -> bytes:
        """What names are hashed with where they are not to be kept."""
        with self._reading() as connection:
            return connection.scalar(select(desk.c.salt)) or b""

    def aligned(self) -> int:
        """The entry of the record up to which the accounts here are known to say the same."""
        with self._reading() as connection:
            return connection.scalar(select(desk.c.aligned)) or 0

    def set_aligned(self, version: int) -> None:
        """The accounts here say what the record says up to this entry."""
        change = update(desk).where(desk.c.aligned < version).values(aligned=version)
        self._wait(lambda connection: connection.execute(change).rowcount)

    def _wait(self, work: Callable[[Connection], T]) -> T:
        result: T = self._run(work).result()
        return result


def _changed(connection: Connection) -> None:
    connection.execute(update(desk).values(changes=desk.c.changes + 1))


def _later(column: Column[int], value: int) -> Any:
    return case((column > value, column), else_=bindparam(None, value))


def _outlived(now: int) -> Any:
    return and_(sessions.c.until > 0, sessions.c.until <= now)


def _present(now: int) -> Any:
    """That the guest of a name is here, or about to be."""
    session = exists().where(sessions.c.person == guests.c.person, sessions.c.expires > now, ~_outlived(now))
    return or_(session, guests.c.since > now - ARRIVING_MS)


def _insert(connection: Connection, table: Table) -> Any:
    """An insert that can say what happens when the row is there already."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)


def _grant(connection: Connection, whose: str, now: int, most: int, every: int) -> None:
    past = grants.c.since <= now - every
    counted = (
        _insert(connection, grants)
        .values(whose=whose, since=now, given=1)
        .on_conflict_do_update(
            index_elements=["whose"],
            set_={
                "given": case((past, 1), else_=grants.c.given + 1),
                "since": case((past, now), else_=grants.c.since),
            },
        )
        .returning(grants.c.since, grants.c.given)
    )
    since, given = connection.execute(counted).one()
    if given > most:
        raise Spent(since + every)


def _person(row: Row[*tuple[Any, ...]]) -> Person:
    return Person(
        id=row.id,
        name=row.name,
        password_hash=row.password_hash,
        ranks=msgspec.json.decode(row.ranks, type=dict[str, str]),
        created=row.created,
        ended=row.ended,
        issued=row.issued,
        seen=row.seen,
        factor=row.factor,
        codes=msgspec.json.decode(row.codes, type=tuple[str, ...]),
        step=row.step,
        pin=row.pin,
        version=row.version,
    )


def _session(row: Row[*tuple[Any, ...]]) -> Session:
    return Session(row.token_hash, row.person, row.expires, row.last_seen, row.until)
