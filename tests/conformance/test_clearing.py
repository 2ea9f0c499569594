"""After a round, and after a shuffle, a table is as a fresh one but for what is listed, with the reason."""

from __future__ import annotations

import pytest

from croupier.games import game, games
from tests.conformance.clearing import LISTS


@pytest.mark.parametrize("name", games())
def test_what_outlasts_a_round_is_something_a_table_has(name: str) -> None:
    subject = game(name)
    fields = set(subject.initial(subject.terms()).__struct_fields__)
    for each in (name, f"{name}-until-shuffled"):
        assert LISTS.get(each, {}).keys() - fields == set()
    assert LISTS["care"].keys() <= set(subject.initial(subject.terms()).care.__struct_fields__)
    assert all(why.endswith(".") for reasons in LISTS.values() for why in reasons.values())
