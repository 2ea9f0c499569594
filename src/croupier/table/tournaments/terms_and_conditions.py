"""Section 12 of the books that call the conditions of a tournament its terms and conditions: they say the same."""

from __future__ import annotations

from croupier.books import cite
from croupier.table.tournaments.clauses import EliminationClauses, TournamentClauses
from croupier.table.tournaments.conditions import Statement
from croupier.table.tournaments.matters import Matter, always, stated, where_any


def matters(code: str) -> tuple[Matter, ...]:
    """What section 12.4 of a book wants said, in its order."""

    def at(number: str) -> str:
        return f"{code} 12.4.{number}"

    return (
        always(at("1(a)(i)"), "When it is held", "details.starts|details.starts_with"),
        where_any(
            at("1(a)(ii)"),
            "Entry fee, buy-in, re-buy and add-on",
            "details.fee|details.buy_in|details.re_buy|details.add_on",
        ),
        always(at("1(a)(iii)"), "The least and the most entrants", "details.least", "details.most"),
        always(at("1(a)(iv)"), "Where it is held", "details.place"),
        stated(at("1(b)"), "That starts may be moved", Statement.STARTS_MAY_MOVE),
        stated(at("1(c)"), "That changes are notified", Statement.CHANGES_NOTIFIED),
        stated(at("2(a)(i)"), "That taking part accepts the conditions", Statement.ACCEPTANCE),
        stated(at("2(a)(ii)"), "Who is entitled to enter", Statement.ENTITLED),
        stated(at("2(a)(iii)"), "That any application may be refused", Statement.MAY_REFUSE, "entry.refusing"),
        where_any(at("2(a)(iv)"), "Criteria of selection", "entry.criteria"),
        stated(at("2(a)(v)"), "People of the house who take part", Statement.EMPLOYEES, "entry.employees"),
        stated(at("2(b)(i)"), "That the conditions bind", Statement.ABIDE),
        always(at("2(b)(ii)"), "How the conditions are made available", "entry.available"),
        stated(at("2(b)(iii)"), "That a copy is signed", Statement.SIGNED_COPIES, "entry.signed_copies"),
        always(at("2(c)"), "How one enters", "entry.method"),
        always(at("2(d)"), "Terms of entry", "entry.withdrawal"),
        always(at("3(a)(i)"), "How many rounds, or on what basis", "structure.durations|structure.basis"),
        always(at("3(a)(ii)"), "How many tables, or on what basis", "structure.tables|structure.basis"),
        where_any(at("3(a)(iii)"), "Going on from round to round", "structure.going_on"),
        where_any(at("3(a)(iv)"), "Buying back in", "structure.buy_back.method", "structure.buy_back.until"),
        where_any(at("3(a)(v)"), "Second chances", "structure.second_chances"),
        stated(at("3(b)"), "That all have equal banks", Statement.EQUAL_BANKS),
        where_any(at("3(c)"), "What becomes of the chips", "bank.afterwards"),
        always(at("4(a)"), "The chips", "bank.kind"),
        where_any(at("4(b)"), "Compulsory wager", "wagers.compulsory.least|wagers.compulsory.found"),
        where_any(at("4(c)"), "Secret wagers", "wagers.secret.many", "wagers.secret.each", "wagers.secret.how"),
        always(at("5(a)"), "Elimination", "conduct.eliminated"),
        always(at("6(a)"), "Winners", "prizes.winners", "prizes.ties"),
        always(at("7(a)"), "The prize pool", "prizes.pool|prizes.found"),
        always(at("7(b)"), "How it is shared out", "prizes.places"),
        always(at("8(a)(i)"), "Penalties", "?conduct.penalised"),
        always(at("8(a)(ii)"), "Disqualification", "conduct.disqualified"),
        always(at("8(a)(iii)"), "Substitutes", "?conduct.substitutes"),
        always(at("8(a)(iv)"), "Refunds", "?conduct.refunds"),
        always(at("8(b)(i)"), "Coming late, or not at all", "conduct.late"),
        always(at("8(b)(ii)"), "Being absent", "conduct.absent"),
        always(at("8(b)(iii)"), "Telephones", "?conduct.telephones"),
        always(at("8(b)(iv)"), "What follows a substitute", "?conduct.substituted"),
        always(at("8(b)(v)"), "What follows disqualification", "conduct.disqualified_chips"),
        always(at("8(b)(vi)"), "Retirement", "conduct.retirement"),
        stated(at("8(c)"), "That the rules prevail", Statement.RULES_PREVAIL),
        stated(at("8(d)(i)"), "That play may end once it is determined", Statement.EARLY_END_DETERMINED),
        stated(at("8(d)(ii)"), "That play may end if all agree", Statement.EARLY_END_AGREED),
        stated(at("8(e)"), "Privacy", Statement.PRIVACY),
        stated(at("8(f)"), "Promotion", Statement.PROMOTION),
        stated(at("8(g)"), "That it goes by conditions and rules", Statement.CONDUCTED_BY_RULES),
        stated(at("8(h)"), "The last word", Statement.DIRECTOR_FINAL),
        stated(at("8(i)"), "Liability", Statement.NO_LIABILITY),
        stated(at("8(j)"), "Complaints", Statement.COMPLAINTS),
    )


def clauses(code: str, elimination: EliminationClauses | None = None) -> TournamentClauses:
    """Where section 12 of a book says what each act of a tournament rests on."""

    def at(number: str) -> str:
        return cite(f"{code} 12.{number}")

    return TournamentClauses(
        may_hold=at("1"),
        documented=at("2.1"),
        available=at("2.2(a)"),
        inspectors=at("2.2(b)"),
        changes=at("4.1(c)"),
        director=at("2.3"),
        presence=at("2.3"),
        deputies=at("2.3(a)"),
        briefing=at("3.1"),
        instruction=at("3.2"),
        signing=at("4.2(b)(iii)"),
        entitled=at("4.2(a)(ii)"),
        refusing=at("4.2(a)(iii)"),
        criteria=at("4.2(a)(iv)"),
        employees=at("4.2(a)(v)"),
        fee=at("4.1(a)(ii)"),
        entrants=at("4.1(a)(iii)"),
        entry=at("4.2(c)"),
        withdrawal=at("4.2(d)"),
        chips=at("4.3(b)"),
        afterwards=at("4.3(c)"),
        compulsory=at("4.4(b)"),
        structure=at("4.3(a)(i)"),
        progress=at("4.3(a)(iii)"),
        buy_back=at("4.3(a)(iv)"),
        eliminated=at("4.5(a)"),
        penalised=at("4.8(a)(i)"),
        disqualified=at("4.8(a)(ii)"),
        retirement=at("4.8(b)(vi)"),
        refunds=at("4.8(a)(iv)"),
        late=at("4.8(b)(i)"),
        absent=at("4.8(b)(ii)"),
        substitute=at("4.8(a)(iii)"),
        moved_start=at("4.1(b)"),
        designated=at("2.4"),
        reserved=at("2.5"),
        early_determined=at("4.8(d)(i)"),
        early_agreed=at("4.8(d)(ii)"),
        winners=at("4.6(a)"),
        prizes=at("4.7(b)"),
        prevail=at("4.8(c)"),
        promotion=at("4.8(f)"),
        deputies_by_director=True,
        signing_stated=True,
        substitute_approved=False,
        reserved_throughout=True,
        elimination=elimination,
    )
