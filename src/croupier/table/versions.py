"""A bet that all tables of the house offer in one version: the version in play, its notice, and the way to another.

The house holds the tables to each other (`house/versions.py`): none opens while another plays a different version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from croupier.table.care import OpenTable, open_table
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.fields import Asks
from croupier.table.rules import BankedContext, TableClauses
from croupier.table.signs import NOTICE_MS, too_short
from croupier.table.state import BankedTable
from croupier.table.words import minutes


@dataclass(frozen=True, kw_only=True)
class VersionClauses(TableClauses):
    """What a book says of a bet that has versions."""

    versions: Mapping[int, str]
    """The clause of each version."""
    version_notice: str
    version_left: Mapping[int, str]
    """What must be so before a version is left for another."""
    entries: str
    """What gives a winner an entry to a tournament, which must be decided before the version is left."""


part = Part("versions", VersionClauses)

REASONABLE_MS = NOTICE_MS
"""How long a notice hangs and the tables stay closed: the books that name a time for a sign name this one."""


class VersionNotice(msgspec.Struct, frozen=True):
    """The sign that another version comes."""

    version: int
    posted_at: int
    effective_at: int


class VersionedTable(BankedTable, frozen=True, kw_only=True):
    """A table that may offer a bet with versions."""

    offered: int | None = None
    """The version that is offered, if the bet is."""
    coming: VersionNotice | None = None
    reopens_at: int = 0
    """Before this moment the table stays closed, its version having been changed."""
    entries: int = 0
    """Entries to a tournament won here that are not yet decided on."""


class AnnounceVersion(Command, frozen=True, kw_only=True):
    """Put up a notice that another version will be played, and from when."""

    version: int
    effective_at: Annotated[int, Asks("In how many minutes (20 at least)", "moment", low=20)]


class ChangeVersion(Command, frozen=True, kw_only=True):
    """Change the version at a closed table, as the notice said."""

    version: int


class DetermineLastEntry(Command, frozen=True, kw_only=True):
    """The last entry to the tournament is determined: none that was won here is open any more."""


class VersionAnnounced(Event, frozen=True, kw_only=True):
    """A notice says that another version will be played."""

    version: int
    posted_at: int
    effective_at: int


class VersionChanged(Event, frozen=True, kw_only=True):
    """The table will open with another version, not before a time."""

    version: int
    reopens_at: int
    terms_version: int


class LastEntryDetermined(Event, frozen=True, kw_only=True):
    """All entries to the tournament that were won here are decided."""

    entries: int


def _others(state: VersionedTable, ctx: BankedContext[VersionClauses]) -> Iterator[int]:
    if state.offered is not None:
        yield from (each for each in ctx.clauses.versions if each != state.offered)


@part.command(
    AnnounceVersion,
    under="version_notice",
    label="Announce another version",
    words="switch variant rules change notice",
    says=lambda c, who: f"Announce version {c.version}",
    desk=Desk.SIGNS,
    examples=lambda state, ctx: [
        AnnounceVersion(version=each, effective_at=ctx.at + REASONABLE_MS) for each in _others(state, ctx)
    ],
)
def announce_version(state: VersionedTable, command: AnnounceVersion, ctx: BankedContext[VersionClauses]) -> Decision:
    """Long enough ahead, whether the table is open or not."""
    clause = ctx.clauses.version_notice
    if command.version not in _others(state, ctx):
        return Refusal(Reason.FORBIDDEN, (clause, *ctx.clauses.versions.values()), {"offered": state.offered or 0})
    if command.effective_at - ctx.at < REASONABLE_MS:
        return too_short((clause,), ctx.at, command.effective_at)
    return (
        VersionAnnounced(
            version=command.version,
            posted_at=ctx.at,
            effective_at=command.effective_at,
            under=(clause, ctx.clauses.version_left[state.offered or 0]),
        ),
    )


@part.event(
    VersionAnnounced,
    audience=EVERYONE,
    says=lambda e, who: (
        f"A notice says that version {e.version} will be played in {minutes(e.posted_at, e.effective_at)}."
    ),
    aloud=True,
)
def version_announced(state: VersionedTable, event: VersionAnnounced) -> VersionedTable:
    """The newest notice counts, and outlasts the table's closing."""
    return replace(state, coming=VersionNotice(event.version, event.posted_at, event.effective_at))


