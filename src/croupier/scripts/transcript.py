"""A script's result in words: what each line led to, under which clauses, and what those clauses ask."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.books import Clause, look_up
from croupier.scripts.run import Result, Turn


def transcript(result: Result) -> str:
    """Every line of a script with what came of it, and the clauses cited at the foot."""
    told = [line for turn in result.turns for line in _told(turn)]
    cited = dict.fromkeys(clause for turn in result.turns for said in turn.events for clause in said.under)
    asked = [f"  {clause}: {_asks(clause)}" for clause in cited]
    return "\n".join([f"# {result.name}", *told, "", "What these clauses ask:", *asked])


def _told(turn: Turn) -> Iterator[str]:
    yield f"{turn.line:>4}  {turn.text}"
    for said in turn.events:
        yield f"        {said.sentence}  [{', '.join(said.under)}]"
    if turn.refused is not None:
        yield f"        Refused: {turn.refused}"


def _asks(citation: str) -> str:
    found = look_up(citation)
    return found.asks if isinstance(found, Clause) else found.says
