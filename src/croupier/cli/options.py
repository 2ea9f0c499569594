"""Commands that take a game's settings as options, made from what the game declares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from inspect import Parameter as Argument
from inspect import Signature, signature
from typing import Annotated, Any, get_origin, get_type_hints

import msgspec
from cyclopts import Parameter, Token

from croupier.cli.output import refusing
from croupier.odds.setting import Field, fields, plain


def command(
    name: str, act: Callable[..., int], game: str, settings: type[msgspec.Struct], **defaults: Any
) -> Callable[..., int]:
    """A command that reads these settings and then does `act(game, settings, ...)`, or says why it cannot be done.

    The act's own keyword arguments are options too, after the settings; `defaults` are those this game has for them.
    """
    declared = {field.name: field for field in fields(settings)}

    def run(**given: Any) -> int:
        def do() -> int:
            chosen = settings(**{name: declared[name].taken(given[name]) for name in declared if name in given})
            rest = {name: value for name, value in given.items() if name not in declared}
            return act(game, chosen, **{**defaults, **rest})

        return refusing(f"{name} {game}", do, ValueError)

    options = [_option(field) for field in declared.values()]
    run.__signature__ = Signature([*options, *_own(act, defaults)])  # type: ignore[attr-defined]
    return run


def _option(field: Field) -> Argument:
    written: Any = field.type
    default, convert = field.default, None
    if field.type is Fraction or get_origin(field.type) is tuple:
        written, default, convert = str, None if default is None else str(plain(default)), partial(_parsed, field)
    if field.optional:
        written = written | None
    asked = Parameter(help=_help(field), converter=convert)
    return Argument(field.name, Argument.KEYWORD_ONLY, default=default, annotation=Annotated[written, asked])


def _parsed(field: Field, _type: Any, tokens: Sequence[Token]) -> Any:
    """What someone wrote, read as a request to the server is; ValueError says what it is not."""
    try:
        return field.parsed(tokens[0].value)
    except ValueError as error:
        raise ValueError(str(error).removeprefix(f"{field.name}: ")) from error


def _help(field: Field) -> str:
    """What the option does, and the clauses that it rests on."""
    said, under = field.setting.help, field.setting.under
    return f"{said.removesuffix('.')} ({', '.join(under)})." if under else said


def _own(act: Callable[..., int], defaults: dict[str, Any]) -> Iterator[Argument]:
    hints = get_type_hints(act, include_extras=True)
    for each in signature(act).parameters.values():
        if each.kind is Argument.KEYWORD_ONLY:
            yield each.replace(annotation=hints[each.name], default=defaults.get(each.name, each.default))
