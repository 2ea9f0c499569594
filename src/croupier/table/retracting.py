"""Players asked, after an irregularity, whether they take their wagers back or leave them on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from msgspec.structs import replace

from croupier.money import dollars
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.examples import is_player
from croupier.table.fields import Asks
from croupier.table.people import bank, subject
from croupier.table.rules import BankedContext, BankedRules, TableClauses
from croupier.table.state import BankedTable, Wager
from croupier.table.value import REFUNDED
from croupier.table.voiding import refunds
from croupier.table.words import for_someone, several


@dataclass(frozen=True, kw_only=True)
class RetractingClauses(TableClauses):
    """What a book says of wagers taken back after an irregularity."""

    retract: str


part = Part("retracting", RetractingClauses)
StateT = TypeVar("StateT", bound=BankedTable)


class RetractWagers(Command, frozen=True, kw_only=True):
    """Take one's wagers back, those of one area where that is asked apart, or all one is asked about."""

    player: str | None = None
    area: Annotated[int | None, Asks("Area, if not all", optional=True, always=False)] = None


class KeepWagers(Command, frozen=True, kw_only=True):
    """Leave one's wagers on, those of one area where that is asked apart, or all one is asked about."""

    player: str | None = None
    area: Annotated[int | None, Asks("Area, if not all", optional=True, always=False)] = None


class WagersRetracted(Event, frozen=True, kw_only=True):
    """A player took their wagers back."""

    player: str
    cents: int
    area: int | None = None
    """The area they were asked about; all of them, if none is named."""


class WagersKept(Event, frozen=True, kw_only=True):
    """A player leaves their wagers on."""

    player: str
    area: int | None = None
    """The area they were asked about; all of them, if none is named."""


Question = tuple[str, int | None]
"""Who is asked, and about which area where that is asked apart."""


def _asked(
    state: BankedTable, command: RetractWagers | KeepWagers, ctx: BankedContext[RetractingClauses]
) -> tuple[Question, ...] | Refusal:
    """The questions that a command answers."""
    cite = ctx.rules.asked_back_under(state)
    if state.retracting is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    if person.id in state.excluded:
        return Refusal(Reason.EXCLUDED, (ctx.clauses.exclude, "ruling 14"), {"player": person.id})
    open_ = (each for each in ctx.rules.questions(state) if each[0] == person.id)
    answered = tuple(each for each in open_ if command.area in (None, each[1]))
    return answered or Refusal(Reason.NOT_YOURS, cite, {"player": person.id, "area": command.area or "all"})


def _answers(
    answer: type[KeepWagers | RetractWagers],
) -> Callable[[BankedTable, BankedContext[RetractingClauses]], Iterator[Command]]:
    """An answer of one's own, or of each who is asked where staff say it for them."""

    def found(state: BankedTable, ctx: BankedContext[RetractingClauses]) -> Iterator[Command]:
        if state.retracting is None:
            return
        for player, area in ctx.rules.questions(state):
            if not is_player(ctx):
                yield answer(player=player, area=area)
            elif player == ctx.by.id:
                yield answer(area=area)

    return found


def _where(area: int | None) -> str:
    return "" if area is None else f" on area {area}"


def _asked_back(command: RetractWagers | KeepWagers, who: Who, here: Here | None) -> str:
    asked = () if here is None else here.rules.undecided(here.state)
    return f"{several(map(who, asked)) if asked else 'The player'} may take wagers back"


@part.command(
    RetractWagers,
    label="Takes wagers back",
    says=lambda c, who: f"Take the wagers{_where(c.area)} back{for_someone(c.player, who)}",
    next=_asked_back,
    desk=Desk.IRREGULARITIES,
    examples=_answers(RetractWagers),
)
def retract_wagers(state: BankedTable, command: RetractWagers, ctx: BankedContext[RetractingClauses]) -> Decision:
    """All of the player's wagers that the answer is about."""
    questions = _asked(state, command, ctx)
    if isinstance(questions, Refusal):
        return questions
    back, gone, under = list[Event](), list[Wager](), ctx.rules.asked_back_under(state)
    for player, area in questions:
        wagers = _about(ctx.rules, state, player, area)
        cents = sum(each.cents for each in wagers)
        back.append(WagersRetracted(player=player, cents=cents, area=area, moves=refunds(wagers), under=under))
        gone += wagers
    return (*back, *ctx.rules.after_retraction(state, tuple(gone)))


def _about(rules: BankedRules[Any, Any], state: BankedTable, player: str, area: int | None) -> tuple[Wager, ...]:
    """The wagers that one question is about."""
    return tuple(each for each in rules.retractable(state, player) if area in (None, each.area))


@part.event(
    WagersRetracted,
    value=REFUNDED,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} takes {dollars(e.cents)} back" + (f" from area {e.area}." if e.area is not None else ".")
    ),
)
def wagers_retracted(state: StateT, event: WagersRetracted, rules: BankedRules[Any, Any]) -> StateT:
    """Their wagers are off the layout; the round goes on for the others."""
    gone = {each.key for each in _about(rules, state, event.player, event.area)}
    wagers = tuple(each for each in state.wagers if each.key not in gone)
    left: StateT = replace(state, wagers=wagers, chips=bank(state, event.moves))
    return _answered(left, event, rules)


def _answered(state: StateT, event: WagersRetracted | WagersKept, rules: BankedRules[Any, Any]) -> StateT:
    """One question fewer; with the last of them the player has answered."""
    if event.area is not None and event.player in rules.undecided(state):
        return state
    return rules.answered(state, event.player)  # type: ignore[no-any-return]


@part.command(
    KeepWagers,
    label="Leaves wagers on",
    says=lambda c, who: f"Leave the wagers{_where(c.area)} on{for_someone(c.player, who)}",
    next=_asked_back,
    if_silent="your wagers stay on",
    desk=Desk.IRREGULARITIES,
    examples=_answers(KeepWagers),
)
def keep_wagers(state: BankedTable, command: KeepWagers, ctx: BankedContext[RetractingClauses]) -> Decision:
    """The wagers stay."""
    questions = _asked(state, command, ctx)
    if isinstance(questions, Refusal):
        return questions
    under = ctx.rules.asked_back_under(state)
    return tuple(WagersKept(player=player, area=area, under=under) for player, area in questions)


@part.event(WagersKept, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} leaves the wagers{_where(e.area)} on.")
def wagers_kept(state: StateT, event: WagersKept, rules: BankedRules[Any, Any]) -> StateT:
    """One question fewer to ask."""
    if event.area is not None:
        state = replace(state, left_on=(*state.left_on, (event.player, event.area)))
    return _answered(state, event, rules)
