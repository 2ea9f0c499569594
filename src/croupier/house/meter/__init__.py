"""A prize meter system: one table or a group of tables adding to, and winning from, one meter (TCP 6 and 7).

The meter is exact: it counts in ten-thousandths of a cent, so every increment is whole and nothing is lost to rounding.
"""

from croupier.house.meter.acts import (
    AddTable,
    CancelGame,
    ChangeOption,
    CloseMeter,
    DeterminePrizes,
    GameCancelled,
    MeterClosed,
    MeterNoticePosted,
    MeterOpened,
    MitesReceived,
    OpenMeter,
    OptionChanged,
    OutcomeRecorded,
    OutcomeUndone,
    PostMeterNotice,
    PrizesDetermined,
    RecordOutcome,
    RegisterWagers,
    RemoveTable,
    TableAdded,
    TableRemoved,
    UndoOutcome,
    WagersRegistered,
)
from croupier.house.meter.deciding import (
    NOTICE_MS,
    decide,
    read,
)
from croupier.house.meter.evolving import (
    evolve,
)
from croupier.house.meter.model import (
    Meter,
    MeterNotice,
    NoticeOf,
    Outcome,
    Pending,
    Reading,
)

__all__ = [
    "NOTICE_MS",
    "AddTable",
    "CancelGame",
    "ChangeOption",
    "CloseMeter",
    "DeterminePrizes",
    "GameCancelled",
    "Meter",
    "MeterClosed",
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
    "RecordOutcome",
    "RegisterWagers",
    "RemoveTable",
    "TableAdded",
    "TableRemoved",
    "UndoOutcome",
    "WagersRegistered",
    "decide",
    "evolve",
    "read",
]
