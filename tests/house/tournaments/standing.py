"""Tournaments as they stand at one moment, for tests that ask who goes on or who is paid what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from croupier.house.tournaments.findings import whole
from croupier.house.tournaments.model import Entrant, InPlay, Sitting, Stage, Tournament
from croupier.house.tournaments.reading import read
from croupier.table.tournaments.conditions import Conditions, Prize, Progress, Round, Ties


def conditions(*rounds: Round, book: str = "matchmaker", ties: Ties = Ties.EXTRA_HANDS) -> Conditions:
    """Whole conditions of a book with these rounds."""
    plain = read(whole(book))
    return replace(
        plain,
        structure=replace(plain.structure, rounds=rounds),
        prizes=replace(plain.prizes, ties=ties, pool=None, places=(Prize(amount=500_00), Prize(amount=200_00))),
    )


def heats(best: int, others: int = 0, hands: int = 10) -> tuple[Round, Round]:
    """Heats of which so many of each table and so many others go on to a final."""
    progress = Progress(each_table=best, others=others)
    return Round(name="Heats", hands=hands, progress=progress), Round(name="Final", hands=hands)


def counted(
    said: Conditions,
    tables: Mapping[str, Sequence[int]],
    *,
    hands: int = 0,
    swing: tuple[int, int] | None = None,
    played: int = 0,
    finished: Sequence[str] = (),
) -> Tournament:
    """A tournament whose session has these banks by table; entrants are numbered as they are listed."""
    entrants: dict[int, Entrant] = {}
    here: dict[str, InPlay] = {}
    for table, banks in tables.items():
        seats = {}
        for seat, bank in enumerate(banks, 1):
            number = len(entrants) + 1
            seats[seat] = number
            entrants[number] = Entrant(
                number=number, person=f"p{number}", name=f"P{number}", accepted="", bank=bank, table=table, seat=seat
            )
        lost, won = swing or (None, None)
        here[table] = InPlay(seats=seats, hands=hands, most_lost=lost, most_won=won, finished=table in finished)
    sitting = Sitting(round=0, session=0, opened_at=0, tables=here)
    return Tournament(
        id="cup", stage=Stage.COUNTING, conditions=said, entrants=entrants, sitting=sitting, played=played
    )
