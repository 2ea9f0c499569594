"""What the entrants of a tournament are called: by name only with their leave, and to the house."""

from __future__ import annotations

from croupier.house.tournaments.model import Entrant, Tournament
from croupier.table.tournaments.conditions import Statement


def called(state: Tournament, entrant: Entrant, *, house: bool) -> str:
    """An entrant's name to the house, and to everyone if the entrant has allowed it and the conditions ask for that.

    Where an entry counts as the substitute's, it is the substitute who has been asked for no leave (ruling 99).
    """
    whose = state.owner(entrant)
    if house:
        return state.names.get(whose, entrant.name)
    asked = state.conditions is not None and Statement.PROMOTION in state.conditions.statements
    return entrant.name if asked and entrant.promotion and whose == entrant.person else f"Entrant {entrant.number}"
