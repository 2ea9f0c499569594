"""Giving a round's money back: what was staked returns, and what settlement moved is moved back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from croupier.money import Move, moves
from croupier.table.accounts import LAYOUT, RACK, held, stack, wallet
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
    """The moves that leave the owners of these wagers as if they had not wagered: payments first, then stakes.

    Those who have left get what they are short of once both are counted; what they took away beyond is out of reach.
    """
    made = [move for wager in wagers for move in paid_back(wager)]
    made += [move for wager in left_behind for move in _out_of_what_is_held(wager)]
    for wager in wagers:
        source, cents = (LAYOUT, wager.cents) if wager.settled is None else (RACK, wager.settled.taken)
        made += moves((source, stack(wager.player), cents))
    for player in dict.fromkeys(each.player for each in left_behind):
        made += moves((RACK, wallet(player), short_of(each for each in left_behind if each.player == player)))
    return tuple(made)


def short_of(wagers: Iterable[Wager]) -> int:
    """What a player who has left with these settled wagers has less than if they had not wagered; never below 0."""
    return max(0, sum(each.settled.taken - each.settled.paid + each.held for each in wagers if each.settled))


def paid_back(wager: Wager) -> tuple[Move, ...]:
    """The moves that take back what was paid for a wager, as far as it is held out of what is held."""
    paid = 0 if wager.settled is None else wager.settled.paid
    return (*_out_of_what_is_held(wager), *moves((stack(wager.player), RACK, paid - wager.held)))


def _out_of_what_is_held(wager: Wager) -> tuple[Move, ...]:
    return moves((held(wager.player), RACK, wager.held))


def reopened(wagers: tuple[Wager, ...]) -> tuple[Move, ...]:
    """The moves that put settled wagers back on the layout as they lay before settlement."""
    made: list[Move] = []
    for wager in wagers:
        if wager.settled is not None:
            made += moves((RACK, LAYOUT, wager.settled.taken), (stack(wager.player), LAYOUT, wager.settled.returned))
            made += paid_back(wager)
    return tuple(made)


def undoing(wagers: tuple[Wager, ...], left_behind: tuple[Wager, ...] = ()) -> Clauses:
    """What lets a void round or hand undo what was settled of it, and what holds for those who have left."""
    settled = any(each.settled is not None for each in (*wagers, *left_behind))
    return (*(("ruling 69",) if settled else ()), *(("ruling 127",) if left_behind else ()))


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

    Those of players who have left are kept as far as they were lost: what they were paid is out of reach. Those that
    had gone back before are taken out of their players' chips.
    """
    clauses: VoidingClauses = ctx.clauses
    number = state.round + (state.stage is Stage.BETTING)
    here = tuple(each for each in kept if each in state.wagers)
    again = tuple(each for each in kept if each not in state.wagers and each.settled is None)
    ended = tuple(lost(each, (clauses.refund,), clauses.over_maximum) for each in (*here, *again))
    lost_before = tuple(each.settled for each in kept if each not in here and each.settled and each.settled.taken)
    back = tuple(each for each in state.wagers if each not in kept)
    gone = tuple(each for each in state.left_behind if each not in kept)
    once_more = moves(*[(stack(each.player), LAYOUT, each.cents) for each in again])
    made = (*refunds(back, gone), *reopened(here), *once_more, *moved(ended))
    ends = (*ended, *lost_before)
    under = (*under, *undoing(state.wagers, state.left_behind))
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
