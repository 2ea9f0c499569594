"""What goes over the wire: the bodies of requests and answers. Money is in cents, times in milliseconds since 1970."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Union

import msgspec
from msgspec import Meta

from croupier.floor.reading.board import CallLine
from croupier.floor.reading.called import Called
from croupier.floor.reading.display import MeterLine
from croupier.floor.reading.inquiry import Step
from croupier.floor.reading.telling import Line
from croupier.floor.training.practice import PREFIX
from croupier.games import game, games
from croupier.money import Limits
from croupier.table.ahead import PaidView
from croupier.table.contract import Refusal

if TYPE_CHECKING:
    View = Any
else:
    View = Union[tuple(game(name).view_type for name in games())]  # noqa: UP007

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9-]+$")]
TableId = Annotated[str, Meta(min_length=1, max_length=40, pattern=f"^(?!{PREFIX})[a-z0-9-]+$")]
"""The id of a table on record; those of practice tables are apart."""
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(min_length=1, max_length=128)]
Code = Annotated[str, Meta(max_length=32)]


LONGEST_RUN = 128
"""How many commands one request may carry: the face-down cards of a full table, and all its wagers."""


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request; a field that is not known is refused."""


class GuestSignIn(Body, frozen=True, kw_only=True):
    """A guest comes in."""

    name: Name


class StaffSignIn(Body, frozen=True, kw_only=True):
    """Someone of the house signs in."""

    name: Name
    password: Secret
    code: Code = ""
    """From one's phone, or one of the recovery codes, once a second factor is set up."""


class NewPassword(Body, frozen=True, kw_only=True):
    """One's password is to be another."""

    old: Secret
    new: Secret


class CommandBody(Body, frozen=True, kw_only=True):
    """A command for a table under an id of the client's making; sent again, it is answered again and done once."""

    id: CommandId
    command: dict[str, Any]
    version: int | None = None
    """The version the client saw; only kept for the client's own use."""


class RunBody(Body, frozen=True, kw_only=True):
    """Commands for a table in their order, each under an id of its own; the first that is refused ends the run."""

    acts: Annotated[tuple[CommandBody, ...], Meta(min_length=1, max_length=LONGEST_RUN)]


class MeterCommandBody(Body, frozen=True, kw_only=True):
    """A command for a meter under an id of the client's making; sent again, it is answered again and done once."""

    id: CommandId
    command: dict[str, Any]


class ConfirmBody(Body, frozen=True, kw_only=True):
    """A manager's determination of the prizes that wait at a table; a rejection says why."""

    table: TableId
    confirmed: bool
    why: Annotated[str, Meta(max_length=1000)] = ""
    id: CommandId | None = None


class AutomaticBody(Body, frozen=True, kw_only=True):
    """Whether the automatic dealer deals."""

    automatic: bool
    over_real_cards: bool = False
    """That a machine shall write down cards it cannot see: without it no machine deals where cards are real."""


class ReadyBody(Body, frozen=True, kw_only=True):
    """Whether one needs no more time to wager, under an id of the client's making."""

    id: CommandId
    ready: bool = True


class NewTable(Body, frozen=True, kw_only=True):
    """A table to be put on the floor."""

    id: TableId
    title: Annotated[str, Meta(min_length=1, max_length=60)]
    game: str
    terms: dict[str, Any] = {}
    automatic: bool = False


class PracticeBody(Body, frozen=True, kw_only=True):
    """A practice table that someone wants: of a game, like one of the floor's tables or as the game is usually played.

    The one they have goes on, unless it is to be `anew`.
    """

    game: Annotated[str, Meta(max_length=40)]
    like: Annotated[str, Meta(max_length=40)] = ""
    anew: bool = False


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request failed."""

    error: str
    detail: str = ""
    needs: str = ""
    """What is wanted besides, in a word: `code` for that of a second factor."""
    instead: str = ""
    """What might do instead: a name that is free."""


class ForeseeBody(Body, frozen=True, kw_only=True):
    """A command that someone thinks of giving."""

    command: dict[str, Any]


class Foreseen(msgspec.Struct, frozen=True, kw_only=True):
    """What a command would lead to, in the sentences of the record and with its clauses; or why it would be refused.

    `unforeseen` when a card that nobody, or not this person, may know has a part in it; without lines it decides all.
    """

    accepted: bool
    unforeseen: bool
    lines: tuple[str, ...]
    under: tuple[str, ...]
    refusal: Why | None
    settled: tuple[PaidView, ...] = ()
    """The wagers that would end by it: what is taken, and what is paid and in which chips."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who is signed in."""

    id: str
    name: str
    rank: str
    """The rank under the books that name no other."""
    rank_name: str
    ranks: dict[str, str]
    """The rank at the tables of each game."""
    rank_names: dict[str, str]
    may: tuple[str, ...]
    """What they may do in the house: deal, supervise, determine, inspect, operate, export."""
    may_at: dict[str, tuple[str, ...]]
    """What they may do at the tables of each game."""
    wallet: int
    must_change_password: bool
    second_factor: bool
    """Whether a code is asked for when they sign in."""
    must_set_second_factor: bool
    pin: bool
    """Whether they have a PIN for others' stations."""


