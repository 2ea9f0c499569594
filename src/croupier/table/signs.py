"""The limit sign, and the notice a higher minimum needs."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.money import MOST_CENTS, Limits
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.state import Notice, NoticeKind, Stage, TableState

part = Part()

NOTICE_MS = 20 * 60 * 1000


class PostMinimumNotice(Command, frozen=True, kw_only=True):
    """Put up a sign with a new, higher minimum and the time it comes into force."""

    bet: str
    minimum: int
    effective_at: int


class ChangeLimits(Command, frozen=True, kw_only=True):
    """Change what the limit sign says for one bet."""

    bet: str
    minimum: int
    maximum: int
    step: int = 100


class MinimumNoticePosted(Event, frozen=True, kw_only=True):
    """The sign announces a higher minimum."""

    bet: str
    minimum: int
    posted_at: int
    effective_at: int


class LimitsChanged(Event, frozen=True, kw_only=True):
    """The limit sign says something new; terms have a new version."""

    bet: str
    minimum: int
    maximum: int
    step: int
    version: int


@part.decides(PostMinimumNotice, rank="raise_notice")
def post_minimum_notice(state: TableState, command: PostMinimumNotice, ctx: Context) -> Decision:
    """At least twenty minutes ahead."""
    cite = (ctx.clauses.raise_notice,)
    refusal = state.priced(command.bet, ctx.clauses)
    if refusal is not None:
        return refusal
    limits = state.limits.get(command.bet)
    if limits is None or not limits.minimum < command.minimum <= limits.maximum:
        return Refusal(Reason.LIMITS, cite, {"minimum": command.minimum})
    if command.effective_at - ctx.at < NOTICE_MS:
        return too_short(ctx.clauses.raise_notice, ctx.at, command.effective_at)
    return (
        MinimumNoticePosted(
            bet=command.bet,
            minimum=command.minimum,
            posted_at=ctx.at,
            effective_at=command.effective_at,
            under=cite,
        ),
    )


def too_short(clause: str, now: int, then: int) -> Refusal:
    minutes = max(0, then - now) // 60_000
    return Refusal(Reason.NOTICE, (clause,), {"minutes given": minutes, "minutes needed": NOTICE_MS // 60_000})


@part.evolves(MinimumNoticePosted)
def minimum_notice_posted(state: TableState, event: MinimumNoticePosted) -> TableState:
    """The newest notice for a bet takes the place of an older one."""
    notice = Notice(NoticeKind.MINIMUM, event.posted_at, event.effective_at, event.bet, event.minimum)
    others = tuple(each for each in state.notices if each.bet != event.bet)
    return replace(state, notices=(*others, notice))


@part.decides(ChangeLimits, rank="sign_shown")
def change_limits(state: TableState, command: ChangeLimits, ctx: Context) -> Decision:
    """Between rounds; a higher minimum only as its notice said."""
    clauses = ctx.clauses
    refusal = state.priced(command.bet, clauses)
    if refusal is not None:
        return refusal
    now = state.limits.get(command.bet)
    if now is None or not 0 < command.minimum <= command.maximum <= MOST_CENTS or command.step < 1:
        facts = {"minimum": command.minimum, "maximum": command.maximum}
        return Refusal(Reason.LIMITS, (clauses.sign,), facts)
    pending = len(state.wagers) + len(state.spoken)
    if pending or state.stage not in (Stage.BETTING, Stage.CLOSED):
        return Refusal(Reason.NOT_NOW, (clauses.sign,), {"stage": state.stage.value, "wagers": pending})
    if command.minimum > now.minimum:
        notice = next((each for each in state.notices if each.bet == command.bet), None)
        if notice is None or notice.minimum != command.minimum:
            return too_short(clauses.raise_notice, ctx.at, ctx.at)
        if ctx.at < notice.effective_at:
            facts = {"minutes to go": -(-(notice.effective_at - ctx.at) // 60_000)}
            return Refusal(Reason.NOTICE, (clauses.raise_notice,), facts)
    under: Clauses = (clauses.sign, clauses.sign_shown)
    if command.minimum > now.minimum:
        under = (*under, clauses.raise_notice)
    return (
        LimitsChanged(
            bet=command.bet,
            minimum=command.minimum,
            maximum=command.maximum,
            step=command.step,
            version=state.terms_version + 1,
            under=under,
        ),
    )


@part.evolves(LimitsChanged)
def limits_changed(state: TableState, event: LimitsChanged) -> TableState:
    """The sign changes; a notice stays up until the minimum it announces is reached."""
    limits = {**state.limits, event.bet: Limits(event.minimum, event.maximum, event.step)}
    notices = tuple(each for each in state.notices if each.bet != event.bet or each.minimum > event.minimum)
    return replace(state, limits=limits, notices=notices, terms_version=event.version)
