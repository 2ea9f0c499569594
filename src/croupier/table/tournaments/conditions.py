"""The conditions of a tournament, as typed terms.

A field that is left out says nothing; `false` says no. What is said in part is in none of them said whole, and
`matters` knows which parts belong together.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import msgspec

LONGEST_WORDS = 2_000
"""How much may be said of one thing in a person's own words."""
MOST_ENTRANTS = 1_100
"""In one tournament: a thousand and some places left over, as many as one event on record seats."""
MOST_PLACES = 300
"""Places that are paid: as many as one result on record pays."""
MOST_COUNTED = 10_000
MOST_ROWS = 1_000

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_WORDS)]
"""A person's own words."""
Cents = Annotated[int, msgspec.Meta(ge=0, le=10**12, extra={"money": True})]
"""Written as an amount, as in "$50"."""
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST_COUNTED)]
Entrants = Annotated[int, msgspec.Meta(ge=1, le=MOST_ENTRANTS)]
Chips = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
"""Tournament chips, by what is written on them."""
Minutes = Annotated[int, msgspec.Meta(ge=1, le=60 * 24 * 31)]
FACE = 100
"""What is written on a chip that says one, in cents."""
PerMille = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the conditions."""


class Statement(StrEnum):
    """What the conditions state in so many words; `statements` has the sentences."""

    ENTITLED = "entitled"
    MAY_REFUSE = "may-refuse"
    ACCEPTANCE = "acceptance"
    ABIDE = "abide"
    SIGNED_COPIES = "signed-copies"
    EMPLOYEES = "employees"
    STARTS_MAY_MOVE = "starts-may-move"
    CHANGES_NOTIFIED = "changes-notified"
    EQUAL_BANKS = "equal-banks"
    RULES_PREVAIL = "rules-prevail"
    CONDUCTED_BY_RULES = "conducted-by-rules"
    EARLY_END_DETERMINED = "early-end-determined"
    EARLY_END_AGREED = "early-end-agreed"
    PRIVACY = "privacy"
    PROMOTION = "promotion"
    DIRECTOR_FINAL = "director-final"
    NO_LIABILITY = "no-liability"
    COMPLAINTS = "complaints"


class Afterwards(StrEnum):
    """What becomes of tournament chips."""

    WORTHLESS = "worthless"
    """They are handed in and are worth nothing."""
    CARRIED = "carried"
    """They are carried into the next round, and are worth nothing after the last."""
    CASH = "cash"
    """They are exchanged for cash."""


class Ties(StrEnum):
    """How those with equally many chips are told apart, where it matters."""

    EXTRA_HANDS = "extra-hands"
    SHARED = "shared"
    """Their prizes are added up and shared."""
    DRAW = "draw"


class Start(Said, frozen=True, kw_only=True):
    """When a session begins."""

    session: Words
    at: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d$")]


class Details(Said, frozen=True, kw_only=True):
    """When and where, for how much and for how many."""

    starts: Annotated[tuple[Start, ...], msgspec.Meta(max_length=MOST_ROWS)] | None = None
    starts_with: Count | None = None
    """With how many entrants the first session begins at once; a time stated beside it is the latest."""
    place: Words | None = None
    fee: Cents | bool | None = None
    buy_in: Cents | bool | None = None
    re_buy: Cents | bool | None = None
    add_on: Cents | bool | None = None
    least: Entrants | None = None
    most: Entrants | None = None
    notice_minutes: Minutes = 30
    """How long before it a start may still be moved."""
    clock_minutes: Annotated[int, msgspec.Meta(ge=-14 * 60, le=14 * 60)] = 0
    """How far the clock on the wall there is ahead of universal time."""


class Won(Said, frozen=True, kw_only=True):
    """Entries that are won in play and never bought: rounds and prizes are those that the book has for so many."""

    days: Count = 100
    """How long after the last tournament the next is held at the earliest."""
    next_size: bool = False
    """Whether entries that fill no schedule to the last seat wait until they do (ruling 101)."""
    final_shoes: Count = 3
    prizes: Words | None = None
    """Where the prizes are found."""


class Entry(Said, frozen=True, kw_only=True):
    """Who may enter, and how."""

    method: Words | None = None
    form: Words | None = None
    withdrawal: Words | None = None
    """Until when an applicant may withdraw without penalty."""
    free_minutes: Annotated[int, msgspec.Meta(ge=0, le=60 * 24 * 31)] = 0
    """How many minutes before the first start that ends."""
    available: Words | None = None
    """How the conditions are made available."""
    refusing: bool | None = None
    """Whether the right to refuse any application is reserved."""
    criteria: Words | bool | None = None
    signed_copies: bool | None = None
    employees: bool | None = None
    """Whether people who work for the house may take part: at charity and media events."""
    won: Won | None = None
    """Where entries are won in play."""


class Bank(Said, frozen=True, kw_only=True):
    """The chips that everyone plays with."""

    kind: Words | None = None
    """What they look like; never chips that are worth cash."""
    start: Chips | None = None
    every_round: bool | None = None
    """Whether everyone has so many again at the start of each round."""
    top_up: Chips | None = None
    """What those who are tied are given alike where a bank of theirs is too small for extra hands."""
    afterwards: Afterwards | None = None
    worth: Cents | None = None
    """What one chip brings where chips are exchanged for cash."""

    @property
    def is_money(self) -> bool:
        """Whether a chip brings in cash just what is written on it, so that amounts of chips are amounts of money."""
        return self.afterwards is Afterwards.CASH and self.worth == FACE


class Compulsory(Said, frozen=True, kw_only=True):
    """What everyone must wager in each round of play."""

    least: Chips | None = None
    found: Words | None = None
    """How it is found, where it is not one amount."""


class Secret(Said, frozen=True, kw_only=True):
    """Wagers that nobody sees before they are opened."""

    many: Count | None = None
    each: Words | None = None
    """In what so many may be made: a session, or a round of play."""
    how: Words | None = None


class Wagers(Said, frozen=True, kw_only=True):
    """What is wagered."""

    compulsory: Compulsory | bool | None = None
    secret: Secret | bool | None = None
    side_wagers: Annotated[tuple[Words, ...], msgspec.Meta(min_length=1, max_length=MOST_ROWS)] | bool | None = None
    """Which wagers are offered beside the main one, by name; yes where the game knows one alone."""
    jackpots: bool | None = None

    @property
    def secrets(self) -> int:
        """How many secret wagers everyone may make, in each round of play or in a session."""
        return self.secret.many or 0 if isinstance(self.secret, Secret) else 0

    @property
    def secrets_each_round(self) -> bool | None:
        """Whether it is so many in each round of play, or in a session; None where the words are of neither, or both.

        >>> each = ("each round of play", "a session", "the evening")
        >>> [Wagers(secret=Secret(many=1, each=words)).secrets_each_round for words in each]
        [True, False, None]
        """
        words = (self.secret.each or "").lower() if isinstance(self.secret, Secret) else ""
        if ("round" in words) is ("session" in words):
            return None
        return "round" in words


class Progress(Said, frozen=True, kw_only=True):
    """Who goes on from a round."""

    each_table: Count | None = None
    others: Annotated[int, msgspec.Meta(ge=0, le=MOST_ENTRANTS)] = 0
    """How many of those with the next highest banks go on beside them."""


class Round(Said, frozen=True, kw_only=True):
    """A round of the tournament."""

    name: Words
    sessions: Count = 1
    apart: bool = False
    """Whether everyone plays in one of its sessions, or in all of them with the banks carried on."""
    tables: Count | None = None
    hands: Count | None = None
    minutes: Minutes | None = None
    shoes: Count | None = None
    progress: Progress | bool | None = None


class BuyBack(Said, frozen=True, kw_only=True):
    """How the eliminated come back."""

    method: Words | None = None
    until: Words | None = None
    chips: Chips | None = None
    """The chips that it brings; as many as at the start unless stated."""
    most: Count | None = None
    """How often each may come back."""
    hands: Count | None = None
    """Up to which hand of the first round."""


class Level(Said, frozen=True, kw_only=True):
    """What is posted while a level lasts."""

    blinds: Annotated[tuple[Chips, ...], msgspec.Meta(min_length=1, max_length=3)]
    ante: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    blind_ante: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    """An ante that the last blind posts for all."""
    minutes: Minutes = 15
    break_minutes: Annotated[int, msgspec.Meta(ge=0, le=24 * 60)] = 0
    """How long a break follows."""
    smallest: Chips | None = None
    """The smallest chip from this level on, where smaller ones are taken out in the break before it."""


class Elimination(Said, frozen=True, kw_only=True):
    """Play in which whoever has no chips left is out, until so many are left as have won."""

    levels: Annotated[tuple[Level, ...], msgspec.Meta(min_length=1, max_length=MOST_ROWS)]
    """The last one holds on."""
    seats: Annotated[int, msgspec.Meta(ge=2, le=11)] = 9
    """How many play at a table."""
    winners: Count = 1
    """With how many left it ends."""
    late_levels: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROWS)] = 0
    """Until the end of which level one may still enter,"""
    re_entries: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """and how often whoever is out may enter again until then."""
    re_buys: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """How often whoever has no more than the first bank may buy another between hands,"""
    re_buy_levels: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROWS)] = 0
    """until the end of which level."""
    add_on: Chips | None = None
    """The chips that everyone may buy once when re-buys are over."""
    apart: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    """By how many players tables may differ."""
    hand_for_hand: bool = True
    """Whether all tables play hand for hand while one more than are paid is left."""
    redraw: bool = True
    """Whether the seats of the last table are drawn anew."""
    shoot_out: bool = False
    """Whether every table plays by itself until so many are left as go on from it, and those play the next round."""
    announced_order: bool = False
    """Whether the order in which tables are broken is announced, and is notice enough (ruling 111)."""


class Structure(Said, frozen=True, kw_only=True):
    """The rounds, and how one goes on from one to the next."""

    rounds: Annotated[tuple[Round, ...], msgspec.Meta(max_length=MOST_ROWS)] | None = None
    basis: Words | None = None
    """How rounds and tables are found, where they are not fixed."""
    progress: Words | bool | None = None
    """How one goes on from round to round; the figures of each round stand with it."""
    elimination: Elimination | None = None
    """Where play goes on until it is won, how."""
    second_chances: Words | bool | None = None
    """Repechage, catch-up or secondary rounds."""
    buy_back: BuyBack | bool | None = None
    early_end: bool | None = None
    """Whether play at a table may be ended as soon as it is determined who goes on."""

    @property
    def durations(self) -> tuple[Round, ...] | None:
        """The rounds, if it is said of each how long it is."""
        rounds = self.rounds or ()
        return rounds if all(each.hands or each.minutes or each.shoes for each in rounds) else None

    @property
    def tables(self) -> tuple[int, ...] | None:
        """How many tables there are in each round, if that is said of all."""
        found = [each.tables for each in self.rounds or () if each.tables is not None]
        return tuple(found) if len(found) == len(self.rounds or ()) else None

    @property
    def going_on(self) -> str | bool | None:
        """How one goes on; no where there is one round, and nothing where a round is silent about who goes on."""
        rounds = self.rounds or ()
        if len(rounds) == 1 and not self.progress:
            return False
        if any(not each.progress or isinstance(each.progress, bool) for each in rounds[:-1]):
            return None
        if any(each.progress.each_table is None for each in rounds[:-1] if isinstance(each.progress, Progress)):
            return None
        return self.progress


class Conduct(Said, frozen=True, kw_only=True):
    """What becomes of those who come late, go, are put out or are put in another's place."""

    eliminated: Words | None = None
    penalised: Words | bool | None = None
    disqualified: Words | None = None
    disqualified_chips: Words | None = None
    retirement: Words | None = None
    refunds: Words | bool | None = None
    late: Words | None = None
    absent: Words | None = None
    telephones: Words | bool | None = None
    substitutes: Words | bool | None = None
    substituted: Words | bool | None = None
    """What follows when a substitute is named."""


