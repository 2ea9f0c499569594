"""Who stands where: the banks of a session compared, and the ties that matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from croupier.house.tournaments.model import Entrant, Sitting, Status, Tie, Tournament
from croupier.house.tournaments.rounds import ends_round, going_on, is_final, places_of, round_now
from croupier.table.tournaments.conditions import Prize, Ties


def by_bank(entrants: Iterable[Entrant], broken: Iterable[Tie] = ()) -> tuple[Entrant, ...]:
    """Entrants, the largest bank first; equal banks as extra hands or a draw have told them apart."""
    ties = tuple(broken)
    return tuple(sorted(entrants, key=lambda each: (-each.bank, *told(each.number, ties), each.number)))


def told(number: int, broken: Iterable[Tie]) -> tuple[int, ...]:
    """How far to the front each of these ties has brought someone; whoever it has not told apart stands behind."""
    orders = [told_apart(tie) for tie in broken]
    return tuple([order.index(number) if number in order else len(order) for order in orders])


def told_apart(tie: Tie) -> tuple[int, ...]:
    """Those whom a tie that is broken has told apart: whoever was left when its places were taken is still equal."""
    left = len(tie.among) - tie.places
    return tie.order if left <= 1 or not tie.table else tie.order[: tie.places]


def at_table(tournament: Tournament, table: str) -> tuple[Entrant, ...]:
    """Those who play at a table of the session."""
    sitting = _sitting(tournament)
    return tuple([tournament.entrants[number] for _, number in sorted(sitting.tables[table].seats.items())])


def in_session(tournament: Tournament) -> tuple[Entrant, ...]:
    """Those who play in the session."""
    return tuple([each for table in _sitting(tournament).tables for each in at_table(tournament, table)])


def yet_behind(tournament: Tournament) -> tuple[Entrant, ...]:
    """Those who have played in an earlier session of the round, and did not go on from their table."""
    waiting = [tournament.entrants[number] for number in tournament.behind]
    return tuple([each for each in waiting if each.status is Status.IN])


def table_winners(tournament: Tournament, table: str) -> tuple[int, ...]:
    """Those who go on from a table by its own count, once it is decided who they are."""
    best, _ = going_on(round_now(tournament))
    broken = [each for each in _sitting(tournament).broken if each.of == table]
    return tuple([each.number for each in by_bank(at_table(tournament, table), broken)[:best]])


def goes_on(tournament: Tournament) -> tuple[int, ...]:
    """Those who go on from the session, once no tie is left: those of each table, then the other high banks."""
    sitting, (_, others) = _sitting(tournament), going_on(round_now(tournament))
    if not ends_round(tournament):
        return tuple([each.number for each in in_session(tournament)])
    winners = winners_of_tables(tournament)
    rest = [each for each in in_session(tournament) if each.number not in winners]
    broken = [each for each in sitting.broken if not each.of]
    through = [number for number in tournament.through if tournament.entrants[number].status is Status.IN]
    others_on = by_bank((*yet_behind(tournament), *rest), broken)[:others]
    return (*through, *winners, *[each.number for each in others_on])


def winners_of_tables(tournament: Tournament) -> tuple[int, ...]:
    """Those who go on from their tables in this session."""
    tables = _sitting(tournament).tables
    return tuple([number for table in tables for number in table_winners(tournament, table)])


def open_tie(tournament: Tournament) -> Tie | None:
    """The first tie that decides who goes on or who is paid what and has not been broken; none once all share."""
    return next(open_ties(tournament), None)


def open_ties(tournament: Tournament) -> Iterator[Tie]:
    """All of them, in the order in which they are broken; those that hang on others come once these are broken."""
    deal = _sitting(tournament).deal
    if deal is not None and deal.struck:
        return
    if not ends_round(tournament):
        yield from _ties_at_tables(tournament) if round_now(tournament).apart else ()
    elif is_final(tournament):
        yield from _ties_for_prizes(tournament)
    else:
        at_tables = tuple(_ties_at_tables(tournament))
        yield from at_tables or _tie_of_others(tournament)


def _ties_at_tables(tournament: Tournament) -> Iterator[Tie]:
    sitting, (best, _) = _sitting(tournament), going_on(round_now(tournament))
    for table in sitting.tables:
        tie = _cut(at_table(tournament, table), best, table, sitting.broken)
        if tie is not None:
            yield tie


def _tie_of_others(tournament: Tournament) -> tuple[Tie, ...]:
    winners, (_, others) = winners_of_tables(tournament), going_on(round_now(tournament))
    rest = [each for each in in_session(tournament) if each.number not in winners]
    tie = _cut((*yet_behind(tournament), *rest), others, "", _sitting(tournament).broken)
    return () if tie is None else (tie,)


def _cut(entrants: Iterable[Entrant], places: int, of: str, broken: Iterable[Tie]) -> Tie | None:
    """The tie of those of whom only some are among the first so many, as far as no tie about the same told them apart.

    Whoever took a place in extra hands has it; if they are gone since, it is the others' to play for.
    """
    ties = [each for each in broken if each.of == of]
    ranked = by_bank(entrants, ties)
    if not 0 < places < len(ranked):
        return None
    standing = [(each.bank, told(each.number, ties)) for each in ranked]
    if standing[places - 1] != standing[places]:
        return None
    above = standing.index(standing[places])
    among = sorted([each.number for each, own in zip(ranked, standing, strict=True) if own == standing[places]])
    return Tie(of=of, among=tuple(among), places=places - above)


def _ties_for_prizes(tournament: Tournament) -> Iterator[Tie]:
    """The groups of equal banks whose places are paid differently, unless such prizes are added and shared.

    By a schedule the first place is played off even so (ruling 106).
    """
    assert tournament.conditions is not None
    places = places_of(tournament)
    shared = tournament.conditions.prizes.ties is Ties.SHARED
    if shared and tournament.schedule is None:
        return
    broken = _sitting(tournament).broken
    ranked = by_bank(_prizeworthy(tournament), broken)
    standing = [(each.bank, told(each.number, broken)) for each in ranked]
    place = 0
    while place < (1 if shared else len(ranked)):
        among = tuple([each.number for each, own in zip(ranked, standing, strict=True) if own == standing[place]])
        paid = [_prize(places, each) for each in range(place, place + len(among))]
        played_off = shared and any(set(among) <= set(each.among) for each in broken)
        if len(among) > 1 and any(each != paid[0] for each in paid) and not played_off:
            play_off = place == 0 and tournament.schedule is not None
            yield Tie(of="", among=among, places=_decided(paid), ordered=True, play_off=play_off)
        place += len(among)


def _decided(paid: Sequence[Prize | None]) -> int:
    """How many of these places must be decided, so that all that are left bring the same.

    >>> _decided((Prize(amount=15), Prize(amount=10), Prize(amount=10)))
    1
    """
    return max(place for place in range(1, len(paid)) if paid[place] != paid[place - 1])


def _prize(places: tuple[Prize, ...], place: int) -> Prize | None:
    return places[place] if place < len(places) else None


def _prizeworthy(tournament: Tournament) -> tuple[Entrant, ...]:
    """Those of the final who may win a prize: nobody who works for the house."""
    return tuple([each for each in in_session(tournament) if not tournament.wins_nothing(each)])


def _sitting(tournament: Tournament) -> Sitting:
    assert tournament.sitting is not None, "no session is open"
    return tournament.sitting
