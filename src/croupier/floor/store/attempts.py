"""Attempts at passwords, counted by account and address, so that guessing is slow and nobody is locked out by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Column, Connection, Table, Text, and_, delete, func, insert, or_, select, update

from croupier.floor.store.locks import Lock, hold
from croupier.floor.store.schema import Whole, metadata

attempts = Table(
    "attempts",
    metadata,
    Column("account", Whole, primary_key=True, autoincrement=False),
    Column("address", Text, primary_key=True),
    Column("failures", Whole, nullable=False),
    Column("until", Whole, nullable=False),
    Column("last", Whole, nullable=False, index=True),
    Column("succeeded", Whole, nullable=False),
)

EVERYWHERE = "*"
"""The address of what is counted for an account over all addresses."""

EVERYONE = -1
"""The account of what is counted for an address over all accounts."""

Wait = Callable[[Callable[[Connection], Any]], Any]


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How attempts are slowed (times in ms)."""

    free: int = 3
    """Wrong passwords from one address for one account before the first delay."""
    first_ms: int = 1000
    """The first delay; each further one is twice as long."""
    most_ms: int = 15 * 60_000
    """The longest delay."""
    account_burst: int = 20
    """Attempts at one account at once from addresses that have never signed in to it."""
    account_ms: int = 30_000
    """The time in which one more such attempt becomes possible."""
    share_burst: int = 10
    """Those of them that one who is known to stand behind several addresses may make: others must have some left."""
    share_ms: int = 60_000
    """The time in which they get one more."""
    address_free: int = 30
    """Wrong passwords from one address, for whichever accounts, before it is delayed for all of them."""
    address_most_ms: int = 60_000
    """The longest such delay."""
    forget_ms: int = 3_600_000
    """After so long without another, wrong passwords are forgotten."""
    trust_ms: int = 90 * 86_400_000
    """How long an address is remembered as one that has signed in to an account."""
    addresses: int = 64
    """Addresses that are remembered for one account, at most."""
    trusted: int = 16
    """Those of them that have signed in."""
    rows: int = 20_000
    """Pairs of account and address that are remembered in all."""

    def delay(self, failures: int, free: int, most: int) -> int:
        """How long to wait after so many failures.

        >>> [Pace().delay(failures, 3, 900_000) for failures in (2, 3, 4, 5, 40)]
        [0, 1000, 2000, 4000, 900000]
        """
        if failures < free:
            return 0
        return min(most, self.first_ms << min(failures - free, 40))


class Counted(msgspec.Struct, frozen=True):
    """An attempt that may be made: counted as a failure until it is known to be none."""

    account: int
    address: str
    failures: int
    until: int
    """Until when the next has to wait, if this is one."""
    before: int
    """Until when this one had to wait."""
    trusted: bool
    share: str = ""
    """Who stands behind the address, if that is known."""


class TooSoon(Exception):
    """The attempt may not be made before then."""

    def __init__(self, until: int) -> None:
        super().__init__("too soon after the last attempt")
        self.until = until


class Attempts:
    """The attempts of a store, shared by every server on it."""

    def __init__(self, wait: Wait) -> None:
        self._wait = wait

    def begin(self, account: int, address: str, now: int, pace: Pace, share: str = "") -> Counted:
        """Count an attempt before its password is looked at, so that none slips by; TooSoon if it has to wait.

        All addresses of one `share` together have only their share of what the account allows.
        """
        counted: Counted = self._wait(lambda connection: _begin(connection, account, address, now, pace, share=share))
        return counted

    def succeeded(self, counted: Counted, now: int, pace: Pace) -> None:
        """The password was right: this address is delayed no longer, and is known to be this account's."""
        self._wait(lambda connection: _settle(connection, counted, now, pace, trusted=True))

    def undo(self, counted: Counted, now: int, pace: Pace) -> None:
        """Nothing was wrong, but it was no sign-in either: all is as it was before the attempt."""
        self._wait(lambda connection: _settle(connection, counted, now, pace, trusted=False))

    def forgive(self, account: int) -> None:
        """Forget every wrong password for an account."""
        change = update(attempts).where(attempts.c.account == account).values(failures=0, until=0)
        self._wait(lambda connection: connection.execute(change).rowcount)

    def sweep(self, now: int, pace: Pace | None = None) -> None:
        """Forget what no longer counts."""
        pace = pace or Pace()
        old = and_(
            attempts.c.last <= now - pace.forget_ms,
            attempts.c.until <= now,
            or_(attempts.c.succeeded == 0, attempts.c.succeeded <= now - pace.trust_ms),
        )
        self._wait(lambda connection: connection.execute(delete(attempts).where(old)).rowcount)


