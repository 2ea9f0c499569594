"""Where a command's answer goes: the terminal or a file, with progress and refusals beside it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

REFUSED = 2
_FILE_WIDTH = 140


@contextmanager
def counting(rounds: int) -> Iterator[Callable[[int], object]]:
    """A progress bar beside the output; call it with the rounds just played."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("rounds"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("rounds", total=rounds)
        yield lambda played: progress.advance(task, played)


def refusing(act: Callable[[], int]) -> int:
    """Do it, or say in one line why it cannot be done."""
    try:
        return act()
    except ModuleNotFoundError as missing:
        reason = f"this needs {missing.name}: install croupier[cluster]"
    except (ValueError, OSError) as refusal:
        reason = str(refusal)
    print(f"refused: {reason}", file=sys.stderr)
    return REFUSED


def write(text: str, out: Path | None) -> None:
    """Write text to a file, or to the terminal."""
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")


def print_shown(shown: RenderableType, out: Path | None) -> None:
    """Draw tables in a file, or in the terminal."""
    from rich.console import Console

    if out is None:
        Console(width=None if sys.stdout.isatty() else _FILE_WIDTH).print(shown)
    else:
        with out.open("w", encoding="utf-8") as file:
            Console(file=file, width=_FILE_WIDTH).print(shown)
