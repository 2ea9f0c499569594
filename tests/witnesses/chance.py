"""Double Chance played by script lines, for tests that look closer than a script can."""

from croupier.scripts import parse, run
from croupier.scripts.face_down import FaceDownTable
from croupier.scripts.run import play, set_up
from croupier.table.contract import Refusal


def holds(lines: str, table: str = "") -> bool:
    """Whether these lines hold after Ann has sat down at 1 with $200."""
    return run(parse(_script(lines, table))).holds


def table_after(lines: str, table: str = "") -> FaceDownTable:
    """The table after these lines, of which none may be refused or break."""
    script = parse(_script(lines, table))
    driven, refusal = set_up(script)
    for statement in script.lines:
        assert refusal is None, f"{statement.text}: {refusal}"
        refusal = play(driven, statement)
    assert refusal is None, refusal
    assert isinstance(driven, FaceDownTable)
    return driven


def then(table: FaceDownTable, line: str) -> Refusal | None:
    """One more line at a table, and why it was refused, if it was."""
    return play(table, parse(f"# A rule.\ntable double-chance\n{line}\n").lines[0])


def _script(lines: str, table: str) -> str:
    return f"# A rule.\ntable double-chance{table}\nAnn sits at 1 with $200\n{lines}"
