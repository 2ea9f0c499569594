"""Disputes: raised by anyone who has been at the table, ruled on by the house, reviewed by whom the book names.

A few of each person may wait for a word at a time; those who had a wager in the round have places of their own, which
bystanders cannot take. What is over leaves the table after a while and stays on record; numbers are never given twice.

An award makes good what the complainant's wagers of a round could have brought and did not. It comes out of the rack,
as far as that reaches, and above the table's limit a second person signs for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from msgspec.structs import replace

from croupier.books import book
from croupier.money import MOST_CENTS, dollars, in_money
from croupier.table.awards import awarded, made_good, paid_out, to_be_signed, why_not_award
from croupier.table.bounds import OPEN_BY_STAFF, OPEN_OF_BYSTANDERS, OPEN_OF_ONE, OPEN_OF_PLAYERS, OVER, RULED
from croupier.table.claims import took_part
from croupier.table.contract import Clauses, Command, Decision, Due, Event, Reason, Refusal
from croupier.table.declare import Alike, Audience, Desk, Part, Who, named_by
from croupier.table.engine import Context
from croupier.table.examples import each_dispute
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.rules import Rules, TableClauses
from croupier.table.signatures import signed_by_two
from croupier.table.state import Dispute, DisputeStage, Table
from croupier.table.value import AWARD
from croupier.table.words import INSPECTOR, because, for_someone, reviewer


@dataclass(frozen=True, kw_only=True)
class DisputeClauses(TableClauses):
    """What a book says of disputes."""

    inspector_told: str
    dispute_final: str
    review: str


part = Part("disputes", DisputeClauses)


class RaiseDispute(Command, frozen=True, kw_only=True):
    """Complain about something at this table. Staff may name the complainant."""

    about: Annotated[str, Asks("What is it about?", "text")]
    player: str | None = None
    round: Annotated[
        int | None, Asks("Which round?", "round", optional=True, low=1, high=lambda state: state.round)
    ] = None
    """The round that it is about; without one, the last that has begun."""


RoundMadeGood = Annotated[
    int | None,
    Asks(
        "An award is for the wagers of",
        "round",
        optional=True,
        low=1,
        high=lambda state: state.round,
        hint="The round of the dispute",
    ),
]
"""The round whose wagers an award makes good; without one, that of the dispute."""


class RuleOnDispute(Command, frozen=True, kw_only=True):
    """Decide a dispute, with an award from the house where it is due."""

    dispute: int
    ruling: str
    award: Annotated[int, Asks(low=0)] = 0
    round: RoundMadeGood = None


class AskForReview(Command, frozen=True, kw_only=True):
    """Ask that a ruling be reviewed."""

    dispute: int
    player: str | None = None


class ReviewDispute(Command, frozen=True, kw_only=True):
    """The reviewer's word on a ruling."""

    dispute: int
    upheld: Annotated[bool, Asks("The ruling", words={True: "is upheld", False: "is not upheld"})]
    finding: str
    award: Annotated[int, Asks(in_money("Owed where it is not upheld"), low=0)] = 0
    round: RoundMadeGood = None


class DisputeRaised(Event, frozen=True, kw_only=True):
    """A complaint is on record, and its maker told who may look into it."""

    dispute: int
    complainant: str
    about: str
    round: int
    by: str = ""
    """Who put it on record: the complainant, or someone of the house."""
    bystander: bool = False
    """Whether the complainant had no wager in that round."""


class DisputeRuled(Event, frozen=True, kw_only=True):
    """The pit boss has decided."""

    dispute: int
    ruling: str
    award: int
    concerns: str = ""
    """Whose complaint it is."""
    round: int = 0
    """The round whose wagers the award makes good."""
    by: str = ""
    second: str = ""
    """Who signed for the award beside, where it was more than one person gives alone."""


class ReviewAsked(Event, frozen=True, kw_only=True):
    """The ruling is to be looked at again."""

    dispute: int
    concerns: str = ""
    """Whose complaint it is."""


class DisputeReviewed(Event, frozen=True, kw_only=True):
    """The ruling has been looked at again."""

    dispute: int
    upheld: bool
    finding: str
    concerns: str = ""
    """Whose complaint it is."""
    award: int = 0
    again: bool = False
    """Whether the house is to rule again."""
    round: int = 0
    """The round whose wagers the award makes good."""
    by: str = ""
    second: str = ""
    """Who signed for the award beside, where it was more than one person gives alone."""


