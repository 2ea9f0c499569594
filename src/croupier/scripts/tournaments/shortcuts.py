"""Everything that comes before play, done by whom the book wants, so that a script can begin where its rule does."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.house.tournaments import entering, founding, people, sessions, tables
from croupier.house.tournaments.findings import tournament_book
from croupier.scripts.forms import Chapter, Direction, Given
from croupier.scripts.kinds import Subject
from croupier.scripts.table import Table
from croupier.scripts.tournaments.acts import order_of_the_draw
from croupier.scripts.tournaments.tables import ToTournament, TournamentTable, told
from croupier.table.contract import Command, Refusal

DIRECTOR = "tournament-director"
Step = tuple[Command, Subject]


def _whoever_may(table: TournamentTable, act: str, director: Subject) -> Subject:
    """Who does what a clause of the book is about: the director of the tournament, or someone of the rank it names."""
    of = tournament_book(table.game.name)
    rank = of.book.clause(getattr(of.clauses, act)).authority
    return director if rank == DIRECTOR else Subject(table.staff[rank], rank)


def _entered(table: TournamentTable, players: tuple[Subject, ...], director: Subject) -> Iterator[Step]:
    """Up to the close of entries."""
    clauses = tournament_book(table.game.name).clauses
    house = _whoever_may(table, "may_hold", director)
    yield founding.DraftConditions(conditions=table.draft), house
    if clauses.available is not None:
        yield founding.MakeAvailable(), house
    if clauses.inspectors is not None:
        yield founding.TellInspectors(), house
    yield people.AppointDirector(person=director.name, name=director.name, qualified=clauses.qualified), house
    yield founding.OpenEntries(), house
    for each in players:
        yield entering.Enter(text=table.tournament.text), each
    yield founding.CloseEntries(), house


def _opened(table: TournamentTable, players: tuple[Subject, ...], director: Subject) -> Iterator[Step]:
    """From there to the opening of the first session."""
    yield tables.DesignateTables(tables=table.tables), _whoever_may(table, "designated", director)
    order_of_the_draw(table, [each.number for each in table.tournament.in_play], players)
    yield tables.DrawSeats(), director
    if tournament_book(table.game.name).clauses.approval is not None:
        yield founding.ApproveConditions(text=table.tournament.text), _whoever_may(table, "approval", director)
    yield people.Attend(), director
    yield people.Brief(entrants=tuple([each.number for each in table.tournament.in_play])), director
    table.now = max(table.now, *table.tournament.starts[:1])
    yield sessions.OpenSession(), director


def _do(steps: Iterator[Step], table: TournamentTable) -> Refusal | None:
    """One step after another, each asked for only once the one before is done, until one is refused."""
    found = (table.perform(ToTournament(asks=command), by) for command, by in steps)
    return next((refusal for refusal in found if refusal is not None), None)


def _enter(it: Given, table: Table) -> Refusal | None:
    of = told(table)
    return _do(_entered(of, it.players, it.director), of)


def _play(it: Given, table: Table) -> Refusal | None:
    of = told(table)
    return _do(_entered(of, it.players, it.director), of) or _do(_opened(of, it.players, it.director), of)


def _sit(it: Given, table: Table) -> Refusal | None:
    of = told(table)
    return _do(_opened(of, it.players, it.director), of)


AT_ONCE = Chapter(
    "Bringing a tournament to where a script begins",
    (
        Direction(
            "<players> have entered under <director:player>",
            "Conditions are drafted, a director is appointed, these enter, and entries are closed; whatever else the "
            "book wants before is done, all by whom it names.",
            _enter,
        ),
        Direction(
            "<players> are seated by <director:player>",
            "Tables are named, seats are drawn in this order, everyone is briefed, the conditions are approved where "
            "the book wants it, and the first session is open, at its time.",
            _sit,
        ),
        Direction("<players> play under <director:player>", "Both, one after the other.", _play),
    ),
)
