"""The rounds of a tournament as its conditions have them: which comes next, and how long it is."""

from __future__ import annotations

import msgspec

from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.model import CHIP, Tournament
from croupier.table.tournaments.conditions import Compulsory, Conditions, Prize, Progress, Round


class Place(msgspec.Struct, frozen=True):
    """A session by its round and its number in it, both from 0."""

    round: int
    session: int


def rounds_of(tournament: Tournament) -> tuple[Round, ...]:
    """The rounds that are played: those of the schedule, where there is one."""
    if tournament.schedule is not None:
        return tournament.schedule.rounds
    return () if tournament.conditions is None else tournament.conditions.structure.rounds or ()


def places_of(tournament: Tournament) -> tuple[Prize, ...]:
    """What each place brings."""
    if tournament.schedule is not None:
        return tournament.schedule.places
    return () if tournament.conditions is None else tournament.conditions.prizes.places or ()


def place_of(rounds: tuple[Round, ...], played: int) -> Place | None:
    """The session that comes after so many; None where that was the last.

    >>> place_of((Round(name="Heats", sessions=2), Round(name="Final")), 2)
    Place(round=1, session=0)
    """
    for number, each in enumerate(rounds):
        if played < each.sessions:
            return Place(number, played)
        played -= each.sessions
    return None


def round_now(tournament: Tournament) -> Round:
    """The round that is played or comes next."""
    rounds = rounds_of(tournament)
    place = place_of(rounds, tournament.played)
    assert place is not None, "all rounds have been played"
    return rounds[place.round]


def is_final(tournament: Tournament) -> bool:
    """Whether the round now is the last."""
    rounds = rounds_of(tournament)
    return bool(rounds) and round_now(tournament) is rounds[-1]


def ends_round(tournament: Tournament) -> bool:
    """Whether the session now is the last of its round."""
    place = place_of(rounds_of(tournament), tournament.played)
    return place is not None and place.session == round_now(tournament).sessions - 1


def begins(tournament: Tournament) -> int | None:
    """When the next session may begin; the first one at once where enough have entered (ruling 113).

    None while that depends on entrants who have not come.
    """
    assert tournament.conditions is not None
    enough, starts, played = tournament.conditions.details.starts_with, tournament.starts, tournament.played
    if enough is None or played:
        return starts[played] if played < len(starts) else 0
    if len(tournament.in_play) >= enough:
        return 0
    return starts[0] if starts else None


def going_on(each: Round) -> tuple[int, int]:
    """How many go on from each table of a round, and how many others beside them."""
    progress = each.progress
    return (progress.each_table or 0, progress.others) if isinstance(progress, Progress) else (0, 0)


def least_bank(tournament: Tournament, table: str) -> int:
    """What a bank must hold for its owner to wager at a table: the least there, and what everyone must.

    By the other reading of ruling 92 anything will do.
    """
    assert tournament.conditions is not None
    if tournament.conditions.readings.rest_wagered:
        return 1
    compulsory = tournament.conditions.wagers.compulsory
    must = compulsory.least if isinstance(compulsory, Compulsory) else None
    here = tournament.sitting.tables.get(table) if tournament.sitting is not None else None
    must = None if play_each_other(tournament) else must  # blinds and antes see to it, and all that is left is enough
    return max((must or 0) * CHIP, here.least if here is not None else 0, 1)


def play_each_other(tournament: Tournament) -> bool:
    """Whether players play each other by this book: then nobody plays alone, and the chips of the absent are dealt in.

    Against a bank one is enough for a hand, and whoever is not there lays no wager (ruling 113).
    """
    assert tournament.conditions is not None
    return tournament_book(tournament.conditions.book).clauses.elimination is not None


def starting_bank(conditions: Conditions) -> int:
    """What everyone begins with."""
    return (conditions.bank.start or 0) * CHIP
