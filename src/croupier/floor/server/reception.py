"""The reception: what every route works with, and who stands before it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from croupier.floor.acts.floor import Floor
from croupier.floor.people.accounts import People, SignedIn
from croupier.floor.reading.feed import Feeds
from croupier.floor.reading.inquiry import Inquiry
from croupier.floor.seal.sealer import Sealing
from croupier.floor.server.problems import forbidden, unauthorised

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


@dataclass(frozen=True, kw_only=True)
class Reception:
    """The floor with its people, feeds and records, as the server serves it."""

    floor: Floor
    people: People
    settings: Settings = Settings()
    sealing: Sealing | None = None
    """Who signs the record; without one it has no key to be checked with."""
    feeds: Feeds = field(init=False)
    inquiry: Inquiry = field(init=False)
    verifying: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the whole record is read, which one caller at a time may ask for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "feeds", Feeds(self.floor, self.floor.clock))
        object.__setattr__(self, "inquiry", Inquiry(self.floor.store, self.floor.tables, self.floor.meters))

    async def close(self) -> None:
        """End the feeds."""
        await self.feeds.close()

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
    return await asyncio.to_thread(reception.people.recognise, token, active=active)


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
