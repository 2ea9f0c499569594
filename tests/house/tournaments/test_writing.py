"""Conditions that are written as a file and read again are the same conditions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.findings import known, whole
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.writing import written
from croupier.table.tournaments.conditions import Prize


@pytest.mark.parametrize("game", known())
def test_what_is_written_is_read_as_it_was(game: str) -> None:
    said = read(whole(game))
    assert read(written(said)) == said


def test_what_is_written_of_entries_that_are_won_is_read_as_it_was() -> None:
    said = read(whole("blackjack", won=True))
    assert said.entry.won is not None
    assert read(written(said)) == said


def test_amounts_words_and_lists_are_written_as_people_write_them() -> None:
    said = read(whole("matchmaker"))
    places = (Prize(amount=1_234_50), Prize(thing='A "golden" chip, of Ö'))
    changed = replace(said, title="Übung\nzwei", prizes=replace(said.prizes, places=places))
    text = written(changed)
    assert 'amount = "$1,234.50"' in text
    assert read(text) == changed
