"""Three Card Poker just at a bound and one beyond it, where a table script cannot say it."""

from __future__ import annotations

import pytest

from croupier.cards import BY_CHANCE
from croupier.games import game
from croupier.games.three_card_poker.tables import ChangePayTables
from croupier.scripts.table import Table
from croupier.table.contract import Actor, Command, Reason, Refusal
from croupier.table.linked_jackpot import PayJackpotPrizes
from tests.witnesses.scripted import Scripted

MANAGER = Actor("manager", "Manager", "tg-assistant-casino-manager")
STRAIGHT_FLUSH = """
Ann bets $10 on ante
Ann bets $1 on jackpot
deal
Ann looks 9h 8h 7h
Ann plays
dealer shows Qc Jd 4s
jackpot cards 6h 5h
settle
"""


def refused(table: Table, command: Command) -> Reason | None:
    """Why the table alone, whatever its meter says, does not let a manager do this; or None."""
    decision = game("three-card-poker").decide(table.state, command, MANAGER, table.now, BY_CHANCE)
    return decision.reason if isinstance(decision, Refusal) else None


@pytest.mark.parametrize(("cents", "reason"), [(0, Reason.LIMITS), (1, None)])
def test_a_prize_from_the_meter_is_a_cent_at_least(cents: int, reason: Reason | None) -> None:
    table = Scripted("three-card-poker").table_after(STRAIGHT_FLUSH, ", jackpot $1")
    assert refused(table, PayJackpotPrizes(prizes=((1, cents),))) is reason


@pytest.mark.parametrize(
    ("ante_bonus", "pair_plus", "reason"),
    [("B", "F", None), ("D", "F", Reason.LIMITS), ("B", "G", Reason.LIMITS), ("", "F", Reason.LIMITS)],
)
def test_only_tables_that_the_book_has_are_put_on_the_sign(
    ante_bonus: str, pair_plus: str, reason: Reason | None
) -> None:
    """Ante Bonus A to C, Pair Plus A to F (TCP 10.3)."""
    table = Scripted("three-card-poker").table_after("")
    assert refused(table, ChangePayTables(ante_bonus=ante_bonus, pair_plus=pair_plus)) is reason
