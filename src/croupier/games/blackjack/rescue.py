"""Doubles that may be withdrawn, in a version that knows it: the double goes back and the wager itself is lost."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.blackjack.at_risk import collected
from croupier.games.blackjack.choices import wager_on
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import advanced, rescuable
from croupier.games.blackjack.state import Choice, State
from croupier.games.blackjack.terms import Bet
from croupier.games.blackjack.words import place_of
from croupier.table.contract import Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.endings import moved, returned
from croupier.table.examples import is_player
from croupier.table.hands import DEALERS, Spot
from croupier.table.people import chooser
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext
from croupier.table.state import Person, Settled, Stage
from croupier.table.value import SETTLED
from croupier.table.words import endings

part = Part("blackjack", BlackjackClauses)


class Rescue(Command, frozen=True, kw_only=True):
    """Withdraw what was added in doubling, at the price of the wager itself."""

    area: int
    hand: int = 1
    player: str | None = None


class KeepDouble(Command, frozen=True, kw_only=True):
    """Play a doubled hand."""

    area: int
    hand: int = 1
    player: str | None = None


class DoubleRescued(Event, frozen=True, kw_only=True):
    """What was added in doubling has gone back, and the wager itself is lost."""

    spot: Spot
    player: str
    settled: tuple[Settled, ...]


class DoubleKept(Event, frozen=True, kw_only=True):
    """A doubled hand is played."""

    spot: Spot
    player: str
    silent: bool = False


def _may_rescue(command: Rescue | KeepDouble, who: Who, here: Here | None) -> str:
    """Whose doubled hand may be withdrawn."""
    return f"{who(command.player) if command.player else 'The player'} may play or rescue the double"


def _rescues(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    for place, player in rescuable(state):
        if player == ctx.by.id or not is_player(ctx):
            yield Rescue(area=place.area, hand=place.hand, player=None if player == ctx.by.id else player)


def _keeps(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    for each in _rescues(state, ctx):
        assert isinstance(each, Rescue)
        yield KeepDouble(area=each.area, hand=each.hand, player=each.player)


def _doubled(
    state: State, command: Rescue | KeepDouble, ctx: BankedContext[BlackjackClauses]
) -> tuple[Person, Spot] | Refusal:
    """The player and the doubled hand that may still be rescued: until the dealer draws."""
    person, place = chooser(state, command.player, ctx), Spot(command.area, command.hand)
    if isinstance(person, Refusal):
        return person
    dealer_drew = state.stage is Stage.DRAWING and state.hand(*DEALERS).size > 1
    in_time = state.stage in (Stage.CHOOSING, Stage.DRAWING) and not dealer_drew
    if not in_time or (place, person.id) not in rescuable(replace(state, kept=frozenset())):
        return Refusal(Reason.NOT_NOW, (ctx.clauses.rescue, "ruling 36"), {"stage": state.stage.value})
    return ctx.rules.why_not_go_on(state) or (person, place)


@part.command(
    Rescue,
    cites="rescue",
    label="Rescue the double",
    next=_may_rescue,
    says=lambda c, who: f"Withdraw the double on area {c.area}",
    desk=Desk.TABLE,
    pace=Pace.ANSWER,
    takes_part=True,
    examples=_rescues,
)
def rescue(state: State, command: Rescue, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Each player's own choice, at 21 or less, before the dealer draws."""
    found = _doubled(state, command, ctx)
    if isinstance(found, Refusal):
        return found
    person, place = found
    clauses = ctx.clauses
    double, own = state.added(place, person.id, Bet.DOUBLE), wager_on(state, place, person.id)
    assert double is not None
    under = (clauses.rescue, clauses.rescue_of_each, "ruling 36")
    settled = (returned(double, under), collected(own, under, clauses))
    return (DoubleRescued(spot=place, player=person.id, settled=settled, moves=moved(settled), under=under),)


@part.event(
    DoubleRescued, value=SETTLED, audience=EVERYONE, says=lambda e, who: endings(e.settled, who, "Nothing"), aloud=True
)
def double_rescued(state: State, event: DoubleRescued) -> State:
    """That player is out of the hand."""
    state = state.with_decision(Choice.RESCUED, event.spot, event.player)
    return advanced(with_endings(state, event.settled, event.moves))


@part.command(
    KeepDouble,
    cites="rescue",
    label="Play the doubled hand",
    next=_may_rescue,
    if_silent="the doubled hand is played",
    desk=Desk.TABLE,
    pace=Pace.ANSWER,
    examples=_keeps,
)
def keep_double(state: State, command: KeepDouble, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The doubled hand goes against the dealer's."""
    found = _doubled(state, command, ctx)
    if isinstance(found, Refusal):
        return found
    person, place = found
    under = (ctx.clauses.rescue_of_each, *(("ruling 70",) if ctx.time_ran_out else ()))
    return (DoubleKept(spot=place, player=person.id, silent=ctx.time_ran_out, under=under),)


@part.event(
    DoubleKept, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} plays the doubled hand of {place_of(e.spot)}."
)
def double_kept(state: State, event: DoubleKept) -> State:
    """One fewer to wait for."""
    state = state.with_decision(Choice.KEPT, event.spot, event.player)
    return advanced(replace(state, kept=state.kept | {(event.spot, event.player)}))
