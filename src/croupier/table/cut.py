"""A shoe's cut, loading and burn: who is offered the cut, where the cutting card may go, the card put aside unseen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import CARDS_IN_A_DECK, Card, Device
from croupier.table.bounds import DEPARTED
from croupier.table.care import not_step
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.engine import Context, card_out
from croupier.table.examples import card_to_enter, half_the_stack, is_player
from croupier.table.fields import Asks
from croupier.table.hands import DEALERS
from croupier.table.people import chooser, subject
from croupier.table.rules import TableClauses
from croupier.table.state import Burn, Person, ShuffleCause, Step, Table
from croupier.table.words import count, for_someone, rank_name


@dataclass(frozen=True, kw_only=True)
class CutClauses(TableClauses):
    """What a book says of players cutting a stack of many decks, and of the burn card."""

    cut_offered: str
    cut_at_start: str
    cut_by_area: str
    cut_after_dealers: str = ""
    """Who cuts when the cutting card came to the dealer's own hand, in a book where the dealer has one."""
    cut_after_replacement: str
    cut_declined: str
    cut_place: str
    cut_taken: str
    cutting_card_back: str
    shoe_loaded: str
    burn: str
    no_burn_with_machine: str
    burn_made_good: Clauses = ()
    """What lets a burn that was missed be made before the first card."""
    held_is_next: Clauses = ()
    """What makes a surplus card held aside the next card out."""


part = Part("cut", CutClauses)


def cut_margin(state: Table) -> int:
    """How far from either end the cut must be: a deck, or the middle of a stack too small for that."""
    return min(CARDS_IN_A_DECK, state.shoe.inside // 2)


def _deepest(state: Table) -> int:
    return state.shoe.inside - cut_margin(state)


class OfferCut(Command, frozen=True, kw_only=True):
    """Offer the stack to the player whose cut it is."""


class DeclineCut(Command, frozen=True, kw_only=True):
    """Let the cut pass on. The dealer may say so for a player who does not answer."""

    player: str | None = None


class CutCards(Command, frozen=True, kw_only=True):
    """Put the cutting card into the stack, so many cards from the front."""

    depth: Annotated[int, Asks("Cards from the front", "count", start=half_the_stack, low=cut_margin, high=_deepest)]
    player: str | None = None


class LoadShoe(Command, frozen=True, kw_only=True):
    """Move the front part to the back, put in the cutting card so many cards from the back, load the shoe."""

    behind: Annotated[int | None, Asks("Cards behind the cutting card, if not as usual", "count", optional=True)] = None


class BurnCard(Command, frozen=True, kw_only=True):
    """Put the first card aside unseen."""


class AskForBurnCard(Command, frozen=True, kw_only=True):
    """Ask to see the card that is burned."""

    player: str | None = None


class ShowBurnCard(Command, frozen=True, kw_only=True):
    """Turn the burned card up on the layout."""

    card: Card | None = None


class CutOffered(Event, frozen=True, kw_only=True):
    """The stack was offered to a player."""

    player: str


class CutDeclined(Event, frozen=True, kw_only=True):
    """A player let the cut pass; `for_them` when the house said so for one who did not answer."""

    player: str
    for_them: bool


class CardsCut(Event, frozen=True, kw_only=True):
    """The cutting card was put in, so many cards from the front."""

    depth: int
    by: str


class ShoeLoaded(Event, frozen=True, kw_only=True):
    """The shoe is loaded with so many cards behind the cutting card."""

    behind: int


class CardBurned(Event, frozen=True, kw_only=True):
    """The first card lies unseen in the discard holder; `held` when it was a surplus card kept aside."""

    held: bool = False


class BurnCardAsked(Event, frozen=True, kw_only=True):
    """Someone wants to see the burned card."""

    player: str


class BurnCardShown(Event, frozen=True, kw_only=True):
    """The burned card was turned up."""

    card: Card


def designated(state: Table) -> str | None:
    """Whom the cut is offered to next, or None when everyone has let it pass."""
    waiting = [p for p in state.people.values() if p.id not in state.care.declined and p.id not in state.excluded]
    if not waiting:
        return None
    first = _first_to_cut(state)
    return min(waiting, key=lambda person: _clockwise_from(state, first, person)).id


def _first_to_cut(state: Table) -> Person | None:
    present = [person for person in state.people.values() if person.id not in state.excluded]
    seated = [person for person in present if person.seat is not None]
    match state.care.cause:
        case ShuffleCause.START:
            return min(present, key=lambda person: person.arrived, default=None)
        case ShuffleCause.RENEWED:
            return _farthest_right(seated)
        case _:
            if state.care.cut_area == DEALERS.area:
                return _farthest_right(seated)
            if state.care.cut_player in state.people:
                return state.people[state.care.cut_player]
            if state.care.cut_area is not None:
                return state.seated(state.care.cut_area)
            return min(seated, key=lambda person: person.seat or 0, default=None)


def _farthest_right(seated: list[Person]) -> Person | None:
    """Of those seated, who is farthest to the dealer's right."""
    return max(seated, key=lambda person: person.seat or 0, default=None)


def _clockwise_from(state: Table, first: Person | None, person: Person) -> tuple[int, int, int]:
    if person is first:
        return (0, 0, 0)
    if person.seat is None:
        return (2, 0, person.arrived)
    start = first.seat if first is not None and first.seat is not None else state.care.cut_area or 1
    return (1, (person.seat - start) % state.seats, person.arrived)


def cut_clause(state: Table, ctx: Context[CutClauses]) -> str:
    """The clause that names who is offered the cut."""
    named: dict[ShuffleCause, str] = {
        ShuffleCause.START: ctx.clauses.cut_at_start,
        ShuffleCause.RENEWED: ctx.clauses.cut_after_replacement,
    }
    if state.care.declined:
        declined: str = ctx.clauses.cut_declined
        return declined
    if state.care.cut_area is not None:
        dealers = state.care.cut_area == DEALERS.area
        return named.get(state.care.cause, str(ctx.clauses.cut_after_dealers if dealers else ctx.clauses.cut_by_area))
    return named.get(state.care.cause, str(ctx.clauses.cut_offered))


def _offered(here: Here | None, who: Who) -> str:
    """To whom the cut is offered next, where a table says it."""
    player = None if here is None else designated(here.state)
    return f" to {who(player)}" if player else ""


@part.command(
    OfferCut,
    under="cut_offered",
    label="Offer the cut",
    words="ask player cutting",
    says=lambda c, who, here: f"Offer the cut{_offered(here, who)}",
    next=lambda c, who, here: f"The dealer offers the cut{_offered(here, who)}",
    desk=Desk.CARDS,
)
def offer_cut(state: Table, command: OfferCut, ctx: Context[CutClauses]) -> Decision:
    """To the player the book names, then clockwise."""
    cite = (ctx.clauses.cut_offered,)
    refusal = not_step(state, Step.CUT, cite)
    if refusal is not None:
        return refusal
    player = designated(state)
    if state.care.offered is not None:
        return Refusal(Reason.ALREADY, cite, {"offered to": state.care.offered})
    if player is None:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.cut_declined,), {"next": "the supervisor cuts"})
    return (CutOffered(player=player, under=(cut_clause(state, ctx),)),)