def _complainant(state: Table, event: Any) -> tuple[str, ...]:
    if event.concerns:
        return (event.concerns,)
    return tuple(each.complainant for each in state.disputes if each.number == event.dispute)


COMPLAINANT = Audience(found=_complainant)
"""The one who raised the dispute."""


def found(state: Table, number: int, cite: Clauses) -> Dispute | Refusal:
    """The dispute of a number, or the refusal when there is none."""
    return state.dispute(number) or _unknown(number, cite)


def _unknown(number: int, cite: Clauses) -> Refusal:
    """Another's dispute is refused to a player in the same words as one that does not exist."""
    return Refusal(Reason.NO_CAUSE, cite, {"dispute": number})


def concluded(state: Table, rules: Rules[Any, Any], number: int, **changes: object) -> tuple[Dispute, ...]:
    """The disputes with one of them changed; of those that are over, or at rest, the oldest others leave the table."""
    disputes = tuple(replace(each, **changes) if each.number == number else each for each in state.disputes)
    if len(disputes) <= OVER:
        return disputes
    last_word = DisputeStage.FINAL if hasattr(rules.clauses, "operator_final") else DisputeStage.REVIEWED
    over = [each for each in disputes if each.stage in (last_word, DisputeStage.FINAL) and not waits(each)]
    at_rest = [each for each in disputes if not waits(each) and each not in over]
    gone = {each.number for each in (*over[:-OVER], *at_rest[:-RULED])} - {number}
    return tuple(each for each in disputes if each.number not in gone) if gone else disputes


WAITING = (DisputeStage.OPEN, DisputeStage.REVIEW)
"""Where a dispute waits for a word of the house, or of whoever reviews."""


def waits(dispute: Dispute) -> bool:
    """Whether a word on it is owed: the first, the reviewer's, or a new one where the ruling was not upheld."""
    return dispute.stage in WAITING or dispute.overturned


def why_not_raise(state: Table, complainant: str, number: int, ctx: Context[DisputeClauses]) -> Refusal | None:
    """Why a person has no dispute here just now: never been here, or as many as may wait do already.

    Bystanders and those who had a wager in the round have places apart, and someone of the house has some more to give.
    """
    cite = (ctx.clauses.inspector_told,)
    bystander = not took_part(state, ctx.rules, complainant, number)
    if bystander and not state.has_seen(complainant):
        return Refusal(Reason.NOT_HERE, cite, {"player": complainant})
    waiting = [each for each in state.disputes if waits(each)]
    own = sum(each.complainant == complainant for each in waiting)
    if own >= OPEN_OF_ONE:
        return Refusal(Reason.LIMITS, cite, {"open": own, "most": OPEN_OF_ONE})
    if ctx.is_staff:
        there, most = len(waiting), OPEN_BY_STAFF[own]
    else:
        there = sum(each.bystander is bystander for each in waiting)
        most = (OPEN_OF_BYSTANDERS if bystander else OPEN_OF_PLAYERS)[own]
    if there < most:
        return None
    whose = "without a wager in the round" if bystander and not ctx.is_staff else "open here"
    return Refusal(Reason.LIMITS, cite, {whose: there, "most": most})


def _word_waits(state: Table, dispute: Dispute) -> bool:
    """Whether a word on it was given that waits for a second signature."""
    return any(each.dispute == dispute.number for each in state.unsigned)


def _to_rule_on(state: Table) -> list[Dispute]:
    """The disputes that wait for a ruling."""
    owed = [each for each in state.disputes if each.stage is DisputeStage.OPEN or each.overturned]
    return [each for each in owed if not _word_waits(state, each)]


def _complaints(state: Table, ctx: Context[DisputeClauses]) -> tuple[Command, ...]:
    """One's own, or one for each who is here."""
    if not ctx.is_staff:
        return (RaiseDispute(about=TO_FILL_IN),)
    return tuple(RaiseDispute(about=TO_FILL_IN, player=player) for player in state.people)


