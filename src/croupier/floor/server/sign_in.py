"""Signing in and out, one's password, and one's wallet."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

from litestar import Response, get, post
from litestar.middleware.base import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from croupier.floor.people.accounts import SignedIn
from croupier.floor.server.problems import forbidden, told
from croupier.floor.server.reception import LADDER, AtReception, Caller, Reception, known, may, ready
from croupier.floor.server.wire import GuestSignIn, Me, NewPassword, StaffSignIn
from croupier.games import game, games
from croupier.table.words import rank_name


async def _me(reception: Reception, who: SignedIn) -> Me:
    return Me(
        id=who.id,
        name=who.name,
        rank=who.rank(),
        rank_name=rank_name(who.rank()),
        ranks={name: who.rank(name) for name in games()},
        rank_names={name: rank_name(who.rank(name)) for name in games()},
        may=may(who.rank(), LADDER),
        may_at={name: may(who.rank(name), game(name).book.ladder) for name in games()},
        wallet=await reception.floor.wallet(who.id) if who.guest else 0,
        must_change_password=who.must_change_password,
    )


async def _let_in(reception: Reception, token: str, who: SignedIn) -> Response[Me]:
    return Response(await _me(reception, who), cookies=[reception.cookie(token)])


@post("/api/sign-in/guest", status_code=200, responses=told(400, 413, 429))
async def sign_in_guest(data: JSONBody[GuestSignIn], reception: AtReception, caller: Caller) -> Response[Me]:
    """Come in as a guest, with play chips to start with."""
    token, who = await asyncio.to_thread(reception.people.welcome, data.name)
    if caller is not None:
        await asyncio.to_thread(reception.people.sign_out, caller)
    await reception.floor.top_up(who.id, f"person:{who.id}:welcome")
    return await _let_in(reception, token, who)


@post("/api/sign-in/staff", status_code=200, responses=told(400, 401, 413, 423, 429))
async def sign_in_staff(data: JSONBody[StaffSignIn], reception: AtReception, caller: Caller) -> Response[Me]:
    """Sign in by name and password."""
    token, who = await asyncio.to_thread(reception.people.sign_in, data.name, data.password)
    if caller is not None:
        await asyncio.to_thread(reception.people.sign_out, caller)
    return await _let_in(reception, token, who)


@post("/api/password", status_code=200, responses=told(400, 401, 403, 413, 423, 429))
async def change_password(data: JSONBody[NewPassword], reception: AtReception, caller: Caller) -> Me:
    """Replace one's own password."""
    who = known(caller)
    if who.guest:
        raise forbidden("guests have no password")
    return await _me(reception, await asyncio.to_thread(reception.people.change_password, who, data.old, data.new))


@post("/api/sign-out", status_code=204)
async def sign_out(reception: AtReception, caller: Caller) -> Response[None]:
    """End this session, if there is one."""
    if caller is not None:
        await asyncio.to_thread(reception.people.sign_out, caller)
    return Response(None, cookies=[reception.cookie(None)])


@get("/api/me", responses=told(401))
async def me(reception: AtReception, caller: Caller) -> Me:
    """Who is signed in."""
    return await _me(reception, known(caller))


@post("/api/wallet/top-up", status_code=200, responses=told(401, 403))
async def top_up(reception: AtReception, caller: Caller) -> Me:
    """Have one's play chips brought back up to the starting amount; with that much or more, nothing happens."""
    who = ready(caller)
    if not who.guest:
        raise forbidden("only guests play with play chips")
    await reception.floor.top_up(who.id, f"person:{who.id}:top-up:{uuid4()}")
    return await _me(reception, who)


def handlers(sign_ins_a_minute: int) -> list[ControllerRouterHandler]:
    """The routes, with attempts at passwords and guests' arrivals kept to a rate."""
    limit: list[DefineMiddleware] = [RateLimitConfig(rate_limit=("minute", sign_ins_a_minute)).middleware]
    return [_limited(sign_in_guest, limit), _limited(sign_in_staff, limit), _limited(change_password, limit), *_FREE]


def _limited(handler: Any, limit: list[DefineMiddleware]) -> ControllerRouterHandler:
    from litestar import Router

    return Router("/", route_handlers=[handler], middleware=limit)


_FREE: list[ControllerRouterHandler] = [sign_out, me, top_up]
