"""Evidence: rounds of a table with all that shows what happened in them, and the record that proves it did.

What is gathered here holds no face that is one player's alone, and can be taken to another process to be made a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.recording import Told
from croupier.floor.reading.audience import INSPECTOR
from croupier.floor.reading.handing_out import NoProof, part, prove
from croupier.floor.reading.reckoning import NO_WAY, Reckoning, reckoned, ways_of_chips
from croupier.floor.reading.replay import Past
from croupier.floor.reading.rounds import Round, Rounds, Span
from croupier.floor.reading.scripting import Story, Tale
from croupier.floor.reading.telling import Line, line
from croupier.floor.reading.whose_chips import Whose, at_event, by_whose, changed_by, whose_now
from croupier.floor.store import Archive, Stored
from croupier.floor.store.schema import events
from croupier.table.contract import PLAYER, Event
from croupier.table.declare import EVENTS, KINDS
from croupier.table.disputes import DisputeRaised
from croupier.table.disputes import part as disputes
from croupier.table.state import Table

MOST_ROUNDS = 2000
"""Rounds of one day that are gathered at most: the last ones."""
MOST_DISPUTES = 5000
"""Events about disputes that are looked through at most: the first ones since the rounds, for words on them follow."""


class Patron(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who was at the table at any moment of a round or had a part in it, and the way of their chips, in cents.

    What they had before, wagers that stood over among it, with what they brought, were awarded and are up by, less what
    they took away, is what they had after it, wagers that stand over among it.
    """

    name: str
    seats: tuple[int | None, ...]
    """Where they sat, one seat after the other, and whether they stood; nothing of those who had gone before."""
    before: int
    lay: int
    """How much of that was wagers that stood over."""
    brought: int
    awarded: int
    staked: int
    net: int | None
    """What the round came to for them; nothing is certain while it is open."""
    away: int
    after: int
    lie: int
    """How much of that are wagers that stand over."""


class Staff(msgspec.Struct, frozen=True):
    """Someone of the house who acted in a round."""

    name: str
    rank: str


class Before(msgspec.Struct, frozen=True):
    """Who was at the table before a round, and after the one before it, while other chips were played with."""

    whose: Whose
    there: tuple[Patron, ...]


class Said(Line, frozen=True, kw_only=True):
    """One step, and whose chips it moved."""

    whose: Whose


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """One round: what it came to, who was there, its steps, how its wagers ended, and what its script is made from."""

    round: Round
    left_out: int
    """How many events of it are not told step by step: its first ones, where there are too many."""
    there: tuple[Patron, ...]
    before: tuple[Before, ...]
    """Others who had been there, where the table has changed between money and a tournament's chips."""
    staff: tuple[Staff, ...]
    steps: tuple[Said, ...]
    reckoning: Reckoning
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
    cut: bool
    """Whether there were more rounds on that day, before these."""
    house_only: bool
    """Whether faces are told that the house alone has seen."""
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
    about = _about(store, live, {summary.round for summary, _ in found}, first.after)
    shown = [
        _shown(tale, (summary, span), rounds.within(span), about.get(summary.round, [])) for summary, span in found
    ]
    within = range(found[0][0].first, found[-1][0].last + 1)
    later = [told.position for each in about.values() for told in each if told.position not in within]
    return Evidence(
        table=live.id,
        title=live.title,
        game=live.game.name,
        day=day,
        rounds=tuple(shown),
        cut=day is not None and len(found) == MOST_ROUNDS,
        house_only=any(_of_the_house(step.event, step.kind) for each in shown for step in each.steps),
        record=tuple(part(store, live.stream, first.after, last.upto)),
        proofs=tuple(_proofs(store, sorted(later))),
    )


def _shown(tale: Tale, found: tuple[Round, Span], stored: list[Stored], about: Sequence[Told]) -> Shown:
    summary, span = found
    tale.skip_to(stored[0].version - 1)
    live = tale.live
    before = live.state
    story, told = tale.round(stored, f"Round {summary.round} at {live.id}.")
    parts = by_whose([each.event for each in told], whose_now(before))
    came = reckoned(parts.get(summary.tournament, ()))
    there = {
        whose: tuple(_there(tale, whose, before, part, is_open=summary.outcome == "open"))
        for whose, part in parts.items()
    }
    return Shown(
        round=summary,
        left_out=stored[0].version - span.after - 1,
        there=there.pop(summary.tournament, ()),
        before=tuple([Before(each, people) for each, people in there.items() if people]),
        staff=tuple(_staff(told, live.ranks)),
        steps=tuple(_steps(live, told, whose_now(before))),
        reckoning=came,
        disputes=tuple(each for word in about if (each := line(word, INSPECTOR, live.state, live.names)) is not None),
        story=story,
        names=dict(live.names),
    )


def _steps(live: LiveTable, told: Sequence[Told], whose: Whose) -> Iterator[Said]:
    for each in told:
        whose = at_event(each.event, whose)
        said = line(each, INSPECTOR, live.state, live.names, chips=whose is not None)
        if said is not None:
            yield Said(**msgspec.structs.asdict(said), whose=whose)
        whose = changed_by(each.event, whose)


def _there(tale: Tale, whose: Whose, before: Table, told: Sequence[Event], *, is_open: bool) -> Iterator[Patron]:
    """Everyone who was there while these chips were played with, or whose chips moved, those with seats first."""
    live, ways, found = tale.live, ways_of_chips(told), reckoned(told)
    places = tale.places.get(whose, {})
    concerned = {*places, *found.players, *(player for player, cents in found.nets.items() if cents)}
    first = {player: (places.get(player) or [None])[0] for player in concerned}
    for player in sorted(
        concerned, key=lambda each: (first[each] is None, first[each] or 0, live.names.get(each, each))
    ):
        way, lay, lie = ways.get(player, NO_WAY), found.lay.get(player, 0), found.lie.get(player, 0)
        yield Patron(
            name=live.names.get(player, player),
            seats=tuple(places.get(player, ())),
            before=lay + (before.stack(player) if whose_now(before) == whose else 0),
            lay=lay,
            brought=way.brought,
            awarded=way.awarded,
            staked=found.staked.get(player, 0),
            net=None if is_open else found.nets.get(player, 0),
            away=way.away,
            after=lie + (live.state.stack(player) if whose_now(live.state) == whose else 0),
            lie=lie,
        )


def _staff(told: Sequence[Told], ranks: Mapping[str, str]) -> Iterator[Staff]:
    acted = {each.actor: each.actor_name for each in told}
    for person, name in acted.items():
        rank = ranks.get(person, PLAYER)
        if rank != PLAYER:
            yield Staff(name, rank)


def _of_the_house(event: dict[str, Any], kind: str) -> bool:
    """Whether an event holds faces that the house alone has seen."""
    secret = EVENTS[KINDS[kind]].secret if kind in KINDS else ()
    return any(not each.owner and event.get(each.field) for each in secret)


def _about(store: Archive, live: LiveTable, rounds: set[int], after: int) -> dict[int, list[Told]]:
    """What was disputed about rounds behind a version, and every word said on it, by the round."""
    query = select(events).where(events.c.stream == live.stream, events.c.version > after)
    query = query.where(events.c.kind.startswith(f"{disputes.name}/", autoescape=True))
    with store.reading() as connection:
        rows = connection.execute(query.order_by(events.c.version).limit(MOST_DISPUTES))
        told = [live.tell(Stored(*row)) for row in rows]
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
