"""What must happen next in a tournament, and who may do it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cards import BY_CHANCE
from croupier.house.tournaments.deciding import DIRECTOR, Circumstances, part
from croupier.house.tournaments.determined import is_determined
from croupier.house.tournaments.disputing import DecideObjection
from croupier.house.tournaments.elimination.clock import NextLevel, StopClock, time_left
from croupier.house.tournaments.elimination.late import SeatLate
from croupier.house.tournaments.elimination.moving import AnnounceBreak, BreakTable, MoveEntrant
from croupier.house.tournaments.elimination.out import NextHand, may_break, waits_for_nothing
from croupier.house.tournaments.elimination.racing import RaceChips, to_race
from croupier.house.tournaments.elimination.seating import moves_open, needed
from croupier.house.tournaments.entering import ApproveSubstitute
from croupier.house.tournaments.findings import findings, tournament_book
from croupier.house.tournaments.finishing import nobody_wagers, time_is_up
from croupier.house.tournaments.founding import (
    ApproveConditions,
    CallOff,
    CloseEntries,
    DraftConditions,
    MakeAvailable,
    OpenEntries,
    TellInspectors,
    TellRegulator,
)
from croupier.house.tournaments.hands import EndTableEarly
from croupier.house.tournaments.model import Stage, Tournament
from croupier.house.tournaments.people import AppointDirector, Attend, Brief
from croupier.house.tournaments.ranking import open_tie
from croupier.house.tournaments.results import CloseSession, DeclareResult, nobody_is_left
from croupier.house.tournaments.rounds import begins, ends_round, is_final
from croupier.house.tournaments.sessions import MINUTE_MS, MarkLate, OpenSession
from croupier.house.tournaments.tables import DesignateTables, DrawSeats, tables_needed, yet_to_play
from croupier.house.tournaments.ties import BreakTie, stands_still
from croupier.house.tournaments.won import may_close
from croupier.table.contract import Actor, Command, Due
from croupier.table.fields import TO_FILL_IN
from croupier.table.tournaments.matters import TournamentBook


class Next(Due, frozen=True, kw_only=True):
    """An act that is due, and from when on: what a person must still say stands open in its command."""

    at: int = 0
    free: bool | None = None
    """Of a player to be moved, whether the big blind comes to them no sooner than where they are."""


def due(tournament: Tournament) -> tuple[Next, ...]:
    """What must happen next; of several acts, each may be done before the others."""
    if tournament.conditions is None:
        return ()
    return tuple(_due(tournament, tournament_book(tournament.conditions.book)))


def is_for(each: Next, tournament: Tournament, by: Actor) -> bool:
    """Whether an act that is due is this person's to do."""
    assert tournament.conditions is not None
    if each.person is not None:
        return by.id == each.person
    book = tournament_book(tournament.conditions.book)
    acting = Circumstances(by=by, at=0, chance=BY_CHANCE, book=book, tournament=tournament)
    return (acting.why_not_conduct if each.rank == DIRECTOR else acting.lacks_rank)(each.under[0]) is None


