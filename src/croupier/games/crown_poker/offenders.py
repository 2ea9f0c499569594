"""What the house does about someone who broke the rules, in a game where players play each other, and spoiled hands."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.games.crown_poker import flop_chase
from croupier.games.crown_poker.acting import at_turn, binding
from croupier.games.crown_poker.actions import check_of, fold_of
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.dead_hands import dead, following, hand_out
from croupier.games.crown_poker.discards import discarding
from croupier.games.crown_poker.hand_errors import last_claim_gone
from croupier.games.crown_poker.misdeal import misdealt, pushed_back
from croupier.games.crown_poker.moments import ruled
from croupier.games.crown_poker.seating import dealt_in, in_hand
from croupier.games.crown_poker.state import Contender, State, account
from croupier.games.crown_poker.waiting import SeatReserved
from croupier.money import Move
from croupier.table import holding
from croupier.table.accounts import pot
from croupier.table.bounds import EXCLUDED
from croupier.table.conduct import (
    ExcludePlayer,
    InvalidateRound,
    PlayerExcluded,
    VoidWagers,
    breached,
)
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import Desk, Part
from croupier.table.engine import Context
from croupier.table.holding import SeizeWinnings
from croupier.table.people import bank
from croupier.table.voiding import WagersVoided

part = Part("crown-poker", PokerClauses)


class PassOver(Command, frozen=True, kw_only=True):
    """Go on without an excluded player whose turn it is: a check where one may, else a dead hand."""


def out_of_turn_order(state: State) -> str | None:
    """The excluded player whose turn it is, if one is; what they had done before the turn came still counts."""
    play = state.play
    if play is None or not state.excluded:
        return None
    seat = next(iter((*play.asked, *play.to_discard)), None)
    if seat is None:
        return None
    who = play.at(seat)
    if who.player not in state.excluded or (play.asked and binding(play, who) is not None):
        return None
    return who.player


@part.command(
    PassOver,
    under="dealing",
    label="Go on without the excluded player",
    words="skip exclude next",
    desk=Desk.DEAL,
    pace=Pace.CARD,
)
def pass_over(state: State, command: PassOver, ctx: Context[PokerClauses]) -> Decision:
    """As for anyone who does not act (CP 6.15); an all-in stays to the end."""
    clauses, play = ctx.clauses, state.play
    cite: Clauses = (clauses.exclude, clauses.time, "ruling 14")
    player = out_of_turn_order(state)
    if player is None or play is None:
        return Refusal(Reason.NO_CAUSE, cite, {"excluded": "nobody whose turn it is"})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if play.asked:
        who = play.at(play.asked[0])
        now = at_turn(state, play, who)
        return fold_of(state, now, cite, clauses) if now.owed else check_of(state, now, cite, clauses)
    who = play.at(play.to_discard[0])
    return discarding(state, who, play.chosen_by(who.seat) or state.hand(who.seat).size, cite)


@part.decides(ExcludePlayer, under="exclude", overrides=True)
def exclude_player(state: State, command: ExcludePlayer, ctx: Context[PokerClauses]) -> Decision:
    """A hand under way is finished for the player, who decides nothing more in it; before its cards they are out.

    With nobody left before the cards there is no hand.
    """
    cite: Clauses = (ctx.clauses.exclude,)
    refusal = breached(state, command.player, cite)
    if refusal is not None:
        return refusal
    if command.player in state.excluded:
        return Refusal(Reason.ALREADY, cite)
    if len(state.excluded) >= EXCLUDED:
        return Refusal(Reason.LIMITS, cite, {"excluded": EXCLUDED})
    person = state.people.get(command.player)
    under = (*cite, "ruling 14") if dealt_in(state, command.player) else cite
    beside = flop_chase.before_leaving(state, command.player, ctx.clauses) if person and not state.in_play else ()
    who = None if state.play is None or state.in_play else state.play.of(command.player)
    seat = None if person is None else person.seat
    return (
        *_out_before_cards(state, who, under, ctx.clauses),
        *beside,
        *(() if seat is None else (SeatReserved(seat=seat, under=(ctx.clauses.reserved,)),)),
        PlayerExcluded(player=command.player, name=person.name if person else command.player, under=under),
    )


def _out_before_cards(state: State, who: Contender | None, under: Clauses, clauses: PokerClauses) -> Iterable[Event]:
    """What becomes of a hand that has no cards yet when one of those in it is excluded."""
    if who is None or who.folded or state.play is None:
        return ()
    if len(state.play.live) == 1:
        return (misdealt(state, "nobody is left in it", under),)
    return dead(state, who, "excluded", under, clauses, refunded=True)


@part.decides(SeizeWinnings, under="seize", overrides=True)
def seize_winnings(state: State, command: SeizeWinnings, ctx: Context[PokerClauses]) -> Decision:
    """Not the table stakes of someone in a hand, before its pots are pushed."""
    if in_hand(state, command.player) and state.play is not None and not state.play.pots:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.seize, ctx.clauses.no_handling), {"hand": state.round})
    return holding.seize_winnings(state, command, ctx)  # type: ignore[arg-type]


@part.decides(VoidWagers, under="void_wagers", overrides=True)
def void_wagers(state: State, command: VoidWagers, ctx: Context[PokerClauses]) -> Decision:
    """What the player put in goes back and the hand is dead; pots already pushed are pushed anew without it.

    With the last claim gone everything goes back.
    """
    clauses, play = ctx.clauses, state.play
    cite: Clauses = (clauses.void_wagers,)
    refusal = breached(state, command.player, cite)
    if refusal is not None:
        return refusal
    who = None if play is None else play.of(command.player)
    if play is None or who is None or not who.put + who.dead:
        return _void_side_wagers(state, command.player, cite)
    others = [each for each in play.live if each is not who]
    if not others:
        return (last_claim_gone(state, "wagers declared void", (*cite, clauses.dead_hand), clauses),)
    beside = flop_chase.voided_moves(state, state.wagers_of(who.player))
    made = (*pushed_back(state, play), Move(pot(), account(state, who.player), who.put + who.dead), *beside)
    voided = WagersVoided(player=who.player, moves=made, under=(*cite, clauses.dead_hand, "ruling 1"))
    return (voided, *following(play, wagers_voided(state, voided), clauses, voided.under))


def _void_side_wagers(state: State, player: str, cite: Clauses) -> Decision:
    """The side wagers of someone who has nothing in the pots go back, also those that were settled."""
    made = flop_chase.voided_moves(state, state.wagers_of(player))
    if not made:
        return Refusal(Reason.NO_SUCH_WAGER, cite, {"player": player})
    return (WagersVoided(player=player, moves=made, under=(*cite, "ruling 1")),)


@part.evolves(WagersVoided)
@ruled
def wagers_voided(state: State, event: WagersVoided) -> State:
    """The hand is dead; the others go on."""
    wagers = tuple([each for each in state.wagers if each.player != event.player])
    state = replace(state, chips=bank(state, event.moves), wagers=wagers)
    who = None if state.play is None else state.play.of(event.player)
    return state if who is None or not who.put + who.dead else hand_out(state, who.seat, refunded=True)


@part.decides(
    InvalidateRound,
    under=lambda clauses, command: clauses.fraud if command.fraud else clauses.disrupted,
    overrides=True,
)
def invalidate_round(state: State, command: InvalidateRound, ctx: Context[PokerClauses]) -> Decision:
    """Until the cards are taken up, whatever was pushed: every wager goes back."""
    clauses = ctx.clauses
    cite = clauses.fraud if command.fraud else clauses.disrupted
    if state.play is None:
        return Refusal(Reason.NOT_NOW, (cite,), {"stage": state.stage.value})
    if command.forfeit or not command.refund:
        return Refusal(Reason.FORBIDDEN, (clauses.refund,), {"wagers": "go back"})
    return (misdealt(state, command.why, (cite, clauses.refund), misdeal=False),)
