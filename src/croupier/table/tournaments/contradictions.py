"""What the conditions of a tournament may not say: it is refused in the draft, with the rule that it is against."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from croupier.books import UnknownClause, look_up
from croupier.money import dollars
from croupier.table.contract import Clauses
from croupier.table.tournaments.conditions import Afterwards, Conditions, Round, Statement, Ties, Won
from croupier.table.tournaments.matters import TournamentBook

RULES_COME_FIRST = "ruling 80"
SECRET_WAGERS = "secret_wagers"
"""What a book must leave open to be read so, where it does not speak of secret wagers itself (ruling 93)."""


class Contradiction(msgspec.Struct, frozen=True):
    """Something in a draft that cannot stand."""

    why: str
    under: Clauses


def contradictions(conditions: Conditions, book: TournamentBook) -> tuple[Contradiction, ...]:
    """Everything in a draft that is against a rule, or against something else in it."""
    found = (
        *_wagers(conditions, book),
        *_people(conditions, book),
        *_numbers(conditions, book),
        *_rounds(conditions, book),
        *_prizes(conditions, book),
        *_variations(conditions, book),
        *(() if conditions.entry.won is None else _won(conditions, conditions.entry.won, book)),
    )
    return found


def _won(conditions: Conditions, said: Won, book: TournamentBook) -> Iterator[Contradiction]:
    """What cannot stand beside entries that are won in play."""
    won, details, structure = book.won, conditions.details, conditions.structure
    if won is None:
        yield Contradiction("this book knows no entries that are won in play", (book.conduct_under, RULES_COME_FIRST))
        return
    if any([details.fee, details.buy_in, details.re_buy, details.add_on]):
        yield Contradiction("nobody pays for an entry that is won", (won.entitled, RULES_COME_FIRST))
    least, most = won.schedules[0].entrants, won.schedules[-1].entrants
    if (details.least, details.most) != (least, most):
        yield Contradiction(
            f"the schedules are for {least} entrants at the least and {most} at the most", (won.schedule,)
        )
    if not won.days[0] <= said.days <= won.days[1]:
        why = f"{said.days} days are not between {won.days[0]} and {won.days[1]}"
        yield Contradiction(why, (won.begins, "ruling 101"))
    if structure.rounds or structure.second_chances:
        yield Contradiction("the schedule says what rounds there are, and who goes on", (won.schedule, "ruling 103"))
    if conditions.prizes.pool is not None or conditions.prizes.places:
        yield Contradiction("pool and prizes follow from how many enter", (won.pools, won.schedule))
    if conditions.prizes.deals:
        yield Contradiction("the prizes of each place are fixed, and not shared otherwise", (won.pools, won.schedule))
    if not conditions.bank.every_round:
        yield Contradiction("everyone begins each heat and the final with as many chips", (won.level, "ruling 91"))
    if conditions.prizes.ties not in (Ties.EXTRA_HANDS, Ties.SHARED):
        yield Contradiction("those with equal banks play extra hands", (won.ties, "ruling 106"))
    if conditions.bank.top_up is None:
        why = "it is not said what those who are tied are given where their banks are too small"
        yield Contradiction(why, (won.ties, "ruling 105"))
    if not conditions.wagers.side_wagers:
        yield Contradiction(
            "the tournament is played with the bet that its entries are won by", (won.game, "ruling 108")
        )
    if conditions.conduct.substitutes is None:
        yield Contradiction("it is not said who may play for those with several entries", (won.substitutes_stated,))


def _wagers(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    wagers = conditions.wagers
    if wagers.secret and SECRET_WAGERS in book.readings and not conditions.readings.secret_wagers:
        yield Contradiction("this book knows no secret wagers", (book.conduct_under, "ruling 93"))
    if wagers.jackpots:
        yield Contradiction("jackpot wagers are not offered in a tournament", (book.conduct_under, "ruling 114"))
    named = (conditions.wagers.side_wagers,) if conditions.entry.won is None else ()
    for each in named:
        yield from _side_wagers(each, book)
    least = wagers.compulsory.least if wagers.compulsory and not isinstance(wagers.compulsory, bool) else None
    if least is not None and conditions.bank.start is not None and least > conditions.bank.start:
        why = f"nobody could lay the compulsory wager of {least:,} from a bank of {conditions.bank.start:,}"
        yield Contradiction(why, (book.conduct_under, "ruling 92"))


def _side_wagers(said: tuple[str, ...] | bool | None, book: TournamentBook) -> Iterator[Contradiction]:
    """Wagers beside the main one: by name, and such as the game has."""
    under, known = (book.conduct_under, "ruling 114"), ", ".join(book.side_wagers) or "none"
    if said is True and len(book.side_wagers) != 1:
        yield Contradiction(f"it is not said which side wagers are offered, of {known}", under)
    strange = [each for each in said if each not in book.side_wagers] if isinstance(said, tuple) else []
    if strange:
        yield Contradiction(f"{strange[0]} is no side wager that can be offered here; there are {known}", under)


def side_bets(conditions: Conditions, book: TournamentBook) -> tuple[str, ...]:
    """The bets beside the main one that the tables of a tournament offer."""
    said = conditions.wagers.side_wagers
    if conditions.entry.won is not None and book.won is not None:
        return (book.won.bet,)
    if not said:
        return ()
    names = tuple(book.side_wagers) if isinstance(said, bool) else said
    return tuple([bet for name in names for bet in book.side_wagers.get(name, ())])


def _people(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    if Statement.DIRECTOR_FINAL in conditions.statements and not book.director_final:
        yield Contradiction("the director has not the last word in this book", (book.disputes_under, "ruling 100"))
    if conditions.entry.employees and not book.employees_under:
        yield Contradiction("this book lets nobody enter who works for the house", (book.conduct_under, "ruling 98"))
    cash = conditions.bank.afterwards is Afterwards.CASH
    agreed = Statement.EARLY_END_AGREED in conditions.statements
    both = book.agreed_besides and not conditions.readings.early_end_either
    if cash and conditions.structure.early_end and both and not agreed:
        why = "where chips become cash, play ends early only if everyone at the table agrees, which is not stated"
        yield Contradiction(why, (book.agreed_where_cash, "ruling 89"))


def _numbers(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    details = conditions.details
    if details.least is not None and details.most is not None and details.least > details.most:
        yield Contradiction(f"at least {details.least} and at most {details.most} is nobody", (book.entrants_under,))
    if conditions.bank.every_round and conditions.bank.afterwards is Afterwards.CARRIED:
        yield Contradiction("banks are carried into the next round, or given anew there", ("ruling 91",))


def _rounds(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    rounds = conditions.structure.rounds or ()
    most = conditions.details.most
    for before, each in zip((None, *rounds), rounds, strict=False):
        comes = most if before is None else _going_on(before)
        if each.tables is not None and comes is not None and comes > each.tables * book.seats * _sittings(each):
            why = f"{each.name}: {comes} do not find a seat at {each.tables} tables of {book.seats}"
            yield Contradiction(why, (book.seats_under, book.progress_under))
        if before is not None and not before.progress:
            yield Contradiction(f"nobody goes on from {before.name}", (book.progress_under,))
    for each in rounds:
        goes_on = _going_on(each)
        if goes_on is not None and each.tables is not None and goes_on > each.tables * book.seats * _sittings(each):
            why = f"{each.name}: {goes_on} go on of {each.tables * book.seats * _sittings(each)} seats"
            yield Contradiction(why, (book.progress_under,))
    if rounds and rounds[-1].progress:
        yield Contradiction(f"nothing comes after {rounds[-1].name}, from which some go on", (book.progress_under,))


def _going_on(each: Round) -> int | None:
    """How many go on from a round, as far as the conditions say."""
    if not each.progress or isinstance(each.progress, bool) or each.tables is None or each.progress.each_table is None:
        return None
    return each.progress.each_table * each.tables * _sittings(each) + each.progress.others


def _sittings(each: Round) -> int:
    """How often the tables of a round are filled: once, unless everyone plays in one of its sessions."""
    return each.sessions if each.apart else 1


def _prizes(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    prizes = conditions.prizes
    places = prizes.places or ()
    under = (book.prizes_under,)
    for place, each in enumerate(places, 1):
        if sum(part is not None for part in (each.amount, each.per_mille, each.thing)) != 1:
            yield Contradiction(f"place {place} has an amount, or a part of the pool, or a thing", under)
    if conditions.details.most is not None and len(places) > conditions.details.most:
        yield Contradiction(f"{len(places)} prizes for {conditions.details.most} entrants", under)
    parts = sum(each.per_mille or 0 for each in places)
    amounts = sum(each.amount or 0 for each in places)
    if parts > 1000:
        yield Contradiction(f"the places have {parts / 10:g} percent of the pool between them", under)
    elif prizes.pool is not None and amounts + prizes.pool * parts // 1000 != prizes.pool and places:
        why = f"the places do not come to the pool of {dollars(prizes.pool)}"
        yield Contradiction(why, (*under, "ruling 97"))
    paid = [each.amount for each in places if each.amount is not None]
    if paid != sorted(paid, reverse=True):
        yield Contradiction("a later place has more than an earlier one", under)


def _variations(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    for each in conditions.varies:
        try:
            look_up(each.clause)
        except UnknownClause:
            yield Contradiction(f"there is no clause {each.clause} to vary", (book.varied_under,))
            continue
        code, _, number = each.clause.partition(" ")
        if code != book.book.code:
            yield Contradiction(f"{each.clause} is a clause of another book", (book.varied_under, RULES_COME_FIRST))
        elif number.split(".")[0] not in book.varied:
            why = f"{each.clause} cannot be varied: the rules prevail"
            yield Contradiction(why, (book.varied_under, each.clause, RULES_COME_FIRST))