@part.command(
    RaiseDispute,
    label="Raise a dispute",
    words="complain complaint wrong argue",
    says=lambda c, who: f"Raise a dispute{for_someone(c.player, who)}",
    desk=Desk.TABLE,
    cites="inspector_told",
    examples=_complaints,
)
def raise_dispute(state: Table, command: RaiseDispute, ctx: Context[DisputeClauses]) -> Decision:
    """At any time, by anyone who is or was here; someone of the house may put it in for them."""
    cite = (ctx.clauses.inspector_told,)
    named = command.player
    if named is not None and named != ctx.by.id and not ctx.book.may(ctx.by.rank, ctx.clauses.dealing):
        return Refusal(Reason.NOT_YOURS, cite, {"player": named})
    complainant, about_round = named or ctx.by.id, state.round if command.round is None else command.round
    if command.round is not None and not 1 <= command.round <= state.round:
        return Refusal(Reason.NO_CAUSE, cite, {"round": command.round, "last": state.round})
    return why_not_raise(state, complainant, about_round, ctx) or (
        DisputeRaised(
            dispute=state.raised + 1,
            complainant=complainant,
            about=command.about,
            round=about_round,
            by=ctx.by.id,
            bystander=not took_part(state, ctx.rules, complainant, about_round),
            under=cite,
        ),
    )


def _raised(event: DisputeRaised, who: Who) -> str:
    regulator = book(event.under[0].partition(" ")[0]).regulator
    if reviewer(event) == INSPECTOR:
        told = f"is told that an inspector of the {regulator} is present and may be consulted"
    else:
        told = f"may ask that {reviewer(event).lower()} review the ruling on it"
    of = f" of round {event.round}" if event.round else ""
    return f"{who(event.complainant)} raises dispute {event.dispute}{of} and {told}{because(event.about)}."


@part.event(DisputeRaised, audience=named_by("complainant"), says=_raised)
def dispute_raised(state: Table, event: DisputeRaised) -> Table:
    """It stays open until ruled on."""
    dispute = Dispute(
        event.dispute, event.complainant, event.about, event.round, by=event.by, bystander=event.bystander
    )
    return replace(state, disputes=(*state.disputes, dispute), raised=event.dispute)


@part.command(
    RuleOnDispute,
    under="dispute_final",
    label="Rule on it",
    words="complaint decide award claim argue",
    says=lambda c, who: f"Rule on dispute {c.dispute}",
    desk=Desk.DISPUTES,
    examples=lambda state, ctx: Alike(
        [RuleOnDispute(dispute=each.number, ruling=TO_FILL_IN) for each in _to_rule_on(state)]
    ),
    wanted=lambda state, rules: [
        rules.act(RuleOnDispute(dispute=each.number, ruling=TO_FILL_IN), rules.clauses.dispute_final)
        for each in _to_rule_on(state)
    ],
)
@signed_by_two(RuleOnDispute, under="dispute_final")
def rule_on_dispute(state: Table, command: RuleOnDispute, ctx: Context[DisputeClauses]) -> Decision:
    """Final, unless the reviewer does not uphold it: then the house rules again and pays what is owed."""
    cite = (ctx.clauses.dispute_final,)
    dispute = found(state, command.dispute, cite)
    if isinstance(dispute, Refusal):
        return dispute
    if dispute.stage is not DisputeStage.OPEN and not dispute.overturned:
        return Refusal(Reason.ALREADY, cite, {"ruling": dispute.ruling})
    if not 0 <= command.award <= MOST_CENTS:
        return Refusal(Reason.NO_CAUSE, cite, {"award": command.award})
    refusal = why_not_award(state, dispute, command, ctx, cite)
    return (
        refusal
        or to_be_signed(state, dispute, command, ctx, cite)
        or (
            DisputeRuled(
                dispute=dispute.number,
                ruling=command.ruling,
                award=command.award,
                concerns=dispute.complainant,
                round=made_good(dispute, command),
                by=ctx.by.id,
                second=ctx.second,
                moves=awarded(state, dispute, command.award, ctx.rules),
                under=cite,
            ),
        )
    )


@part.event(
    DisputeRuled,
    value=AWARD,
    audience=COMPLAINANT,
    says=lambda e, who: (
        f"Dispute {e.dispute} is decided"
        + (f" with {dollars(e.award)} awarded" if e.award else "")
        + f"{because(e.ruling)}."
    ),
)
def dispute_ruled(state: Table, event: DisputeRuled, rules: Rules[Any, Any]) -> Table:
    """The ruling stands."""
    disputes = concluded(state, rules, event.dispute, stage=DisputeStage.RULED, ruling=event.ruling, overturned=False)
    return paid_out(state, event, disputes, rules)


