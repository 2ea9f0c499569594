"""What the floor itself puts on a table's record beside the game: who is there, who is asked, who is called."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.table.contract import Event
from croupier.table.declare import EVERYONE, Part, Who
from croupier.table.words import because, count, rank_name

part = Part("floor")


class TableRegistered(Event, frozen=True, kw_only=True):
    """The first event of every table: what is played there, and on which terms."""

    table: str
    title: str
    game: str
    terms: dict[str, Any]
    automatic: bool


class AutomaticSet(Event, frozen=True, kw_only=True):
    """The automatic dealer has taken over, or stepped back."""

    automatic: bool


class PersonIntroduced(Event, frozen=True, kw_only=True):
    """Who stands behind an actor's id from here on, and with which rank."""

    person: str
    name: str
    rank: str


class Asking(msgspec.Struct, frozen=True):
    """One turn that has begun: whose it is, and until when they may answer for themselves."""

    key: str
    player: str | None
    until: int


class PlayersAsked(Event, frozen=True, kw_only=True):
    """Players are asked, and told how long they have before time brings what their turn provides for the silent."""

    asked: tuple[Asking, ...]
    seconds: int


class PlayerReady(Event, frozen=True, kw_only=True):
    """A player needs no more time of the turn that everyone has, or after all does."""

    player: str
    turn: str
    ready: bool = True


class SeatGivenUp(Event, frozen=True, kw_only=True):
    """Someone has been away for as long as a seat is kept: it is given up, and the chips go with their owner."""

    player: str
    seat: int | None
    minutes: int


class SupervisorCalled(Event, frozen=True, kw_only=True):
    """Whoever deals has called for someone of a higher rank."""

    by: str
    rank: str
    """The lowest rank that is wanted."""
    why: str = ""


class CallEnded(Event, frozen=True, kw_only=True):
    """Someone has come to a table that called for them, or the call is taken back."""

    came: str | None = None
    """Who has come."""


class ActedAtStation(Event, frozen=True, kw_only=True):
    """What follows was done at another's station, by someone who gave their PIN there."""

    person: str
    station: str
    """Whose station it is."""


class Call(msgspec.Struct, frozen=True):
    """A call for someone of a higher rank that nobody has come to yet."""

    by: str
    rank: str
    why: str
    at: int


def _asked(event: PlayersAsked, who: Who) -> str:
    named = list(dict.fromkeys(who(each.player) for each in event.asked if each.player is not None))
    if not named:
        return f"Bets are open for {count(event.seconds, 'second')} more." if event.seconds else "Everyone is ready."
    return f"{', '.join(named)} {'has' if len(named) == 1 else 'have'} {count(event.seconds, 'second')} to answer."


def _given_up(event: SeatGivenUp, who: Who) -> str:
    what = "a place at the table" if event.seat is None else f"seat {event.seat}"
    return f"{who(event.player)} has been away for {count(event.minutes, 'minute')} and gives up {what}."


part.tells(TableRegistered, audience=EVERYONE, says=lambda e, who: f"{e.title} is put on the floor.")
part.tells(
    AutomaticSet,
    audience=EVERYONE,
    says=lambda e, who: "The automatic dealer takes over." if e.automatic else "The automatic dealer steps back.",
)
part.tells(PersonIntroduced, says=lambda e, who: f"{e.name} comes before the table as {rank_name(e.rank)}.")
part.tells(PlayersAsked, audience=EVERYONE, says=_asked)
part.tells(
    PlayerReady,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} {'is ready' if e.ready else 'is not ready after all'}.",
)
part.tells(SeatGivenUp, audience=EVERYONE, notice=True, says=_given_up)
part.tells(SupervisorCalled, says=lambda e, who: f"{who(e.by)} calls for the {rank_name(e.rank)}{because(e.why)}.")
part.tells(
    CallEnded,
    says=lambda e, who: "The call is taken back." if e.came is None else f"{who(e.came)} has come to the table.",
)
part.tells(ActedAtStation, says=lambda e, who: f"{who(e.person)} acts at the station of {who(e.station)}.")
