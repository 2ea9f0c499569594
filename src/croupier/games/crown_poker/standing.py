"""How the hand of whoever is asked to show stands against those that lie open: all that they may know of it."""

from __future__ import annotations

from croupier.games.crown_poker.pots import pots_of
from croupier.games.crown_poker.ranking import BOARD_CARDS, high_of, low_of, showing
from croupier.games.crown_poker.state import BOARD, State
from croupier.table.contract import Actor


def unbeaten(state: State, viewer: Actor) -> bool:
    """Whether the viewer is asked to show and holds, for a pot they play for, what no hand that lies open beats."""
    play = state.play
    if play is None or not play.to_show:
        return False
    own = play.at(play.to_show[0])
    faces = tuple([card for card in state.hand(own.seat).visible_to(viewer.id) if card is not None])
    game, board = state.setting.game, state.hand(*BOARD).faces
    wanted = game.hole - (game.discard_after is not None)
    if own.player != viewer.id or len(faces) != wanted or len(board) != BOARD_CARDS:
        return False
    high, low = high_of(game, faces, board), low_of(game, faces, board)
    shown = showing(state, play)
    for pot in pots_of(state, play):
        others = [shown[seat] for seat in pot.seats if seat != own.seat and seat in shown]
        if own.seat in pot.seats and all(high >= their_high for their_high, _ in others):
            return True
        lows = [their_low for _, their_low in others if their_low is not None]
        if own.seat in pot.seats and low is not None and all(low >= each for each in lows):
            return True
    return False
