"""The deal: a card to each area, one to the dealer, a second to each area; then whatever cards decisions ask for."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import advanced
from croupier.games.blackjack.hands import card_in_initial_deal, dealers_hand_done
from croupier.games.blackjack.state import Drawn, State, staked_areas
from croupier.games.blackjack.words import announced, place_of
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part
from croupier.table.from_the_shoe import came_out, next_card, next_cards, why_none_comes
from croupier.table.hands import DEALERS, Spot
from croupier.table.rules import BankedContext
from croupier.table.state import Stage

part = Part("blackjack", BlackjackClauses)


class DealCard(Command, frozen=True, kw_only=True):
    """Give the next card to the hand whose turn it is. At a real table the dealer enters the card."""

    card: Card | None = None


class CardDealt(Event, frozen=True, kw_only=True):
    """A card lies face up with a hand; `held` when it was a surplus card kept aside."""

    spot: Spot
    card: Card
    held: bool = False
    total: str = ""
    """What the hand now comes to, as the dealer announces it; of a first card, nothing."""


def _to_whom(here: Here | None) -> str:
    due = None if here is None else here.rules.spot_due(here.state)
    return "a card" if due is None else f"a card to {place_of(due)}"


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
def deal_card(state: State, command: DealCard, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The next card out of the shoe, or a surplus card held aside before it, to the hand that is owed one."""
    clauses = ctx.clauses
    due = ctx.rules.spot_due(state)
    if due is None:
        return Refusal(Reason.NOT_NOW, (clauses.no_more_bets, clauses.from_the_left), {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    under = _under(state, due, clauses)
    held = bool(state.care.excess)
    if held:
        under = (*under, clauses.excess_card)
    refusal = why_none_comes(state, clauses)
    if refusal is not None:
        return refusal
    card = next_card(state, command.card, ctx, under)
    if isinstance(card, Refusal):
        return card
    total, why = _announcement(state, due, card, clauses)
    return (CardDealt(spot=due, card=card, held=held, total=total, under=(*under, clauses.face_up, *why)),)


def _announcement(state: State, due: Spot, card: Card, clauses: BlackjackClauses) -> tuple[str, Clauses]:
    """What the dealer says of a hand with this card, and what lets or makes the dealer."""
    after = put(state, due, card)
    if len(after.cards_of(due)) < 2:
        return "", ()
    counted, soft = after.total_of(due)
    if due == DEALERS:
        done = dealers_hand_done(after)
        first_ace = (clauses.dealers_ace,) if soft and done and clauses.dealers_ace else ()
        return announced(counted, soft, done), (clauses.totals_announced, *first_ace)
    done = state.play_of(due).doubled or state.play_of(due).of_aces
    return announced(counted, soft, done), (clauses.totals_announced,)


def _under(state: State, due: Spot, clauses: BlackjackClauses) -> Clauses:
    """What says that the next card goes there."""
    if state.stage in (Stage.NO_MORE_BETS, Stage.DEALING):
        if due == DEALERS:
            return (clauses.dealers_card,)
        return (clauses.second_card if state.hand(*due).cards else clauses.from_the_left,)
    if due == DEALERS:
        if not state.hand(*DEALERS).size:
            return (clauses.dealer_called if state.first_called else clauses.dealer_after_hand, clauses.dealers_card)
        return (clauses.dealer_draws,)
    if len(state.cards_of(due)) < 2 and not state.play_of(due).split:
        return (clauses.one_card,)
    return (clauses.cards_drawn if state.play_of(due).drawing else clauses.split_first_hand,)


def put(state: State, place: Spot, card: Card, *, held: bool = False, due: Spot | None = None) -> State:
    """The table with one more card face up with a hand."""
    drawn = (*state.drawn, Drawn(place, card, held, due))
    return replace(state.with_hand(place, state.hand(*place).face_up(card)), drawn=drawn)


@part.event(
    CardDealt,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{e.card} to {place_of(e.spot)}{', the card held aside' if e.held else ''}{f': {e.total}' if e.total else ''}."
    ),
    aloud=True,
)
def card_dealt(state: State, event: CardDealt) -> State:
    """The hand has its card; with the last of the initial deal the interim settlement begins."""
    staked = state.staked if state.in_play else staked_areas(state)
    state = put(came_out(state, event.card, event.held), event.spot, event.card, held=event.held)
    state = replace(state, staked=staked)
    if state.stage in (Stage.NO_MORE_BETS, Stage.DEALING):
        return to_its_stage(state)
    play = state.play_of(event.spot)
    if play.drawing:
        state = replace(state, played={**state.played, event.spot: replace(play, drawing=False)})
    if event.spot == DEALERS:
        state = replace(state, first_called=False)
    return advanced(state)


def to_its_stage(state: State) -> State:
    """The table while the initial deal goes on, or once it is complete."""
    if card_in_initial_deal(state, state.staked) is not None:
        return replace(state, stage=Stage.DEALING)
    return advanced(replace(state, stage=Stage.INTERIM, initial=len(state.drawn)))
