"""Hands of poker as the outside world writes them: read and played again under the book, or written from the record."""

from croupier.hands.numbers import Unreadable
from croupier.hands.ohh import as_ohh
from croupier.hands.phh_in import parse
from croupier.hands.phh_out import CannotSay, as_phh
from croupier.hands.record import GAME, Hand, NoHand, recorded
from croupier.hands.replay import Broken, Replayed, replay

__all__ = [
    "GAME",
    "Broken",
    "CannotSay",
    "Hand",
    "NoHand",
    "Replayed",
    "Unreadable",
    "as_ohh",
    "as_phh",
    "parse",
    "recorded",
    "replay",
]