def _begin(connection: Connection, account: int, address: str, now: int, pace: Pace, *, share: str) -> Counted:
    hold(connection, Lock.ATTEMPTS)
    pair = _row(connection, account, address)
    everyone = _row(connection, EVERYONE, address)
    trusted = pair is not None and pair.succeeded > now - pace.trust_ms
    until = 0 if pair is None else pair.until
    if until > now:
        raise TooSoon(until)
    if not trusted:
        if everyone is not None and everyone.until > now:
            raise TooSoon(everyone.until)
        for bucket in _buckets(share, pace):
            _take(connection, account, now, bucket)
    failures = 1 if pair is None or pair.last <= now - pace.forget_ms else pair.failures + 1
    delayed = pace.delay(failures, pace.free, pace.most_ms)
    _write(connection, account, address, failures=failures, until=now + delayed if delayed else 0, last=now)
    tried = 1 if everyone is None or everyone.last <= now - pace.forget_ms else everyone.failures + 1
    held = pace.delay(tried, pace.address_free, pace.address_most_ms)
    _write(connection, EVERYONE, address, failures=tried, until=now + held if held else 0, last=now)
    if pair is None:
        _bound(connection, account, pace)
    return Counted(account, address, failures, now + delayed if delayed else 0, until, trusted, share)


class _Bucket(NamedTuple):
    """Attempts that an account allows over several addresses: so many at once, and one more each time."""

    where: str
    burst: int
    every: int


def _buckets(share: str, pace: Pace) -> list[_Bucket]:
    """What an attempt is taken from: what the account allows over all addresses, and someone's share of it."""
    whole = _Bucket(EVERYWHERE, pace.account_burst, pace.account_ms)
    return [_Bucket(f"share:{share}", pace.share_burst, pace.share_ms), whole] if share else [whole]


def _take(connection: Connection, account: int, now: int, bucket: _Bucket) -> None:
    """Take one of the attempts that are left; they come back at a steady pace."""
    row = _row(connection, account, bucket.where)
    due, full = max(now, 0 if row is None else row.until), (bucket.burst - 1) * bucket.every
    if due - now > full:
        raise TooSoon(due - full)
    _write(connection, account, bucket.where, failures=0, until=due + bucket.every, last=now)


def _settle(connection: Connection, counted: Counted, now: int, pace: Pace, *, trusted: bool) -> None:
    hold(connection, Lock.ATTEMPTS)
    change: dict[str, Any] = {"failures": 0, "until": 0, "succeeded": now}
    if not trusted:
        change = {"failures": attempts.c.failures - 1, "until": counted.before}
    connection.execute(update(attempts).where(*_at(counted.account, counted.address)).values(change))
    everyone = update(attempts).where(*_at(EVERYONE, counted.address), attempts.c.failures > 0)
    connection.execute(everyone.values(failures=attempts.c.failures - 1, until=0))
    if not counted.trusted:
        for bucket in _buckets(counted.share, pace):
            back = update(attempts).where(*_at(counted.account, bucket.where))
            connection.execute(back.values(until=attempts.c.until - bucket.every))
    if trusted:
        known = select(attempts.c.address).where(attempts.c.account == counted.account, attempts.c.succeeded > 0)
        kept = known.order_by(attempts.c.succeeded.desc()).limit(pace.trusted)
        surplus = and_(attempts.c.account == counted.account, attempts.c.succeeded > 0, attempts.c.address.not_in(kept))
        connection.execute(update(attempts).where(surplus).values(succeeded=0))


def _bound(connection: Connection, account: int, pace: Pace) -> None:
    """Forget the oldest of too many addresses; those that have signed in stay."""
    own, all_of_them = attempts.c.account == account, attempts.c.account >= EVERYONE
    for most, of in ((pace.addresses, and_(own, attempts.c.address != EVERYWHERE)), (pace.rows, all_of_them)):
        if (connection.scalar(select(func.count()).select_from(attempts).where(of)) or 0) > most:
            strangers = select(attempts.c.last).where(of, attempts.c.succeeded == 0)
            cut = connection.scalar(strangers.order_by(attempts.c.last.desc()).offset(most * 9 // 10).limit(1))
            if cut is not None:
                connection.execute(delete(attempts).where(of, attempts.c.succeeded == 0, attempts.c.last <= cut))


def _at(account: int, address: str) -> tuple[Any, Any]:
    return attempts.c.account == account, attempts.c.address == address


def _row(connection: Connection, account: int, address: str) -> Any:
    return connection.execute(select(attempts).where(*_at(account, address))).one_or_none()


def _write(connection: Connection, account: int, address: str, **fields: int) -> None:
    if not connection.execute(update(attempts).where(*_at(account, address)).values(fields)).rowcount:
        connection.execute(insert(attempts).values(account=account, address=address, succeeded=0, **fields))
