"""The clock of an elimination: levels rise with it, breaks interrupt it, and the director may stop it."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, Told, part
from croupier.house.tournaments.elimination.out import without_chips
from croupier.house.tournaments.elimination.seating import elimination
from croupier.house.tournaments.finishing import won
from croupier.house.tournaments.model import Clock, Sitting, Stage, Tournament
from croupier.table.contract import HOUSE, Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who
from croupier.table.tournaments.conditions import Elimination, Level
from croupier.table.words import because

MINUTE_MS = 60_000
CLOSED = "the house was closed"


class NextLevel(Command, frozen=True, kw_only=True):
    """Let the level end whose time is over: its break begins, or the next level does."""


class StopClock(Command, frozen=True, kw_only=True):
    """Stop the clock, with play at all tables once their hands are over, or let it go on."""

    stopped: bool = True
    why: str = ""


class ComeBack(Told, frozen=True, kw_only=True):
    """Let the clock go on where it stood, now that the house is open again. The house says it, and nobody else."""

    since: int
    """When there was last a sign that the house was open."""


class LevelBegun(Event, frozen=True, kw_only=True):
    """A level begins: a hand is played at the level at which its first card was dealt."""

    level: int
    at: int


class BreakBegun(Event, frozen=True, kw_only=True):
    """A break begins once hands under way are over."""

    minutes: int
    at: int


class ClockStopped(Event, frozen=True, kw_only=True):
    """The clock stands, or goes on."""

    stopped: bool
    at: int
    why: str = ""


def level_of(said: Elimination, number: int) -> Level:
    """A level by its number from 0; the last one holds on."""
    return said.levels[min(number, len(said.levels) - 1)]


def time_left(tournament: Tournament, at: int) -> int | None:
    """How many milliseconds are left of the level or the break; None where nothing comes after it."""
    said, clock = elimination(tournament), None if tournament.sitting is None else tournament.sitting.clock
    if said is None or clock is None:
        return None
    level = level_of(said, clock.level)
    if clock.on_break:
        return level.break_minutes * MINUTE_MS - clock.gone(at)
    if clock.level >= len(said.levels) - 1 and not level.break_minutes:
        return None
    return level.minutes * MINUTE_MS - clock.gone(at)


def late_until(tournament: Tournament) -> int | None:
    """When one can enter no more though play goes on, if the clock runs on as it does; None where it stands."""
    said, clock = elimination(tournament), _clock(tournament)
    if said is None or clock is None or clock.since is None or clock.level >= said.late_levels:
        return None
    left = time_left(tournament, clock.since)
    if left is None or said.late_levels >= len(said.levels):
        return None
    between = 0 if clock.on_break else said.levels[clock.level].break_minutes
    rest = said.levels[clock.level + 1 : said.late_levels]
    return clock.since + left + MINUTE_MS * (between + sum(each.minutes + each.break_minutes for each in rest))


@part.command(NextLevel, label="Begin the next level", words="blinds up raise break", desk=Desk.TOURNAMENT)
def next_level(tournament: Tournament, command: NextLevel, ctx: Circumstances) -> Decision:
    """By the director, or by the house's clock, and not before its time: the schedule is the notice (ruling 110)."""
    said, clauses = elimination(tournament), ctx.clauses.elimination
    cite: Clauses = (clauses.levels if clauses else ctx.clauses.structure, "ruling 110")
    if not ctx.directs and not ctx.runs():
        return ctx.why_not_conduct(cite[0]) or ()
    clock = _clock(tournament)
    if said is None or clock is None or tournament.stage is not Stage.SESSION:
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    if clock.since is None:
        return Refusal(Reason.NOT_NOW, cite, {"clock": "stands"})
    left = time_left(tournament, ctx.at)
    if left is None:
        return Refusal(Reason.NOT_NOW, cite, {"level": "the last one holds on"})
    if left > 0:
        return Refusal(Reason.NOT_NOW, cite, {"minutes left": -(-left // MINUTE_MS)})
    level = level_of(said, clock.level)
    if level.break_minutes and not clock.on_break:
        return (BreakBegun(minutes=level.break_minutes, at=ctx.at, under=cite),)
    begun = LevelBegun(level=min(clock.level + 1, len(said.levels) - 1), at=ctx.at, under=cite)
    if begun.level == clock.level or begun.level != said.re_buy_levels:
        return (begun,)
    after = level_begun(tournament, begun)
    out = without_chips(after, (ctx.clauses.eliminated, "ruling 113"))
    for event in out:
        after = part.evolvers[type(event)].evolve(after, event)
    return (begun, *out, *(won(after, _last_table(after), ctx) if out else ()))


def _last_table(tournament: Tournament) -> str:
    """A table at which someone is left."""
    assert tournament.sitting is not None
    return next(name for name, here in tournament.sitting.tables.items() if here.seats)


@part.event(LevelBegun, audience=EVERYONE, says=lambda e, who: f"Level {e.level + 1} begins.")
def level_begun(tournament: Tournament, event: LevelBegun) -> Tournament:
    """From the next hand on at every table."""
    return _with_clock(tournament, Clock(level=event.level, since=event.at))


@part.event(BreakBegun, audience=EVERYONE, says=lambda e, who: f"A break of {e.minutes} minutes begins.")
def break_begun(tournament: Tournament, event: BreakBegun) -> Tournament:
    """No hand begins meanwhile."""
    clock = _clock(tournament)
    assert clock is not None
    return _with_clock(tournament, replace(clock, elapsed=0, since=event.at, on_break=True))


@part.command(StopClock, label="Stop the clock, or let it go on", words="pause resume", desk=Desk.TOURNAMENT)
def stop_clock(tournament: Tournament, command: StopClock, ctx: Circumstances) -> Decision:
    """By the director at any moment of the session."""
    cite: Clauses = (ctx.clauses.presence,)
    lacking, clock = ctx.why_not_conduct(cite[0]), _clock(tournament)
    if lacking is not None:
        return lacking
    if clock is None or tournament.stage is not Stage.SESSION:
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    if (clock.since is None) is command.stopped:
        return Refusal(Reason.ALREADY, cite)
    return (ClockStopped(stopped=command.stopped, at=ctx.at, why=command.why, under=cite),)


@part.command(ComeBack, label="Go on where the clock stood", desk=Desk.TOURNAMENT)
def come_back(tournament: Tournament, command: ComeBack, ctx: Circumstances) -> Decision:
    """Time in which no server was there is nobody's: no level runs out over it, and no break."""
    cite: Clauses = (ctx.clauses.presence,)
    clock = _clock(tournament)
    if ctx.by.id != HOUSE:
        return Refusal(Reason.FORBIDDEN, cite, {"says": "the house itself"})
    if clock is None or clock.since is None or not clock.since <= command.since < ctx.at:
        return Refusal(Reason.NOT_NOW, cite, {"clock": "did not run"})
    return (
        ClockStopped(stopped=True, at=command.since, why=CLOSED, under=cite),
        ClockStopped(stopped=False, at=ctx.at, under=cite),
    )


def _stopped(event: ClockStopped, who: Who) -> str:
    return f"The clock is stopped{because(event.why)}." if event.stopped else "The clock goes on."


@part.event(ClockStopped, audience=EVERYONE, says=_stopped)
def clock_stopped(tournament: Tournament, event: ClockStopped) -> Tournament:
    """It goes on where it stood."""
    clock = _clock(tournament)
    assert clock is not None
    if event.stopped:
        return _with_clock(tournament, replace(clock, elapsed=clock.gone(event.at), since=None))
    return _with_clock(tournament, replace(clock, since=event.at))


def _clock(tournament: Tournament) -> Clock | None:
    return None if tournament.sitting is None else tournament.sitting.clock


def _with_clock(tournament: Tournament, clock: Clock) -> Tournament:
    sitting: Sitting | None = tournament.sitting
    assert sitting is not None
    return replace(tournament, sitting=replace(sitting, clock=clock))
