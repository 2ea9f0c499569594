"""Errors about one player's hand: a wrong number of cards, a discard not made, cards exchanged or talked about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.crown_poker.bad_deals import DealMended
from croupier.games.crown_poker.board_errors import card_taken_back, into_deck, turn_back
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.dead_hands import dead
from croupier.games.crown_poker.flop_errors import flop_back
from croupier.games.crown_poker.known import why_untrue
from croupier.games.crown_poker.misdeal import misdealt
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.state import DISCARD, Contender, Play, State
from croupier.games.crown_poker.terms import RIVER
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.hands import Spot
from croupier.table.state import Stage

part = Part("crown-poker", PokerClauses)

MOST_FOUND = 10
"""More cards than this are not one player's hand."""


class ReportWrongNumber(Command, frozen=True, kw_only=True):
    """Report how many cards a player has, where it is not the number that the game wants."""

    seat: int
    cards: Annotated[int, Asks("Cards found", "count", low=0, high=MOST_FOUND)]
    mended: Annotated[
        bool, Asks("It", words={False: "cannot be put right", True: "can be put right"}, always=False)
    ] = False


class ReportNotDiscarded(Command, frozen=True, kw_only=True):
    """Report that a player has not discarded when the time was."""

    seat: int


class DeclareDeadHand(Command, frozen=True, kw_only=True):
    """Declare dead the hand of a player who exchanged cards or told of them."""

    seat: int
    why: str


class DiscardOwed(Event, frozen=True, kw_only=True):
    """A player holds a card too many, and discards now."""

    seat: int
    player: str


def holder(play: Play | None, seat: int) -> Contender | None:
    """Who was dealt in at a seat."""
    return None if play is None else next((each for each in play.contenders if each.seat == seat), None)


def _others(play: Play, who: Contender) -> list[Contender]:
    """Those besides one who still claim the pots."""
    return [each for each in play.live if each is not who and not each.mucked]


def last_claim_gone(state: State, what: str, under: Clauses, clauses: PokerClauses) -> Event:
    """The hand of the last player left is dead: nobody has a claim, and all wagers go back (CP 9.1.1(g))."""
    assert state.play is not None
    after_push = ("ruling 68",) if state.play.pots else ()
    return misdealt(state, what, (clauses.alone_with_wrong_number, *under, *after_push))


