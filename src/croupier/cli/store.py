"""What the commands that read a floor's record share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from croupier.cli.output import Refused

if TYPE_CHECKING:
    from croupier.floor.store import Archive

DEFAULT_STORE = "sqlite:///croupier-data/floor.db"
"""The embedded store, unless another is named."""

StoreUrl = Annotated[str, Parameter(name="--store")]


@contextmanager
def opened_store(url: str) -> Iterator[Archive]:
    """The store at an address, which must be there already, to be read only."""
    from croupier.floor.store import open_archive

    with store_errors():
        store = open_archive(url)
        try:
            yield store
            store.check()
        finally:
            store.close()


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn what is wrong with a store into a refusal."""
    from sqlalchemy.exc import SQLAlchemyError

    from croupier.floor.store import StoreError

    try:
        yield
    except msgspec.MsgspecError as error:
        raise Refused(f"the record cannot be understood ({error}): `croupier audit verify` finds damage") from error
    except (StoreError, SQLAlchemyError) as error:
        raise Refused(f"{getattr(error, 'orig', None) or error}") from error


def print_json(answer: object) -> None:
    """Print an answer for programs."""
    print(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
