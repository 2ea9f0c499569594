"""What the commands that read a floor's record share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from croupier.cli.output import Refused, warn

if TYPE_CHECKING:
    from croupier.floor.store import Archive

DEFAULT_STORE = "sqlite:///croupier-data/floor.db"
"""The embedded store, unless another is named."""

StoreUrl = Annotated[str, Parameter(name="--store")]


@contextmanager
def opened_store(url: str, *, compared: bool = True) -> Iterator[Archive]:
    """The store at an address, which must be there already, to be read only.

    It is compared with the checkpoint beside it, and a difference is warned of; not for a command that does so itself.
    """
    from croupier.floor.store import open_archive

    with store_errors():
        store = open_archive(url)
        try:
            if compared:
                warn_if_adrift(store)
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


def warn_if_adrift(store: Archive) -> None:
    """Say beside the answer that a record did not grow from the checkpoint in the file beside it, if so it is."""
    from sqlalchemy import make_url

    from croupier.floor.seal.anchor import Adrift, AnchorUnread, anchor_place, anchored
    from croupier.floor.store.tree import Missing, Tree

    try:
        anchored(Tree.of(store), anchor_place(make_url(store.url)), None)
    except (Adrift, AnchorUnread, Missing) as error:
        warn(str(error))


def print_json(answer: object) -> None:
    """Print an answer for programs."""
    print(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
