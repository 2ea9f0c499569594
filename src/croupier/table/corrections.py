"""Cards entered wrongly at a real table, put right until the round is closed (ruling 71).

The cards on the cloth count and the record follows them: what was settled on a wrong face is undone and settled anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.endings import moved
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.made_good import made_good
from croupier.table.people import bank
from croupier.table.rules import BankedContext, BankedRules, TableClauses
from croupier.table.state import BankedTable, Settled, Wager
from croupier.table.voiding import reopened
from croupier.table.words import money_back, place


@dataclass(frozen=True, kw_only=True)
class CorrectionClauses(TableClauses):
    """What a book says of the cards that everyone sees, which the record follows."""

    cards_shown: str


part = Part("corrections", CorrectionClauses)

CORRECTION = "ruling 71"


class CorrectCard(Command, frozen=True, kw_only=True):
    """Put right a card that was entered wrongly, until the round is closed."""

    area: Annotated[int, Asks("Where", "place")]
    nth: Annotated[int, Asks("Which card", "number")]
    card: Card
    hand: Annotated[int, Asks("Which hand there", "number", always=False)] = 1
    swap: Annotated[
        bool,
        Asks(
            "That card is on record elsewhere",
            always=False,
            words={False: "no", True: "yes: the two were entered in each other's place"},
        ),
    ] = False


class CardCorrected(Event, frozen=True, kw_only=True):
    """The record said one card where the table had another; what was settled on it is undone."""

    area: int
    nth: int
    was: Card
    now: Card
    hand: int = 1
    areas: tuple[int, ...] = ()
    """The areas whose wagers are undone, where it is not that area alone."""
    other: tuple[int, int, int] | None = None
    """Area, hand and number of the card that it had been entered for, and that changes places with it."""
    undone: tuple[tuple[int, str, str, int], ...] | None = None
    """Area, bet, player and hand of each wager whose end is undone; earlier versions did not say."""


def undone(
    state: BankedTable,
    areas: tuple[int, ...],
    rules: BankedRules[Any, Any] | None = None,
    spots: tuple[Spot, ...] = (),
) -> tuple[Wager, ...]:
    """The settled wagers of these areas that rest on the cards of these places, if their players are still there."""
    settled = (each for each in state.wagers if each.area in areas and each.settled is not None)
    return tuple(
        each
        for each in settled
        if each.player in state.people and (rules is None or rules.rests_on(state, each, spots))
    )


def wagers_reopened(
    state: Any,
    areas: tuple[int, ...],
    event: Event,
    rules: BankedRules[Any, Any] | None = None,
    spots: tuple[Spot, ...] = (),
) -> Any:
    """The table with these areas' settled wagers back on the layout, as they lay before settlement.

    Those that the event names, if it says which.
    """
    said: tuple[tuple[int, str, str, int], ...] | None = getattr(event, "undone", None)
    keys = {each.key for each in undone(state, areas, rules, spots)} if said is None else set(said)
    wagers = tuple([each.open_again() if each.key in keys else each for each in state.wagers])
    return replace(state, wagers=wagers, chips=bank(state, event.moves))


def why_not_correct(state: BankedTable, cite: Clauses) -> Refusal | None:
    """Nothing was entered at a virtual table, nor before the first card or after the round."""
    if not state.is_real:
        return Refusal(Reason.CARD_DRAWN, cite)
    return None if state.in_play else Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})


def _cards_to_correct(state: BankedTable, ctx: BankedContext[CorrectionClauses]) -> Iterator[Command]:
    if not state.is_real:
        return
    left = [card for card in DECK if state.shoe.unseen[card.number]][:2]
    for spot, cards in ctx.rules.cards_entered(state).items():
        for nth, was in enumerate(cards, 1):
            card = next((each for each in left if each is not was), None)
            if was is not None and card is not None:
                yield CorrectCard(area=spot.area, hand=spot.hand, nth=nth, card=card)


@part.command(
    CorrectCard,
    under="dealing",
    label="Correct a card",
    words="fix wrong mistake change entered",
    says=lambda c, who: f"Correct card {c.nth} of {place(c.area)} to {c.card}",
    desk=Desk.DEAL,
    examples=_cards_to_correct,
)
def correct_card(state: BankedTable, command: CorrectCard, ctx: BankedContext[CorrectionClauses]) -> Decision:
    """At a real table the cards on the cloth are right and the record follows them."""
    cite: Clauses = (ctx.clauses.cards_shown, CORRECTION)
    refusal = why_not_correct(state, cite)
    if refusal is not None:
        return refusal
    spot, entered = Spot(command.area, command.hand), ctx.rules.cards_entered(state)
    cards = entered.get(spot, ())
    was = cards[command.nth - 1] if 1 <= command.nth <= len(cards) else None
    if was is None:
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards there": len(cards)})
    if was is command.card:
        return Refusal(Reason.ALREADY, cite, {"card": was.value})
    other = _elsewhere(command.card, entered) if command.swap else None
    if other is None and not state.shoe.may_hold(command.card):
        found = _elsewhere(command.card, entered)
        facts: dict[str, str | int] = {"card": command.card.value, **({"on record at": found[0]} if found else {})}
        return Refusal(Reason.CARD_NOT_LEFT, cite, facts)
    if command.swap and other is None:
        return Refusal(Reason.NO_CAUSE, cite, {"card": command.card.value, "on record": "nowhere"})
    areas, spots = ctx.rules.areas_resting_on(state, spot), tuple[Spot, ...]((spot,))
    if other is not None:
        spots = (spot, Spot(*other[:2]))
        areas = tuple(dict.fromkeys((*areas, *ctx.rules.areas_resting_on(state, Spot(*other[:2])))))
    refusal = ctx.rules.why_not_put_right(state, areas)
    if refusal is not None:
        return refusal
    corrected = CardCorrected(
        area=command.area,
        nth=command.nth,
        was=was,
        now=command.card,
        hand=command.hand,
        areas=areas,
        other=other,
        under=cite,
    )
    cards = _cards_right(state, corrected, ctx.rules)
    ended = [each for each in undone(state, areas, ctx.rules, spots) if not ctx.rules.still_ended(cards, each)]
    corrected = replace(corrected, undone=tuple([each.key for each in ended]), moves=reopened(tuple(ended)))
    after = card_corrected(state, corrected, ctx.rules)
    return (corrected, *ctx.rules.after_correction(after, areas), *made_good(after, areas, cite, ctx.rules))


def _elsewhere(card: Card, entered: dict[Spot, tuple[Card | None, ...]]) -> tuple[int, int, int] | None:
    """Where a card is on record: area, hand and number."""
    places = ((*spot, nth) for spot, cards in entered.items() for nth, each in enumerate(cards, 1) if each is card)
    return next(places, None)


def _undoes(event: CardCorrected, ended: Settled) -> bool:
    """Whether a wager of this end is open again: if it is not said, whether the money of that end went back."""
    if event.undone is not None:
        return ended.key in event.undone
    moves = moved((ended,))
    on_these = ended.area in (event.areas or (event.area,))
    return on_these and bool(moves) and all(each.reversed in event.moves for each in moves)


def _corrected(event: CardCorrected, who: Who) -> str:
    changed = f"Card {event.nth} of {place(event.area)} is {event.now}, not {event.was}"
    if event.other is not None:
        area, _, nth = event.other
        changed = f"{changed}, and card {nth} of {place(area)} is {event.was}, not {event.now}"
    return f"{changed}.{money_back(event, who)}"


@part.event(
    CardCorrected,
    audience=EVERYONE,
    says=_corrected,
    aloud=True,
    undoes=_undoes,
)
def card_corrected(state: Any, event: CardCorrected, rules: BankedRules[Any, Any]) -> Any:
    """The card lies there as on the cloth, the one entered before may still come, and settlement is undone."""
    spots = (Spot(event.area, event.hand), *((Spot(*event.other[:2]),) if event.other else ()))
    state = wagers_reopened(state, event.areas or (event.area,), event, rules, spots)
    state = _cards_right(state, event, rules)
    shoe = state.shoe if event.other is not None else state.shoe.corrected(event.was, event.now)
    return rules.corrected(replace(state, shoe=shoe))


def _cards_right(state: Any, event: CardCorrected, rules: BankedRules[Any, Any]) -> Any:
    """The table with the cards on its hands as they lie on the cloth."""
    state = rules.with_card(state, Spot(event.area, event.hand), event.nth, event.now)
    if event.other is None:
        return state
    area, hand, nth = event.other
    return rules.with_card(state, Spot(area, hand), nth, event.was)
