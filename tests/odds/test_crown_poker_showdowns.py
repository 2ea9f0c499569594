"""What hands of each of the seven games take of a pot, against showdowns counted out in words."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from croupier.games.crown_poker.terms import GAMES, Variant
from croupier.odds.crown_poker.equity import equities
from tests.odds.showdowns_in_words import EVERY, over_every_board, taken


def dealt(variant: Variant, seed: int, players: int, open_: int) -> tuple[list[list[str]], list[str], list[str]]:
    """Random hands after the discard, a board of so many cards, and the discards."""
    game, cards = GAMES[variant], Random(f"{variant} {seed}").sample(EVERY, 52)
    kept = game.hole - (game.discard_after is not None)
    hands = [[cards.pop() for _ in range(kept)] for _ in range(players)]
    return hands, [cards.pop() for _ in range(open_)], [cards.pop() for _ in range((game.hole - kept) * players)]


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize(("players", "open_"), [(2, 3), (3, 4), (4, 4), (6, 5), (9, 4)])
def test_every_game_agrees_with_showdowns_counted_in_words(variant: Variant, players: int, open_: int) -> None:
    game = GAMES[variant]
    for seed in range(1 if open_ == 3 else 4):
        hands, board, dead = dealt(variant, seed, players, open_)
        found = equities(game, hands, board, dead)
        wanted = over_every_board(hands, board, dead, exactly_two=game.exactly_two, hi_lo=game.hi_lo)
        assert found.exact
        assert [(each.equity, each.wins, each.shares) for each in found.shares] == wanted, (hands, board, dead)


@pytest.mark.parametrize(
    ("hands", "board", "takes"),
    [
        # the same wheel twice shares the low, and the better flush has the high: three quarters and one
        (["As2sKd9d", "Ah2hQcJc"], "3s4s5d9hTs", [Fraction(3, 4), Fraction(1, 4)]),
        # the board has one card to eight: no low, and the straight to the king takes all
        (["As2sKd9d", "AhAdQcJc"], "9sTsJdQh8h", [Fraction(1), Fraction(0)]),
        # of four spades in the hand two play: no flush with two on the board, only the low of 7-4-3-2-A
        (["AsKsQs2s", "9c9dJhJd"], "9s7s4d2c3h", [Fraction(1, 2), Fraction(1, 2)]),
        # one hand both ways
        (["As2s3dKd", "QhQd9c9d"], "4s5s8sKhKc", [Fraction(1), Fraction(0)]),
    ],
)
def test_omaha_quarters_scoops_and_exactly_two(hands: list[str], board: str, takes: list[Fraction]) -> None:
    held = [[hand[at : at + 2] for at in range(0, 8, 2)] for hand in hands]
    open_ = [board[at : at + 2] for at in range(0, 10, 2)]
    assert taken(held, open_, exactly_two=True, hi_lo=True) == takes
    found = equities(GAMES[Variant.OMAHA_HI_LO], held, open_)
    assert [each.equity for each in found.shares] == takes


@pytest.mark.parametrize(
    ("variant", "hands", "percent"),
    [
        (Variant.HOLDEM, ("AhAs", "KdKc"), ("81.255490", "18.744510")),
        (Variant.HOLDEM, ("AhAs", "KhKs"), ("82.636611", "17.363389")),
        (Variant.HOLDEM, ("AsKs", "QhQd", "7c7d"), ("38.983630", "42.599669", "18.416701")),
        (Variant.HOLDEM_HI_LO, ("AsKs", "2h3h", "8c8d"), ("38.807291", "25.789821", "35.402888")),
        (Variant.OMAHA, ("AsAhKsKh", "8d7d6c5c"), ("58.523142", "41.476858")),
        (Variant.OMAHA_HI_LO, ("As2sAd3d", "KhKdQhJd"), ("71.354907", "28.645093")),
    ],
)
def test_hands_before_the_flop_over_every_board(
    variant: Variant, hands: tuple[str, ...], percent: tuple[str, ...]
) -> None:
    """The percentages were counted card by card by a program of its own."""
    held = [[hand[at : at + 2] for at in range(0, len(hand), 2)] for hand in hands]
    found = equities(GAMES[variant], held)
    assert tuple(f"{100 * float(each.equity):.6f}" for each in found.shares) == percent
    assert found.exact and sum(each.equity for each in found.shares) == 1
