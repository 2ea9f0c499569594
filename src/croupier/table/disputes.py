"""Disputes: raised by anyone at the table, ruled on by the house, reviewed by whom the book names."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.money import MOST_CENTS, Move, moves
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.people import bank
from croupier.table.state import Dispute, DisputeStage, TableState

part = Part()


class RaiseDispute(Command, frozen=True, kw_only=True):
    """Complain about something at this table. Staff may name the complainant."""

    about: str
    player: str | None = None


class RuleOnDispute(Command, frozen=True, kw_only=True):
    """Decide a dispute, with an award from the house where it is due."""

    dispute: int
    ruling: str
    award: int = 0


class AskForReview(Command, frozen=True, kw_only=True):
    """Ask that a ruling be reviewed."""

    dispute: int
    player: str | None = None


class ReviewDispute(Command, frozen=True, kw_only=True):
    """The reviewer's word on a ruling."""

    dispute: int
    upheld: bool
    finding: str


class DisputeRaised(Event, frozen=True, kw_only=True):
    """A complaint is on record, and its maker told who may look into it."""

    dispute: int
    complainant: str
    about: str
    round: int


class DisputeRuled(Event, frozen=True, kw_only=True):
    """The pit boss has decided."""

    dispute: int
    ruling: str
    award: int


class ReviewAsked(Event, frozen=True, kw_only=True):
    """The ruling is to be looked at again."""

    dispute: int


class DisputeReviewed(Event, frozen=True, kw_only=True):
    """The ruling has been looked at again."""

    dispute: int
    upheld: bool
    finding: str


def found(state: TableState, number: int, cite: Clauses) -> Dispute | Refusal:
    """The dispute of a number, or the refusal when there is none."""
    if not 1 <= number <= len(state.disputes):
        return _unknown(number, cite)
    return state.disputes[number - 1]


def _unknown(number: int, cite: Clauses) -> Refusal:
    """Another's dispute is refused to a player in the same words as one that does not exist."""
    return Refusal(Reason.NO_CAUSE, cite, {"dispute": number})


def awarded(state: TableState, dispute: Dispute, cents: int) -> tuple[Move, ...]:
    """The money that goes to a complainant, whether or not they are still at the table."""
    there = "stack" if dispute.complainant in state.people else "wallet"
    return moves(("rack", f"{there}:{dispute.complainant}", cents))


def concluded(state: TableState, number: int, **changes: object) -> tuple[Dispute, ...]:
    """The disputes with one of them changed."""
    return tuple(replace(each, **changes) if each.number == number else each for each in state.disputes)


@part.decides(RaiseDispute)
def raise_dispute(state: TableState, command: RaiseDispute, ctx: Context) -> Decision:
    """At any time, by anyone."""
    cite = (ctx.clauses.inspector_told,)
    if not command.about.strip():
        return Refusal(Reason.NO_CAUSE, cite, {"about": "say what it is about"})
    named = command.player
    if named is not None and named != ctx.by.id and not ctx.book.may(ctx.by.rank, ctx.clauses.dealing):
        return Refusal(Reason.NOT_YOURS, cite, {"player": named})
    return (
        DisputeRaised(
            dispute=len(state.disputes) + 1,
            complainant=named or ctx.by.id,
            about=command.about,
            round=state.round,
            under=cite,
        ),
    )


@part.evolves(DisputeRaised)
def dispute_raised(state: TableState, event: DisputeRaised) -> TableState:
    """It stays open until ruled on."""
    dispute = Dispute(event.dispute, event.complainant, event.about, event.round)
    return replace(state, disputes=(*state.disputes, dispute))


@part.decides(RuleOnDispute, rank="dispute_final")
def rule_on_dispute(state: TableState, command: RuleOnDispute, ctx: Context) -> Decision:
    """Final, unless the inspector reviews it."""
    cite = (ctx.clauses.dispute_final,)
    dispute = found(state, command.dispute, cite)
    if isinstance(dispute, Refusal):
        return dispute
    if dispute.stage is not DisputeStage.OPEN:
        return Refusal(Reason.ALREADY, cite, {"ruling": dispute.ruling})
    if not command.ruling.strip() or not 0 <= command.award <= MOST_CENTS:
        return Refusal(Reason.NO_CAUSE, cite, {"award": command.award})
    made = awarded(state, dispute, command.award)
    return (DisputeRuled(dispute=dispute.number, ruling=command.ruling, award=command.award, moves=made, under=cite),)


@part.evolves(DisputeRuled)
def dispute_ruled(state: TableState, event: DisputeRuled) -> TableState:
    """The ruling stands."""
    disputes = concluded(state, event.dispute, stage=DisputeStage.RULED, ruling=event.ruling)
    return replace(state, disputes=disputes, chips=bank(state, event.moves))


@part.decides(AskForReview)
def ask_for_review(state: TableState, command: AskForReview, ctx: Context) -> Decision:
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
    return (ReviewAsked(dispute=dispute.number, under=cite),)


@part.evolves(ReviewAsked)
def review_asked(state: TableState, event: ReviewAsked) -> TableState:
    """It waits for the reviewer."""
    return replace(state, disputes=concluded(state, event.dispute, stage=DisputeStage.REVIEW))


@part.decides(ReviewDispute)
def review_dispute(state: TableState, command: ReviewDispute, ctx: Context) -> Decision:
    """By the rank the book names, and only when asked."""
    cite = (ctx.clauses.review,)
    if not ctx.book.reaches(ctx.by.rank, ctx.book.reviewer):
        return Refusal(Reason.RANK, cite, {"needs": ctx.book.reviewer, "holds": ctx.by.rank})
    dispute = found(state, command.dispute, cite)
    if isinstance(dispute, Refusal):
        return dispute
    if dispute.stage is not DisputeStage.REVIEW:
        return Refusal(Reason.NOT_NOW, cite, {"stage": dispute.stage.value})
    return (DisputeReviewed(dispute=dispute.number, upheld=command.upheld, finding=command.finding, under=cite),)


@part.evolves(DisputeReviewed)
def dispute_reviewed(state: TableState, event: DisputeReviewed) -> TableState:
    """The reviewer's word stands."""
    finding = f"{'upheld' if event.upheld else 'not upheld'}: {event.finding}"
    return replace(state, disputes=concluded(state, event.dispute, stage=DisputeStage.REVIEWED, review=finding))
