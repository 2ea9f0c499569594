"""Clauses as they are told beside what rests on them: in our own words."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from croupier.books import Clause, UnknownClause, look_up


class ClauseText(msgspec.Struct, frozen=True):
    """A clause or ruling that something rests on, in our words."""

    id: str
    asks: str
    how: str


def clause_texts(cited: Iterable[str]) -> tuple[ClauseText, ...]:
    """What cited clauses and rulings ask, each once."""
    return tuple(map(_clause_text, dict.fromkeys(cited)))


def _clause_text(citation: str) -> ClauseText:
    try:
        found = look_up(citation)
    except UnknownClause:
        return ClauseText(citation, "", "")  # a clause of a book edition that is no longer on the shelf
    if isinstance(found, Clause):
        return ClauseText(citation, found.asks, found.how)
    return ClauseText(citation, found.says, found.otherwise)
