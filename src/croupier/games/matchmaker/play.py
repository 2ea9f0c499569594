"""The deal: one card each from the left, then a second each, all face up."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Card, Shoe
from croupier.games.matchmaker.clauses import MatchmakerClauses
from croupier.games.matchmaker.state import CARDS_TO_AN_AREA, Drawn, State, put, staked_areas
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.corrections import CardCorrected, CorrectCard
from croupier.table.declare import EVERYONE, Desk, Here, Part, Undo, putting_right
from croupier.table.engine import card_out
from croupier.table.examples import card_to_enter
from croupier.table.hands import spot
from croupier.table.rules import BankedContext
from croupier.table.state import Care, Stage
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


def _next_cards(state: State, ctx: BankedContext[MatchmakerClauses]) -> tuple[Command, ...]:
    known = bool(state.care.excess) and state.care.excess[0] is not None
    return (DealCard(card=None if known else card_to_enter(state)),)


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
    examples=_next_cards,
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
    elif state.cutting_card_first:
        first = clauses.cutting_card_later if state.in_play else clauses.cutting_card_first
        return Refusal(Reason.NOT_NOW, (first,), {"next": "the cutting card"})
    elif not state.shoe.inside:
        return Refusal(Reason.NOT_NOW, (clauses.shoe_empty,), {"next": "shuffle the discards"})
    card = next_card(state, command.card, ctx, under)
    if isinstance(card, Refusal):
        return card
    return (CardDealt(area=due.area, card=card, held=held, under=(*under, clauses.face_up)),)


def next_card(
    state: State, entered: Card | None, ctx: BankedContext[MatchmakerClauses], under: Clauses
) -> Card | Refusal:
    """The card that comes out next, wherever it goes: a surplus card held aside, or one of those not yet seen."""
    known = state.care.excess[0] if state.care.excess else None
    if known is not None:
        if entered is not None and entered is not known:
            return Refusal(Reason.CARDS_DIFFER, (ctx.clauses.excess_card,), {"card": entered.value})
        return known
    return card_out(ctx, state.shoe.unseen, entered, state.is_real, under)


def came_out(state: State, card: Card, held: bool) -> State:
    """The table once this card is out: of the shoe or machine, or from where it was held aside."""
    shoe, care = _out(state, card, held)
    return replace(state, shoe=shoe, care=care)


def _out(state: State, card: Card, held: bool) -> tuple[Shoe, Care]:
    shoe, care = state.shoe, state.care
    if held:
        if care.excess[0] is None:
            shoe = shoe.shown(card)
        return shoe, replace(care, excess=care.excess[1:])
    if care.machine_down:  # only in logs of a time when new cards made a failed machine work
        care = replace(care, machine_down=False)
    return shoe.dealt(card), care


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
    shoe, care = _out(state, event.card, event.held)
    return replace(
        state,
        shoe=shoe,
        care=care,
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
