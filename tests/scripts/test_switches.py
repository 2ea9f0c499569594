"""Every ruling whose other reading a table may choose can be chosen in a script."""

import re

import pytest

from croupier.books import rulings
from croupier.games import game, games
from croupier.house import meter
from croupier.scripts.forms import Given, Setting
from croupier.scripts.vocabulary import vocabulary

SWITCHES = [
    pytest.param(name, ruling.citation, id=f"{name} {ruling.citation}")
    for name in games()
    for ruling in rulings().values()
    if ruling.switch and ruling.scope in ("all", game(name).book.code)
]
"""Each game with each ruling that its tables may read in another way."""


def test_there_are_switches() -> None:
    assert {each.values for each in SWITCHES} >= {
        ("matchmaker", "ruling 11"),
        ("double-chance", "ruling 25"),
        ("double-chance", "ruling 26"),
        ("three-card-poker", "ruling 53"),
    }


@pytest.mark.parametrize(("name", "ruling"), SWITCHES)
def test_a_part_of_the_table_line_chooses_the_other_reading_and_sets_a_term(name: str, ruling: str) -> None:
    """The part says which ruling it is about, and sets what the table's terms or those of its meter have."""
    said = re.compile(rf"\b{ruling}\b")
    settings = [form for form, _ in vocabulary(name).settings if isinstance(form, Setting) and said.search(form.says)]
    assert settings, f"no part of the table line says that it is the other reading of {ruling}"
    terms = {*game(name).terms.__struct_fields__, *meter.OpenMeter.__struct_fields__}
    for setting in settings:
        assert set(setting.sets(Given({}))) <= terms
