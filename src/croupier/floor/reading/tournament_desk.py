"""A tournament as the house conducts it, and as whoever has entered stands in it."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.reading.tournament_deals import DealSums
from croupier.floor.reading.tournament_forms import Around, Form, forms
from croupier.floor.reading.tournament_plan import SeatingPlan, may_be_put_right, seating_plan
from croupier.floor.reading.tournaments import Titles, TournamentShown, shown
from croupier.house.tournaments.agreeing import ProposeDeal
from croupier.house.tournaments.due import Next, due, is_for
from croupier.house.tournaments.elimination.clock import NextLevel, StopClock
from croupier.house.tournaments.elimination.out import Reinstate
from croupier.house.tournaments.entering import Enter
from croupier.house.tournaments.findings import findings
from croupier.house.tournaments.founding import CloseEntries
from croupier.house.tournaments.model import CHIP, Entrant, Tournament
from croupier.house.tournaments.people import SignConditions
from croupier.table.contract import PLAYER, Actor, Clauses, Command
from croupier.table.declare import COMMANDS, Desk, say_command
from croupier.table.fields import TO_FILL_IN
from croupier.table.words import rank_name

OPEN: tuple[object, ...] = (TO_FILL_IN, (), [])
"""What stands, in an act that is due, for what a person must still say."""


class DueLine(msgspec.Struct, frozen=True, kw_only=True):
    """An act that is due: whose it is, and from when on."""

    type: str
    label: str
    rank_name: str
    """Who may do it, in words."""
    whom: str
    """The one person who may, where there is one."""
    yours: bool
    at: int
    under: Clauses
    whole: bool
    """Whether nothing is left to fill in."""
    about: str
    """What it comes to, where the label alone does not say."""
    lacking: bool
    """Whether the conditions must be made whole first."""
    command: dict[str, Any]


class Lack(msgspec.Struct, frozen=True):
    """What the conditions leave out, or what of them cannot stand, by its clauses."""

    what: str
    under: Clauses


class EntrantLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant as the house knows them. Money is in cents."""

    number: int
    person: str
    name: str
    status: str
    paid: int
    employee: bool
    promotion: bool
    briefed: bool
    signed: bool
    absent: bool
    substitute: str
    wants: str
    """Whom they want to play in their place, until it is agreed to."""


class ClockForms(msgspec.Struct, frozen=True, kw_only=True):
    """The commands of the clock, where they are this person's to give."""

    stop: Form | None
    """Stops it, or lets it go on."""
    next: Form | None
    """Ends the level or the break whose time is over."""


class PutRight(msgspec.Struct, frozen=True, kw_only=True):
    """What puts a mistaken elimination right, and who of those who are out can be put back in by it now."""

    form: Form | None
    entrants: tuple[int, ...]


