"""How much one address, one person and all of them together may ask: rates, queues, sizes and times."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil

from croupier.floor.training.practice import PracticeBounds

REMEMBERED = 20_000
"""How many addresses, and how many people, are remembered at a time; the ones unseen longest are forgotten."""


class Class(StrEnum):
    """What kind of request it is: play goes first, and what is heavy never stands in its way."""

    PLAY = "play"
    READING = "reading"
    HEAVY = "heavy"
    SIGN_IN = "sign-in"
    PAGES = "pages"
    HEALTH = "health"

    __hash__ = str.__hash__  # every request looks its class up several times


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    a_second: float
    at_once: float


ANY = Rate(1e9, 1e9)
"""No limit."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What is asked of everyone; times in seconds, sizes in bytes."""

    person: dict[Class, Rate]
    """What one person may ask."""
    address: dict[Class, Rate]
    """What all of one address may ask; a house's own network may be one address."""
    strangers: dict[Class, Rate]
    """What all who are not known here may ask together, from however many addresses; a session that is not known
    yet counts as play."""
    feeds_a_person: int = 20
    feeds_an_address: int = 200
    connections: int = 2000
    """Connections in all."""
    connections_an_address: int = 400
    head_bytes: int = 16 * 1024
    """The head of a request: its line and all of its headers."""
    head_seconds: float = 10.0
    """How long the head of a request may take to arrive."""
    body_bytes: int = 256 * 1024
    """What may follow a head on the wire, whatever of it is a body."""
    body_seconds: float = 15.0
    """How long a body may take to arrive."""
    stalled_seconds: float = 30.0
    """How long a client may take nothing of an answer or a feed."""
    idle_seconds: int = 20
    """How long a connection may be kept without a request."""
    reading_threads: int = 2
    reading_waiting: int = 32
    """How many heavy readings of the record may wait for one of the threads."""
    exports: int = 2
    """How many exports may run at a time."""
    workers: int = 1
    """Processes that work things out."""
    workers_waiting: int = 32
    worker_seconds: float = 60.0
    """How long one answer may be worked out."""
    sign_ins_at_once: int = 4
    """Passwords take much memory and time: so many sign-ins are looked at in one moment, the rest wait."""
    sign_ins_waiting: int = 40
    practice: PracticeBounds = field(default_factory=PracticeBounds)
    """How many practice tables are kept, and how long."""


def usual(sign_ins_a_minute: int = 30, people_an_address: int = 10) -> Limits:
    """The limits of a house, for so many people at one address."""
    person: dict[Class, Rate] = {
        Class.PLAY: Rate(50, 100),
        Class.READING: Rate(30, 120),
        Class.HEAVY: Rate(4, 30),
        Class.SIGN_IN: Rate(sign_ins_a_minute / 60, sign_ins_a_minute),
        Class.PAGES: Rate(60, 200),
        Class.HEALTH: Rate(20, 40),
    }
    address: dict[Class, Rate] = {
        each: Rate(rate.a_second * people_an_address, rate.at_once * people_an_address) for each, rate in person.items()
    }
    address[Class.HEAVY] = Rate(max(8.0, people_an_address / 2), max(60.0, 2.0 * people_an_address))
    address[Class.READING] = Rate(15.0 * people_an_address, 60.0 * people_an_address)
    address[Class.SIGN_IN] = person[Class.SIGN_IN]
    strangers = dict.fromkeys(Class, ANY) | {
        Class.PLAY: Rate(200, 2000),
        Class.READING: Rate(1000, 4000),
        Class.HEAVY: Rate(10, 60),
    }
    return Limits(
        person=person,
        address=address,
        strangers=strangers,
        feeds_an_address=max(200, 4 * people_an_address),
        connections_an_address=max(400, 8 * people_an_address),
    )


def unlimited(limits: Limits | None = None) -> Limits:
    """No rates at all; for benches, and for tests of everything else."""
    free = dict.fromkeys(Class, ANY)
    many = 1_000_000
    return replace(
        limits or usual(),
        person=free,
        address=free,
        strangers=free,
        feeds_a_person=many,
        feeds_an_address=many,
        connections_an_address=many,
    )


def for_people(people_an_address: int, sign_ins_a_minute: int) -> Limits:
    """The limits of a house for so many people at one address; for none, only sign-ins are limited."""
    if people_an_address:
        return usual(sign_ins_a_minute, people_an_address)
    sign_ins = {Class.SIGN_IN: usual(sign_ins_a_minute).address[Class.SIGN_IN]}
    free = unlimited()
    return replace(free, person=free.person | sign_ins, address=free.address | sign_ins)


class Buckets:
    """Tokens by key: each bucket fills at its rate, and every request takes one out."""

    __slots__ = ("_buckets", "_most", "_rates")

    def __init__(self, rates: dict[Class, Rate], most: int = REMEMBERED) -> None:
        self._rates = {each: (rate.a_second, rate.at_once) for each, rate in rates.items()}
        self._most = most
        self._buckets: OrderedDict[tuple[Class, str | int], list[float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, asked: Class, key: str | int, now: float) -> int:
        """Take one out; nothing when there was one, else the whole seconds until there is one."""
        a_second, at_once = self._rates[asked]
        if at_once >= ANY.at_once:
            return 0
        bucket = (asked, key)
        found = self._buckets.get(bucket)
        if found is None:
            self._buckets[bucket] = [at_once - 1, now]
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
            return 0
        self._buckets.move_to_end(bucket)
        tokens = min(at_once, found[0] + (now - found[1]) * a_second)
        found[1] = now
        if tokens < 1:
            found[0] = tokens
            return max(1, ceil((1 - tokens) / a_second))
        found[0] = tokens - 1
        return 0


class Shares:
    """How many of something each key holds at the moment."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[str, int] = {}

    def take(self, key: str) -> bool:
        """Take one more, if that is still within the bound."""
        held = self._held.get(key, 0)
        if held >= self.most:
            return False
        self._held[key] = held + 1
        return True

    def give_back(self, key: str) -> None:
        """Hold one less."""
        left = self._held.get(key, 0) - 1
        if left > 0:
            self._held[key] = left
        else:
            self._held.pop(key, None)

    def __len__(self) -> int:
        return sum(self._held.values())


def address_key(host: str | None) -> str:
    """What counts as one address: an IPv4 address, or the /64 that an IPv6 line is given.

    >>> address_key("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    >>> address_key("::ffff:192.0.2.7")
    '192.0.2.7'
    """
    return "nowhere" if not host else _address_key(host[:64])


@lru_cache(4096)
def _address_key(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address)


def is_local(host: str | None) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ip_address(host or "").is_loopback
    except ValueError:
        return False
