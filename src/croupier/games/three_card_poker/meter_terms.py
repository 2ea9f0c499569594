"""What the Three Card Poker book says of its prize meters (TCP 6 and 7)."""

from __future__ import annotations

from croupier.books import book, cite
from croupier.cards.ranking import FiveCards
from croupier.games.three_card_poker.terms import INCREMENTS, METER_CLAUSE, METER_SHARE
from croupier.table.meter_terms import MeterClauses, MeterTerms


def _name(hand: FiveCards) -> str:
    """A hand as wins are recorded."""
    return hand.name.lower().replace("_", " ")


METER_TERMS = MeterTerms(
    book=book("three-card-poker"),
    clauses=MeterClauses(
        reconciled=(cite("TCP 6.3"), cite("TCP 6.4.1"), "ruling 55"),
        system=cite("TCP 6.1.1"),
        group_of_tables=cite("TCP 6.1.1(a)"),
        same_prizes=(cite("TCP 6.1.1(b)(i)"), cite("TCP 6.1.1(b)(ii)")),
        same_seed_and_rate=cite("TCP 6.1.1(b)(iii)"),
        one_group=cite("TCP 6.1.1(c)"),
        one_price=cite("TCP 6.1.1(d)"),
        prices_differ=cite("TCP 6.1.1(e)"),
        one_option=cite("TCP 6.1.1(f)"),
        option_change=cite("TCP 6.1.1(g)"),
        tables_change=cite("TCP 6.1.1(h)"),
        tables_follow=cite("ruling 59"),
        closing=cite("TCP 6.1.1(i)"),
        late_joiner=cite("ruling 59"),
        balance_moves=cite("TCP 6.1.1(j)"),
        balance_held=cite("ruling 55"),
        meter_working=cite("TCP 6.2.1"),
        exact_price=cite("TCP 6.2.3"),
        seed=cite("TCP 6.3.1"),
        increment=cite("TCP 6.3.2"),
        prizes_come_off=cite("TCP 6.3.3"),
        reset_below_seed=cite("TCP 6.4.1"),
        reset_by_royals=cite("TCP 6.4.2"),
        reading=cite("TCP 6.5.3"),
        game_undone=cite("TCP 11.15"),
        undone_in_cycle=cite("ruling 59"),
        void_share=cite("TCP 13.2.1"),
        determined=cite("TCP 7.1.1"),
        rounded_meter=cite("TCP 7.3.1"),
        outcome_recorded=cite("TCP 7.3.2"),
        round_at_once=cite("TCP 7.3.3"),
        tables_in_order=cite("TCP 7.3.4"),
        wins_together=cite("TCP 7.4"),
        pool=cite("TCP 7.4.1"),
        pool_formula=cite("TCP Table 5:formula"),
        royal_share=cite("TCP 7.4.2(a)"),
        royal_formula=cite("TCP Table 6:formula"),
        straight_share=cite("TCP 7.4.2(b)"),
        straight_formula=cite("TCP Table 7:formula"),
        one_straight_alone=cite("TCP Table 8:S=1"),
        straights_alone=cite("TCP 7.4.3"),
        straights_alone_formula=cite("TCP Table 8:formula"),
        prize_rounding=cite("ruling 53"),
    ),
    notice_ms=20 * 60 * 1000,
    price_step=100,
    increments=INCREMENTS,
    increment_clauses={
        option: {seed: cite(f"TCP Table {option}:{seed:,}") for seed in seeds} for option, seeds in INCREMENTS.items()
    },
    royal=_name(FiveCards.ROYAL_FLUSH),
    prize_clauses={option: {_name(hand): METER_CLAUSE[option, hand] for hand in METER_SHARE} for option in INCREMENTS},
)
