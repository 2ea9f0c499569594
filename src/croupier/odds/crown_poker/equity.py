"""What each hand takes of a pot: exactly where all hands are known, else sampled, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import msgspec
import numpy as np

from croupier.cards import Card
from croupier.games.crown_poker.terms import Game
from croupier.odds.crown_poker.boards import PARTS, every_board
from croupier.odds.crown_poker.sampling import chunk
from croupier.odds.model import Number

UNKNOWN = "?"
"""A card that nobody has seen."""
SAMPLED = 1_000_000
CONFIDENCE = 0.95


class Share(msgspec.Struct, frozen=True):
    """What one hand takes."""

    hand: str
    equity: Number
    """The part of the pot that it takes on average."""
    wins: Number
    """How often it takes the whole pot."""
    shares: Number
    """How often it takes a part of it."""
    off_by: float = 0.0
    """How far the equity may be off, in nineteen of twenty such samples."""


class Equities(msgspec.Struct, frozen=True):
    """What all hands take, and out of how many showdowns that was found."""

    shares: tuple[Share, ...]
    showdowns: int
    exact: bool


def equities(
    game: Game,
    hands: Sequence[Sequence[str]],
    board: Sequence[str] = (),
    dead: Sequence[str] = (),
    *,
    samples: int = SAMPLED,
    seed: int = 1,
) -> Equities:
    """What these hands take of a pot on boards of this game; a hand's unknown cards are `?`.

    >>> from croupier.games.crown_poker.terms import GAMES, Variant
    >>> found = equities(GAMES[Variant.HOLDEM], [("As", "Ah"), ("Ks", "Kd")], ("2c", "7d", "9h", "Tc", "Jc"))
    >>> [str(each.equity) for each in found.shares]
    ['1', '0']
    """
    _check(game, hands, board, dead)
    held = np.array([[_number(card) for card in hand] for hand in hands], np.int64)
    known, gone = (np.array([_number(card) for card in cards], np.int64) for cards in (board, dead))
    names = tuple("".join(hand) for hand in hands)
    if (held < 0).any():
        return _sampled(game, names, (held, known, gone), samples, seed)
    found = every_board(held, known, gone, two_and_three=game.exactly_two, low=game.hi_lo)
    boards = int(found.boards[0])
    shares = [
        Share(name, Fraction(int(parts), PARTS * boards), Fraction(int(alone), boards), Fraction(int(shared), boards))
        for name, parts, alone, shared in zip(names, found.parts, found.alone, found.shared, strict=True)
    ]
    return Equities(tuple(shares), boards, exact=True)


def _sampled(game: Game, names: tuple[str, ...], cards: tuple[np.ndarray, ...], samples: int, seed: int) -> Equities:
    counts = chunk(*cards, two_and_three=game.exactly_two, low=game.hi_lo)(seed, samples)
    parts, squares, alone, shared = np.asarray(counts).reshape(4, len(names)) / samples
    wide = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    shares = []
    for each, name in enumerate(names):
        mean = parts[each] / PARTS
        spread = max(0.0, squares[each] / PARTS - mean**2)
        off_by = wide * sqrt(spread / samples)
        shares.append(Share(name, float(mean), float(alone[each]), float(shared[each]), off_by))
    return Equities(tuple(shares), samples, exact=False)


def _number(card: str) -> int:
    return -1 if card == UNKNOWN else Card(card).number


def _check(game: Game, hands: Sequence[Sequence[str]], board: Sequence[str], dead: Sequence[str]) -> None:
    """Refuse what cannot lie on one table, with the clause that says so."""
    kept = game.hole - (game.discard_after is not None)
    if not 2 <= len(hands) <= game.most_players:
        raise ValueError(f"{game.seats}: two to {game.most_players} hands can be compared")
    if any(len(hand) != kept for hand in hands):
        discards = " after the discard, which goes with the dead cards" if game.discard_after is not None else ""
        raise ValueError(f"{game.deal}: a hand has {kept} cards{discards}")
    if len(board) not in (0, 3, 4, 5):
        raise ValueError("CP 8.18.1: the board has none, three, four or five cards")
    seen = [card for card in (*(each for hand in hands for each in hand), *board, *dead) if card != UNKNOWN]
    for card in seen:
        if card not in set(Card):
            raise ValueError(f"{card} is no card")
    if len(set(seen)) != len(seen):
        twice = next(card for card in seen if seen.count(card) > 1)
        raise ValueError(f"CP 3.1: there is only one {twice} in the deck")
