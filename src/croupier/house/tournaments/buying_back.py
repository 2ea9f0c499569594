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


class BuyAddOn(Command, frozen=True, kw_only=True):
    """Buy the add-on: once, in the break after the last level of re-buys."""

    entrant: int


class AddOnBought(Event, frozen=True, kw_only=True):
    """An entrant has bought the add-on."""

    entrant: int
    player: str
    chips: int


class BoughtBack(Event, frozen=True, kw_only=True):
    """An entrant is back with new chips."""

    entrant: int
    player: str
    chips: int


def may_come_back(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether someone whose chips are gone still has a way back."""
    assert tournament.conditions is not None
    by_elimination = tournament.conditions.structure.elimination
    if by_elimination is not None:
        clock = None if tournament.sitting is None else tournament.sitting.clock
        in_time = clock is not None and clock.level < by_elimination.re_buy_levels
        return in_time and entrant.bought_back < by_elimination.re_buys
    said = tournament.conditions.structure.buy_back
    if not isinstance(said, terms.BuyBack) or tournament.sitting is None or tournament.played:
        return False
    here = tournament.sitting.tables.get(entrant.table)
    in_time = here is not None and not here.finished and (said.hands is None or here.hands < said.hands)
    return in_time and entrant.bought_back < (said.most or 1)


@part.command(BuyBack, label="Buy back in", words="rebuy re-entry again", desk=Desk.ENTRANTS, takes_part=True)
def buy_back(tournament: Tournament, command: BuyBack, ctx: Circumstances) -> Decision:
    """Whoever can no longer wager, as often and as long as the conditions say, for what they say it costs."""
    cite: Clauses = (ctx.clauses.buy_back,)
    entrant, said = tournament.entrants.get(command.entrant), ctx.conditions.structure.buy_back
    if entrant is None or entrant.status is not Status.IN:
        return Refusal(Reason.NOT_HERE, cite, {"entrant": command.entrant})
    if ctx.by.id not in (entrant.person, entrant.plays) and not ctx.runs():
        return Refusal(Reason.NOT_YOURS, cite, {"entrant": command.entrant})
    by_elimination = ctx.conditions.structure.elimination
    offered = by_elimination.re_buys if by_elimination is not None else isinstance(said, terms.BuyBack)
    if not offered:
        return Refusal(Reason.FORBIDDEN, (*cite, "ruling 81"), {"conditions": "know no way back"})
    if tournament.stage is not Stage.SESSION or not entrant.table:
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value, "table": entrant.table or "none yet"})
    enough = starting_bank(ctx.conditions) + 1 if by_elimination else least_bank(tournament, entrant.table)
    if entrant.bank >= enough:
        return Refusal(Reason.NO_CAUSE, cite, {"chips": entrant.bank // CHIP})
    if not may_come_back(tournament, entrant):
        return Refusal(Reason.NOT_NOW, cite, {"times": entrant.bought_back})
    price = int(ctx.conditions.details.re_buy or 0)
    chips = said.chips * CHIP if isinstance(said, terms.BuyBack) and said.chips else starting_bank(ctx.conditions)
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


@part.command(BuyAddOn, label="Buy the add-on", words="chips more break", desk=Desk.ENTRANTS, takes_part=True)
def buy_add_on(tournament: Tournament, command: BuyAddOn, ctx: Circumstances) -> Decision:
    """Whoever is in, once, while the break lasts."""
    cite: Clauses = (ctx.clauses.fee,)
    entrant, said = tournament.entrants.get(command.entrant), ctx.conditions.structure.elimination
    if entrant is None or entrant.status is not Status.IN:
        return Refusal(Reason.NOT_HERE, cite, {"entrant": command.entrant})
    if ctx.by.id not in (entrant.person, entrant.plays) and not ctx.runs():
        return Refusal(Reason.NOT_YOURS, cite, {"entrant": command.entrant})
    if said is None or said.add_on is None:
        return Refusal(Reason.FORBIDDEN, (*cite, "ruling 81"), {"conditions": "know no add-on"})
    clock = None if tournament.sitting is None else tournament.sitting.clock
    if clock is None or not entrant.table or not clock.on_break or clock.level != said.re_buy_levels - 1:
        return Refusal(Reason.NOT_NOW, cite, {"break after level": said.re_buy_levels})
    if entrant.added_on:
        return Refusal(Reason.ALREADY, cite)
    price = int(ctx.conditions.details.add_on or 0)
    made = moves((f"wallet:{entrant.person}", money(tournament.id), price))
    chips = said.add_on * CHIP
    return (AddOnBought(entrant=entrant.number, player=entrant.person, chips=chips, moves=made, under=cite),)


@part.event(AddOnBought, audience=EVERYONE, says=lambda e, who: f"Entrant {e.entrant} has bought the add-on.")
def add_on_bought(tournament: Tournament, event: AddOnBought) -> Tournament:
    """With more chips in their bank."""
    entrant, paid = tournament.entrants[event.entrant], sum(move.cents for move in event.moves)
    more = replace(entrant, bank=entrant.bank + event.chips, paid=entrant.paid + paid, added_on=True)
    return replace(with_entrant(tournament, more), issued=tournament.issued + event.chips)
