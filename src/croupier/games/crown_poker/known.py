"""What a virtual table knows better than anyone: it has dealt the cards itself, and keeps the record of them."""

from __future__ import annotations

from croupier.games.crown_poker.state import State
from croupier.table.contract import Clauses, Reason, Refusal


def why_untrue(state: State, what: str, cite: Clauses) -> Refusal | None:
    """Why nobody reports at a virtual table that something was dealt otherwise than the table has dealt it.

    A report that were believed could void a hand, or make one player's hand dead, that was dealt rightly.
    """
    return None if state.is_real else Refusal(Reason.FORBIDDEN, cite, {what: "as the table has dealt"})
