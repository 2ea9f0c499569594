"""Signing in and out, one's password and second factor, and one's wallet."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

import msgspec
from litestar import Request, Response, get, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from croupier.floor.people import totp
from croupier.floor.people.accounts import SignedIn
from croupier.floor.server.plan import ANYONE
from croupier.floor.server.problems import forbidden, told
from croupier.floor.server.reception import LADDER, AtReception, Caller, Reception, address, known, may, ready
from croupier.floor.server.wire import Body, Code, GuestSignIn, Here, Me, NewPassword, Place, Secret, StaffSignIn
from croupier.games import game, games
from croupier.house.wallet import STARTING_CENTS
from croupier.table.words import rank_name

AnyRequest = Request[Any, Any, Any]


class NewFactor(msgspec.Struct, frozen=True, kw_only=True):
    """A secret for one's phone, to type in or as a picture to point it at; nothing is set up by asking for one."""

    secret: str
    address: str
    picture: str


class SetFactor(Body, frozen=True, kw_only=True):
    """That a phone knows the secret: its code of this moment."""

    password: Secret
    secret: Secret
    code: Code


class RecoveryCodes(msgspec.Struct, frozen=True, kw_only=True):
    """Codes for when the phone is lost; each opens the account once, and they are not shown again."""

    codes: tuple[str, ...]


class RemoveFactor(Body, frozen=True, kw_only=True):
    """One's second factor is to be asked for no longer."""

    password: Secret
    code: Code


class NewPin(Body, frozen=True, kw_only=True):
    """One's PIN is to be this."""

    password: Secret
    pin: Secret


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
        second_factor=who.second_factor,
        must_set_second_factor=who.must_set_second_factor,
        pin=who.pin,
    )


async def _let_in(reception: Reception, token: str, who: SignedIn) -> Response[Me]:
    reception.gate.let_in(token, who.id)
    return Response(await _me(reception, who), cookies=[reception.cookie(token)])


def _of_the_house(caller: SignedIn | None) -> SignedIn:
    who = known(caller)
    if who.guest:
        raise forbidden("guests have no password")
    return who


@post("/api/sign-in/guest", status_code=200, opt={ANYONE: True}, responses=told(400, 413, 429))
async def sign_in_guest(
    data: JSONBody[GuestSignIn], request: AnyRequest, reception: AtReception, caller: Caller
) -> Response[Me]:
    """Come in as a guest, with play chips to start with."""
    token, who = await asyncio.to_thread(reception.people.welcome, data.name, address(request), caller)
    if caller is not None:
        await asyncio.to_thread(reception.people.sign_out, caller)
    await reception.floor.top_up(who.id, f"person:{who.id}:welcome")
    return await _let_in(reception, token, who)


@post("/api/sign-in/staff", status_code=200, opt={ANYONE: True}, responses=told(400, 401, 413, 429))
async def sign_in_staff(
    data: JSONBody[StaffSignIn], request: AnyRequest, reception: AtReception, caller: Caller
) -> Response[Me]:
    """Sign in by name and password, and with a code where there is a second factor.

    When the password is right and a code is wanted, the answer is 401 and says that it `needs` a `code`.
    """
    token, who = await asyncio.to_thread(
        reception.people.sign_in, data.name, data.password, data.code, address(request)
    )
    if caller is not None:
        await asyncio.to_thread(reception.people.sign_out, caller)
    return await _let_in(reception, token, who)


@post("/api/password", status_code=200, responses=told(400, 401, 403, 413, 429))
async def change_password(
    data: JSONBody[NewPassword], request: AnyRequest, reception: AtReception, caller: Caller
) -> Me:
    """Replace one's own password; one's other sessions end."""
    who, people = _of_the_house(caller), reception.people
    changed = await asyncio.to_thread(people.change_password, who, data.old, data.new, address(request))
    return await _me(reception, changed)


@get("/api/second-factor", responses=told(401, 403))
async def new_factor(caller: Caller) -> NewFactor:
    """A fresh secret for a second factor; it is set up once a code made with it is sent back."""
    who, secret = _of_the_house(caller), totp.new_secret()
    return NewFactor(secret=secret, address=totp.address(who.name, secret), picture=totp.picture(who.name, secret))