@part.command(
    AskForReview,
    label="Ask for a review",
    words="appeal complaint disagree inspector",
    says=lambda c, who: f"Ask for a review of dispute {c.dispute}",
    desk=Desk.DISPUTES,
    examples=each_dispute(lambda number: AskForReview(dispute=number), DisputeStage.RULED, ones_own=True),
)
def ask_for_review(state: Table, command: AskForReview, ctx: Context[DisputeClauses]) -> Decision:
    """The complainant may ask once a ruling is made, or staff for them."""
    cite = (ctx.clauses.review,)
    dispute = found(state, command.dispute, cite)
    if isinstance(dispute, Refusal):
        return dispute
    if dispute.complainant != ctx.by.id and not ctx.book.may(ctx.by.rank, ctx.clauses.dealing):
        return _unknown(command.dispute, cite)
    if command.player not in (None, dispute.complainant):
        return Refusal(Reason.NOT_YOURS, cite, {"player": command.player or ""})
    if dispute.stage is not DisputeStage.RULED:
        return Refusal(Reason.NOT_NOW, cite, {"stage": dispute.stage.value})
    return (ReviewAsked(dispute=dispute.number, concerns=dispute.complainant, under=cite),)


@part.event(
    ReviewAsked, audience=COMPLAINANT, says=lambda e, who: f"{reviewer(e)} is asked to review dispute {e.dispute}."
)
def review_asked(state: Table, event: ReviewAsked, rules: Rules[Any, Any]) -> Table:
    """It waits for the reviewer."""
    return replace(state, disputes=concluded(state, rules, event.dispute, stage=DisputeStage.REVIEW))


@part.command(
    ReviewDispute,
    label="Review the ruling",
    words="complaint inspector uphold overturn",
    says=lambda c, who: f"Review dispute {c.dispute}",
    desk=Desk.DISPUTES,
    examples=each_dispute(
        lambda number: ReviewDispute(dispute=number, upheld=True, finding=TO_FILL_IN), DisputeStage.REVIEW
    ),
    wanted=lambda state, rules: [
        Due(
            ReviewDispute(dispute=each.number, upheld=True, finding=TO_FILL_IN),
            rules.book.reviewer,
            (rules.clauses.review,),
        )
        for each in state.disputes
        if each.stage is DisputeStage.REVIEW and not _word_waits(state, each)
    ],
)
@signed_by_two(ReviewDispute, under="dispute_final")
def review_dispute(state: Table, command: ReviewDispute, ctx: Context[DisputeClauses]) -> Decision:
    """By the rank the book names, and only when asked; what is owed where the ruling does not stand is paid."""
    cite = (ctx.clauses.review,)
    if not ctx.book.reaches(ctx.by.rank, ctx.book.reviewer):
        return Refusal(Reason.RANK, cite, {"needs": ctx.book.reviewer, "holds": ctx.by.rank})
    dispute = found(state, command.dispute, cite)
    if isinstance(dispute, Refusal):
        return dispute
    if dispute.stage is not DisputeStage.REVIEW:
        return Refusal(Reason.NOT_NOW, cite, {"stage": dispute.stage.value})
    if not 0 <= command.award <= MOST_CENTS or (command.award and command.upheld):
        return Refusal(Reason.NO_CAUSE, cite, {"award": command.award})
    refusal = why_not_award(state, dispute, command, ctx, cite)
    return (
        refusal
        or to_be_signed(state, dispute, command, ctx, cite)
        or (
            DisputeReviewed(
                dispute=dispute.number,
                upheld=command.upheld,
                finding=command.finding,
                concerns=dispute.complainant,
                award=command.award,
                again=not command.upheld and not command.award,
                round=made_good(dispute, command),
                by=ctx.by.id,
                second=ctx.second,
                moves=awarded(state, dispute, command.award, ctx.rules),
                under=cite,
            ),
        )
    )


