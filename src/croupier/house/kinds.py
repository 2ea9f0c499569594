"""Every kind of stream that a house has beside its tables."""

from __future__ import annotations

from typing import Any

from croupier.house.linked import METERS
from croupier.house.meter_list import METER_LIST
from croupier.house.streams import StreamKind
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.house.versions import VERSIONS
from croupier.house.wallets import WALLETS

KINDS: tuple[StreamKind[Any], ...] = (METER_LIST, METERS, VERSIONS, TOURNAMENTS, WALLETS)
"""In the order in which they are locked, after the tables."""
