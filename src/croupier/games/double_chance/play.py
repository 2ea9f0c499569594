"""The round: five cards each face down; each player picks them up and declares, or discards two to four of them."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Card, CardSource, Device
from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.state import Choice, State, kept_enough
from croupier.games.double_chance.terms import HAND, declared
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.hands import Hand, faces, revealed
from croupier.table.people import subject
from croupier.table.state import Person, Stage

part = Part()


class DealCard(Command, frozen=True, kw_only=True):
    """Give the next card face down, or the next five from a shuffling device."""


class PickUpHand(Command, frozen=True, kw_only=True):
    """Pick up the hand before one; at a real table the dealer notes that its player has."""

    player: str | None = None


class DeclareHand(Command, frozen=True, kw_only=True):
    """Keep all five cards as a hand of rule 11."""

    player: str | None = None


class DiscardCards(Command, frozen=True, kw_only=True):
    """Lay cards on the discard line: by their faces, or only how many; of cards one can see, those are the last."""

    cards: tuple[Card, ...] = ()
    number: int = 0
    player: str | None = None


class CardsDealt(Event, frozen=True, kw_only=True):
    """So many cards lie face down on an area."""

    area: int
    cards: int


class HandPickedUp(Event, frozen=True, kw_only=True):
    """A player has picked up their hand; its faces are for them alone, and at a real table on no record."""

    area: int
    player: str
    cards: tuple[Card, ...] = ()


class HandDeclared(Event, frozen=True, kw_only=True):
    """A player keeps all five cards, face down; `for_them` when the house said so in their place."""

    area: int
    player: str
    for_them: bool = False


class DeclarationFailed(Event, frozen=True, kw_only=True):
    """The declared hand does not comply; its player must discard at least two cards and stays in."""

    area: int


class CardsDiscarded(Event, frozen=True, kw_only=True):
    """A player has laid cards on the discard line and keeps so many; the faces are theirs alone unless `up`."""

    area: int
    player: str
    number: int
    kept: int
    cards: tuple[Card, ...] = ()
    up: bool = False
    """Whether everyone had seen the cards, because the hand had been declared and turned up."""
    for_them: bool = False


@part.decides(DealCard, rank="dealing")
def deal_card(state: State, command: DealCard, ctx: Context) -> Decision:
    """From the left, one card at a time from a shoe, five at a time from a device."""
    clauses: DoubleChanceClauses = ctx.clauses
    area = state.area_due()
    if area is None or state.stage is Stage.SIXTH_CARD:
        return Refusal(Reason.NOT_NOW, (clauses.no_more_bets,), {"stage": state.stage.value})
    refusal = state.obstacle(clauses)
    if refusal is not None:
        return refusal
    if state.shoe.device is Device.SHUFFLER:
        clause, cards = clauses.set_of_five, HAND
    else:
        clause, cards = (clauses.five_each if state.hand(area).cards else clauses.one_each), 1
    return (CardsDealt(area=area, cards=cards, under=(clause, clauses.face_down, clauses.from_the_left)),)


@part.evolves(CardsDealt)
def cards_dealt(state: State, event: CardsDealt) -> State:
    """With the last card the players pick up their hands."""
    hand = state.hand(event.area)
    state = replace(
        state.with_hand(event.area, replace(hand, cards=hand.cards + event.cards)),
        staked=state.staked if state.in_play else state.to_deal(),
        stage=Stage.DEALING,
        shoe=state.shoe.out_unseen(event.cards),
    )
    return replace(state, stage=Stage.CHOOSING).when_acted() if state.area_due() is None else state


def _acting(state: State, player: str | None, ctx: Context) -> tuple[Person, int] | Refusal:
    """Whose hand it is and where it lies, if they may handle it now."""
    clauses: DoubleChanceClauses = ctx.clauses
    person = subject(state, player, ctx)
    if isinstance(person, Refusal):
        return person
    refusal = state.obstacle(clauses)
    if refusal is not None:
        return refusal
    area = next((each for each in state.staked if state.owner(each) == person.id), None)
    if area is None:
        return Refusal(Reason.NO_SUCH_WAGER, (clauses.pick_up,))
    if area in state.choosing():
        return person, area
    if state.stage is not Stage.CHOOSING:
        return Refusal(Reason.NOT_NOW, (clauses.pick_up,), {"stage": state.stage.value})
    if area in state.choices:
        return Refusal(Reason.ALREADY, (clauses.no_return,), {"hand": state.choices[area].value})
    return Refusal(Reason.NOT_NOW, (clauses.act_first,), {"first": len(state.choosing())})


def _picked_up(state: State, area: int, player: str, ctx: Context) -> tuple[Event, ...] | Refusal:
    """The event of picking up a hand, unless it has been: at a real table acting on a hand shows that it was."""
    if area in state.handled:
        return ()
    cite: Clauses = (ctx.clauses.pick_up,)
    if state.source is CardSource.REAL:
        return (HandPickedUp(area=area, player=player, under=cite),)
    cards = faces(state, area, (), ctx, cite)
    return cards if isinstance(cards, Refusal) else (HandPickedUp(area=area, player=player, cards=cards, under=cite),)


@part.decides(PickUpHand)
def pick_up_hand(state: State, command: PickUpHand, ctx: Context) -> Decision:
    """One's own hand, once the deal is done; at a virtual table nobody does it for another."""
    clauses: DoubleChanceClauses = ctx.clauses
    acting = _acting(state, command.player, ctx)
    if isinstance(acting, Refusal):
        return acting
    person, area = acting
    if state.source is CardSource.VIRTUAL and person.id != ctx.by.id:
        return Refusal(Reason.NOT_YOURS, (clauses.pick_up,), {"player": person.id})
    return _picked_up(state, area, person.id, ctx) or Refusal(Reason.ALREADY, (clauses.pick_up,))


