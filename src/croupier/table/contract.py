"""The engine contract: commands go in; events, or a refusal, come out. No clock, chance, input or output is in here."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from croupier.cards.quick import quick
from croupier.money import Move

Clauses = tuple[str, ...]

DEALER = "dealer"
PLAYER = "player"

AUTOMATIC = "automatic-dealer"
"""Who deals where nobody of the house does."""
CLOCK = "clock"
"""What acts when the time of a player's turn has run out: no one (ruling 70)."""
HOUSE = "house"
"""Who acts when nobody does."""
THE_TABLE = "table"
"""Who acts on a meter when a table has found the act in order."""
THE_TOURNAMENT = "tournament"
"""Who acts on a table when a tournament that it is reserved for has found the act in order."""
DUTY_MANAGER = "duty-manager"
"""Who looks after the meters of a floor where no one of the house does."""
STRANGER = "unknown"
"""Who has tried something under a name that nobody has."""
NOBODY = "nobody"
"""Whom something sealed is told to before it is opened to everyone: nobody ever signs in as such."""
NO_PERSON = {
    AUTOMATIC: "Automatic dealer",
    CLOCK: "Time",
    HOUSE: "The house",
    THE_TABLE: "The table",
    THE_TOURNAMENT: "The tournament",
    DUTY_MANAGER: "Duty manager",
    STRANGER: "Someone unknown",
    NOBODY: "Nobody",
}
"""Everyone who acts on record and is no person, by id, and what they are called: no person has such a name."""
HOUSE_PLAYERS = "house-"
"""What the ids of the house's own players begin with."""
GUESTS = "guest-"
"""What the ids of guests begin with."""


def automaton(person: str) -> bool:
    """Whether an id is no person's but that of the automatic dealer, the clock or one of the house's own players."""
    return person in (AUTOMATIC, CLOCK) or person.startswith(HOUSE_PLAYERS)


_NO_PERSONS = frozenset(each.casefold() for known in NO_PERSON.items() for each in known)


def is_no_person(called: str) -> bool:
    """Whether an id or a name is that of something that acts and is no person, or an id of the house's own players.

    >>> is_no_person("Clock"), is_no_person("time"), is_no_person("house-mm-1-carl"), is_no_person("ann")
    (True, True, True, False)
    """
    return called.casefold() in _NO_PERSONS or called.startswith(HOUSE_PLAYERS)


class Actor(msgspec.Struct, frozen=True):
    """Who acts: a person and the rank they hold at this table."""

    id: str
    name: str
    rank: str = PLAYER


def no_person(own: str, rank: str) -> Actor:
    """One of those who act and are no person, with the rank they act by."""
    return Actor(own, NO_PERSON[own], rank)


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Something a person asks the table to do."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type"):
    """Something that happened, the clauses it rests on, and the money it moved."""

    under: Clauses
    moves: tuple[Move, ...] = ()


@quick
class Reason(StrEnum):
    """Every way a command can be refused."""

    RANK = "this needs a higher rank"
    NOT_NOW = "this is not the moment for it"
    NOT_HERE = "no such person is at this table"
    NOT_YOURS = "this is for someone else to decide"
    EXCLUDED = "excluded from this game"
    TABLE_CLOSED = "the table is closed"
    NO_SUCH_AREA = "there is no such area"
    NO_SUCH_BET = "that bet is not offered here"
    SEAT_TAKEN = "the seat is taken"
    NOT_ENOUGH_CHIPS = "not enough chips"
    CHIPS_ONLY = "wagers are in chips only"
    NO_VALUE_SHOWN = "a spoken wager must come with its value"
    BETS_CLOSED = "no more bets may be placed"
    CARDS_OUT = "a card of this round has been dealt"
    NO_SUCH_WAGER = "there is no such wager"
    AREA_FULL = "as many players as may wager there already do"
    ONE_AREA = "one area only without the supervisor's consent"
    AREA_TOTAL = "the area's total would exceed the personal limit"
    LIMITS = "the limits do not allow it"
    PAYABLE = "the wager can be paid exactly in chips"
    CARD_NEEDED = "the card must be entered"
    CARD_DRAWN = "the cards are drawn by the table, not entered"
    CARD_NOT_LEFT = "that card cannot be in the shoe"
    CARDS_DIFFER = "these are not the cards that were dealt"
    CUT_PLACE = "the cutting card may not go there"
    NOTICE = "the sign has not been up long enough"
    NO_CAUSE = "nothing on record allows it"
    ALREADY = "it has been done already"
    FORBIDDEN = "the rules forbid it"
    WRONG_DEVICE = "this table deals from another device"


class Refusal(msgspec.Struct, frozen=True):
    """Why a command changes nothing: the reason, the clauses, and the facts that decided."""

    reason: Reason
    under: Clauses
    facts: Mapping[str, str | int] = {}

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{self.reason.value}{f' ({facts})' if facts else ''} [{', '.join(self.under)}]"


Decision = tuple[Event, ...] | Refusal


class Due(msgspec.Struct, frozen=True):
    """An act the rules now expect: its command, the lowest rank that may, and the person if it is theirs."""

    command: Command
    rank: str
    under: Clauses
    person: str | None = None
    barred: tuple[str, ...] = ()
    """Who may not, whatever their rank."""


class Option(msgspec.Struct, frozen=True):
    """A command this person may give now, an example within what is allowed, and the clauses it would rest on."""

    command: Command
    under: Clauses = ()


@quick
class Pace(StrEnum):
    """How soon an act is wanted once it is due; a house gives each of these its seconds."""

    BETTING = "betting"
    """The time to wager, from the first wager to "no more bets"."""
    CARD = "card"
    CARE = "care"
    """Checking, shuffling, loading and burning."""
    OPENING = "opening"
    """What brings a closed table into play: for people to do where people have closed it."""
    SETTLING = "settling"
    """Taking, paying, and turning up what decides."""
    LOOKING = "looking"
    """How long a settled layout lies for everyone to see."""
    ANSWER = "answer"
    """A short answer that is one player's to give."""
    CHOICE = "choice"
    """What to do with one's hand."""
    RULING = "ruling"
    """A ruling that is first left to the floor's staff."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Someone is asked: who, their choices, how long they have, and what follows of itself if they stay silent.

    Turns with one `key` are one turn, though its choices may change while its time runs. A house without a clock for
    this pace waits; where a book sets the time itself, `until` says it.
    """

    key: str
    player: str | None
    """Whose turn it is; None when everyone at the table is asked."""
    choices: tuple[Command, ...]
    silent: Command | None
    pace: Pace
    under: Clauses
    until: int | None = None
    seconds: int | None = None
    """How long the sign of the table gives, where it says that; the house's own rhythm otherwise."""
    prolongs: str = ""
    """The key of the turn that this one goes on with: its time is that one's,"""
    more: int = 0
    """and so many seconds more."""
