"""Hands that someone asks to see after the showdown: dead if given up, unless a winner of the pot asks."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.showdown import SeatOf, pushing, worth
from croupier.games.crown_poker.state import Play, State
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import hand_to_enter
from croupier.table.faces import faces, revealed
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
    """A hand that was given up lies open at someone's request; `live` when a winner asked and it can win after all."""

    seat: int
    player: str
    asked_by: str
    cards: tuple[Card, ...]
    hand: str
    live: bool


def _hands(state: State, ctx: Context[PokerClauses]) -> list[Command]:
    play = state.play
    if play is None or play.to_show or state.stage not in _WHEN:
        return []
    return [
        AskToSee(seat=each.seat, cards=hand_to_enter(state, Spot(each.seat)))
        for each in play.contenders
        if each.mucked and not each.shown
    ]


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
    cite: Clauses = (clauses.showdown, clauses.seen_on_request)
    if play is None or state.stage not in _WHEN or play.to_show:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    who = next((each for each in play.contenders if each.seat == command.seat and each.mucked), None)
    if who is None:
        return Refusal(Reason.NO_CAUSE, cite, {"seat": command.seat})
    if who.shown:
        return Refusal(Reason.ALREADY, cite)
    asks = play.of(person.id)
    live = person.id in _winners(state, play) and person.id != who.player
    if live and asks is not None and not asks.shown:
        return Refusal(Reason.NOT_NOW, cite, {"next": "show the hand that wins"})
    cards = faces(state, Spot(who.seat), command.cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    opened = HandOpened(
        seat=who.seat,
        player=who.player,
        asked_by=person.id,
        cards=cards,
        hand=worth(state, cards)[0],
        live=live,
        under=cite,
    )
    if not live or not play.pots:
        return (opened,)
    return (opened, pushing(hand_opened(state, opened), clauses))


def _winners(state: State, play: Play) -> frozenset[str]:
    """Those who take a pot, or would as the hands lie."""
    pots = play.pots or pushing(state, None).pots
    return frozenset(share.player for each in pots for share in each.shares if share.cents)


def _opened(event: HandOpened, who: Who) -> str:
    dead = "it is live" if event.live else "it is dead"
    return (
        f"{who(event.asked_by)} asks to see {who(event.player)}'s hand: {written(event.cards)}, {event.hand}; {dead}."
    )


@part.event(HandOpened, audience=EVERYONE, says=_opened, aloud=True)
def hand_opened(state: State, event: HandOpened) -> State:
    """Everyone sees it; a live one plays for the pots again."""
    play = state.play
    assert play is not None
    contenders = tuple(
        [
            replace(each, shown=True, mucked=not event.live) if each.seat == event.seat else each
            for each in play.contenders
        ]
    )
    return replace(revealed(state, Spot(event.seat), event.cards, up=True), play=replace(play, contenders=contenders))
