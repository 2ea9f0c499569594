"""What people may command about a tournament."""

from __future__ import annotations

from typing import Union

from croupier.house.tournaments.deciding import Told
from croupier.house.tournaments.founding import DraftConditions
from croupier.house.tournaments.stream import TOURNAMENTS

ORDINARY = tuple(
    kind for kind in TOURNAMENTS.part.deciders if kind is not DraftConditions and not issubclass(kind, Told)
)
"""Conditions are written as a text, and what tables tell nobody else does."""

TournamentCommand = Union[ORDINARY]  # type: ignore[valid-type] # noqa: UP007
