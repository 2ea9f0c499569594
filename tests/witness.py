"""`@witnesses("MM 6.1")` marks a test that proves a clause; `croupier rules --coverage` finds it by this decorator."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from croupier.books import cite

T = TypeVar("T", bound=Callable[..., object])


def witnesses(*clauses: str) -> Callable[[T], T]:
    """Declare that the decorated test witnesses the cited clauses or rulings; an unknown citation fails at import."""
    if not clauses:
        raise ValueError("name at least one clause")
    cited = tuple(cite(clause) for clause in clauses)

    def mark(test: T) -> T:
        test.witnessed = (*getattr(test, "witnessed", ()), *cited)  # type: ignore[attr-defined]
        return pytest.mark.witnesses(*cited)(test)

    return mark