@part.evolves(HandPickedUp)
def hand_picked_up(state: State, event: HandPickedUp) -> State:
    """The faces, where there are any, are on record for their owner alone."""
    state = replace(state, handled=(*state.handled, event.area))
    return revealed(state, event.area, event.cards, seen_by=event.player) if event.cards else state


@part.decides(DeclareHand)
def declare_hand(state: State, command: DeclareHand, ctx: Context) -> Decision:
    """Face down; whether it complies is known at once at a virtual table, else when the dealer turns it up."""
    clauses: DoubleChanceClauses = ctx.clauses
    acting = _acting(state, command.player, ctx)
    if isinstance(acting, Refusal):
        return acting
    person, area = acting
    if area in state.failed:
        return Refusal(Reason.FORBIDDEN, (clauses.not_complying,), {"next": "discard at least two cards"})
    if area in state.discard_line:
        return Refusal(Reason.ALREADY, (clauses.no_return, clauses.four_held), {"cards": state.hand(area).cards})
    picked_up = _handled(state, area, person.id, ctx)
    if isinstance(picked_up, Refusal):
        return picked_up
    under: Clauses = (clauses.declare, clauses.must_declare)
    made = HandDeclared(area=area, player=person.id, for_them=ctx.by.id != person.id, under=under)
    hand = state.hand(area).faces
    if hand and declared(hand) is None:
        return (*picked_up, made, DeclarationFailed(area=area, under=(clauses.not_complying, "ruling 21")))
    return (*picked_up, made)


def _handled(state: State, area: int, player: str, ctx: Context) -> tuple[Event, ...] | Refusal:
    """A hand must be picked up to be played; at a real table playing it shows that it was."""
    if area not in state.handled and state.source is CardSource.VIRTUAL:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.pick_up,), {"next": "pick up the hand"})
    return _picked_up(state, area, player, ctx)