class Prize(Said, frozen=True, kw_only=True):
    """What one place brings: an amount, a part of the pool, or a thing."""

    amount: Cents | None = None
    per_mille: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    thing: Words | None = None


class Prizes(Said, frozen=True, kw_only=True):
    """What is won."""

    pool: Cents | None = None
    found: Words | None = None
    """How the pool is found, where it is not one amount."""
    fees: PerMille = 1000
    """How much of every entry fee goes into the pool; buy-ins, re-buys and add-ons go there whole."""
    places: Annotated[tuple[Prize, ...], msgspec.Meta(max_length=MOST_PLACES)] | None = None
    winners: Words | None = None
    ties: Ties | None = None
    deals: bool | None = None
    """Whether those who are left may share the prizes by agreement."""


class Readings(Said, frozen=True, kw_only=True):
    """What the book leaves open, read otherwise than the rulings have it: each field is one ruling's other reading."""

    approved_by_delegate: bool = False
    """Ruling 82: someone sent by the officer named may approve."""
    changes_bind: bool = False
    """Ruling 83: a change gives nobody another chance to withdraw free of charge."""
    director_alone: bool = False
    """Ruling 85: the presence of deputies is not enough."""
    early_end_either: bool = False
    """Ruling 89: tables end early once it is determined who goes on, or where chips become cash and all agree."""
    rest_wagered: bool = False
    """Ruling 92: a bank below the minimum may be wagered whole."""
    secret_wagers: bool = False
    """Ruling 93: secret wagers may be allowed though the book does not speak of them."""
    left_over_to_first: bool = False
    """Ruling 97: cents left over all go to the first place."""
    employees_alone: bool = False
    """Ruling 98: of the people of the house, contractors and associates may win."""
    substitutes_own: bool = False
    """Ruling 99: rank, prize and refund are the substitute's."""


