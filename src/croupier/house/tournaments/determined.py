"""Whether it is settled who goes on from a table: no lawful course of what is left could change it (ruling 90)."""

from __future__ import annotations

from typing import NamedTuple

from croupier.house.tournaments.buying_back import may_come_back
from croupier.house.tournaments.model import Entrant, InPlay, Tournament
from croupier.house.tournaments.ranking import at_table, yet_behind
from croupier.house.tournaments.rounds import ends_round, going_on, is_final, places_of, round_now

BOUNDLESS = 10**18
"""More chips than there are: what is won in so many hands as nobody can say."""


class Range(NamedTuple):
    """What an entrant may have when the session ends."""

    entrant: int
    least: int
    most: int


def ranges(tournament: Tournament, table: str) -> tuple[Range, ...]:
    """The least and the most that everyone at a table may end with; who has no chips has none."""
    assert tournament.sitting is not None
    here = tournament.sitting.tables[table]
    left = hands_left(tournament, here)
    return tuple([_range(tournament, each, here, left) for each in at_table(tournament, table)])


def hands_left(tournament: Tournament, here: InPlay) -> int | None:
    """How many hands are still to be played at a table; None where the conditions do not count hands."""
    if here.finished:
        return 0
    hands = round_now(tournament).hands
    return None if hands is None else max(0, hands - here.hands)


def _range(tournament: Tournament, entrant: Entrant, here: InPlay, left: int | None) -> Range:
    bank = entrant.bank
    assert tournament.sitting is not None
    if left != 0 and (may_come_back(tournament, entrant) or entrant.number in tournament.sitting.never_came):
        return Range(entrant.number, 0, BOUNDLESS)
    if bank == 0 or left == 0:
        return Range(entrant.number, bank, bank)
    if left is None or here.most_lost is None or here.most_won is None:
        return Range(entrant.number, 0, BOUNDLESS)
    return Range(entrant.number, max(0, bank - left * here.most_lost), bank + left * here.most_won)


def is_determined(tournament: Tournament, table: str) -> bool:
    """Whether nothing that is left to play can change who goes on from a table; a tie that may come is not settled."""
    here = ranges(tournament, table)
    if not (ends_round(tournament) or round_now(tournament).apart):
        return False
    if is_final(tournament):
        return _paid_settled(tournament, here)
    best, _ = going_on(round_now(tournament))
    first = _first(here, best)
    if first is None:
        return False
    rest = [each for each in here if each.entrant not in first]
    return all(_others_settled(tournament, table, each, rest) for each in rest)


def _first(here: tuple[Range, ...], best: int) -> frozenset[int] | None:
    """The entrants who come first whatever happens; None while that is open."""
    ranked = sorted(here, key=lambda each: each.least, reverse=True)
    ahead, behind = ranked[:best], ranked[best:]
    if ahead and behind and min(each.least for each in ahead) <= max(each.most for each in behind):
        return None
    return frozenset(each.entrant for each in ahead)


def _paid_settled(tournament: Tournament, here: tuple[Range, ...]) -> bool:
    """Whether everyone at a table of the final has a place, or is surely behind those that are paid.

    They are compared with everyone in the final; whoever works for the house is passed over (ruling 98).
    """
    assert tournament.sitting is not None
    everyone = [each for name in tournament.sitting.tables for each in ranges(tournament, name)]
    eligible = [each for each in everyone if not tournament.wins_nothing(tournament.entrants[each.entrant])]
    places = len(places_of(tournament))
    return all(_placed(each, eligible, places) for each in here if each in eligible)


def _placed(who: Range, among: list[Range], places: int) -> bool:
    others = [each for each in among if each.entrant != who.entrant]
    if sum(each.least > who.most for each in others) >= places:
        return True
    return all(each.least > who.most or each.most < who.least for each in others)


def _others_settled(tournament: Tournament, table: str, who: Range, rest: list[Range]) -> bool:
    """Whether it is settled if someone who does not go on from their table goes on as one of the other high banks."""
    best, others = going_on(round_now(tournament))
    if not others:
        return True
    assert tournament.sitting is not None
    before = [each.bank for each in yet_behind(tournament)]
    surely_above = sum(each.least > who.most for each in rest) + sum(bank > who.most for bank in before)
    maybe_above = sum(each.most >= who.least for each in rest if each.entrant != who.entrant)
    maybe_above += sum(bank >= who.least for bank in before) + (0 if ends_round(tournament) else others)
    for name in tournament.sitting.tables:
        if name != table:
            elsewhere = ranges(tournament, name)
            surely_above += max(0, sum(each.least > who.most for each in elsewhere) - best)
            maybe_above += sum(each.most >= who.least for each in elsewhere)
    return surely_above >= others or maybe_above < others
