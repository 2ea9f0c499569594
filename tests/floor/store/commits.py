"""Short ways to write commits in tests."""

from __future__ import annotations

from itertools import count

from croupier.floor.store import Append, Commit, Committed, NewEvent, Posting, Store

_ids = count(1)


def bet(cents: int = 500, player: str = "ann") -> NewEvent:
    return NewEvent("wager-placed", 1, b'{"cents":%d}' % cents, (Posting(f"wallet:{player}", "table:1:rack", cents),))


def note(text: str = "hello") -> NewEvent:
    return NewEvent("noted", 1, b'{"text":"%s"}' % text.encode())


def commit(*appends: Append, command_id: str | None = None, actor: str = "ann", content: bytes = b"") -> Commit:
    return Commit(command_id or f"command-{next(_ids)}", actor, 1_700_000_000_000, appends, content)


def on(stream: str, version: int, *events: NewEvent) -> Append:
    return Append(stream, version, events)


def write(store: Store, *appends: Append, command_id: str | None = None, actor: str = "ann") -> Committed:
    """Commit, wait, and insist that it held."""
    outcome = store.submit(commit(*appends, command_id=command_id, actor=actor)).result(60)
    assert isinstance(outcome, Committed), outcome
    return outcome
