"""What the commands that read a floor's record share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

if TYPE_CHECKING:
    from croupier.floor.store import Archive

REFUSED = 2

StoreUrl = Annotated[str, Parameter(name="--store")]


class Refused(Exception):
    """The command cannot be done, for this reason."""


@contextmanager
def opened_store(url: str) -> Iterator[Archive]:
    """The store at an address, which must be there already, to be read only."""
    from sqlalchemy.exc import SQLAlchemyError

    from croupier.floor.store import StoreError, open_archive

    try:
        store = open_archive(url)
    except (StoreError, SQLAlchemyError, OSError) as error:
        raise Refused(f"the store cannot be opened: {error}") from error
    try:
        yield store
    finally:
        store.close()


@contextmanager
def counting() -> Iterator[Callable[[int, int], None]]:
    """A progress bar beside the output; call it with how many events are done, and of how many."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("events"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("events", total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


def print_json(answer: object) -> None:
    """Print an answer for programs."""
    print(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def refusing(command: str, act: Callable[[], int]) -> int:
    """Do it, or say in one line why it cannot be done."""
    try:
        return act()
    except BrokenPipeError:  # whoever was reading has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Refused, OSError) as refusal:
        print(f"croupier {command}: {refusal}", file=sys.stderr)
        return REFUSED
    except Exception as error:
        from sqlalchemy.exc import SQLAlchemyError

        if not isinstance(error, SQLAlchemyError):
            raise
        print(f"croupier {command}: the store cannot be read: {getattr(error, 'orig', error)}", file=sys.stderr)
        return REFUSED
