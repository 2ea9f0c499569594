"""All lines that a game's scripts have for tournaments; none where its book knows none."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from croupier.games import Game
from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.scripts.forms import Chapter, Setting
from croupier.scripts.pattern import Kind
from croupier.scripts.tournaments import elimination
from croupier.scripts.tournaments.acts import ENTERING, FOUNDING, IN_CHARGE, SESSIONS
from croupier.scripts.tournaments.conditions import CONDITIONS
from croupier.scripts.tournaments.expecting import KINDS, ON_TOURNAMENTS
from croupier.scripts.tournaments.secret import SECRET
from croupier.scripts.tournaments.shortcuts import AT_ONCE
from croupier.table.contract import Event
from croupier.table.tournaments.secret_wagers import LaySecret

TABLES = Setting(
    "tournament at <number> tables",
    "There are several tables like this one, and a tournament is played at them.",
    lambda it: {"tournament": it.number},
)


class Lines(msgspec.Struct, frozen=True):
    """What a language has for tournaments."""

    settings: tuple[Setting, ...] = ()
    acts: tuple[Chapter, ...] = ()
    shown: tuple[Chapter, ...] = ()
    kinds: Mapping[str, Kind] = {}
    events: tuple[type[Event], ...] = ()


WITHOUT = Lines()
WITH = Lines(
    settings=(TABLES,),
    acts=(CONDITIONS, FOUNDING, IN_CHARGE, ENTERING, SESSIONS, AT_ONCE),
    shown=(ON_TOURNAMENTS,),
    kinds=KINDS,
    events=tuple(TOURNAMENTS.part.events),
)


BY_ELIMINATION = replace(
    WITH,
    acts=(*WITH.acts, elimination.CONDITIONS, elimination.ACTS),
    shown=(*WITH.shown, elimination.SHOWN),
)


def of(game: Game) -> Lines:
    """The lines of a game's scripts: secret wagers where it knows them, elimination where players play each other."""
    if game.part("tournaments") is None:
        return WITHOUT
    if tournament_book(game.name).clauses.elimination is not None:
        return BY_ELIMINATION
    return replace(WITH, acts=(*WITH.acts, SECRET)) if LaySecret in game.engine.commands else WITH
