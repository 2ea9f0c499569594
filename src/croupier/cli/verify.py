"""`croupier verify`: what each game's table pays, held against its PAR sheet."""

from __future__ import annotations

from collections.abc import Callable

from cyclopts import App

from croupier.cli.options import command
from croupier.odds import GAMES, analysis

verify = App(name="verify")
for _game in GAMES:
    # By address, so that a game's engine is imported only when its command is used; `__getattr__` below answers.
    verify.command(f"{__name__}:verify {_game}", name=_game, help=analysis(_game).about.verify)


def __getattr__(address: str) -> Callable[..., int]:
    """The command for one game, as in `verify high-card`."""
    name, _, game = address.partition(" ")
    if name != "verify" or game not in GAMES:
        raise AttributeError(address)
    from croupier.cli.verdict import report

    return command(name, report, game, analysis(game).played, rounds=analysis(game).about.rounds_verified)
