"""Disputes over a tournament: whoever takes part objects, the book says who decides, and a complaint is always open.

Where the book leaves the last word to the director nobody of the house goes behind it (ruling 100). Disputes over a
hand are ruled at its table.
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.model import Objection, Tournament
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who

MOST_OPEN = 3
"""Objections of one person that wait at a time."""
MOST_KEPT = 200
"""Those that are kept at hand; the record has all."""


class RaiseObjection(Command, frozen=True, kw_only=True):
    """Object to something about the tournament."""

    about: str


class DecideObjection(Command, frozen=True, kw_only=True):
    """Decide what somebody objects to."""

    objection: int
    decision: str


class Complain(Command, frozen=True, kw_only=True):
    """Take a complaint to the regulator, once it has been decided what one objected to."""

    objection: int


class AnswerComplaint(Command, frozen=True, kw_only=True):
    """Say, as the regulator, what has come of a complaint."""

    objection: int
    answer: str


class Objected(Event, frozen=True, kw_only=True):
    """Somebody objects, and is told that the regulator can be consulted."""

    objection: int
    person: str
    about: str


class ObjectionDecided(Event, frozen=True, kw_only=True):
    """It is decided."""

    objection: int
    decision: str


class ComplaintMade(Event, frozen=True, kw_only=True):
    """The regulator looks into it."""

    objection: int


class ComplaintAnswered(Event, frozen=True, kw_only=True):
    """What has come of that."""

    objection: int
    answer: str


@part.command(RaiseObjection, label="Object to something", words="dispute complain protest appeal", desk=Desk.ENTRANTS)
def object_to(tournament: Tournament, command: RaiseObjection, ctx: Circumstances) -> Decision:
    """By whoever has entered or plays for an entrant, whether they are still in or not."""
    cite: Clauses = (ctx.book.disputes_under, ctx.book.complaints_under, "ruling 100")
    if not any(ctx.by.id in (each.person, each.substitute) for each in tournament.entrants.values()):
        return Refusal(Reason.NOT_HERE, cite, {"player": ctx.by.id})
    mine = [each for each in tournament.objections if each.person == ctx.by.id and not each.decision]
    if len(mine) >= MOST_OPEN:
        return Refusal(Reason.LIMITS, cite, {"waiting": len(mine)})
    number = max([each.number for each in tournament.objections], default=0) + 1
    return (Objected(objection=number, person=ctx.by.id, about=command.about, under=cite),)


@part.event(
    Objected,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.person)} objects: {e.about}. The regulator can be consulted.",
)
def objected(tournament: Tournament, event: Objected) -> Tournament:
    """It waits for whoever decides it; of those that are decided, the oldest are at hand no longer."""
    kept = list(tournament.objections)
    settled = [each for each in kept if each.decision and not each.waits]
    for each in settled[: max(0, len(kept) + 1 - MOST_KEPT)]:
        kept.remove(each)
    found = Objection(number=event.objection, person=event.person, about=event.about)
    return replace(tournament, objections=(*kept, found))


@part.command(DecideObjection, label="Decide an objection", words="dispute rule ruling", desk=Desk.TOURNAMENT)
def decide_objection(tournament: Tournament, command: DecideObjection, ctx: Circumstances) -> Decision:
    """Once, and finally: by the director, or by the rank that decides disputes in the book."""
    cite: Clauses = (ctx.book.disputes_under, "ruling 100")
    lacking = ctx.why_not_conduct(cite[0]) if ctx.book.director_final else ctx.lacks_rank(cite[0])
    found = _of(tournament, command.objection)
    if lacking is not None:
        return lacking
    if found is None:
        return Refusal(Reason.NO_CAUSE, cite, {"objection": command.objection})
    if found.decision:
        return Refusal(Reason.ALREADY, cite, {"decided": found.decision})
    return (ObjectionDecided(objection=found.number, decision=command.decision, under=cite),)


@part.event(
    ObjectionDecided, audience=EVERYONE, says=lambda e, who: f"Objection {e.objection} is decided: {e.decision}."
)
def objection_decided(tournament: Tournament, event: ObjectionDecided) -> Tournament:
    """That is the last word within the house."""
    return _with(tournament, event.objection, decision=event.decision)


@part.command(Complain, label="Complain to the regulator", words="review appeal inspector", desk=Desk.ENTRANTS)
def complain(tournament: Tournament, command: Complain, ctx: Circumstances) -> Decision:
    """By whoever objected, whatever was decided."""
    cite: Clauses = (ctx.book.complaints_under, "ruling 100")
    found = _of(tournament, command.objection)
    if found is None or not found.decision:
        return Refusal(Reason.NOT_NOW, cite, {"decided": "not yet"})
    if found.person != ctx.by.id:
        return Refusal(Reason.NOT_YOURS, cite, {"objection": found.number})
    if found.waits or found.answer:
        return Refusal(Reason.ALREADY, cite, {"objection": found.number})
    return (ComplaintMade(objection=found.number, under=cite),)


@part.event(
    ComplaintMade,
    audience=EVERYONE,
    says=lambda e, who: f"Over objection {e.objection} there is a complaint to the regulator.",
)
def complaint_made(tournament: Tournament, event: ComplaintMade) -> Tournament:
    """What was decided stands meanwhile."""
    return _with(tournament, event.objection, waits=True)


@part.command(AnswerComplaint, label="Answer a complaint", words="review regulator inspector", desk=Desk.TOURNAMENT)
def answer_complaint(tournament: Tournament, command: AnswerComplaint, ctx: Circumstances) -> Decision:
    """By the regulator, of a complaint that was made."""
    cite: Clauses = (ctx.book.complaints_under, "ruling 100")
    if ctx.by.rank != ctx.book.book.reviewer:
        return Refusal(Reason.RANK, cite, {"needs": ctx.book.book.reviewer, "holds": ctx.by.rank})
    found = _of(tournament, command.objection)
    if found is None or not found.waits:
        return Refusal(Reason.NO_CAUSE, cite, {"objection": command.objection})
    return (ComplaintAnswered(objection=found.number, answer=command.answer, under=cite),)


def _answered(event: ComplaintAnswered, who: Who) -> str:
    return f"The regulator has looked into objection {event.objection}: {event.answer}."


@part.event(ComplaintAnswered, audience=EVERYONE, says=_answered)
def complaint_answered(tournament: Tournament, event: ComplaintAnswered) -> Tournament:
    """On record; what is owed after it is made good as at any table."""
    return _with(tournament, event.objection, waits=False, answer=event.answer)


def _of(tournament: Tournament, number: int) -> Objection | None:
    return next((each for each in tournament.objections if each.number == number), None)


def _with(tournament: Tournament, number: int, **changes: object) -> Tournament:
    found = [replace(each, **changes) if each.number == number else each for each in tournament.objections]
    return replace(tournament, objections=tuple(found))
