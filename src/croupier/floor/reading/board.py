"""The pit board: every table with what waits there, for whom and since when; what needs the viewer comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from croupier.floor.acts.floor import Floor
from croupier.floor.acts.floor_part import Call
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.people.posts import OPERATOR
from croupier.money import Limits, counted_in_chips
from croupier.table.contract import PLAYER, Actor, Clauses, Due
from croupier.table.declare import COMMANDS, Here, in_words
from croupier.table.offers import names_of
from croupier.table.state import NoticeKind, Table
from croupier.table.words import because, rank_name

RankOf = Callable[[str], str]
"""The rank that the viewer holds under a book."""


class Matter(msgspec.Struct, frozen=True, kw_only=True):
    """Something at a table that needs someone of a rank, and where on the consoles it is dealt with."""

    says: str
    rank_name: str
    yours: bool
    """Whether the viewer is of that rank."""
    since: int
    under: Clauses = ()
    act: str | None = None
    """The kind of command that answers it."""
    desk: str | None = None
    dispute: int | None = None
    round: int | None = None
    """The round that it is about, where that is not the present one."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """What a table waits for now: the act, whose it is, since when, and until when where there is a time."""

    says: str
    whom: str
    since: int
    until: int | None
    under: Clauses


class AtTable(msgspec.Struct, frozen=True, kw_only=True):
    """A player at a table, and the chips before them."""

    name: str
    seat: int | None
    stack: int


class CallLine(msgspec.Struct, frozen=True, kw_only=True):
    """A call for a higher rank that stands at a table, as the house sees it there."""

    name: str
    """Who calls."""
    rank_name: str
    why: str
    at: int
    yours: bool
    """Whether the viewer is of the rank that is called for."""


class BoardLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the pit board shows it."""

    id: str
    game: str
    title: str
    stage: str
    stage_name: str
    round: int
    source: str
    tournament: str
    """The title of the tournament that the table serves, if it does."""
    in_chips: bool
    """Whether amounts here count chips that are no money."""
    automatic: bool
    closes_at: int | None
    seats: int
    people: tuple[AtTable, ...]
    limits: dict[str, Limits]
    main: Limits | None
    """The least and the most of the main wager; nothing where players wager against each other alone."""
    rack: int | None
    """What the rack holds; none at a table without a bank."""
    staked: int
    """What lies staked in the round not yet over."""
    waiting: Waiting | None
    matters: tuple[Matter, ...]


def call_line(live: LiveTable, viewer: Actor) -> CallLine | None:
    """The call that stands at a table, for those of the house."""
    call = live.call
    if call is None or viewer.rank == PLAYER:
        return None
    return CallLine(
        name=live.names.get(call.by, call.by),
        rank_name=rank_name(call.rank),
        why=call.why,
        at=call.at,
        yours=live.game.book.reaches(viewer.rank, call.rank),
    )


def board(floor: Floor, rank_of: RankOf, viewer: str = "") -> list[BoardLine]:
    """Every table for a viewer: first those that need this viewer, the longest wait before the others."""
    return sorted([_line(floor, live, rank_of(live.game.name), viewer) for live in floor.tables.values()], key=_order)


def _order(line: BoardLine) -> tuple[float, float, str, str]:
    never = float("inf")
    mine = min((each.since for each in line.matters if each.yours), default=never)
    anyones = min((each.since for each in line.matters), default=never)
    return mine, anyones, line.game, line.id


def _line(floor: Floor, live: LiveTable, rank: str, viewer: str) -> BoardLine:
    with counted_in_chips(live.state.in_chips):
        return _told(floor, live, rank, viewer)


