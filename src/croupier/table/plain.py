"""A plain view of any table with a bank: what a game shows that has no view of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from croupier.table.contract import Actor
from croupier.table.engine import Engine
from croupier.table.state import BankedTable
from croupier.table.views import BankedView, HandView, Sign, WagerView, banked_view, hand_view, wagers_on
from croupier.table.words import place


class PlainArea(msgspec.Struct, frozen=True):
    """One area: who sits there, the hands that lie there, and its wagers."""

    area: int
    player: str | None
    name: str | None
    hands: tuple[HandView, ...]
    wagers: tuple[WagerView, ...]


class PlainView(BankedView, frozen=True, kw_only=True):
    """A table as one viewer may see it: its areas, and the hands that are no area's, by the name of their place."""

    areas: tuple[PlainArea, ...]
    beside: dict[str, tuple[HandView, ...]]
    sign: Sign


ViewT = TypeVar("ViewT", bound=PlainView)


def plain_view(
    kind: type[ViewT], engine: Engine[Any], state: BankedTable, viewer: Actor, *, at: int, deadlines: Mapping[str, int]
) -> ViewT:
    """The table as this person may see it now."""
    areas = range(1, state.seats + 1)
    beside = dict.fromkeys(spot.area for spot in state.hands if spot.area not in areas)
    return kind(
        **banked_view(engine, state, viewer, at, deadlines),
        areas=tuple(_area(state, area, viewer) for area in areas),
        beside={place(each): _hands(state, each, viewer) for each in beside},
        sign=Sign(
            limits=state.limits,
            pays={},
            chips=state.terms.chips.cents,
            notices=state.notices,
            version=state.terms_version,
            under={},
        ),
    )


def _area(state: BankedTable, area: int, viewer: Actor) -> PlainArea:
    seated = state.seated(area)
    player, name = (seated.id, seated.name) if seated else (None, None)
    return PlainArea(area, player, name, _hands(state, area, viewer), wagers_on(state, area))


def _hands(state: BankedTable, area: int, viewer: Actor) -> tuple[HandView, ...]:
    there = sorted(spot for spot in state.hands if spot.area == area)
    return tuple(hand_view(state.hands[spot], viewer, lambda cards: None) for spot in there)
