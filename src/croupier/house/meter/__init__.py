"""A prize meter system: one table or a group of tables adding to, and winning from, one meter.

The meter is exact: it counts in ten-thousandths of a cent, so every increment is whole and nothing is lost to rounding.
"""

from croupier.house.meter.acts import (
    AddTable,
    CancelGame,
    ChangeOption,
    CloseMeter,
    DeterminePrizes,
    MeterCommand,
    OpenMeter,
    PostMeterNotice,
    ReceiveMites,
    RecordOutcome,
    RegisterWagers,
    RemoveTable,
    UndoOutcome,
    part,
)
from croupier.house.meter.deciding import decide, read
from croupier.house.meter.events import (
    GameCancelled,
    MeterClosed,
    MeterNoticePosted,
    MeterOpened,
    MitesReceived,
    OptionChanged,
    OutcomeRecorded,
    OutcomeUndone,
    PrizesDetermined,
    TableAdded,
    TableRemoved,
    WagersRegistered,
)
from croupier.house.meter.evolving import evolve
from croupier.house.meter.model import Meter, MeterNotice, NoticeOf, Outcome, Pending, Reading

__all__ = [
    "AddTable",
    "CancelGame",
    "ChangeOption",
    "CloseMeter",
    "DeterminePrizes",
    "GameCancelled",
    "Meter",
    "MeterClosed",
    "MeterCommand",
    "MeterNotice",
    "MeterNoticePosted",
    "MeterOpened",
    "MitesReceived",
    "NoticeOf",
    "OpenMeter",
    "OptionChanged",
    "Outcome",
    "OutcomeRecorded",
    "OutcomeUndone",
    "Pending",
    "PostMeterNotice",
    "PrizesDetermined",
    "Reading",
    "ReceiveMites",
    "RecordOutcome",
    "RegisterWagers",
    "RemoveTable",
    "TableAdded",
    "TableRemoved",
    "UndoOutcome",
    "WagersRegistered",
    "decide",
    "evolve",
    "part",
    "read",
]
