"""Bets of which all tables of the house offer one version: a table that opens with another is refused.

One stream for each such bet knows which tables are open with it, in which version, and where tournament entries are
still open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from croupier.cards import BY_CHANCE, Chance
from croupier.house.streams import TABLE, Asked, Look, Source, StreamKind
from croupier.table.care import TableOpened
from croupier.table.closing import TableClosed
from croupier.table.contract import Actor, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.rounds import RoundClosed
from croupier.table.rules import OneVersion
from croupier.table.versions import LastEntryDetermined

part = Part("one-version")


class VersionsInPlay(msgspec.Struct, frozen=True):
    """The tables that are open with a bet, each with its version; and where entries are open."""

    open: dict[str, int] = {}
    entries: dict[str, int] = {}
    version: int | None = None
    """The version that was played last."""


class TakeUp(Command, frozen=True, kw_only=True):
    """A table opens with a version."""

    table: str
    plays: OneVersion


class LayDown(Command, frozen=True, kw_only=True):
    """A table closes."""

    table: str


class CountEntries(Command, frozen=True, kw_only=True):
    """Entries were won at a table, or, below nothing, decided."""

    table: str
    entries: int


class VersionTakenUp(Event, frozen=True, kw_only=True):
    """A table is open with a version."""

    table: str
    version: int


class VersionLaidDown(Event, frozen=True, kw_only=True):
    """A table is closed."""

    table: str


class EntriesCounted(Event, frozen=True, kw_only=True):
    """So many entries of a table are open."""

    table: str
    entries: int


part.declares(TakeUp, label="Open with a version", desk=Desk.SIGNS)
part.declares(LayDown, label="Close", desk=Desk.SIGNS)
part.declares(CountEntries, label="Count entries", desk=Desk.SIGNS)
part.tells(VersionTakenUp, audience=EVERYONE, says=lambda e, who: f"{e.table} is open with version {e.version}.")
part.tells(VersionLaidDown, audience=EVERYONE, says=lambda e, who: f"{e.table} is closed.")
part.tells(EntriesCounted, audience=EVERYONE, says=lambda e, who: f"{e.table} has {e.entries} entries open.")


class Versions(StreamKind[VersionsInPlay]):
    """One stream for each bet that has versions."""

    name = "version"
    state_type = VersionsInPlay
    part = part

    def initial(self, stream_id: str) -> VersionsInPlay:
        """No table is open with it."""
        return VersionsInPlay()

    def decide(
        self,
        state: VersionsInPlay,
        command: Command,
        by: Actor,
        at: int,
        others: Mapping[str, VersionsInPlay],
        *,
        chance: Chance = BY_CHANCE,
        look: Look | None = None,
    ) -> Decision:
        """A table opens only with the version that the others play, and not while entries bar it."""
        match command:
            case TakeUp(table=table, plays=plays):
                return _why_not(state, table, plays) or (
                    VersionTakenUp(table=table, version=plays.version, under=plays.under),
                )
            case LayDown(table=table):
                return (VersionLaidDown(table=table, under=()),) if table in state.open else ()
            case CountEntries(table=table, entries=entries):
                now = max(0, state.entries.get(table, 0) + entries)
                return (EntriesCounted(table=table, entries=now, under=()),)
        raise TypeError(f"no such act: {command}")

    def evolve(self, state: VersionsInPlay, event: Event) -> VersionsInPlay:
        """The tables as they are now."""
        match event:
            case VersionTakenUp(table=table, version=version):
                return VersionsInPlay({**state.open, table: version}, state.entries, version)
            case VersionLaidDown(table=table):
                return replace(state, open={name: each for name, each in state.open.items() if name != table})
            case EntriesCounted(table=table, entries=entries):
                kept = {name: each for name, each in state.entries.items() if name != table}
                return replace(state, entries={**kept, table: entries} if entries else kept)
        raise TypeError(f"no such event: {event}")

    def asked(self, source: Source, known: Mapping[str, VersionsInPlay]) -> tuple[Asked, ...]:
        """What the opening, the closing and the rounds of a table ask."""
        plays = source.rules.one_version(source.state) if source.kind == TABLE else None
        if plays is None:
            return ()
        return tuple(Asked(plays.name, command, source.by) for command in _asked(source, plays))


def _why_not(state: VersionsInPlay, table: str, plays: OneVersion) -> Refusal | None:
    """Why a table may not open with a version: another plays a different one, no notice hung, entries are open."""
    other = next((name for name, each in sorted(state.open.items()) if each != plays.version and name != table), None)
    if other is not None:
        return Refusal(Reason.FORBIDDEN, plays.under, {"table": other, "version": state.open[other]})
    if state.version in (None, plays.version):
        return None
    if not plays.announced:
        return Refusal(Reason.NOTICE, plays.notice_under, {"version": state.version or 0})
    if state.entries and plays.entries_under:
        return Refusal(Reason.NOT_NOW, plays.entries_under, {"entries not decided": sum(state.entries.values())})
    return None


def _asked(source: Source, plays: OneVersion) -> Iterator[Command]:
    for event in source.events:
        match event:
            case TableOpened():
                yield TakeUp(table=source.id, plays=plays)
            case TableClosed():
                yield LayDown(table=source.id)
            case RoundClosed() if plays.won_by:
                yield CountEntries(table=source.id, entries=len(plays.won_by))
            case LastEntryDetermined(entries=entries):
                yield CountEntries(table=source.id, entries=-entries)


VERSIONS = Versions()
