"""What a player did with a hand, recorded wrongly at a real table and put right until the round is closed (ruling 71).

Cards entered wrongly are put right by the part every table shares; here are choices, and numbers of discards.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cards.quick import quick
from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.play import CardsDiscarded, HandDeclared, HandPickedUp
from croupier.games.double_chance.settle import HandTurnedUp, SixthCardTurned, settled_anew
from croupier.games.double_chance.state import Choice, State, discards_at, kept_enough, rewound, sixth_at
from croupier.games.double_chance.terms import FEWEST_KEPT, HAND, MOST_KEPT
from croupier.games.double_chance.voids import unattended
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.corrections import CORRECTION, CorrectCard, undone, wagers_reopened, why_not_correct
from croupier.table.declare import EVERYONE, Desk, Part, Undo, Who, putting_right, taking_back
from croupier.table.examples import to_enter
from croupier.table.fields import Asks
from croupier.table.hands import Hand, Spot
from croupier.table.made_good import made_good
from croupier.table.rules import BankedContext
from croupier.table.state import Stage
from croupier.table.value import CORRECTED
from croupier.table.voiding import reopened
from croupier.table.words import count, money_back, written

part = Part("double-chance", DoubleChanceClauses)


@quick
class Played(StrEnum):
    """What a player has done with the hand, as it may be on record."""

    DECLARED = "declared"
    DISCARDED = "discarded"
    NOT_CHOSEN = "not chosen"
    NOT_PICKED_UP = "not picked up"


class CorrectChoice(Command, frozen=True, kw_only=True):
    """Put right what a player did with the hand, where it was recorded wrongly, until the round is closed."""

    area: int
    choice: Annotated[
        Played,
        Asks(
            "In fact the player",
            words={
                Played.DECLARED: "declared",
                Played.DISCARDED: "discarded",
                Played.NOT_CHOSEN: "has picked up and not chosen yet",
                Played.NOT_PICKED_UP: "has not picked up the cards",
            },
        ),
    ]
    number: Annotated[int, Asks("Cards discarded", low=0, high=HAND - FEWEST_KEPT)] = 0
    cards: Annotated[tuple[Card, ...], Asks("Cards kept, if they lie face up", "cards", optional=True)] = ()


class ChoiceCorrected(Event, frozen=True, kw_only=True):
    """The record said that a player did one thing where another was done; what was settled on it is undone."""

    area: int
    player: str
    choice: Played
    number: int = 0
    cards: tuple[Card, ...] = ()
    """What was kept, where it lies face up."""


def recorded(state: State, area: int) -> tuple[Played, int]:
    """What the record says a player did, and how many cards were discarded."""
    if state.has_discarded(area) or state.choices.get(area) is Choice.DISCARDED:
        return Played.DISCARDED, HAND - state.hand(area).size
    if area in state.failed or state.choices.get(area) is Choice.DECLARED:
        return Played.DECLARED, 0
    return (Played.NOT_CHOSEN if area in state.handled else Played.NOT_PICKED_UP), 0


def _choices(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
    if not state.is_real:
        return
    for area in state.staked:
        faces = state.faces_up(area)
        enough = (*faces, *to_enter(state, HAND))[:HAND] if faces else ()
        yield CorrectChoice(area=area, choice=Played.DECLARED, cards=enough)
        for number in range(1, HAND):
            yield CorrectChoice(area=area, choice=Played.DISCARDED, number=number, cards=enough[number:])
        yield CorrectChoice(area=area, choice=Played.NOT_CHOSEN)
        yield CorrectChoice(area=area, choice=Played.NOT_PICKED_UP)


@part.command(
    CorrectChoice,
    under="dealing",
    label="Correct a choice",
    words="fix wrong mistake change decision undo",
    says=lambda c, who: f"Correct area {c.area} to {_said(c.choice, c.number)}",
    desk=Desk.DEAL,
    examples=_choices,
)
def correct_choice(state: State, command: CorrectChoice, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """At a real table what the player did is right, and the record follows it."""
    clauses, area = ctx.clauses, command.area
    clause = {Played.DECLARED: clauses.must_declare, Played.DISCARDED: clauses.discard}
    cite: Clauses = (clause.get(command.choice, clauses.pick_up), CORRECTION)
    refusal = why_not_correct(state, cite)
    if refusal is not None:
        return refusal
    player = state.owner(area) or next((each.player for each in state.left_behind if each.area == area), None)
    if player is None or state.choices.get(area) is Choice.VOID:
        return Refusal(Reason.NO_SUCH_WAGER, cite, {"area": area})
    if state.stage is Stage.DEALING:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = _why_not_so(state, command, cite, ctx)
    if refusal is not None:
        return refusal
    kept = HAND - command.number
    if command.choice is Played.DISCARDED and not kept_enough(kept):
        cite = (*cite, clauses.four_held)
    corrected = ChoiceCorrected(
        area=area,
        player=player,
        choice=command.choice,
        number=command.number,
        cards=command.cards,
        moves=reopened(undone(state, (area,))),
        under=cite,
    )
    after = choice_corrected(state, corrected)
    asked = unattended(after, area, ctx.rules) if area in after.waiting() else ()
    left = made_good(after, (area,), cite, ctx.rules)
    return (corrected, *settled_anew(after, area, ctx.rules), *asked, *left)


def _why_not_so(
    state: State, command: CorrectChoice, cite: Clauses, ctx: BankedContext[DoubleChanceClauses]
) -> Refusal | None:
    area, faces, turned = command.area, state.faces_up(command.area), state.turned_up(command.area)
    discarding = command.choice is Played.DISCARDED
    kept = HAND - command.number
    most = MOST_KEPT if turned else HAND - 1
    if (command.number and not discarding) or (discarding and not FEWEST_KEPT <= kept <= most):
        return Refusal(Reason.LIMITS, (ctx.clauses.discard, "ruling 24", *cite), {"discarded": command.number})
    same = recorded(state, area) == (command.choice, command.number)
    if same and set(command.cards) in (set(), set(state.hand(area).faces or faces)):
        return Refusal(Reason.ALREADY, cite, {"area": area})
    if not turned:
        return Refusal(Reason.CARDS_DIFFER, cite, {"face up": 0}) if command.cards else None
    if command.choice in (Played.NOT_CHOSEN, Played.NOT_PICKED_UP):
        return Refusal(Reason.NOT_NOW, (ctx.clauses.turn_up, CORRECTION), {"hand": "turned up"})
    if not command.cards:
        return Refusal(Reason.CARD_NEEDED, cite, {"cards": kept})
    if len(set(command.cards)) != kept or len(command.cards) != kept:
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards": len(command.cards), "kept": kept})
    for card in command.cards:
        if card not in faces and not state.shoe.may_hold(card):
            return Refusal(Reason.CARD_NOT_LEFT, cite, {"card": card.value})
    return None


def _said(choice: Played, number: int) -> str:
    return count(number, "discard") if choice is Played.DISCARDED else choice.value


def _corrected(event: ChoiceCorrected, who: Who) -> str:
    did = {
        Played.DECLARED: "declared",
        Played.DISCARDED: f"discarded {count(event.number, 'card')}",
        Played.NOT_CHOSEN: "has not chosen yet",
        Played.NOT_PICKED_UP: "has not picked up the cards",
    }[event.choice]
    kept = f" and kept {written(event.cards)}" if event.cards else ""
    return f"The record is put right: {who(event.player)} {did}{kept} at area {event.area}.{money_back(event, who)}"


@part.event(
    ChoiceCorrected,
    value=CORRECTED,
    audience=EVERYONE,
    says=_corrected,
    aloud=True,
    undoes=lambda e, ended: ended.area == e.area,
)
def choice_corrected(state: State, event: ChoiceCorrected) -> State:
    """The hand lies as it was played; whatever had been settled on it is open again."""
    area, kept, up = event.area, HAND - event.number, bool(event.cards)
    state = wagers_reopened(state, (area,), event)
    shoe = state.shoe
    if area in state.declared_hands:
        shoe = shoe.discarded(-HAND)
    elif state.turned_up(area):
        shoe = shoe.discarded(state.hand(area).size - HAND)
    shown = state.failed_hands.get(area, ())
    out = shown if up and event.choice is Played.DISCARDED and set(event.cards) <= set(shown) else event.cards
    for card in state.faces_up(area):
        shoe = shoe.hidden_again(card)
    for card in out:
        shoe = shoe.shown(card)
    hands = {spot: hand for spot, hand in state.hands.items() if spot != discards_at(area)}
    hands[Spot(area)] = Hand().face_down(kept)
    if up:
        hands[Spot(area)] = hands[Spot(area)].known_as(event.cards, up=True)
    if event.number:
        hands[discards_at(area)] = Hand().face_down(event.number)
    choices = {each: choice for each, choice in state.choices.items() if each != area}
    if event.choice is Played.DECLARED:
        choices[area] = Choice.DECLARED
    elif event.choice is Played.DISCARDED and kept_enough(kept):
        choices[area] = Choice.DISCARDED
    handled = tuple(each for each in state.handled if each != area)
    return rewound(
        replace(
            state,
            shoe=shoe,
            hands=hands,
            choices=choices,
            handled=handled if event.choice is Played.NOT_PICKED_UP else (*handled, area),
            failed=tuple(each for each in state.failed if each != area),
            failed_hands=_but(state.failed_hands, area, shown if out is shown else ()),
            declared_hands=_but(state.declared_hands, area, ()),
        )
    )


def _but(hands: dict[int, tuple[Card, ...]], area: int, cards: tuple[Card, ...]) -> dict[int, tuple[Card, ...]]:
    """The hands with another one for an area, or none."""
    others = {each: hand for each, hand in hands.items() if each != area}
    return {**others, area: cards} if cards else others


def _not_chosen(event: HandDeclared | CardsDiscarded, state: State) -> tuple[Undo, ...]:
    return (taking_back(CorrectChoice(area=event.area, choice=Played.NOT_CHOSEN)),)


def _not_picked_up(event: HandPickedUp, state: State) -> tuple[Undo, ...]:
    return (taking_back(CorrectChoice(area=event.area, choice=Played.NOT_PICKED_UP)),)


part.takes_back(HandDeclared, _not_chosen)
part.takes_back(CardsDiscarded, _not_chosen)
part.takes_back(HandPickedUp, _not_picked_up)
part.takes_back(HandTurnedUp, lambda e, state: (putting_right(CorrectCard, area=e.area, hand=1),))
part.takes_back(
    SixthCardTurned, lambda e, state: (putting_right(CorrectCard, area=e.area, hand=sixth_at(e.area).hand, nth=1),)
)
