"""What the conditions may not say of how it is played: when it begins, and what elimination leads to."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.books import UnknownClause, look_up
from croupier.table.contract import Clauses
from croupier.table.tournaments.conditions import Afterwards, Conditions, Elimination, Progress, Variation
from croupier.table.tournaments.contradictions import Contradiction
from croupier.table.tournaments.matters import TournamentBook, Variable


def play_contradictions(conditions: Conditions, book: TournamentBook) -> tuple[Contradiction, ...]:
    """Everything of that kind in a draft."""
    return (
        *_begins(conditions, book),
        *_cash(conditions, book),
        *_elimination(conditions, book),
        *_secrets(conditions, book),
        *_enforced(conditions, book),
    )


def _cash(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    bank, under = conditions.bank, (book.clauses.afterwards, "ruling 91")
    if bank.afterwards is Afterwards.CASH and not bank.worth:
        yield Contradiction("chips are exchanged for cash, and it is not said what one is worth", under)
    if bank.afterwards is not Afterwards.CASH and bank.worth:
        yield Contradiction("a chip is worth cash, and chips are not exchanged for it", under)


def _begins(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    details = conditions.details
    enough = details.starts_with
    if enough is None:
        return
    if details.least is not None and enough < details.least:
        yield Contradiction(f"it begins with {enough}, and {details.least} are the least", (book.entrants_under,))
    if details.most is not None and enough > details.most:
        yield Contradiction(f"it begins with {enough}, and {details.most} are the most", (book.entrants_under,))


def _elimination(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    said, under = conditions.structure.elimination, (book.clauses.structure, "ruling 113")
    if said is None:
        return
    if book.clauses.elimination is None:
        yield Contradiction("in this book nobody plays against another, so that nobody has all chips", under)
        return
    most = conditions.details.most
    if most is not None and said.winners >= most:
        yield Contradiction(f"it ends with {said.winners} left, and {most} are the most who enter", under)
    yield from _smallest_chips(said, (book.clauses.chips, "ruling 113"))
    yield from _levels(conditions, said, book)
    yield from _windows(said, book)
    if said.shoot_out:
        yield from _shoot_out(conditions, said, under)


def _levels(conditions: Conditions, said: Elimination, book: TournamentBook) -> Iterator[Contradiction]:
    """Blinds rise from level to level and the last of a level is the large one; everyone has it to begin with."""
    known = book.clauses.elimination
    under = (known.levels if known else book.clauses.structure, "ruling 110")
    for number, (before, level) in enumerate(zip((None, *said.levels), said.levels, strict=False), 1):
        if level.blinds[-1] < max(level.blinds):
            yield Contradiction(f"in level {number} the last blind is not the large one", under)
        if before is not None and level.blinds[-1] < before.blinds[-1]:
            yield Contradiction(f"level {number} goes down to {level.blinds[-1]:,}", under)
        if level.ante and level.blind_ante:
            yield Contradiction(f"in level {number} everyone posts an ante, and the last blind one for all", under)
    start = conditions.bank.start
    if start is not None and said.levels[0].blinds[-1] > start:
        why = f"nobody could post {said.levels[0].blinds[-1]:,} from a bank of {start:,}"
        yield Contradiction(why, (book.clauses.chips, "ruling 91"))


def _windows(said: Elimination, book: TournamentBook) -> Iterator[Contradiction]:
    """What may be done for a time ends before the last level, which holds on, and begins at all."""
    clauses, last = book.clauses, len(said.levels)
    if said.late_levels >= last:
        yield Contradiction("entries would never close: the last level holds on", (clauses.late, "ruling 113"))
    if said.re_buy_levels >= last:
        yield Contradiction("re-buys would never end: the last level holds on", (clauses.buy_back, "ruling 113"))
    if said.re_entries and not said.late_levels:
        yield Contradiction("second entries are allowed, and entries are closed by then", (clauses.entry, "ruling 113"))
    if said.re_buys and not said.re_buy_levels:
        yield Contradiction("re-buys are sold, and are over before they begin", (clauses.buy_back, "ruling 113"))
    if said.add_on is not None and not (said.re_buy_levels and said.levels[said.re_buy_levels - 1].break_minutes):
        why = "the add-on is sold in the break after the last level of re-buys, and there is none"
        yield Contradiction(why, (clauses.fee, "ruling 113"))


def _smallest_chips(said: Elimination, under: Clauses) -> Iterator[Contradiction]:
    """Chips are raced in a break, grow only, and must be good for everything that is posted behind it."""
    smallest = 0
    for number, level in enumerate(said.levels, 1):
        if level.smallest is not None:
            if number == 1 or not said.levels[number - 2].break_minutes:
                yield Contradiction(f"no break comes before level {number}, in which odd chips could be raced", under)
            if level.smallest <= smallest:
                yield Contradiction(f"level {number} has no larger smallest chip than those before it", under)
            smallest = level.smallest
        odd = [each for each in (*level.blinds, level.ante, level.blind_ante) if smallest and each % smallest]
        if odd:
            yield Contradiction(f"in level {number} nobody can post {odd[0]:,} with chips of {smallest:,}", under)


def _shoot_out(conditions: Conditions, said: Elimination, under: Clauses) -> Iterator[Contradiction]:
    if any([said.late_levels, said.re_entries, said.re_buys, said.add_on]):
        yield Contradiction("in a shoot-out nobody comes late, comes back or buys more", under)
    for each in (conditions.structure.rounds or ())[:-1]:
        if isinstance(each.progress, Progress) and each.progress.others:
            why = f"{each.name}: a table of a shoot-out plays until so many are left as go on, and others have no chips"
            yield Contradiction(why, (*under, "ruling 90"))


def _secrets(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    wagers, under = conditions.wagers, (book.secret_under, "ruling 93")
    if not wagers.secret or not book.secret_under:
        return
    if book.clauses.elimination is not None:
        why = "players wager in turn here: no end of bets is called before the first card, to open a secret one at"
        yield Contradiction(why, under)
    elif wagers.secrets_each_round is None and not isinstance(wagers.secret, bool) and wagers.secret.each:
        yield Contradiction("so many secret wagers are made in a session, or in a round of play", under)


def _enforced(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    """Rules may be varied in these sections, as far as a table can play by another one, and each in one way."""
    ours = [each for each in conditions.varies if _may_be_varied(each, book)]
    for nth, each in enumerate(ours):
        under, how = (book.varied_under, each.clause), book.variable.get(each.clause)
        if how is None:
            yield Contradiction(f"no table can play {each.clause} otherwise, so that nobody would enforce it", under)
        elif any(other.clause == each.clause for other in ours[:nth]):
            yield Contradiction(f"{each.clause} is varied twice", under)
        else:
            yield from [Contradiction(why, under) for why in _misread(each, how)]
    aside = {each.clause for each in ours if each.excluded}
    if book.bets_under and aside.issuperset(book.bets_under):
        yield Contradiction("nothing is left to wager on", (book.clauses.may_hold, book.varied_under))


def _misread(each: Variation, how: Variable) -> Iterator[str]:
    """In which sense a clause cannot be varied as it is, though it can be in another."""
    if each.excluded and not how.excluded:
        yield f"{each.clause} can be varied, and not set aside"
    if how == Variable(excluded=True) and not each.excluded:
        yield f"{each.clause} can be set aside, and in no other way be varied"
    if how.most and (each.most or 1) > how.most:
        yield f"the rule has {how.most} at the most, and no more can be enforced"
    if each.most is not None and (not how.most or each.excluded):
        yield f"{each.clause} is not about how many"
    if (each.pays is not None) is not how.pays:
        yield f"it is not said what is paid instead of {each.clause}" if how.pays else f"{each.clause} pays nothing"


def _may_be_varied(each: Variation, book: TournamentBook) -> bool:
    """Whether a clause is one of those that the book lets conditions vary; what is not is refused elsewhere."""
    code, _, number = each.clause.partition(" ")
    return code == book.book.code and number.split(".")[0] in book.varied and _known(each.clause)


def _known(clause: str) -> bool:
    try:
        look_up(clause)
    except UnknownClause:
        return False
    return True


def varied(conditions: Conditions, book: TournamentBook) -> dict[str, int]:
    """What tables have instead of clauses that the conditions vary: how many or how much, 0 where one is set aside."""
    ours = [each for each in conditions.varies if each.clause in book.variable]
    return {each.clause: 0 if each.excluded else each.pays or each.most or 1 for each in ours}
