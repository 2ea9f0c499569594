"""Tournaments as streams of the house: what they ask of their tables, and what their tables tell them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.cards import BY_CHANCE, Chance
from croupier.house.streams import TABLE, Asked, Source, StreamKind, There
from croupier.house.tournaments import entering, hands, people, results, sessions, tables, ties  # the deciders
from croupier.house.tournaments.buying_back import BoughtBack, BuyBack
from croupier.house.tournaments.deciding import decide, part
from croupier.house.tournaments.founding import ConditionsDrafted
from croupier.house.tournaments.hands import ReportHand, TableFinished
from croupier.house.tournaments.model import Entrant, Tournament
from croupier.house.tournaments.people import AppointDirector, Attend, Attended, DirectorAppointed
from croupier.house.tournaments.results import ResultDeclared, SessionClosed
from croupier.house.tournaments.sessions import EntrantGone, EntrantMissing, SessionOpened
from croupier.house.tournaments.ties import ExtraHandsBegun, PlacesTaken, TieBroken
from croupier.table.contract import THE_TABLE, THE_TOURNAMENT, Actor, Command, Decision, Event, no_person
from croupier.table.declare import EVENTS
from croupier.table.tournaments.reserved import HoldTable, ReleaseTable, ReserveTable
from croupier.table.tournaments.reserved_people import GiveEntrant, MarkAbsent, SeatEntrant, TakeUpEntrant
from croupier.table.tournaments.reserved_play import stacks

_ = (entering, people, sessions, tables, ConditionsDrafted)

TABLE_SAYS = no_person(THE_TABLE, "dealer")
ORDERS = no_person(THE_TOURNAMENT, "tournament-director")
"""Who orders at a table what the tournament has decided."""

NOBODY_IN_CHARGE = "nobody is there who may conduct the tournament"
OVER_HERE = "play is over at this table"
NOT_TIED = "only those play on who are tied"


class Tournaments(StreamKind[Tournament]):
    """The tournaments of the house."""

    name = "tournament"
    state_type = Tournament
    at_hand = True
    part = part

    def initial(self, stream_id: str) -> Tournament:
        """A tournament of which nothing is written down."""
        return Tournament(id=stream_id)

    def decide(
        self,
        state: Tournament,
        command: Command,
        by: Actor,
        at: int,
        others: Mapping[str, Tournament],
        *,
        chance: Chance = BY_CHANCE,
    ) -> Decision:
        """What a command leads to, by the book that the conditions name."""
        return decide(state, command, by, at, chance)

    def evolve(self, state: Tournament, event: Event) -> Tournament:
        """The tournament after an event."""
        changed: Tournament = part.evolvers[type(event)].evolve(state, event)
        return changed

    def asked(self, source: Source, known: Mapping[str, Tournament]) -> tuple[Asked, ...]:
        """A hand that is over at a reserved table is told to its tournament."""
        reserved = getattr(source.state, "reserved", None) if source.kind == TABLE else None
        if reserved is None or not _ends_hand(source):
            return ()
        return (Asked(reserved.tournament, _report(source), TABLE_SAYS),)

    def asked_of_tables(self, source: Source, there: There) -> tuple[Asked, ...]:
        """What a tournament's events order at its tables, in this order; `there` says who is at a table."""
        if source.kind != self.name:
            return ()
        state, found = source.state, list[Asked]()
        for event in source.events:
            after = self.evolve(state, event)
            found += [Asked(table, command, ORDERS) for table, command in _orders(state, after, event, there)]
            state = after
        return tuple(found)

    def tables_of(self, state: Tournament, command: Command) -> tuple[str, ...]:
        """The tables that a command may order something at: they must stand still while it is decided."""
        match command:
            case sessions.OpenSession():
                return tuple(dict.fromkeys(each.table for each in state.placings))
            case Attend() | AppointDirector() | results.CloseSession() | results.DeclareResult() | ties.BreakTie():
                at = () if state.sitting is None else tuple(state.sitting.tables)
                return tuple(dict.fromkeys((*state.reserved, *at)))
            case hands.EndTableEarly(table=table):
                return (table,) if table in state.reserved else ()
            case (
                BuyBack()
                | sessions.MarkLate()
                | sessions.Disqualify()
                | sessions.Retire()
                | entering.ApproveSubstitute()
            ):
                return _table_of(state, command.entrant)
            case entering.NominateSubstitute(entrant=number):
                return _table_of(state, number)
        return ()


def _table_of(state: Tournament, number: int) -> tuple[str, ...]:
    entrant = state.entrants.get(number)
    return (entrant.table,) if entrant is not None and entrant.table else ()


def _ends_hand(source: Source) -> bool:
    """Whether a round ends by these events, whether it counts or not."""
    return any(EVENTS[type(each)].ends is not None for each in source.events)


def _report(source: Source) -> ReportHand:
    before, after = source.state, source.after
    stakes: dict[str, int] = {}
    for wager in source.rules.stakes(before):
        stakes[wager.player] = stakes.get(wager.player, 0) + wager.cents
    lost, won = source.rules.swing(after)
    limits = source.rules.main_limits(after)
    return ReportHand(
        table=source.id,
        stacks=stacks(after),
        stakes=stakes,
        counts=after.reserved.rounds > before.reserved.rounds,
        shoe=after.reserved.shoes > before.reserved.shoes,
        least=limits.minimum if limits is not None else 0,
        most_lost=lost,
        most_won=won,
    )


