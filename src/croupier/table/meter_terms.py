"""What a book says of prize meters: a game whose wagers feed one provides it, and the house keeps its meters by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.books import Book
from croupier.table.contract import Clauses


@dataclass(frozen=True, kw_only=True)
class MeterClauses:
    """Where a book says what a meter's acts rest on."""

    reconciled: tuple[str, ...]
    """What the reconciliation of a meter rests on."""

    # the operator's meters
    system: str
    """The operator may run meters at all."""
    group_of_tables: str
    same_prizes: Clauses
    """All tables of a meter reward the same hands, by the same payouts."""
    same_seed_and_rate: str
    one_group: str
    """No table is in two groups."""
    one_price: str
    prices_differ: str
    """Meters that run at the same time have different prices."""
    one_option: str
    """Meters that run at the same time have the same option and seed."""
    option_change: str
    tables_change: str
    tables_follow: str
    """A table goes by the row and the price of its meter from its next round."""
    closing: str
    late_joiner: str
    """A table that joins while a sign is up has it for as long as the others."""
    balance_moves: str
    balance_held: str
    # wagers and what the meter shows
    meter_working: str
    exact_price: str
    seed: str
    increment: str
    prizes_come_off: str
    reset_below_seed: str
    reset_by_royals: str
    reading: str
    game_undone: str
    undone_in_cycle: str
    """A game undone takes off what it put on since the last reset, and nothing that a reset has consumed."""
    void_share: str
    """A wager may be void while its prize waits."""
    # outcomes and prizes
    determined: str
    rounded_meter: str
    outcome_recorded: str
    round_at_once: str
    """What happens at one table in one round happens at once."""
    tables_in_order: str
    """Tables come one after another, as their outcomes were recorded."""
    wins_together: str
    pool: str
    pool_formula: str
    royal_share: str
    royal_formula: str
    straight_share: str
    straight_formula: str
    one_straight_alone: str
    straights_alone: str
    straights_alone_formula: str
    prize_rounding: str


@dataclass(frozen=True, kw_only=True)
class MeterTerms:
    """A book's options for meters, and the hands that win from one."""

    book: Book
    clauses: MeterClauses
    notice_ms: int
    """How long a sign must be up before what it announces is done."""
    price_step: int
    """A wager's price is a whole number of these, in cents."""
    increments: Mapping[int, Mapping[int, Fraction]]
    """By option and seed: the share of each wager that goes to the meter."""
    increment_clauses: Mapping[int, Mapping[int, str]]
    """By option and seed: the row of the book that says so."""
    royal: str
    """The hand that takes the whole meter, by the name that wins are recorded under."""
    prize_clauses: Mapping[int, Mapping[str, str]]
    """By option and hand: the row of the book that gives each hand that wins from the meter its prize."""

    def has(self, option: int, seed: int) -> bool:
        """Whether the book has such a row."""
        return seed in self.increments.get(option, {})
