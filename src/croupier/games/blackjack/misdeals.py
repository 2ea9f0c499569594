"""Hands that the initial deal passed over or dealt for nobody, and a card beyond the dealer's hand (BJ 9.3 to 9.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.blackjack.choices import deciding
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.dealing import to_its_stage
from croupier.games.blackjack.flow import advanced, undealt, unstaked_hand
from croupier.games.blackjack.hands import initial_places
from croupier.games.blackjack.rewind import dropped, laid
from croupier.games.blackjack.state import Drawn, State, staked_areas
from croupier.games.blackjack.words import place_of
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.examples import card_to_enter, is_player
from croupier.table.fields import Asks
from croupier.table.from_the_shoe import came_out, next_card, why_none_comes
from croupier.table.hands import DEALERS, Spot, spot
from croupier.table.people import bank, chooser
from croupier.table.rules import BankedContext
from croupier.table.state import Stage
from croupier.table.voiding import HandVoided, refunds
from croupier.table.words import counted

part = Part("blackjack", BlackjackClauses)


class ReportPassedOver(Command, frozen=True, kw_only=True):
    """A hand did not get its first or second card of the initial deal; the cards that came lie with the next hands."""

    area: Annotated[int, Asks("Whose card is missing", "place")]
    nth: Annotated[int, Asks("Which card", "number")] = 1


class VoidUndealtWagers(Command, frozen=True, kw_only=True):
    """Give back the wagers of an area that got no cards."""

    area: int


class DiscardUnstakedHand(Command, frozen=True, kw_only=True):
    """Put the cards away that were dealt to an area without a wager."""

    area: int


class CallForDealersCard(Command, frozen=True, kw_only=True):
    """Have the dealer take the first card that is missing before deciding further."""

    player: str | None = None


class ReportCardBeyond(Command, frozen=True, kw_only=True):
    """A card too many was drawn face up to the dealer's completed hand."""

    card: Card | None = None


class HandPassedOver(Event, frozen=True, kw_only=True):
    """A hand went without a card of the initial deal, and the cards on record lie with the hands after it."""

    spot: Spot
    nth: int
    drawn: tuple[Drawn, ...]


class UnstakedHandDiscarded(Event, frozen=True, kw_only=True):
    """The cards dealt to an area without a wager are put away."""

    area: int
    cards: int


class DealersCardCalled(Event, frozen=True, kw_only=True):
    """The dealer takes a first card before the caller decides further."""

    player: str


class CardBeyondDiscarded(Event, frozen=True, kw_only=True):
    """A card drawn in excess to the dealer's completed hand was seen, and is put away."""

    card: Card
    held: bool = False


def _areas(state: State) -> tuple[int, ...]:
    return state.staked if state.in_play else staked_areas(state)