class Here(msgspec.Struct, frozen=True, kw_only=True):
    """Who is signed in, if anyone is."""

    me: Me | None


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A table that someone is at: their seat, if they have one, and their chips there in cents."""

    table: str
    title: str
    seat: int | None
    chips: int
    in_chips: bool
    """Whether they are a tournament's, and no money."""


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby lists it."""

    id: str
    game: str
    title: str
    device: str
    source: str
    decks: int
    stage: str
    stage_name: str
    round: int
    areas: int
    seated: int
    watching: int
    limits: dict[str, Limits]
    main: Limits | None
    """The least and the most of the main wager; nothing where players wager against each other alone."""
    about: dict[str, str]
    """What else there is to know of it, by headings."""
    waiting: dict[str, str]
    """Who waits for a seat, the first in line first: names by ids."""
    automatic: bool
    reserved: str
    """The title of the tournament that the table is reserved for, if it is."""
    in_chips: bool
    """Whether amounts here count chips that are no money."""
    closes_at: int | None
    position: int


class TableNow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the caller may see it now."""

    position: int
    version: int
    view: View
    meter: MeterLine | None
    """The prize meter that the table plays for."""
    call: CallLine | None
    """The call for a higher rank that stands there, for those of the house."""


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """The command is on record: the table after it, and what the caller may hear of it."""

    accepted: bool
    position: int
    version: int
    events: list[Line]


class RunDone(msgspec.Struct, frozen=True, kw_only=True):
    """How far a run came: what came of each command on record, and why the next one was refused, if one was."""

    done: list[Done]
    refusal: Why | None


class Declined(msgspec.Struct, frozen=True, kw_only=True):
    """The command changed nothing, and why."""

    accepted: bool
    refusal: Why


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """The reason of a refusal, in a word and in words, with its clauses and facts."""

    reason: str
    text: str
    under: tuple[str, ...]
    facts: dict[str, str | int]

    @classmethod
    def of(cls, refusal: Refusal) -> Why:
        """A refusal as it goes over the wire."""
        return cls(
            reason=refusal.reason.name, text=refusal.reason.value, under=refusal.under, facts=dict(refusal.facts)
        )


class PeopleMeant(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a part of a name means: those whom a search looks for, and how many there are in all."""

    people: list[Called]
    many: int


class RoundSteps(msgspec.Struct, frozen=True, kw_only=True):
    """A round step by step."""

    round: int
    steps: list[Step]


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the record is whole: up to where, and the root of its tree; else where it is broken, and why."""

    ok: bool
    position: int
    events: int
    digest: str | None = None
    reason: str | None = None
    sealed: int = 0
    """How many of the events a checkpoint covers that the house has signed."""
    since: int = 0
    """How many of the first events were not read again, because the checkpoint asked about covers them."""


class BookLine(msgspec.Struct, frozen=True, kw_only=True):
    """A rulebook on the shelf."""

    slug: str
    code: str
    title: str


class RulingText(msgspec.Struct, frozen=True, kw_only=True):
    """How a point that the books leave open is read here."""

    id: str
    cite: str
    scope: str
    says: str
    switch: bool
    otherwise: str
    clauses: tuple[str, ...]
    """The clauses that are read so."""


class ClauseLine(msgspec.Struct, frozen=True, kw_only=True):
    """One clause: what it asks, who may act on it, and how it is met."""

    id: str
    cite: str
    kind: str
    authority: str
    rank_name: str
    """Who may act on it, in words; nothing where that is anyone."""
    asks: str
    met: str
    how: str
    ruling: tuple[RulingText, ...]


class Cited(msgspec.Struct, frozen=True, kw_only=True):
    """What a citation names: a clause, with where its book has it, or a ruling."""

    cite: str
    book: str = ""
    section: str = ""
    """The number of the section that the clause is in."""
    section_title: str = ""
    clause: ClauseLine | None = None
    ruling: RulingText | None = None


class SectionLine(msgspec.Struct, frozen=True, kw_only=True):
    """A section of a book, and how many clauses it has."""

    number: str
    title: str
    clauses: int


class Contents(BookLine, frozen=True, kw_only=True):
    """What a rulebook is about, section by section."""

    version: str
    sections: tuple[SectionLine, ...]


class BookText(BookLine, frozen=True, kw_only=True):
    """A rulebook, clause by clause."""

    jurisdiction: str
    version: str
    ladder: tuple[str, ...]
    beside: tuple[str, ...]
    sections: dict[str, str]
    clauses: tuple[ClauseLine, ...]


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """That the server is up, and which."""

    ok: bool
    version: str
