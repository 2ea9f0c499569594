"""Upcasters: steps that turn the JSON of an event stored long ago into what the code of today reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.floor.store.records import StoreError

Step = Callable[[dict[str, Any]], dict[str, Any]]


class Upcasters:
    """The steps of each stored kind, from each schema to the next; schemas count from 1.

    >>> casts = Upcasters()
    >>> @casts.step("wager-placed", 1)
    ... def cents(old):
    ...     return {"cents": old["dollars"] * 100}
    >>> casts.upcast("wager-placed", 1, b'{"dollars":5}')
    b'{"cents":500}'
    """

    def __init__(self) -> None:
        self._steps: dict[str, list[Step]] = {}

    def step(self, kind: str, schema: int) -> Callable[[Step], Step]:
        """Register the step that leads a kind from this schema to the next; steps are given in order."""

        def register(step: Step) -> Step:
            if schema != self.current(kind):
                raise ValueError(f"{kind}: the next step must start at schema {self.current(kind)}, not {schema}")
            self._steps.setdefault(kind, []).append(step)
            return step

        return register

    def current(self, kind: str) -> int:
        """The schema in which events of this kind are written today."""
        return 1 + len(self._steps.get(kind, ()))

    def upcast(self, kind: str, schema: int, payload: bytes) -> bytes:
        """The payload in the current schema of its kind; untouched when it is there already."""
        current = self.current(kind)
        if schema == current:
            return payload
        if not 1 <= schema < current:
            raise StoreError(f"{kind} was stored with schema {schema}; this version knows 1 to {current}")
        value: dict[str, Any] = msgspec.json.decode(payload)
        for step in self._steps[kind][schema - 1 :]:
            value = step(value)
        return msgspec.json.encode(value)


upcasters = Upcasters()
"""The steps of every kind that the floor stores."""

upcast = upcasters.upcast
