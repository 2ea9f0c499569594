"""Tournaments as streams of the house: what they ask of their tables, and what their tables tell them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.cards import BY_CHANCE, Chance
from croupier.house.streams import TABLE, Asked, Look, Source, StreamKind, There
from croupier.house.tournaments import (  # the deciders
    agreeing,
    disputing,
    entering,
    hands,
    people,
    results,
    sessions,
    tables,
    ties,
)
from croupier.house.tournaments.buying_back import AddOnBought, BoughtBack, BuyAddOn, BuyBack
from croupier.house.tournaments.deciding import decide, part
from croupier.house.tournaments.elimination.clock import ComeBack, LevelBegun, NextLevel, StopClock, level_of
from croupier.house.tournaments.elimination.late import SeatedLate, SeatLate
from croupier.house.tournaments.elimination.moving import (
    AgreeToBreak,
    BreakTable,
    EntrantMoved,
    MoveEntrant,
    TableBroken,
)
from croupier.house.tournaments.elimination.out import EntrantsOut, NextHand, Reinstate, Reinstated
from croupier.house.tournaments.elimination.racing import ChipsRaced, Race, RaceChips
from croupier.house.tournaments.elimination.seating import elimination, tables_in_play
from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.founding import ConditionsDrafted
from croupier.house.tournaments.hands import ReportHand
from croupier.house.tournaments.model import CHIP, Entrant, Placing, Tournament
from croupier.house.tournaments.people import AppointDirector, Attend
from croupier.house.tournaments.results import ResultDeclared, SessionClosed
from croupier.house.tournaments.rounds import play_each_other, round_now, rounds_of, starting_bank
from croupier.house.tournaments.sessions import EntrantGone, EntrantMissing, SessionOpened
from croupier.house.tournaments.ties import ExtraHandsBegun, PlacesTaken
from croupier.house.tournaments.won import EntriesCarried, ReceiveEntries, next_of, open_from, won_by
from croupier.table.contract import (
    THE_TABLE,
    THE_TOURNAMENT,
    Actor,
    Command,
    Decision,
    Event,
    Reason,
    Refusal,
    no_person,
)
from croupier.table.declare import EVENTS
from croupier.table.rounds import RoundClosed
from croupier.table.tournaments.colouring_up import ColourUp
from croupier.table.tournaments.contradictions import side_bets
from croupier.table.tournaments.play_contradictions import varied
from croupier.table.tournaments.reserved import HoldTable, ReleaseTable, ReserveTable, SetLevel
from croupier.table.tournaments.reserved_people import GiveEntrant, MarkAbsent, SeatEntrant, TakeUpEntrant
from croupier.table.tournaments.reserved_play import stacks
from croupier.table.versions import LastEntryDetermined

_ = (disputing, entering, people, sessions, tables, ConditionsDrafted)

TABLE_SAYS = no_person(THE_TABLE, "dealer")
ORDERS = no_person(THE_TOURNAMENT, "tournament-director")
"""Who orders at a table what the tournament has decided."""

MOST_AHEAD = 64
"""Tournaments that are drafted or under way in a house."""

NOBODY_IN_CHARGE = "nobody is there who may conduct the tournament"
OVER_HERE = "play is over at this table"
NOT_TIED = "only those play on who are tied"
DEAL = "it is asked whether the prizes are shared"
BREAK = "there is a break"
CLOCK_STANDS = "the clock is stopped"


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
        look: Look | None = None,
    ) -> Decision:
        """What a command leads to, by the book that the conditions name."""
        return decide(state, command, by, at, chance, others=others, look=look)

    def evolve(self, state: Tournament, event: Event) -> Tournament:
        """The tournament after an event."""
        changed: Tournament = part.evolvers[type(event)].evolve(state, event)
        return changed

    def asked(self, source: Source, known: Mapping[str, Tournament]) -> tuple[Asked, ...] | Refusal:
        """What tables tell: a hand that is over at a reserved one, and elsewhere who has won an entry.

        Entries that one tournament does not take are for the next; none that is open is said to be decided.
        """
        if source.kind == self.name:
            return tuple([_carried(each) for each in source.events if isinstance(each, EntriesCarried)])
        if source.kind != TABLE:
            return ()
        reserved = getattr(source.state, "reserved", None)
        if reserved is not None:
            return (Asked(reserved.tournament, _report(source), TABLE_SAYS),) if _ends_hand(source) else ()
        return _why_undecided(source, known) or tuple(_won(source, known))

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
            case (
                NextLevel()
                | StopClock()
                | ComeBack()
                | RaceChips()
                | Reinstate()
                | Attend()
                | AppointDirector()
                | results.CloseSession()
                | results.DeclareResult()
                | ties.BreakTie()
                | agreeing.ProposeDeal()
                | agreeing.AgreeToDeal()
                | agreeing.RefuseDeal()
            ):
                at = () if state.sitting is None else tuple(state.sitting.tables)
                return tuple(dict.fromkeys((*state.reserved, *at)))
            case NextHand():
                return () if state.sitting is None else tuple(state.sitting.waiting)
            case BreakTable(table=table):  # the tables that its players draw are held as well before they go there
                return (table,) if table in state.reserved else ()
            case MoveEntrant(entrant=number, table=table):
                return tuple(dict.fromkeys((*_table_of(state, number), *((table,) if table in state.reserved else ()))))
            case hands.EndTableEarly(table=table):
                return (table,) if table in state.reserved else ()
            case (
                BuyBack()
                | BuyAddOn()
                | SeatLate()
                | AgreeToBreak()
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
    table = state.sits(number).table
    return (table,) if table else ()


def _ends_hand(source: Source) -> bool:
    """Whether a round ends by these events, whether it counts or not."""
    return any(EVENTS[type(each)].ends is not None for each in source.events)


def _carried(event: EntriesCarried) -> Asked:
    return Asked(event.to, ReceiveEntries(book=event.book, entries=event.entries, nth=event.nth), ORDERS)


def _won(source: Source, known: Mapping[str, Tournament]) -> Iterator[Asked]:
    """The entries that a round has won once it is over: a round that is void has won none."""
    if any(isinstance(each, RoundClosed) for each in source.events):
        plays, book = source.rules.one_version(source.state), source.rules.name
        won = tournament_book(book).won if plays is not None and plays.won_by else None
        if plays is not None and won is not None:
            entries = won_by(plays.won_by, source.id)
            to = next_of(known, won, book)
            yield Asked(to.id, ReceiveEntries(book=book, entries=entries, nth=to.nth), TABLE_SAYS)


def _why_undecided(source: Source, known: Mapping[str, Tournament]) -> Refusal | None:
    """Why the last entry of a table is not determined: entries that were won there are still open."""
    if not any(isinstance(each, LastEntryDetermined) for each in source.events):
        return None
    still, won = open_from(known, source.id), tournament_book(source.rules.name).won
    if not still or won is None:
        return None
    return Refusal(Reason.NOT_NOW, (won.determined, "ruling 101"), {"entries not decided": still})


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
        line=getattr(after, "line", ()),
        most_lost=lost,
        most_won=won,
    )


def _orders(before: Tournament, after: Tournament, event: Event, there: There) -> Iterator[tuple[str, Command]]:
    """What an event orders at tables: who gets up and sits down, and then where play waits or goes on."""
    match event:
        case SessionOpened():
            yield from _session_opened(before, after, event)
        case LevelBegun(level=level):
            yield from _at_level(after, level)
        case EntrantsOut(table=table, places=places):
            for number in places:
                if before.entrants[number].table == table:
                    yield from _taken_up(before, number, there)
        case EntrantMoved(placing=placing):
            yield from _moved(before, after, (placing,), there)
        case TableBroken(placings=placings):
            yield from _moved(before, after, placings, there)
        case ChipsRaced(races=races):
            yield from _coloured_up(before, races)
        case Reinstated(entrant=number) | SeatedLate(entrant=number):
            yield from _seated(after, after.entrants[number])
        case EntrantMissing(entrant=number, absent=absent):
            yield from _missing(after, number, there, absent=absent)
        case EntrantGone(entrant=number):
            yield from _taken_up(before, number, there)
        case entering.SubstitutePlays(entrant=number):
            yield from _substituted(before, after, number, there)
        case BoughtBack(entrant=number, chips=chips) | AddOnBought(entrant=number, chips=chips):
            yield from _given(before.entrants[number], chips, there)
        case ExtraHandsBegun():
            yield from _extra_hands(before, after, event, there)
        case PlacesTaken():
            yield from _playing_on(before, after, there)
        case SessionClosed() | ResultDeclared():
            yield from _session_over(before, after, there)
    yield from _held(before, after)


def _held(before: Tournament, after: Tournament) -> Iterator[tuple[str, Command]]:
    """Tables at which play waits, or goes on, otherwise than before."""
    if after.sitting is not None:
        for table in _touched(before, after):
            why = why_held(after, table)
            if before.sitting is None or why_held(before, table) != why:
                yield table, HoldTable(why=why, between=why == DEAL)


def _touched(before: Tournament, after: Tournament) -> list[str]:
    """The tables of which something is otherwise than before: all, where it is about all of them."""
    was, now = before.sitting, after.sitting
    assert now is not None
    if was is None or (was.tie, was.deal, was.clock, before.present) != (now.tie, now.deal, now.clock, after.present):
        return list(now.tables)
    if was.waiting is not now.waiting:
        return [name for name in now.tables if was.waiting.get(name) != now.waiting.get(name)]
    return [name for name, here in now.tables.items() if was.tables.get(name) is not here]


def why_held(tournament: Tournament, table: str) -> str:
    """Why no hand begins at a table of the session; nothing while it may."""
    sitting = tournament.sitting
    assert sitting is not None
    if sitting.deal is not None:
        return OVER_HERE if sitting.deal.struck else DEAL
    if sitting.tie is not None and table != sitting.tie.table:
        return NOT_TIED
    if sitting.tie is None and sitting.tables[table].finished:
        return OVER_HERE
    if not tournament.director_is_there:
        return NOBODY_IN_CHARGE
    if sitting.tie is not None:
        return ""
    if sitting.clock is not None and sitting.clock.on_break:
        return BREAK
    if sitting.clock is not None and sitting.clock.since is None:
        return CLOCK_STANDS
    return sitting.waiting.get(table, "")


def _session_opened(before: Tournament, after: Tournament, event: SessionOpened) -> Iterator[tuple[str, Command]]:
    assert after.conditions is not None
    started = starting_bank(after.conditions)
    book = tournament_book(after.conditions.book)
    instead = varied(after.conditions, book)
    bettors = instead.pop(book.bettors_under, 0)
    for table in dict.fromkeys(each.table for each in event.placings):
        if table not in before.reserved:
            yield (
                table,
                ReserveTable(
                    tournament=after.id,
                    title=after.conditions.title,
                    started=started,
                    offered=side_bets(after.conditions, book),
                    shoes=round_now(after).shoes is not None if rounds_of(after) else False,
                    secrets=after.conditions.wagers.secrets,
                    secrets_each_round=bool(after.conditions.wagers.secrets_each_round),
                    money=after.conditions.bank.is_money,
                    rest=after.conditions.readings.rest_wagered,
                    bettors=bettors,
                    varied=instead,
                    variation=after.conditions.variation or "",
                ),
            )
        for each in event.placings:
            if each.table == table:
                yield from _seated(after, after.entrants[each.entrant])
    yield from _at_level(after, 0)


def _at_level(tournament: Tournament, number: int) -> Iterator[tuple[str, Command]]:
    """What is posted from the next hand on at every table where someone sits."""
    said = elimination(tournament)
    if said is None or tournament.sitting is None or number >= len(said.levels):
        return
    level = level_of(said, number)
    for table in tables_in_play(tournament.sitting):
        blinds = tuple([chips * CHIP for chips in level.blinds])
        yield table, SetLevel(blinds=blinds, ante=level.ante * CHIP, blind_ante=level.blind_ante * CHIP)


def _moved(
    before: Tournament, after: Tournament, placings: tuple[Placing, ...], there: There
) -> Iterator[tuple[str, Command]]:
    """Everyone who is moved gets up first, so that every seat that is drawn is free."""
    moving = [each for each in placings if (each.table, each.seat) != _place(before.entrants[each.entrant])]
    for each in moving:
        yield from _taken_up(before, each.entrant, there)
    for each in moving:
        yield from _seated(after, after.entrants[each.entrant])


def _place(entrant: Entrant) -> tuple[str, int]:
    return entrant.table, entrant.seat


def _seated(tournament: Tournament, entrant: Entrant) -> Iterator[tuple[str, Command]]:
    """An entrant comes to where they play, if they are there; at poker the chips of the absent play (ruling 113)."""
    if not entrant.absent or play_each_other(tournament):
        yield from _sits(tournament, entrant)


def _sits(tournament: Tournament, entrant: Entrant) -> Iterator[tuple[str, Command]]:
    table, seat, cents = tournament.sits(entrant.number)
    if table and (cents or not _in_extra_hands(tournament)):
        yield table, SeatEntrant(player=entrant.plays, name=entrant.plays_as, seat=seat, cents=cents)
        if entrant.absent:
            yield table, MarkAbsent(player=entrant.plays, absent=True)


def _in_extra_hands(tournament: Tournament) -> bool:
    """Whether extra hands are dealt: nobody sits down to them without chips."""
    return tournament.sitting is not None and tournament.sitting.tie is not None


def _missing(after: Tournament, number: int, there: There, *, absent: bool) -> Iterator[tuple[str, Command]]:
    """Whoever comes in the middle of a session sits down; whoever sits there and goes is marked."""
    entrant, table = after.entrants[number], after.sits(number).table
    if after.sitting is None or not table:
        return
    if entrant.plays in there(table):
        yield table, MarkAbsent(player=entrant.plays, absent=absent)
    elif not absent:
        yield from _seated(after, entrant)


def _coloured_up(before: Tournament, races: tuple[Race, ...]) -> Iterator[tuple[str, Command]]:
    for race in races:
        for number, cents in race.banks.items():
            if cents != before.entrants[number].bank:
                yield race.table, ColourUp(player=before.entrants[number].plays, cents=cents)


def _taken_up(state: Tournament, number: int, there: There) -> Iterator[tuple[str, Command]]:
    entrant, table = state.entrants[number], state.sits(number).table
    if table and entrant.plays in there(table):
        yield table, TakeUpEntrant(player=entrant.plays)


def _given(entrant: Entrant, chips: int, there: There) -> Iterator[tuple[str, Command]]:
    if entrant.plays in there(entrant.table):
        yield entrant.table, GiveEntrant(player=entrant.plays, cents=chips)


def _substituted(before: Tournament, after: Tournament, number: int, there: There) -> Iterator[tuple[str, Command]]:
    """The one gets up and the other sits down in the same place with the same chips, once they have been briefed."""
    for order in _taken_up(before, number, there):
        yield order
        now = after.entrants[number]
        if before.entrants[number].absent or not now.absent or play_each_other(after):
            yield from _sits(after, now)


def _extra_hands(
    before: Tournament, after: Tournament, event: ExtraHandsBegun, there: There
) -> Iterator[tuple[str, Command]]:
    """Everyone else gets up from the table of the extra hands, and those who are tied sit there with equal chips.

    Whoever has played extra hands before has other chips in front of them than their bank, and sits down anew.
    """
    tie, entrants = event.tie, before.entrants
    assert before.sitting is not None
    again = {number for each in before.sitting.broken if each.table for number in each.among}
    stays = {entrants[number].plays for number in ties.playing(before, tie.among) if number not in again}
    stays &= set(there(tie.table))
    for person in there(tie.table):
        if person not in stays:
            yield tie.table, TakeUpEntrant(player=person)
    for each in event.placings:
        entrant, cents = entrants[each.entrant], tie.banks[each.entrant]
        if entrant.plays not in stays:
            if entrant.table != tie.table:
                yield from _taken_up(before, each.entrant, there)
            yield from _seated(after, entrant)
        elif cents > entrant.bank:
            yield tie.table, GiveEntrant(player=entrant.plays, cents=cents - entrant.bank)


def _playing_on(before: Tournament, after: Tournament, there: There) -> Iterator[tuple[str, Command]]:
    """Those who are told apart get up; the others may have been made equal anew."""
    assert before.sitting is not None and before.sitting.tie is not None
    assert after.sitting is not None and after.sitting.tie is not None
    was, now = before.sitting.tie, after.sitting.tie
    plays_on = {before.entrants[number].plays for number in ties.playing(before, now.left)}
    for number in now.among:
        player, more = before.entrants[number].plays, now.banks[number] - was.banks[number]
        if player not in there(now.table):
            yield from _seated(after, after.entrants[number]) if more > 0 else ()
        elif number in now.order:
            if player not in plays_on:
                yield now.table, TakeUpEntrant(player=player)
        elif more > 0:
            yield now.table, GiveEntrant(player=player, cents=more)


def _session_over(before: Tournament, after: Tournament, there: There) -> Iterator[tuple[str, Command]]:
    """Everyone gets up, and the tables serve cash again unless the book keeps them to the end."""
    tables = () if before.sitting is None else tuple(before.sitting.tables)
    for table in dict.fromkeys((*tables, *before.reserved)):
        for person in there(table):
            yield table, TakeUpEntrant(player=person)
    for table in before.reserved:
        if table not in after.reserved:
            yield table, ReleaseTable()


TOURNAMENTS = Tournaments()