@part.command(
    ChangeVersion,
    under="version_notice",
    label="Change the version",
    words="switch variant rules game",
    says=lambda c, who: f"Change to version {c.version}",
    desk=Desk.SIGNS,
    examples=lambda state, ctx: [ChangeVersion(version=each) for each in _others(state, ctx)],
)
def change_version(state: VersionedTable, command: ChangeVersion, ctx: BankedContext[VersionClauses]) -> Decision:
    """At a closed table, when its notice has hung until its time and no entry is open; it then stays closed a while."""
    clauses, notice = ctx.clauses, state.coming
    if command.version not in _others(state, ctx):
        return Refusal(Reason.FORBIDDEN, (clauses.version_notice,), {"offered": state.offered or 0})
    if notice is None or notice.version != command.version:
        return too_short((clauses.version_notice,), ctx.at, ctx.at)
    if ctx.at < notice.effective_at:
        facts = {"minutes to go": -(-(notice.effective_at - ctx.at) // 60_000)}
        return Refusal(Reason.NOTICE, (clauses.version_notice,), facts)
    leaving = clauses.version_left[state.offered or 0]
    if state.is_open:
        return Refusal(Reason.NOT_NOW, (leaving,), {"first": "close the table"})
    if state.entries:
        return Refusal(Reason.NOT_NOW, (leaving,), {"entries not decided": state.entries})
    return (
        VersionChanged(
            version=command.version,
            reopens_at=ctx.at + REASONABLE_MS,
            terms_version=state.terms_version + 1,
            under=(clauses.version_notice, leaving, clauses.versions[command.version]),
        ),
    )


@part.event(VersionChanged, audience=EVERYONE, says=lambda e, who: f"The table opens again with version {e.version}.")
def version_changed(state: VersionedTable, event: VersionChanged) -> VersionedTable:
    """Other terms, from the next opening on."""
    return replace(
        state,
        offered=event.version,
        coming=None,
        reopens_at=event.reopens_at,
        terms_version=event.terms_version,
    )


@part.command(
    DetermineLastEntry,
    under="entries",
    label="The last tournament entry is determined",
    words="tournament late registration",
    desk=Desk.SIGNS,
)
def determine_last_entry(
    state: VersionedTable, command: DetermineLastEntry, ctx: BankedContext[VersionClauses]
) -> Decision:
    """Where entries that were won here are open."""
    if not state.entries:
        return Refusal(Reason.NO_CAUSE, (ctx.clauses.entries,), {"entries": 0})
    return (LastEntryDetermined(entries=state.entries, under=(ctx.clauses.entries,)),)


@part.event(
    LastEntryDetermined,
    audience=EVERYONE,
    says=lambda e, who: f"The tournament's last entry is determined; {e.entries} were won here.",
)
def last_entry_determined(state: VersionedTable, event: LastEntryDetermined) -> VersionedTable:
    """None is open any more."""
    return replace(state, entries=0)


@part.decides(OpenTable, under="card_check", overrides=True)
def reopen(state: VersionedTable, command: OpenTable, ctx: BankedContext[Any]) -> Decision:
    """Not while the table is to stay closed after a change of version."""
    if ctx.at < state.reopens_at and not state.is_open:
        facts = {"minutes to go": -(-(state.reopens_at - ctx.at) // 60_000)}
        return Refusal(Reason.NOTICE, (ctx.clauses.version_notice,), facts)
    return open_table(state, command, ctx)
