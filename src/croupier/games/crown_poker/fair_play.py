"""What players may not agree on, and what an area manager finds of someone who harms the game (CP 8.6, 13.4)."""

from __future__ import annotations

from croupier.books import UnknownClause
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import State
from croupier.table.conduct import ReportContravention, report_contravention
from croupier.table.contract import Command, Decision, Reason, Refusal
from croupier.table.declare import Desk, Part
from croupier.table.engine import Context

part = Part("crown-poker", PokerClauses)


class ProposeDeal(Command, frozen=True, kw_only=True):
    """Offer another player to divide the pot by agreement."""

    to: str


@part.command(
    ProposeDeal,
    label="Propose to divide the pot",
    says=lambda c, who: f"Offer {who(c.to)} to divide the pot",
    desk=Desk.TABLE,
)
def propose_deal(state: State, command: ProposeDeal, ctx: Context[PokerClauses]) -> Decision:
    """Never: each hand is played to its end."""
    return Refusal(Reason.FORBIDDEN, (ctx.clauses.no_deals,), {"with": command.to})


@part.decides(ReportContravention, under="dealing", overrides=True)
def report(state: State, command: ReportContravention, ctx: Context[PokerClauses]) -> Decision:
    """Any clause can be broken; that someone harms the game is for an area manager to find."""
    try:
        clause = ctx.book.clause(command.clause).id
    except UnknownClause:
        clause = ""
    found = f"{ctx.book.code} {clause}" == ctx.clauses.integrity
    lacking = ctx.lacks_rank(ctx.clauses.integrity) if found else None
    return lacking or report_contravention(state, command, ctx)  # type: ignore[arg-type]
