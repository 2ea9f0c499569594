"""The deal: one card each from the left, then a second each, all face up."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.matchmaker.clauses import MatchmakerClauses
from croupier.games.matchmaker.state import CARDS_TO_AN_AREA, Drawn, State, put, staked_areas
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.corrections import CardCorrected, CorrectCard
from croupier.table.declare import EVERYONE, Desk, Here, Part, Undo, putting_right
from croupier.table.from_the_shoe import came_out, next_card, next_cards, why_none_comes
from croupier.table.hands import spot
from croupier.table.rules import BankedContext
from croupier.table.state import Stage
from croupier.table.words import place_due

part = Part("matchmaker", MatchmakerClauses)
part.once_told(CardCorrected)


class DealCard(Command, frozen=True, kw_only=True):
    """Give the next card to the area whose turn it is. At a real table the dealer enters the card."""

    card: Card | None = None


class CardDealt(Event, frozen=True, kw_only=True):
    """A card lies face up on an area; `held` when it was a surplus card kept aside."""

    area: int
    card: Card
    held: bool = False


def _to_whom(here: Here | None) -> str:
    """Which card of which area is next, where a table says it."""
    area = place_due(here)
    if area is None or here is None:
        return "a card"
    return f"area {area} its {'second' if here.state.hand(area).cards else 'first'} card"


@part.command(
    DealCard,
    under="dealing",
    label="Deal the next card",
    says=lambda c, who, here: f"Deal {c.card or _to_whom(here)}",
    next=lambda c, who, here: f"The dealer deals {_to_whom(here)}",
    desk=Desk.DEAL,
    pace=Pace.CARD,
    examples=next_cards(lambda card: DealCard(card=card)),
)
def deal_card(state: State, command: DealCard, ctx: BankedContext[MatchmakerClauses]) -> Decision:
    """The next card out of the shoe or machine, or a surplus card held aside before it."""
    clauses = ctx.clauses
    due = ctx.rules.spot_due(state)
    under: Clauses = (clauses.from_the_left,)
    if due is None:
        facts: dict[str, str | int] = {"stage": state.stage.value}
        return Refusal(Reason.NOT_NOW, (clauses.no_more_bets, *under), facts)
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if state.hand(*due).cards:
        under = (clauses.second_card,)
    held = bool(state.care.excess)
    if held:
        under = (*under, clauses.excess_card)
    refusal = why_none_comes(state, clauses)
    if refusal is not None:
        return refusal
    card = next_card(state, command.card, ctx, under)
    if isinstance(card, Refusal):
        return card
    return (CardDealt(area=due.area, card=card, held=held, under=(*under, clauses.face_up)),)


@part.event(
    CardDealt,
    audience=EVERYONE,
    says=lambda e, who: f"{e.card} to area {e.area}{', the card held aside' if e.held else ''}.",
    aloud=True,
)
def card_dealt(state: State, event: CardDealt) -> State:
    """The area has its card; with the last one the round is ready to settle."""
    first = not state.in_play
    staked = staked_areas(state.wagers) if first else state.staked
    hands = put(state.hands, event.area, event.card)
    complete = True
    for area in reversed(staked):  # from the right, because that is where cards are still missing
        there = spot(area)
        if there not in hands or len(hands[there].cards) < CARDS_TO_AN_AREA:
            complete = False
            break
    return replace(
        came_out(state, event.card, event.held),
        hands=hands,
        staked=staked,
        drawn=(*state.drawn, Drawn(event.area, event.card)),
        stage=Stage.SETTLING if complete else Stage.DEALING,
    )


def _another_card(event: CardDealt, state: State) -> tuple[Undo, ...]:
    """The card that lies there is another one."""
    cards = state.hand(event.area).cards
    if event.card not in cards:
        return ()
    nth = len(cards) - cards[::-1].index(event.card)
    return (putting_right(CorrectCard, area=event.area, hand=1, nth=nth),)


part.takes_back(CardDealt, _another_card)
