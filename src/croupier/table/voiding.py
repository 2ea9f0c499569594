"""Giving a round's money back: what was staked returns, and what settlement moved is moved back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from croupier.money import Move, moves
from croupier.table.accounts import LAYOUT, RACK
from croupier.table.contract import Clauses, Event
from croupier.table.declare import EVERYONE, Ends, Part, Who
from croupier.table.endings import lost, moved
from croupier.table.people import bank
from croupier.table.rules import BankedContext, BankedRules, TableClauses
from croupier.table.state import BankedTable, Settled, Stage, Wager
from croupier.table.value import REFUNDED
from croupier.table.wagers import lapsed
from croupier.table.words import because, endings, money_back


@dataclass(frozen=True, kw_only=True)
class VoidingClauses(TableClauses):
    """What a book says of giving a round's money back."""

    refund: str
    over_maximum: str
    spoken: str = ""


part = Part("voiding", VoidingClauses)


class RoundVoided(Event, frozen=True, kw_only=True):
    """The round has no result: every wager of it has gone back whole, but for those the house keeps."""

    round: int
    why: str
    kept: tuple[Settled, ...] = ()
    misdeal: bool = False
    """Whether the cards were dealt wrongly, so that it is not a hand."""


class WagersVoided(Event, frozen=True, kw_only=True):
    """One player's wagers of this round have gone back whole."""

    player: str


class HandVoided(Event, frozen=True, kw_only=True):
    """The hand of an area is void and its wagers are back."""

    area: int
    why: str
    open_only: bool = False
    """Whether wagers already lost stay lost."""


def _voided(event: RoundVoided, who: Who) -> str:
    back = "its wagers go back" if event.kept else "every wager goes back"
    kept = f", but for what the house keeps: {endings(event.kept, who, '')}" if event.kept else "."
    return f"Round {event.round} is void and {back}{because(event.why)}{kept}{money_back(event, who)}"


def refunds(wagers: tuple[Wager, ...], left_behind: tuple[Wager, ...] = ()) -> tuple[Move, ...]:
    """The moves that leave the owners of these wagers as if they had not wagered.

    Those who have left get back what they lost; what they were paid is out of reach.
    """
    made: list[Move] = []
    for wager in left_behind:
        if wager.settled is not None and wager.settled.taken:
            made.append(Move(RACK, f"wallet:{wager.player}", wager.settled.taken))
    for wager in wagers:
        stack, settled = f"stack:{wager.player}", wager.settled
        if settled is None:
            made.append(Move(LAYOUT, stack, wager.cents))
            continue
        if settled.taken:
            made.append(Move(RACK, stack, settled.taken))
        if settled.paid:
            made.append(Move(stack, RACK, settled.paid))
    return tuple(made)


def reopened(wagers: tuple[Wager, ...]) -> tuple[Move, ...]:
    """The moves that put settled wagers back on the layout as they lay before settlement."""
    made: list[Move] = []
    for wager in wagers:
        if wager.settled is not None:
            stack = f"stack:{wager.player}"
            made += moves(
                ("rack", "layout", wager.settled.taken),
                (stack, "layout", wager.settled.returned),
                (stack, "rack", wager.settled.paid),
            )
    return tuple(made)


def undoing(wagers: tuple[Wager, ...]) -> Clauses:
    """What lets a void round or hand undo what was settled of it."""
    return ("ruling 69",) if any(each.settled is not None for each in wagers) else ()


def voided(
    state: BankedTable,
    why: str,
    under: Clauses,
    ctx: BankedContext[Any],
    kept: tuple[Wager, ...] = (),
    *,
    misdeal: bool = False,
) -> tuple[Event, ...]:
    """The events that void the round now at the table; wagers that are kept stay with the house all the same.

    Those of players who have left are kept as far as they were lost: what they were paid is out of reach.
    """
    clauses: VoidingClauses = ctx.clauses
    number = state.round + (state.stage is Stage.BETTING)
    here = tuple(each for each in kept if each in state.wagers)
    ended = tuple(lost(each, (clauses.refund,), clauses.over_maximum) for each in here)
    lost_before = tuple(each.settled for each in kept if each not in here and each.settled and each.settled.taken)
    back = tuple(each for each in state.wagers if each not in kept)
    gone = tuple(each for each in state.left_behind if each not in kept)
    made = (*refunds(back, gone), *reopened(here), *moved(ended))
    ends = (*ended, *lost_before)
    under = (*under, *undoing((*state.wagers, *state.left_behind)))
    void = RoundVoided(round=number, why=why, kept=ends, misdeal=misdeal, moves=made, under=under)
    return (*lapsed(state, clauses.spoken), void, *ctx.rules.after_void(state))


@part.event(
    WagersVoided,
    value=REFUNDED,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)}'s wagers are void and go back.{money_back(e, who)}",
    undoes=lambda e, ended: ended.player == e.player,
)
def wagers_voided(state: BankedTable, event: WagersVoided, rules: BankedRules[Any, Any]) -> BankedTable:
    """The rest of the round goes on."""
    wagers = tuple(each for each in state.wagers if each.player != event.player)
    return rules.resumed(replace(state, wagers=wagers, chips=bank(state, event.moves)))  # type: ignore[no-any-return]


part.tells(RoundVoided, value=REFUNDED, audience=EVERYONE, says=_voided, ends=Ends.VOID, aloud=True)


part.tells(
    HandVoided,
    value=REFUNDED,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The hand of area {e.area} is void and its wagers go back{because(e.why)}.{money_back(e, who)}"
    ),
    aloud=True,
    undoes=lambda e, ended: ended.area == e.area and not e.open_only,
)
