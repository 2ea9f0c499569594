"""`croupier tournament export`: everything that happened in a tournament as one document that anyone can check."""

from __future__ import annotations

from croupier.cli.files import Into
from croupier.cli.output import Refused, refusing, write
from croupier.cli.store import DEFAULT_STORE, StoreUrl, opened_store


def export(tournament: str, /, *, store: StoreUrl = DEFAULT_STORE, out: Into = None) -> int:
    """Write a tournament as one document that anyone can check: no cards, and no names but those that may be used.

    What all draws were made from stands there once the result is declared.

    Parameters
    ----------
    tournament
        The tournament's id, such as heats-1.
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    out
        File to write instead of the terminal; - is standard output.
    """
    return refusing("tournament export", lambda: _export(tournament, store, out))


def _export(tournament: str, store: str, out: Into) -> int:
    import msgspec

    from croupier.floor.reading.tournament_export import document
    from croupier.floor.reading.tournament_replay import NoSuchTournament

    with opened_store(store) as opened:
        try:
            found = document(opened, tournament)
        except NoSuchTournament as unknown:
            raise Refused(str(unknown)) from unknown
    write(msgspec.json.encode(found).decode() + "\n", out)
    return 0
