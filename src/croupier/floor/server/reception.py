"""The reception: what every route works with, and who stands before it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Literal

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from croupier.floor.acts.floor import Floor
from croupier.floor.people.accounts import UNKNOWN, People, SignedIn
from croupier.floor.reading.feed import Feeds
from croupier.floor.reading.inquiry import Inquiry
from croupier.floor.reading.lately import Lately
from croupier.floor.seal.sealer import Sealing
from croupier.floor.server.gate import Gate
from croupier.floor.server.limits import Limits, usual
from croupier.floor.server.pools import Kept, Pool, Shared
from croupier.floor.server.problems import forbidden, unauthorised
from croupier.floor.server.workshop import Workshop
from croupier.floor.training.practice import PracticeRoom
from croupier.floor.vigil import Vigil

COOKIE = "croupier_session"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the server behaves; times in seconds."""

    secure_cookie: bool = False
    """Whether browsers may send the session over https only; on as soon as the floor is served over it."""
    sign_ins_a_minute: int = 30
    """Sign-ins, right or wrong, that one address may try."""
    ping_seconds: float = 20.0
    """How often a feed shows that it is alive, and looks whether its session still is."""
    lobby_seconds: float = 1.0
    """The least time between two lobby messages."""
    limits: Limits | None = None
    """What everyone may ask; the usual limits unless others are set."""
    metrics: Literal["public", "local", "off"] = "local"
    """Who may read the figures, and what exactly is wrong when the house is not ready."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Whose word on a client's address is taken when the floor is served over https."""
    hosts: tuple[str, ...] = ()
    """The names that the floor goes by, besides those of this machine and the address that is reached."""

    @property
    def trusted(self) -> tuple[str, ...]:
        """Whose word on a client's address is taken."""
        return self.proxies if self.secure_cookie else ()

    @property
    def bounds(self) -> Limits:
        """What everyone may ask."""
        return self.limits or usual(self.sign_ins_a_minute)


@dataclass(frozen=True, kw_only=True)
class Reception:
    """The floor with its people, feeds and records, as the server serves it."""

    floor: Floor
    people: People
    settings: Settings = Settings()
    sealing: Sealing | None = None
    """Who signs the record; without one it has no key to be checked with."""
    vigil: Vigil | None = None
    """Who checks the record beside the play; nobody where it is not sealed."""
    feeds: Feeds = field(init=False)
    inquiry: Inquiry = field(init=False)
    lately: Lately = field(init=False)
    recalled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the results from before the house opened are shown too."""
    verifying: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the whole record is read, which one caller at a time may ask for."""
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the house begins to close."""
    gate: Gate = field(init=False)
    readings: Pool = field(init=False)
    """Where the record is read for heavy answers."""
    audits: Pool = field(init=False)
    """Where the whole record is verified or handed out."""
    workshop: Workshop = field(init=False)
    sheets: Kept = field(default_factory=lambda: Kept(256))
    """Sheets and the like, which are worked out once."""
    pasts: Kept = field(default_factory=lambda: Kept(256))
    """Rounds of tables as of a version, read once."""
    practice: PracticeRoom = field(init=False)
    lessons: Kept = field(default_factory=lambda: Kept(64, 8 << 20))
    """Scripts of the library as lessons, played once."""
    shares: dict[str, Shared] = field(default_factory=dict)
    """What every feed of a kind shows."""

    def __post_init__(self) -> None:
        bounds = self.settings.bounds
        object.__setattr__(self, "gate", Gate(bounds, COOKIE))
        object.__setattr__(self, "readings", Pool("readings", bounds.reading_threads, bounds.reading_waiting))
        object.__setattr__(self, "audits", Pool("audits", bounds.exports, 0))
        workshop = Workshop(bounds.workers, bounds.workers_waiting, bounds.worker_seconds)
        object.__setattr__(self, "workshop", workshop)
        object.__setattr__(self, "practice", PracticeRoom(self.floor.clock, bounds.practice, self.floor.tempo))
        object.__setattr__(self, "feeds", Feeds(self.floor, self.floor.clock))
        object.__setattr__(self, "lately", Lately(self.floor.store, self.floor.tables))
        object.__setattr__(self, "inquiry", Inquiry(self.floor.store, self.floor.tables, self.floor.meters))

    async def close(self) -> None:
        """End the feeds, and what is being worked out."""
        self.closing.set()
        await self.feeds.close()
        await self.practice.close()
        for pool in (self.readings, self.audits):
            pool.close()
        await asyncio.to_thread(self.workshop.close)

    def share(self, name: str, look: Callable[[], bytes], seconds: float) -> bytes:
        """What is to be shown to many, looked at once in so many seconds for all of them."""
        return self.shared(name, look, seconds).now()

    def shared(self, name: str, look: Callable[[], bytes], seconds: float) -> Shared:
        """The same, as something to ask for it; how often it is looked at may change with what it shows."""
        found = self.shares.get(name)
        if found is None:
            found = self.shares[name] = Shared(look, seconds)
        found.look, found.seconds = look, seconds
        return found

    def cookie(self, token: str | None) -> Cookie:
        """The session's cookie; without a token, one that removes it."""
        return Cookie(
            key=COOKIE,
            value=token or "",
            max_age=None if token else 0,
            path="/",
            secure=self.settings.secure_cookie,
            httponly=True,
            samesite="strict",
        )


