"""How far an analysis has come: what takes long says how many steps lie ahead and when each is done.

Whoever watches is told; nobody has to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class _Count:
    told: Callable[[int, int], None]
    done: int = 0
    of: int = 0


_watched: ContextVar[_Count | None] = ContextVar("steps", default=None)


@contextmanager
def watched(told: Callable[[int, int], None]) -> Iterator[None]:
    """Have what is worked out within told: how many steps are done, of how many."""
    token = _watched.set(_Count(told))
    try:
        yield
    finally:
        _watched.reset(token)


def ahead(many: int) -> None:
    """So many steps more lie ahead."""
    count = _watched.get()
    if count is not None:
        count.of += many
        count.told(count.done, count.of)


def step() -> None:
    """One of them is done."""
    count = _watched.get()
    if count is not None:
        count.done += 1
        count.told(count.done, count.of)