def _numbers(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
    for each in state.play.contenders if state.play is not None and state.is_real else ():
        for mended in (False, True):
            yield ReportWrongNumber(seat=each.seat, cards=state.hand(each.seat).size + 1, mended=mended)


@part.command(
    ReportWrongNumber,
    under="wrong_number_found",
    label="A wrong number of cards",
    words="too many few missing extra misdeal",
    says=lambda c, who: f"Report {c.cards} cards at seat {c.seat}",
    desk=Desk.IRREGULARITIES,
    examples=_numbers,
)
def report_wrong_number(state: State, command: ReportWrongNumber, ctx: Context[PokerClauses]) -> Decision:
    """A misdeal before substantial action; after it, void for who has not acted and dead for who has."""
    clauses, play = ctx.clauses, state.play
    cite: Clauses = (clauses.wrong_number_found,)
    who = holder(play, command.seat)
    if play is None or who is None or state.stage in (Stage.NO_MORE_BETS, Stage.DEALING):
        return Refusal(Reason.NOT_NOW, (clauses.wrong_number, *cite), {"stage": state.stage.value})
    untrue = why_untrue(state, "cards", cite)
    if untrue is not None:
        return untrue
    right = state.hand(command.seat).size
    if command.cards == right or not 0 <= command.cards <= MOST_FOUND:
        return Refusal(Reason.NO_CAUSE, cite, {"cards": command.cards, "right": right})
    what = f"seat {command.seat} has {command.cards} cards"
    if not play.substantial:
        if command.mended:
            return (DealMended(what=what, under=(clauses.wrong_number,)),)
        return (misdealt(state, what, (clauses.wrong_number, *cite, clauses.misdeal)),)
    if who.folded:
        return Refusal(Reason.NO_CAUSE, (*cite, clauses.fold_means), {"hand": "folded"})
    if not _others(play, who):
        return (last_claim_gone(state, what, (clauses.dead_hand,), clauses),)
    under = (*cite, clauses.substantial)
    if play.has_acted(who.seat):
        return tuple(dead(state, who, what, (*under, clauses.dead_hand), clauses))
    return tuple(dead(state, who, what, under, clauses, refunded=True))


def _undiscarded(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
    for each in () if state.play is None else state.play.live:
        if each.discarded and state.is_real:
            yield ReportNotDiscarded(seat=each.seat)


@part.command(
    ReportNotDiscarded,
    under="not_discarded",
    label="A player has not discarded",
    words="three cards too many pineapple forgot",
    says=lambda c, who: f"Report that seat {c.seat} has not discarded",
    desk=Desk.IRREGULARITIES,
    examples=_undiscarded,
)
def report_not_discarded(state: State, command: ReportNotDiscarded, ctx: Context[PokerClauses]) -> Decision:
    """After substantial action in the next round the hand is dead; before it the round was not over at all."""
    clauses, play, after = ctx.clauses, state.play, state.setting.game.discard_after
    cite: Clauses = (clauses.not_discarded, clauses.discards_open)
    who = holder(play, command.seat)
    if play is None or who is None or after is None or play.street < after or who.folded or not who.discarded:
        return Refusal(Reason.NO_CAUSE, cite, {"seat": command.seat})
    untrue = why_untrue(state, "discards", cite)
    if untrue is not None:
        return untrue
    what = f"seat {command.seat} has not discarded"
    if not _others(play, who):
        return (last_claim_gone(state, what, (clauses.not_discarded,), clauses),)
    if play.substantial_on(after + 1):
        return tuple(dead(state, who, what, (*cite, clauses.substantial, clauses.dead_hand), clauses))
    owed = DiscardOwed(seat=who.seat, player=who.player, under=cite)
    if play.street == after:
        return (owed,)
    return (*_streets_back(state, after, clauses), owed)


def _streets_back(state: State, after: int, clauses: PokerClauses) -> Iterator[Event]:
    """The cards that came before a round with discards was over go back, the last first; nobody has bet on them."""
    under: Clauses = (clauses.discards_open, "ruling 67")
    newest = 0 if state.play is None else state.play.street
    for street in range(newest, after + 1, -1):
        event = into_deck(state, (clauses.river_early if street == RIVER else clauses.flop_early, *under))
        yield event
        state = card_taken_back(state, event)
    yield from (turn_back if after else flop_back)(state, under, clauses)


@part.event(
    DiscardOwed,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} has not discarded, and does so now.",
    aloud=True,
)
@remembered
def discard_owed(state: State, event: DiscardOwed) -> State:
    """The card is with the hand again."""
    play, seat = state.play, event.seat
    assert play is not None
    hand, away = state.hand(seat), state.hand(seat, DISCARD)
    whole = replace(hand, cards=(*hand.cards, *away.cards), open=hand.open | away.open << hand.size)
    hands = {place: each for place, each in state.hands.items() if place != Spot(seat, DISCARD)}
    contenders = tuple([replace(each, discarded=False) if each.seat == seat else each for each in play.contenders])
    waiting = {*play.to_discard, seat}
    play = replace(play, contenders=contenders, to_discard=tuple([e.seat for e in contenders if e.seat in waiting]))
    return replace(state, hands={**hands, Spot(seat): whole}, play=play, stage=Stage.CHOOSING)


@part.command(
    DeclareDeadHand,
    under="integrity",
    label="Declare a hand dead",
    words="kill fold void foul",
    says=lambda c, who: f"Declare the hand of seat {c.seat} dead",
    desk=Desk.PLAYERS,
    examples=lambda state, ctx: [
        DeclareDeadHand(seat=each.seat, why=TO_FILL_IN)
        for each in (() if state.play is None else state.play.live)
        if any(each.player == breach.person for breach in state.breaches)
    ],
)
def declare_dead_hand(state: State, command: DeclareDeadHand, ctx: Context[PokerClauses]) -> Decision:
    """For a breach on record of the rule against exchanging cards or information."""
    clauses, play = ctx.clauses, state.play
    cite: Clauses = (clauses.collusion, clauses.integrity)
    who = holder(play, command.seat)
    if play is None or who is None or who.folded:
        return Refusal(Reason.NOT_NOW, cite, {"seat": command.seat})
    if not any(each.person == who.player and each.clause == clauses.collusion for each in state.breaches):
        return Refusal(Reason.NO_CAUSE, cite, {"person": who.player, "on record": "no contravention"})
    if len(play.live) == 1:
        return (last_claim_gone(state, command.why, (*cite, clauses.dead_hand), clauses),)
    return tuple(dead(state, who, command.why, (*cite, clauses.dead_hand), clauses))
