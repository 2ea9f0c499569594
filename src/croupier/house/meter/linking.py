"""What the operator's commands for a meter must be to the tables they are about: their price, prizes and wagers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.house.meter.acts import AddTable, ChangeOption, CloseMeter, OpenMeter, RemoveTable, TransferTable
from croupier.house.meter.model import Meter
from croupier.house.meter.terms import meter_terms
from croupier.table.contract import Command, Reason, Refusal
from croupier.table.rules import MeterLink

Links = Mapping[str, MeterLink | None]
"""How each table of the floor plays for a meter, if it does."""


def concerned(command: Command, now: Meter, others: Iterable[Meter] = ()) -> set[str]:
    """The tables that must stand still while a meter's command is decided: all that it changes, or depends on."""
    match command:
        case OpenMeter(tables=tables):
            return set(tables)
        case AddTable(table=table) | RemoveTable(table=table) | TransferTable(table=table):
            return {table}
        case ChangeOption():
            return {table for each in (now, *others) if each.open for table in each.tables}
        case CloseMeter():
            return {*now.tables, *now.outcomes}
        case _:
            return set()


def unfit(command: Command, now: Meter, version: int, links: Links) -> Refusal | None:
    """Why a command does not suit the tables it is about: their price, their prizes, the wagers lying on them."""
    clauses = meter_terms().clauses
    match command:
        case OpenMeter() if version:
            return Refusal(Reason.ALREADY, (clauses.system,), {"meter": "closed; another has a name of its own"})
        case OpenMeter(price=asked, option=option) if len(set(command.tables)) == len(command.tables):
            return _first(_mismatch(name, links, asked, option) for name in command.tables)
        case OpenMeter():
            return Refusal(Reason.ALREADY, (clauses.one_group,), {"tables": "one is named twice"})
        case AddTable(table=table):
            return _not_equipped(table, links) or _wagered(table, links, clauses.tables_change)
        case RemoveTable(table=table) | TransferTable(table=table):
            return _wagered(table, links, clauses.tables_change)
        case CloseMeter():
            return _first(_playing(name, now, links) for name in sorted(concerned(command, now)))
        case _:
            return None


def _first(refusals: Iterable[Refusal | None]) -> Refusal | None:
    return next((each for each in refusals if each is not None), None)


def _not_equipped(name: str, links: Links) -> Refusal | None:
    """A table that is there, and has what it needs for Jackpot wagers, may join."""
    clauses = meter_terms().clauses
    if name not in links:
        return Refusal(Reason.NOT_HERE, (clauses.group_of_tables,), {"table": name})
    if links[name] is None:
        return Refusal(Reason.LIMITS, (clauses.one_price,), {"table": name, "price": 0})
    return None


def _mismatch(name: str, links: Links, asked: int, option: int) -> Refusal | None:
    """All tables that a meter opens with ask one price and pay by one table of prizes."""
    clauses = meter_terms().clauses
    link = links.get(name)
    if link is None:
        return _not_equipped(name, links)
    if link.price != asked:
        return Refusal(Reason.LIMITS, (clauses.one_price,), {"table": name, "price": link.price})
    if link.option != option:
        return Refusal(Reason.LIMITS, clauses.same_prizes, {"table": name, "option": link.option})
    return None


def _wagered(name: str, links: Links, clause: str) -> Refusal | None:
    """A table does not change its meter while wagers for it lie there."""
    link = links.get(name)
    if link is not None and link.wagers:
        return Refusal(Reason.NOT_NOW, (clause,), {"table": name, "jackpot wagers": link.wagers})
    return None


def _playing(name: str, now: Meter, links: Links) -> Refusal | None:
    """A meter does not close while wagers for it lie at a table, nor before a round that it has recorded is over."""
    link = links.get(name)
    if link is None or link.meter not in (None, now.id):
        return None
    clause = meter_terms().clauses.closing
    if link.recorded:
        return Refusal(Reason.NOT_NOW, (clause,), {"table": name, "round": "not over"})
    return _wagered(name, links, clause)
