"""Citations: `MM 5.4` for a clause and `ruling 10` for a ruling, the only forms that records, scripts and tests use."""

import re
from functools import cache

from croupier.books.model import Clause, Ruling, UnknownClause, close_matches
from croupier.books.shelf import book, codes, rulings

_SEPARATOR = re.compile(r"(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=(?:[A-Z]{2,}|ruling)\s)")


@cache
def cite(citation: str) -> str:
    """Return the citation unchanged if a clause or ruling bears it, otherwise raise UnknownClause.

    >>> cite("MM 5.4")
    'MM 5.4'
    """
    look_up(citation)
    return citation


def look_up(citation: str) -> Clause | Ruling:
    """Return the clause or ruling that a citation names, or raise UnknownClause."""
    code, _, clause_id = citation.partition(" ")
    if code in codes() and clause_id:
        return book(code).clause(citation)
    for ruling in rulings().values():
        if ruling.citation == citation:
            return ruling
    cited = [ruling.citation for ruling in rulings().values()]
    cited += [f"{known} {clause_id}" for known in codes() if clause_id in book(known)]
    raise UnknownClause(citation, close_matches(citation, cited))


def split_citations(text: str) -> tuple[str, ...]:
    """Split a list of citations, as in `MM 9.8, MM 5.4 and ruling 1`, without judging them.

    A comma or "and" parts two citations only before the start of the next: ids of some books hold commas themselves.
    """
    return tuple(_SEPARATOR.split(text.strip()))
