"""The conditions of a tournament as a script changes them before they are put down."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from msgspec.structs import replace

from croupier.books import rulings
from croupier.house.tournaments.findings import tournament_book
from croupier.scripts.forms import Broken
from croupier.scripts.kinds import clock
from croupier.table.tournaments import conditions as terms
from croupier.table.tournaments.conditions import Conditions, Elimination, Level, Prize, Progress, Round, Statement
from croupier.table.tournaments.readings import PART

FIRST_DAY = date(1970, 1, 1)
"""The day on which scripts begin."""


def on_the_day_of_scripts(said: Conditions) -> Conditions:
    """The conditions with their first session on the day on which scripts begin, and all at the same hours."""
    starts = said.details.starts or ()
    days = [date.fromisoformat(each.at[:10]) for each in starts]
    moved = [
        replace(each, at=f"{FIRST_DAY + (day - days[0])}{each.at[10:]}") for each, day in zip(starts, days, strict=True)
    ]
    return within(said, "details", starts=tuple(moved))


def within(said: Conditions, part: str, **changes: Any) -> Conditions:
    """The conditions with something else said in one of their parts."""
    return replace(said, **{part: replace(getattr(said, part), **changes)})


def states(said: Conditions, *statements: Statement) -> Conditions:
    """The conditions with these statements."""
    return replace(said, statements=said.statements | frozenset(statements))


def states_not(said: Conditions, statement: Statement) -> Conditions:
    """The conditions without this statement."""
    return replace(said, statements=said.statements - {statement})


def _rounds(said: Conditions, change: Callable[[int, Round], Round]) -> Conditions:
    rounds = [change(number, each) for number, each in enumerate(said.structure.rounds or (), 1)]
    return within(said, "structure", rounds=tuple(rounds))


def long(said: Conditions, **length: int) -> Conditions:
    """Every round as long as this, and measured by nothing else; whoever may buy back may do so as long as it lasts."""
    found = _rounds(said, lambda _, each: replace(each, **{"hands": None, "minutes": None, "shoes": None, **length}))
    back, hands = found.structure.buy_back, length.get("hands")
    if not isinstance(back, terms.BuyBack) or back.hands is None or hands is None:
        return found
    return within(found, "structure", buy_back=replace(back, hands=min(back.hands, hands)))


def in_round(said: Conditions, wanted: int, **changes: Any) -> Conditions:
    """Something else said of one round."""
    return _rounds(said, lambda number, each: replace(each, **changes) if number == wanted else each)


def going_on(said: Conditions, best: int, others: int) -> Conditions:
    """So many of each table, and so many others, go on from every round but the last."""
    last, progress = len(said.structure.rounds or ()), Progress(each_table=best, others=others)
    return _rounds(said, lambda number, each: each if number == last else replace(each, progress=progress))


def one_round(said: Conditions) -> Conditions:
    """The last round alone, which begins when the first would have."""
    rounds, starts = said.structure.rounds or (), said.details.starts or ()
    alone = within(said, "structure", rounds=rounds[-1:], progress=False)
    return within(alone, "details", starts=starts[:1])


def begins(said: Conditions, session: int, of_day: int) -> Conditions:
    """A session at another hour of its day."""
    starts = list(said.details.starts or ())
    if not 1 <= session <= len(starts):
        raise Broken(f"the conditions have {len(starts)} sessions")
    each = starts[session - 1]
    starts[session - 1] = replace(each, at=f"{each.at[:10]} {clock(of_day)}")
    return within(said, "details", starts=tuple(starts))


def one_more_level(said: Conditions, level: Level) -> Conditions:
    """Another level of blinds; with the first of them play is by elimination."""
    before = said.structure.elimination
    now = Elimination(levels=(level,)) if before is None else replace(before, levels=(*before.levels, level))
    return within(said, "structure", elimination=now)


def eliminating(said: Conditions, **changes: Any) -> Conditions:
    """Something else said of the elimination."""
    if said.structure.elimination is None:
        raise Broken("say first at which level one plays by elimination")
    return within(said, "structure", elimination=replace(said.structure.elimination, **changes))


def prizes(said: Conditions, amounts: Iterable[int]) -> Conditions:
    """So much for each place."""
    places = tuple([Prize(amount=each) for each in amounts])
    return within(said, "prizes", pool=sum(each.amount or 0 for each in places), found=None, places=places)


def shares(said: Conditions, percents: Iterable[int]) -> Conditions:
    """What was paid in, divided among the places."""
    places = tuple([Prize(per_mille=10 * each) for each in percents])
    return within(said, "prizes", pool=None, found="Everything that was paid in", places=places)


def varies(said: Conditions, clause: str, instead: str, **how: Any) -> Conditions:
    """Another rule in place of one of the game's."""
    return replace(said, varies=(*said.varies, terms.Variation(clause=clause, instead=instead, **how)))


def reads_otherwise(said: Conditions, number: int) -> Conditions:
    """The conditions with the other reading of a ruling."""
    ruling = rulings().get(f"R{number}")
    part, _, field = ("", "", "") if ruling is None else ruling.stated.partition(".")
    if part != PART:
        raise Broken(f"no field of `readings` chooses another reading of ruling {number}")
    return within(said, part, **{field: True})


def silent(said: Conditions, name: str) -> Conditions:
    """The conditions silent about a matter that the book wants said."""
    matters = [each for each in tournament_book(said.book).matters if each.name == name]
    if not matters:
        raise Broken(f"there is no matter called “{name}” that the book wants said")
    for matter in matters:
        if matter.statement is not None:
            said = states_not(said, matter.statement)
        for part in matter.parts:
            for path in part.removeprefix("?").split("|"):
                said = _silent(said, path.split("."))
    return said


def _silent(said: Any, path: list[str]) -> Any:
    name, *more = path
    if name not in said.__struct_fields__:  # what is found from other fields
        return said
    inner = getattr(said, name)
    kept = _silent(inner, more) if more and isinstance(inner, terms.Said) else None
    return replace(said, **{name: kept})
