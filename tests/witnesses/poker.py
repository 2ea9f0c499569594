"""Three Card Poker played by script lines."""

from tests.witnesses.scripted import Scripted

_POKER = Scripted("three-card-poker")

holds, table_after = _POKER.holds, _POKER.table_after
