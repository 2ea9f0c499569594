"""Evidence: rounds of a table with all that shows what happened in them, and the record that proves it did.

What is gathered here holds no face that is one player's alone, and can be taken to another process to be made a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from sqlalchemy import select

from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.recording import Told
from croupier.floor.reading.audience import INSPECTOR
from croupier.floor.reading.handing_out import NoProof, part, prove
from croupier.floor.reading.replay import Past
from croupier.floor.reading.rounds import Round, Rounds, Span, money_of
from croupier.floor.reading.scripting import Story, Tale
from croupier.floor.reading.telling import Line, line
from croupier.floor.store import Archive, Stored
from croupier.floor.store.schema import events
from croupier.table.contract import PLAYER
from croupier.table.disputes import DisputeRaised
from croupier.table.disputes import part as disputes
from croupier.table.state import Settled

MOST_ROUNDS = 2000
"""Rounds of one day that are gathered at most: the last ones."""
MOST_DISPUTES = 500
"""Events about disputes that are looked through at most: the last ones."""


class There(msgspec.Struct, frozen=True):
    """Someone at the table before a round, or someone of the house who acted in it."""

    name: str
    seat: int | None = None
    chips: int | None = None
    rank: str = PLAYER


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """One round: what it came to, who was there, its steps, how its wagers ended, and what its script is made from."""

    round: Round
    there: tuple[There, ...]
    steps: tuple[Line, ...]
    settled: tuple[Settled, ...]
    disputes: tuple[Line, ...]
    story: Story
    names: dict[str, str]


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What a page of evidence is made of."""

    table: str
    title: str
    game: str
    day: str | None
    """The day whose rounds these are; None for one round alone."""
    rounds: tuple[Shown, ...]
    record: tuple[str, ...]
    """The events as lines of an export, which ends with their proof if they are sealed."""
    proofs: tuple[str, ...]
    """Proofs of what was said about these rounds later."""


def gathered(
    store: Archive,
    live: LiveTable,
    past: Past,
    rounds: Rounds,
    *,
    found: Sequence[tuple[Round, Span]],
    day: str | None = None,
) -> Evidence:
    """The evidence of rounds that follow each other."""
    first, last = found[0][1], found[-1][1]
    tale = Tale(store, past, first.after)
    about = _about(store, live, {summary.round for summary, _ in found})
    shown = [_shown(tale, summary, rounds.within(span), about.get(summary.round, [])) for summary, span in found]
    within = range(found[0][0].first, found[-1][0].last + 1)
    later = [told.position for each in about.values() for told in each if told.position not in within]
    return Evidence(
        table=live.id,
        title=live.title,
        game=live.game.name,
        day=day,
        rounds=tuple(shown),
        record=tuple(part(store, live.stream, first.after, last.upto)),
        proofs=tuple(_proofs(store, sorted(later))),
    )


def _shown(tale: Tale, summary: Round, stored: list[Stored], about: Sequence[Told]) -> Shown:
    live = tale.live
    before = live.state
    story, told = tale.round(stored, f"Round {summary.round} at {live.id}.")
    said = [line(each, INSPECTOR, live.state, live.names) for each in told]
    people = sorted(before.people.values(), key=lambda each: (each.seat is None, each.seat or 0))
    there = [There(each.name, each.seat, before.stack(each.id)) for each in people]
    return Shown(
        round=summary,
        there=(*there, *_staff(told, live.ranks)),
        steps=tuple(each for each in said if each is not None),
        settled=money_of([each.event for each in told])[1],
        disputes=tuple(each for word in about if (each := line(word, INSPECTOR, live.state, live.names)) is not None),
        story=story,
        names=dict(live.names),
    )


def _staff(told: Sequence[Told], ranks: Mapping[str, str]) -> Iterator[There]:
    acted = {each.actor: each.actor_name for each in told}
    for person, name in acted.items():
        rank = ranks.get(person, PLAYER)
        if rank != PLAYER:
            yield There(name, rank=rank)


def _about(store: Archive, live: LiveTable, rounds: set[int]) -> dict[int, list[Told]]:
    """What was disputed about rounds, and every word said on it, by the round."""
    query = select(events).where(events.c.stream == live.stream)
    query = query.where(events.c.kind.startswith(f"{disputes.name}/", autoescape=True))
    with store.reading() as connection:
        rows = connection.execute(query.order_by(events.c.version.desc()).limit(MOST_DISPUTES))
        told = [live.tell(Stored(*row)) for row in rows][::-1]
    found: dict[int, list[Told]] = {}
    concerns: dict[int, int] = {}
    for each in told:
        number: int = getattr(each.event, "dispute", 0)
        if isinstance(each.event, DisputeRaised):
            concerns[number] = each.event.round
        if concerns.get(number) in rounds:
            found.setdefault(concerns[number], []).append(each)
    return found


def _proofs(store: Archive, positions: Sequence[int]) -> Iterator[str]:
    for position in positions:
        try:
            yield msgspec.json.encode(prove(store, position)).decode()
        except NoProof:
            continue  # said a moment ago, and not sealed yet
