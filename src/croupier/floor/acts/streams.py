"""The streams of the house beside its tables, as this process last saw them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.floor.acts.live_stream import LiveStream
from croupier.house.kinds import KINDS
from croupier.house.streams import StreamKind

IN_USE = 20_000
"""How many wallets are remembered at a time."""


class States(Mapping[str, Any]):
    """The states of live streams, by id."""

    __slots__ = ("_live",)

    def __init__(self, live: dict[str, LiveStream[Any]]) -> None:
        self._live = live

    def __getitem__(self, stream_id: str) -> Any:
        return self._live[stream_id].state

    def __iter__(self) -> Iterator[str]:
        return iter(self._live)

    def __len__(self) -> int:
        return len(self._live)


_NONE: Mapping[str, Any] = {}


class Streams:
    """The live streams of the house beside its tables, by kind and id."""

    def __init__(self) -> None:
        self._live: dict[str, dict[str, LiveStream[Any]]] = {kind.name: {} for kind in KINDS}

    def of(self, kind: StreamKind[Any]) -> dict[str, LiveStream[Any]]:
        """Every stream of a kind that this process knows, by id."""
        return self._live[kind.name]

    def one(self, kind: StreamKind[Any], stream_id: str) -> LiveStream[Any]:
        """A stream as this process last saw it."""
        live = self._live[kind.name]
        found = live.get(stream_id)
        if found is None:
            if not kind.at_hand and len(live) >= IN_USE:
                self._forget(live)
            found = live[stream_id] = LiveStream(kind, stream_id)
        return found

    def _forget(self, live: dict[str, LiveStream[Any]]) -> None:
        """Let go of the half that has been known longest, but for those in use: they are read again when needed."""
        for stream_id in list(live)[: IN_USE // 2]:
            if not live[stream_id].lock.locked():
                del live[stream_id]

    def named(self, stream: str) -> LiveStream[Any] | None:
        """The stream of this name, if it is of one of the kinds."""
        for kind in KINDS:
            stream_id = kind.id_of(stream)
            if stream_id is not None:
                return self.one(kind, stream_id)
        return None

    def states(self, kind: StreamKind[Any]) -> Mapping[str, Any]:
        """The state of every stream of a kind that is kept at hand, by id: as it is when it is looked at."""
        return States(self.of(kind)) if kind.at_hand else _NONE
