"""Tournament chips that are worth cash: exchanged at the stated worth once their owner plays with them no longer."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.house.tournaments.accounts import EXCHANGED, in_parts
from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.model import CHIP, Tournament
from croupier.house.tournaments.people import with_entrant
from croupier.money import dollars, moves
from croupier.table.contract import Clauses, Event, Reason, Refusal, is_no_person
from croupier.table.declare import EVERYONE, Who
from croupier.table.tournaments.conditions import Afterwards
from croupier.table.value import CHIPS_FOR_CASH
from croupier.table.words import count


class ChipsExchanged(Event, frozen=True, kw_only=True):
    """Entrants have cash for the chips that they had at the end: how much each, in cents."""

    cents: dict[int, int]


def why_not_alone(tournament: Tournament, ctx: Circumstances, cite: Clauses) -> Refusal | None:
    """Why one person cannot give the house's own money away: whoever wrote what is won does not also say who won it.

    Where the book has the conditions approved, whoever did that is the other person.
    """
    signed = {tournament.author, *((tournament.approver,) if tournament.approved == tournament.text else ())}
    if is_no_person(ctx.by.id) or signed != {ctx.by.id}:
        return None
    return Refusal(Reason.NOT_YOURS, cite, {"by": "somebody else than who wrote the conditions"})


def exchanged(tournament: Tournament, leaving: Iterable[int], ctx: Circumstances) -> tuple[ChipsExchanged, ...]:
    """The exchange of the chips of those who play with them no longer, where the conditions give cash for them."""
    bank = ctx.conditions.bank
    if bank.afterwards is not Afterwards.CASH or not bank.worth:
        return ()
    entrants = tournament.entrants
    cents = {number: entrants[number].bank * bank.worth // CHIP for number in leaving}
    cents = {number: amount for number, amount in cents.items() if amount}
    if not cents:
        return ()
    under = (ctx.clauses.afterwards, "ruling 91", "ruling 97")
    return tuple([_exchanged(tournament, dict(each), under) for each in in_parts(cents.items())])


def _exchanged(tournament: Tournament, cents: dict[int, int], under: Clauses) -> ChipsExchanged:
    owners = {number: tournament.owner(tournament.entrants[number]) for number in cents}
    made = moves(*[(EXCHANGED, f"wallet:{owners[number]}", amount) for number, amount in cents.items()])
    return ChipsExchanged(cents=cents, moves=made, under=under)


def _said(event: ChipsExchanged, who: Who) -> str:
    return f"{count(len(event.cents), 'entrant')} exchanged chips for {dollars(sum(event.cents.values()))}."


@part.event(ChipsExchanged, value=CHIPS_FOR_CASH, audience=EVERYONE, says=_said)
def chips_exchanged(tournament: Tournament, event: ChipsExchanged) -> Tournament:
    """Those chips are in play no more; whoever is out has none already."""
    gone = sum(tournament.entrants[number].bank for number in event.cents)
    out = [replace(tournament.entrants[number], bank=0) for number in event.cents]
    return replace(with_entrant(tournament, *out), withdrawn=tournament.withdrawn + gone)
