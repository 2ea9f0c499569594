"""Prizes shared by agreement: everyone who is left agrees, each on record, and play is over.

What each would have is worked out elsewhere; here it is seen to that everyone is asked, and that no cent is lost.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.finishing import SessionPlayed
from croupier.house.tournaments.model import Deal, Entrant, Stage, Tournament
from croupier.house.tournaments.results import prizes_as_it_stands
from croupier.house.tournaments.rounds import ends_round, is_final
from croupier.money import dollars
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who
from croupier.table.fields import Asks
from croupier.table.tournaments.conditions import MOST_ENTRANTS
from croupier.table.words import because


class Share(msgspec.Struct, frozen=True):
    """What an entrant would have of the prizes, in cents."""

    entrant: int
    cents: int


class ProposeDeal(Command, frozen=True, kw_only=True):
    """Ask all who are left whether they share the prizes so; no hand begins until that is settled."""

    shares: Annotated[tuple[Share, ...], Asks("Shares", listed=MOST_ENTRANTS)]
    how: str
    """How they were found, in words."""


class AgreeToDeal(Command, frozen=True, kw_only=True):
    """Agree to share the prizes as was proposed."""


class RefuseDeal(Command, frozen=True, kw_only=True):
    """Have no deal: play goes on."""


class DealProposed(Event, frozen=True, kw_only=True):
    """So the prizes would be shared, in cents by entrant."""

    shares: dict[int, int]
    how: str


class DealAgreed(Event, frozen=True, kw_only=True):
    """An entrant agrees to it."""

    entrant: int


class DealRefused(Event, frozen=True, kw_only=True):
    """There is no deal."""

    person: str


class DealStruck(Event, frozen=True, kw_only=True):
    """Everyone who is left has agreed; nothing more is played."""

    shares: dict[int, int]


def at_stake(tournament: Tournament, ctx: Circumstances) -> int:
    """What of the prizes those who are left would have between them, whatever their places."""
    prizes, _ = prizes_as_it_stands(tournament, ctx.conditions)
    return sum(prizes.get(each.number, 0) for each in tournament.in_play)


def sharers(tournament: Tournament) -> tuple[Entrant, ...]:
    """Those who are left and may win a prize."""
    return tuple([each for each in tournament.in_play if not tournament.wins_nothing(each)])


def why_no_deal(tournament: Tournament, ctx: Circumstances) -> Refusal | None:
    """Why the prizes are not shared by agreement: the conditions do not allow it, or it is not the time."""
    cite: Clauses = (ctx.clauses.prizes, "ruling 81")
    if not ctx.conditions.prizes.deals:
        return Refusal(Reason.FORBIDDEN, cite, {"conditions": "allow no deals"})
    sitting = tournament.sitting
    last = sitting is not None and is_final(tournament) and ends_round(tournament)
    if not last or tournament.stage not in (Stage.SESSION, Stage.COUNTING):
        return Refusal(Reason.NOT_NOW, cite[:1], {"the last round": "is not being played"})
    if sitting is not None and sitting.tie is not None:
        return Refusal(Reason.NOT_NOW, cite[:1], {"extra hands": "are being dealt"})
    if len(sharers(tournament)) < 2 or any(not each.table for each in tournament.in_play):
        return Refusal(Reason.NO_CAUSE, cite[:1], {"left at the tables": len(sharers(tournament))})
    return None


@part.command(ProposeDeal, label="Propose a deal", words="chop split icm agreement prizes", desk=Desk.TOURNAMENT)
def propose_deal(tournament: Tournament, command: ProposeDeal, ctx: Circumstances) -> Decision:
    """By the director, between hands: to everyone who is left a sum, and in all what is to be won."""
    cite: Clauses = (ctx.clauses.prizes,)
    refusal = ctx.why_not_conduct(cite[0]) or why_no_deal(tournament, ctx)
    if refusal is not None:
        return refusal
    assert tournament.sitting is not None
    if tournament.sitting.deal is not None:
        return Refusal(Reason.ALREADY, cite, {"proposed": tournament.sitting.deal.how})
    shares = {each.entrant: each.cents for each in command.shares}
    return _why_not_shared(tournament, shares, len(command.shares), ctx) or (
        DealProposed(shares=shares, how=command.how, under=cite),
    )


def _why_not_shared(tournament: Tournament, shares: dict[int, int], many: int, ctx: Circumstances) -> Refusal | None:
    """Why sums are no deal: someone is left out or named twice, or they are not what is to be won."""
    cite: Clauses = (ctx.clauses.prizes, "ruling 97")
    left = {each.number for each in sharers(tournament)}
    if set(shares) != left or many != len(left):
        return Refusal(Reason.NO_CAUSE, cite, {"left": len(left), "with a share": len(shares)})
    if any(cents < 0 for cents in shares.values()):
        return Refusal(Reason.LIMITS, cite, {"least": min(shares.values())})
    together, won = sum(shares.values()), at_stake(tournament, ctx)
    if together != won:
        return Refusal(Reason.LIMITS, cite, {"shared": together, "to be won": won})
    return None


@part.event(
    DealProposed,
    audience=EVERYONE,
    says=lambda e, who: (
        f"A deal is proposed, {e.how}: "
        + ", ".join(f"{dollars(cents)} to entrant {number}" for number, cents in e.shares.items())
        + "."
    ),
)
def deal_proposed(tournament: Tournament, event: DealProposed) -> Tournament:
    """Everyone is asked, and no hand begins."""
    assert tournament.sitting is not None
    deal = Deal(shares=event.shares, how=event.how)
    return replace(tournament, sitting=replace(tournament.sitting, deal=deal))


@part.command(AgreeToDeal, label="Agree to the deal", words="chop split yes", desk=Desk.ENTRANTS)
def agree_to_deal(tournament: Tournament, command: AgreeToDeal, ctx: Circumstances) -> Decision:
    """Everyone for themselves; with the last of them the prizes are shared so."""
    cite: Clauses = (ctx.clauses.prizes,)
    asked = _asked(tournament, ctx)
    if isinstance(asked, Refusal):
        return asked
    deal, number = asked
    if number in deal.agreed:
        return Refusal(Reason.ALREADY, cite)
    refusal = why_no_deal(tournament, ctx) or _why_not_shared(tournament, deal.shares, len(deal.shares), ctx)
    if refusal is not None:
        return refusal
    told = DealAgreed(entrant=number, under=cite)
    if {*deal.agreed, number} != set(deal.shares):
        return (told,)
    played = () if tournament.stage is Stage.COUNTING else (SessionPlayed(under=cite),)
    return (told, DealStruck(shares=deal.shares, under=cite), *played)


def _asked(tournament: Tournament, ctx: Circumstances) -> tuple[Deal, int] | Refusal:
    """The deal that waits, and the number of whoever acts in it: a prize is agreed away by whoever it belongs to."""
    cite: Clauses = (ctx.clauses.prizes, "ruling 99")
    deal = None if tournament.sitting is None else tournament.sitting.deal
    if deal is None or deal.struck:
        return Refusal(Reason.NOT_NOW, cite[:1], {"proposed": "no deal"})
    mine = [each.number for each in sharers(tournament) if tournament.owner(each) == ctx.by.id]
    if not mine:
        return Refusal(Reason.NOT_HERE, cite, {"player": ctx.by.id})
    return deal, next((number for number in mine if number not in deal.agreed), mine[0])


@part.event(DealAgreed, audience=EVERYONE, says=lambda e, who: f"Entrant {e.entrant} agrees to the deal.")
def deal_agreed(tournament: Tournament, event: DealAgreed) -> Tournament:
    """One more."""
    assert tournament.sitting is not None and tournament.sitting.deal is not None
    deal = tournament.sitting.deal
    return _with(tournament, replace(deal, agreed=(*deal.agreed, event.entrant)))


@part.command(RefuseDeal, label="Refuse the deal", words="chop split no", desk=Desk.ENTRANTS)
def refuse_deal(tournament: Tournament, command: RefuseDeal, ctx: Circumstances) -> Decision:
    """By anyone who is asked, as long as not everyone has agreed; by the director too."""
    cite: Clauses = (ctx.clauses.prizes,)
    deal = None if tournament.sitting is None else tournament.sitting.deal
    if ctx.directs and deal is not None and not deal.struck:
        return (DealRefused(person=ctx.by.id, under=cite),)
    asked = _asked(tournament, ctx)
    return asked if isinstance(asked, Refusal) else (DealRefused(person=ctx.by.id, under=cite),)


@part.event(DealRefused, audience=EVERYONE, says="There is no deal, and play goes on.")
def deal_refused(tournament: Tournament, event: DealRefused) -> Tournament:
    """As if none had been proposed."""
    return _with(tournament, None)


def _struck(event: DealStruck, who: Who) -> str:
    return f"Everyone who is left shares the prizes{because('all have agreed')}."


@part.event(DealStruck, audience=EVERYONE, says=_struck)
def deal_struck(tournament: Tournament, event: DealStruck) -> Tournament:
    """The result says so."""
    assert tournament.sitting is not None and tournament.sitting.deal is not None
    return _with(tournament, replace(tournament.sitting.deal, struck=True))


def _with(tournament: Tournament, deal: Deal | None) -> Tournament:
    assert tournament.sitting is not None
    return replace(tournament, sitting=replace(tournament.sitting, deal=deal))
