"""Three Card Poker played by script lines, for tests that look closer than a script can."""

from croupier.scripts import parse, run
from croupier.scripts.games.three_card_poker import PokerTable
from croupier.scripts.run import play, set_up


def holds(lines: str, table: str = "") -> bool:
    """Whether these lines hold after Ann has sat down at 1 with $200."""
    return run(parse(_script(lines, table))).holds


def table_after(lines: str, table: str = "") -> PokerTable:
    """The table after these lines, of which none may be refused or break."""
    script = parse(_script(lines, table))
    driven, refusal = set_up(script)
    for statement in script.lines:
        assert refusal is None, f"{statement.text}: {refusal}"
        refusal = play(driven, statement)
    assert refusal is None, refusal
    assert isinstance(driven, PokerTable)
    return driven


def _script(lines: str, table: str) -> str:
    return f"# A rule.\ntable three-card-poker{table}\nAnn sits at 1 with $200\n{lines}"
