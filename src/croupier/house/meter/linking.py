"""What the operator's commands for a meter must be to the tables they are about: their price, prizes and wagers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.house.meter.acts import AddTable, ChangeOption, CloseMeter, OpenMeter, RemoveTable
from croupier.house.meter.model import Meter
from croupier.house.meter.terms import meter_terms
from croupier.table.contract import Command, Reason, Refusal
from croupier.table.rules import MeterLink

Links = Mapping[str, MeterLink | None]
"""How each table of the floor plays for a meter, if it does."""


def concerned(command: Command, now: Meter) -> tuple[str, ...]:
    """The tables that must stand still while a meter's command is decided."""
    match command:
        case OpenMeter(tables=tables):
            return tables
        case AddTable(table=table) | RemoveTable(table=table):
            return (table,)
        case ChangeOption() | CloseMeter():
            return now.tables
        case _:
            return ()


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
            return _mismatch(table, links, now.price, now.option)
        case RemoveTable(table=table):
            return _wagered(table, links, clauses.tables_change)
        case CloseMeter():
            return _first(_wagered(name, links, clauses.closing) for name in now.tables)
        case ChangeOption(option=option):
            return _first(_mismatch(name, links, now.price, option) for name in now.tables)
        case _:
            return None


def _first(refusals: Iterable[Refusal | None]) -> Refusal | None:
    return next((each for each in refusals if each is not None), None)


def _mismatch(name: str, links: Links, asked: int, option: int) -> Refusal | None:
    """All tables of a meter ask one price and pay by one table of prizes."""
    clauses = meter_terms().clauses
    if name not in links:
        return Refusal(Reason.NOT_HERE, (clauses.group_of_tables,), {"table": name})
    link = links[name]
    if link is None or link.price != asked:
        return Refusal(Reason.LIMITS, (clauses.one_price,), {"table": name, "price": link.price if link else 0})
    if link.option != option:
        return Refusal(Reason.LIMITS, clauses.same_prizes, {"table": name, "option": link.option})
    return None


def _wagered(name: str, links: Links, clause: str) -> Refusal | None:
    """A table does not lose its meter while wagers for it lie there."""
    link = links.get(name)
    if link is not None and link.wagers:
        return Refusal(Reason.NOT_NOW, (clause,), {"table": name, "jackpot wagers": link.wagers})
    return None
