"""A player excluded in the middle of a round chooses nothing more: what follows is what silence brings (ruling 14)."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import advanced
from croupier.games.blackjack.state import State
from croupier.table import conduct
from croupier.table.conduct import PlayerExcluded
from croupier.table.declare import Part

part = Part("blackjack", BlackjackClauses)


@part.evolves(PlayerExcluded, overrides=True)
def player_excluded(state: State, event: PlayerExcluded) -> State:
    """Nobody waits for an answer of theirs: nothing is insured, and a wager on a shared area stays as it is."""
    gone = conduct.player_excluded(state, event)
    assert isinstance(gone, State)
    if gone.asked is not None:
        players = tuple(each for each in gone.asked.players if each != event.player)
        gone = replace(gone, asked=replace(gone.asked, players=players) if players else None)
    return advanced(gone) if gone.in_play else gone
