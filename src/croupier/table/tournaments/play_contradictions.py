"""What the conditions may not say of how it is played: when it begins, and what elimination leads to."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.table.tournaments.conditions import Afterwards, Conditions
from croupier.table.tournaments.contradictions import Contradiction
from croupier.table.tournaments.matters import TournamentBook


def play_contradictions(conditions: Conditions, book: TournamentBook) -> tuple[Contradiction, ...]:
    """Everything of that kind in a draft."""
    return (*_begins(conditions, book), *_cash(conditions, book))


def _cash(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    bank, under = conditions.bank, (book.clauses.afterwards, "ruling 91")
    if bank.afterwards is Afterwards.CASH and not bank.worth:
        yield Contradiction("chips are exchanged for cash, and it is not said what one is worth", under)
    if bank.afterwards is not Afterwards.CASH and bank.worth:
        yield Contradiction("a chip is worth cash, and chips are not exchanged for it", under)


def _begins(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    details = conditions.details
    enough = details.starts_with
    if enough is None:
        return
    if details.least is not None and enough < details.least:
        yield Contradiction(f"it begins with {enough}, and {details.least} are the least", (book.entrants_under,))
    if details.most is not None and enough > details.most:
        yield Contradiction(f"it begins with {enough}, and {details.most} are the most", (book.entrants_under,))
