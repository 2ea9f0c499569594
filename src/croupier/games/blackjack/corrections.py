"""Decisions and cards entered wrongly at a real table, taken back until the round is closed (ruling 71).

A card with a wrong face is put right by the part every table shares. Here the record goes back to before an entry, and
what was done in fact is entered from there: stakes are back, and what was settled since is open again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.blackjack.choices import CardAsked, HandDoubled, HandSplit, HandStood
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.dealing import CardDealt
from croupier.games.blackjack.early import EarlyChoicesPassed, EvenMoneyPaid, Insured
from croupier.games.blackjack.flow import advanced
from croupier.games.blackjack.rescue import DoubleKept, DoubleRescued
from croupier.games.blackjack.rewind import Back, Moment, at_its_stage, before, taken_back
from croupier.games.blackjack.state import Decided, State
from croupier.table.accounts import LAYOUT, RACK
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.corrections import CORRECTION, CorrectCard, why_not_correct
from croupier.table.declare import EVERYONE, Desk, Part, Undo, Who, putting_right, taking_back
from croupier.table.fields import Asks
from croupier.table.people import bank
from croupier.table.rules import BankedContext
from croupier.table.value import CORRECTED
from croupier.table.words import count, money_back

part = Part("blackjack", BlackjackClauses)


class TakeBackDecision(Command, frozen=True, kw_only=True):
    """Put right what a player decided, where it was entered wrongly: the record goes back to before it."""

    player: str
    nth: Annotated[int | None, Asks("Which decision, if not the last", "number", optional=True)] = None


class TakeBackCards(Command, frozen=True, kw_only=True):
    """The last cards entered never came: the record goes back to before them."""

    cards: Annotated[int, Asks("How many", "number")] = 1


class RecordTakenBack(Event, frozen=True, kw_only=True):
    """The record of a round was taken back to an earlier moment; stakes and endings since then are undone."""

    to: Moment
    what: str


def _decisions_of(state: State, player: str) -> tuple[Decided, ...]:
    return tuple([each for each in state.decisions if each.player == player])


def _why_not(state: State, cite: Clauses, ctx: BankedContext[BlackjackClauses]) -> Refusal | None:
    if state.is_real and state.in_play and state.retracting is not None:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.retract, CORRECTION), {"next": "the players answer"})
    return why_not_correct(state, cite)


def _examples(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    if state.is_real:
        for player in sorted({each.player for each in state.decisions}):
            for nth in range(1, len(_decisions_of(state, player)) + 1):
                yield TakeBackDecision(player=player, nth=nth)


@part.command(
    TakeBackDecision,
    under="dealing",
    label="Take back a decision",
    words="undo wrong mistake fix correct",
    says=lambda c, who: f"Take {who(c.player)}'s decision back",
    desk=Desk.DEAL,
    examples=_examples,
)
def take_back_decision(state: State, command: TakeBackDecision, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """At a real table what the player did is right, and the record follows it."""
    cite: Clauses = (ctx.clauses.act, CORRECTION)
    refusal = _why_not(state, cite, ctx)
    if refusal is not None:
        return refusal
    mine = _decisions_of(state, command.player)
    nth = len(mine) if command.nth is None else command.nth
    if not 1 <= nth <= len(mine):
        return Refusal(Reason.NO_CAUSE, cite, {"decisions": len(mine)})
    decided = mine[nth - 1]
    to = before(state, decided)
    what = f"that a player {decided.choice.value}"
    return (RecordTakenBack(to=to, what=what, moves=taken_back(state, to).moves, under=cite),)


@part.command(
    TakeBackCards,
    under="dealing",
    label="Take back cards entered",
    words="undo wrong mistake fix correct",
    says=lambda c, who: f"Take {count(c.cards, 'card')} back",
    desk=Desk.DEAL,
    examples=lambda state, ctx: [TakeBackCards(cards=many) for many in (1, len(state.drawn)) if state.is_real and many],
)
def take_back_cards(state: State, command: TakeBackCards, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """A card entered twice, or for one that never came."""
    cite: Clauses = (ctx.clauses.cards_shown, CORRECTION)
    refusal = _why_not(state, cite, ctx)
    if refusal is not None:
        return refusal
    if not 1 <= command.cards <= len(state.drawn):
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards": len(state.drawn)})
    left = len(state.drawn) - command.cards
    to = Moment(left, sum(each.after <= left for each in state.decisions))
    what = count(command.cards, "card")
    return (RecordTakenBack(to=to, what=what, moves=taken_back(state, to).moves, under=cite),)


def _told(event: RecordTakenBack, who: Who) -> str:
    return f"The record is put right: {event.what} was entered wrongly.{money_back(event, who)}"


def _staked(event: RecordTakenBack) -> Iterator[tuple[str, int]]:
    """What was added to wagers since that moment is no stake any more; what is undone of their ends moves otherwise."""
    for move in event.moves:
        if move.source == LAYOUT and move.target != RACK:
            yield move.target.partition(":")[2], -move.cents


@part.event(
    RecordTakenBack,
    value=CORRECTED,
    audience=EVERYONE,
    says=_told,
    aloud=True,
    stakes=_staked,
    undoes=lambda e, ended: True,
)
def record_taken_back(state: State, event: RecordTakenBack) -> State:
    """The cards entered since may still come, and the round goes on from there."""
    back = taken_back(state, event.to)
    return advanced(at_its_stage(_in_the_shoe(back, event)))


def _in_the_shoe(back: Back, event: RecordTakenBack) -> State:
    """The table with the cards taken back where they came from: in the shoe, or held aside."""
    state = back.state
    held = tuple([each.card for each in back.cards if each.held])
    shoe = state.shoe.returned(tuple([each.card for each in back.cards if not each.held]))
    care = replace(state.care, excess=(*held, *state.care.excess))
    return replace(state, shoe=shoe, care=care, chips=bank(state, event.moves))


def _not_decided(event: HandStood | CardAsked | HandDoubled | HandSplit | Insured, state: State) -> tuple[Undo, ...]:
    """The last decision on record, if it is this player's."""
    if not state.decisions or state.decisions[-1].player != event.player:
        return ()
    return (taking_back(TakeBackDecision(player=event.player)),)


def _another_card(event: CardDealt, state: State) -> tuple[Undo, ...]:
    """The card that lies there is another one, or none came."""
    cards = state.hand(*event.spot).cards
    if event.card not in cards:
        return ()
    nth = len(cards) - cards[::-1].index(event.card)
    wrong = putting_right(CorrectCard, area=event.spot.area, hand=event.spot.hand, nth=nth)
    last = bool(state.drawn) and state.drawn[-1].card is event.card
    return (wrong, taking_back(TakeBackCards(cards=1))) if last else (wrong,)


for told in (HandStood, CardAsked, HandDoubled, HandSplit, Insured, EvenMoneyPaid, EarlyChoicesPassed):
    part.takes_back(told, _not_decided)
part.takes_back(DoubleRescued, _not_decided)
part.takes_back(DoubleKept, _not_decided)
part.takes_back(CardDealt, _another_card)
