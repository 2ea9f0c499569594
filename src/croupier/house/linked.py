"""Prize meters as streams: what a table's events ask of the meter it plays for, decided together or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from croupier.house import meter
from croupier.house.meter import (
    CancelGame,
    DeterminePrizes,
    Meter,
    MeterClosed,
    ReceiveMites,
    RecordOutcome,
    RegisterWagers,
    UndoOutcome,
)
from croupier.house.meter.terms import meter_terms
from croupier.house.streams import TABLE, Asked, Source, StreamKind
from croupier.table.contract import DEALER, Actor, Command, Decision, Event, Reason, Refusal
from croupier.table.linked_jackpot import (
    JackpotGameCancelled,
    JackpotOutcomeRecorded,
    JackpotOutcomeUndone,
    JackpotPrizesPaid,
    JackpotPrizesRejected,
    JackpotRegistered,
    PayJackpotPrizes,
    RejectJackpotPrizes,
)
from croupier.table.wagers import WagerPlaced

AT_THE_TABLE = Actor("table", "The table", DEALER)
"""Who acts on a meter when a table has found the act in order."""


def asked_of_meter(table: str, events: Iterable[Event]) -> Iterator[Command]:
    """What a table's events ask of its meter, in their order."""
    for event in events:
        match event:
            case JackpotRegistered():
                yield RegisterWagers(table=table, wagers=len(event.areas), cents=event.cents)
            case JackpotGameCancelled():
                yield CancelGame(table=table)
            case JackpotOutcomeRecorded():
                yield RecordOutcome(table=table, round=event.round, wins=event.wins)
            case JackpotOutcomeUndone():
                yield UndoOutcome(table=table)
            case JackpotPrizesPaid():
                yield DeterminePrizes(table=table, prizes=event.prizes)
            case JackpotPrizesRejected():
                yield DeterminePrizes(table=table, confirmed=False)


def _actor(command: Command, by: Actor) -> Actor:
    """A game is registered or undone by whoever the table lets act; only prizes ask for a rank on the meter too."""
    return by if isinstance(command, DeterminePrizes) else AT_THE_TABLE


def on_meter(state: Meter, table: str, events: Iterable[Event], by: Actor, at: int) -> tuple[Event, ...] | Refusal:
    """What a table's events do to its meter; a refusal means the table's act is refused too."""
    done: list[Event] = []
    for command in asked_of_meter(table, events):
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
    if table not in state.tables:
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

    def decide(self, state: Meter, command: Command, by: Actor, at: int, others: Mapping[str, Meter]) -> Decision:
        """What a command does to this meter, beside the others."""
        beside = [each for name, each in sorted(others.items()) if name != state.id]
        return meter.decide(state, command, by, at, beside)

    def evolve(self, state: Meter, event: Event) -> Meter:
        """The meter after an event."""
        return meter.evolve(state, event)

    def asked(self, source: Source, known: Mapping[str, Meter]) -> tuple[Asked, ...] | Refusal:
        """A table's jackpot events go to the meter it plays for; what a closing meter holds, to the one named."""
        if source.kind == self.name:
            return tuple(
                Asked(event.to, ReceiveMites(source=source.id, mites=event.mites, under=event.under), source.by)
                for event in source.events
                if isinstance(event, MeterClosed) and event.to is not None and event.mites
            )
        if source.kind != TABLE:
            return ()
        commands = tuple(asked_of_meter(source.id, source.events))
        if not commands and not _wagered_for_meter(source):
            return ()
        linked = linked_to(known, source.id)
        if linked is None:
            return no_meter()
        return tuple(Asked(linked, command, _actor(command, source.by)) for command in commands)


def _wagered_for_meter(source: Source) -> bool:
    """Whether a wager is placed that only counts where a meter is open."""
    link = source.rules.meter_link(source.state)
    return link is not None and any(isinstance(each, WagerPlaced) and each.bet == link.bet for each in source.events)


METERS = Meters()
