"""One hand as it was played: what every format of the outside world is told.

A face is in it only where everyone has seen it.
Entries that were taken back are not in it, and neither is what was done on a street that was: it never counted.
"""

from __future__ import annotations

import msgspec

from croupier.cards import Card
from croupier.games.crown_poker.state import SITTING, Posted, Pot, Sitting
from croupier.games.crown_poker.terms import STREETS, Commission, Readings, Setting

GAME = "crown-poker"
"""The game whose hands these are."""


class NoHand(ValueError):
    """Events in which no hand was played to its end."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who was dealt in, in the order of the deal."""

    seat: int
    id: str
    name: str
    start: int
    """The chips with which they played the hand: fees and side wagers are gone already."""
    end: int
    """The chips after the pots were pushed; side wagers that won are not among them yet."""
    beside: int = 0
    """What went beside the pots: fees, and side wagers."""
    dead: int = 0
    """Blinds that were missed, posted as nobody's bet."""
    sitting: Sitting = SITTING
    """How they sat before the hand: waiting for the blind or posting, and what they owed."""
    won_beside: int = 0
    """What side wagers paid."""
    prizes: int = 0
    """What bonus prizes paid in chips."""
    cards: tuple[Card, ...] = ()
    """The hole cards, where everyone has seen them."""


SHOWDOWN = len(STREETS)
"""The street after the last: what is done there is done once nobody bets any more."""


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """What a player did in a round of betting, or what was ruled about their hand in it."""

    street: int
    seat: int
    does: str
    """`check`, `call`, `bet`, `raise`, `fold`, `laid` for chips short of a call, or `discard`.

    A hand that was ruled dead is `dead`, and `void` where what its player put in went back.
    """
    cents: int = 0
    """What went in with it."""
    to: int = 0
    """What a bet or raise came to in its round."""
    all_in: bool = False
    early: bool = False
    """Whether it was a fold before its turn."""
    at: int = 0
    """When, in milliseconds since the hand began."""


class Shown(msgspec.Struct, frozen=True):
    """A hand laid open or, without cards, given up; `asked` where it was its player's turn at the showdown."""

    seat: int
    cards: tuple[Card, ...]
    asked: bool


class Tournament(msgspec.Struct, frozen=True):
    """The tournament that a hand was played in, and the chips with which everyone began there; 0 if nobody has said."""

    id: str
    title: str
    started: int


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand from its blinds to its pots."""

    table: str
    casino: str
    number: int
    at: int
    """When it began, in milliseconds since 1970."""
    setting: Setting
    readings: Readings
    commission: Commission
    smallest: int
    seats: int
    line: tuple[int, ...]
    """The seats of the button and of each blind."""
    line_before: tuple[int, ...]
    """The same in the hand before; nothing for the first."""
    again: tuple[int, ...]
    """The same of a misdeal that this hand repeats."""
    players: tuple[Player, ...]
    waiting: tuple[int, ...]
    """The seats of those who had chips and were not dealt in: they wait for the big blind."""
    posts: tuple[Posted, ...]
    acts: tuple[Deed | Shown, ...]
    """What was done and shown, in its order."""
    street: int
    """The last round of betting, or the last for which cards came."""
    board: tuple[Card, ...]
    pots: tuple[Pot, ...]
    burns: int
    under: tuple[str, ...]
    """Every clause and ruling that the hand rests on."""
    beyond: tuple[str, ...]
    """What else happened in it, in words."""
    scale: int = 100
    """How many units, cents in this house, make one of the currency, or a tournament's chip."""
    event: Tournament | None = None
    """The tournament whose chips it was played with, if it was."""

    def at_street(self, street: int) -> tuple[Card, ...]:
        """The community cards that came before a round of betting."""
        before = sum(each.cards for each in STREETS[:street])
        return self.board[before : before + STREETS[street].cards]

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """What was done, in its order."""
        return tuple(each for each in self.acts if isinstance(each, Deed))

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The hands that were opened or given up, in their order."""
        return tuple(each for each in self.acts if isinstance(each, Shown))

    @property
    def rake(self) -> int:
        """What the house took of the pots."""
        return sum(each.rake for each in self.pots)


def wins_of(pot: Pot) -> dict[int, int]:
    """What each seat takes of a pot, high and low together."""
    found: dict[int, int] = {}
    for share in pot.shares:
        found[share.seat] = found.get(share.seat, 0) + share.cents
    return found
