"""Hands that someone asks to see when the hand is over: dead if given up, unless a winner of the pot asks."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.chances import hole_faces
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.showdown import SeatOf, low_said, pushing, worth
from croupier.games.crown_poker.state import Contender, Play, State
from croupier.games.crown_poker.terms import RIVER
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import hand_to_enter
from croupier.table.faces import revealed
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.people import subject
from croupier.table.state import Stage
from croupier.table.words import written

part = Part("crown-poker", PokerClauses)


class AskToSee(Command, frozen=True, kw_only=True):
    """Ask that a hand of the showdown be laid open; at a real table the dealer enters its faces."""

    seat: int
    cards: Annotated[tuple[Card, ...], Asks("The hole cards", "hand", hand=SeatOf())] = ()
    player: str | None = None
    """Who asks, as staff note it."""


class HandOpened(Event, frozen=True, kw_only=True):
    """A hand lies open at someone's request; not `live` if folded, or given up with no winner of the pot asking."""

    seat: int
    player: str
    asked_by: str
    cards: tuple[Card, ...]
    hand: str
    live: bool
    low: str = ""


def _hands(state: State, ctx: Context[PokerClauses]) -> list[Command]:
    play = state.play
    if play is None or play.to_show or state.stage not in _WHEN:
        return []
    return [
        AskToSee(seat=each.seat, cards=hand_to_enter(state, Spot(each.seat)))
        for each in play.contenders
        if not each.shown and _why_seen(play, each, ctx.clauses)
    ]


def _why_seen(play: Play, who: Contender, clauses: PokerClauses) -> Clauses:
    """What lets anyone ask to see a hand: it was in the showdown, or its player has shown it to one other."""
    in_showdown = play.street == RIVER and len(play.live) > 1 and not who.folded
    shown_to_one = (clauses.shown_to_one,) if who.seat in play.shown_to else ()
    if who.mucked:
        return (clauses.showdown, clauses.seen_on_request, *shown_to_one)
    return (clauses.showdown, *shown_to_one) if in_showdown else shown_to_one


_WHEN = (Stage.SETTLING, Stage.SETTLED)


@part.command(
    AskToSee,
    label="Ask to see a hand",
    says=lambda c, who: f"Ask to see the hand of seat {c.seat}",
    desk=Desk.TABLE,
    examples=_hands,
)
def ask_to_see(state: State, command: AskToSee, ctx: Context[PokerClauses]) -> Decision:
    """Anyone at the table, until the cards are taken up."""
    person, play, clauses = subject(state, command.player, ctx), state.play, ctx.clauses
    if isinstance(person, Refusal):
        return person
    if person.id in state.excluded:
        return Refusal(Reason.EXCLUDED, (clauses.exclude,))
    cite: Clauses = (clauses.showdown, clauses.seen_on_request)
    if play is None or state.stage not in _WHEN or play.to_show:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    who = next((each for each in play.contenders if each.seat == command.seat), None)
    under = () if who is None else _why_seen(play, who, clauses)
    if who is None or not under:
        return Refusal(Reason.NO_CAUSE, (*cite, clauses.shown_to_one), {"seat": command.seat})
    if who.shown:
        return Refusal(Reason.ALREADY, cite)
    asks = play.of(person.id)
    asked_by_winner = who.mucked and not who.folded and person.id != who.player and person.id in _winners(state, play)
    live = asked_by_winner or not (who.mucked or who.folded)
    if asked_by_winner and asks is not None and not asks.shown:
        return Refusal(Reason.NOT_NOW, cite, {"next": "show the hand that wins"})
    cards = hole_faces(state, who.seat, command.cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    hand, low = ("", "") if who.folded else worth(state, cards)
    opened = HandOpened(
        seat=who.seat,
        player=who.player,
        asked_by=person.id,
        cards=cards,
        hand=hand,
        low=low,
        live=live,
        under=under,
    )
    if not asked_by_winner or not play.pots:
        return (opened,)
    return (opened, pushing(hand_opened(state, opened), clauses, (clauses.seen_on_request,)))


def _winners(state: State, play: Play) -> frozenset[str]:
    """Those who take a pot, or would as the hands lie."""
    pots = play.pots or pushing(state, None).pots
    return frozenset(share.player for each in pots for share in each.shares if share.cents)


def _opened(event: HandOpened, who: Who) -> str:
    dead = "it is live" if event.live else "it is dead"
    hand = f", {event.hand}{low_said(event.low)}" if event.hand else ""
    return f"{who(event.asked_by)} asks to see {who(event.player)}'s hand: {written(event.cards)}{hand}; {dead}."


@part.event(HandOpened, audience=EVERYONE, says=_opened, aloud=True)
@remembered
def hand_opened(state: State, event: HandOpened) -> State:
    """Everyone sees it; a live one plays for the pots again."""
    play = state.play
    assert play is not None
    contenders = tuple(
        [
            replace(each, shown=True, mucked=each.mucked and not event.live) if each.seat == event.seat else each
            for each in play.contenders
        ]
    )
    return replace(revealed(state, Spot(event.seat), event.cards, up=True), play=replace(play, contenders=contenders))
