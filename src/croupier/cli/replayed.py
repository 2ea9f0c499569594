"""Rounds and their steps on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from croupier.cli.output import print_shown, terminal
from croupier.cli.store import print_json
from croupier.money import counted_in_chips, dollars
from croupier.table.accounts import RESERVE, TOURNAMENT

if TYPE_CHECKING:
    from croupier.floor.reading.inquiry import Step
    from croupier.floor.reading.rounds import Round
    from croupier.floor.reading.tournament_replay import TournamentStep


def print_rounds(table: str, rounds: list[Round], names: Mapping[str, str], format: str) -> None:
    """The latest rounds of a table; people read its players' names, programs their ids."""
    if format == "json":
        print_json({"table": table, "rounds": rounds})
        return
    from rich.table import Table
    from rich.text import Text

    shown = Table("Round", "Ended", "Outcome", "Came to", "Players", title=f"The latest rounds at {table}")
    for each in rounds:
        ended = "" if each.ended is None else _time(each.ended)
        players = ", ".join(names.get(player, player) for player in each.players)
        shown.add_row(str(each.round), ended, Text(each.outcome), each.came_to, Text(players))
    print_shown(shown)


def print_steps(table: str, number: int, steps: list[Step], format: str) -> None:
    """One round step by step, with the clauses behind it."""
    if format == "json":
        print_json({"table": table, "round": number, "steps": steps})
        return
    _print_told(f"Replay of round {number} at {table}", steps)


def print_tournament(tournament: str, steps: list[TournamentStep], format: str) -> None:
    """A tournament step by step, with the clauses behind it."""
    if format == "json":
        print_json({"tournament": tournament, "steps": steps})
        return
    _print_told(f"Replay of the tournament {tournament}", steps)


def _print_told(heading: str, steps: Sequence[Step | TournamentStep]) -> None:
    from rich.markup import escape

    console = terminal()
    console.soft_wrap = not console.is_terminal
    console.rule(escape(heading))
    cited: dict[str, str] = {}
    for step in steps:
        cited |= {clause.id: clause.asks for clause in step.clauses}
        under = f" [cyan]{escape(', '.join(step.under))}[/]" if step.under else ""
        console.print(
            f"[dim]{step.position:>7} {_time(step.at)} {escape(step.actor_name)}:[/] {escape(step.text)}{under}"
        )
        for source, target, cents in step.event.get("moves", ()):
            with counted_in_chips(_of_a_tournament(step, source, target)):
                said = f"{dollars(cents)} from {source} to {target}"
            console.print(f"{'':>16}{escape(said)}", style="green")
    console.rule("The clauses")
    for clause, asks in cited.items():
        console.print(f"[cyan]{escape(clause)}[/] {escape(asks)}")


def _of_a_tournament(step: Step | TournamentStep, source: str, target: str) -> bool:
    """Whether what a step moves are chips of a tournament: all at a reserved table but what is put away there."""
    view = getattr(step, "view", None)
    reserved = view is not None and view.reserved is not None and not view.reserved.money
    accounts = (source, target)
    return RESERVE not in accounts and (reserved or any(each.startswith(f"{TOURNAMENT}:") for each in accounts))


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000).isoformat(sep=" ", timespec="seconds")
