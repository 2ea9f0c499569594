"""The discard of the Pineapple games: each player lays one card away before the flop, or after its betting.

All are asked at once, and the dealer takes the cards in the order of the book, from the button's left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.absent import counted, dealt_out
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flow import after_discards
from croupier.games.crown_poker.held_up import why_held_up
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.state import DISCARD, Contender, Play, State
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
    silent: bool = False
    """Whether it is because the time had run out."""


class DiscardChosen(Event, frozen=True, kw_only=True):
    """A player has chosen which card to lay away; it goes to the dealer when those before them have discarded."""

    seat: int
    player: str
    nth: int


def choosing(state: State, play: Play) -> tuple[int, ...]:
    """The seats that are asked for a discard: all at once, though the cards go to the dealer in order.

    A dealer of real cards takes them one after the other.
    """
    first = play.to_discard[:1]
    if state.is_real:
        return first
    return (*first, *[seat for seat in play.to_discard[1:] if play.chosen_by(seat) is None])


def _ways(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
    play = state.play
    if play is None:
        return
    for who in map(play.at, choosing(state, play)):
        if not is_player(ctx) or who.player == ctx.by.id:
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
    """From the button's left, one after the other; who chooses before their turn has chosen for when it comes."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    play, clauses = state.play, ctx.clauses
    cite: Clauses = (state.setting.game.discard or clauses.discards_open,)
    if play is None or not play.to_discard:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    first, who = play.at(play.to_discard[0]), play.of(person.id)
    if who is None or who.seat not in (play.to_discard[:1] if state.is_real else play.to_discard):
        return Refusal(Reason.NOT_YOURS, cite, {"turn": first.player})
    if who.player in state.excluded:
        return Refusal(Reason.EXCLUDED, (clauses.exclude,))
    held_up = why_held_up(state, clauses)
    if held_up is not None:
        return held_up
    size, before = state.hand(who.seat).size, play.chosen_by(who.seat)
    if not 1 <= command.nth <= size:
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards": size})
    silent = ctx.time_ran_out and before is None
    if silent:
        cite = (*cite, clauses.discards_open, "ruling 70")
    if who is not first:
        if before == command.nth:
            return Refusal(Reason.ALREADY, cite, {"card": before})
        return (DiscardChosen(seat=who.seat, player=who.player, nth=command.nth, under=cite),)
    done = discarding(state, who, command.nth, cite, silent=silent)
    return (*done, *dealt_out(state, who.player, clauses)) if silent else done


def discarding(state: State, who: Contender, nth: int, under: Clauses, *, silent: bool = False) -> tuple[Event, ...]:
    """The discard of the one whose turn it is, and those of players after them who have chosen already."""
    found = list[Event]()
    while True:
        face = state.hand(who.seat).cards[nth - 1]
        known = () if face is None else (face,)
        event = Discarded(seat=who.seat, player=who.player, nth=nth, cards=known, silent=silent, under=under)
        found.append(event)
        state = discarded(state, event)
        play = state.play
        following = None if play is None or not play.to_discard else play.chosen_by(play.to_discard[0])
        if play is None or following is None:
            return tuple(found)
        who, nth, silent, under = play.at(play.to_discard[0]), following, False, under[:1]


@part.event(
    DiscardChosen,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} has chosen a card to discard.",
)
def discard_chosen(state: State, event: DiscardChosen) -> State:
    """Another choice before the turn comes takes its place."""
    play = state.play
    assert play is not None
    chosen = (*[each for each in play.chosen if each[0] != event.seat], (event.seat, event.nth))
    return counted(replace(state, play=replace(play, chosen=chosen)), event.player, silent=False)


@part.event(
    Discarded,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} {'has let the time run out and so ' if e.silent else ''}"
        f"discards {e.cards[0] if e.cards else 'a card'}."
    ),
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
    chosen = tuple([each for each in play.chosen if each[0] in left]) if play.chosen else ()
    play = replace(play, contenders=contenders, to_discard=left, chosen=chosen)
    state = counted(replace(state, hands=hands, play=play), event.player, silent=event.silent)
    return state if left else after_discards(state)


def _closed_up(bits: int, place: int) -> int:
    """Which cards everyone has seen, once the card of one place is gone."""
    below = bits & ((1 << place) - 1)
    return below | (bits >> (place + 1)) << place