@part.event(CutOffered, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} is offered the cut.", aloud=True)
def cut_offered(state: Table, event: CutOffered) -> Table:
    """The player has the choice."""
    return replace(state, care=replace(state.care, offered=event.player))


def _cutter(state: Table, ctx: Context[CutClauses]) -> str | None:
    """Whom staff name when they say what a player does who was offered the cut."""
    return None if is_player(ctx) else state.care.offered


@part.command(
    DeclineCut,
    label="The cut is declined",
    words="refuse no cut",
    says=lambda c, who: f"Decline the cut{for_someone(c.player, who)}",
    if_silent="the cut passes on",
    examples=lambda state, ctx: (DeclineCut(player=_cutter(state, ctx)),),
    desk=Desk.CARDS,
)
def decline_cut(state: Table, command: DeclineCut, ctx: Context[CutClauses]) -> Decision:
    """The one who was offered it, or the dealer for one who does not answer."""
    cite = (ctx.clauses.cut_declined,)
    refusal = not_step(state, Step.CUT, cite)
    if refusal is not None:
        return refusal
    person = subject(state, command.player or (state.care.offered if ctx.by.rank != "player" else None), ctx)
    if isinstance(person, Refusal):
        return person
    if person.id != state.care.offered:
        return Refusal(Reason.NOT_YOURS, cite, {"offered to": state.care.offered or "no one"})
    return (CutDeclined(player=person.id, for_them=ctx.by.id != person.id, under=cite),)


