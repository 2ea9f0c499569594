"""The discard of the Pineapple games: each player lays one card away before the flop, or after its betting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flow import after_discards
from croupier.games.crown_poker.held_up import why_held_up
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.state import DISCARD, State
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Aloud, Desk, Part, Secret
from croupier.table.engine import Context
from croupier.table.examples import is_player
from croupier.table.fields import Asks
from croupier.table.hands import Hand, Spot
from croupier.table.people import subject

part = Part("crown-poker", PokerClauses)


class Discard(Command, frozen=True, kw_only=True):
    """Lay one hole card away, by its place in the hand: what is due names no face."""

    nth: Annotated[int, Asks("Which card", "number", low=1)]
    player: str | None = None


class Discarded(Event, frozen=True, kw_only=True):
    """A player has laid a card away; its face, where the player knew it, is for them alone."""

    seat: int
    player: str
    nth: int
    cards: tuple[Card, ...] = ()


def _ways(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
    play = state.play
    if play is None or not play.to_discard:
        return
    who = play.at(play.to_discard[0])
    if is_player(ctx) and who.player != ctx.by.id:
        return
    named = None if is_player(ctx) else who.player
    yield from (Discard(nth=nth, player=named) for nth in range(1, state.hand(who.seat).size + 1))


@part.command(
    Discard,
    label="Discard",
    says=lambda c, who: f"Discard card {c.nth}",
    next="The players discard a card each",
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=_ways,
)
def discard(state: State, command: Discard, ctx: Context[PokerClauses]) -> Decision:
    """From the button's left, one after the other."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    play, clauses = state.play, ctx.clauses
    cite: Clauses = (state.setting.game.discard or clauses.discards_open,)
    if play is None or not play.to_discard:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    who = play.at(play.to_discard[0])
    if who.player != person.id:
        return Refusal(Reason.NOT_YOURS, cite, {"turn": who.player})
    if who.player in state.excluded:
        return Refusal(Reason.EXCLUDED, (clauses.exclude,))
    held_up = why_held_up(state, clauses)
    if held_up is not None:
        return held_up
    cards = state.hand(who.seat).cards
    if not 1 <= command.nth <= len(cards):
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards": len(cards)})
    face = cards[command.nth - 1]
    if ctx.time_ran_out:
        cite = (*cite, clauses.discards_open, "ruling 70")
    known = () if face is None else (face,)
    return (Discarded(seat=who.seat, player=who.player, nth=command.nth, cards=known, under=cite),)


@part.event(
    Discarded,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} discards {e.cards[0] if e.cards else 'a card'}.",
    secret=Secret("cards", owner="player"),
    aloud=Aloud.TO_ALL,
)
@remembered
def discarded(state: State, event: Discarded) -> State:
    """It lies away from the hand; with the last discard the round of betting is over."""
    play, seat, place = state.play, event.seat, event.nth - 1
    assert play is not None
    hand = state.hand(seat)
    cards = (*hand.cards[:place], *hand.cards[place + 1 :])
    kept = replace(hand, cards=cards, open=_closed_up(hand.open, place))
    away = Hand(hand.cards[place : place + 1], hand.open >> place & 1, hand.seen_by, hand.owner)
    hands = {**state.hands, Spot(seat): kept, Spot(seat, DISCARD): away}
    contenders = tuple([replace(each, discarded=True) if each.seat == seat else each for each in play.contenders])
    left = tuple([each for each in play.to_discard if each != seat])
    state = replace(state, hands=hands, play=replace(play, contenders=contenders, to_discard=left))
    return state if left else after_discards(state)


def _closed_up(bits: int, place: int) -> int:
    """Which cards everyone has seen, once the card of one place is gone."""
    below = bits & ((1 << place) - 1)
    return below | (bits >> (place + 1)) << place
