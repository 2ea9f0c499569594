"""How fast the automatic dealer and the house players act, in seconds."""

from __future__ import annotations

import msgspec

from croupier.table.contract import Pace, Turn


class Tempo(msgspec.Struct, frozen=True, kw_only=True):
    """The rhythm of an automatic table: seconds for each pace of the rules, and for the house's own people."""

    betting: float = 12.0
    """From the first wager to "no more bets"."""
    card: float = 0.6
    care: float = 1.5
    """Before each step of checking, shuffling, loading and burning."""
    opening: float = 1.5
    """Before each step that brings a closed table into play."""
    settling: float = 1.2
    """Before losers are cleared, before each area is paid, and before a card or hand that decides is turned up."""
    looking: float = 4.0
    """How long a settled layout lies for everyone to see."""
    answer: float = 8.0
    """How long a player may think about an answer that is theirs to give."""
    choice: float = 20.0
    """How long the players may think about their hands, from the call to play or fold or the last card dealt."""
    ruling: float = 60.0
    """How long a choice waits for the floor's staff before the dealer takes the first."""
    determination: float = 60.0
    """How long a jackpot waits, shown as pending everywhere, before the demo floor's duty manager confirms it."""
    thinking: float = 5.0
    """The longest a house player ponders."""
    idle: float = 6.0
    """After how long without any change a house player thinks again."""
    away: float = 90.0
    """The longest a house player stays away."""
    entries: float = 300.0
    """For how long a demo floor's tournament can be entered, at least."""

    def seconds(self, pace: Pace) -> float:
        """How long an act of this pace waits once it is due."""
        found: float = getattr(self, pace.value)
        return found

    def for_turn(self, turn: Turn) -> float:
        """How long a turn lasts: as the sign of its table says, unless this house waits for nobody."""
        own = self.seconds(turn.pace)
        return own if turn.seconds is None or not own else turn.seconds


NORMAL = Tempo()
FAST = Tempo(
    betting=3,
    card=0.15,
    care=0.3,
    opening=0.3,
    settling=0.3,
    looking=1,
    answer=5,
    choice=15,
    ruling=15,
    determination=15,
    thinking=1,
    idle=2,
    away=15,
    entries=60,
)
NO_WAITING = Tempo(
    betting=0,
    card=0,
    care=0,
    opening=0,
    settling=0,
    looking=0,
    answer=0,
    choice=0,
    ruling=0,
    determination=0,
    thinking=0,
    idle=0.25,
    away=0,
    entries=0,
)
