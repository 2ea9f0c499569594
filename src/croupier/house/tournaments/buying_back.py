"""Coming back with new chips after one's own are gone, where the conditions give the chance."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.house.tournaments.accounts import money
from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.model import CHIP, Entrant, Stage, Status, Tournament
from croupier.house.tournaments.people import with_entrant
from croupier.house.tournaments.rounds import least_bank, starting_bank
from croupier.money import moves
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who
from croupier.table.tournaments import conditions as terms
from croupier.table.words import amount_moved


class BuyBack(Command, frozen=True, kw_only=True):
    """Buy back in."""

    entrant: int


class BoughtBack(Event, frozen=True, kw_only=True):
    """An entrant is back with new chips."""

    entrant: int
    player: str
    chips: int


def may_come_back(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether someone whose chips are gone still has a way back."""
    assert tournament.conditions is not None
    said = tournament.conditions.structure.buy_back
    if not isinstance(said, terms.BuyBack) or tournament.sitting is None or tournament.played:
        return False
    here = tournament.sitting.tables.get(entrant.table)
    in_time = here is not None and not here.finished and (said.hands is None or here.hands < said.hands)
    return in_time and entrant.bought_back < (said.most or 1)


@part.command(BuyBack, label="Buy back in", words="rebuy re-entry again", desk=Desk.TOURNAMENT)
def buy_back(tournament: Tournament, command: BuyBack, ctx: Circumstances) -> Decision:
    """Whoever can no longer wager, as often and as long as the conditions say, for what they say it costs."""
    cite: Clauses = (ctx.clauses.buy_back,)
    entrant, said = tournament.entrants.get(command.entrant), ctx.conditions.structure.buy_back
    if entrant is None or entrant.status is not Status.IN:
        return Refusal(Reason.NOT_HERE, cite, {"entrant": command.entrant})
    if ctx.by.id not in (entrant.person, entrant.plays) and not ctx.runs():
        return Refusal(Reason.NOT_YOURS, cite, {"entrant": command.entrant})
    if not isinstance(said, terms.BuyBack):
        return Refusal(Reason.FORBIDDEN, (*cite, "ruling 81"), {"conditions": "know no way back"})
    if tournament.stage is not Stage.SESSION:
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    if entrant.bank >= least_bank(tournament, entrant.table):
        return Refusal(Reason.NO_CAUSE, cite, {"chips": entrant.bank // CHIP})
    if not may_come_back(tournament, entrant):
        return Refusal(Reason.NOT_NOW, cite, {"times": entrant.bought_back, "until": said.until or "the end"})
    price = int(ctx.conditions.details.re_buy or 0)
    chips = said.chips * CHIP if said.chips else starting_bank(ctx.conditions)
    made = moves((f"wallet:{entrant.person}", money(tournament.id), price))
    return (BoughtBack(entrant=entrant.number, player=entrant.person, chips=chips, moves=made, under=cite),)


def _back(event: BoughtBack, who: Who) -> str:
    return f"Entrant {event.entrant} is back" + (f" for {amount_moved(event)}." if event.moves else ".")


@part.event(BoughtBack, audience=EVERYONE, says=_back)
def bought_back(tournament: Tournament, event: BoughtBack) -> Tournament:
    """With more chips in their bank."""
    entrant, paid = tournament.entrants[event.entrant], sum(move.cents for move in event.moves)
    back = replace(
        entrant, bank=entrant.bank + event.chips, paid=entrant.paid + paid, bought_back=entrant.bought_back + 1
    )
    return replace(with_entrant(tournament, back), issued=tournament.issued + event.chips)
