"""What hole cards are worth with the board in each game, for high and for low."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from croupier.cards import Card
from croupier.cards.best_five import best_five, best_low, two_and_three, two_and_three_low
from croupier.cards.naming import five_named, low_named
from croupier.cards.ranking import Value
from croupier.games.crown_poker.state import BOARD, Play, State
from croupier.games.crown_poker.terms import HANDS, Game

Worth = tuple[Value, Value | None]
"""The value of a hand for high, and for low where it has one."""
Showing = Mapping[int, Worth]
"""What the hands that lie open are worth, by seat."""
BOARD_CARDS = 5


def high_of(game: Game, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Value:
    """What hole cards are worth for high in a game."""
    return _high(hole, board, game.exactly_two)


def low_of(game: Game, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Value | None:
    """What hole cards are worth for low in a game that has one, where they qualify."""
    return _low(hole, board, game.exactly_two) if game.hi_lo else None


@lru_cache(maxsize=256)  # a hand is read when it is shown, and again when the pots go by it
def _high(hole: tuple[Card, ...], board: tuple[Card, ...], exactly_two: bool) -> Value:
    return two_and_three(hole, board) if exactly_two else best_five((*hole, *board))


@lru_cache(maxsize=256)
def _low(hole: tuple[Card, ...], board: tuple[Card, ...], exactly_two: bool) -> Value | None:
    return two_and_three_low(hole, board) if exactly_two else best_low((*hole, *board))


def showing(state: State, play: Play) -> Showing:
    """What the hands still in play are worth, where all of them are open."""
    board, game = state.hand(*BOARD).faces, state.setting.game
    if len(board) < BOARD_CARDS:
        return {}
    found = dict[int, Worth]()
    for each in play.contenders:
        hand = state.hand(each.seat)
        if not each.folded and not each.mucked and hand.up:
            found[each.seat] = (high_of(game, hand.faces, board), low_of(game, hand.faces, board))
    return found


def kind_of(value: Value) -> str:
    """Which of the book's hands one for high is, whatever its cards."""
    return HANDS[value[0]]


def words_of(worth: Worth) -> tuple[str, str]:
    """What a hand is called for high, and for low where it has one."""
    high, low = worth
    return five_named(high), "" if low is None else low_named(low)
