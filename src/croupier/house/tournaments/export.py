"""A tournament as one document that anyone can check: everything that happened, without cards and without names.

People are numbers, in the order in which they are first mentioned. Words that someone typed about a person are left
out. What all draws were made from is told once the result is declared. docs/tournament-export.md says what stands
where; whoever changes the document says so there, and counts `VERSION` up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from croupier.house.tournaments import (
    agreeing,
    buying_back,
    cashing,
    disputing,
    entering,
    finishing,
    founding,
    hands,
    people,
    results,
    sessions,
    tables,
    ties,
    won,
)
from croupier.house.tournaments.elimination import clock, late, moving, out, racing
from croupier.house.tournaments.export_tables import Collected, Happened, Numbers, table_log, winning_wagers
from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.model import Entrant, Placing, Stage, Tie, Tournament
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.table.contract import Event
from croupier.table.tournaments.matters import TournamentBook
from croupier.table.tournaments.won import Schedule

FORMAT = "croupier-tournament"
VERSION = 1

Data = dict[str, Any]
NOWHERE: Mapping[str, Iterable[Happened]] = {}


def exported(
    own: str,
    happened: Iterable[Happened],
    at_tables: Mapping[str, Iterable[Happened]],
    where_won: Mapping[str, Iterable[Happened]] = NOWHERE,
) -> Data:
    """The document of a tournament, from its own events, those of its tables, and those of tables where entries to it
    were won."""
    numbers, happened = Numbers(), tuple(happened)
    state, events = TOURNAMENTS.initial(own), list[Data]()
    for number, (at, event) in enumerate(happened, 1):
        before, state = state, TOURNAMENTS.evolve(state, event)
        events.append(
            {"n": number, "at": at, **_told(event, numbers), **_money(event, before, numbers), **_chips(state)}
        )
    if state.conditions is None:
        return {"format": FORMAT, "version": VERSION, "tournament": own, "events": events}
    book = tournament_book(state.conditions.book)
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": own,
        "book": book.book.code,
        "seats": book.seats,
        "stage": state.stage.value,
        "conditions": {"digest": state.text, "terms": _terms(state.conditions)},
        "commitment": state.commitment,
        "seed": state.seed if state.stage is Stage.OVER else None,
        "entrants": [_standing(each, numbers) for each in state.entrants.values()],
        "events": events,
        "tables": {name: list(table_log(own, name, told, numbers, state.seed)) for name, told in at_tables.items()},
        **_wagers(state, book, happened, where_won, numbers),
    }


def _wagers(
    state: Tournament,
    book: TournamentBook,
    happened: tuple[Happened, ...],
    where_won: Mapping[str, Iterable[Happened]],
    numbers: Numbers,
) -> Data:
    """The wagers that won entries while they were collected, where this is such a tournament."""
    if not state.collects or book.won is None:
        return {}
    until = next((each.at for each in happened if isinstance(each.event, _CLOSED)), None)
    collected = Collected(happened[0].at, until, book.won.wins)
    return {"wagers": {name: list(winning_wagers(told, collected, numbers)) for name, told in where_won.items()}}


_CLOSED = (founding.EntriesClosed, founding.TournamentCalledOff)


def tables_of(happened: Iterable[Happened]) -> tuple[str, ...]:
    """The tables that a tournament has ever named, in that order."""
    named = [each.event.tables for each in happened if isinstance(each.event, tables.TablesDesignated)]
    return tuple(dict.fromkeys(name for found in named for name in found))


def won_at(happened: Iterable[Happened]) -> tuple[str, ...]:
    """The tables at which entries to a tournament were won in play."""
    received = [each.event for each in happened if isinstance(each.event, won.EntriesReceived)]
    return tuple(dict.fromkeys(entry.table for found in received if not found.carried for entry in found.entries))


def _terms(conditions: Any) -> Data:
    found: Data = msgspec.to_builtins(conditions, order="sorted")
    return found


def _standing(each: Entrant, numbers: Numbers) -> Data:
    """An entrant as the tournament leaves them; the name stands there with their leave alone."""
    found: Data = {
        "entrant": each.number,
        "person": numbers(each.person),
        "status": each.status.value,
        "employee": each.employee,
        "paid": each.paid,
        "bank": each.bank,
        "table": each.table,
        "seat": each.seat,
        "place": each.place,
        "prize": each.prize,
        "thing": each.thing,
    }
    found |= {"contractor": True} if each.contractor else {}
    return {**found, "name": each.name} if each.promotion else found


def _chips(state: Tournament) -> Data:
    """The tournament's chips after an event: given out so far, out of play again, and held by entrants."""
    held = sum([each.bank for each in state.entrants.values()])
    return {"chips": {"issued": state.issued, "withdrawn": state.withdrawn, "held": held}}


