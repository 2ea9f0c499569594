"""Command ids for the house's own clients."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from uuid import uuid4


def fresh_ids() -> Iterator[str]:
    """Ids that no one has used or will use: a random stem, numbered through."""
    stem = uuid4().hex
    return (f"{stem}-{number}" for number in count(1))
