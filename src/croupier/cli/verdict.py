"""The verdict on a game's table, written as text or JSON."""

from __future__ import annotations

import secrets
from math import ceil
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from croupier.cli.files import Out
from croupier.cli.output import advancing, aside, print_shown, refuse, write
from croupier.odds import analysis

DISAGREES = 1


def report(
    game: str,
    settings: Any,
    *,
    rounds: Annotated[int, Parameter(help="Rounds to play.")],
    seed: Annotated[int | None, Parameter(help="Where chance starts.")] = None,
    format: Annotated[Literal["text", "json"], Parameter(help="Terminal tables or JSON.")] = "text",
    out: Out = None,
) -> int:
    """Play a game's own table, write the verdict and give the exit code; ValueError if that is too little to judge."""
    from croupier.odds.verdict import trials_needed
    from croupier.verify import table_of
    from croupier.verify.playing import Broken, verdict_on

    sheet = analysis(game).sheet(settings)
    try:
        table = table_of(game)(settings, sheet, secrets.randbits(64) if seed is None else seed)
    except Broken as fault:
        refuse(f"verify {game}", f"the table cannot be opened: {fault}")
        return DISAGREES
    fewest = ceil(trials_needed(sheet) / table.trials_a_round)
    if rounds < fewest:
        raise ValueError(f"too few rounds to judge by: play at least {fewest}")
    with advancing("rounds", rounds) as progress:
        verdict = verdict_on(table, sheet, rounds=rounds, progress=progress)
    if format == "json":
        from croupier.odds.export import as_json, verdict_data

        write(as_json(verdict_data(verdict)), out)
    else:
        from croupier.odds.par import verdict_text

        print_shown(verdict_text(verdict), out)
    aside(f"{verdict.rounds / verdict.seconds:,.0f} rounds a second")
    return 0 if verdict.agrees else DISAGREES
