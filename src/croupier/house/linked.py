"""Prize meters as streams: what a table's events ask of the meter it plays for, decided together or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from croupier.cards import BY_CHANCE, Chance
from croupier.house import meter
from croupier.house.meter import (
    CancelGame,
    DeterminePrizes,
    FollowOption,
    Meter,
    MeterClosed,
    MeterOpened,
    OptionChanged,
    OutcomeRecorded,
    Pending,
    ReceiveMites,
    RecordOutcome,
    RegisterWagers,
    ShareVoided,
    TableAdded,
    TableRemoved,
    TakeTable,
    UndoOutcome,
    VoidShare,
)
from croupier.house.meter.terms import meter_terms
from croupier.house.streams import TABLE, Asked, Look, Source, StreamKind
from croupier.table.contract import DEALER, THE_TABLE, Actor, Command, Decision, Event, Reason, Refusal, no_person
from croupier.table.linked_jackpot import (
    JackpotGameCancelled,
    JackpotOutcomeRecorded,
    JackpotOutcomeUndone,
    JackpotPrizesHeld,
    JackpotPrizesPaid,
    JackpotPrizesRejected,
    JackpotRegistered,
    JackpotShareVoided,
    JackpotTerms,
    JackpotTermsChanged,
    PayJackpotPrizes,
    RejectJackpotPrizes,
)
from croupier.table.rules import MeterLink
from croupier.table.wagers import WagerPlaced

LinkOf = Callable[[str], MeterLink | None]
"""How a table of the house plays for a meter; None where it does not, or is not there."""

AT_THE_TABLE = no_person(THE_TABLE, DEALER)
"""Who acts on a meter when a table has found the act in order."""


def asked_of_meter(
    table: str, events: Iterable[Event], link: MeterLink | None = None, plays_out: bool = False
) -> Iterator[Command]:
    """What a table's events ask of its meter, in their order; `plays_out` where the table has left in mid-round."""
    option = 0 if link is None else link.option
    for event in events:
        match event:
            case JackpotRegistered(areas=areas, cents=cents):
                yield RegisterWagers(table=table, wagers=len(areas), cents=cents, option=option, plays_out=plays_out)
            case JackpotGameCancelled():
                yield CancelGame(table=table)
            case JackpotOutcomeRecorded():
                yield RecordOutcome(table=table, round=event.round, wins=event.wins)
            case JackpotOutcomeUndone():
                yield UndoOutcome(table=table)
            case JackpotShareVoided(areas=areas):
                yield VoidShare(table=table, areas=areas)
            case JackpotPrizesPaid():
                yield DeterminePrizes(table=table, prizes=event.prizes)
            case JackpotPrizesRejected():
                yield DeterminePrizes(table=table, confirmed=False)


def _actor(command: Command, by: Actor) -> Actor:
    """A game is registered or undone by whoever the table lets act; only prizes ask for a rank on the meter too."""
    return by if isinstance(command, DeterminePrizes) else AT_THE_TABLE


def on_meter(
    state: Meter, table: str, events: Iterable[Event], by: Actor, at: int, *, link: MeterLink | None = None
) -> tuple[Event, ...] | Refusal:
    """What a table's events do to its meter; a refusal means the table's act is refused too."""
    done: list[Event] = []
    for command in asked_of_meter(table, events, link):
        decision = meter.decide(state, command, _actor(command, by), at)
        if isinstance(decision, Refusal):
            return decision
        for event in decision:
            state = meter.evolve(state, event)
        done += decision
    return tuple(done)


def linked_to(meters: Mapping[str, Meter], table: str) -> str | None:
    """The open meter that a table plays for; a table is never in two."""
    return next((name for name, each in meters.items() if each.open and table in each.tables), None)


def playing_for(meters: Mapping[str, Meter], table: str, link: MeterLink | None) -> str | None:
    """The meter that a table plays its round for: the one it was told, even if it has left that one since."""
    told = None if link is None else link.meter
    if told is not None and told in meters and (meters[told].open or table in meters[told].outcomes):
        return told
    return None if told == "" else linked_to(meters, table)


def told_tables(source: Source, link_of: LinkOf) -> dict[str, tuple[Event, ...]]:
    """What a meter's events tell the tables of the house: what they play for from now on, and what waits for them."""
    if source.kind != METERS.name:
        return {}
    told: dict[str, tuple[Event, ...]] = {}
    for event in source.events:
        for table, word in _words_of(event, source, link_of):
            told[table] = (*told.get(table, ()), word)
    return told


def told_table(
    state: Meter, events: tuple[Event, ...], table: str, link: MeterLink | None, by: Actor
) -> tuple[Event, ...]:
    """What events on a meter, as it stood before them, tell one table."""
    source = Source(kind=METERS.name, id=state.id, events=events, by=by, at=0, state=state)
    return told_tables(source, lambda name: link if name == table else None).get(table, ())


def _words_of(event: Event, source: Source, link_of: LinkOf) -> Iterator[tuple[str, Event]]:
    for table, terms, for_now in _new_terms(event, source):
        link = link_of(table)
        if link is not None and _is_news(terms, link):
            cites = meter_terms().clauses.tables_follow
            under = event.under if cites in event.under else (*event.under, cites)
            yield table, JackpotTermsChanged(terms=terms, at_once=not link.busy, for_now=for_now, under=under)
    match event:
        case (
            OutcomeRecorded(table=table, pending=Pending() as held)
            | ShareVoided(table=table, now=Pending() as held, paid=False)
        ):
            if link_of(table) is not None:
                yield table, JackpotPrizesHeld(prizes=held.prizes, under=event.under)


