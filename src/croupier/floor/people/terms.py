"""How strict sign-in is, who is signed in, and what is said to who is not let in."""

from __future__ import annotations

from math import ceil
from typing import Literal

import msgspec

from croupier.floor.people.posts import EVERY_BOOK
from croupier.floor.store.attempts import Pace
from croupier.table.contract import Actor

HOUR = 3_600_000


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """How strict sign-in is, and how generous the house (times in ms)."""

    pace: Pace = Pace()
    """How wrong passwords are slowed."""
    staff_idle_ms: int = 30 * 60_000
    dealer_idle_ms: int = 5 * 60_000
    """At a dealer's station, where the next to come by could otherwise go on."""
    guest_idle_ms: int = 12 * HOUR
    staff_life_ms: int = 12 * HOUR
    """How long a session lasts even if it is in use."""
    guest_life_ms: int = 7 * 24 * HOUR
    one_time_ms: int = 24 * HOUR
    """How long a one-time password can be used."""
    second_factor: Literal["optional", "required"] = "optional"
    grants_an_hour: int = 20
    """How often play chips are given to new guests from one address."""
    top_ups_an_hour: int = 1
    """How often one guest's play chips are topped up."""


class SignInRefused(Exception):
    """The name or the password is wrong."""

    def __init__(self, why: str = "the name or the password is wrong") -> None:
        super().__init__(why)


class CodeNeeded(SignInRefused):
    """The password is right, but there is a second factor."""


class ComeBackLater(Exception):
    """Not before then."""

    def __init__(self, why: str, until: int, now: int) -> None:
        super().__init__(why)
        self.until = until
        self.seconds = max(1, ceil((until - now) / 1000))


class Locked(ComeBackLater):
    """Too many wrong passwords from this address."""


class TooManyChips(ComeBackLater):
    """The house has given this person enough."""


class NotAllowed(Exception):
    """Who asks may not do this to that account; says why."""


class NoSuchAccount(LookupError):
    """Nobody of that name works or has worked here."""


class SignedIn(msgspec.Struct, frozen=True):
    """Someone known to the house, in one session."""

    id: str
    name: str
    ranks: dict[str, str]
    token_hash: bytes
    must_change_password: bool = False
    second_factor: bool = False
    pin: bool = False
    must_set_second_factor: bool = False

    @property
    def guest(self) -> bool:
        """Whether they play here rather than work here."""
        return not self.ranks

    def rank(self, book: str = EVERY_BOOK) -> str:
        """The rank held under a book."""
        return self.ranks.get(book, self.ranks.get(EVERY_BOOK, "player"))

    def actor(self, book: str = EVERY_BOOK) -> Actor:
        """This person as the rules of a book see them."""
        return Actor(self.id, self.name, self.rank(book))
