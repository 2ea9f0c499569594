"""Evidence over the wire: a round, or a table's day, as one page for those of the house who rule on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from croupier.floor.acts.journal import RecordExported
from croupier.floor.people.accounts import SignedIn
from croupier.floor.reading.evidence import Evidence
from croupier.floor.reading.evidence_page import file_name, page
from croupier.floor.server.problems import malformed, told
from croupier.floor.server.reception import INSPECTOR_RANK, AtReception, Caller, Reception, at_least

FAR = 1 << 53
LOWEST = "game-supervisor"
"""The lowest rank of the house that is handed evidence: who rules on disputes."""

POLICY = "; ".join(("default-src 'none'", "style-src 'unsafe-inline'", "base-uri 'none'", "frame-ancestors 'none'"))
"""The page brings its own style, runs nothing and loads nothing."""


def _page() -> dict[int, ResponseSpec]:
    return {
        200: ResponseSpec(
            str, description="A page that needs nothing but itself.", media_type="text/html", generate_examples=False
        ),
        **told(400, 401, 403, 404, 503),
    }


@get("/api/tables/{table_id:str}/rounds/{number:int}/evidence", responses=_page())
async def of_round(
    table_id: FromPath[str], number: FromPath[int], reception: AtReception, caller: Caller
) -> Response[str]:
    """One round as evidence: to be read and printed, with the script that reproduces it, the events and their proof."""
    who, live = at_least(caller, LOWEST, INSPECTOR_RANK), reception.floor.table(table_id)
    return await _handed_out(reception, who, lambda: reception.inquiry.evidence(live.id, min(number, FAR)))


@get("/api/tables/{table_id:str}/days/{day:str}/evidence", responses=_page())
async def of_day(table_id: FromPath[str], day: FromPath[str], reception: AtReception, caller: Caller) -> Response[str]:
    """Every round of a table that ended on a day of the house, such as 2026-11-17, in the same way."""
    who, live = at_least(caller, LOWEST, INSPECTOR_RANK), reception.floor.table(table_id)
    try:
        asked = date.fromisoformat(day)
    except ValueError as error:
        raise malformed("a day is written like 2026-11-17") from error
    return await _handed_out(reception, who, lambda: reception.inquiry.evidence_of_day(live.id, asked))


async def _handed_out(reception: Reception, who: SignedIn, gather: Callable[[], Evidence]) -> Response[str]:
    """What is gathered, as a page: scripts take their time to be found, so another process writes it."""
    found = await reception.readings.run(gather)
    sealer = None if reception.sealing is None else reception.sealing.sealer
    made: str = await reception.workshop.work_out(_written, found, None if sealer is None else str(sealer.key))
    if sealer is not None:
        made = sealer.sign_page(made)
    note = RecordExported(form="evidence", table=found.table, under=())
    await asyncio.to_thread(reception.floor.journal.note, note, by=who.id)
    return Response(
        made,
        media_type="text/html",
        headers={
            "content-disposition": f'inline; filename="{file_name(found)}"',
            "content-security-policy": POLICY,
        },
    )


def _written(found: Evidence, key: str | None) -> str:
    """The page, to be signed where there is a key."""
    return page(found, key, to_sign=key is not None)


HANDLERS: list[ControllerRouterHandler] = [of_round, of_day]
