"""Damage: what is wrong with the record, with what is kept aside of it, and with the accounts that rest on it.

A check accuses nobody of what it has seen once: the floor plays on while it reads, so whatever it finds is looked at
a second time, at one moment, and what is gone by then is put into the log and was no damage.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import msgspec

from croupier.floor.people import fold as people
from croupier.floor.people.diary import PEOPLE
from croupier.floor.reading import audit
from croupier.floor.reading.kept_states import unfoldable, unlike_the_record
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Key
from croupier.floor.store import Archive, Moment
from croupier.floor.store.chain import GENESIS, leaf_of
from croupier.floor.store.tree import Tree


class Damage(msgspec.Struct, frozen=True):
    """What is wrong with the record: the stream that it stops, or all of them, and the words for it."""

    why: str
    position: int = 0
    stream: str | None = None


class Report(msgspec.Struct, frozen=True):
    """What one check of the whole record came to."""

    position: int
    damage: tuple[Damage, ...] = ()


def check_tail(store: Archive, key: Key | None) -> tuple[Damage, ...]:
    """What is wrong with what was written since the newest checkpoint."""
    kept = Tree.of(store).newest()
    if kept is None:
        return check(store, key).damage
    try:
        since = Checkpoint.read(kept.note, key)
    except ValueError as error:
        return (Damage(f"the newest checkpoint does not hold: {error}", kept.size),)
    return tuple(_in_the_record(store, audit.verify(store, None, since, key)))


def check(store: Archive, key: Key | None, progress: audit.Progress | None = None, fold: str = "") -> Report:
    """Check the whole record, what is kept aside of it, and who may sign in by it; one stream is also folded anew."""
    found = audit.verify(store, progress, None, key)
    damage = list(_in_the_record(store, found))
    damage += [Damage(why, 0, stream) for stream, why in unlike_the_record(store, progress)]
    damage += [Damage(str(each), 0, PEOPLE) for each in people.differences(store, _patiently(progress))]
    if fold and (why := unfoldable(store, fold)) is not None:
        damage.append(Damage(why, 0, fold))
    return Report(found.position, tuple(damage))


def _patiently(progress: audit.Progress | None) -> Callable[[float], None]:
    """How to wait for what is under way, unless whoever is told of progress ends the check."""

    def wait(seconds: float) -> None:
        if progress is not None:
            progress(0, 0)
        time.sleep(seconds)

    return wait


def _in_the_record(store: Archive, found: audit.Verified | audit.Tampered) -> Iterator[Damage]:
    """The streams whose own chains are broken; what is wrong with the order or the ledger stops all of them."""
    if isinstance(found, audit.Verified):
        return
    whole = True
    with store.snapshot() as moment:
        for stream in moment.streams():
            broken = _broken(moment, stream)
            if broken is not None:
                whole = False
                yield Damage(f"the record of {stream} is damaged at position {broken}", broken, stream)
    if whole:
        yield Damage(f"the record is damaged at position {found.position}: {found.reason}", found.position)


def _broken(moment: Moment, stream: str) -> int | None:
    """The first position of a stream where its chain does not hold."""
    previous = GENESIS
    for due, stored in enumerate(moment.stream(stream), 1):
        moves = moment.postings(stored.position, stored.position).get(stored.position, ())
        leaf = leaf_of(msgspec.structs.astuple(stored), previous, [msgspec.structs.astuple(move) for move in moves])
        if stored.version != due or leaf != stored.digest:
            return stored.position
        previous = leaf
    return None
