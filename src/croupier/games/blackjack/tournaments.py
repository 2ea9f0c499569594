"""What the Blackjack book says of tournaments (BJ 16), and of the Magnificent Sevens Tournament (BJ 13.9)."""

from __future__ import annotations

from croupier.books import book, cite
from croupier.games.blackjack.terms import SEVENS_BONUS, SEVENS_ENTRANTS, SEVENS_PLACES, Bet, Variant
from croupier.table.tournaments.clauses import TournamentClauses
from croupier.table.tournaments.conditions import Prize, Progress, Round, Statement
from croupier.table.tournaments.matters import TournamentBook, always, stated, where_any
from croupier.table.tournaments.won import Schedule, WonEntries

TABLES_IN_PLAY = 7
"""So many tables are played at in one sitting, and so many entrants sit at each (BJ 13.9.5(g), ruling 103)."""
SHOES = 3

GOING_ON = {
    1: Progress(each_table=1),
    2: Progress(each_table=3, others=7),
    3: Progress(each_table=4, others=14),
    4: Progress(each_table=5, others=7),
}
"""Who goes on from heats of so many sittings (BJ 13 Table 3)."""


def _heats(sittings: int) -> Round:
    return Round(
        name=f"Heats of {sittings * SEVENS_ENTRANTS}",
        sessions=sittings,
        apart=True,
        tables=TABLES_IN_PLAY,
        shoes=SHOES,
        progress=GOING_ON[sittings],
    )


def _schedule(times: int) -> Schedule:
    """For so many times the fewest entrants: each round of heats leaves as many as the next smaller schedule has."""
    return Schedule(
        entrants=times * SEVENS_ENTRANTS,
        rounds=(*map(_heats, range(times, 0, -1)), Round(name="Final", tables=1, shoes=SHOES)),
        pool=times * sum(SEVENS_PLACES.values()),
        places=tuple([Prize(amount=times * cents) for cents in SEVENS_PLACES.values()]),
    )


SEVENS = WonEntries(
    bet=Bet.SEVENS.value,
    version="magnificent-sevens",
    schedules=tuple([_schedule(times) for times in GOING_ON]),
    bonus=SEVENS_BONUS,
    days=(90, 110),
    wins=cite("BJ 13 Table 1:Three Sevens same suit"),
    entitled=cite("BJ 13 Table 1:* free entry"),
    begins=cite("BJ 13.9.4"),
    schedule=cite("BJ 13.9.6"),
    pools=cite("BJ 13.9.3"),
    bonus_paid=cite("BJ 13.9.5(a)"),
    level=cite("BJ 13.9.5(b)"),
    ties=cite("BJ 13.9.5(d)"),
    play_off=cite("BJ 13.9.5(e)"),
    game=cite("BJ 13.9.2"),
    substitutes=cite("BJ 13.9.7(a)"),
    substitutes_stated=cite("BJ 13.9.7(b)"),
    determined=cite("BJ 13.7.3(a)"),
)

TOURNAMENTS = TournamentBook(
    book=book("blackjack"),
    clauses=TournamentClauses(
        may_hold=cite("BJ 16.1.1"),
        documented=cite("BJ 16.2.1(k)"),
        approval=cite("BJ 16.1.3"),
        director=cite("BJ 16.1.2(a)"),
        presence=cite("BJ 16.2.4"),
        deputies=cite("BJ 16.1.2(b)"),
        briefing=cite("BJ 16.2.2"),
        signing=cite("BJ 16.2.3"),
        entitled=cite("BJ 16.2.1(f)(i)"),
        refusing=cite("BJ 16.2.1(f)(ii)"),
        criteria=cite("BJ 16.2.1(f)(iii)"),
        fee=cite("BJ 16.2.1(a)"),
        entrants=cite("BJ 16.2.1(g)"),
        entry=cite("BJ 16.2.1(g)"),
        withdrawal=cite("BJ 16.2.1(g)"),
        chips=cite("BJ 16.2.1(b)"),
        afterwards=cite("BJ 16.2.1(b)"),
        compulsory=cite("BJ 16.2.1(c)"),
        structure=cite("BJ 16.2.1(d)"),
        progress=cite("BJ 16.2.1(d)"),
        buy_back=cite("BJ 16.2.1(e)"),
        eliminated=cite("BJ 16.2.1(e)"),
        disqualified=cite("BJ 16.2.1(h)"),
        retirement=cite("BJ 16.2.1(h)"),
        refunds=cite("BJ 16.2.1(h)"),
        late=cite("BJ 16.2.1(i)"),
        absent=cite("BJ 16.2.1(i)"),
        substitute=cite("BJ 16.3.3"),
        moved_start=cite("BJ 16.3.4"),
        designated=cite("BJ 16.3.1"),
        reserved=cite("BJ 16.3.2"),
        early_determined=cite("BJ 16.3.5(a)"),
        early_agreed=cite("BJ 16.3.5(b)"),
        winners=cite("BJ 16.2.1(d)"),
        prizes=cite("BJ 16.2.1(j)"),
        prevail=cite("BJ 16.2.1(k)"),
        qualified=True,
    ),
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
        always("BJ 16.2.1(j)", "Prizes", "prizes.places|entry.won.prizes", "?prizes.deals"),
        stated("BJ 16.2.1(k)", "That the rules prevail", Statement.RULES_PREVAIL),
    ),
    varied_under=cite("BJ 16.2.1(k)"),
    secret_under=cite("BJ 16.2.1(k)"),
    conduct_under=cite("BJ 16.2.1(k)"),
    progress_under=cite("BJ 16.2.1(d)"),
    entrants_under=cite("BJ 16.2.1(g)"),
    prizes_under=cite("BJ 16.2.1(j)"),
    disputes_under=cite("BJ 17.10"),
    complaints_under=cite("BJ 17.10"),
    director_final=False,
    agreed_where_cash=cite("BJ 16.3.5(b)"),
    agreed_besides=True,
    side_wagers={each.value: (each.value,) for each in (Bet.SEVENS, Bet.PAIRS)},
    readings=frozenset(
        (
            "approved_by_delegate",
            "early_end_either",
            "rest_wagered",
            "secret_wagers",
            "left_over_to_first",
            "substitutes_own",
        )
    ),
    games={each.value: (9, cite("BJ 2.1")) for each in Variant},
    seats=9,
    seats_under=cite("BJ 2.1"),
    won=SEVENS,
)
