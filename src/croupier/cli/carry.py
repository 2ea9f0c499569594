"""`croupier backup`, `restore` and `store migrate`: the record carried elsewhere, whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App

from croupier.cli.files import Asked
from croupier.cli.output import STANDARD, Refused, counting, refusing, warn
from croupier.cli.store import DEFAULT_STORE, StoreUrl, opened_store, store_errors

if TYPE_CHECKING:
    from croupier.floor.seal.custody import Custody
    from croupier.floor.store import Archive

app = App(name="store", help="Look after the store of a floor.", help_format="plaintext")


_WITHOUT_KEY = "Without it the record can be read and verified, but no server goes on with it."


def backup(to: Asked, /, *, store: StoreUrl = DEFAULT_STORE) -> int:
    """Copy a store into one file, as of one moment, while the floor plays on.

    The key that the record is sealed with is not in it, and is to be kept apart.

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

        done = _carried(lambda progress: back_up(store, to, progress), f"are in {to}")
        with opened_store(store):  # warns of what is wrong with it
            pass
        _tell_of_the_key(store, to)
        return done

    return refusing("backup", act)


def restore(backup: Asked, /, *, store: StoreUrl = DEFAULT_STORE) -> int:
    """Make a store from a backup, where there is none.

    Parameters
    ----------
    backup
        A file that croupier backup made.
    store
        Where the record is to be kept, as sqlite:///PATH or postgresql://….
    """

    def act() -> int:
        from croupier.floor.store import carrying

        if backup == STANDARD:
            raise Refused("a backup is a database, not a stream: name a file")

        done = _carried(lambda progress: carrying.restore(backup, store, progress), "are restored")
        with opened_store(store) as restored:
            kept = _custody(restored, store)
        if kept is not None and kept.missing:
            warn(f"{kept.missing}. {_WITHOUT_KEY} Put it there, or name its file with `croupier run --key`.")
        return done

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


def _tell_of_the_key(store: str, backup: Path) -> None:
    """Say where the key is that the backup leaves out, and what it is needed for."""
    with opened_store(f"sqlite:///{backup}", compared=False) as made:
        kept = _custody(made, store)
    if kept is None:
        return
    where = f"not at {kept.path} either" if kept.missing else f"at {kept.path}"
    said = f"The key of {kept.name}, which the record is sealed with, is not in the backup: it is {where}."
    print(f"{said} Keep a copy of it, apart from the backup. {_WITHOUT_KEY}", file=sys.stderr)


def _custody(record: Archive, store: str) -> Custody | None:
    """Whether the key of a record lies beside a store."""
    from croupier.floor.seal import keys
    from croupier.floor.seal.custody import custody
    from croupier.floor.seal.note import NoteError
    from croupier.floor.store.engines import locate
    from croupier.floor.store.tree import Tree

    try:
        return custody(Tree.of(record), keys.place(locate(store)))
    except (keys.KeyRefused, NoteError) as error:
        warn(str(error))
        return None


def _carried(work: Callable[[Callable[[int, int], None]], int], words: str) -> int:
    with store_errors(), counting("events") as progress:
        count = work(progress)
    print(f"{count} events {words}", file=sys.stderr)
    return 0