def _money(event: Event, before: Tournament, numbers: Numbers) -> Data:
    """Money that moves with an event, from where to where."""
    if not event.moves:
        return {}
    entries = f"entries:{before.id}"

    def called(account: str) -> str:
        if account == entries:
            return "entries"
        kind, _, owner = account.partition(":")
        return f"person {numbers(owner)}" if kind == "wallet" else account

    return {"money": [[called(each.source), called(each.target), each.cents] for each in event.moves]}


def _told(event: Event, numbers: Numbers) -> Data:
    """An event in the words of the document."""
    what, tell = SAID[type(event)]
    return {"what": what, **(tell(event, numbers) if tell is not None else {})}


def _placings(placings: Iterable[Placing]) -> list[list[int | str]]:
    return [[each.entrant, each.table, each.seat] for each in placings]


def _pairs(found: Mapping[int, Any]) -> list[list[Any]]:
    """Something for each entrant, as pairs: a document has no numbers for names."""
    return [[number, each] for number, each in found.items()]


def _tie(tie: Tie) -> Data:
    return {
        "of": tie.of,
        "among": list(tie.among),
        "places": tie.places,
        "ordered": tie.ordered,
        "table": tie.table,
        "banks": _pairs(tie.banks),
        "order": list(tie.order),
        **({"play_off": True} if tie.play_off else {}),
    }


def _schedule(found: Schedule | None) -> Data:
    """The schedule that follows from how many have entered, where one does."""
    return {} if found is None else {"schedule": msgspec.to_builtins(found, order="sorted")}


Tell = Callable[[Any, Numbers], Data] | None

SAID: dict[type[Event], tuple[str, Tell]] = {}
"""What each event is called in a document, and what of it is told there."""


def _said(event: type[Event], name: str, tell: Tell = None) -> None:
    SAID[event] = (name, tell)