@part.event(
    DisputeReviewed,
    value=AWARD,
    audience=COMPLAINANT,
    says=lambda e, who: (
        f"{reviewer(e)} {'upholds' if e.upheld else 'does not uphold'} the ruling on dispute {e.dispute}"
        + (f" and {dollars(e.award)} is awarded" if e.award else "")
        + f"{because(e.finding)}."
    ),
)
def dispute_reviewed(state: Table, event: DisputeReviewed, rules: Rules[Any, Any]) -> Table:
    """The reviewer's word stands."""
    finding = f"{'upheld' if event.upheld else 'not upheld'}: {event.finding}"
    disputes = concluded(
        state, rules, event.dispute, stage=DisputeStage.REVIEWED, review=finding, overturned=event.again
    )
    return paid_out(state, event, disputes, rules)


@dataclass(frozen=True, kw_only=True)
class OperatorFinalClauses(DisputeClauses):
    """What a book says of the operator's final word."""

    first_instance: str
    operator_final: str


deciding = Part("disputes", OperatorFinalClauses)
"""The operator's final word on a dispute, in a book that gives the operator one."""


class DecideDispute(Command, frozen=True, kw_only=True):
    """The casino operator's final word on a dispute, with an award where it is due."""

    dispute: int
    decision: str
    award: Annotated[int, Asks(low=0)] = 0
    round: RoundMadeGood = None


class DisputeDecided(Event, frozen=True, kw_only=True):
    """The operator has decided, and the complainant is told of the right to complain to an inspector."""

    dispute: int
    decision: str
    award: int
    concerns: str = ""
    """Whose complaint it is."""
    round: int = 0
    """The round whose wagers the award makes good."""
    by: str = ""
    second: str = ""
    """Who signed for the award beside, where it was more than one person gives alone."""


_CANNOT_BE_DECIDED = (DisputeStage.OPEN, DisputeStage.FINAL)
"""Not yet ruled on, or decided finally already."""


@deciding.command(
    DecideDispute,
    under="operator_final",
    label="Decide it finally",
    words="complaint final operator",
    says=lambda c, who: f"Decide dispute {c.dispute} finally",
    desk=Desk.DISPUTES,
    examples=lambda state, ctx: [
        DecideDispute(dispute=each.number, decision=TO_FILL_IN)
        for each in state.disputes
        if each.stage not in _CANNOT_BE_DECIDED
    ],
)
@signed_by_two(DecideDispute, under="dispute_final")
def decide_dispute(state: Table, command: DecideDispute, ctx: Context[OperatorFinalClauses]) -> Decision:
    """Once it has been ruled on, and nothing here can follow."""
    cite = (ctx.clauses.operator_final,)
    dispute = found(state, command.dispute, cite)
    if isinstance(dispute, Refusal):
        return dispute
    if dispute.stage in _CANNOT_BE_DECIDED:
        return Refusal(Reason.NOT_NOW, (*cite, ctx.clauses.first_instance), {"stage": dispute.stage.value})
    if not 0 <= command.award <= MOST_CENTS:
        return Refusal(Reason.NO_CAUSE, cite, {"award": command.award})
    refusal = why_not_award(state, dispute, command, ctx, cite)
    return (
        refusal
        or to_be_signed(state, dispute, command, ctx, cite)
        or (
            DisputeDecided(
                dispute=dispute.number,
                decision=command.decision,
                award=command.award,
                concerns=dispute.complainant,
                round=made_good(dispute, command),
                by=ctx.by.id,
                second=ctx.second,
                moves=awarded(state, dispute, command.award, ctx.rules),
                under=cite,
            ),
        )
    )


def _decided(event: DisputeDecided, who: Who) -> str:
    award = f" with {dollars(event.award)} awarded" if event.award else ""
    regulator = book(event.under[0].partition(" ")[0]).regulator
    return (
        f"The operator finally decides dispute {event.dispute}{award}{because(event.decision)}. "
        f"Whoever is not satisfied may complain to an inspector of the {regulator}."
    )


@deciding.event(DisputeDecided, value=AWARD, audience=COMPLAINANT, says=_decided)
def dispute_decided(state: Table, event: DisputeDecided, rules: Rules[Any, Any]) -> Table:
    """It is closed."""
    disputes = concluded(
        state, rules, event.dispute, stage=DisputeStage.FINAL, decision=event.decision, overturned=False
    )
    return paid_out(state, event, disputes, rules)