def _new_terms(event: Event, source: Source) -> Iterator[tuple[str, JackpotTerms, str]]:
    """Tables that play for something else after an event of a meter, what that is, and what they played for so far."""
    now: Meter = source.state
    match event:
        case MeterOpened(tables=tables, price=price, option=option):
            yield from ((table, JackpotTerms(now.id, price, option), "") for table in tables)
        case TableAdded(table=table, source=left):
            yield table, JackpotTerms(now.id, now.price, now.option), left
        case TableRemoved(table=table, to=""):
            yield table, JackpotTerms("", now.price, now.option), now.id
        case MeterClosed():
            yield from ((table, JackpotTerms("", now.price, now.option), now.id) for table in now.tables)
        case OptionChanged(option=option):
            yield from ((table, JackpotTerms(now.id, now.price, option), now.id) for table in now.tables)


def _is_news(terms: JackpotTerms, link: MeterLink) -> bool:
    """Whether a table has to be told: it asks another price, pays other prizes, or plays for another meter or none."""
    same = (link.price, link.option) == (terms.price, terms.option) and link.meter in (None, terms.meter)
    return link.changes or not same or not terms.meter


def no_meter() -> Refusal:
    """Why nothing about a jackpot can be done at a table that plays for no meter."""
    clauses = meter_terms().clauses
    facts = {"meter": "no open meter has this table"}
    return Refusal(Reason.NOT_NOW, (clauses.meter_working, clauses.group_of_tables), facts)


def prizes_due(state: Meter, table: str) -> tuple[tuple[int, int], ...] | Refusal:
    """The prizes that wait at a table, each area with its cents."""
    waiting = next((each for each in state.pending if each.table == table), None)
    if waiting is None:
        return Refusal(Reason.NO_CAUSE, (meter_terms().clauses.determined,), {"pending": 0})
    return waiting.prizes


def determination(state: Meter, table: str, *, confirmed: bool, why: str = "") -> Command | Refusal:
    """The command by which the prizes that wait at a table are paid for exactly what the meter holds, or rejected."""
    if table not in state.tables and all(each.table != table for each in state.pending):
        facts = {"table": table, "meter": state.id}
        return Refusal(Reason.NOT_HERE, (meter_terms().clauses.group_of_tables,), facts)
    if not confirmed:
        return RejectJackpotPrizes(why=why)
    prizes = prizes_due(state, table)
    return prizes if isinstance(prizes, Refusal) else PayJackpotPrizes(prizes=prizes)


class Meters(StreamKind[Meter]):
    """The prize meters of the house."""

    name = "meter"
    state_type = Meter
    at_hand = True
    part = meter.part

    def initial(self, stream_id: str) -> Meter:
        """A meter that is not open yet."""
        return Meter(id=stream_id)

    def decide(
        self,
        state: Meter,
        command: Command,
        by: Actor,
        at: int,
        others: Mapping[str, Meter],
        *,
        chance: Chance = BY_CHANCE,
        look: Look | None = None,
    ) -> Decision:
        """What a command does to this meter, beside the others."""
        beside = [each for name, each in sorted(others.items()) if name != state.id]
        return meter.decide(state, command, by, at, beside)

    def evolve(self, state: Meter, event: Event) -> Meter:
        """The meter after an event."""
        return meter.evolve(state, event)

    def asked(self, source: Source, known: Mapping[str, Meter]) -> tuple[Asked, ...] | Refusal:
        """A table's jackpot events go to the meter it plays for; what a closing meter holds, to the one named."""
        if source.kind == self.name:
            return tuple(each for event in source.events for each in _asked_of_others(event, source, known))
        if source.kind != TABLE:
            return ()
        link = source.rules.meter_link(source.state)
        linked = playing_for(known, source.id, link)
        out = linked is not None and source.id not in known[linked].tables
        commands = tuple(asked_of_meter(source.id, source.events, link, out))
        if not commands and not _wagered_for_meter(source, link):
            return ()
        if linked is None:
            return no_meter()
        return tuple(Asked(linked, command, _actor(command, source.by)) for command in commands)


def _asked_of_others(event: Event, source: Source, known: Mapping[str, Meter]) -> Iterator[Asked]:
    """What one meter asks of the others: to take its balance, to take a table, to go by the same row of the book."""
    match event:
        case MeterClosed(to=str() as to, mites=mites) if mites:
            yield Asked(to, ReceiveMites(source=source.id, mites=mites, under=event.under), source.by)
        case TableRemoved(table=table, to=to) if to:
            yield Asked(to, TakeTable(table=table, source=source.id), source.by)
        case OptionChanged(option=option, seed=seed, followed=""):
            for name, each in sorted(known.items()):
                if name != source.id and each.open and (each.option, each.seed) != (option, seed):
                    yield Asked(name, FollowOption(option=option, seed=seed, source=source.id), source.by)


def _wagered_for_meter(source: Source, link: MeterLink | None) -> bool:
    """Whether a wager is placed that only counts where a meter is open."""
    return link is not None and any(isinstance(each, WagerPlaced) and each.bet == link.bet for each in source.events)


METERS = Meters()