@part.evolves(HandDeclared)
def hand_declared(state: State, event: HandDeclared) -> State:
    """The five cards stay, face down."""
    return replace(state, choices={**state.choices, event.area: Choice.DECLARED}).when_acted()


@part.evolves(DeclarationFailed)
def declaration_failed(state: State, event: DeclarationFailed) -> State:
    """The hand waits for its player to discard."""
    choices = {area: choice for area, choice in state.choices.items() if area != event.area}
    stage = Stage.SETTLING if state.hand(event.area).up else Stage.CHOOSING
    return replace(state, failed=(*state.failed, event.area), choices=choices, stage=stage)


def discarding(state: State, command: DiscardCards, ctx: Context) -> Decision:
    """Two to four cards, for good; four kept means more to discard; a hand of rule 11 is not broken up."""
    clauses: DoubleChanceClauses = ctx.clauses
    acting = _acting(state, command.player, ctx)
    if isinstance(acting, Refusal):
        return acting
    (person, area), hand = acting, state.hand(acting[1])
    secret = state.source is CardSource.VIRTUAL and not hand.up
    known = hand.cards != HAND or area in state.failed
    if secret and person.id != ctx.by.id and (command.cards or not known):
        return Refusal(Reason.NOT_YOURS, (clauses.discard,), {"player": person.id})
    picked_up = _handled(state, area, person.id, ctx)
    if isinstance(picked_up, Refusal):
        return picked_up
    cards = _named(command, hand, clauses)
    if isinstance(cards, Refusal):
        return cards
    number = len(cards) if hand.faces else command.number
    if secret and not known and declared(hand.faces) is not None:
        return Refusal(Reason.FORBIDDEN, (clauses.must_declare, clauses.complies, "ruling 21"))
    kept, failed = hand.cards - number, area in state.failed
    under: Clauses = (clauses.not_complying,) if failed else (clauses.discard, clauses.no_return)
    if number < 1 or kept < 1 or (failed and not kept_enough(kept)):
        return Refusal(Reason.LIMITS, (under[0], "ruling 24"), {"discarded": number, "kept": kept})
    if not kept_enough(kept):
        under = (*under, clauses.four_held)
    return (
        *picked_up,
        CardsDiscarded(
            area=area,
            player=person.id,
            number=number,
            kept=kept,
            cards=cards,
            up=hand.up,
            for_them=ctx.by.id != person.id,
            under=under,
        ),
    )


def _named(command: DiscardCards, hand: Hand, clauses: DoubleChanceClauses) -> tuple[Card, ...] | Refusal:
    """The faces of the discards; none where no record shows them."""
    cite: Clauses = (clauses.discard,)
    cards, number = command.cards, command.number
    if not hand.faces:
        return Refusal(Reason.CARD_NOT_LEFT, cite, {"faces": "not on record"}) if cards else ()
    if not cards and 0 < number <= hand.cards:
        return hand.faces[-number:]
    if number not in (0, len(cards)) or len(set(cards)) != len(cards) or set(cards) - set(hand.faces):
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards": len(cards)})
    return cards


@part.evolves(CardsDiscarded)
def cards_discarded(state: State, event: CardsDiscarded) -> State:
    """The cards lie on the discard line, face down; with three or fewer left the player has chosen."""
    hand, line = state.hand(event.area), state.discard_line.get(event.area, Hand())
    kept = tuple(card for card in hand.faces if card not in event.cards)
    gone = replace(line, cards=line.cards + event.number, faces=(*line.faces, *event.cards), seen_by=hand.seen_by)
    state = replace(
        state.with_hand(event.area, replace(hand, cards=event.kept, faces=kept)),
        discard_line={**state.discard_line, event.area: gone},
        failed=tuple(area for area in state.failed if area != event.area),
    )
    if not kept_enough(event.kept):
        return state
    return replace(state, choices={**state.choices, event.area: Choice.DISCARDED}).when_acted()
