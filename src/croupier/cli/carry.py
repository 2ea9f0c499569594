"""`croupier backup`, `restore` and `store migrate`: the record carried elsewhere, whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from cyclopts import App

from croupier.cli.files import Asked
from croupier.cli.output import STANDARD, Refused, counting, refusing
from croupier.cli.store import DEFAULT_STORE, StoreUrl, store_errors

app = App(name="store", help="Look after the store of a floor.", help_format="plaintext")


def backup(to: Asked, /, *, store: StoreUrl = DEFAULT_STORE) -> int:
    """Copy a store into one file, as of one moment, while the floor plays on.

    Parameters
    ----------
    to
        The file to make; it is there once it is whole, and not before.
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    """

    def act() -> int:
        from croupier.floor.store.carrying import back_up

        if to == STANDARD:
            raise Refused("a backup is a database, not a stream: name a file")
        if not to.absolute().parent.is_dir():
            raise Refused(f"there is no folder {to.parent}")

        return _carried(lambda progress: back_up(store, to, progress), f"are in {to}")

    return refusing("backup", act)


def restore(backup: Asked, /, *, store: StoreUrl = DEFAULT_STORE) -> int:
    """Make a store from a backup, where there is none.

    Parameters
    ----------
    backup
        A file that `croupier backup` made.
    store
        Where the record is to be kept, as sqlite:///PATH or postgresql://….
    """

    def act() -> int:
        from croupier.floor.store import carrying

        if backup == STANDARD:
            raise Refused("a backup is a database, not a stream: name a file")

        return _carried(lambda progress: carrying.restore(backup, store, progress), "are restored")

    return refusing("restore", act)


@app.command
def migrate(*, store: StoreUrl = DEFAULT_STORE, to: str | None = None) -> int:
    """Carry a store of an older format over to the present one, checking all of it on the way.

    Parameters
    ----------
    store
        Where the old record is kept, as sqlite:///PATH or postgresql://….
    to
        Where the new one is to be; without it, a SQLite store takes the place of the old, which is kept beside it.
    """
    return refusing("store migrate", lambda: _migrate(store, to))


def _migrate(store: str, to: str | None) -> int:
    from croupier.floor.acts.journal import JOURNAL, FormatChanged
    from croupier.floor.acts.recording import sealed_of, to_store
    from croupier.floor.store import NewEvent
    from croupier.floor.store.engines import locate
    from croupier.floor.store.migration import OLD, migrate
    from croupier.floor.store.untouched import Untouched
    from croupier.games import game, games

    for name in games():
        game(name)  # so that every kind of event is known, and what is secret in it

    def last(position: int, digest: bytes, _at: int) -> NewEvent:
        return to_store("", (FormatChanged(was=OLD, position=position, digest=digest.hex(), under=()),))[0]

    old = Path(locate(store).database or "")
    in_place = to is None
    if to is None:
        if locate(store).get_backend_name() != "sqlite":
            raise Refused("name a new database with --to")
        with store_errors():
            Untouched(locate(store)).engine.dispose()
        to = f"sqlite:///{old}.new"
    target = to
    done = _carried(
        lambda progress: migrate(store, target, sealed=sealed_of, last=last, stream=JOURNAL, progress=progress),
        "are carried over",
    )
    if in_place:
        aside = old.with_name(f"{old.name}.format-{OLD}")
        if aside.exists():
            raise Refused(f"{aside} is in the way; the new store is {old}.new")
        for end in ("", "-wal", "-shm"):  # what is in the log beside belongs to the old one
            beside = Path(f"{old}{end}")
            if beside.exists():
                beside.rename(f"{aside}{end}")
        Path(f"{old}.new").rename(old)
        print(f"The old store is kept as {aside}", file=sys.stderr)
    return done


def _carried(work: Callable[[Callable[[int, int], None]], int], words: str) -> int:
    with store_errors(), counting("events") as progress:
        count = work(progress)
    print(f"{count} events {words}", file=sys.stderr)
    return 0
