"""Tournaments as they are shown: to everyone, to whoever has entered, and to those of the house.

Whoever has not allowed their name to be used beyond their table is shown by their number to everyone but the house.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.reading.calling import called
from croupier.floor.reading.tournament_deals import DealShown, deal_shown
from croupier.house.tournaments.due import entries_close
from croupier.house.tournaments.elimination.clock import late_until, level_of, time_left
from croupier.house.tournaments.elimination.seating import elimination
from croupier.house.tournaments.entering import late_entries
from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.model import CHIP, ENDED, Clock, Entrant, InPlay, Sitting, Stage, Status, Tournament
from croupier.house.tournaments.results import amounts, pool_of
from croupier.house.tournaments.rounds import place_of, places_of, round_now, rounds_of
from croupier.house.tournaments.sessions import MINUTE_MS
from croupier.house.tournaments.sheet import Section, sections
from croupier.table.tournaments.conditions import Elimination, Statement

STAGES = {
    Stage.DRAFT: "being prepared",
    Stage.ENTRIES: "entries are open",
    Stage.READY: "waits for its next session",
    Stage.SESSION: "being played",
    Stage.COUNTING: "chips are counted",
    Stage.OVER: "over",
    Stage.OFF: "called off",
}


PAYOUTS_SHOWN = 20
"""What so many places bring is shown beside the conditions, which have them all."""


class TournamentLine(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it is listed. Money is in cents, chips are the tournament's own."""

    id: str
    version: int
    title: str
    game: str
    book_title: str
    stage: str
    stage_name: str
    round_name: str
    """The round that is played or comes next; nothing before the conditions have any, or after the last."""
    begins: int | None
    """When the session begins that comes next."""
    cost: int
    """What one pays to enter."""
    entered: int
    least: int
    most: int | None
    left: int
    """How many are still in."""
    director: str
    winner: str
    """Who came first, once it is over."""
    enters: bool
    """Whether one can enter now."""
    late: bool
    """Whether that is so though play has begun."""
    late_levels: int
    """Until the end of which level one may still enter once play has begun."""
    enters_until: int | None
    """When one can enter no more, as far as that is known."""
    places: int | None
    """How many places are left, where there are so many."""
    starts_with: int | None
    """With how many entrants it begins at once."""
    re_entries: int
    """How often whoever is out may enter again, as long as one may enter."""


class SessionLine(msgspec.Struct, frozen=True, kw_only=True):
    """A session of the tournament, and when it begins."""

    number: int
    name: str
    round_name: str
    begins: int | None
    state: str
    """played, now, or to come."""


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant among the others."""

    number: int
    name: str
    rank: int | None
    """The place among those still in by their chips, or the one they finished in; nothing for those who rank nowhere"""
    status: str
    chips: int
    table: str
    seat: int | None
    absent: bool
    prize: int
    thing: str


class PlacingLine(msgspec.Struct, frozen=True, kw_only=True):
    """The seat that an entrant has drawn for the next session."""

    number: int
    name: str
    table: str
    seat: int


class TableOfSession(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the session."""

    id: str
    title: str
    seats: int
    hands: int
    of_hands: int | None
    shoes: int
    of_shoes: int | None
    ends: int | None
    """When play there is over, where it goes by time."""
    finished: bool


class LevelAhead(msgspec.Struct, frozen=True, kw_only=True):
    """The level that comes next, and the break before it."""

    number: int
    blinds: tuple[int, ...]
    ante: int
    break_minutes: int
    """How long a break comes before it; 0 where none does, or it is on."""


class LevelShown(msgspec.Struct, frozen=True, kw_only=True):
    """What is played for by elimination, in chips, and for how long."""

    number: int
    blinds: tuple[int, ...]
    ante: int
    ends: int | None
    """When the level or the break is over; nothing while the clock stands, or where the level holds on."""
    on_break: bool
    stands: bool
    """Whether the clock stands,"""
    left: int | None
    """and how much of the level or the break is then left, in milliseconds."""
    next: LevelAhead | None
    """What comes after it."""


class PlacePrize(msgspec.Struct, frozen=True):
    """What a place brings: money in cents, and a thing."""

    cents: int
    thing: str


class DrawsShown(msgspec.Struct, frozen=True, kw_only=True):
    """What all draws are made from: what the house is bound to and, once the result is declared, the seed."""

    commitment: str
    seed: str
    made: int