@part.event(
    CutDeclined,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} {'does not answer and the cut passes on' if e.for_them else 'declines the cut'}."
    ),
)
def cut_declined(state: Table, event: CutDeclined) -> Table:
    """The cut goes on clockwise."""
    declined = (*state.care.declined, event.player)[-DEPARTED:]
    return replace(state, care=replace(state.care, declined=declined, offered=None))


def _cuts(command: CutCards, who: Who, here: Here | None) -> str:
    if command.player is not None or here is None:
        return f"{who(command.player) if command.player else 'The player'} may cut the cards"
    return f"The {rank_name(here.rules.lowest_rank(here.rules.clauses.cut_declined))} cuts the cards"


@part.command(
    CutCards,
    label="Cut the cards",
    words="cutting divide",
    says=lambda c, who: f"Cut the cards{for_someone(c.player, who)}",
    next=_cuts,
    desk=Desk.CARDS,
    examples=lambda state, ctx: (CutCards(depth=state.shoe.inside // 2, player=_cutter(state, ctx)),),
)
def cut_cards(state: Table, command: CutCards, ctx: Context[CutClauses]) -> Decision:
    """The player offered the cut, or the supervisor when no player takes it; a deck from either end at least."""
    clauses = ctx.clauses
    refusal = not_step(state, Step.CUT, (clauses.cut_offered,))
    if refusal is not None:
        return refusal
    if designated(state) is None:
        lacking = ctx.lacks_rank(clauses.cut_declined)
        if lacking is not None:
            return lacking
        under, cutter = clauses.cut_declined, ctx.by.id
    else:
        if (command.player or ctx.by.id) != state.care.offered:
            return Refusal(Reason.NOT_YOURS, (cut_clause(state, ctx),), {"offered to": state.care.offered or "no one"})
        person = subject(state, command.player, ctx)
        if isinstance(person, Refusal):
            return person
        under, cutter = cut_clause(state, ctx), person.id
    margin = cut_margin(state)
    if not margin <= command.depth <= state.shoe.inside - margin:
        facts = {"from": margin, "to": state.shoe.inside - margin, "offered": command.depth}
        return Refusal(Reason.CUT_PLACE, (clauses.cut_place,), facts)
    return (CardsCut(depth=command.depth, by=cutter, under=(under, clauses.cut_place)),)


@part.event(
    CardsCut, audience=EVERYONE, says=lambda e, who: f"{who(e.by)} cuts {count(e.depth, 'card')} from the front."
)
def cards_cut(state: Table, event: CardsCut) -> Table:
    """The dealer loads the shoe next."""
    return replace(state, care=replace(state.care, step=Step.LOAD, offered=None))


@part.command(
    LoadShoe,
    under="shoe_loaded",
    label="Load the shoe",
    words="fill insert cards",
    next="The dealer loads the shoe",
    desk=Desk.CARDS,
)
def load_shoe(state: Table, command: LoadShoe, ctx: Context[CutClauses]) -> Decision:
    """The cutting card no more than half way in from the back."""
    clauses = ctx.clauses
    refusal = not_step(state, Step.LOAD, (clauses.shoe_loaded,))
    if refusal is not None:
        return refusal
    half = state.shoe.inside // 2
    behind = min(ctx.rules.cards_behind_cut(state), half) if command.behind is None else command.behind
    if not 1 <= behind <= half:
        return Refusal(Reason.CUT_PLACE, (clauses.cutting_card_back,), {"most": half, "offered": behind})
    return (ShoeLoaded(behind=behind, under=(clauses.cut_taken, clauses.cutting_card_back, clauses.shoe_loaded)),)


@part.event(
    ShoeLoaded,
    audience=EVERYONE,
    says=lambda e, who: f"The shoe is loaded with the cutting card {e.behind} from the back.",
)
def shoe_loaded(state: Table, event: ShoeLoaded) -> Table:
    """A card is burned next, unless the round goes on with reshuffled discards."""
    step = Step.BURN if state.care.burn is Burn.DUE else Step.READY
    care = replace(state.care, step=step)
    if care.shuffle_after is None:  # else the player to whose area the cutting card came cuts for that shuffle too
        care = replace(care, cut_area=None, cut_player=None)
    return replace(state, care=care, shoe=replace(state.shoe, behind_cut=event.behind))


@part.command(
    BurnCard,
    under="burn",
    label="Burn a card",
    words="discard first card",
    next="The dealer burns a card",
    desk=Desk.CARDS,
)
def burn_card(state: Table, command: BurnCard, ctx: Context[CutClauses]) -> Decision:
    """One card after each shuffle and cut; one found missing can be made good until a card is dealt."""
    cite: Clauses = (ctx.clauses.burn,)
    if state.care.burn is Burn.MISSED:
        cite = (*cite, *ctx.clauses.burn_made_good)
        if not may_be_made_good(state):
            return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value, "burn card": Burn.MISSED.value})
    else:
        refusal = not_step(state, Step.BURN, cite)
        if refusal is not None:
            return refusal
    held = bool(state.care.excess)
    if held:
        cite = (*cite, *ctx.clauses.held_is_next)
    return (CardBurned(held=held, under=cite),)


