"""Counting what commands lead to: for whoever answers one."""

from __future__ import annotations

from croupier.floor.metrics import COMMANDS
from croupier.floor.server.wire import Declined, Done


def count(said: object) -> None:
    """Count what one who gave a command is told: the first thing that happened, or why nothing did."""
    match said:
        case Done(events=events):
            COMMANDS.add("accepted", events[0].kind if events else "unheard")
        case Declined(refusal=refusal):
            COMMANDS.add("refused", refusal.reason)
