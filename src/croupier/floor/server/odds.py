"""The odds of the games: what may be asked, the sheets, and what else there is to explore."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from croupier.floor.people.accounts import SignedIn
from croupier.floor.server.lasting import lasting
from croupier.floor.server.packing import answer
from croupier.floor.server.problems import AtTheTable, malformed, told
from croupier.floor.server.reception import AtReception, Caller, Reception
from croupier.floor.server.sums import explored_of, ready, sheet_of
from croupier.odds import GAMES, NoAnalysis, analysis
from croupier.odds.setting import Field, Kind, Plain, fields, plain, read
from croupier.odds.words import title

LONGEST_QUESTION = 200
"""Characters that an explorer may be asked, and a query may have settings for."""

MOST_SETTINGS = 40


class ChoiceLine(msgspec.Struct, frozen=True):
    """One value of a setting, and what a form calls it."""

    value: Plain
    label: str


class SettingLine(msgspec.Struct, frozen=True, kw_only=True):
    """One setting of a sheet: how to ask for it, what it may be, and the clauses that it rests on."""

    name: str
    label: str
    help: str
    kind: Kind
    """`choice`, `switch`, `whole number`, `amount`, or `numbers` with commas between, one for each of the parts."""
    unit: str
    optional: bool
    """Whether it may be left unset; its default is null then."""
    choices: tuple[ChoiceLine, ...]
    parts: tuple[str, ...]
    low: Plain
    high: Plain
    default: Plain
    example: Plain
    """What a form may begin with, where that shows more than the default."""
    needs: str | None
    """Another setting without which this one means nothing."""
    under: tuple[str, ...]


class ExplorerLine(msgspec.Struct, frozen=True):
    """A question that can be asked under a game's odds, by name."""

    name: str
    help: str


class OddsLine(msgspec.Struct, frozen=True):
    """A game that has an analysis: what a sheet of it may be asked for, and what its sheets rest on."""

    game: str
    title: str
    help: str
    settings: tuple[SettingLine, ...]
    explorers: tuple[ExplorerLine, ...]
    under: dict[str, tuple[str, ...]]
    """The clauses that the game's own parts of a sheet rest on, by the part's name."""


@get("/api/odds")
async def games(request: Request[Any, Any, Any], reception: AtReception) -> Response[list[OddsLine]]:
    """The games that have an analysis, each with the settings that its sheets may be asked for."""
    reception.workshop.warm_up(ready)  # whoever asks this asks for a sheet next
    return lasting(request, "odds", lambda: msgspec.json.encode([_line(game) for game in GAMES]))


@get("/api/odds/{game:str}", responses=told(400, 403, 404))
async def sheet(
    game: FromPath[str], request: Request[Any, Any, Any], reception: AtReception, caller: Caller
) -> Response[dict[str, Any]]:
    """The exact odds of a game's wagers, as `croupier odds` gives them in JSON.

    The query holds the game's settings by name, as `/api/odds` lists them; what is left out has its default. Nobody at
    a table of that game is told.
    """
    asked = list(request.query_params.multi_items())
    said = dict(asked)
    if len(said) < len(asked):
        raise malformed("each setting can be given only once")
    if len(said) > MOST_SETTINGS:
        raise malformed("no game has so many settings")
    try:
        settings = read(analysis(game).settings, said)
    except NoAnalysis as missing:
        raise NotFoundException(str(missing)) from missing
    except ValueError as error:
        raise malformed(str(error)) from error
    away_from_the_table(game, reception, caller)
    return await _worked_out(request, reception, (game, settings), sheet_of, game, settings)


@get("/api/odds/{game:str}/{explorer:str}/{asked:str}", responses=told(400, 403, 404))
async def explored(
    game: FromPath[str],
    explorer: FromPath[str],
    asked: FromPath[str],
    *,
    request: Request[Any, Any, Any],
    reception: AtReception,
    caller: Caller,
) -> Response[dict[str, Any]]:
    """What one of a game's explorers, as `/api/odds` lists them, tells of what is asked; not to anyone at a table."""
    if len(asked) > LONGEST_QUESTION:
        raise malformed("nobody asks so much at a time")
    away_from_the_table(game, reception, caller)
    return await _worked_out(request, reception, (game, explorer, asked), explored_of, game, explorer, asked)


def away_from_the_table(game: str, reception: Reception, who: SignedIn | None) -> None:
    """Refuse whoever is at a table of the game: its book lets nobody there have chances or play worked out."""
    for live in reception.floor.tables.values():
        if who is not None and live.game.name == game and who.id in live.state.people:
            clause = getattr(live.game.engine.rules(live.state).clauses, "devices", "")
            raise AtTheTable(
                "you are at a table of this game, where nobody has its odds worked out"
                + (f" ({clause})" if clause else ""),
                f"leave {live.title} first, and they are shown to you again",
            )


async def _worked_out(
    request: Request[Any, Any, Any], reception: Reception, key: tuple[Any, ...], work: Any, *arguments: Any
) -> Response[Any]:
    """Something worked out once in the workshop; what the book forbids is a malformed request."""

    async def make() -> bytes:
        made: bytes = await reception.workshop.work_out(work, *arguments)
        return made

    try:
        return answer(request, await reception.sheets.get(key, make))
    except NoAnalysis as missing:
        raise NotFoundException(str(missing)) from missing
    except ValueError as error:
        raise malformed(str(error)) from error


def _line(game: str) -> OddsLine:
    room = analysis(game)
    return OddsLine(
        game=game,
        title=title(game),
        help=room.about.odds,
        settings=tuple(map(_setting, fields(room.settings))),
        explorers=tuple(ExplorerLine(name, says) for name, says in room.about.explorers.items()),
        under=room.under,
    )


def _setting(field: Field) -> SettingLine:
    declared = field.setting
    return SettingLine(
        name=field.name,
        label=declared.label,
        help=declared.help,
        kind=field.kind,
        unit=declared.unit,
        optional=field.optional,
        choices=tuple(ChoiceLine(plain(value), label) for value, label in declared.choices.items()),
        parts=declared.parts,
        low=plain(declared.low),
        high=plain(declared.high),
        default=plain(field.default),
        example=plain(declared.example),
        needs=declared.needs or None,
        under=declared.under,
    )


HANDLERS: list[ControllerRouterHandler] = [games, sheet, explored]
