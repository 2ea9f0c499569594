"""Double Chance played by script lines."""

from tests.witnesses.scripted import Scripted

_CHANCE = Scripted("double-chance")

holds, table_after, then = _CHANCE.holds, _CHANCE.table_after, _CHANCE.then
