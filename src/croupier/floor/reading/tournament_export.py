"""A tournament as the document that anyone can check, read from its own record and from those of its tables."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.live_table import LiveTable, registration
from croupier.floor.acts.recording import TABLES
from croupier.floor.reading.tournament_replay import NoSuchTournament
from croupier.floor.store import Archive
from croupier.house.tournaments.export import Data, exported, tables_of, won_at
from croupier.house.tournaments.export_tables import Happened
from croupier.house.tournaments.stream import TOURNAMENTS


def document(store: Archive, tournament: str) -> Data:
    """What is exported of a tournament; docs/tournament-export.md says what stands where."""
    live = LiveStream(TOURNAMENTS, tournament)
    own = [Happened(stored.at, live.read(stored)) for stored in store.stream(live.stream)]
    if not own:
        raise NoSuchTournament(f"the record has no tournament {tournament!r}")
    at_tables, where_won = ({name: _at_table(store, name) for name in named(own)} for named in (tables_of, won_at))
    return exported(tournament, own, at_tables, where_won)


def _at_table(store: Archive, name: str) -> Iterator[Happened]:
    """Everything that is on record of a table."""
    table: LiveTable | None = None
    for stored in store.stream(TABLES + name):
        if table is None:
            table = LiveTable(registration(stored))
        yield Happened(stored.at, table.read(stored))
