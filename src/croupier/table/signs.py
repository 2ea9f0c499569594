"""The limit sign, and the notice a higher minimum needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from msgspec.structs import replace

from croupier.money import MOST_CENTS, Limits, dollars, in_money
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.fields import Asks
from croupier.table.rules import BankedContext, TableClauses
from croupier.table.state import BankedTable, Notice, NoticeKind, Stage
from croupier.table.words import minutes


@dataclass(frozen=True, kw_only=True)
class SignClauses(TableClauses):
    """What a book says of the limit sign."""

    sign: str
    sign_shown: str
    raise_notice: str
    posted_in_a_round: Clauses = ()
    """What lets a change be posted during a round, to be in force from the next, in a book that has it."""
    posted_over_wagers: bool = False
    """Whether it may be posted also while bets are open and wagers lie."""
    sign_by_law: Clauses = ()
    """What the law says of the sign, where the book prints it beside its own clause."""
    notice_by_law: Clauses = ()
    """What the law says of a higher minimum, where the book prints it beside its own clause."""


part = Part("signs", SignClauses)

NOTICE_MS = 20 * 60 * 1000


class PostMinimumNotice(Command, frozen=True, kw_only=True):
    """Put up a sign with a new, higher minimum and the time it comes into force."""

    bet: str
    minimum: Annotated[int, Asks(in_money("New minimum"))]
    effective_at: Annotated[int, Asks("In how many minutes (20 at least)", "moment", low=20)]


class ChangeLimits(Command, frozen=True, kw_only=True):
    """Change what the limit sign says for one bet."""

    bet: str
    minimum: Annotated[int, Asks(in_money("Minimum"), "money", start=lambda state, c: state.limits[c.bet].minimum)]
    maximum: Annotated[int, Asks(in_money("Maximum"), "money", start=lambda state, c: state.limits[c.bet].maximum)]
    step: Annotated[int, Asks(in_money("In steps of"), "money", start=lambda state, c: state.limits[c.bet].step)] = 100


class MinimumNoticePosted(Event, frozen=True, kw_only=True):
    """The sign announces a higher minimum."""

    bet: str
    minimum: int
    posted_at: int
    effective_at: int


class LimitsPosted(Event, frozen=True, kw_only=True):
    """The limit sign says something new from the next round on."""

    bet: str
    minimum: int
    maximum: int
    step: int


class LimitsChanged(Event, frozen=True, kw_only=True):
    """The limit sign says something new; terms have a new version."""

    bet: str
    minimum: int
    maximum: int
    step: int
    version: int


def _higher_minima(state: BankedTable, ctx: BankedContext[SignClauses]) -> Iterator[Command]:
    for bet, limits in state.limits.items():
        yield PostMinimumNotice(bet=bet, minimum=limits.minimum + limits.step, effective_at=ctx.at + NOTICE_MS)


@part.command(
    PostMinimumNotice,
    under="raise_notice",
    label="Announce a higher minimum",
    words="raise limit limits increase sign bets notice",
    says=lambda c, who: f"Announce a minimum of {dollars(c.minimum)} on {c.bet}",
    desk=Desk.SIGNS,
    examples=_higher_minima,
)
def post_minimum_notice(state: BankedTable, command: PostMinimumNotice, ctx: BankedContext[SignClauses]) -> Decision:
    """At least twenty minutes ahead."""
    cite = (ctx.clauses.raise_notice, *ctx.clauses.notice_by_law)
    refusal = ctx.rules.why_not_reprice(state, command.bet)
    if refusal is not None:
        return refusal
    limits = state.limits.get(command.bet)
    if limits is None or not limits.minimum < command.minimum <= limits.maximum:
        return Refusal(Reason.LIMITS, cite, {"minimum": command.minimum})
    if command.effective_at - ctx.at < NOTICE_MS:
        return too_short(cite, ctx.at, command.effective_at)
    return (
        MinimumNoticePosted(
            bet=command.bet,
            minimum=command.minimum,
            posted_at=ctx.at,
            effective_at=command.effective_at,
            under=cite,
        ),
    )


def too_short(under: Clauses, now: int, then: int) -> Refusal:
    """The refusal of a sign that would be up for less than twenty minutes."""
    minutes = max(0, then - now) // 60_000
    return Refusal(Reason.NOTICE, under, {"minutes given": minutes, "minutes needed": NOTICE_MS // 60_000})


@part.event(
    MinimumNoticePosted,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: (
        f"A sign announces a minimum of {dollars(e.minimum)} on {e.bet} in {minutes(e.posted_at, e.effective_at)}."
    ),
)
def minimum_notice_posted(state: BankedTable, event: MinimumNoticePosted) -> BankedTable:
    """The newest notice for a bet takes the place of an older one."""
    notice = Notice(NoticeKind.MINIMUM, event.posted_at, event.effective_at, event.bet, event.minimum)
    others = tuple(each for each in state.notices if each.bet != event.bet)
    return replace(state, notices=(*others, notice))


def _higher_maxima(state: BankedTable, ctx: BankedContext[SignClauses]) -> Iterator[Command]:
    for bet, limits in state.limits.items():
        raised = limits.maximum + limits.step
        yield ChangeLimits(bet=bet, minimum=limits.minimum, maximum=raised, step=limits.step)


@part.command(
    ChangeLimits,
    under="sign_shown",
    label="Change the limits",
    words="minimum maximum raise lower stake sign bets table",
    says=lambda c, who: f"Set {c.bet} to {dollars(c.minimum)} to {dollars(c.maximum)}",
    desk=Desk.SIGNS,
    examples=_higher_maxima,
)
def change_limits(state: BankedTable, command: ChangeLimits, ctx: BankedContext[SignClauses]) -> Decision:
    """Between rounds, or posted in a round for the next; a higher minimum only as its notice said."""
    clauses = ctx.clauses
    refusal = ctx.rules.why_not_reprice(state, command.bet)
    if refusal is not None:
        return refusal
    now = state.limits.get(command.bet)
    if now is None or not 0 < command.minimum <= command.maximum <= MOST_CENTS or command.step < 1:
        facts = {"minimum": command.minimum, "maximum": command.maximum}
        return Refusal(Reason.LIMITS, (clauses.sign,), facts)
    pending = len(state.wagers) + len(state.spoken)
    between = state.stage in (Stage.BETTING, Stage.CLOSED)
    posted, later = clauses.posted_in_a_round, bool(pending) or not between
    if later and not (posted and (clauses.posted_over_wagers or not between)):
        return Refusal(Reason.NOT_NOW, (clauses.sign, *posted), {"stage": state.stage.value, "wagers": pending})
    noticed = (clauses.raise_notice, *clauses.notice_by_law)
    if command.minimum > now.minimum:
        notice = next((each for each in state.notices if each.bet == command.bet), None)
        if notice is None or notice.minimum != command.minimum:
            return too_short(noticed, ctx.at, ctx.at)
        if ctx.at < notice.effective_at:
            facts = {"minutes to go": -(-(notice.effective_at - ctx.at) // 60_000)}
            return Refusal(Reason.NOTICE, noticed, facts)
    under: Clauses = (clauses.sign, clauses.sign_shown, *clauses.sign_by_law)
    if command.minimum > now.minimum:
        under = (*under, *noticed)
    if later:
        return (
            LimitsPosted(
                bet=command.bet,
                minimum=command.minimum,
                maximum=command.maximum,
                step=command.step,
                under=(*under, *posted),
            ),
        )
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


@part.event(
    LimitsChanged,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The sign now says {dollars(e.minimum)} to {dollars(e.maximum)} on {e.bet}, in steps of {dollars(e.step)}."
    ),
)
def limits_changed(state: BankedTable, event: LimitsChanged) -> BankedTable:
    """The sign changes at once, whatever had been posted for later; a notice stays up until its minimum is reached."""
    later = {bet: limits for bet, limits in state.coming_limits.items() if bet != event.bet}
    limits = {event.bet: Limits(event.minimum, event.maximum, event.step)}
    return replace(state, coming_limits=later).with_limits(limits, event.version)


@part.event(
    LimitsPosted,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: (
        f"From the next round the sign says {dollars(e.minimum)} to {dollars(e.maximum)} on {e.bet}, "
        f"in steps of {dollars(e.step)}."
    ),
)
def limits_posted(state: BankedTable, event: LimitsPosted) -> BankedTable:
    """The last one posted for a bet counts."""
    coming = {**state.coming_limits, event.bet: Limits(event.minimum, event.maximum, event.step)}
    return replace(state, coming_limits=coming)
