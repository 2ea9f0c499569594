"""A player excluded in the middle of a round chooses nothing more: what follows is what silence brings (ruling 14)."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.hand_errors import unnamed
from croupier.games.three_card_poker.play import folds_of_the_excluded
from croupier.games.three_card_poker.state import Choice, State
from croupier.table.conduct import ExcludePlayer, exclude_player
from croupier.table.contract import Decision, Event, Refusal
from croupier.table.declare import Part
from croupier.table.rules import BankedContext

part = Part("three-card-poker", ThreeCardClauses)


@part.decides(ExcludePlayer, under="exclude", overrides=True)
def exclude_from_round(state: State, command: ExcludePlayer, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Cards taken by mistake are not named, hands not yet chosen for are folded, and wagers otherwise stay."""
    excluded = exclude_player(state, command, ctx)
    if isinstance(excluded, Refusal):
        return excluded
    state = replace(state, excluded={**state.excluded, command.player: ""})
    stays = tuple[Event, ...]()
    if state.taken_area and state.owner(state.taken_area) == command.player:
        stays = unnamed(state, ctx)
        if not state.taken_alone:
            state = replace(state, choices={**state.choices, state.taken_area: Choice.VOID})
    return (*excluded, *stays, *folds_of_the_excluded(state, ctx.clauses))
