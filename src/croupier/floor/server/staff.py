"""The staff: personal accounts, made, changed and ended by the operator, and who holds which rights."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta

from croupier.books import book, slugs
from croupier.floor.people.accounts import EVERY_BOOK, People, Unfit, staff
from croupier.floor.people.fold import Account
from croupier.floor.people.posts import OPERATOR, ranks_of
from croupier.floor.server.problems import malformed, told
from croupier.floor.server.reception import INSPECTOR_RANK, LADDER, AtReception, Caller, at_least, may
from croupier.floor.server.wire import Body
from croupier.table.words import rank_name

Ranks = Annotated[dict[str, str], Meta(max_length=100)]


class RankLine(msgspec.Struct, frozen=True, kw_only=True):
    """A rank as the house writes it, and in words."""

    rank: str
    rank_name: str


class RightsLine(RankLine, frozen=True, kw_only=True):
    """What someone is and may do under one book; under `*`, where a book names no other rank."""

    book: str
    title: str
    may: tuple[str, ...]


class StaffLine(msgspec.Struct, frozen=True, kw_only=True):
    """An account and its rights (times in ms)."""

    id: str
    name: str
    ranks: dict[str, str]
    rights: tuple[RightsLine, ...]
    made: int
    ended: int | None
    last_sign_in: int | None
    one_time_until: int | None
    """Until when its one-time password can be used, while it has one."""
    second_factor: bool
    sessions: int
    you: bool


class PostLine(msgspec.Struct, frozen=True, kw_only=True):
    """A post of the house and the ranks it brings."""

    post: str
    ranks: dict[str, str]


class BookRanks(msgspec.Struct, frozen=True, kw_only=True):
    """The ranks that staff can hold under a book, from below; under `*`, where a book names no other."""

    book: str
    title: str
    ranks: tuple[RankLine, ...]


class StaffList(msgspec.Struct, frozen=True, kw_only=True):
    """Everyone who works or has worked here, and what they could be."""

    people: tuple[StaffLine, ...]
    posts: tuple[PostLine, ...]
    books: tuple[BookRanks, ...]


class NewPerson(Body, frozen=True, kw_only=True):
    """Someone who is to work here: in a post of the house, or with ranks under its books."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    post: Annotated[str, Meta(max_length=64)] = ""
    ranks: Ranks = msgspec.field(default_factory=dict)


class NewRanks(Body, frozen=True, kw_only=True):
    """The ranks that someone is to hold: those of a post of the house, or these."""

    post: Annotated[str, Meta(max_length=64)] = ""
    ranks: Ranks = msgspec.field(default_factory=dict)


class OneTime(msgspec.Struct, frozen=True, kw_only=True):
    """A one-time password, which is shown this once, and until when it can be used."""

    id: str
    password: str
    until: int


@get("/api/staff", responses=told(401, 403))
async def everyone(reception: AtReception, caller: Caller) -> StaffList:
    """Every account with its rights, those that have ended too; and the posts and ranks there are."""
    who = at_least(caller, OPERATOR, INSPECTOR_RANK)
    people = reception.people
    accounts, open_sessions = await asyncio.to_thread(lambda: (people.everyone(), people.open_sessions()))
    return StaffList(
        people=tuple(_line(each, people, open_sessions.get(each.id, 0), who.id) for each in accounts),
        posts=tuple(PostLine(post=post, ranks=ranks) for post, ranks in staff().items()),
        books=tuple(BookRanks(book=slug, title=_title(slug), ranks=_ranks(slug)) for slug in (EVERY_BOOK, *slugs())),
    )


@post("/api/staff", status_code=201, responses=told(400, 401, 403, 413))
async def add(data: JSONBody[NewPerson], reception: AtReception, caller: Caller) -> OneTime:
    """Make a personal account; its one-time password is in the answer and nowhere else."""
    who, ranks = at_least(caller, OPERATOR), _wanted(data.post, data.ranks)
    name = data.name.strip().lower()
    password = await asyncio.to_thread(reception.people.add, who, name, ranks)
    return await _one_time(reception.people, name, password)


@post("/api/staff/{person:str}/ranks", status_code=204, responses=told(400, 401, 403, 404, 413))
async def change_ranks(person: FromPath[str], data: JSONBody[NewRanks], reception: AtReception, caller: Caller) -> None:
    """Let someone hold other ranks from now on; nobody changes their own."""
    who, ranks = at_least(caller, OPERATOR), _wanted(data.post, data.ranks)
    await asyncio.to_thread(reception.people.change_ranks, who, person, ranks)


@post("/api/staff/{person:str}/password", status_code=200, responses=told(400, 401, 403, 404))
async def issue(person: FromPath[str], reception: AtReception, caller: Caller) -> OneTime:
    """Give someone a new one-time password; whatever they were signed in at ends."""
    who = at_least(caller, OPERATOR)
    password = await asyncio.to_thread(reception.people.issue, who, person)
    return await _one_time(reception.people, person, password)


@post("/api/staff/{person:str}/second-factor/reset", status_code=204, responses=told(400, 401, 403, 404))
async def reset_factor(person: FromPath[str], reception: AtReception, caller: Caller) -> None:
    """Take a lost second factor off someone's account."""
    who = at_least(caller, OPERATOR)
    await asyncio.to_thread(reception.people.reset_factor, who, person)


@post("/api/staff/{person:str}/end", status_code=204, responses=told(400, 401, 403, 404))
async def end(person: FromPath[str], reception: AtReception, caller: Caller) -> None:
    """End an account for good: its sessions end at once, and its name is not given to anyone again."""
    who = at_least(caller, OPERATOR)
    await asyncio.to_thread(reception.people.end, who, person)


def _wanted(post: str, ranks: dict[str, str]) -> dict[str, str]:
    if bool(post) == bool(ranks):
        raise malformed("say either a post or ranks")
    if not post:
        return ranks
    found = staff().get(post)
    if found is None:
        raise Unfit("there is no such post")
    return found


async def _one_time(people: People, person: str, password: str) -> OneTime:
    accounts = await asyncio.to_thread(people.everyone)
    until = next((people.one_time_until(each) or 0 for each in accounts if each.id == person), 0)
    return OneTime(id=person, password=password, until=until)


def _line(account: Account, people: People, sessions: int, caller: str) -> StaffLine:
    return StaffLine(
        id=account.id,
        name=account.name,
        ranks=account.ranks,
        rights=tuple(_rights(account, slug) for slug in (EVERY_BOOK, *slugs())) if not account.ended else (),
        made=account.created,
        ended=account.ended or None,
        last_sign_in=account.seen or None,
        one_time_until=people.one_time_until(account),
        second_factor=account.second_factor,
        sessions=sessions,
        you=account.id == caller,
    )


def _rights(account: Account, slug: str) -> RightsLine:
    rank = account.ranks.get(slug, account.ranks.get(EVERY_BOOK, ""))
    ladder = LADDER if slug == EVERY_BOOK else book(slug).ladder
    return RightsLine(book=slug, title=_title(slug), rank=rank, rank_name=rank_name(rank), may=may(rank, ladder))


def _title(slug: str) -> str:
    return "Every other book" if slug == EVERY_BOOK else book(slug).title


def _ranks(slug: str) -> tuple[RankLine, ...]:
    return tuple(RankLine(rank=rank, rank_name=rank_name(rank)) for rank in ranks_of(slug))


HANDLERS: list[ControllerRouterHandler] = [everyone, add, change_ranks, issue, reset_factor, end]