@post("/api/second-factor", status_code=200, responses=told(400, 401, 403, 413, 429))
async def set_factor(
    data: JSONBody[SetFactor], request: AnyRequest, reception: AtReception, caller: Caller
) -> RecoveryCodes:
    """Ask for a code at every sign-in of one's own from now on."""
    who = _of_the_house(caller)
    if who.must_change_password:
        raise forbidden("change your one-time password first")
    codes = await asyncio.to_thread(
        reception.people.set_factor, who, data.password, data.secret, data.code, address(request)
    )
    return RecoveryCodes(codes=codes)


@post("/api/second-factor/remove", status_code=200, responses=told(400, 401, 403, 413, 429))
async def remove_factor(
    data: JSONBody[RemoveFactor], request: AnyRequest, reception: AtReception, caller: Caller
) -> Me:
    """Ask for no code any more, where the house leaves that to its people."""
    who, people = _of_the_house(caller), reception.people
    changed = await asyncio.to_thread(people.remove_factor, who, data.password, data.code, address(request))
    return await _me(reception, changed)


@post("/api/pin", status_code=200, responses=told(400, 401, 403, 413, 429))
async def set_pin(data: JSONBody[NewPin], request: AnyRequest, reception: AtReception, caller: Caller) -> Me:
    """Choose a PIN, with which one acts at the station of someone of a lower rank."""
    who = ready(_of_the_house(caller))
    await asyncio.to_thread(reception.people.pins.set, who, data.password, data.pin, address(request))
    return await _me(reception, msgspec.structs.replace(who, pin=True))


@post("/api/pin/remove", status_code=200, responses=told(401, 403, 429))
async def remove_pin(reception: AtReception, caller: Caller) -> Me:
    """Have no PIN any more."""
    who = ready(_of_the_house(caller))
    await asyncio.to_thread(reception.people.pins.remove, who)
    return await _me(reception, msgspec.structs.replace(who, pin=False))


@post("/api/sign-out", status_code=204, opt={ANYONE: True})
async def sign_out(reception: AtReception, caller: Caller) -> Response[None]:
    """End this session, if there is one."""
    if caller is not None:
        await asyncio.to_thread(reception.people.sign_out, caller)
    return Response(None, cookies=[reception.cookie(None)])


@get("/api/me", responses=told(401))
async def me(reception: AtReception, caller: Caller) -> Me:
    """Who is signed in."""
    return await _me(reception, known(caller))


@get("/api/session")
async def session(reception: AtReception, caller: Caller) -> Here:
    """Who is signed in, or that nobody is."""
    return Here(me=None if caller is None else await _me(reception, caller))


@get("/api/me/places", responses=told(401))
async def places(reception: AtReception, caller: Caller) -> list[Place]:
    """The tables that the one signed in is at."""
    who = known(caller)
    await reception.floor.look_round()
    return [
        Place(
            table=live.id,
            title=live.title,
            seat=person.seat,
            chips=live.state.stack(who.id),
            in_chips=live.state.in_chips,
        )
        for live in reception.floor.tables.values()
        if (person := live.state.people.get(who.id)) is not None
    ]


@post("/api/wallet/top-up", status_code=200, responses=told(401, 403, 429))
async def top_up(reception: AtReception, caller: Caller) -> Me:
    """Have one's play chips brought back up to the starting amount, once an hour; with that much, nothing happens."""
    who = ready(caller)
    if not who.guest:
        raise forbidden("only guests play with play chips")
    if await reception.floor.wallet(who.id) < STARTING_CENTS:
        await asyncio.to_thread(reception.people.may_top_up, who)
        await reception.floor.top_up(who.id, f"person:{who.id}:top-up:{uuid4()}")
    return await _me(reception, who)


HANDLERS: list[ControllerRouterHandler] = [
    *(sign_in_guest, sign_in_staff, change_password, set_factor, remove_factor),
    *(new_factor, set_pin, remove_pin, sign_out, me, session, places, top_up),
]
