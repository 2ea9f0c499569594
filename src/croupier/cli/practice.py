"""`croupier tournament practice`: what rooms commonly do at tournaments, and what the book makes of it."""

from __future__ import annotations

from typing import Literal

from croupier.cli.files import Out
from croupier.cli.output import Refused, refusing, write


def practice(game: str = "", /, *, format: Literal["text", "json"] = "text", out: Out = None) -> int:
    """List the common tournament rules of poker by number: which clause or condition answers each, or refuses it."""
    return refusing("tournament practice", lambda: _practice(game, format, out))


def _practice(name: str, format: str, out: Out) -> int:
    from croupier.games import UnknownGame
    from croupier.house.tournaments.practice import NoPractice, known, text
    from croupier.house.tournaments.practice import practice as of

    try:
        rules = of(name or known()[0])
    except (NoPractice, UnknownGame) as error:
        raise Refused(str(error)) from error
    if format == "json":
        import msgspec

        write(msgspec.json.format(msgspec.json.encode(rules), indent=2).decode() + "\n", out)
    else:
        write(text(rules), out)
    return 0
