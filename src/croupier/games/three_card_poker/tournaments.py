"""What the Three Card Poker book says of tournaments (TCP 12)."""

from __future__ import annotations

from croupier.books import book, cite
from croupier.games.three_card_poker.terms import Bet
from croupier.table.tournaments.matters import TournamentBook
from croupier.table.tournaments.terms_and_conditions import clauses, matters

TOURNAMENTS = TournamentBook(
    book=book("three-card-poker"),
    clauses=clauses("TCP"),
    matters=matters("TCP"),
    varied_under=cite("TCP 12.4.8(c)"),
    secret_under=cite("TCP 12.4.4(c)"),
    conduct_under=cite("TCP 12.4.8(g)"),
    progress_under=cite("TCP 12.4.3(a)(iii)"),
    entrants_under=cite("TCP 12.4.1(a)(iii)"),
    prizes_under=cite("TCP 12.4.7(b)"),
    disputes_under=cite("TCP 12.4.8(h)"),
    complaints_under=cite("TCP 12.4.8(j)"),
    director_final=True,
    employees_under=cite("TCP 12.4.2(a)(v)"),
    agreed_where_cash=cite("TCP 12.4.8(d)(ii)"),
    agreed_besides=False,
    side_wagers={Bet.PAIR_PLUS.value: (Bet.PAIR_PLUS.value,)},
    readings=frozenset(
        (
            "changes_bind",
            "director_alone",
            "rest_wagered",
            "employees_alone",
            "left_over_to_first",
            "substitutes_own",
        )
    ),
    shoes=False,
    seats=9,
    seats_under=cite("TCP 2.1"),
)
