"""Entries that are won in play: they are collected until the next tournament, which the largest schedule fills."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.house.tournaments.accounts import PRIZES
from croupier.house.tournaments.deciding import Circumstances, Told, part
from croupier.house.tournaments.model import ENDED, Entrant, Stage, Status, Tournament
from croupier.house.tournaments.rounds import starting_bank
from croupier.money import dollars, moves
from croupier.table.contract import THE_TABLE, THE_TOURNAMENT, Clauses, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who
from croupier.table.fields import Asks
from croupier.table.rules import Winner
from croupier.table.tournaments.conditions import MOST_ENTRANTS, Conditions
from croupier.table.tournaments.won import WonEntries
from croupier.table.value import TOURNAMENT_BONUS
from croupier.table.words import count

DAY_MS = 86_400_000
COLLECTING = (Stage.DRAFT, Stage.ENTRIES)


class WonEntry(msgspec.Struct, frozen=True):
    """An entry: who won it, and at which table."""

    person: str
    name: str
    table: str


class ReceiveEntries(Told, frozen=True, kw_only=True):
    """Take entries that were won; a table says it, or the tournament before, and nobody else."""

    book: str
    entries: Annotated[tuple[WonEntry, ...], Asks("Entries", listed=MOST_ENTRANTS)] = ()
    nth: int = 1
    """Which of the house's tournaments takes them, if it is a new one."""


class EntriesReceived(Event, frozen=True, kw_only=True):
    """Entries were won."""

    book: str
    entries: tuple[WonEntry, ...]
    at: int
    nth: int = 1
    carried: bool = False
    """Whether they were left over from the tournament before."""


class EntriesCarried(Event, frozen=True, kw_only=True):
    """Entries are for the next tournament: those that no schedule takes, or that came too late."""

    book: str
    to: str
    nth: int
    entries: tuple[WonEntry, ...]
    entrants: tuple[int, ...] = ()
    """The numbers that they had here, if they were here."""


class BonusPaid(Event, frozen=True, kw_only=True):
    """The tournament begins, and every entry brings whoever won it a bonus."""

    entrants: tuple[int, ...]
    cents: int


def collecting(known: Mapping[str, Tournament], book: str) -> str | None:
    """The tournament that collects the entries of a book now."""
    return next((name for name in sorted(known) if _collects(known[name], book)), None)


def _collects(tournament: Tournament, book: str) -> bool:
    return tournament.collects == book and tournament.stage in COLLECTING


class Next(NamedTuple):
    """The tournament that entries are for, and which of the house's it is."""

    id: str
    nth: int


def next_of(known: Mapping[str, Tournament], won: WonEntries, book: str, besides: str = "") -> Next:
    """Where entries go: to the tournament that collects them, or else to a new one.

    There are no gaps: whoever closes entries has the next tournament collect from then on. So the last one is always
    known, though those that are over need not be.
    """
    found = collecting({name: each for name, each in known.items() if name != besides}, book)
    if found is not None:
        return Next(found, known[found].nth)
    nth = max([each.nth for each in known.values() if each.collects == book], default=0) + 1
    return Next(f"{won.version}-{nth}", nth)


def won_by(winners: Iterable[Winner], table: str) -> tuple[WonEntry, ...]:
    """The entries that a round at a table has won."""
    return tuple([WonEntry(each.player, each.name, table) for each in winners])


def open_from(known: Mapping[str, Tournament], table: str) -> int:
    """How many entries that were won at a table are not decided yet."""
    undecided = [each for each in known.values() if each.collects and each.stage not in ENDED]
    return sum(
        one.won_at == table and one.status is not Status.CARRIED for each in undecided for one in each.entrants.values()
    )


def why_not_drafted(tournament: Tournament, said: Conditions, ctx: Circumstances) -> Refusal | None:
    """Why conditions are not for this tournament: entries that were won wait here, or are collected elsewhere."""
    won = ctx.book.won
    if won is None:
        return None
    if said.entry.won is None:
        waiting = {"entries that were won": len(tournament.entrants)}
        return Refusal(Reason.FORBIDDEN, (won.entitled, "ruling 101"), waiting) if tournament.collects else None
    elsewhere = collecting(ctx.others, said.book)
    if tournament.collects or elsewhere is None:
        return None
    return Refusal(Reason.ALREADY, (won.begins, "ruling 101"), {"entries are collected by": elsewhere})


def is_won(ctx: Circumstances) -> WonEntries | None:
    """What the book says of entries that are won, where this tournament has such."""
    return ctx.book.won if ctx.conditions.entry.won is not None else None


@part.command(ReceiveEntries, label="Receive entries that were won", desk=Desk.TOURNAMENT)
def receive_entries(tournament: Tournament, command: ReceiveEntries, ctx: Circumstances) -> Decision:
    """None is ever turned down: what comes once entries are closed is for the next tournament."""
    won = ctx.book.won
    assert won is not None, "no entries are won by this book"
    if ctx.by.id not in (THE_TABLE, THE_TOURNAMENT):
        return Refusal(Reason.FORBIDDEN, (won.entitled,), {"says": "the table itself"})
    under: Clauses = (won.entitled, "ruling 101")
    if tournament.stage in COLLECTING:
        nth = tournament.nth if tournament.collects else command.nth
        carried = ctx.by.id == THE_TOURNAMENT
        return (
            EntriesReceived(
                book=command.book, entries=command.entries, at=ctx.at, nth=nth, carried=carried, under=under
            ),
        )
    to = next_of(ctx.others, won, command.book, tournament.id)
    return (EntriesCarried(book=command.book, to=to.id, nth=to.nth, entries=command.entries, under=under),)


