"""Cards of the discards, or held aside, that were entered wrongly at a real table (ruling 71).

No wager rests on them any more, but which cards may still come does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.corrections import CORRECTION, CorrectionClauses
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.examples import card_to_enter
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import BankedTable

part = Part("discards", CorrectionClauses)


class CorrectDiscard(Command, frozen=True, kw_only=True):
    """Put right a card that was entered wrongly and lies in the discards by now, or is held aside."""

    was: Card
    now: Card


class DiscardCorrected(Event, frozen=True, kw_only=True):
    """The record said one card of the discards, or held aside, where the table had another; nothing rests on it."""

    was: Card
    now: Card
    held: bool = False


def _discarded(state: BankedTable, rules: BankedRules[Any, Any]) -> Counter[Card]:
    """The faces on record of cards that lie neither on the layout nor aside."""
    shoe = state.shoe
    seen = Counter({card: shoe.full[card.number] - shoe.unseen[card.number] for card in DECK})
    entered = Counter(each for cards in rules.cards_entered(state).values() for each in cards if each is not None)
    aside = Counter(each for each in state.care.excess if each is not None)
    return seen - (entered | Counter(state.cards_on_table())) - aside


def _discards_to_correct(state: BankedTable, ctx: BankedContext[CorrectionClauses]) -> Iterator[Command]:
    now = card_to_enter(state)
    seen = None if now is None else next(iter(_discarded(state, ctx.rules)), None)
    if now is not None and seen is not None:
        yield CorrectDiscard(was=seen, now=now)


@part.command(
    CorrectDiscard,
    under="dealing",
    label="Correct a discarded card",
    words="fix wrong mistake change discards",
    says=lambda c, who: f"Correct {c.was} in the discards to {c.now}",
    desk=Desk.CARDS,
    examples=_discards_to_correct,
)
def correct_discard(state: BankedTable, command: CorrectDiscard, ctx: BankedContext[CorrectionClauses]) -> Decision:
    """A burned, face-up or surplus card, or one of a round that is over: only what may still come depends on it."""
    cite: Clauses = (ctx.clauses.cards_shown, CORRECTION)
    if not state.is_real:
        return Refusal(Reason.CARD_DRAWN, cite)
    if command.was is command.now:
        return Refusal(Reason.ALREADY, cite, {"card": command.was.value})
    held = command.was in state.care.excess
    if not held and not _discarded(state, ctx.rules)[command.was]:
        return Refusal(Reason.CARDS_DIFFER, cite, {"card": command.was.value, "in the discards": 0})
    if not state.shoe.may_hold(command.now):
        return Refusal(Reason.CARD_NOT_LEFT, cite, {"card": command.now.value})
    return (DiscardCorrected(was=command.was, now=command.now, held=held, under=cite),)


@part.event(
    DiscardCorrected,
    audience=EVERYONE,
    says=lambda e, who: f"A card {'held aside' if e.held else 'in the discards'} is {e.now}, not {e.was}.",
)
def discard_corrected(state: Any, event: DiscardCorrected) -> Any:
    """The card entered before may still come, and the other no more."""
    shoe = state.shoe.corrected(event.was, event.now)
    if not event.held:
        return replace(state, shoe=shoe)
    held = list(state.care.excess)
    held[held.index(event.was)] = event.now
    return replace(state, shoe=shoe, care=replace(state.care, excess=tuple(held)))