def _told(floor: Floor, live: LiveTable, rank: str, viewer: str) -> BoardLine:
    state: Table = live.state
    rules = live.game.engine.rules(state)
    closing = (notice.effective_at for notice in state.notices if notice.kind is NoticeKind.CLOSING)
    people = sorted(state.people.values(), key=lambda each: (each.seat is None, each.seat or 0, each.arrived))
    return BoardLine(
        id=live.id,
        game=live.game.name,
        title=live.title,
        stage=state.stage.value,
        stage_name=rules.stage_name(state),
        round=state.round,
        source=state.source.value,
        tournament="" if state.reserved is None else state.reserved.title,
        in_chips=state.in_chips,
        automatic=live.automatic,
        closes_at=min(closing, default=None),
        seats=state.seats,
        people=tuple([AtTable(name=each.name, seat=each.seat, stack=state.stack(each.id)) for each in people]),
        limits=state.limits,
        main=rules.main_limits(state),
        rack=state.chips.get("rack"),
        staked=sum(each.cents for each in rules.stakes(state)),
        waiting=_waiting(live),
        matters=tuple(_matters(floor, live, rank, viewer)),
    )


def _waiting(live: LiveTable) -> Waiting | None:
    """What is due, with the deadline of the turn that it belongs to; nothing while the table waits for players."""
    due = next(iter(live.due()), None)
    if due is None:
        return None
    turns = [turn for turn in live.turns() if turn.player == due.person or turn.silent == due.command]
    until = min((end for turn in turns if (end := turn.until or live.deadlines.get(turn.key))), default=None)
    names = names_of(live.state)
    whom = rank_name(due.rank) if due.person is None else names.get(due.person, due.person)
    return Waiting(says=_says(live, due), whom=whom, since=live.stood_since(due), until=until, under=due.under)


def _says(live: LiveTable, due: Due) -> str:
    here = Here(live.state, live.game.engine.rules(live.state))
    return in_words(COMMANDS[type(due.command)].next, due.command, names_of(live.state), here)


def _matters(floor: Floor, live: LiveTable, rank: str, viewer: str) -> Iterator[Matter]:
    """What needs someone: play that is stopped, a call, and what the rules leave to a higher rank."""
    reaches = live.game.book.reaches
    stopped = floor.stops.why(live.stream)
    if stopped:
        says = f"Play is stopped{because(stopped)}"
        yield Matter(says=says, rank_name=rank_name(OPERATOR), yours=reaches(rank, OPERATOR), since=0)
    needs = live.needs()
    cause = called_for(live, needs)
    if live.call is not None and cause is None:
        yield Matter(
            says=_call(live, live.call) + because(live.call.why),
            rank_name=rank_name(live.call.rank),
            yours=reaches(rank, live.call.rank),
            since=live.call.at,
        )
    for need in needs:
        info, number = COMMANDS[type(need.command)], getattr(need.command, "dispute", None)
        dispute = None if number is None else live.state.dispute(number)
        about = _about(live, need) + (because(dispute.about) if dispute else "")
        yield Matter(
            says=f"{about}: {_call(live, live.call)}" if live.call is not None and need is cause else about,
            rank_name=rank_name(need.rank),
            yours=reaches(rank, need.rank) and viewer not in need.barred,
            since=live.stood_since(need),
            under=need.under,
            act=info.command.__name__,
            desk=info.desk.value,
            dispute=number,
            round=dispute.round if dispute else None,
        )


def _call(live: LiveTable, call: Call) -> str:
    return f"{live.names.get(call.by, call.by)} calls for the {rank_name(call.rank)}"


def called_for(live: LiveTable, needs: Sequence[Due]) -> Due | None:
    """What waits at a table that a call there is about: the two are one matter."""
    here = Here(live.state, live.game.engine.rules(live.state))
    names = names_of(live.state)
    why = "" if live.call is None else live.call.why
    return next(
        (each for each in needs if why == in_words(COMMANDS[type(each.command)].says, each.command, names, here)), None
    )


def _about(live: LiveTable, need: Due) -> str:
    here = Here(live.state, live.game.engine.rules(live.state))
    info = COMMANDS[type(need.command)]
    return in_words(info.says if need in live.due()[:1] else info.next, need.command, names_of(live.state), here)
