"""Closing a table where players are present, by a sign that has stood long enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeVar

from msgspec.structs import replace

from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.fields import Asks
from croupier.table.people import left
from croupier.table.rules import BankedContext, TableClauses
from croupier.table.signs import NOTICE_MS, too_short
from croupier.table.state import BankedTable, Notice, NoticeKind, Stage, Step, Table
from croupier.table.wagers import lapsed
from croupier.table.words import minutes


@dataclass(frozen=True, kw_only=True)
class ClosingClauses(TableClauses):
    """What a book says of closing a table."""

    close_notice: str
    spoken: str = ""


part = Part("closing", ClosingClauses)
TableT = TypeVar("TableT", bound=Table)


class PostClosingSign(Command, frozen=True, kw_only=True):
    """Put up a sign with the time the table will close."""

    closes_at: Annotated[int, Asks("In how many minutes (20 at least)", "moment", low=20)]


class CloseTable(Command, frozen=True, kw_only=True):
    """Close the table."""


class ClosingSignPosted(Event, frozen=True, kw_only=True):
    """The sign announces when the table closes."""

    posted_at: int
    closes_at: int


class TableClosed(Event, frozen=True, kw_only=True):
    """Play has ended; the cards are counted next."""


@part.command(
    PostClosingSign,
    under="close_notice",
    label="Announce closing",
    words="shut end stop close notice sign minutes",
    desk=Desk.SIGNS,
    examples=lambda state, ctx: (PostClosingSign(closes_at=ctx.at + NOTICE_MS),),
)
def post_closing_sign(state: BankedTable, command: PostClosingSign, ctx: BankedContext[ClosingClauses]) -> Decision:
    """At least twenty minutes ahead."""
    if not state.is_open:
        return Refusal(Reason.TABLE_CLOSED, (ctx.clauses.close_notice,))
    if command.closes_at - ctx.at < NOTICE_MS:
        return too_short((ctx.clauses.close_notice,), ctx.at, command.closes_at)
    return (ClosingSignPosted(posted_at=ctx.at, closes_at=command.closes_at, under=(ctx.clauses.close_notice,)),)


@part.event(
    ClosingSignPosted,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: f"A sign announces that the table closes in {minutes(e.posted_at, e.closes_at)}.",
)
def closing_sign_posted(state: BankedTable, event: ClosingSignPosted) -> BankedTable:
    """The newest closing sign takes the place of an older one."""
    others = tuple(each for each in state.notices if each.kind is not NoticeKind.CLOSING)
    return replace(state, notices=(*others, Notice(NoticeKind.CLOSING, event.posted_at, event.closes_at)))


@part.command(CloseTable, under="close_notice", label="Close the table", words="shut end stop finish", desk=Desk.SIGNS)
def close_table(state: BankedTable, command: CloseTable, ctx: BankedContext[ClosingClauses]) -> Decision:
    """With players present only once the sign's time has come; never with a wager on the layout."""
    cite = (ctx.clauses.close_notice,)
    if not state.is_open:
        return Refusal(Reason.TABLE_CLOSED, cite)
    if state.stage is not Stage.BETTING or state.wagers:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "wagers": len(state.wagers)})
    if state.people:
        sign = next((each for each in state.notices if each.kind is NoticeKind.CLOSING), None)
        if sign is None:
            return too_short((ctx.clauses.close_notice,), ctx.at, ctx.at)
        if ctx.at < sign.effective_at:
            return Refusal(Reason.NOTICE, cite, {"minutes to go": -(-(sign.effective_at - ctx.at) // 60_000)})
    gone = tuple(left(state, person, cite) for person in state.people.values())
    return (*lapsed(state, ctx.clauses.spoken), *gone, TableClosed(under=(*cite, ctx.clauses.card_check)))


@part.event(TableClosed, cash_only=True, audience=EVERYONE, says="The table is closed.", aloud=True)
def table_closed(state: TableT, event: TableClosed) -> TableT:
    """No play until the cards have been counted, checked and the table opened again."""
    care = replace(state.care, step=Step.COUNT)
    closed = replace(state, stage=Stage.CLOSED, shut=True, care=care, notices=())
    return replace(closed, spoken=()) if isinstance(closed, BankedTable) else closed
