"""A Flop Chase wager that was entered wrongly at a real table, put right until the round closes (ruling 71).

From the first card on its player may have seen something, so that what lay on the layout is for an area manager to say
(CP 13.10), and nothing is entered anew that was not entered before the cards (CP 8.15.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flop_chase import outside, reopening
from croupier.games.crown_poker.seating import in_hand
from croupier.games.crown_poker.state import State
from croupier.games.crown_poker.terms import Bet
from croupier.money import dollars, moves
from croupier.table.accounts import LAYOUT, stack
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.corrections import CORRECTION
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.endings import stakes_moved
from croupier.table.engine import Context
from croupier.table.fields import Asks
from croupier.table.people import bank
from croupier.table.state import Wager
from croupier.table.value import CORRECTED

part = Part("crown-poker", PokerClauses)


class CorrectSideWager(Command, frozen=True, kw_only=True):
    """Put a side wager on record as it lay on the layout; nothing, where none did."""

    player: str
    bet: Annotated[Bet, Asks("It lay on", "choice")]
    cents: int


class SideWagerCorrected(Event, frozen=True, kw_only=True):
    """The record said another side wager than lay on the layout; chips have gone from the stack or back to it."""

    player: str
    area: int
    was: str
    was_cents: int
    bet: str
    cents: int


def _other_colours(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
    for each in state.wagers if state.is_real and state.in_play else ():
        other = Bet.BLACK if each.bet == Bet.RED else Bet.RED
        yield CorrectSideWager(player=each.player, bet=other, cents=each.cents)


@part.command(
    CorrectSideWager,
    under="dispute_final",
    label="Correct a side wager",
    words="wrong fix mistake amount flop chase",
    says=lambda c, who: f"Correct {who(c.player)}'s side wager to {dollars(c.cents)} on {c.bet}",
    desk=Desk.IRREGULARITIES,
    examples=_other_colours,
)
def correct_side_wager(state: State, command: CorrectSideWager, ctx: Context[PokerClauses]) -> Decision:
    """Its colour or its size, or that there was none; one that the flop had decided is decided anew."""
    clauses = ctx.clauses
    cite: Clauses = (clauses.side_before_cards, clauses.dispute_final, CORRECTION)
    if not state.is_real:
        return Refusal(Reason.FORBIDDEN, (*cite, "ruling 70"), {"wagers": "are placed by the players"})
    if command.bet not in state.limits:
        return Refusal(Reason.NO_SUCH_BET, (clauses.side_offered,), {"bet": command.bet})
    if not state.in_play:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    wager = next((each for each in state.wagers_of(command.player) if not each.sent_back), None)
    if wager is None or command.player not in state.people:
        return Refusal(Reason.NO_SUCH_WAGER, cite, {"player": command.player})
    if (wager.bet, wager.cents) == (command.bet, command.cents):
        return Refusal(Reason.ALREADY, cite, {"wager": wager.cents})
    refusal = outside(state, command.bet, command.cents, command.cents, clauses) if command.cents else None
    more = command.cents - wager.cents
    refusal = refusal or _why_not_chips(state, command.player, more, clauses)
    if refusal is not None:
        return refusal
    own = stack(command.player)
    corrected = SideWagerCorrected(
        player=command.player,
        area=wager.area,
        was=wager.bet,
        was_cents=wager.cents,
        bet=command.bet,
        cents=command.cents,
        moves=moves((own, LAYOUT, max(0, more)), (LAYOUT, own, max(0, -more))),
        under=cite,
    )
    return (*reopening(state, clauses), corrected)


def _why_not_chips(state: State, player: str, more: int, clauses: PokerClauses) -> Refusal | None:
    """Why a stack cannot have the chips that the layout has not: those of a hand that is played rest on it.

    Whoever is all in would have chips to bet with again, and whoever is not would be all in without a bet.
    """
    has, plays = state.stack(player), in_hand(state, player)
    if more < 0 and plays and not has and state.play is not None and not state.play.pots:
        return Refusal(Reason.NOT_NOW, (clauses.no_handling, clauses.table_stakes), {"first": "what was bet"})
    most = has - (state.terms.chips.smallest if plays else 0)
    if more > 0 and more > most:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, (clauses.side_stakes, clauses.table_stakes), {"has": max(0, most)})
    return None


def _said(event: SideWagerCorrected, who: Who) -> str:
    was = f"{dollars(event.was_cents)} on {event.was}"
    now = f"{dollars(event.cents)} on {event.bet}" if event.cents else "none"
    return f"{who(event.player)}'s side wager was {now}, not {was}."


@part.event(SideWagerCorrected, value=CORRECTED, audience=EVERYONE, says=_said, aloud=True, stakes=stakes_moved)
def side_wager_corrected(state: State, event: SideWagerCorrected) -> State:
    """It lies there as on the cloth."""
    chips = bank(state, event.moves)
    return replace(state, chips=chips, wagers=tuple(_corrected(state.wagers, event)))


def _corrected(wagers: tuple[Wager, ...], event: SideWagerCorrected) -> Iterator[Wager]:
    for each in wagers:
        if each.player != event.player or each.sent_back:
            yield each
        elif event.cents:
            yield replace(each, bet=event.bet, cents=event.cents, at_risk=event.cents if each.at_risk else 0)
