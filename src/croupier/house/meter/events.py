"""What can happen to a prize meter; everyone may see it."""

from __future__ import annotations

from croupier.house.meter.acts import announced, part
from croupier.house.meter.model import MeterNotice, Pending
from croupier.house.prizes import MITES, exact_dollars
from croupier.money import dollars
from croupier.table.contract import Event
from croupier.table.declare import EVERYONE, Who
from croupier.table.words import areas, count


class MeterOpened(Event, frozen=True, kw_only=True):
    """The meter stands at its seed, and at what it has held since it was last closed."""

    option: int
    seed: int
    price: int
    tables: tuple[str, ...]
    as_printed: bool = False


class MeterNoticePosted(Event, frozen=True, kw_only=True):
    """A sign about the meter is up."""

    notice: MeterNotice


class TableAdded(Event, frozen=True, kw_only=True):
    """A table plays for this meter."""

    table: str
    at: int = 0
    source: str = ""
    """The meter that it has come over from."""


class TableRemoved(Event, frozen=True, kw_only=True):
    """A table no longer plays for this meter; it may have gone over to another."""

    table: str
    to: str = ""


class OptionChanged(Event, frozen=True, kw_only=True):
    """Another row of the book is in force; `mites` tops the meter up to the new seed."""

    option: int
    seed: int
    mites: int
    followed: str = ""
    """The meter that was changed, where this one went along."""


class MeterClosed(Event, frozen=True, kw_only=True):
    """The meter is closed; `mites` above its seed went to another meter, or are held."""

    to: str | None
    mites: int


class MitesReceived(Event, frozen=True, kw_only=True):
    """Another meter's balance has come over."""

    source: str
    mites: int


class WagersRegistered(Event, frozen=True, kw_only=True):
    """A jackpot game runs at a table; its wagers have added to the meter."""

    table: str
    wagers: int
    mites: int
    option: int = 0
    """The option that the table plays this game by; nothing where it is the meter's own."""


class GameCancelled(Event, frozen=True, kw_only=True):
    """A jackpot game is undone, and what it added is off the meter; the house makes up what the seed then lacks.

    What a reset has consumed is gone.
    """

    table: str
    mites: int
    topped_up: int = 0
    consumed: int = 0


class OutcomeRecorded(Event, frozen=True, kw_only=True):
    """A jackpot game is over; prizes from the meter, if any, wait to be determined."""

    table: str
    round: int
    pending: Pending | None
    at: int = 0
    mites: int = 0
    """The meter at this time for settlement."""


class OutcomeUndone(Event, frozen=True, kw_only=True):
    """A recorded outcome is taken back: the game of so many wagers runs again, and what it won is back on the meter."""

    table: str
    wagers: int
    won: Pending | None
    paid: bool
    released: int = 0
    """What comes off because its game was undone while this outcome stood."""
    topped_up: int = 0


class PrizesDetermined(Event, frozen=True, kw_only=True):
    """A manager has confirmed the prizes, or rejected them and the meter stands as before."""

    table: str
    round: int
    confirmed: bool
    prizes: tuple[tuple[int, int], ...]
    released: int = 0
    """What comes off because its game was undone while these prizes were off the meter."""
    topped_up: int = 0


class ShareVoided(Event, frozen=True, kw_only=True):
    """The wagers of some areas are void: their prizes are back on the meter, and the others' stand as `now` says."""

    table: str
    areas: tuple[int, ...]
    was: Pending
    now: Pending | None
    paid: bool = False
    released: int = 0
    topped_up: int = 0


def _announced(notice: MeterNotice) -> str:
    return announced(notice.of, notice.table, notice.option, notice.seed, notice.to)


def _recorded(event: OutcomeRecorded, who: Who) -> str:
    if event.pending is None:
        return f"Round {event.round} of table {event.table} is recorded; nothing is won from the meter."
    hands = dict(event.pending.hands)
    prizes = ", ".join(f"{hands.get(area, 'prize')} at {area} {dollars(cents)}" for area, cents in event.pending.prizes)
    return f"Round {event.round} of table {event.table} is recorded; to be determined: {prizes}."


def _share_voided(event: ShareVoided, who: Who) -> str:
    prizes = ", ".join(f"{dollars(cents)} at {area}" for area, cents in event.now.prizes) if event.now else "none"
    void = f"Round {event.was.round} at table {event.table}: no prize for {areas(event.areas)}, void"
    return f"{void}; prizes that stand: {prizes}."


def _determined(event: PrizesDetermined, who: Who) -> str:
    if not event.confirmed:
        return f"The prizes of round {event.round} at table {event.table} are rejected."
    prizes = ", ".join(f"{dollars(cents)} at {area}" for area, cents in event.prizes)
    return f"The prizes of round {event.round} at table {event.table} are confirmed: {prizes}."


part.tells(
    MeterOpened,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The meter stands at {exact_dollars(e.seed * e.price * MITES)} for {', '.join(e.tables)}: "
        f"option {e.option}, seed {e.seed:,}, {dollars(e.price)} a wager."
    ),
)
part.tells(
    MeterNoticePosted,
    audience=EVERYONE,
    says=lambda e, who: f"A sign says that {_announced(e.notice)}.",
)
part.tells(TableAdded, audience=EVERYONE, says=lambda e, who: f"Table {e.table} has joined the meter.")
part.tells(
    TableRemoved,
    audience=EVERYONE,
    says=lambda e, who: f"Table {e.table} has left the meter{f' for meter {e.to}' if e.to else ''}.",
)
part.tells(
    OptionChanged,
    audience=EVERYONE,
    says=lambda e, who: f"The meter goes by option {e.option} with seed {e.seed:,}.",
)
part.tells(
    MeterClosed,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The meter is closed; {exact_dollars(e.mites)} above its seed "
        + (f"goes to meter {e.to}." if e.to else "is held.")
    ),
)
part.tells(
    MitesReceived,
    audience=EVERYONE,
    says=lambda e, who: f"{exact_dollars(e.mites)} has come over from meter {e.source}.",
)
part.tells(
    WagersRegistered,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{count(e.wagers, 'Jackpot wager')} of table {e.table} "
        f"{'adds' if e.wagers == 1 else 'add'} {exact_dollars(e.mites)} to the meter."
    ),
)
part.tells(
    GameCancelled,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The game of table {e.table} is undone: {exact_dollars(e.mites)} comes off"
        f"{'; the rest went with a reset' if e.consumed else ''}."
    ),
)
part.tells(OutcomeRecorded, audience=EVERYONE, says=_recorded)
part.tells(
    OutcomeUndone,
    audience=EVERYONE,
    says=lambda e, who: f"What was recorded for table {e.table} is taken back; its game runs again.",
)
part.tells(PrizesDetermined, audience=EVERYONE, says=_determined)
part.tells(ShareVoided, audience=EVERYONE, says=_share_voided)
