"""What people may command about a tournament."""

from __future__ import annotations

from typing import Union

from croupier.house.tournaments.founding import DraftConditions
from croupier.house.tournaments.hands import ReportHand
from croupier.house.tournaments.stream import TOURNAMENTS

ORDINARY = tuple(kind for kind in TOURNAMENTS.part.deciders if kind not in (ReportHand, DraftConditions))
"""All but two: conditions are written as a text, and hands are reported by the tables alone."""

TournamentCommand = Union[ORDINARY]  # type: ignore[valid-type] # noqa: UP007