def _missed(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    for place in (DEALERS, *(spot(area) for area in _areas(state))):
        for nth in (1, 2)[: 1 if place == DEALERS else 2]:
            yield ReportPassedOver(area=place.area, nth=nth)


@part.command(
    ReportPassedOver,
    under="dealing",
    label="A hand was passed over in the deal",
    words="skipped missed no card box",
    says=lambda c, who: f"Report that {place_of(Spot(c.area))} got no {'first' if c.nth == 1 else 'second'} card",
    desk=Desk.IRREGULARITIES,
    examples=_missed,
)
def report_passed_over(state: State, command: ReportPassedOver, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """While the initial deal is on record as not complete: a hand that was passed over leaves it short of a card.

    Cards that were dealt to areas without a wager stay there; the others lie with the hands after it.
    """
    clauses, place, nth = ctx.clauses, spot(command.area), command.nth
    cite: Clauses = (clauses.dealer_after_hand,) if place == DEALERS else (clauses.no_cards, clauses.one_card)
    if state.stage not in (Stage.NO_MORE_BETS, Stage.DEALING):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    areas = _areas(state)
    elsewhere = [each for each in state.drawn if each.spot.area and each.spot.area not in areas]
    out = [each for each in state.drawn if each not in elsewhere]
    if any(each.due is not None for each in out):
        return Refusal(Reason.NOT_NOW, (clauses.retract,), {"cards": "lie out of place"})
    if (place != DEALERS and place.area not in areas) or nth not in ((1,) if place == DEALERS else (1, 2)):
        return Refusal(Reason.NO_SUCH_AREA, cite, {"area": command.area})
    if (place, nth) in state.passed_over:
        return Refusal(Reason.ALREADY, cite, {"area": command.area})
    whole = [(each, 1) for each in map(spot, areas)]
    order = [
        each for each in (*whole, (DEALERS, 1), *((each, 2) for each, _ in whole)) if each not in state.passed_over
    ]
    places = initial_places(areas, state.passed_over | {(place, nth)})
    if not order.index((place, nth)) <= len(out) <= len(places):
        return Refusal(Reason.NOT_NOW, cite, {"cards out": len(out)})
    left = iter(places)
    drawn = tuple([each if each in elsewhere else replace(each, spot=next(left)) for each in state.drawn])
    return (HandPassedOver(spot=place, nth=nth, drawn=drawn, under=cite),)


@part.event(
    HandPassedOver,
    audience=EVERYONE,
    says=lambda e, who: f"{place_of(e.spot).capitalize()} got no {'first' if e.nth == 1 else 'second'} card.",
    aloud=True,
)
def hand_passed_over(state: State, event: HandPassedOver) -> State:
    """The initial deal goes on without it."""
    staked = state.staked if state.in_play else staked_areas(state)
    passed = state.passed_over | {(event.spot, event.nth)}
    state = laid(replace(state, staked=staked, passed_over=passed, drawn=event.drawn))
    return to_its_stage(state)


@part.command(
    VoidUndealtWagers,
    under="dealing",
    label="Give back wagers that got no cards",
    words="return cancel skipped missed",
    says=lambda c, who: f"Give the wagers of area {c.area} back",
    next=lambda c, who: f"The wagers of area {c.area} got no cards and go back",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [VoidUndealtWagers(area=each) for each in (undealt(state),) if each],
)
def void_undealt_wagers(state: State, command: VoidUndealtWagers, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """In the subsequent deal, when nobody has laid the cards anew before."""
    cite: Clauses = (ctx.clauses.no_cards,)
    if undealt(state) != command.area:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    gone = tuple(each for each in state.wagers if each.area == command.area)
    return (HandVoided(area=command.area, why="no cards were dealt to it", moves=refunds(gone), under=cite),)


@part.evolves(HandVoided)
def hand_voided(state: State, event: HandVoided) -> State:
    """The other hands are played on."""
    wagers = tuple([each for each in state.wagers if each.area != event.area])
    return advanced(replace(state, wagers=wagers, chips=bank(state, event.moves)))


@part.command(
    DiscardUnstakedHand,
    under="unstaked_hand",
    label="Discard a hand without a wager",
    words="remove no bet extra",
    says=lambda c, who: f"Discard the cards of area {c.area}",
    next=lambda c, who: f"The dealer discards the cards of area {c.area}, which has no wager",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [DiscardUnstakedHand(area=each) for each in (unstaked_hand(state),) if each],
)
def discard_unstaked_hand(state: State, command: DiscardUnstakedHand, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """In the subsequent deal."""
    cite: Clauses = (ctx.clauses.unstaked_hand,)
    if unstaked_hand(state) != command.area:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    cards = state.hand(command.area).size
    return (UnstakedHandDiscarded(area=command.area, cards=cards, under=cite),)


@part.event(
    UnstakedHandDiscarded,
    audience=EVERYONE,
    says=lambda e, who: f"Area {e.area} has no wager: {counted(e.cards, 'card')} discarded.",
    aloud=True,
)
def unstaked_hand_discarded(state: State, event: UnstakedHandDiscarded) -> State:
    """To the discards, or back into a machine."""
    cards, shoe = state.hand(event.area).faces, state.shoe
    shoe = shoe.returned(cards) if shoe.device is Device.MACHINE else shoe.discarded(len(cards))
    return advanced(replace(dropped(state, event.area), shoe=shoe))


def may_call(state: State) -> bool:
    """Whether the dealer has no first card and a caller, who is to decide, may have one taken."""
    return not state.hand(*DEALERS).size and deciding(state) is not None


@part.command(
    CallForDealersCard,
    cites="dealer_called",
    label="Dealer's first card",
    says="Have the dealer take a first card",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    takes_part=True,
    examples=lambda state, ctx: [
        CallForDealersCard(player=None if is_player(ctx) else state.caller_of(place))
        for place in (deciding(state),)
        if place is not None
    ],
)
def call_for_dealers_card(state: State, command: CallForDealersCard, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The caller of the hand that is decided on, who else completes the hand first."""
    person = chooser(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    place = deciding(state)
    cite: Clauses = (ctx.clauses.dealer_called,)
    if place is None or not may_call(state):
        return Refusal(Reason.NOT_NOW, cite, {"dealer's cards": state.hand(*DEALERS).size})
    if state.caller_of(place) != person.id:
        return Refusal(Reason.NOT_YOURS, (*cite, ctx.clauses.caller), {"area": place.area})
    return ctx.rules.why_not_go_on(state) or (DealersCardCalled(player=person.id, under=cite),)


@part.event(
    DealersCardCalled,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} has the dealer take a first card.",
    aloud=True,
)
def dealers_card_called(state: State, event: DealersCardCalled) -> State:
    """The next card is the dealer's."""
    return replace(state, first_called=True)


@part.command(
    ReportCardBeyond,
    under="beyond_dealers_hand",
    label="A card was drawn to the dealer's finished hand",
    words="extra one too many overdrawn",
    says="Report a card drawn to the dealer's finished hand",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: (ReportCardBeyond(card=card_to_enter(state)),),
)
def report_card_beyond(state: State, command: ReportCardBeyond, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """A card that was seen; one that was not is the next card like any other."""
    cite: Clauses = (ctx.clauses.beyond_dealers_hand,)
    if not state.dealt_out:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state) or why_none_comes(state, ctx.clauses)
    if refusal is not None:
        return refusal
    held = bool(state.care.excess)
    card = next_card(state, command.card, ctx, cite)
    return card if isinstance(card, Refusal) else (CardBeyondDiscarded(card=card, held=held, under=cite),)


@part.event(
    CardBeyondDiscarded,
    audience=EVERYONE,
    says=lambda e, who: f"{e.card} was drawn to the dealer's finished hand and is discarded.",
    aloud=True,
)
def card_beyond_discarded(state: State, event: CardBeyondDiscarded) -> State:
    """It counts for nothing."""
    state = came_out(state, event.card, event.held)
    shoe = state.shoe
    shoe = shoe.returned((event.card,)) if shoe.device is Device.MACHINE else shoe.discarded(1)
    return replace(state, shoe=shoe)
