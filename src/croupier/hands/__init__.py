"""Hands of poker as the outside world writes them: read and played again under the book, or written from the record."""

from croupier.hands.departures import Departure
from croupier.hands.gathering import recorded
from croupier.hands.many import hands_in
from croupier.hands.numbers import Unreadable
from croupier.hands.ohh import CannotSay, as_ohh, ohh_text
from croupier.hands.phh_in import parse
from croupier.hands.phh_out import as_phh
from croupier.hands.rake import Rake
from croupier.hands.record import GAME, Hand, NoHand
from croupier.hands.replay import Replayed, replay
from croupier.hands.written_table import Broken, Inconsistent

__all__ = [
    "GAME",
    "Broken",
    "CannotSay",
    "Departure",
    "Hand",
    "Inconsistent",
    "NoHand",
    "Rake",
    "Replayed",
    "Unreadable",
    "as_ohh",
    "as_phh",
    "hands_in",
    "ohh_text",
    "parse",
    "recorded",
    "replay",
]
