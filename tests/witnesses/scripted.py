"""Tables played by script lines, for tests that look closer than a script can."""

from __future__ import annotations

from croupier.scripts import parse, run
from croupier.scripts.run import play, set_up
from croupier.scripts.table import Table
from croupier.table.contract import Refusal


class Scripted:
    """Lines played at tables of one game, once Ann has sat down at 1 with $200."""

    def __init__(self, game: str) -> None:
        self._game = game

    def holds(self, lines: str, table: str = "") -> bool:
        """Whether these lines hold."""
        return run(parse(self._script(lines, table))).holds

    def table_after(self, lines: str, table: str = "") -> Table:
        """The table after these lines, of which none may be refused or break."""
        script = parse(self._script(lines, table))
        driven, refusal = set_up(script)
        for statement in script.lines:
            assert refusal is None, f"{statement.text}: {refusal}"
            refusal = play(driven, statement)
        assert refusal is None, refusal
        return driven

    def then(self, table: Table, line: str) -> Refusal | None:
        """One more line at a table, and why it was refused, if it was."""
        return play(table, parse(f"# A rule.\ntable {self._game}\n{line}\n").lines[0])

    def _script(self, lines: str, table: str) -> str:
        return f"# A rule.\ntable {self._game}{table}\nAnn sits at 1 with $200\n{lines}"
