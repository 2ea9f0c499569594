"""Tournament chips that are worth cash: exchanged at the stated worth once their owner plays with them no longer."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.house.tournaments.accounts import EXCHANGED
from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.model import CHIP, Tournament
from croupier.house.tournaments.people import with_entrant
from croupier.money import dollars, moves
from croupier.table.contract import Event
from croupier.table.declare import EVERYONE, Who
from croupier.table.tournaments.conditions import Afterwards
from croupier.table.value import CHIPS_FOR_CASH
from croupier.table.words import count


class ChipsExchanged(Event, frozen=True, kw_only=True):
    """Entrants have cash for the chips that they had at the end: how much each, in cents."""

    cents: dict[int, int]


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
    made = moves(
        *[(EXCHANGED, f"wallet:{tournament.owner(entrants[number])}", amount) for number, amount in cents.items()]
    )
    return (ChipsExchanged(cents=cents, moves=made, under=(ctx.clauses.afterwards, "ruling 91", "ruling 97")),)


def _said(event: ChipsExchanged, who: Who) -> str:
    return f"{count(len(event.cents), 'entrant')} exchanged chips for {dollars(sum(event.cents.values()))}."


@part.event(ChipsExchanged, value=CHIPS_FOR_CASH, audience=EVERYONE, says=_said)
def chips_exchanged(tournament: Tournament, event: ChipsExchanged) -> Tournament:
    """Those chips are in play no more; whoever is out has none already."""
    gone = sum(tournament.entrants[number].bank for number in event.cents)
    out = [replace(tournament.entrants[number], bank=0) for number in event.cents]
    return replace(with_entrant(tournament, *out), withdrawn=tournament.withdrawn + gone)