def _due(tournament: Tournament, book: TournamentBook) -> Iterator[Next]:
    clauses, conditions, stage = book.clauses, tournament.conditions, tournament.stage
    assert conditions is not None
    if stage in (Stage.OVER, Stage.OFF):
        return
    if stage is Stage.DRAFT and not findings(conditions).complete:
        yield _next(DraftConditions(conditions=conditions), clauses.documented, book)
        return
    if tournament.next is not None and clauses.changes is not None:
        yield _next(TellRegulator(), clauses.changes, book)
    told = True
    if stage is Stage.DRAFT and clauses.available is not None and tournament.available != tournament.text:
        yield _next(MakeAvailable(), clauses.available, book)
        told = False
    if stage is Stage.DRAFT and clauses.inspectors is not None and not tournament.inspectors_told:
        yield _next(TellInspectors(), clauses.inspectors, book)
        told = False
    if clauses.approval is not None and tournament.approved != tournament.text:
        yield _next(ApproveConditions(text=tournament.text), clauses.approval, book)
    if not tournament.director:
        yield _next(AppointDirector(person=TO_FILL_IN, name=TO_FILL_IN), clauses.director, book)
    for objection in tournament.objections:
        if not objection.decision:
            rank = DIRECTOR if book.director_final else book.book.clause(book.disputes_under).authority
            act = DecideObjection(objection=objection.number, decision=TO_FILL_IN)
            yield Next(act, rank, (book.disputes_under,))
    for number in tournament.wanting:
        yield _next(ApproveSubstitute(entrant=number), clauses.substitute, book)
    if stage is Stage.DRAFT and told:
        yield _next(OpenEntries(), clauses.may_hold, book)
    elif stage is Stage.ENTRIES:
        won = book.won if conditions.entry.won is not None else None
        closes = entries_close(tournament) if won is None else may_close(tournament, won)
        if closes is not None:
            yield _next(CloseEntries(), clauses.entrants, book, closes)
    elif stage is Stage.READY:
        yield from _before_session(tournament, book)
    elif stage is Stage.SESSION:
        yield from _presence(tournament, book)
        yield from _substitutes(tournament, book)
        if tournament.conditions is not None and tournament.conditions.structure.elimination is None:
            yield from _early_ends(tournament, book)
        elif tournament.director_is_there:
            yield from _elimination(tournament, book)
    elif stage is Stage.COUNTING:
        yield from _counting(tournament, book)


def _next(command: Command, clause: str, book: TournamentBook, at: int = 0, person: str | None = None) -> Next:
    """An act under a clause: of the rank that this one names, or for the director where the book leaves it to them."""
    by_rank = part.deciders[type(command)].under is not None
    rank = book.book.clause(clause).authority if by_rank else DIRECTOR
    return Next(command, rank, (clause,), person=person, at=at)


def entries_close(tournament: Tournament) -> int | None:
    """When entries close: with enough to begin at once or the last place taken, else when no start can be moved."""
    assert tournament.conditions is not None
    details = tournament.conditions.details
    first = begins(tournament)
    if first == 0 or (details.most is not None and len(tournament.in_play) >= details.most):
        return 0
    return None if first is None else first - details.notice_minutes * MINUTE_MS


def _presence(tournament: Tournament, book: TournamentBook) -> Iterator[Next]:
    if tournament.director and not tournament.director_is_there:
        yield _next(Attend(), book.clauses.presence, book, person=tournament.director)


def _before_session(tournament: Tournament, book: TournamentBook) -> Iterator[Next]:
    """Someone in charge is there, everyone is briefed and drawn to a seat; then it is opened at its time."""
    clauses = book.clauses
    if nobody_is_left(tournament):
        yield _next(DeclareResult(), clauses.presence, book)
        return
    if not tournament.in_play:
        yield _next(CallOff(why=TO_FILL_IN), clauses.may_hold, book)
        return
    yield from _presence(tournament, book)
    strange = [each.number for each in tournament.in_play if not each.absent and each.plays not in each.briefed]
    if strange:
        yield _next(Brief(entrants=tuple(strange)), clauses.briefing, book)
    if len(tournament.designated) < tables_needed(tournament, book):
        yield _next(DesignateTables(tables=()), clauses.designated, book)
    elif not tournament.placings and yet_to_play(tournament):
        yield _next(DrawSeats(), clauses.designated, book)
    else:
        yield _next(OpenSession(), clauses.presence, book, begins(tournament) or 0)


def _substitutes(tournament: Tournament, book: TournamentBook) -> Iterator[Next]:
    """Whoever plays for another in the middle of a session is briefed, and then sits down (ruling 87)."""
    waiting = [each for each in tournament.in_play if each.table and each.absent and each.substitute]
    strange = tuple([each.number for each in waiting if each.plays not in each.briefed])
    if strange:
        yield _next(Brief(entrants=strange), book.clauses.briefing, book)
    for each in waiting:
        if each.number not in strange:
            yield _next(MarkLate(entrant=each.number, absent=False), book.clauses.late, book)


