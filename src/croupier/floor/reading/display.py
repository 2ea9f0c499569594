"""A meter as it is shown: on the wall, at every table that plays for it, and to those who reconcile it."""

from __future__ import annotations

import msgspec

from croupier.house.meter import Meter, MeterNotice
from croupier.house.meter.terms import meter_terms
from croupier.house.prizes import MITES, rounded_meter

Prizes = tuple[tuple[int, int], ...]
Hands = tuple[tuple[int, str], ...]


class PendingLine(msgspec.Struct, frozen=True, kw_only=True):
    """Prizes that wait for a manager: each winning area with its cents, and with its hand."""

    table: str
    round: int
    at: int
    prizes: Prizes
    hands: Hands


class MeterLine(msgspec.Struct, frozen=True, kw_only=True):
    """A meter as everyone sees it; `value` and `rounded` are in cents, mites are ten-thousandths of a cent."""

    id: str
    option: int
    seed: int
    price: int
    value_mites: int
    value: int
    rounded: int
    tables: tuple[str, ...]
    pending: tuple[PendingLine, ...]
    notices: tuple[MeterNotice, ...]
    open: bool


class Reconciliation(msgspec.Struct, frozen=True, kw_only=True):
    """Everything put on a meter against everything taken off and what is left, all in mites.

    Put on: contributed, topped up to the seed, and transferred from other meters less what went to them. Accounted for:
    paid, displayed, and held, for prizes that wait or since the meter closed.
    """

    meter: str
    contributed: int
    topped_up: int
    transferred: int
    won: int
    paid: int
    displayed: int
    held: int
    difference: int
    under: tuple[str, ...]
    """The clauses that it rests on."""


def shown(meter: Meter) -> MeterLine:
    """A meter as it is displayed."""
    return MeterLine(
        id=meter.id,
        option=meter.option,
        seed=meter.seed,
        price=meter.price,
        value_mites=meter.mites,
        value=meter.mites // MITES,
        rounded=rounded_meter(meter.mites),
        tables=meter.tables,
        pending=tuple(
            PendingLine(table=each.table, round=each.round, at=each.at, prizes=each.prizes, hands=each.hands)
            for each in meter.pending
        ),
        notices=meter.notices,
        open=meter.open,
    )


def reconciled(meter: Meter) -> Reconciliation:
    """What a meter took in against what became of it: the difference is nothing."""
    paid = meter.paid_cents * MITES
    held = meter.held + sum(each.cents for each in meter.pending) * MITES
    put_on = meter.contributed + meter.topped_up + meter.transferred
    return Reconciliation(
        meter=meter.id,
        contributed=meter.contributed,
        topped_up=meter.topped_up,
        transferred=meter.transferred,
        won=meter.won,
        paid=paid,
        displayed=meter.mites,
        held=held,
        difference=put_on - paid - meter.mites - held,
        under=meter_terms().clauses.reconciled,
    )
