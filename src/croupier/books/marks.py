"""The clauses that tests are marked with, read from their source.

It needs nothing but Python: the build runs it by itself to write what the tests witness into the package, for an
installed package has no tests beside it.
"""

import ast
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

KEPT = "witnesses.json"
"""The file in this package that holds what the tests witness, where the tests are not at hand."""


By = Literal["shown", "told", "named"]
"""What a citation stands under: what came of it (money, cards, a refusal, what someone sees), a sentence of the record,
or no more than an event's name, which would stand there too if the event did nothing."""


class Mention(NamedTuple):
    """One citation by a script's expectation or a test's decorator, where it stands, and what it stands under."""

    place: str
    line: int
    citation: str
    by: By = "shown"

    def __str__(self) -> str:
        return f"{self.place}:{self.line}"


def marked(tests: Path) -> Iterator[Mention]:
    """Yield the citations of every test in a folder, in the order of their places."""
    for module in sorted(tests.rglob("test_*.py")):
        yield from module_mentions(module.read_text(encoding="utf-8"), module.relative_to(tests.parent).as_posix())


def module_mentions(source: str, place: str) -> Iterator[Mention]:
    """Yield the citations of `@witnesses(...)` on what pytest collects from a Python module."""
    if "witnesses" not in source:
        return
    for test in _collected(ast.parse(source, place).body):
        for decorator in test.decorator_list:
            yield from _decorated(decorator, place)


def keep(found: Iterable[Mention], path: Path) -> None:
    """Write mentions to a file, one to a line."""
    path.write_text("[\n" + ",\n".join(json.dumps(list(each)) for each in found) + "\n]\n", encoding="utf-8")


def kept(path: Path) -> tuple[Mention, ...]:
    """Read mentions that were kept; none where there is no such file."""
    if not path.is_file():
        return ()
    return tuple(Mention(*each) for each in json.loads(path.read_text(encoding="utf-8")))


def _collected(body: Sequence[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("test"):
                yield node
            case ast.ClassDef(name=name) if name.startswith("Test"):
                yield node
                yield from _collected(node.body)


def _decorated(decorator: ast.expr, place: str) -> Iterator[Mention]:
    match decorator:
        case ast.Call(func=ast.Name(id="witnesses") | ast.Attribute(attr="witnesses"), args=arguments):
            for argument in arguments:
                citation = argument.value if isinstance(argument, ast.Constant) else ast.unparse(argument)
                yield Mention(place, argument.lineno, str(citation))
