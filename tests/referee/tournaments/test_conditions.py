"""What generated conditions say: every field of every book's conditions has several values among them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from croupier.house.tournaments.findings import findings
from croupier.table.tournaments.conditions import Conditions, Said
from tests.referee.tournaments import sevens
from tests.referee.tournaments.conditions import conditions
from tests.referee.tournaments.seeds import BOOKS

MANY = 150
MATCHMAKER, BLACKJACK, THREE_CARD, POKER = BOOKS
WITHOUT = (
    (BOOKS, "book", "conditions of a book name that book"),
    ((MATCHMAKER, BLACKJACK, THREE_CARD), "variation", "these books have one game that a tournament may name"),
    ((MATCHMAKER, THREE_CARD, POKER), "entry.won", "entries are won in Blackjack alone (BJ 13.9)"),
    ((MATCHMAKER, BLACKJACK, THREE_CARD), "structure.elimination", "nobody plays against another there"),
    ((BLACKJACK, POKER), "wagers.secret.", "secret wagers are refused (ruling 93)"),
    ((BLACKJACK, THREE_CARD, POKER), "varies", "the rules prevail: only Matchmaker lets some be varied (MM 10.2.2)"),
    ((MATCHMAKER, BLACKJACK, THREE_CARD), "details.add_on", "an add-on is bought between levels"),
    ((MATCHMAKER, BLACKJACK), "readings.employees_alone", "nobody of the house takes part there"),
    (BOOKS, "readings.approved_by_delegate", "nobody is sent to approve"),
    (BOOKS, "readings.changes_bind", "whoever entered under an older text may withdraw"),
    (BOOKS, "readings.director_alone", "deputies are enough"),
    (BOOKS, "readings.early_end_either", "tables end early as the rulings have it"),
    (BOOKS, "readings.rest_wagered", "banks below the minimum are not wagered"),
    (BOOKS, "readings.secret_wagers", "secret wagers are refused where the book does not speak of them"),
    ((THREE_CARD, POKER), "structure.rounds.shoes", "the cards are shuffled for every hand"),
)
"""Fields that have one value, in which books, and why."""


def leaves(kind: type[Said], before: str = "") -> Iterator[str]:
    """Every field of conditions, by its path."""
    for name, hint in get_type_hints(kind).items():
        if not (isinstance(hint, type) and issubclass(hint, Said)):
            yield before + name
        for part in parts(hint):
            yield from leaves(part, f"{before}{name}.")


def parts(hint: Any) -> Iterator[type[Said]]:
    """What a field is made of, where it is a part of conditions or several of them."""
    if isinstance(hint, type) and issubclass(hint, Said):
        yield hint
    elif get_origin(hint) in (Union, UnionType, tuple):
        for each in get_args(hint):
            yield from parts(each)


def said(part: Said, before: str = "") -> Iterator[tuple[str, str]]:
    """What conditions say at each path; of parts, whether they are there."""
    for name in part.__struct_fields__:
        value = getattr(part, name)
        rows = value if isinstance(value, tuple) else (value,)
        inner = [each for each in rows if isinstance(each, Said)]
        yield before + name, f"{len(inner)} {type(inner[0]).__name__}" if inner else repr(value)
        for each in inner:
            yield from said(each, f"{before}{name}.")


@pytest.mark.parametrize("book", BOOKS)
def test_every_field_has_several_values(book: str) -> None:
    found = defaultdict[str, set[str]](set)
    for seed in range(MANY):
        random = Random(seed)
        some = conditions(random, book, random.choice((8, 9, 12, 20)))
        for each in (some, sevens.conditions(random)) if book == BLACKJACK else (some,):
            assert findings(each).complete
            for path, value in said(each):
                found[path].add(value)
    reasons = [path for books, path, _ in WITHOUT if book in books]
    alike = [path for path in leaves(Conditions) if len(found[path]) < 2]
    unexplained = [path for path in alike if not any(f"{path}.".startswith(each) for each in reasons)]
    assert not unexplained
    needless = [each for each in reasons if not any(f"{path}.".startswith(each) for path in alike)]
    assert not needless, "what is named as having one value has several"
