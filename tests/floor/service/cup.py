"""The shipped server with one series of poker tournaments on its demo floor, for tests that kill it.

Three tables of three seats, eight entrants of the house and short levels: tables are broken, breaks held, odd chips
raced for, hands played one for one. A minute of the clock takes a second. On standard output the server says what it is
about to write and what it has acknowledged, and how each stream stood when it was opened.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from croupier.floor import tempo
from croupier.floor.acts.floor import Floor
from croupier.floor.acts.mail import Hear, Mail
from croupier.floor.staff import director
from croupier.floor.store import Commit, Committed
from croupier.games import game, games
from croupier.games.crown_poker import Terms
from croupier.games.crown_poker.terms import Setting
from croupier.house.tournaments.elimination import clock
from croupier.house.tournaments.findings import whole
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.writing import written
from croupier.table.habits import DemoTable
from croupier.table.tournaments.conditions import Conditions, Elimination, Level, Prize
from tests.floor.service.load import digest

SERIES = "cup"
SEATS = 3
TABLES = ("cup-1", "cup-2", "cup-3")
GUESTS = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Felix", "Grace", "Henri")
MINUTE_MS = 1_000
PATIENCE_SECONDS = 600.0
"""How long a table may stand still before the director looks for sleepers: on a busy machine nobody sleeps."""
SIGN = "@"
"""How lines begin that are for the test."""


def conditions() -> Conditions:
    """Blinds that soon are a tenth of everyone's chips; the smallest chip changes in the break."""
    plain = read(whole("crown-poker"))
    levels = (
        Level(blinds=(5, 10), minutes=1, break_minutes=1),
        Level(blinds=(25, 50), minutes=1, smallest=25),
        *[Level(blinds=(25 * n, 50 * n), minutes=1) for n in (2, 4, 8)],
    )
    return replace(
        plain,
        title="The cup",
        details=replace(plain.details, least=2, most=len(GUESTS), buy_in=30_00, fee=False, notice_minutes=1),
        bank=replace(plain.bank, start=200),
        structure=replace(
            plain.structure,
            elimination=Elimination(levels=levels, seats=SEATS),
            rounds=tuple([replace(each, tables=len(TABLES), minutes=600) for each in plain.structure.rounds or ()]),
        ),
        prizes=replace(plain.prizes, places=(Prize(per_mille=500), Prize(per_mille=300), Prize(per_mille=200))),
    )


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, (SIGN, *words))) + "\n").encode())


class Announced(Mail):
    """Says aloud what is about to be written, by stream and kind of event, and what was."""

    def post(self, commit: Commit, hear: Hear) -> None:
        parts = [(each.stream, each.expected_version, [event.kind for event in each.events]) for each in commit.appends]
        parts = [part for part in parts if part[2]]
        say("ask", commit.command_id, *[f"{stream}|{version}|{','.join(kinds)}" for stream, version, kinds in parts])

        def heard(outcome: Any) -> None:
            if isinstance(outcome, Committed) and not outcome.repeated:
                say("ack", commit.command_id, *outcome.positions)
            hear(outcome)

        super().post(commit, heard)


def announcing(opening: Callable[..., Any]) -> Callable[..., Any]:
    """The opening of a floor, which then says how its tables and tournaments stand."""

    async def opened(*given: Any, **named: Any) -> Floor:
        floor: Floor = await opening(*given, **named)
        for live in (*floor.tables.values(), *floor.tournaments.values()):
            say("stood", live.stream, live.version, digest(live.state))
        return floor

    return opened


def main(folder: Path, *options: str) -> None:
    """`croupier run` with this series for its demo, which holds one tournament after the other."""
    for name in games():
        demo = game(name).part("demo")
        demo.TABLES, demo.TOURNAMENTS, demo.METERS = (), {}, {}
    said = folder / "cup.toml"
    said.write_text(written(conditions()), encoding="utf-8")
    poker = game("crown-poker").part("demo")
    terms = Terms(seats=SEATS, setting=Setting(minimum_buy_in=400_00))
    poker.TABLES = tuple([DemoTable(id=each, title=each, terms=terms, automatic=False) for each in TABLES])
    poker.TOURNAMENTS = {SERIES: {"conditions": str(said), "tables": TABLES, "guests": GUESTS}}
    tempo.FAST = replace(tempo.NO_WAITING, choice=5.0, answer=5.0, idle=0.1)
    clock.MINUTE_MS = MINUTE_MS
    director.LEAST_PATIENCE = PATIENCE_SECONDS
    import croupier.floor.acts.floor as floors

    floors.Mail = Announced  # type: ignore[misc]
    Floor.open = announcing(Floor.open)  # type: ignore[method-assign]
    from croupier.cli import main as command

    sys.argv = ["croupier", "run", "--port", "0", "--pace", "fast", *options]
    command()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
