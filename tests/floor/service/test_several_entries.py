"""Whoever has won several entries says which one they name a substitute for."""

from __future__ import annotations

from croupier.floor.reading.tournament_desk import mine
from croupier.house.tournaments.entering import NominateSubstitute
from croupier.table.contract import Actor
from tests.house.tournaments.sevens import FIRST, Sevens


def asked(house: Sevens, person: str) -> dict[str, tuple[str, ...]]:
    """What someone is asked for who names a substitute, with the values to choose from."""
    forms = mine(house[FIRST], Actor(person, person.title()), house.at).forms
    (form,) = [each for each in forms if each.type == NominateSubstitute.__name__]
    return {field.name: tuple([str(choice.value) for choice in field.choices]) for field in form.fields}


def test_of_several_entries_one_is_chosen_and_an_only_one_is_meant() -> None:
    house = Sevens()
    house.win("ann", "bob", "ann")
    house.closed(46)
    assert asked(house, "ann") == {"entrant": ("1", "3"), "player": (), "name": ()}
    assert asked(house, "bob") == {"player": (), "name": ()}
