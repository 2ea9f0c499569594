"""Cards that show their faces in the deal: one exposed by the dealer is replaced, a boxed one is mucked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.bad_deals import defective, late
from croupier.games.crown_poker.chances import before_return, from_deck
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.held_up import replacing_due
from croupier.games.crown_poker.misdeal import misdealt
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.state import BURNS, MUCK, State
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.examples import card_to_enter
from croupier.table.faces import exposed, one_exposed
from croupier.table.fields import Asks
from croupier.table.hands import Hand, Spot
from croupier.table.state import Stage

part = Part("crown-poker", PokerClauses)

DEFECTIVE_FROM = 5
"""How many boxed cards make a deck defective (CP 1.1)."""


class ReportExposedCard(Command, frozen=True, kw_only=True):
    """Report that the dealer exposed a hole card while dealing; at a real table with its face."""

    seat: int
    card: Annotated[Card | None, Asks("The card", "card", optional=True)] = None


class ReplaceExposedCard(Command, frozen=True, kw_only=True):
    """Give the card that was to be burned first for the exposed one, which becomes the burn card."""


class ReportBoxedCard(Command, frozen=True, kw_only=True):
    """Report a card that lay face up in the deck."""

    card: Card | None = None


class HoleCardExposed(Event, frozen=True, kw_only=True):
    """Everyone has seen a hole card that the dealer exposed; it is replaced once the deal is complete."""

    seat: int
    player: str
    card: Card


class ExposedCardReplaced(Event, frozen=True, kw_only=True):
    """The exposed card is the first burn card, and its player has the one that was to be burned."""

    seat: int
    player: str
    card: Card


class BoxedCardMucked(Event, frozen=True, kw_only=True):
    """A card that lay face up in the deck counts for nothing; the next takes its place."""

    card: Card
    found: int
    """How many there have been in this hand."""


def _hands(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
    for each in () if state.play is None else state.play.contenders:
        hand = state.hand(each.seat)
        known = next(iter(hand.faces), None) if not hand.hidden else card_to_enter(state)
        yield ReportExposedCard(seat=each.seat, card=known if state.is_real else None)


@part.command(
    ReportExposedCard,
    under="dealer_exposed",
    label="The dealer exposed a hole card",
    words="flashed seen face up turned",
    says=lambda c, who: f"Report an exposed card of seat {c.seat}",
    desk=Desk.IRREGULARITIES,
    examples=_hands,
)
def report_exposed_card(state: State, command: ReportExposedCard, ctx: Context[PokerClauses]) -> Decision:
    """The first is replaced as long as the first burn is to come; with a second the deal is a misdeal."""
    clauses, play = ctx.clauses, state.play
    cite: Clauses = (clauses.dealer_exposed,)
    who = None if play is None else next((each for each in play.contenders if each.seat == command.seat), None)
    if play is None or who is None or not state.hand(command.seat).size:
        return Refusal(Reason.NOT_NOW, cite, {"cards at the seat": state.hand(command.seat).size})
    card = one_face(state, command.seat, command.card, ctx, cite)
    if isinstance(card, Refusal):
        return card
    seen = HoleCardExposed(seat=who.seat, player=who.player, card=card, under=cite)
    if play.exposed:
        many = (clauses.several_exposed, clauses.misdeal, *late(play))
        return (seen, misdealt(hole_card_exposed(state, seen), "more than one card was exposed in the deal", many))
    gone = play.burned or play.street or state.stage in (Stage.SETTLING, Stage.SETTLED)
    if gone or who.folded:
        return Refusal(Reason.NOT_NOW, cite, {"first burn": "made", "folded": "yes" if who.folded else "no"})
    return (seen,)


def one_face(
    state: State, seat: int, entered: Card | None, ctx: Context[PokerClauses], cite: Clauses
) -> Card | Refusal:
    """The face of one card of a seat that everyone has seen: not on record yet, or known to its player alone."""
    hand = state.hand(seat)
    if hand.hidden and entered not in hand.faces:
        return one_exposed(before_return(state), Spot(seat), entered, ctx, cite)
    unseen = [card for card in hand.faces if card not in hand.exposed]
    if unseen and not state.is_real:  # what a player has looked at, nobody shows for them
        return Refusal(Reason.NOT_NOW, (*cite, "ruling 70"), {"cards": "looked at"})
    if not unseen:
        return Refusal(Reason.ALREADY, cite)
    if entered is not None and entered not in unseen:
        return Refusal(Reason.CARDS_DIFFER, cite, {"card": entered.value})
    return entered or unseen[-1]


def seen_by_all(state: State, seat: int, card: Card) -> State:
    """The table once everyone has seen one card of a seat."""
    hand = state.hand(seat)
    if card not in hand.faces:
        return exposed(state, Spot(seat), card)
    return state.with_hand(Spot(seat), replace(hand, open=hand.open | 1 << hand.cards.index(card)))


@part.event(
    HoleCardExposed,
    audience=EVERYONE,
    says=lambda e, who: f"The dealer has exposed a card of {who(e.player)}: {e.card}.",
    aloud=True,
)
@remembered
def hole_card_exposed(state: State, event: HoleCardExposed) -> State:
    """Everyone has seen it."""
    play = state.play
    assert play is not None
    state = seen_by_all(state, event.seat, event.card)
    return replace(state, play=replace(play, exposed=(*play.exposed, event.seat), to_replace=event.card))


@part.command(
    ReplaceExposedCard,
    under="dealer_exposed",
    label="Replace the exposed card",
    words="flashed seen new",
    next="The dealer replaces the exposed card",
    desk=Desk.DEAL,
    pace=Pace.CARD,
)
def replace_exposed_card(state: State, command: ReplaceExposedCard, ctx: Context[PokerClauses]) -> Decision:
    """When the deal is complete."""
    play, cite = state.play, (ctx.clauses.dealer_exposed,)
    if play is None or play.to_replace is None or not replacing_due(state):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if state.counting:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.count_ordered,), {"next": "count the cards"})
    who = play.at(play.exposed[-1])
    return (ExposedCardReplaced(seat=who.seat, player=who.player, card=play.to_replace, under=cite),)


@part.event(
    ExposedCardReplaced,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} has another card for the {e.card}, which is the first burn card.",
    aloud=True,
)
@remembered
def exposed_card_replaced(state: State, event: ExposedCardReplaced) -> State:
    """No other card is burned before the flop."""
    play = state.play
    assert play is not None
    hand = state.hand(event.seat).less((event.card,)).face_down()
    burns = state.hands.get(BURNS, Hand()).face_up(event.card)
    hands = {**state.hands, Spot(event.seat): hand, BURNS: burns}
    play = replace(play, to_replace=None, burned=True)
    return replace(state, hands=hands, shoe=state.shoe.out_unseen(), play=play)


@part.command(
    ReportBoxedCard,
    under="boxed",
    label="A boxed card",
    words="face up turned deck",
    says="Report a boxed card",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: (ReportBoxedCard(card=card_to_enter(state)),),
)
def report_boxed_card(state: State, command: ReportBoxedCard, ctx: Context[PokerClauses]) -> Decision:
    """It goes to the muck; five of them make the deck defective."""
    clauses, play = ctx.clauses, state.play
    cite: Clauses = (clauses.boxed,)
    if play is None or play.pots or not state.shoe.inside:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    cards = from_deck(state, () if command.card is None else (command.card,), 1, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    mucked = BoxedCardMucked(card=cards[0], found=play.boxed + 1, under=(*cite, clauses.boxed_means, clauses.muck))
    if mucked.found < DEFECTIVE_FROM:
        return (mucked,)
    under = (clauses.defective, clauses.deck_means, clauses.misdeal)
    return (mucked, *defective(boxed_card_mucked(state, mucked), f"{mucked.found} boxed cards", under, clauses))


@part.event(
    BoxedCardMucked,
    audience=EVERYONE,
    says=lambda e, who: f"{e.card} lay face up in the deck and goes to the muck.",
    aloud=True,
)
@remembered
def boxed_card_mucked(state: State, event: BoxedCardMucked) -> State:
    """The next card takes its place."""
    assert state.play is not None
    muck = state.hands.get(MUCK, Hand()).face_up(event.card)
    play = replace(state.play, boxed=event.found)
    return replace(state, hands={**state.hands, MUCK: muck}, shoe=state.shoe.dealt(event.card), play=play)
