"""What the conditions may not say of how it is played: when it begins, and what elimination leads to."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.table.tournaments.conditions import Conditions
from croupier.table.tournaments.contradictions import Contradiction
from croupier.table.tournaments.matters import TournamentBook


def play_contradictions(conditions: Conditions, book: TournamentBook) -> tuple[Contradiction, ...]:
    """Everything of that kind in a draft."""
    return (*_begins(conditions, book),)


def _begins(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    details = conditions.details
    enough = details.starts_with
    if enough is None:
        return
    if details.least is not None and enough < details.least:
        yield Contradiction(f"it begins with {enough}, and {details.least} are the least", (book.entrants_under,))
    if details.most is not None and enough > details.most:
        yield Contradiction(f"it begins with {enough}, and {details.most} are the most", (book.entrants_under,))
