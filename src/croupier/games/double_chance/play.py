"""The round: five cards each face down; each player picks them up and declares, or discards two to four of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.state import Choice, State, discards_at, kept_enough, rewound, when_acted
from croupier.games.double_chance.terms import FEWEST_KEPT, HAND, MOST_KEPT, declared
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Aloud, Desk, Here, Part, Secret, Who
from croupier.table.examples import is_player
from croupier.table.faces import faces, revealed
from croupier.table.fields import Asks
from croupier.table.hands import Hand, Spot
from croupier.table.people import subject
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Person, Stage
from croupier.table.words import count, for_someone, place_due, several, written

part = Part("double-chance", DoubleChanceClauses)


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

    cards: Annotated[tuple[Card, ...], Asks("Cards discarded")] = ()
    number: Annotated[
        int, Asks("How many", low=1, high=HAND - FEWEST_KEPT, hint="of cards in sight, the last", always=False)
    ] = 0
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
    """A player keeps all five cards, face down; `time_ran_out` when that came of itself."""

    area: int
    player: str
    for_them: bool = False
    """Whether the house said so in their place, as it once could."""
    time_ran_out: bool = False


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
    time_ran_out: bool = False


def _next_cards(here: Here | None) -> str:
    """What goes where next, where a table says it."""
    area = place_due(here)
    if area is None or here is None:
        return "the next cards"
    return f"{'five cards' if here.state.shoe.device is Device.SHUFFLER else 'a card'} to area {area}"


@part.command(
    DealCard,
    under="dealing",
    label="Deal",
    says=lambda c, who, here: f"Deal {_next_cards(here)}",
    next=lambda c, who, here: f"The dealer deals {_next_cards(here)}",
    desk=Desk.DEAL,
    pace=Pace.CARD,
)
def deal_card(state: State, command: DealCard, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """From the left, one card at a time from a shoe, five at a time from a device."""
    clauses = ctx.clauses
    spot = ctx.rules.spot_due(state)
    if spot is None or state.stage is Stage.DRAWING:
        return Refusal(Reason.NOT_NOW, (clauses.no_more_bets,), {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if state.shoe.device is Device.SHUFFLER:
        clause, cards = clauses.set_of_five, HAND
    else:
        clause, cards = (clauses.five_each if state.hand(*spot).cards else clauses.one_each), 1
    return (CardsDealt(area=spot.area, cards=cards, under=(clause, clauses.face_down, clauses.from_the_left)),)


@part.event(CardsDealt, audience=EVERYONE, says=lambda e, who: f"{count(e.cards, 'card')} face down to area {e.area}.")
def cards_dealt(state: State, event: CardsDealt, rules: BankedRules[State, Any]) -> State:
    """With the last card the players pick up their hands."""
    spot = Spot(event.area)
    dealt = replace(
        state.with_hand(spot, state.hand(*spot).face_down(event.cards)),
        staked=state.staked if state.in_play else rules.areas_to_deal(state),
        stage=Stage.DEALING,
        shoe=state.shoe.out_unseen(event.cards),
    )
    return dealt if rules.spot_due(dealt) is not None else when_acted(replace(dealt, stage=Stage.CHOOSING))


def acting_on(
    state: State, player: str | None, ctx: BankedContext[DoubleChanceClauses]
) -> tuple[Person, int] | Refusal:
    """Whose hand it is and where it lies, if they may handle it now."""
    clauses = ctx.clauses
    person = subject(state, player, ctx)
    if isinstance(person, Refusal):
        return person
    if person.id in state.excluded:
        return Refusal(Reason.EXCLUDED, (clauses.exclude, "ruling 14"), {"player": person.id})
    refusal = ctx.rules.why_not_go_on(state)
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


def _picked_up(
    state: State, area: int, player: str, ctx: BankedContext[DoubleChanceClauses]
) -> tuple[Event, ...] | Refusal:
    """The event of picking up a hand, unless it has been: at a real table acting on a hand shows that it was."""
    if area in state.handled:
        return ()
    cite: Clauses = (ctx.clauses.pick_up,)
    if state.is_real:
        return (HandPickedUp(area=area, player=player, under=cite),)
    cards = faces(state, Spot(area), (), ctx, cite)
    return cards if isinstance(cards, Refusal) else (HandPickedUp(area=area, player=player, cards=cards, under=cite),)


def _of_each_chooser(
    command: Callable[[str | None], Command],
) -> Callable[[State, BankedContext[DoubleChanceClauses]], Iterator[Command]]:
    """A command about one's own hand, or where staff note what players do about that of each who has yet to choose."""

    def found(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
        if is_player(ctx):
            yield command(None)
            return
        for area in state.choosing() if state.is_real else ():
            yield command(state.owner(area))

    return found


def _may_choose(command: PickUpHand | DeclareHand, who: Who, here: Here | None) -> str:
    owners = () if here is None else [here.state.owner(area) for area in here.state.choosing()]
    return f"{several(map(who, owners)) if owners else 'The player'} may declare or discard"


@part.command(
    PickUpHand,
    label="Picked up",
    says=lambda c, who: f"Note that {who(c.player)} picks up the cards" if c.player else "Pick up the cards",
    next=_may_choose,
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=_of_each_chooser(lambda player: PickUpHand(player=player)),
)
def pick_up_hand(state: State, command: PickUpHand, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """One's own hand, once the deal is done."""
    cite: Clauses = (ctx.clauses.pick_up,)
    acting = acting_on(state, command.player, ctx)
    if isinstance(acting, Refusal):
        return acting
    person, area = acting
    return _picked_up(state, area, person.id, ctx) or Refusal(Reason.ALREADY, cite)


def _shown(cards: tuple[Card, ...]) -> str:
    return f": {written(cards)}" if cards else ""


@part.event(
    HandPickedUp,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} picks up the hand of area {e.area}{_shown(e.cards)}.",
    secret=Secret("cards", owner="player"),
    aloud=Aloud.TO_OWNER,
)
def hand_picked_up(state: State, event: HandPickedUp) -> State:
    """The faces, where there are any, are on record for their owner alone."""
    state = replace(state, handled=(*state.handled, event.area))
    return revealed(state, Spot(event.area), event.cards, seen_by=event.player) if event.cards else state


@part.command(
    DeclareHand,
    label="Declared",
    says=lambda c, who: f"Declare{for_someone(c.player, who)}",
    next=_may_choose,
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=_of_each_chooser(lambda player: DeclareHand(player=player)),
)
def declare_hand(state: State, command: DeclareHand, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Face down; whether it complies is known at once at a virtual table, else when the dealer turns it up."""
    clauses = ctx.clauses
    acting = acting_on(state, command.player, ctx)
    if isinstance(acting, Refusal):
        return acting
    person, area = acting
    if area in state.failed:
        return Refusal(Reason.FORBIDDEN, (clauses.not_complying,), {"next": "discard at least two cards"})
    if state.has_discarded(area):
        return Refusal(Reason.ALREADY, (clauses.no_return, clauses.four_held), {"cards": state.hand(area).size})
    picked_up = _handled(state, area, person.id, ctx)
    if isinstance(picked_up, Refusal):
        return picked_up
    under: Clauses = (clauses.declare, clauses.must_declare)
    made = HandDeclared(area=area, player=person.id, under=under)
    hand = state.hand(area).faces
    if hand and declared(hand) is None:
        return (*picked_up, made, DeclarationFailed(area=area, under=(clauses.not_complying, "ruling 21")))
    return (*picked_up, made)


def _handled(
    state: State, area: int, player: str, ctx: BankedContext[DoubleChanceClauses]
) -> tuple[Event, ...] | Refusal:
    """A hand must be picked up to be played; at a real table playing it shows that it was."""
    if area not in state.handled and not state.is_real:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.pick_up,), {"next": "pick up the hand"})
    return _picked_up(state, area, player, ctx)


def _said(event: HandDeclared | CardsDiscarded) -> str:
    if event.time_ran_out:
        return ", as the time has run out"
    return ", as the house says for them" if event.for_them else ""


@part.event(
    HandDeclared,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} declares at area {e.area}{_said(e)}.",
    aloud=True,
)
def hand_declared(state: State, event: HandDeclared) -> State:
    """The five cards stay, face down."""
    return when_acted(replace(state, choices={**state.choices, event.area: Choice.DECLARED}))


@part.event(
    DeclarationFailed,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The hand declared at area {e.area} is none of rule 11: its player discards at least two cards and stays in."
    ),
    aloud=True,
)
def declaration_failed(state: State, event: DeclarationFailed) -> State:
    """The hand waits for its player to discard."""
    choices = {area: choice for area, choice in state.choices.items() if area != event.area}
    state = replace(state, failed=(*state.failed, event.area), choices=choices)
    hand = state.hand(event.area)
    if not hand.up:
        return replace(state, stage=Stage.CHOOSING)
    return rewound(replace(state, failed_hands={**state.failed_hands, event.area: hand.faces}))


def discards(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
    """One example for each number of cards that may be kept, of a hand one may know or whose cards are not known."""
    playing = is_player(ctx)
    for area in state.choosing():
        owner, hand = state.owner(area), state.hand(area)
        if owner != ctx.by.id and (playing or not state.is_real):
            continue
        for kept in range(FEWEST_KEPT, MOST_KEPT + 1):
            named = None if playing else owner
            yield DiscardCards(cards=hand.faces[kept:], number=hand.size - kept, player=named)


def discarding(state: State, command: DiscardCards, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Two to four cards, for good; four kept means more to discard; a hand of rule 11 is not broken up."""
    clauses = ctx.clauses
    acting = acting_on(state, command.player, ctx)
    if isinstance(acting, Refusal):
        return acting
    (person, area), hand = acting, state.hand(acting[1])
    secret = not state.is_real and not hand.up
    known = hand.size != HAND or area in state.failed
    picked_up = _handled(state, area, person.id, ctx)
    if isinstance(picked_up, Refusal):
        return picked_up
    cards = _named(command, hand, clauses)
    if isinstance(cards, Refusal):
        return cards
    number = len(cards) if hand.faces else command.number
    if secret and not known and declared(hand.faces) is not None:
        return Refusal(Reason.FORBIDDEN, (clauses.must_declare, clauses.complies, "ruling 21"))
    kept, failed = hand.size - number, area in state.failed
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
            under=under,
        ),
    )


