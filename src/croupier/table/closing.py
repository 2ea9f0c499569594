"""Closing a table where players are present, by a sign that has stood long enough."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.table.contract import Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.people import left
from croupier.table.signs import NOTICE_MS, too_short
from croupier.table.state import Notice, NoticeKind, Stage, Step, TableState
from croupier.table.wagers import lapsed

part = Part()


class PostClosingSign(Command, frozen=True, kw_only=True):
    """Put up a sign with the time the table will close."""

    closes_at: int


class CloseTable(Command, frozen=True, kw_only=True):
    """Close the table."""


class ClosingSignPosted(Event, frozen=True, kw_only=True):
    """The sign announces when the table closes."""

    posted_at: int
    closes_at: int


class TableClosed(Event, frozen=True, kw_only=True):
    """Play has ended; the cards are counted next."""


@part.decides(PostClosingSign, rank="close_notice")
def post_closing_sign(state: TableState, command: PostClosingSign, ctx: Context) -> Decision:
    """At least twenty minutes ahead."""
    if not state.is_open:
        return Refusal(Reason.TABLE_CLOSED, (ctx.clauses.close_notice,))
    if command.closes_at - ctx.at < NOTICE_MS:
        return too_short(ctx.clauses.close_notice, ctx.at, command.closes_at)
    return (ClosingSignPosted(posted_at=ctx.at, closes_at=command.closes_at, under=(ctx.clauses.close_notice,)),)


@part.evolves(ClosingSignPosted)
def closing_sign_posted(state: TableState, event: ClosingSignPosted) -> TableState:
    """The newest closing sign takes the place of an older one."""
    others = tuple(each for each in state.notices if each.kind is not NoticeKind.CLOSING)
    return replace(state, notices=(*others, Notice(NoticeKind.CLOSING, event.posted_at, event.closes_at)))


@part.decides(CloseTable, rank="close_notice")
def close_table(state: TableState, command: CloseTable, ctx: Context) -> Decision:
    """With players present only once the sign's time has come; never with a wager on the layout."""
    cite = (ctx.clauses.close_notice,)
    if not state.is_open:
        return Refusal(Reason.TABLE_CLOSED, cite)
    if state.stage is not Stage.BETTING or state.wagers:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "wagers": len(state.wagers)})
    if state.people:
        sign = next((each for each in state.notices if each.kind is NoticeKind.CLOSING), None)
        if sign is None:
            return too_short(ctx.clauses.close_notice, ctx.at, ctx.at)
        if ctx.at < sign.effective_at:
            return Refusal(Reason.NOTICE, cite, {"minutes to go": -(-(sign.effective_at - ctx.at) // 60_000)})
    gone = tuple(left(state, person, cite) for person in state.people.values())
    return (*lapsed(state, ctx.clauses), *gone, TableClosed(under=(*cite, ctx.clauses.card_check)))


@part.evolves(TableClosed)
def table_closed(state: TableState, event: TableClosed) -> TableState:
    """No play until the cards have been counted, checked and the table opened again."""
    care = replace(state.care, step=Step.COUNT)
    return replace(state, stage=Stage.CLOSED, care=care, notices=(), spoken=())
