"""Whole tournaments of all four books by chance: whoever checks only what is exported of them finds nothing wrong.

Set CROUPIER_TOURNAMENTS to 5000 for so many; fewer are played when nothing is said. Some of many are large.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.export import SAID, Data
from croupier.house.tournaments.stream import TOURNAMENTS as STREAM
from croupier.table.tournaments.conditions import Elimination, Level, Round
from tests.referee.tournaments.conditions import conditions
from tests.referee.tournaments.generator import Tournament
from tests.referee.tournaments.seeds import ONE_OF, SCHEDULES, document, played
from tools.check_tournament import check, checked

FEW = 300
TOURNAMENTS = int(os.environ.get("CROUPIER_TOURNAMENTS", str(FEW)))
IN_A_PART = 75
"""So many are played one after the other; parts may run beside each other."""
OFTEN = """
    MM; BJ; TCP; CP; entered; withdrawn; briefed; start moved; absent; disqualified; retired; substitute plays
    several tables; several sessions; seats drawn; extra hands; tie broken; session closed; result; equal places
    level; break; clock; out; table waits; table broken; redrawn; bought back; chips exchanged; a thing
    chips raced; hand for hand; early end; reinstated; a sealed wager; entries won; entries carried over; bonus
    deal proposed; deal struck; objection decided; complaint answered
"""
"""What happens in many of so many tournaments."""


def size(seed: int) -> int | None:
    """How many enter where it is many: a thousand now and then; where entries are won, what fills each schedule."""
    if TOURNAMENTS > FEW and seed % ONE_OF == ONE_OF - 1:
        return SCHEDULES[seed // ONE_OF % len(SCHEDULES)]
    if seed % 2500 == 2499:
        return 1000
    return 100 + seed % 200 if seed % 250 == 249 else None


def kinds(found: Data) -> Iterator[str]:
    """What happened in a tournament, in a few words."""
    yield found["book"]
    yield from dict.fromkeys(event["what"] for event in found["events"])
    yield from dict.fromkeys(event["status"] for event in found["events"] if event["what"] == "gone")
    yield from ("employee" for each in found["entrants"] if each["employee"])
    yield from ("a thing" for each in found["entrants"] if each["thing"])
    yield from ("early end" for event in found["events"] if event.get("early"))
    people = [each["person"] for each in found["entrants"] if each["status"] != "withdrawn"]
    if found["book"] == "CP" and len(set(people)) < len(people):
        yield "entered again"
    yield from ("redrawn" for event in found["events"] if event.get("redrawn"))
    yield from (
        "a sealed wager" for log in found.get("tables", {}).values() for each in log if each["what"] == "secret"
    )
    yield from ("absent" for event in found["events"] if event.get("absent"))
    yield from ("several tables" for event in found["events"] if len({name for _, name, _ in _placings(event)}) > 1)
    yield from ("several sessions" for event in found["events"] if event.get("session"))
    places = [each["place"] for each in found["entrants"] if each["place"]]
    yield from ("equal places" for place, many in Counter(places).items() if many > 1)


def _placings(event: Data) -> list[tuple[int, str, int]]:
    found: list[tuple[int, str, int]] = event.get("placings", [])
    return found


@pytest.mark.parametrize("part", range(max(1, TOURNAMENTS // IN_A_PART)))
def test_nothing_that_is_exported_of_a_tournament_is_wrong(part: int) -> None:
    seen = Counter[str]()
    for seed in range(part * IN_A_PART, (part + 1) * IN_A_PART):
        found = document(seed, size(seed))
        assert not check(found), f"seed {seed}"
        seen.update(set(kinds(found)))
    missing = {each.strip() for line in OFTEN.splitlines() for each in line.split(";")} - {"", *seen}
    assert not missing, f"of {IN_A_PART} tournaments none had {missing}"


def slow(random: Random, entrants: int) -> Tournament:
    """Poker at tables of six with levels that rise slowly, so that tables grow apart and players are moved."""
    said = conditions(random, "crown-poker", entrants)
    levels = tuple([Level(blinds=(10 * n, 20 * n), minutes=4) for n in (1, 2, 4, 8, 15, 30, 60, 120, 300)])
    elimination = Elimination(levels=levels, seats=6, announced_order=True)
    structure = replace(said.structure, rounds=(Round(name="One day", minutes=600),), elimination=elimination)
    bank, details = replace(said.bank, start=1000), replace(said.details, re_buy=None, add_on=None)
    return Tournament(random, replace(said, details=details, structure=structure, bank=bank), entrants)


def test_whoever_is_moved_pays_no_big_blind_sooner_than_those_who_stay() -> None:
    moves = kept = sooner = 0
    for seed in range(3 if TOURNAMENTS <= FEW else 20):
        checker = checked(played(slow(Random(seed), 54)))
        assert not checker.faults, f"seed {seed}"
        moves, kept, sooner = moves + checker.moves, kept + checker.kept, sooner + checker.sooner
    assert moves > 10
    # At least 95 of 100 by the hands that were over, and as many where a hand had begun already.
    assert kept >= moves * 0.95
    assert sooner <= moves * 0.05


def test_every_event_of_a_tournament_is_told_in_the_document() -> None:
    assert set(STREAM.part.events) == set(SAID)


def test_the_document_names_nobody_without_leave_and_shows_no_card() -> None:
    for seed in range(6):
        found = document(seed)
        named = {each["name"] for each in found["entrants"] if "name" in each}
        text = str(found)
        for number in range(1, 30):
            name = f"Player {number}"
            assert name in named or f"'{name}'" not in text
            assert f"'p{number}'" not in text
        assert found["seed"] is None or found["stage"] == "over"
        assert not any("cards" in event for log in found["tables"].values() for event in log)