class TournamentDesk(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as the house conducts it."""

    tournament: TournamentShown
    now: int
    due: tuple[DueLine, ...]
    forms: tuple[Form, ...]
    lacks: tuple[Lack, ...]
    waiting_text: str
    """The digest of a change that waits until the regulator has been told."""
    entrants: tuple[EntrantLine, ...]
    deputies: tuple[str, ...]
    present: tuple[str, ...]
    """Those entitled who are there."""
    designated: tuple[str, ...]
    deals: DealSums | None
    """How the prizes might be shared, while a deal may be proposed."""
    issued: int
    """Chips given out so far,"""
    withdrawn: int
    """and those that left play."""
    plan: SeatingPlan | None
    """Who sits where while a session is open, and what may be done about it."""
    clock: ClockForms
    put_right: PutRight


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """One's own entry in a tournament."""

    number: int
    name: str
    status: str
    plays: str
    """Who plays it."""
    chips: int
    table: str
    seat: int | None
    next_table: str
    """Where they sit in the next session, once that is drawn."""
    next_seat: int | None
    place: int
    prize: int
    thing: str
    briefed: bool
    signed: bool


class Mine(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament is to the caller: their entry, if they have one, and what they may do."""

    entry: Own | None
    staff: bool
    """Whether they see the director's desk."""
    forms: tuple[Form, ...]


def desk(
    live: LiveStream[Tournament], by: Actor, now: int, around: Around, deals: DealSums | None = None
) -> TournamentDesk:
    """A tournament as someone of the house conducts it."""
    state = live.state
    assert state.conditions is not None
    found, offered = findings(state.conditions), forms(state, by, now, around)
    return TournamentDesk(
        tournament=shown(live, around.tables, house=True),
        now=now,
        due=tuple([_due(each, state, by, around) for each in due(state)]),
        forms=tuple([each for each in offered if each.type != ProposeDeal.__name__]),
        lacks=(
            *[Lack(f"not said: {each.name}", (each.clause,)) for each in found.left_out],
            *[Lack(each.why, each.under) for each in found.contradictions],
        ),
        waiting_text=state.next_text,
        entrants=tuple([_entrant(each, state) for each in state.entrants.values()]),
        deputies=tuple([state.names.get(each, each) for each in state.deputies]),
        present=tuple([state.names.get(each, each) for each in state.present]),
        designated=state.designated,
        deals=deals,
        issued=state.issued // CHIP,
        withdrawn=state.withdrawn // CHIP,
        plan=seating_plan(state, by, now, around),
        clock=ClockForms(stop=_of(StopClock, offered), next=_of(NextLevel, offered)),
        put_right=PutRight(form=_of(Reinstate, offered), entrants=may_be_put_right(state, by, now)),
    )


def _of(kind: type[Command], offered: tuple[Form, ...]) -> Form | None:
    return next((each for each in offered if each.type == kind.__name__), None)


def _due(each: Next, state: Tournament, by: Actor, around: Around) -> DueLine:
    said = {name: value for name, value in msgspec.to_builtins(each.command).items() if name != "type"}
    return DueLine(
        type=type(each.command).__name__,
        label=COMMANDS[type(each.command)].label,
        rank_name=rank_name(each.rank),
        whom="" if each.person is None else state.names.get(each.person, each.person),
        yours=is_for(each, state, by),
        at=each.at,
        under=each.under,
        whole="conditions" not in said and not any(value in OPEN for value in said.values()),
        about=_about(each, state, around.tables),
        lacking="conditions" in said,
        command={} if "conditions" in said else said,
    )


def _about(each: Next, state: Tournament, titles: Titles) -> str:
    """What an act that is due comes to, in words, where nothing is left to fill in."""
    if isinstance(each.command, CloseEntries) and state.conditions is not None:
        least, entered = state.conditions.details.least or 1, len(state.in_play)
        if entered < least:
            return f"{entered} of at least {least} have entered: nothing would be held, and everything be paid back"
    words = say_command(each.command)
    if words == COMMANDS[type(each.command)].label or any(
        value in OPEN for value in msgspec.structs.astuple(each.command)
    ):
        return ""
    words = _by_name(words, each.command, state, titles)
    return words if each.free is not False else f"{words}; the big blind comes to them sooner than where they are"


def _by_name(words: str, command: Command, state: Tournament, titles: Titles) -> str:
    """Words about an entrant and a table by what both are called."""
    table, entrant = getattr(command, "table", ""), state.entrants.get(getattr(command, "entrant", 0))
    if entrant is not None:
        words = words.replace(f"entrant {entrant.number}", f"{entrant.name}, entrant {entrant.number},")
    return words.replace(table, titles.get(table, table)) if table else words


def _entrant(entrant: Entrant, state: Tournament) -> EntrantLine:
    return EntrantLine(
        number=entrant.number,
        person=entrant.person,
        name=entrant.name,
        status=entrant.status.value,
        paid=entrant.paid,
        employee=entrant.employee,
        promotion=entrant.promotion,
        briefed=entrant.plays in entrant.briefed,
        signed=entrant.plays in entrant.signed,
        absent=entrant.absent,
        substitute=entrant.substitute_name,
        wants=state.wanted.get(entrant.number, ("", ""))[1],
    )


def mine(state: Tournament, by: Actor, now: int) -> Mine:
    """What a tournament is to someone who is signed in."""
    found = state.playing(by.id) or state.of(by.id)
    own = [each for each in state.in_play if each is found or each.person == by.id]
    kinds = [each for each, info in COMMANDS.items() if info.desk is Desk.ENTRANTS]
    kinds = [each for each in kinds if each is not SignConditions or state.must_sign]
    offered = forms(state, by, now, Around(), kinds, own=own)
    return Mine(
        entry=None if found is None else _own(found, state),
        staff=by.rank != PLAYER,
        forms=tuple([each for each in offered if each.open or (each.type == Enter.__name__ and not own)]),
    )


def _own(entrant: Entrant, state: Tournament) -> Own:
    tie = None if state.sitting is None else state.sitting.tie
    elsewhere = tie is not None and entrant.number in tie.among and tie.table != entrant.table
    drawn = next((each for each in state.placings if each.entrant == entrant.number), None)
    return Own(
        number=entrant.number,
        name=entrant.name,
        status=entrant.status.value,
        plays=entrant.plays_as,
        chips=entrant.bank // CHIP,
        table=tie.table if tie is not None and elsewhere else entrant.table,
        seat=None if elsewhere else entrant.seat or None,
        next_table="" if drawn is None else drawn.table,
        next_seat=None if drawn is None else drawn.seat,
        place=entrant.place,
        prize=entrant.prize,
        thing=entrant.thing,
        briefed=entrant.plays in entrant.briefed,
        signed=entrant.plays in entrant.signed,
    )
