"""Lines for the runner itself: time, what it brings when it runs out, and making the cards ready."""

from __future__ import annotations

from croupier.scripts.forms import Broken, Chapter, Direction, Given
from croupier.scripts.kinds import Subject
from croupier.scripts.table import Table
from croupier.table.contract import CLOCK, Refusal


def _wait(it: Given, table: Table) -> None:
    table.now += it.duration


def _set_clock(it: Given, table: Table) -> None:
    table.set_clock(it.time)


def _run_out(it: Given, table: Table) -> Refusal | None:
    """What the first turn, or this player's, provides for someone who stays silent; nobody does it."""
    whose = None if it.player is None else it.player.name
    turns = [turn for turn in table.game.turns(table.state) if turn.player is not None and whose in (None, turn.player)]
    if not turns:
        raise Broken("no player has a turn now" if whose is None else f"{whose} has no turn now")
    silent = turns[0].silent
    if silent is None:
        raise Broken(f"nothing comes of it when {turns[0].player} stays silent")
    rules = table.game.engine.rules(table.state)
    return table.perform(silent, Subject(CLOCK, rules.automatic_rank))


def _prepare(it: Given, table: Table) -> None:
    table.make_ready()


AT = Direction(
    "at <time>",
    "Time goes on to this hour; a script begins at 12:00. What happens then may stand on the same line: "
    "`at 14:20, pit boss closes the table`.",
    _set_clock,
)

RUNS_OUT = Direction(
    "time runs out [for <player>]",
    "A player has not answered: what the turn provides for that comes of itself. The first whose turn it is, "
    "unless a player is named.",
    _run_out,
)

TIME_AND_READINESS = Chapter(
    "Time, and making ready",
    (
        Direction("wait <duration>", "Time goes by.", _wait),
        AT,
        RUNS_OUT,
        Direction(
            "prepare the cards",
            "Does what the cards wait for, whatever it is, until a round can be dealt.",
            _prepare,
        ),
    ),
)