def _named(command: DiscardCards, hand: Hand, clauses: DoubleChanceClauses) -> tuple[Card, ...] | Refusal:
    """The faces of the discards; none where no record shows them."""
    cite: Clauses = (clauses.discard,)
    cards, number = command.cards, command.number
    if not hand.faces:
        return Refusal(Reason.CARD_NOT_LEFT, cite, {"faces": "not on record"}) if cards else ()
    if not cards and 0 < number <= hand.size:
        return hand.faces[-number:]
    if number not in (0, len(cards)) or len(set(cards)) != len(cards) or set(cards) - set(hand.faces):
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards": len(cards)})
    return cards


def _discarded(event: CardsDiscarded, who: Who) -> str:
    more = "" if kept_enough(event.kept) else "; more must go"
    left = f"{count(event.number, 'card')} and keeps {event.kept}{more}"
    return f"{who(event.player)} discards {left}{_said(event)}{_shown(event.cards)}."


@part.event(
    CardsDiscarded, audience=EVERYONE, says=_discarded, secret=Secret("cards", owner="player", unless="up"), aloud=True
)
def cards_discarded(state: State, event: CardsDiscarded) -> State:
    """The cards lie on the discard line, face down; with three or fewer left the player has chosen."""
    hand, line = state.hand(event.area), state.hands.get(discards_at(event.area), Hand())
    kept = hand.less(event.cards) if event.cards else replace(hand, cards=hand.cards[: event.kept])
    gone = event.cards or (None,) * event.number
    hands = {
        **state.hands,
        Spot(event.area): kept,
        discards_at(event.area): Hand((*line.cards, *gone), seen_by=hand.seen_by),
    }
    state = replace(state, hands=hands, failed=tuple(area for area in state.failed if area != event.area))
    if not kept_enough(event.kept):
        return state
    return when_acted(replace(state, choices={**state.choices, event.area: Choice.DISCARDED}))
