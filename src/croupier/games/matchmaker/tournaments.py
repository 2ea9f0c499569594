"""What the Matchmaker book says of tournaments (MM 10)."""

from __future__ import annotations

from croupier.books import book, cite
from croupier.table.tournaments.conditions import Statement
from croupier.table.tournaments.matters import TournamentBook, always, stated, where_any

TOURNAMENTS = TournamentBook(
    book=book("matchmaker"),
    matters=(
        where_any("MM 10.2.1(a)", "Entry fee", "details.fee"),
        always(
            "MM 10.2.1(b)",
            "Tournament chips and buy-in",
            "bank.start",
            "?bank.every_round",
            "?details.buy_in",
            "bank.afterwards",
        ),
        always("MM 10.2.1(c)", "Compulsory wager", "?wagers.compulsory.least|wagers.compulsory.found"),
        always(
            "MM 10.2.1(d)",
            "Structure",
            "structure.durations|structure.basis",
            "structure.tables|structure.basis",
            "?structure.going_on",
            "?structure.second_chances",
            "prizes.ties",
        ),
        always("MM 10.2.1(e)", "Secret wagers", "?wagers.secret.many", "?wagers.secret.each", "?wagers.secret.how"),
        always("MM 10.2.1(f)", "Buying back in", "?structure.buy_back.method", "?structure.buy_back.until"),
        stated("MM 10.2.1(g)(i)", "Who is entitled to enter", Statement.ENTITLED),
        stated("MM 10.2.1(g)(ii)", "That any application may be refused", Statement.MAY_REFUSE, "entry.refusing"),
        where_any("MM 10.2.1(g)(iii)", "Criteria of selection", "entry.criteria"),
        always("MM 10.2.1(h)", "Terms of entry", "entry.withdrawal", "entry.form", "details.least", "details.most"),
        always(
            "MM 10.2.1(i)",
            "Disqualification, retirement and refunds",
            "conduct.disqualified",
            "conduct.retirement",
            "?conduct.refunds",
        ),
        always("MM 10.2.1(j)", "Coming late, or not at all", "conduct.late", "conduct.absent"),
        always("MM 10.2.1(k)", "Prizes", "prizes.places"),
        stated("MM 10.2.1(l)", "That the rules prevail", Statement.RULES_PREVAIL),
    ),
    varied=("2", "3", "4", "5", "6", "7", "8", "9"),
    varied_under=cite("MM 10.2.2"),
    secret_under=cite("MM 10.2.1(e)"),
    conduct_under=cite("MM 10.2.1(l)"),
    progress_under=cite("MM 10.2.1(d)"),
    entrants_under=cite("MM 10.2.1(h)"),
    prizes_under=cite("MM 10.2.1(k)"),
    disputes_under=cite("MM 11.10"),
    director_final=False,
    agreed_where_cash=cite("MM 10.3.5(b)"),
    agreed_besides=True,
    seats=9,
    seats_under=cite("MM 2.1"),
)
