"""What the Crown Poker book says of tournaments (CP 12)."""

from __future__ import annotations

from croupier.books import book, cite
from croupier.games.crown_poker.terms import GAMES, Bet
from croupier.table.tournaments.clauses import EliminationClauses
from croupier.table.tournaments.matters import TournamentBook
from croupier.table.tournaments.terms_and_conditions import clauses, matters

ELIMINATION = EliminationClauses(
    stake=cite("CP 6.11"),
    levels=cite("CP 6.10"),
    seats_drawn=cite("CP 8.1.1"),
    moved=cite("CP 8.10"),
    closing=cite("CP 13.3"),
    notice_hands=3,
)

TOURNAMENTS = TournamentBook(
    book=book("crown-poker"),
    clauses=clauses("CP", ELIMINATION),
    matters=matters("CP"),
    varied_under=cite("CP 12.4.8(c)"),
    secret_under=cite("CP 12.4.4(c)"),
    conduct_under=cite("CP 12.4.8(g)"),
    progress_under=cite("CP 12.4.3(a)(iii)"),
    entrants_under=cite("CP 12.4.1(a)(iii)"),
    prizes_under=cite("CP 12.4.7(b)"),
    disputes_under=cite("CP 12.4.8(h)"),
    complaints_under=cite("CP 12.4.8(j)"),
    director_final=True,
    employees_under=cite("CP 12.4.2(a)(v)"),
    agreed_where_cash=cite("CP 12.4.8(d)(ii)"),
    agreed_besides=False,
    side_wagers={"flop chase": tuple([each.value for each in Bet])},
    readings=frozenset(
        (
            "changes_bind",
            "director_alone",
            "employees_alone",
            "left_over_to_first",
            "substitutes_own",
        )
    ),
    games={variant.value: (game.most_players, game.seats) for variant, game in GAMES.items()},
    shoes=False,
    seats=11,
    seats_under=cite("CP 4.1:Holdem"),
)
