"""Players asked, after an irregularity, whether they take their wagers back or leave them on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec.structs import replace

from croupier.money import dollars
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.examples import is_player
from croupier.table.people import bank, subject
from croupier.table.rules import BankedContext, BankedRules, TableClauses
from croupier.table.state import BankedTable
from croupier.table.voiding import refunds
from croupier.table.words import for_someone, several


@dataclass(frozen=True, kw_only=True)
class RetractingClauses(TableClauses):
    """What a book says of wagers taken back after an irregularity."""

    retract: str


part = Part("retracting", RetractingClauses)
StateT = TypeVar("StateT", bound=BankedTable)


class RetractWagers(Command, frozen=True, kw_only=True):
    """Take one's wagers back."""

    player: str | None = None


class KeepWagers(Command, frozen=True, kw_only=True):
    """Leave one's wagers on."""

    player: str | None = None


class WagersRetracted(Event, frozen=True, kw_only=True):
    """A player took their wagers back."""

    player: str
    cents: int


class WagersKept(Event, frozen=True, kw_only=True):
    """A player leaves their wagers on."""

    player: str


def _asked(state: BankedTable, player: str | None, ctx: BankedContext[RetractingClauses]) -> str | Refusal:
    cite: Clauses = (ctx.clauses.retract,)
    if state.retracting is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    person = subject(state, player, ctx)
    if isinstance(person, Refusal):
        return person
    if person.id not in ctx.rules.undecided(state):
        return Refusal(Reason.NOT_YOURS, cite, {"player": person.id})
    return person.id


def _answers(
    answer: type[KeepWagers | RetractWagers],
) -> Callable[[BankedTable, BankedContext[RetractingClauses]], Iterator[Command]]:
    """An answer of one's own, or of each who is asked where staff say it for them."""

    def found(state: BankedTable, ctx: BankedContext[RetractingClauses]) -> Iterator[Command]:
        if state.retracting is None:
            return
        if is_player(ctx):
            yield answer()
        else:
            for player in ctx.rules.undecided(state):
                yield answer(player=player)

    return found


def _asked_back(command: RetractWagers | KeepWagers, who: Who, here: Here | None) -> str:
    asked = () if here is None else here.rules.undecided(here.state)
    return f"{several(map(who, asked)) if asked else 'The player'} may take wagers back"


@part.command(
    RetractWagers,
    label="Takes wagers back",
    says=lambda c, who: f"Take the wagers back{for_someone(c.player, who)}",
    next=_asked_back,
    desk=Desk.IRREGULARITIES,
    examples=_answers(RetractWagers),
)
def retract_wagers(state: BankedTable, command: RetractWagers, ctx: BankedContext[RetractingClauses]) -> Decision:
    """All of the player's wagers that the offer is about."""
    player = _asked(state, command.player, ctx)
    if isinstance(player, Refusal):
        return player
    wagers = ctx.rules.retractable(state, player)
    cents = sum(each.cents for each in wagers)
    back = WagersRetracted(player=player, cents=cents, moves=refunds(wagers), under=(ctx.clauses.retract,))
    return (back, *ctx.rules.after_retraction(state, wagers))


@part.event(WagersRetracted, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} takes {dollars(e.cents)} back.")
def wagers_retracted(state: StateT, event: WagersRetracted, rules: BankedRules[Any, Any]) -> StateT:
    """Their wagers are off the layout; the round goes on for the others."""
    gone = {each.key for each in rules.retractable(state, event.player)}
    wagers = tuple(each for each in state.wagers if each.key not in gone)
    left: StateT = replace(state, wagers=wagers, chips=bank(state, event.moves))
    return rules.answered(left, event.player)  # type: ignore[no-any-return]


@part.command(
    KeepWagers,
    label="Leaves wagers on",
    says=lambda c, who: f"Leave the wagers on{for_someone(c.player, who)}",
    next=_asked_back,
    if_silent="your wagers stay on",
    desk=Desk.IRREGULARITIES,
    examples=_answers(KeepWagers),
)
def keep_wagers(state: BankedTable, command: KeepWagers, ctx: BankedContext[RetractingClauses]) -> Decision:
    """The wagers stay."""
    player = _asked(state, command.player, ctx)
    return player if isinstance(player, Refusal) else (WagersKept(player=player, under=(ctx.clauses.retract,)),)


@part.event(WagersKept, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} leaves the wagers on.")
def wagers_kept(state: StateT, event: WagersKept, rules: BankedRules[Any, Any]) -> StateT:
    """One player fewer to ask."""
    return rules.answered(state, event.player)  # type: ignore[no-any-return]