def may_be_made_good(state: Table) -> bool:
    """Whether a burn that was missed can still be made: no card of the shoe has been dealt."""
    care = state.care
    return care.burn is Burn.MISSED and care.step is Step.READY and care.first_round and not state.in_play


@part.event(
    CardBurned,
    audience=EVERYONE,
    says=lambda e, who: "The card held aside is burned." if e.held else "A card is burned.",
)
def card_burned(state: Table, event: CardBurned) -> Table:
    """The burned card is shown if someone has asked."""
    care, shoe = state.care, state.shoe
    if event.held:
        seen, *left = care.excess
        care = replace(care, excess=tuple(left))
        shoe = shoe if seen is None else shoe.hidden_again(seen)  # a surplus card counts as undisclosed
    else:
        shoe = shoe.out_unseen()
    step = Step.SHOW_BURN if care.burn_wanted else Step.READY
    care = replace(care, step=step, burn=Burn.BURNED, burned_beside=len(state.cards_on_table()))
    return replace(state, care=care, shoe=shoe.discarded(1))


def _on_top(state: Table) -> bool:
    """Whether no card has been dealt since the burn was made."""
    if state.in_play:
        return state.care.burned_beside == len(state.cards_on_table())
    return state.care.first_round


@part.command(AskForBurnCard, label="Ask to see the burn card", desk=Desk.TABLE)
def ask_for_burn_card(state: Table, command: AskForBurnCard, ctx: Context[CutClauses]) -> Decision:
    """A player may ask ahead, and until a card has been dealt from the shoe."""
    cite = (ctx.clauses.burn,)
    person = chooser(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    care = state.care
    if state.shoe.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, (ctx.clauses.no_burn_with_machine,))
    if care.burn_wanted or (care.burn is Burn.SHOWN and care.step is not Step.SHUFFLE):
        return Refusal(Reason.ALREADY, cite)
    past = (care.burn is Burn.MISSED and not may_be_made_good(state)) or (
        care.burn is Burn.BURNED and not _on_top(state)
    )
    if past and care.step is not Step.SHUFFLE:  # before a shuffle it is the next burn that is asked for
        return Refusal(Reason.NOT_NOW, cite, {"burn card": care.burn.value})
    return (BurnCardAsked(player=person.id, under=cite),)


@part.event(BurnCardAsked, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} asks to see the burn card.")
def burn_card_asked(state: Table, event: BurnCardAsked) -> Table:
    """It is shown at once if it lies there, otherwise when it is burned."""
    lies_there = state.care.burn is Burn.BURNED and state.care.step is Step.READY
    step = Step.SHOW_BURN if lies_there else state.care.step
    return replace(state, care=replace(state.care, burn_wanted=True, step=step))


@part.command(
    ShowBurnCard,
    under="burn",
    label="Show the burned card",
    words="turn up look see",
    says="Show the burn card",
    next="The dealer shows the burned card",
    desk=Desk.CARDS,
    examples=lambda state, ctx: (ShowBurnCard(card=card_to_enter(state)),),
)
def show_burn_card(state: Table, command: ShowBurnCard, ctx: Context[CutClauses]) -> Decision:
    """Turned up, then into the discard holder."""
    cite = (ctx.clauses.burn,)
    refusal = not_step(state, Step.SHOW_BURN, cite)
    if refusal is not None:
        return refusal
    card = card_out(ctx, state.shoe.unseen, command.card, state.is_real, cite)
    return card if isinstance(card, Refusal) else (BurnCardShown(card=card, under=cite),)


@part.event(BurnCardShown, audience=EVERYONE, says=lambda e, who: f"The burn card is shown: {e.card}.", aloud=True)
def burn_card_shown(state: Table, event: BurnCardShown) -> Table:
    """Everyone has seen it."""
    care = replace(state.care, step=Step.READY, burn=Burn.SHOWN, burn_wanted=False)
    return replace(state, care=care, shoe=state.shoe.shown(event.card))