class TournamentShown(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as its page shows it."""

    line: TournamentLine
    text: str
    """The digest of the conditions in force."""
    approved: bool
    conditions: tuple[Section, ...]
    sessions: tuple[SessionLine, ...]
    tables: tuple[TableOfSession, ...]
    tied: tuple[int, ...]
    """Those to whom extra hands are dealt,"""
    extra_hands: str
    """and the table where; nothing while none are."""
    level: LevelShown | None
    """What is played for, where play is by elimination."""
    standings: tuple[Ranked, ...]
    draw: tuple[PlacingLine, ...]
    draws: DrawsShown
    average: int | None
    """The chips that those who are still in have on average."""
    pool: int
    payouts: tuple[PlacePrize, ...]
    """What the places bring, the first first, as far as entries have gone by now."""
    deal: DealShown | None
    """How the prizes would be shared by agreement, or are."""
    promotion: bool
    """Whether entrants are asked if their names may be used."""


Titles = Mapping[str, str]
"""What tables are called, by their ids."""


def listed(live: LiveStream[Tournament]) -> TournamentLine:
    """A tournament as it is listed."""
    state, said = live.state, live.state.conditions
    assert said is not None, "what is on record has conditions"
    place = None if state.stage in ENDED else place_of(rounds_of(state), state.played)
    return TournamentLine(
        id=live.id,
        version=live.version,
        title=said.title,
        game=said.book,
        book_title=tournament_book(said.book).book.title,
        stage=state.stage.value,
        stage_name=STAGES[state.stage],
        round_name="" if place is None else round_now(state).name,
        begins=_begins(state),
        cost=int(said.details.fee or 0) + int(said.details.buy_in or 0),
        entered=sum(each.status is not Status.WITHDRAWN for each in state.entrants.values()),
        least=said.details.least or 1,
        most=said.details.most,
        left=len(state.in_play),
        director=state.names.get(state.director, ""),
        winner=" and ".join([called(state, each, house=False) for each in state.entrants.values() if each.place == 1]),
        enters=_takes_entries(state),
        late=late_entries(state),
        late_levels=0 if said.structure.elimination is None else said.structure.elimination.late_levels,
        enters_until=_enters_until(state),
        places=None if said.details.most is None else max(0, said.details.most - len(state.in_play)),
        starts_with=said.details.starts_with,
        re_entries=0 if said.structure.elimination is None else said.structure.elimination.re_entries,
    )


def _begins(state: Tournament) -> int | None:
    """When the next session begins that has not begun."""
    if state.stage in ENDED:
        return None
    number = state.played + (state.sitting is not None)
    return state.starts[number] if number < len(state.starts) else None


def _takes_entries(state: Tournament) -> bool:
    assert state.conditions is not None
    most = state.conditions.details.most
    if state.conditions.entry.won is not None:
        return False
    return (state.stage is Stage.ENTRIES or late_entries(state)) and (most is None or len(state.in_play) < most)


def _enters_until(state: Tournament) -> int | None:
    """When entries close: with the level that the conditions name, else when the director may close them."""
    if state.stage is Stage.SESSION:
        return late_until(state)
    return (entries_close(state) or None) if state.stage is Stage.ENTRIES else None


def shown(live: LiveStream[Tournament], titles: Titles, *, house: bool = False) -> TournamentShown:
    """A tournament as its page shows it; the house sees everyone's name."""
    state, said = live.state, live.state.conditions
    assert said is not None
    standings, pool = _standings(state, house=house), pool_of(state)
    places = places_of(state)
    inside = state.in_play
    chips = [_bank(state, each) for each in inside]
    return TournamentShown(
        line=listed(live),
        text=state.text,
        approved=state.approved == state.text,
        conditions=sections(said),
        sessions=_sessions(state),
        tables=() if state.sitting is None else tuple(_tables(state, state.sitting, titles)),
        tied=() if state.sitting is None or state.sitting.tie is None else state.sitting.tie.among,
        extra_hands="" if state.sitting is None or state.sitting.tie is None else state.sitting.tie.table,
        level=_level(state),
        standings=standings,
        draw=tuple(
            [
                PlacingLine(
                    number=each.entrant,
                    name=called(state, state.entrants[each.entrant], house=house),
                    table=titles.get(each.table, each.table),
                    seat=each.seat,
                )
                for each in sorted(state.placings, key=lambda one: (one.table, one.seat))
            ]
        ),
        draws=DrawsShown(
            commitment=state.commitment, seed=state.seed if state.stage is Stage.OVER else "", made=state.draws
        ),
        average=sum(chips) // len(chips) // CHIP if chips and any(chips) else None,
        pool=pool,
        payouts=tuple(
            [PlacePrize(cents, each.thing or "") for cents, each in zip(amounts(places, pool), places, strict=True)][
                :PAYOUTS_SHOWN
            ]
        ),
        deal=deal_shown(state, house=house),
        promotion=Statement.PROMOTION in said.statements,
    )


def _level(state: Tournament) -> LevelShown | None:
    said, clock = elimination(state), None if state.sitting is None else state.sitting.clock
    if said is None or clock is None or state.stage is not Stage.SESSION:
        return None
    level = level_of(said, clock.level)
    left = None if clock.since is None else time_left(state, clock.since)
    return LevelShown(
        number=clock.level + 1,
        blinds=level.blinds,
        ante=level.ante or level.blind_ante,
        ends=None if left is None or clock.since is None else clock.since + left,
        on_break=clock.on_break,
        stands=clock.since is None,
        left=time_left(state, 0) if clock.since is None else None,
        next=_ahead(said, clock),
    )


def _ahead(said: Elimination, clock: Clock) -> LevelAhead | None:
    number = clock.level + 1
    if number >= len(said.levels):
        return None
    level = said.levels[number]
    return LevelAhead(
        number=number + 1,
        blinds=level.blinds,
        ante=level.ante or level.blind_ante,
        break_minutes=0 if clock.on_break else said.levels[clock.level].break_minutes,
    )


def _bank(state: Tournament, entrant: Entrant) -> int:
    """The chips of an entrant; those of the extra hands while these are dealt."""
    tie = None if state.sitting is None else state.sitting.tie
    return entrant.bank if tie is None else tie.banks.get(entrant.number, entrant.bank)


def _standings(state: Tournament, *, house: bool) -> tuple[Ranked, ...]:
    """Those who are in by their chips, then those who are out by their places, then those who rank nowhere."""
    inside = sorted(state.in_play, key=lambda each: (-each.bank, each.number))
    out = [each for each in state.entrants.values() if each.status is Status.OUT]
    gone = [each for each in state.entrants.values() if each.status not in (Status.IN, Status.OUT)]
    ranks: dict[int, int] = {}
    for nth, each in enumerate(inside, 1):
        same = nth > 1 and inside[nth - 2].bank == each.bank
        ranks[each.number] = ranks[inside[nth - 2].number] if same else nth
    begun = bool(state.played) or state.sitting is not None
    out.sort(key=lambda each: (each.place, each.number))
    return tuple(
        [
            *[_standing(state, each, ranks[each.number] if begun else None, house=house) for each in inside],
            *[
                _standing(state, each, each.place, house=house)
                for each in sorted(out, key=lambda one: (one.place, one.number))
            ],
            *[_standing(state, each, None, house=house) for each in sorted(gone, key=lambda one: one.number)],
        ]
    )


def _standing(state: Tournament, entrant: Entrant, rank: int | None, *, house: bool) -> Ranked:
    return Ranked(
        number=entrant.number,
        name=called(state, entrant, house=house),
        rank=rank,
        status=entrant.status.value,
        chips=entrant.bank // CHIP,
        table=entrant.table,
        seat=entrant.seat or None,
        absent=entrant.absent,
        prize=entrant.prize,
        thing=entrant.thing,
    )


def _sessions(state: Tournament) -> tuple[SessionLine, ...]:
    assert state.conditions is not None
    starts = state.conditions.details.starts or ()
    found, number = [], 0
    rounds = rounds_of(state)
    while (place := place_of(rounds, number)) is not None:
        each = rounds[place.round]
        now = number == state.played and state.sitting is not None
        found.append(
            SessionLine(
                number=number + 1,
                name=starts[number].session if number < len(starts) else each.name,
                round_name=each.name,
                begins=state.starts[number] if number < len(state.starts) else None,
                state="played" if number < state.played else "now" if now else "to come",
            )
        )
        number += 1
    return tuple(found)


def _tables(state: Tournament, sitting: Sitting, titles: Titles) -> list[TableOfSession]:
    return [_table(name, here, state, sitting, titles) for name, here in sitting.tables.items()]


def _table(name: str, here: InPlay, state: Tournament, sitting: Sitting, titles: Titles) -> TableOfSession:
    length = round_now(state)
    return TableOfSession(
        id=name,
        title=titles.get(name, name),
        seats=len(here.seats),
        hands=here.hands,
        of_hands=length.hands,
        shoes=here.shoes,
        of_shoes=length.shoes,
        ends=None if length.minutes is None else sitting.opened_at + length.minutes * MINUTE_MS,
        finished=here.finished,
    )