AtReception = NamedDependency[Reception]
Caller = NamedDependency[SignedIn | None]


async def caller(
    connection: ASGIConnection[Any, Any, Any, Any], reception: Reception, *, active: bool = True
) -> SignedIn | None:
    """Who sends this request, if anyone is signed in."""
    token = connection.cookies.get(COOKIE)
    if not token:
        return None
    recalled = reception.people.recall(token, active=active)
    if recalled is not UNKNOWN:
        return recalled
    return await asyncio.to_thread(reception.people.recognise, token, active=active)


def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request comes from, as attempts and gifts are counted: an IPv6 network counts as one.

    A whole network of that kind is one household's, who could otherwise be as many as they like.
    """
    host = connection.client.host if connection.client is not None else ""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


def known(who: SignedIn | None) -> SignedIn:
    """The one who is signed in, or 401."""
    if who is None:
        raise unauthorised()
    return who


def ready(who: SignedIn | None) -> SignedIn:
    """The one who is signed in and has no one-time password any more, or 401 or 403."""
    who = known(who)
    if who.must_change_password:
        raise forbidden("change your one-time password first")
    if who.must_set_second_factor:
        raise forbidden("set up your second factor first")
    return who


def at_least(who: SignedIn | None, lowest: str, *besides: str) -> SignedIn:
    """The one signed in, if they hold this rank of the house or a higher one, or one of those named besides."""
    who = ready(who)
    rank = who.rank()
    if rank in besides or (rank in LADDER and LADDER.index(rank) >= LADDER.index(lowest)):
        return who
    raise forbidden(f"this is for the {' or the '.join((lowest, *besides))}")


def may(rank: str, ladder: Sequence[str]) -> tuple[str, ...]:
    """What someone of a rank may do, on a ladder that begins with the player and ends with the operator.

    >>> may("pit-boss", LADDER)
    ('deal', 'supervise', 'determine')
    """
    if rank == INSPECTOR_RANK:
        return ("inspect", "export")
    if rank not in ladder:
        return ()
    rung, top = ladder.index(rank), len(ladder) - 1
    wanted = (
        ("deal", 1),
        ("supervise", 2),
        ("determine", max(2, top - 1)),
        ("operate", top),
        ("export", top),
    )
    return tuple(act for act, lowest in wanted if rung >= min(lowest, top))


LADDER = ("player", "dealer", "game-supervisor", "pit-boss", "casino-operator")
"""The ranks that every book's ladder has, from below."""

INSPECTOR_RANK = "regulator"