def _orders(before: Tournament, after: Tournament, event: Event, there: There) -> Iterator[tuple[str, Command]]:
    """What an event of a tournament orders at its tables."""
    match event:
        case SessionOpened():
            yield from _session_opened(before, after, event)
        case Attended() | DirectorAppointed() if bool(before.present) != bool(after.present):
            for table in _playing(after):
                yield table, HoldTable(why="" if after.present else NOBODY_IN_CHARGE)
        case TableFinished(table=table):
            yield table, HoldTable(why=OVER_HERE)
        case EntrantMissing(entrant=number, absent=absent):
            yield from _missing(after, number, there, absent=absent)
        case EntrantGone(entrant=number):
            yield from _taken_up(before.entrants[number], there)
        case entering.SubstitutePlays(entrant=number):
            yield from _substituted(before.entrants[number], after.entrants[number], there)
        case ExtraHandsBegun():
            yield from _extra_hands(before, event, there)
        case BoughtBack(entrant=number, chips=chips):
            yield from _given(before.entrants[number], chips, there)
        case PlacesTaken():
            yield from _playing_on(before, after)
        case TieBroken(tie=tie) if tie.table:
            yield tie.table, HoldTable(why=OVER_HERE)
        case SessionClosed() | ResultDeclared():
            yield from _session_over(before, after, there)


def _playing(tournament: Tournament) -> list[str]:
    """The tables at which play goes on."""
    sitting = tournament.sitting
    if sitting is None:
        return []
    if sitting.tie is not None:
        return [sitting.tie.table]
    return [name for name, each in sitting.tables.items() if not each.finished]


def _session_opened(before: Tournament, after: Tournament, event: SessionOpened) -> Iterator[tuple[str, Command]]:
    assert after.conditions is not None
    title, offered = after.conditions.title, ()
    for table in dict.fromkeys(each.table for each in event.placings):
        if table not in before.reserved:
            yield table, ReserveTable(tournament=after.id, title=title, offered=offered)
        for each in event.placings:
            if each.table == table:
                yield from _seated(after, after.entrants[each.entrant])
        yield table, HoldTable(why="")


def _seated(tournament: Tournament, entrant: Entrant) -> Iterator[tuple[str, Command]]:
    """An entrant comes to their seat, if they are there."""
    if not entrant.absent:
        yield entrant.table, _seat(entrant, entrant.seat, entrant.bank)


def _seat(entrant: Entrant, seat: int, cents: int) -> SeatEntrant:
    return SeatEntrant(player=entrant.plays, name=entrant.plays_as, seat=seat, cents=cents)


def _missing(after: Tournament, number: int, there: There, *, absent: bool) -> Iterator[tuple[str, Command]]:
    """Whoever comes in the middle of a session sits down; whoever sits there and goes is marked."""
    entrant = after.entrants[number]
    if after.sitting is None or not entrant.table:
        return
    if entrant.plays in there(entrant.table):
        yield entrant.table, MarkAbsent(player=entrant.plays, absent=absent)
    elif not absent:
        yield entrant.table, _seat(entrant, entrant.seat, entrant.bank)


def _taken_up(entrant: Entrant, there: There) -> Iterator[tuple[str, Command]]:
    if entrant.table and entrant.plays in there(entrant.table):
        yield entrant.table, TakeUpEntrant(player=entrant.plays)


def _given(entrant: Entrant, chips: int, there: There) -> Iterator[tuple[str, Command]]:
    if entrant.plays in there(entrant.table):
        yield entrant.table, GiveEntrant(player=entrant.plays, cents=chips)


def _substituted(was: Entrant, now: Entrant, there: There) -> Iterator[tuple[str, Command]]:
    """The one gets up and the other sits down in the same place with the same chips."""
    for order in _taken_up(was, there):
        yield order
        yield was.table, _seat(now, now.seat, now.bank)


def _extra_hands(before: Tournament, event: ExtraHandsBegun, there: There) -> Iterator[tuple[str, Command]]:
    """Everyone else gets up from the table of the extra hands, and those who are tied sit there with their chips."""
    tie, entrants = event.tie, before.entrants
    tied = {entrants[number].plays for number in tie.among}
    for person in there(tie.table):
        if person not in tied:
            yield tie.table, TakeUpEntrant(player=person)
    for each in event.placings:
        entrant, cents = entrants[each.entrant], tie.banks[each.entrant]
        if entrant.plays not in there(tie.table):
            yield from _taken_up(entrant, there)
            yield tie.table, _seat(entrant, each.seat, cents)
        elif cents > entrant.bank:
            yield tie.table, GiveEntrant(player=entrant.plays, cents=cents - entrant.bank)
    yield tie.table, HoldTable(why="")


def _playing_on(before: Tournament, after: Tournament) -> Iterator[tuple[str, Command]]:
    """Those who are told apart get up; the others may have been made equal anew."""
    assert before.sitting is not None and before.sitting.tie is not None
    assert after.sitting is not None and after.sitting.tie is not None
    was, now = before.sitting.tie, after.sitting.tie
    for number in now.among:
        player, more = before.entrants[number].plays, now.banks[number] - was.banks[number]
        if number in now.order and number not in was.order:
            yield now.table, TakeUpEntrant(player=player)
        elif number not in now.order and more > 0:
            yield now.table, GiveEntrant(player=player, cents=more)


def _session_over(before: Tournament, after: Tournament, there: There) -> Iterator[tuple[str, Command]]:
    """Everyone gets up, and the tables serve cash again unless the book keeps them to the end."""
    assert before.sitting is not None
    for table in dict.fromkeys((*before.sitting.tables, *before.reserved)):
        for person in there(table):
            yield table, TakeUpEntrant(player=person)
    for table in before.reserved:
        if table not in after.reserved:
            yield table, ReleaseTable()


TOURNAMENTS = Tournaments()
