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


class DealFaceDown(Command, frozen=True, kw_only=True):
    """Give the next of the players' first two cards face down, where they are dealt so."""


class CardDealtDown(Event, frozen=True, kw_only=True):
    """A card lies face down with a hand; `held` when it was a surplus card kept aside."""

    spot: Spot
    held: bool = False


def comes_down(state: State, due: Spot | None) -> bool:
    """Whether the next card is one of a player's first two where those are dealt face down."""
    known = bool(state.care.excess) and state.care.excess[0] is not None
    initial = state.stage in (Stage.NO_MORE_BETS, Stage.DEALING)
    return state.terms.face_down and initial and due is not None and due != DEALERS and not known


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
    clauses, due = ctx.clauses, ctx.rules.spot_due(state)
    if comes_down(state, due):
        return Refusal(Reason.NOT_NOW, (clauses.face_down,), {"next": "a card face down"})
    found = _dealing(state, due, ctx)
    if isinstance(found, Refusal):
        return found
    place, held, under = found
    card = next_card(state, command.card, ctx, under)
    if isinstance(card, Refusal):
        return card
    total, why = _announcement(state, place, card, clauses)
    return (CardDealt(spot=place, card=card, held=held, total=total, under=(*under, clauses.face_up, *why)),)


@part.command(
    DealFaceDown,
    under="dealing",
    label="Deal the next card face down",
    next=lambda c, who, here: f"The dealer deals {_to_whom(here)} face down",
    desk=Desk.DEAL,
    pace=Pace.CARD,
)
def deal_face_down(state: State, command: DealFaceDown, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """One of the players' first two, of which nobody sees the face."""
    clauses, due = ctx.clauses, ctx.rules.spot_due(state)
    if due is not None and not comes_down(state, due):
        return Refusal(Reason.NOT_NOW, (clauses.face_up, clauses.face_down), {"next": "a card face up"})
    found = _dealing(state, due, ctx)
    if isinstance(found, Refusal):
        return found
    place, held, under = found
    return (CardDealtDown(spot=place, held=held, under=(*under, clauses.face_down)),)


def _dealing(
    state: State, due: Spot | None, ctx: BankedContext[BlackjackClauses]
) -> tuple[Spot, bool, Clauses] | Refusal:
    """Where the next card goes, whether it is one held aside, and what says so; or why none comes."""
    clauses = ctx.clauses
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
    return due, held, under


def _announcement(state: State, due: Spot, card: Card, clauses: BlackjackClauses) -> tuple[str, Clauses]:
    """What the dealer says of a hand with this card, and what lets or makes the dealer."""
    after = put(state, due, card)
    if len(after.cards_of(due)) < 2 or after.covered(due):
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
    if state.hand(*due).size < 2 and not state.play_of(due).split:
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


@part.event(
    CardDealtDown,
    audience=EVERYONE,
    says=lambda e, who: f"A card face down to {place_of(e.spot)}{', the card held aside' if e.held else ''}.",
    aloud=True,
)
def card_dealt_down(state: State, event: CardDealtDown) -> State:
    """The hand has its card, of which no record shows the face."""
    staked = state.staked if state.in_play else staked_areas(state)
    drawn = (*state.drawn, Drawn(event.spot, None, event.held))
    shoe, care = state.shoe, state.care
    if event.held:
        care = replace(care, excess=care.excess[1:])
    else:
        shoe = shoe.out_unseen()
    state = state.with_hand(event.spot, state.hand(*event.spot).face_down())
    return to_its_stage(replace(state, shoe=shoe, care=care, staked=staked, drawn=drawn))


def to_its_stage(state: State) -> State:
    """The table while the initial deal goes on, or once it is complete."""
    if card_in_initial_deal(state, state.staked) is not None:
        return replace(state, stage=Stage.DEALING)
    return advanced(replace(state, stage=Stage.INTERIM, initial=len(state.drawn)))
