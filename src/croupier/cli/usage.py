"""What is said of bad usage: one line in the house's words, with what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from difflib import get_close_matches
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
    ValidationError,
)

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.segment import Segment

_LONGEST = 60
"""More than this of what someone wrote is not repeated to them."""

_WANTED = {int: "a whole number", float: "a number", Decimal: "an amount", bool: "yes or no"}


class Line:
    """A line that is neither folded nor cut short, however narrow the terminal."""

    def __init__(self, text: str) -> None:
        self.text = " ".join(text.split())

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        console.file.write(f"{self.text}\n")
        yield from ()


def complaint(error: CycloptsError, root: App) -> str:
    """What is wrong with how a command was given."""
    match error:
        case UnknownCommandError(unused_tokens=[named, *_]):
            # The library's own words look for a command of a similar name, and import every command to do so.
            of = error.app or root
            what = "option" if named.startswith("-") else "command"
            known = [name for name in of if name.startswith("-") == named.startswith("-")]
            return f"there is no {what} {_quoted(named)}{_perhaps(named, known)}"
        case UnknownOptionError():
            named = (error.token.keyword or error.token.value).partition("=")[0]
            known = [name for each in error.argument_collection if each.parse for name in each.names]
            return f"there is no option {_quoted(named)}{_perhaps(named, known)}"
        case UnusedCliTokensError(unused_tokens=[first, *_]):
            return f"nothing is known of {_quoted(first)} here; --help says what there is"
        case RepeatArgumentError():
            return f"{error.token.keyword} can be given only once"
        case CoercionError():
            return _not_taken(error)
        case ValidationError(exception_message=str(said)) if said:
            return f"{_name(error)}: {said}"
        case MissingArgumentError():
            name = error.keyword or (error.argument.name if error.argument else "something")
            return f"{name} needs a value" if name.startswith("-") else f"{name} is missing; --help says what there is"
    error.verbose = False
    said = str(error).removesuffix(".")
    return said[:1].lower() + said[1:]


def _name(error: CycloptsError) -> str:
    if error.argument is None:
        return "this"
    given = next((token.keyword for token in error.argument.tokens if token.keyword), None)
    return given or error.argument.name.lstrip("-").upper()


def _not_taken(error: CoercionError) -> str:
    name, value = _name(error), "" if error.token is None else error.token.value
    if error.msg is not None:
        return f"{name}: {error.msg}"
    choices = _choices(error.target_type)
    if choices:
        return f"{name}: {_quoted(value)} is none of {', '.join(choices)}{_perhaps(value, choices, otherwise='')}"
    wanted = _WANTED.get(error.target_type, "what it takes")  # type: ignore[arg-type]
    return f"{name}: {_quoted(value)} is not {wanted}"


def _choices(of: Any) -> list[str]:
    if get_origin(of) is Literal:
        return [str(each) for each in get_args(of)]
    if isinstance(of, type) and issubclass(of, Enum):
        return [name.lower().replace("_", "-") for name in of.__members__]
    return []


def _perhaps(named: str, known: Iterable[str], otherwise: str = "; --help lists those there are") -> str:
    near = get_close_matches(named, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else otherwise


def _quoted(text: str) -> str:
    said = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return said if said.startswith("--") else f'"{said}"'
