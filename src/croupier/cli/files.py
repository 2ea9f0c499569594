"""Options that name a file, where `-` stands for standard input or output."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def _no_option(_type: object, path: object) -> None:
    if str(path).startswith("-") and str(path) != "-":
        raise ValueError(f"name a file; one that is called so is ./{path}")


# `-` looks like an option, so options have to be told apart here.
_TAKES_DASH = Parameter(allow_leading_hyphen=True, validator=_no_option)

Asked = Annotated[Path, _TAKES_DASH]
"""A file that must be named."""

Maybe = Annotated[Path | None, _TAKES_DASH]
"""A file that may be named."""

Out = Annotated[
    Path | None,
    Parameter(
        help="File to write instead of the terminal; - is standard output.",
        allow_leading_hyphen=True,
        validator=_no_option,
    ),
]
"""Where to write an answer."""

Into = Annotated[Maybe, Parameter(name=("--out", "-o"))]
"""Where to write an answer that is mostly kept."""
