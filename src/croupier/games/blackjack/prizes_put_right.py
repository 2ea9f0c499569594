"""A prize of the jackpot button entered wrongly at a real table, put right until the round is closed (ruling 71)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.pandemonium import BY_TABLE, DETERMINED, ButtonPressed, prizes_of, won_prize
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import Bet, pandemonium_clause
from croupier.money import dollars, moves
from croupier.table.accounts import RACK
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.corrections import CORRECTION, why_not_correct
from croupier.table.declare import EVERYONE, Desk, Part, Undo, putting_right
from croupier.table.fields import Asks
from croupier.table.people import bank
from croupier.table.rules import BankedContext
from croupier.table.state import Settled, Wager
from croupier.table.value import CORRECTED
from croupier.table.words import endings

part = Part("blackjack", BlackjackClauses)


class CorrectPrize(Command, frozen=True, kw_only=True):
    """Put right a prize that was entered wrongly, until the round is closed."""

    area: int
    player: str
    prize: Annotated[int, Asks("The prize shown for each dollar", "count")]


class PrizeCorrected(Event, frozen=True, kw_only=True):
    """The record said another prize than the meter showed; the difference has moved, as far as the player is there."""

    area: int
    player: str
    settled: tuple[Settled, ...]


def _paid(state: State) -> Iterator[tuple[Wager, Settled, int]]:
    """The wagers of this round that the button has paid, how they ended, and the prize for each dollar on record."""
    lines = {pandemonium_clause(state.terms.pandemonium, each): each for each in prizes_of(state)}
    for wager in (*state.wagers, *state.left_behind):
        settled = wager.settled if wager.bet == Bet.PANDEMONIUM else None
        prize = next((lines[clause] for clause in settled.under if clause in lines), None) if settled else None
        if settled is not None and prize is not None:
            yield wager, settled, prize


def _to_correct(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    for wager, _, was in _paid(state) if state.is_real else ():
        other = next(each for each in prizes_of(state) if each != was)
        yield CorrectPrize(area=wager.area, player=wager.player, prize=other)


@part.command(
    CorrectPrize,
    under="dealing",
    label="Correct a prize",
    words="fix wrong mistake change amount button",
    says=lambda c, who: f"Correct {who(c.player)}'s prize to {dollars(c.prize * 100)} for each dollar",
    desk=Desk.DEAL,
    examples=_to_correct,
)
def correct_prize(state: State, command: CorrectPrize, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """At a real table the meter is right and the record follows it; what a player took away is out of reach."""
    cite = (DETERMINED, CORRECTION)
    refusal = why_not_correct(state, cite)
    if refusal is not None:
        return refusal
    mine = (command.area, command.player)
    found = next((each for each in _paid(state) if (each[0].area, each[0].player) == mine), None)
    if found is None:
        return Refusal(Reason.NO_SUCH_WAGER, cite, {"area": command.area})
    wager, settled, was = found
    if command.prize not in prizes_of(state):
        return Refusal(Reason.CARD_NEEDED, (DETERMINED, BY_TABLE), {"prize": command.prize})
    if command.prize == was:
        return Refusal(Reason.ALREADY, cite, {"prize": was})
    now = won_prize(state, wager, command.prize, ctx.clauses, (DETERMINED, CORRECTION))
    more = now.paid - settled.paid
    if wager.player in state.people:
        stack = f"stack:{wager.player}"
        made = moves((RACK, stack, max(more, 0)), (stack, RACK, max(-more, 0)))
    else:
        made, now = moves((RACK, f"wallet:{wager.player}", max(more, 0))), now if more > 0 else settled
    return (PrizeCorrected(area=wager.area, player=wager.player, settled=(now,), moves=made, under=cite),)


@part.event(
    PrizeCorrected,
    value=CORRECTED,
    audience=EVERYONE,
    says=lambda e, who: f"The prize on record is put right. {endings(e.settled, who, '')}",
    aloud=True,
    undoes=lambda e, ended: (ended.area, ended.player, ended.bet) == (e.area, e.player, Bet.PANDEMONIUM),
)
def prize_corrected(state: State, event: PrizeCorrected) -> State:
    """The wager has ended by the prize that the meter showed."""
    now = {each.key: each for each in event.settled}
    wagers, gone = (
        tuple([replace(each, settled=now.get(each.key, each.settled)) for each in some])
        for some in (state.wagers, state.left_behind)
    )
    return replace(state, wagers=wagers, left_behind=gone, chips=bank(state, event.moves))


def _another_prize(event: ButtonPressed, state: State) -> tuple[Undo, ...]:
    return (putting_right(CorrectPrize, area=event.area, player=event.player),) if state.is_real else ()


part.takes_back(ButtonPressed, _another_prize)