def _early_ends(tournament: Tournament, book: TournamentBook) -> Iterator[Next]:
    """Tables at which nothing can change any more who goes on, where the conditions end such tables.

    So do those whose time is up, once it is, and those at which nobody can wager, once all others have finished.
    """
    assert tournament.conditions is not None and tournament.sitting is not None
    playing = [name for name, here in tournament.sitting.tables.items() if not here.finished]
    still, up = all(nobody_wagers(tournament, name) for name in playing), time_is_up(tournament)
    for table in playing:
        if tournament.conditions.structure.early_end and is_determined(tournament, table):
            yield _next(EndTableEarly(table=table), book.clauses.early_determined, book)
        elif still:
            yield _next(EndTableEarly(table=table), book.clauses.structure, book)
        elif up is not None:
            yield _next(EndTableEarly(table=table), book.clauses.structure, book, up)


def _elimination(tournament: Tournament, book: TournamentBook) -> Iterator[Next]:
    """Who came late and is to be seated, the level that ends, players and tables to be moved, tables that may go on."""
    clauses, sitting = book.clauses.elimination, tournament.sitting
    assert clauses is not None and sitting is not None
    late = [each for each in tournament.in_play if not each.table]
    strange = tuple([each.number for each in late if not each.absent and each.plays not in each.briefed])
    if strange:
        yield _next(Brief(entrants=strange), book.clauses.briefing, book)
    for each in late:
        if each.number not in strange:
            yield _next(SeatLate(entrant=each.number), book.clauses.late, book)
    wants = needed(tournament)
    if wants is not None and wants.move is not None:
        best = moves_open(tournament)[0]
        move = best.placing
        act = MoveEntrant(entrant=move.entrant, table=move.table, seat=move.seat)
        yield replace(_of_rank(act, clauses.moved, book), free=best.free)
    elif wants is not None and may_break(tournament, wants.breaks):
        yield _of_rank(BreakTable(table=wants.breaks), clauses.closing, book)
    elif wants is not None and wants.breaks not in sitting.closing:
        yield _next(AnnounceBreak(table=wants.breaks), clauses.closing, book)
    if to_race(tournament):
        yield _next(RaceChips(), clauses.stake, book)
    if waits_for_nothing(tournament):
        yield _next(NextHand(), book.clauses.structure, book)
    clock = sitting.clock
    left = None if clock is None or clock.since is None else time_left(tournament, clock.since)
    if clock is not None and clock.since is None:
        yield _next(StopClock(stopped=False), book.clauses.presence, book)
    elif clock is not None and clock.since is not None and left is not None:
        yield _next(NextLevel(), clauses.levels, book, clock.since + left)


def _of_rank(command: Command, clause: str, book: TournamentBook) -> Next:
    """An act of the rank that a clause of the game names, whoever directs the tournament."""
    return Next(command, book.book.clause(clause).authority, (clause,))


def _counting(tournament: Tournament, book: TournamentBook) -> Iterator[Next]:
    """Ties that matter are broken one after the other; while extra hands are dealt, everyone waits for them."""
    clauses = book.clauses
    assert tournament.sitting is not None
    yield from _presence(tournament, book)
    if tournament.sitting.tie is not None:
        if stands_still(tournament):
            yield _next(BreakTie(), clauses.designated, book)
    elif open_tie(tournament) is not None:
        yield _next(BreakTie(), clauses.designated, book)
    elif nobody_is_left(tournament) or (is_final(tournament) and ends_round(tournament)):
        yield _next(DeclareResult(), clauses.presence, book)
    else:
        yield _next(CloseSession(), clauses.presence, book)
