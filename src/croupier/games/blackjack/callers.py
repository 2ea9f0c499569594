"""Who calls the decisions of a shared area: ascertained before the round, nearest the dealer, the others in line."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.face_down import why_not_approved
from croupier.games.blackjack.state import State, staked_areas
from croupier.table import rounds
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.rounds import AnnounceNoMoreBets, BetsClosed
from croupier.table.rules import BankedContext
from croupier.table.state import Stage

part = Part("blackjack", BlackjackClauses)


class NoteCaller(Command, frozen=True, kw_only=True):
    """Note who calls the decisions of a shared area in this round."""

    area: int
    player: str


class CallerNoted(Event, frozen=True, kw_only=True):
    """A player's wager lies nearest the dealer on an area."""

    area: int
    player: str


class Line(msgspec.Struct, frozen=True):
    """The wagers of one area, by their players, from the one nearest the dealer on."""

    area: int
    players: tuple[str, ...]


class CallersAscertained(Event, frozen=True, kw_only=True):
    """Who calls on each shared area of the round, and the line of wagers behind, from the dealer's side."""

    lines: tuple[Line, ...]


def _to_note(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    for area in () if state.in_play else staked_areas(state):
        for each in state.bettors(area)[1:]:
            yield NoteCaller(area=area, player=each.player)


@part.command(
    NoteCaller,
    cites="ascertain",
    label="Name who calls on a shared area",
    says=lambda c, who: f"{who(c.player)} calls on area {c.area}",
    desk=Desk.TABLE,
    examples=_to_note,
)
def note_caller(state: State, command: NoteCaller, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The dealer notes it where cards are real; elsewhere whoever calls may hand that on, and nobody else."""
    clauses = ctx.clauses
    if state.in_play:
        return Refusal(Reason.CARDS_OUT, (clauses.ascertain,))
    there = [each.player for each in state.bettors(command.area)]
    if command.player not in there:
        return Refusal(Reason.NO_SUCH_WAGER, (clauses.caller,), {"area": command.area})
    if ctx.is_staff and not state.is_real:
        return Refusal(Reason.NOT_YOURS, (clauses.no_influence, "ruling 70"))
    if not ctx.is_staff and (state.is_real or ctx.by.id != there[0]):
        return Refusal(Reason.NOT_YOURS, (clauses.ascertain,), {"caller": there[0]})
    if command.player == there[0]:
        return Refusal(Reason.ALREADY, (clauses.ascertain,), {"area": command.area})
    person = state.people[command.player]
    if person.calls_where_seated and person.seat != command.area:
        return Refusal(Reason.FORBIDDEN, (clauses.full_patronage,), {"area": command.area})
    return (CallerNoted(area=command.area, player=command.player, under=(clauses.ascertain, clauses.nearest)),)


@part.event(CallerNoted, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} calls on area {e.area}.")
def caller_noted(state: State, event: CallerNoted) -> State:
    """Their wager is moved to the front."""
    return replace(state, lines={**state.lines, event.area: (event.player,)})


@part.decides(AnnounceNoMoreBets, under="no_more_bets", overrides=True)
def announce_no_more_bets(state: State, command: AnnounceNoMoreBets, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """With the wagers as they stand, who calls on each shared area."""
    refusal = why_not_approved(state, ctx.clauses)
    if refusal is not None and state.stage is Stage.BETTING:
        return refusal
    decided = rounds.announce_no_more_bets(state, command, ctx)
    if isinstance(decided, Refusal):
        return decided
    closed = next((each for each in decided if isinstance(each, BetsClosed)), None)
    if closed is None:  # secret wagers were opened, and none of them counts
        return decided
    standing, clauses = replace(state, wagers=closed.wagers), ctx.clauses
    lines = [
        Line(area, tuple(each.player for each in standing.bettors(area) if not each.sent_back))
        for area in staked_areas(standing)
    ]
    shared = tuple(line for line in lines if len(line.players) > 1)
    if not shared:
        return decided
    under = (clauses.ascertain, clauses.nearest, clauses.in_line)
    return (*decided, CallersAscertained(lines=shared, under=under))


def _lines(event: CallersAscertained, who: Who) -> str:
    return " ".join(
        f"{who(line.players[0])} calls on area {line.area}, before {' and '.join(map(who, line.players[1:]))}."
        for line in event.lines
    )


@part.event(CallersAscertained, audience=EVERYONE, says=_lines)
def callers_ascertained(state: State, event: CallersAscertained) -> State:
    """So it stays for the round, whoever changes seats or is sent away."""
    return replace(state, lines={line.area: line.players for line in event.lines})
