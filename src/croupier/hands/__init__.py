"""Hands of poker as the outside world writes them: read and played again under the book, or written from the record."""

from croupier.hands.gathering import recorded
from croupier.hands.numbers import Unreadable
from croupier.hands.ohh import CannotSay, as_ohh
from croupier.hands.phh_in import parse
from croupier.hands.phh_out import as_phh
from croupier.hands.record import GAME, Hand, NoHand
from croupier.hands.replay import Replayed, replay
from croupier.hands.written_table import Broken

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
