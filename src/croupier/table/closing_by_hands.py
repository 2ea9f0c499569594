"""Closing a table where players are present, by so many hands' notice."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.table.closing import CloseTable, ClosingClauses, TableClosed, table_closed
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.people import left
from croupier.table.state import BankedTable, Notice, NoticeKind, Stage, Table
from croupier.table.uncounted import HANDS
from croupier.table.wagers import lapsed

part = Part("closing-by-hands", ClosingClauses)
part.evolves(TableClosed)(table_closed)


class GiveClosingNotice(Command, frozen=True, kw_only=True):
    """Tell the players that the table closes after the next three hands."""


class ClosingNoticeGiven(Event, frozen=True, kw_only=True):
    """The players know that the table closes after this round."""

    after_round: int


@part.command(
    GiveClosingNotice,
    under="close_notice",
    label="Give three hands' notice of closing",
    words="shut end last hands close",
    desk=Desk.SIGNS,
)
def give_closing_notice(state: Table, command: GiveClosingNotice, ctx: Context[ClosingClauses]) -> Decision:
    """A round under way does not count, nor does a misdeal."""
    cite = (ctx.clauses.close_notice,)
    if not state.is_open:
        return Refusal(Reason.TABLE_CLOSED, cite)
    if any(each.kind is NoticeKind.CLOSING for each in state.notices):
        return Refusal(Reason.ALREADY, cite)
    return (ClosingNoticeGiven(after_round=state.round + HANDS, under=cite),)


@part.event(
    ClosingNoticeGiven,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The players are told that the table closes after round {e.after_round}, misdeals not counted."
    ),
)
def closing_notice_given(state: Table, event: ClosingNoticeGiven) -> Table:
    """The notice stands until the table closes."""
    notice = Notice(NoticeKind.CLOSING, posted_at=0, effective_at=0, after_round=event.after_round)
    return replace(state, notices=(*state.notices, notice))


@part.decides(CloseTable, under="close_notice")
def close_table(state: Table, command: CloseTable, ctx: Context[ClosingClauses]) -> Decision:
    """With players present only after three hands' notice; never with a wager on the layout."""
    cite = (ctx.clauses.close_notice,)
    if not state.is_open:
        return Refusal(Reason.TABLE_CLOSED, cite)
    wagers = len(ctx.rules.stakes(state))
    if state.stage is not Stage.BETTING or wagers:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "wagers": wagers})
    if state.people:
        sign = next((each for each in state.notices if each.kind is NoticeKind.CLOSING), None)
        hands = HANDS if sign is None else max(0, sign.after_round - state.round)
        if hands and not ctx.rules.agreed_to_close(state):
            return Refusal(Reason.NOTICE, cite, {"hands to go": hands, "hands needed": HANDS})
    gone = tuple(left(state, person, cite) for person in state.people.values())
    calls = lapsed(state, ctx.clauses.spoken) if isinstance(state, BankedTable) else ()
    return (*calls, *gone, TableClosed(under=(*cite, ctx.clauses.card_check)))
