"""Where a command's answer goes: the terminal, a pipe or a file, with progress and refusals beside it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

REFUSED = 2
"""The exit code of a command that cannot be done, or that was not asked for rightly."""

STANDARD = Path("-")
"""Standard input where a file is read, standard output where one is written."""

_NARROWEST_FILE = 140
_WIDEST_FILE = 2000


class Refused(Exception):
    """The command cannot be done, for this reason."""


def refusing(command: str, act: Callable[[], int], *refusals: type[Exception]) -> int:
    """Do it, or say in one line why it cannot be done; which errors are refusals too may be named."""
    known: tuple[type[Exception], ...] = (Refused, OSError, *refusals)
    try:
        return act()
    except BrokenPipeError:
        raise
    except known as refusal:
        return refuse(command, told(refusal))


def refuse(command: str, reason: str) -> int:
    """Say in one line why a command cannot be done, and give its exit code."""
    print(f"croupier {command}: {' '.join(reason.split())}", file=sys.stderr)
    return REFUSED


def warn(of: str) -> None:
    """Say in one line, beside the answer, what should be known before it is relied on."""
    print(f"Warning: {' '.join(of.split())}", file=sys.stderr)


def told(error: Exception) -> str:
    """An error in words: the system's own without their numbers."""
    if not isinstance(error, OSError) or error.strerror is None:
        return str(error)
    reason = error.strerror[:1].lower() + error.strerror[1:]
    return reason if error.filename is None else f"{os.fsdecode(error.filename)}: {reason}"


def aside(text: str) -> None:
    """Say something beside the answer, to whoever sits at a terminal."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr)


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int | None], None]]:
    """A progress bar beside the output, on a terminal only; call it with how many are done, of how many if known."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    beside = sys.stdout.isatty()  # else what is printed meanwhile would go where the bar is, and not into the pipe
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=beside) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


@contextmanager
def told_of_steps() -> Iterator[None]:
    """A bar at the terminal for an analysis that says its steps; none for one that is done at once."""
    from croupier.odds.steps import watched

    with ExitStack() as bars:
        bar: Callable[[int, int | None], None] | None = None

        def told(done: int, of: int) -> None:
            nonlocal bar
            bar = bar or bars.enter_context(counting("analyses"))
            bar(done, of)

        with watched(told):
            yield


@contextmanager
def advancing(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """The same, to be called with how many more are done."""
    done = 0
    with counting(what) as progress:

        def more(many: int) -> None:
            nonlocal done
            done += many
            progress(done, total)

        yield more


def read_text(path: Path) -> str:
    """The text of a file, or of standard input for `-`; Refused if it is none."""
    try:
        if path == STANDARD:
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{path} is not text in UTF-8") from error


def write(text: str, out: Path | None) -> None:
    """Write text to a file, or to standard output."""
    if out is None or out == STANDARD:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8", newline="")


def print_shown(shown: RenderableType, out: Path | None = None) -> None:
    """Draw something in a file, or in the terminal; only a terminal's width folds its lines."""
    if out is None or out == STANDARD:
        console = terminal()
        if not sys.stdout.isatty():
            console.width = _needed(console, shown)
        console.print(shown)
    else:
        with out.open("w", encoding="utf-8") as file:
            console = _console(file=file)
            console.width = _needed(console, shown)
            console.print(shown)


def terminal() -> Console:
    """Standard output as it is drawn on."""
    return _console()


def _console(**options: object) -> Console:
    from rich.console import Console

    return Console(highlight=False, **options)  # type: ignore[arg-type]


def _needed(console: Console, shown: RenderableType) -> int:
    """As wide as it takes to fold nothing; a table takes no more of that than it needs, and is not measured twice."""
    from rich.measure import Measurement
    from rich.table import Table

    if isinstance(shown, Table) and not shown.expand:
        return _WIDEST_FILE
    wide = console.options.update(width=_WIDEST_FILE)
    return max(_NARROWEST_FILE, Measurement.get(console, wide, shown).maximum)
