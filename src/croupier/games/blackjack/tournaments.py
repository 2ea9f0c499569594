"""What the Blackjack book says of tournaments (BJ 16)."""

from __future__ import annotations

from croupier.books import book, cite
from croupier.table.tournaments.conditions import Statement
from croupier.table.tournaments.matters import TournamentBook, always, stated, where_any

TOURNAMENTS = TournamentBook(
    book=book("blackjack"),
    matters=(
        where_any("BJ 16.2.1(a)", "Entry fee", "details.fee"),
        always("BJ 16.2.1(b)", "Tournament chips", "bank.start", "?bank.every_round"),
        always("BJ 16.2.1(c)", "Compulsory wager", "?wagers.compulsory.least|wagers.compulsory.found"),
        always(
            "BJ 16.2.1(d)",
            "Structure",
            "structure.durations|structure.basis",
            "structure.tables|structure.basis",
            "?structure.going_on",
            "?structure.second_chances",
            "prizes.ties",
        ),
        always("BJ 16.2.1(e)", "Buying back in", "?structure.buy_back.method", "?structure.buy_back.until"),
        stated("BJ 16.2.1(f)(i)", "Who is entitled to enter", Statement.ENTITLED),
        stated("BJ 16.2.1(f)(ii)", "That any application may be refused", Statement.MAY_REFUSE, "entry.refusing"),
        where_any("BJ 16.2.1(f)(iii)", "Criteria of selection", "entry.criteria"),
        always("BJ 16.2.1(g)", "Terms of entry", "entry.withdrawal", "entry.form", "details.least", "details.most"),
        always(
            "BJ 16.2.1(h)",
            "Disqualification, retirement and refunds",
            "conduct.disqualified",
            "conduct.retirement",
            "?conduct.refunds",
        ),
        always("BJ 16.2.1(i)", "Coming late, or not at all", "conduct.late", "conduct.absent"),
        always("BJ 16.2.1(j)", "Prizes", "prizes.places"),
        stated("BJ 16.2.1(k)", "That the rules prevail", Statement.RULES_PREVAIL),
    ),
    varied_under=cite("BJ 16.2.1(k)"),
    conduct_under=cite("BJ 16.2.1(k)"),
    progress_under=cite("BJ 16.2.1(d)"),
    entrants_under=cite("BJ 16.2.1(g)"),
    prizes_under=cite("BJ 16.2.1(j)"),
    disputes_under=cite("BJ 17.10"),
    director_final=False,
    agreed_where_cash=cite("BJ 16.3.5(b)"),
    agreed_besides=True,
    seats=9,
    seats_under=cite("BJ 2.1"),
)
