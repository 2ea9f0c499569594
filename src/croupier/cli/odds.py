"""`croupier odds` and `croupier simulate`: one subcommand for each game, with that game's own settings as options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from croupier.cli.files import Out
from croupier.cli.options import command
from croupier.cli.output import advancing, aside, print_shown, told_of_steps, write
from croupier.odds import GAMES, analysis

odds = App(name="odds")
simulate = App(name="simulate")
for _game in GAMES:
    # By address, so that a game is imported only when its command is used; `__getattr__` below answers.
    odds.command(f"{__name__}:odds {_game}", name=_game, help=analysis(_game).about.odds)
    simulate.command(f"{__name__}:simulate {_game}", name=_game, help=analysis(_game).about.simulate)


def __getattr__(address: str) -> Callable[..., int]:
    """The command for one game, as in `odds high-card`."""
    name, _, game = address.partition(" ")
    if name == "odds" and game in GAMES:
        return command(name, show_sheet, game, analysis(game).settings)
    if name == "simulate" and game in GAMES:
        return command(name, show_simulation, game, analysis(game).simulated)
    raise AttributeError(address)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much to play, and where."""

    rounds: int = 10_000_000
    """Rounds to play."""
    seed: int | None = None
    """Where chance starts; the same seed gives the same counts on any number of workers."""
    workers: int | None = None
    """Threads on this machine; as many as it has cores unless set."""
    cluster: str | None = None
    """Address of a Dask scheduler that plays the rounds instead."""


def show_sheet(
    game: str,
    settings: Any,
    *,
    format: Annotated[
        Literal["text", "json", "csv", "html"],
        Parameter(help="Terminal tables, JSON, CSV, or one self-contained HTML page."),
    ] = "text",
    out: Out = None,
) -> int:
    """Work out a sheet and write it."""
    room = analysis(game)
    with told_of_steps():
        sheet = room.sheet(settings)
        found: Any
        match format:
            case "json":
                from croupier.odds.export import as_json

                found = as_json(room.data(sheet))
            case "csv":
                found = room.csv(sheet)
            case "html":
                found = room.page(sheet, room.comparisons(settings))
            case _:
                found = room.text(sheet, room.comparisons(settings))
    (print_shown if format == "text" else write)(found, out)
    return 0


def show_simulation(
    game: str,
    settings: Any,
    *,
    effort: Effort = Effort(),
    format: Annotated[Literal["text", "json", "csv"], Parameter(help="Terminal tables, JSON or CSV.")] = "text",
    out: Out = None,
) -> int:
    """Simulate rounds and write what they came to."""
    from croupier.odds.simulate import simulate as run

    room = analysis(game)
    with advancing("rounds", effort.rounds) as progress:
        found = run(
            room.sheet(settings),
            room.chunk(settings),
            rounds=effort.rounds,
            seed=effort.seed,
            workers=effort.workers,
            cluster=effort.cluster,
            progress=progress,
        )
    match format:
        case "json":
            from croupier.odds.export import as_json, simulation_data

            write(as_json(simulation_data(found)), out)
        case "csv":
            from croupier.odds.export import simulation_csv

            write(simulation_csv(found), out)
        case _:
            from croupier.odds.par import simulation_text

            print_shown(simulation_text(found), out)
    aside(f"{found.rounds / found.seconds:,.0f} rounds a second")
    return 0
