"""When play at a table and in a session is over."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.house.tournaments.buying_back import may_come_back
from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.elimination.out import is_won
from croupier.house.tournaments.elimination.seating import elimination, tables_in_play
from croupier.house.tournaments.model import Stage, Tournament
from croupier.house.tournaments.rounds import least_bank, play_each_other, round_now
from croupier.table.contract import Clauses, Event
from croupier.table.declare import EVERYONE

MINUTE_MS = 60_000


class TableFinished(Event, frozen=True, kw_only=True):
    """Play at a table is over, as long as the session lasts."""

    table: str
    early: bool = False


class SessionPlayed(Event, frozen=True, kw_only=True):
    """Play is over at every table of the session; the banks are counted."""


def finished(
    tournament: Tournament, table: str, under: Clauses, *, early: bool = False, won: bool = False
) -> tuple[Event, ...]:
    """Play at a table is over, and with it the session if it is won or no other table plays on."""
    assert tournament.sitting is not None
    others = [each for name, each in tournament.sitting.tables.items() if name != table]
    told = TableFinished(table=table, early=early, under=under)
    return (told, SessionPlayed(under=under)) if won or all(each.finished for each in others) else (told,)


def won(tournament: Tournament, table: str, ctx: Circumstances) -> tuple[Event, ...]:
    """What follows where no more are left than win: at a table of a shoot-out, and otherwise in all.

    Of a table at which nobody is left it is said of another, where the winner sits.
    """
    said, sitting = elimination(tournament), tournament.sitting
    if said is None or sitting is None or tournament.stage is not Stage.SESSION or not is_won(tournament, table):
        return ()
    if sitting.tables[table].finished:
        return ()
    here = table if said.shoot_out or table in tables_in_play(sitting) else next(iter(tables_in_play(sitting)), table)
    return finished(tournament, here, (ctx.clauses.winners,), won=not said.shoot_out)


def over_without(tournament: Tournament, table: str, ctx: Circumstances) -> tuple[Event, ...]:
    """What follows where somebody has gone: it may be won, or nobody who is left at their table plays on."""
    sitting = tournament.sitting
    if elimination(tournament) is not None or sitting is None or tournament.stage is not Stage.SESSION:
        return won(tournament, table, ctx)
    here = sitting.tables[table]
    if here.finished or hands_can_follow(tournament, table):
        return ()
    return finished(tournament, table, (ctx.clauses.structure,))


def over_at_once(tournament: Tournament, ctx: Circumstances) -> tuple[Event, ...]:
    """What is over as soon as a session is opened: tables at which nobody can wager from the bank they bring.

    Whoever has less than the least of the table keeps it and their rank till the session ends (ruling 92), and where
    nobody has as much, no hand is left that it could wait for. A session at no table is over as well.
    """
    sitting, under = tournament.sitting, (ctx.clauses.structure, "ruling 92")
    assert sitting is not None
    if not sitting.tables:
        return (SessionPlayed(under=(ctx.clauses.structure,)),)
    found: list[Event] = []
    for table in sitting.tables:
        if elimination(tournament) is not None:
            ended = won(tournament, table, ctx)
        else:
            ended = () if hands_can_follow(tournament, table) else finished(tournament, table, under)
        for event in ended:
            tournament = part.evolvers[type(event)].evolve(tournament, event)
        found += ended
    return tuple(found)


def hands_can_follow(tournament: Tournament, table: str) -> bool:
    """Whether enough of those who sit there can wager in the next hand, or come back to do so."""
    assert tournament.sitting is not None
    here = tournament.sitting.tables[table].seats.values()
    return sum(_plays_on(tournament, number) for number in here) > play_each_other(tournament)


def nobody_wagers(tournament: Tournament, table: str) -> bool:
    """Whether no hand can be dealt there now: those who could lay a wager are not there, or must buy back first.

    At poker the chips of the absent are dealt in, and two must have some.
    """
    assert tournament.sitting is not None
    least, dealt_in = least_bank(tournament, table), play_each_other(tournament)
    there = [tournament.entrants[number] for number in tournament.sitting.tables[table].seats.values()]
    able = [each for each in there if each.bank >= least and (dealt_in or not each.absent)]
    return elimination(tournament) is None and len(able) <= dealt_in


def time_is_up(tournament: Tournament) -> int | None:
    """When the tables of the session are to end by the clock, if they are."""
    minutes = round_now(tournament).minutes
    if minutes is None or tournament.sitting is None or elimination(tournament) is not None:
        return None
    return tournament.sitting.opened_at + minutes * MINUTE_MS


def _plays_on(tournament: Tournament, number: int) -> bool:
    entrant = tournament.entrants[number]
    return entrant.bank >= least_bank(tournament, entrant.table) or may_come_back(tournament, entrant)


@part.event(TableFinished, audience=EVERYONE, says=lambda e, who: f"Play at {e.table} is over.")
def table_finished(tournament: Tournament, event: TableFinished) -> Tournament:
    """No hand begins there any more."""
    assert tournament.sitting is not None
    here = replace(tournament.sitting.tables[event.table], finished=True)
    tables = {**tournament.sitting.tables, event.table: here}
    return replace(tournament, sitting=replace(tournament.sitting, tables=tables))


@part.event(SessionPlayed, audience=EVERYONE, says="Play is over at every table of the session.")
def session_played(tournament: Tournament, event: SessionPlayed) -> Tournament:
    """The banks are counted."""
    return replace(tournament, stage=Stage.COUNTING)
