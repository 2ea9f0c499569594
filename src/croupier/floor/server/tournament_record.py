"""The record of a tournament: its steps, of all or of one entrant, and how it stood after each, for who may look."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.types import ControllerRouterHandler

from croupier.floor.reading.tournament_replay import NoSuchTournament, TournamentStep, as_it_stood, steps
from croupier.floor.reading.tournaments import TournamentShown, shown
from croupier.floor.server.problems import told
from croupier.floor.server.reception import INSPECTOR_RANK, AtReception, Caller, Reception, at_least

FAR = 1 << 53
Version = Annotated[int, QueryParameter(ge=0, le=FAR)]


class TournamentSteps(msgspec.Struct, frozen=True):
    """Steps of a tournament in their order, and whether there are more behind them."""

    tournament: str
    steps: list[TournamentStep]
    more: bool


@get("/api/tournaments/{tournament_id:str}/steps", responses=told(400, 401, 403, 404))
async def tournament_steps(
    tournament_id: FromPath[str],
    reception: AtReception,
    caller: Caller,
    *,
    entrant: Annotated[int | None, QueryParameter(ge=1, le=FAR)] = None,
    after: Version = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 500,
) -> TournamentSteps:
    """A tournament step by step, or the steps that name an entrant; `after` is the version of the last one had."""
    at_least(caller, "dealer", INSPECTOR_RANK)
    _held(reception, tournament_id)

    def read() -> TournamentSteps:
        try:
            found = list(islice(steps(reception.floor.store, tournament_id, entrant=entrant, after=after), limit + 1))
        except NoSuchTournament as unknown:
            raise NotFoundException(str(unknown)) from unknown
        return TournamentSteps(tournament_id, found[:limit], len(found) > limit)

    return await reception.readings.run(read)


@get("/api/tournaments/{tournament_id:str}/steps/{version:int}", responses=told(400, 401, 403, 404))
async def tournament_then(
    tournament_id: FromPath[str], version: FromPath[int], reception: AtReception, caller: Caller
) -> TournamentShown:
    """A tournament as it stood after a step, with everyone's name."""
    at_least(caller, "dealer", INSPECTOR_RANK)
    _held(reception, tournament_id)
    titles = {live.id: live.title for live in reception.floor.tables.values()}

    def read() -> TournamentShown:
        try:
            then = as_it_stood(reception.floor.store, tournament_id, min(version, FAR))
        except NoSuchTournament as unknown:
            raise NotFoundException(str(unknown)) from unknown
        if then.state.conditions is None:
            raise NotFoundException(f"tournament {tournament_id!r} had no conditions yet at step {version}")
        return shown(then, titles, house=True)

    return await reception.readings.run(read)


def _held(reception: Reception, tournament_id: str) -> None:
    """The house knows all of its tournaments: the record is asked about no other."""
    if tournament_id not in reception.floor.tournaments:
        raise NotFoundException(f"there is no tournament {tournament_id!r}")


HANDLERS: list[ControllerRouterHandler] = [tournament_steps, tournament_then]