def _received(event: EntriesReceived, who: Who) -> str:
    if not event.entries:
        return "Entries that are won are collected for this tournament."
    return f"{count(len(event.entries), 'entry', 'entries')} won: by {', '.join(each.name for each in event.entries)}."


@part.event(EntriesReceived, audience=EVERYONE, says=_received)
def entries_received(tournament: Tournament, event: EntriesReceived) -> Tournament:
    """Numbered as they came; whoever has several, or plays for another, plays one, and the others want substitutes."""
    entrants, names = dict(tournament.entrants), dict(tournament.names)
    for each in event.entries:
        number = len(entrants) + 1
        several = any(each.person in (one.person, one.plays) for one in entrants.values() if one.status is Status.IN)
        entrants[number] = Entrant(
            number=number, person=each.person, name=each.name, accepted="", won_at=each.table, absent=several
        )
        names[each.person] = each.name
    since = event.at if tournament.since is None else tournament.since
    return replace(tournament, collects=event.book, nth=event.nth, since=since, entrants=entrants, names=names)


@part.event(
    EntriesCarried,
    audience=EVERYONE,
    says=lambda e, who: f"{count(len(e.entries), 'entry', 'entries')} for the next tournament, {e.to}.",
)
def entries_carried(tournament: Tournament, event: EntriesCarried) -> Tournament:
    """They are out of this one, and nothing of them is lost."""
    carried = {number: replace(tournament.entrants[number], status=Status.CARRIED) for number in event.entrants}
    return replace(tournament, entrants={**tournament.entrants, **carried})


def carried(tournament: Tournament, entrants: Iterable[Entrant], ctx: Circumstances) -> EntriesCarried:
    """These entries, for the next tournament."""
    won, them = ctx.book.won, tuple(entrants)
    assert won is not None
    to = next_of(ctx.others, won, tournament.collects, tournament.id)
    return EntriesCarried(
        book=tournament.collects,
        to=to.id,
        nth=to.nth,
        entries=tuple([WonEntry(each.person, each.name, each.won_at) for each in them]),
        entrants=tuple([each.number for each in them]),
        under=(won.begins, "ruling 101"),
    )


def why_not_closed(tournament: Tournament, won: WonEntries, ctx: Circumstances) -> Refusal | None:
    """Why entries that are won stay open: it is not time yet, or they fill no schedule."""
    said, cite = ctx.conditions.entry.won, (won.begins, "ruling 101")
    assert said is not None
    days = (ctx.at - (ctx.at if tournament.since is None else tournament.since)) // DAY_MS
    if days < said.days:
        return Refusal(Reason.NOT_NOW, cite, {"days since the last": days, "needed": said.days})
    entries, largest = len(tournament.in_play), won.largest(len(tournament.in_play))
    if largest is None:
        return Refusal(Reason.NOT_NOW, (*cite, "ruling 96"), {"entries": entries, "least": won.schedules[0].entrants})
    if said.next_size and entries != largest.entrants and largest is not won.schedules[-1]:
        return Refusal(Reason.NOT_NOW, cite, {"entries": entries, "more than": largest.entrants})
    return None


def may_close(tournament: Tournament, won: WonEntries) -> int | None:
    """From when on entries may be closed; None while they are too few."""
    assert tournament.conditions is not None
    said, entries = tournament.conditions.entry.won, len(tournament.in_play)
    assert said is not None
    largest = won.largest(entries)
    waits = said.next_size and largest is not won.schedules[-1]
    if largest is None or tournament.since is None or (waits and entries != largest.entrants):
        return None
    return tournament.since + said.days * DAY_MS


def bonus(tournament: Tournament, ctx: Circumstances) -> tuple[Event, ...]:
    """What each entry brings when the first heat opens, on top of the pool (ruling 102)."""
    won = ctx.book.won
    if won is None or tournament.schedule is None or tournament.played:
        return ()
    made = moves(*[(PRIZES, f"wallet:{each.person}", won.bonus) for each in tournament.in_play])
    entrants = tuple([each.number for each in tournament.in_play])
    return (BonusPaid(entrants=entrants, cents=won.bonus, moves=made, under=(won.bonus_paid, "ruling 102")),)


@part.event(
    BonusPaid,
    value=TOURNAMENT_BONUS,
    audience=EVERYONE,
    says=lambda e, who: f"{count(len(e.entrants), 'entry', 'entries')} bring {dollars(e.cents)} each.",
)
def bonus_paid(tournament: Tournament, event: BonusPaid) -> Tournament:
    """Paid beside the prizes."""
    return tournament


def begins_with(tournament: Tournament, entrant: Entrant) -> int:
    """What someone begins with who was not there when the session was opened, and comes while their table plays."""
    sitting = tournament.sitting
    if sitting is None or entrant.number not in sitting.never_came or sitting.tables[entrant.table].finished:
        return 0
    assert tournament.conditions is not None
    return starting_bank(tournament.conditions)


def come(tournament: Tournament, number: int, bank: int) -> Tournament:
    """The tournament once someone has come who was not there, with what they begin with."""
    sitting, entrant = tournament.sitting, tournament.entrants[number]
    if sitting is None or not bank:
        return tournament
    here = tuple([each for each in sitting.never_came if each != number])
    return replace(
        tournament,
        sitting=replace(sitting, never_came=here),
        entrants={**tournament.entrants, number: replace(entrant, bank=bank)},
        issued=tournament.issued + bank,
    )


def has_several(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether whoever won an entry won others of this tournament as well."""
    return sum(each.person == entrant.person for each in tournament.in_play) > 1