class Variation(Said, frozen=True, kw_only=True):
    """A rule of the game that the conditions exclude or change."""

    clause: Words
    instead: Words
    most: Count | None = None
    """How many at the most, where the clause is about how many; one unless it is said."""
    pays: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """What is paid to one, where the clause is a line of the pay table."""
    excluded: bool = False
    """Whether the clause does not apply at all."""


class Conditions(Said, frozen=True, kw_only=True):
    """Everything that is said of one tournament."""

    title: Words
    book: Words
    variation: Words | None = None
    """Which of the book's games is played, where it has several."""
    details: Details = Details()
    entry: Entry = Entry()
    bank: Bank = Bank()
    wagers: Wagers = Wagers()
    structure: Structure = Structure()
    conduct: Conduct = Conduct()
    prizes: Prizes = Prizes()
    readings: Readings = Readings()
    statements: frozenset[Statement] = frozenset()
    varies: Annotated[tuple[Variation, ...], msgspec.Meta(max_length=MOST_ROWS)] = ()


SILENT = None
NO = False


def said(conditions: Conditions, path: str) -> Any:
    """What is said at a path such as `wagers.secret.how`: nothing (None), no (False), or what it is.

    >>> said(Conditions(title="A cup", book="some-book", wagers=Wagers(secret=False)), "wagers.secret.how")
    False
    """
    found: Any = conditions
    for name in path.split("."):
        if found is SILENT or found is NO:
            return found
        if not isinstance(found, Said):
            return SILENT
        found = getattr(found, name)
    return SILENT if found in ((), "") else found