_said(
    founding.ConditionsDrafted,
    "conditions",
    lambda e, _: {"digest": e.text, "terms": _terms(e.conditions), "waits": e.waits},
)
_said(
    founding.ConditionsApproved,
    "approved",
    lambda e, _: {"digest": e.text, **({"delegate": True} if e.delegate else {})},
)
_said(founding.ConditionsMadeAvailable, "available", lambda e, _: {"digest": e.text})
_said(founding.InspectorsTold, "inspectors told", None)
_said(founding.RegulatorTold, "regulator told", lambda e, _: {"digest": e.text})
_said(founding.EntriesOpened, "entries opened", lambda e, _: {"commitment": e.commitment})
_said(founding.EntriesClosed, "entries closed", lambda e, _: {"entrants": e.entrants, **_schedule(e.schedule)})
_said(
    won.EntriesReceived,
    "entries won",
    lambda e, who: {"entries": [[who(each.person), each.table] for each in e.entries], "carried": e.carried},
)
_said(
    won.EntriesCarried,
    "entries carried over",
    lambda e, who: {"to": e.to, "entrants": list(e.entrants), "people": [who(each.person) for each in e.entries]},
)
_said(won.BonusPaid, "bonus", lambda e, _: {"entrants": list(e.entrants), "cents": e.cents})
_said(founding.FeesReturned, "fees returned", lambda e, _: {"entrants": list(e.entrants)})
_said(founding.TournamentCalledOff, "called off", None)
_said(people.DirectorAppointed, "director", lambda e, who: {"person": who(e.person)})
_said(people.DeputyNamed, "deputy", lambda e, who: {"person": who(e.person)})
_said(people.Attended, "presence", lambda e, who: {"person": who(e.person), "there": e.there})
_said(
    people.EntrantsBriefed,
    "briefed",
    lambda e, who: {"entrants": list(e.entrants), "people": [who(each) for each in e.people]},
)
_said(people.Instructed, "shown the game", None)
_said(people.SignaturesAskedFor, "signatures asked for", None)
_said(people.ConditionsSigned, "signed", lambda e, who: {"entrant": e.entrant, "person": who(e.person)})
_said(
    entering.Entered,
    "entered",
    lambda e, who: {
        "entrant": e.entrant,
        "person": who(e.player),
        "digest": e.text,
        "fee": e.fee,
        "employee": e.employee,
        **({"contractor": True} if e.contractor else {}),
    },
)
_said(entering.Withdrawn, "withdrawn", lambda e, _: {"entrant": e.entrant})
_said(entering.TurnedAway, "turned away", lambda e, who: {"person": who(e.player), "entrant": e.entrant})
_said(entering.EmployeesGivenLeave, "leave for employees", None)
_said(
    entering.SubstituteNominated,
    "substitute named",
    lambda e, who: {"entrant": e.entrant, "person": who(e.player)},
)
_said(entering.SubstitutePlays, "substitute plays", lambda e, who: {"entrant": e.entrant, "person": who(e.player)})
_said(
    tables.TablesDesignated,
    "tables named",
    lambda e, _: {"tables": list(e.tables), "seats": [e.areas.get(each, 0) for each in e.tables]},
)
_said(
    tables.SeatsDrawn,
    "seats drawn",
    lambda e, _: {"draw": e.number, "order": list(e.order), "placings": _placings(e.placings)},
)
_said(
    sessions.StartMoved,
    "start moved",
    lambda e, who: {"session": e.session, "was": e.was, "to": e.at, "told": [who(each) for each in e.told]},
)
_said(
    sessions.SessionOpened,
    "session opened",
    lambda e, _: {
        "round": e.round,
        "session": e.session,
        "placings": _placings(e.placings),
        "banks": _pairs(e.banks),
        "least": [[table, cents] for table, cents in e.least.items()],
    },
)
_said(
    sessions.EntrantMissing,
    "absence",
    lambda e, _: {"entrant": e.entrant, "absent": e.absent, **({"bank": e.bank} if e.bank else {})},
)
_said(sessions.Penalised, "penalised", lambda e, _: {"entrant": e.entrant})
_said(sessions.EntrantGone, "gone", lambda e, _: {"entrant": e.entrant, "status": e.status.value})
_said(
    hands.HandReported,
    "hand",
    lambda e, _: {
        "table": e.table,
        "banks": _pairs(e.banks),
        "counts": e.counts,
        "shoe": e.shoe,
        "short": list(e.short),
        "least": e.least,
        "line": list(e.line),
        "most_lost": e.most_lost,
        "most_won": e.most_won,
    },
)
_said(finishing.TableFinished, "table finished", lambda e, _: {"table": e.table, "early": e.early})
_said(hands.EndAgreed, "end agreed", lambda e, _: {"entrant": e.entrant, "table": e.table})
_said(finishing.SessionPlayed, "session played", None)
_said(buying_back.BoughtBack, "bought back", lambda e, _: {"entrant": e.entrant, "cents": e.chips})
_said(buying_back.AddOnBought, "add-on", lambda e, _: {"entrant": e.entrant, "cents": e.chips})
_said(ties.ExtraHandsBegun, "extra hands", lambda e, _: {"tie": _tie(e.tie), "placings": _placings(e.placings)})
_said(ties.PlacesTaken, "places taken", lambda e, _: {"tie": _tie(e.tie)})
_said(
    ties.TieBroken,
    "tie broken",
    lambda e, _: {"tie": _tie(e.tie), **({"draw": e.draw} if e.draw else {})},
)
_said(
    racing.ChipsRaced,
    "chips raced",
    lambda e, _: {
        "smallest": e.smallest,
        "draw": e.number,
        "races": [
            {"table": each.table, "odd": _pairs(each.odd), "won": list(each.won), "banks": _pairs(each.banks)}
            for each in e.races
        ],
    },
)
_said(agreeing.DealProposed, "deal proposed", lambda e, _: {"shares": _pairs(e.shares)})
_said(agreeing.DealAgreed, "deal agreed", lambda e, _: {"entrant": e.entrant})
_said(agreeing.DealRefused, "deal refused", lambda e, who: {"person": who(e.person)})
_said(agreeing.DealStruck, "deal struck", lambda e, _: {"shares": _pairs(e.shares)})
_said(disputing.Objected, "objection", lambda e, who: {"objection": e.objection, "person": who(e.person)})
_said(disputing.ObjectionDecided, "objection decided", lambda e, _: {"objection": e.objection})
_said(disputing.ComplaintMade, "complaint", lambda e, _: {"objection": e.objection})
_said(disputing.ComplaintAnswered, "complaint answered", lambda e, _: {"objection": e.objection})
_said(cashing.ChipsExchanged, "chips exchanged", lambda e, _: {"cents": _pairs(e.cents)})
_said(
    results.SessionClosed,
    "session closed",
    lambda e, _: {
        "going_on": list(e.going_on),
        "through": list(e.through),
        "places": _pairs(e.places),
        "released": list(e.released),
    },
)
_said(
    results.ResultDeclared,
    "result",
    lambda e, _: {
        "places": _pairs(e.places),
        "prizes": _pairs(e.prizes),
        "things": _pairs(e.things),
        "pool": e.pool,
        "released": list(e.released),
    },
)
_said(clock.LevelBegun, "level", lambda e, _: {"level": e.level})
_said(clock.BreakBegun, "break", lambda e, _: {"minutes": e.minutes})
_said(clock.ClockStopped, "clock", lambda e, _: {"stopped": e.stopped, "at": e.at})
_said(
    late.SeatedLate,
    "seated late",
    lambda e, _: {"entrant": e.entrant, "placings": _placings([e.placing]), "cents": e.cents},
)
_said(
    moving.EntrantMoved,
    "moved",
    lambda e, _: {"placings": _placings([e.placing]), "from": e.source, "no_sooner": e.free},
)
_said(moving.BreakAnnounced, "break of table announced", lambda e, _: {"table": e.table, "hands": e.hands})
_said(moving.BreakAgreed, "break of table agreed", lambda e, _: {"entrant": e.entrant, "table": e.table})
_said(
    moving.TableBroken,
    "table broken",
    lambda e, _: {
        "table": e.table,
        "draw": e.number,
        "redrawn": e.redrawn,
        "placings": _placings(e.placings),
    },
)
_said(
    out.EntrantsOut,
    "out",
    lambda e, _: {"table": e.table, "places": _pairs(e.places), "began": _pairs(e.began)},
)
_said(out.TableWaits, "table waits", lambda e, _: {"table": e.table})
_said(out.HandForHand, "hand for hand", lambda e, _: {"by_hand": e.by_hand})
_said(out.HandsBegun, "hands begin", lambda e, _: {"tables": list(e.tables)})
_said(
    out.Reinstated,
    "reinstated",
    lambda e, _: {"entrant": e.entrant, "cents": e.cents, "placings": [[e.entrant, e.table, e.seat]]},
)
