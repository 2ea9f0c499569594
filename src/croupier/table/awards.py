"""Awards: what a decided dispute gives the complainant, out of the rack and for the wagers of a round."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.money import Move, moves
from croupier.table.accounts import RACK
from croupier.table.claims import claim, with_award
from croupier.table.contract import Clauses, Decision, Reason, Refusal, automaton
from croupier.table.engine import Context
from croupier.table.people import bank
from croupier.table.rules import Rules
from croupier.table.signatures import Gift, given_before, waits_for_second, with_gift
from croupier.table.state import Claim, Dispute, Table
from croupier.table.tournaments.reserved_play import why_not_awarded


def awarded(state: Table, dispute: Dispute, cents: int, rules: Rules[Any, Any]) -> tuple[Move, ...]:
    """The money that goes to a complainant, whether or not they are still at the table."""
    return moves((RACK, rules.purse(state, dispute.complainant, cents), cents))


def made_good(dispute: Dispute, command: Any) -> int:
    """The round whose wagers an award makes good."""
    return dispute.round if command.round is None else int(command.round)


def why_not_award(state: Table, dispute: Dispute, command: Any, ctx: Context[Any], cite: Clauses) -> Refusal | None:
    """Why an award cannot be given: by whom, for which wagers, how much of what they could pay, and out of the rack.

    What the rack lacks at a table that a tournament reserves is brought out of the tournament's bank.
    """
    waiting = next((each.number for each in state.unsigned if each.dispute == dispute.number), None)
    if waiting is not None:
        return Refusal(Reason.ALREADY, cite, {"act": waiting, "next": "a second person signs for it, or refuses"})
    cents: int = command.award
    if not cents:
        return None
    if ctx.by.id in (dispute.complainant, dispute.by) or automaton(ctx.by.id):
        return Refusal(Reason.NOT_YOURS, cite, {"award": cents, "raised by": dispute.by})
    number, player = made_good(dispute, command), dispute.complainant
    owed = claim(state, ctx.rules, player, number)
    of_cash = why_not_awarded(state, number, ctx.clauses)
    if of_cash is not None:
        return of_cash
    if owed is None:
        return Refusal(Reason.NO_CAUSE, cite, {"award": cents, "wagers in round": number, "of the complainant": "none"})
    if number == state.round_now and _undecided(state, player, ctx.rules):
        return Refusal(Reason.NOT_NOW, cite, {"round": number, "next": "its wagers are settled first"})
    if cents > owed.room:
        bound = {"could have paid": owed.most, "came of it": owed.got, "awarded before": owed.awarded}
        return Refusal(Reason.LIMITS, cite, {"round": number, **bound, "award": cents})
    there = max(0, state.chips.get(RACK, 0))
    if state.reserved is None and cents > there:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, cite, {"rack": there, "award": cents, "next": "the rack is filled"})
    return None


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """What someone of the house must know before they award anything in a dispute, in cents."""

    wagered: bool
    """Whether the complainant had a wager in the round that it is about."""
    undecided: bool
    """Whether one of those wagers has not ended yet."""
    most: int
    """What they could have brought at most,"""
    got: int
    """what came of them,"""
    awarded: int
    """what was awarded for them before,"""
    room: int
    """and what can still be awarded."""
    alone: int
    """What of it one person can give without a second signature."""
    rack: int
    """What the rack holds; at a table that a tournament reserves, what its bank brings to the rack."""
    waiting: int = 0
    """An award that waits for a second signature: its number,"""
    waiting_cents: int = 0
    """how much it is,"""
    waiting_by: str = ""
    """who would give it,"""
    barred: tuple[str, ...] = ()
    """and who may not be the second."""


def prospect(state: Table, dispute: Dispute, rules: Rules[Any, Any]) -> Prospect:
    """What could be awarded in a dispute for the round that it is about."""
    owed = claim(state, rules, dispute.complainant, dispute.round) or Claim(dispute.round, dispute.complainant, 0, 0)
    open_stakes = dispute.round == state.round_now and _undecided(state, dispute.complainant, rules)
    waiting = next((each for each in state.unsigned if each.dispute == dispute.number), None)
    return Prospect(
        wagered=owed.most > 0,
        undecided=open_stakes,
        most=owed.most,
        got=owed.got,
        awarded=owed.awarded,
        room=owed.room,
        alone=max(0, state.signs_alone - given_before(state, dispute.complainant)),
        rack=max(0, state.chips.get(RACK, 0)) if state.reserved is None else owed.room,
        waiting=waiting.number if waiting else 0,
        waiting_cents=waiting.cents if waiting else 0,
        waiting_by=waiting.name if waiting else "",
        barred=waiting.barred if waiting else (),
    )


def _undecided(state: Table, player: str, rules: Rules[Any, Any]) -> bool:
    return any(each.player == player and each.settled is None for each in rules.stakes(state))


def to_be_signed(state: Table, dispute: Dispute, command: Any, ctx: Context[Any], cite: Clauses) -> Decision | None:
    """What becomes of an award that takes a second signature: not of whoever raised the dispute, nor of who gets it."""
    gift = Gift(command.award, dispute.complainant, (dispute.by,) if dispute.by else ())
    return waits_for_second(state, command, gift, ctx, cite)


def paid_out(state: Table, event: Any, disputes: tuple[Dispute, ...], rules: Rules[Any, Any]) -> Table:
    """The table once a word was given, with any award out of the rack and counted for its round."""
    if event.award and event.round:
        owed = claim(state, rules, event.concerns, event.round)
        state = replace(state, claims=with_award(state, owed, event.award))
    given = with_gift(state, event.concerns, event.award, event.second)
    return replace(state, disputes=disputes, given_alone=given, chips=bank(state, event.moves))
