"""What in a draft contradicts itself, or could never come true: found field by field, and refused with the rule."""

from __future__ import annotations

import types
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Union, get_args, get_origin, get_type_hints

from croupier.table.tournaments.conditions import BuyBack, Compulsory, Conditions, Said, Statement
from croupier.table.tournaments.contradictions import Contradiction
from croupier.table.tournaments.matters import TournamentBook

YES_IS_ENOUGH = frozenset({"wagers.side_wagers"})
"""Where a plain yes says all, or its own rule says what it leaves open."""


def stated_contradictions(conditions: Conditions, book: TournamentBook) -> tuple[Contradiction, ...]:
    """Everything of that kind in a draft."""
    return (
        *_plain_yes(conditions, book),
        *_starts(conditions, book),
        *_prices(conditions, book),
        *_banks(conditions, book),
        *_rounds(conditions, book),
        *_places(conditions, book),
        *_rights(conditions, book),
        *_game(conditions, book),
    )


def _plain_yes(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    """Where something may be refused with a no, a yes must say what it is."""
    for path in _yes(conditions, ""):
        under = next((each.clause for each in book.matters if _is_about(each.parts, path)), book.conduct_under)
        yield Contradiction(f"{path}: a yes does not say what it is", (under, "ruling 81"))


def _yes(part: Said, where: str) -> Iterator[str]:
    hints = get_type_hints(type(part), include_extras=True)
    for name in part.__struct_fields__:
        value, path = getattr(part, name), f"{where}{name}"
        if isinstance(value, Said):
            yield from _yes(value, f"{path}.")
        elif isinstance(value, tuple) and value and isinstance(value[0], Said):
            for nth, each in enumerate(value, 1):
                yield from _yes(each, f"{path} {nth}.")
        elif value is True and path not in YES_IS_ENOUGH and _may_say_more(hints[name]):
            yield path


def _may_say_more(hint: Any) -> bool:
    """Whether a field may hold something else beside yes, no and silence."""
    if get_origin(hint) not in (Union, types.UnionType):
        return False
    return any(each not in (bool, type(None)) for each in get_args(hint))


def _is_about(parts: tuple[str, ...], path: str) -> bool:
    told = [each for part in parts for each in part.removeprefix("?").split("|")]
    return any(each == path or each.startswith(f"{path}.") for each in told)


def _starts(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    """Sessions begin one after the other, on days that there are, and no more of them than the rounds have."""
    under, starts = (book.clauses.moved_start, "ruling 84"), conditions.details.starts or ()
    times = []
    for each in starts:
        try:
            times.append(datetime.strptime(each.at, "%Y-%m-%d %H:%M"))
        except ValueError:
            yield Contradiction(f"{each.session}: there is no {each.at}", under)
            return
    for before, time, start in zip(times, times[1:], starts[1:], strict=False):
        if time < before:
            yield Contradiction(f"{start.session} begins before the session that comes first", under)
    rounds = conditions.structure.rounds or ()
    sessions = sum(each.sessions for each in rounds)
    if rounds and len(starts) > sessions:
        yield Contradiction(f"{len(starts)} sessions begin, and the rounds have {sessions}", (book.clauses.structure,))
    if conditions.entry.won is not None and conditions.details.starts_with is not None:
        yield Contradiction("entries that are won begin nothing at once", (book.clauses.structure, "ruling 101"))


def _prices(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    """What is sold can be bought, and has its time."""
    details, structure = conditions.details, conditions.structure
    said, back = structure.elimination, structure.buy_back
    back_in = isinstance(back, BuyBack)
    if details.re_buy and not back_in and (said is None or not said.re_buys):
        yield Contradiction("re-buys have a price, and there are none", (book.clauses.buy_back, "ruling 81"))
    if details.add_on and (said is None or said.add_on is None):
        yield Contradiction("an add-on has a price, and there is none", (book.clauses.fee, "ruling 81"))
    if not isinstance(back, BuyBack):
        return
    if said is not None:
        why = "by elimination one comes back by re-buys and second entries, and in no other way"
        yield Contradiction(why, (book.clauses.buy_back, "ruling 113"))
    first = (structure.rounds or (None,))[0]
    if back.hands is not None and first is not None and first.hands is not None and back.hands > first.hands:
        why = f"one may buy back until hand {back.hands}, and the first round is over after {first.hands}"
        yield Contradiction(why, (book.clauses.buy_back,))


def _banks(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    """Chips are enough for what must be done with them."""
    bank, compulsory = conditions.bank, conditions.wagers.compulsory
    least = compulsory.least if isinstance(compulsory, Compulsory) else None
    if bank.top_up is not None and least is not None and bank.top_up < least:
        why = f"nobody could lay the compulsory wager of {least:,} from a top-up of {bank.top_up:,}"
        yield Contradiction(why, (book.clauses.chips, "ruling 105"))


def _rounds(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    """Rounds are measured by what the game has, and leave no more than came."""
    for each in conditions.structure.rounds or ():
        if each.shoes is not None and not book.shoes:
            why = f"{each.name}: the game is dealt from one deck that is shuffled for every hand, and has no shoes"
            yield Contradiction(why, (book.clauses.structure,))
        if each.apart and each.sessions < 2:
            why = f"{each.name}: everyone plays in one of its sessions, and it has one"
            yield Contradiction(why, (book.clauses.structure,))


def _places(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    """No place is paid with nothing, nor worse than the next."""
    places, under = conditions.prizes.places or (), (book.prizes_under,)
    for place, each in enumerate(places, 1):
        if each.amount == 0:
            yield Contradiction(f"place {place} has a prize of nothing", under)
    parts = [each.per_mille for each in places if each.per_mille is not None]
    if parts != sorted(parts, reverse=True):
        yield Contradiction("a later place has a larger part of the pool than an earlier one", under)


RIGHTS = (
    (Statement.MAY_REFUSE, "refusing", "any application may be refused"),
    (Statement.EMPLOYEES, "employees", "people of the house may take part"),
    (Statement.SIGNED_COPIES, "signed_copies", "everyone signs a copy"),
)
"""What is stated in so many words and said in a field as well."""


def _rights(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    """A statement and the field beside it say the same."""
    for statement, field, words in RIGHTS:
        if statement in conditions.statements and getattr(conditions.entry, field) is False:
            under = next((each.clause for each in book.matters if each.statement is statement), book.conduct_under)
            yield Contradiction(f"it is stated that {words}, and said that it is not so", (under,))


def _game(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    """The game that is played is one of the book, and no more sit at its tables than it lets."""
    name = conditions.variation
    if name is not None and name not in book.games:
        known = f"its games are {', '.join(book.games)}" if book.games else "it has one game"
        yield Contradiction(f"{name} is no game of this book: {known}", (book.clauses.may_hold,))
        return
    most, under = book.games.get(name or "", (book.seats, book.seats_under))
    said = conditions.structure.elimination if book.clauses.elimination is not None else None
    if said is not None and said.seats > most:
        yield Contradiction(f"{said.seats} play at a table that has {most} seats", (under,))
    seats = most if said is None else min(said.seats, most)
    first, entrants = (conditions.structure.rounds or (None,))[0], conditions.details.most
    tables = None if first is None or first.apart else first.tables
    if seats < book.seats and tables is not None and entrants is not None and entrants > tables * seats:
        why = f"{entrants} do not find a seat at {tables} tables of {seats}"
        yield Contradiction(why, (under, book.progress_under))
