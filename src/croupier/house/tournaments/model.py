"""A tournament at one moment: its conditions, its people, who plays where with how many chips, and what came of it.

Chips are counted in cents of the tables' accounts: one tournament chip is a hundred.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.cards.quick import quick
from croupier.table.tournaments.conditions import Conditions
from croupier.table.tournaments.won import Schedule

CHIP = 100
"""One tournament chip in the accounts of a table."""


@quick
class Stage(StrEnum):
    """Where a tournament stands."""

    DRAFT = "draft"
    ENTRIES = "entries"
    """Entries are taken."""
    READY = "ready"
    """Entries are closed and no session is open: before the first one, or between two."""
    SESSION = "session"
    COUNTING = "counting"
    """Play is over at all tables, and equal banks may still have to be told apart."""
    OVER = "over"
    OFF = "called off"


ENDED = (Stage.OVER, Stage.OFF)
"""Nothing more comes of a tournament then."""


@quick
class Status(StrEnum):
    """Where an entrant stands."""

    IN = "in"
    OUT = "out"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    RETIRED = "retired"
    CARRIED = "carried over"
    """Their entry, which was won, is for the next tournament."""


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who has entered; what is theirs stays theirs whoever plays for them."""

    number: int
    person: str
    name: str
    accepted: str
    """The digest of the conditions that they entered under."""
    paid: int = 0
    """What they have paid, in cents of money."""
    fee: int = 0
    """How much of it is entry fee."""
    status: Status = Status.IN
    employee: bool = False
    """Whether they work for the house or with it, and so win no prize."""
    contractor: bool = False
    """Whether they do so without being employed, as contractor or associate."""
    promotion: bool = False
    """Whether their name may be used beyond the tables they play at."""
    substitute: str = ""
    substitute_name: str = ""
    briefed: tuple[str, ...] = ()
    """Who of entrant and substitute has been briefed,"""
    signed: tuple[str, ...] = ()
    """and has signed the conditions."""
    bank: int = 0
    """Chips that the tournament holds for them while they are at no table."""
    table: str = ""
    seat: int = 0
    absent: bool = False
    bought_back: int = 0
    """How often they have come back."""
    added_on: bool = False
    """Whether they have bought the add-on."""
    place: int = 0
    """The place they finished in; nothing while they play on."""
    began: int = 0
    """What they began the hand with in which their chips were gone."""
    prize: int = 0
    thing: str = ""
    """A prize that is no money."""
    won_at: str = ""
    """The table at which the entry was won, where entries are won in play."""

    @property
    def plays(self) -> str:
        """Who sits in the seat."""
        return self.substitute or self.person

    @property
    def plays_as(self) -> str:
        """The name of whoever sits in the seat."""
        return self.substitute_name or self.name


class InPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the session: who sits where, what has been played, and the banks as they were told last."""

    seats: dict[int, int] = {}
    """Entrants by seat."""
    banks: dict[int, int] = {}
    """Chips by entrant."""
    hands: int = 0
    shoes: int = 0
    least: int = 0
    """The least that is wagered there."""
    line: tuple[int, ...] = ()
    """At poker, the seats of the button and of the blinds in the last hand."""
    most_lost: int | None = None
    """What one entrant can lose in one hand there; None where nobody can say."""
    most_won: int | None = None
    finished: bool = False
    agreed: tuple[int, ...] = ()
    """The entrants there who agree that play ends,"""
    agreed_to_break: tuple[int, ...] = ()
    """and at poker those who agree that the table is broken without waiting for the notice to run out."""


class Tie(msgspec.Struct, frozen=True, kw_only=True):
    """Entrants with equal banks who must be told apart."""

    of: str
    """The table whose places it is about; nothing where it is about all."""
    among: tuple[int, ...]
    places: int
    """How many of them come before the others."""
    table: str = ""
    """Where the extra hands are played; nothing before they have begun."""
    banks: dict[int, int] = {}
    """Their chips in the extra hands."""
    order: tuple[int, ...] = ()
    """Those who are told apart already, the foremost first."""
    ordered: bool = False
    """Whether the places are told from each other as well: where each is paid otherwise."""
    play_off: bool = False
    """Whether they play a whole shoe first, whatever its hands bring."""
    seats: dict[int, int] = {}
    """Where they sit in the extra hands."""

    @property
    def left(self) -> tuple[int, ...]:
        """Those who have not been told apart yet."""
        return tuple([number for number in self.among if number not in self.order])

    def without(self, number: int) -> Tie:
        """The tie once someone is in it no longer."""
        return replace(
            self,
            among=tuple([each for each in self.among if each != number]),
            order=tuple([each for each in self.order if each != number]),
            banks={each: cents for each, cents in self.banks.items() if each != number},
            seats={each: seat for each, seat in self.seats.items() if each != number},
        )


class Objection(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody objects to, what was decided on it, and what has come of a complaint."""

    number: int
    person: str
    about: str
    decision: str = ""
    waits: bool = False
    """Whether the regulator looks into it."""
    answer: str = ""


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """How those who are left would share the prizes, and who of them has agreed."""

    shares: dict[int, int]
    how: str
    agreed: tuple[int, ...] = ()
    struck: bool = False
    """Whether everyone has agreed."""


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of an elimination: which level it is in, how much of that has gone, and whether it runs."""

    level: int = 0
    elapsed: int = 0
    """Milliseconds of the level that had gone when it was last started or stopped."""
    since: int | None = None
    """When it was started; None while it stands."""
    on_break: bool = False

    def gone(self, at: int) -> int:
        """How much of the level, or of the break behind it, has gone."""
        return self.elapsed + (0 if self.since is None else at - self.since)


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """A session: which one of which round, its tables, and the ties that its banks have left."""

    round: int
    session: int
    opened_at: int
    tables: dict[str, InPlay]
    tie: Tie | None = None
    broken: tuple[Tie, ...] = ()
    deal: Deal | None = None
    """How the prizes are shared by agreement, or would be."""
    clock: Clock | None = None
    """The clock of an elimination."""
    closing: dict[str, int] = {}
    """Tables that are to be broken, with the hands they had played when that was said."""
    waiting: dict[str, str] = {}
    """Tables that begin no hand, and why: a player is moved, or all tables play hand for hand."""
    by_hand: bool = False
    """Whether all tables play hand for hand."""
    smallest: int = 0
    """The smallest chip in play, once smaller ones have been taken out."""
    never_came: tuple[int, ...] = ()
    """Where entries are won in play, those who were not there at its opening: they have no chips until they come."""
    together: dict[int, int] | None = None
    """Who has gone out in the hands that all tables began together, with what each began; None before they do so."""


class Draw(msgspec.Struct, frozen=True):
    """A draw, by its number: what was drawn among whom, and the order that came out."""

    number: int
    what: str
    order: tuple[int, ...]


class Placing(msgspec.Struct, frozen=True, array_like=True):
    """Where an entrant was drawn to; written short, for a draw of a thousand is one event."""

    entrant: int
    table: str
    seat: int


class Sits(NamedTuple):
    """Where someone plays at this moment, and with how many chips; nowhere without a table."""

    table: str = ""
    seat: int = 0
    cents: int = 0


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that holds of one tournament."""

    id: str
    stage: Stage = Stage.DRAFT
    conditions: Conditions | None = None
    text: str = ""
    """The digest of the conditions in force."""
    author: str = ""
    """Who wrote the conditions in force."""
    next: Conditions | None = None
    """A change of the conditions that waits until the regulator has been told."""
    next_text: str = ""
    next_author: str = ""
    approved: str = ""
    """The text that was approved in writing."""
    approver: str = ""
    """Who approved it."""
    available: str = ""
    """The text that everyone can have."""
    inspectors_told: bool = False
    leave_for_employees: bool = False
    objections: tuple[Objection, ...] = ()
    director: str = ""
    deputies: tuple[str, ...] = ()
    names: dict[str, str] = {}
    """What director, deputies, entrants and their substitutes are called."""
    present: tuple[str, ...] = ()
    """Those entitled who are there."""
    must_sign: bool = False
    entrants: dict[int, Entrant] = {}
    turned_away: tuple[str, ...] = ()
    wanted: dict[int, tuple[str, str]] = {}
    """Whom entrants want to play in their place, until it is agreed to: id and name."""
    starts: tuple[int, ...] = ()
    """When the sessions begin."""
    designated: tuple[str, ...] = ()
    areas: dict[str, int] = {}
    """How many can sit at each of these tables, as they were when they were named."""
    reserved: tuple[str, ...] = ()
    """The tables that serve nothing else now."""
    commitment: str = ""
    """What the house has committed itself to for all draws,"""
    seed: str = ""
    """and what it is made from, told when the result is declared."""
    draws: int = 0
    placings: tuple[Placing, ...] = ()
    """Where everyone sits in the next session, as it was drawn."""
    played: int = 0
    """The sessions that were played to their end."""
    sitting: Sitting | None = None
    issued: int = 0
    """Tournament chips given out so far,"""
    withdrawn: int = 0
    """and those that left play."""
    pool_paid: int = 0
    """What of the money paid in has been paid out again."""
    collects: str = ""
    """The book of which this tournament collects the entries that are won in play, if it is such a one;"""
    nth: int = 1
    """which of the house's it then is,"""
    since: int | None = None
    """and since when it does so."""
    schedule: Schedule | None = None
    """What is played, and for what, where that follows from how many have entered."""
    through: tuple[int, ...] = ()
    """Where everyone plays in one session of a round, those who go on from their table by the sessions so far,"""
    behind: tuple[int, ...] = ()
    """and the others who have played, of whom the highest banks may go on."""

    @property
    def director_is_there(self) -> bool:
        """Whether anyone entitled is there; a deputy counts unless the conditions want the director (ruling 85)."""
        alone = self.conditions is not None and self.conditions.readings.director_alone
        return self.director in self.present if alone else bool(self.present)

    def of(self, person: str) -> Entrant | None:
        """The entry of a person that still counts; of several, the first."""
        found = [each for each in self.entrants.values() if each.person == person]
        return next((each for each in found if each.status is Status.IN), found[0] if found else None)

    def playing(self, person: str) -> Entrant | None:
        """The entry that a person plays for."""
        return next((each for each in self.in_play if each.plays == person), None)

    def sits(self, number: int) -> Sits:
        """Where an entrant plays: in extra hands those who are tied, as long as they have not been told apart."""
        entrant, tie = self.entrants.get(number), None if self.sitting is None else self.sitting.tie
        if entrant is None:
            return Sits()
        if tie is not None and number in tie.left:
            return Sits(tie.table, tie.seats.get(number, entrant.seat), tie.banks.get(number, entrant.bank))
        if tie is not None and (number in tie.among or entrant.table == tie.table):
            return Sits()
        return Sits(entrant.table, entrant.seat, entrant.bank)

    @property
    def wanting(self) -> dict[int, tuple[str, str]]:
        """Whom those who are still in want to play in their place, as far as these do not play already."""
        playing = {each.plays for each in self.in_play}
        here = {number: each for number, each in self.wanted.items() if self.entrants[number].status is Status.IN}
        return {number: each for number, each in here.items() if each[0] not in playing}

    def wins_nothing(self, entrant: Entrant) -> bool:
        """Whether prizes pass an entrant over: everyone who works for the house or with it, or employees alone."""
        alone = self.conditions is not None and self.conditions.readings.employees_alone
        return entrant.employee and not (alone and entrant.contractor)

    def owner(self, entrant: Entrant) -> str:
        """Whose the prize of an entry is, and what is paid back: the entrant's, or the substitute's (ruling 99)."""
        plays = self.conditions is not None and self.conditions.readings.substitutes_own
        return entrant.plays if plays else entrant.person

    @property
    def in_play(self) -> tuple[Entrant, ...]:
        """Those who are still in."""
        return tuple([each for each in self.entrants.values() if each.status is Status.IN])
