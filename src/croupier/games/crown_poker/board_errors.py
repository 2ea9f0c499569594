"""Community cards that came wrong (CP 9.4, 9.8, 9.10 to 9.14): too early, without a burn, or more than one at once."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cards.quick import quick
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flop_errors import (
    FLOP,
    betting_open,
    cards_shown,
    early_flop,
    flop_back,
    flop_due_again,
)
from croupier.games.crown_poker.flow import street_name
from croupier.games.crown_poker.held_up import aside_due, why_held_up
from croupier.games.crown_poker.known import why_untrue
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.prizes_back import prizes_undone
from croupier.games.crown_poker.state import ASIDE, BOARD, BURNS, MUCK, Play, State
from croupier.games.crown_poker.taking_back import bets_back, burned_too, burns_less, newest, street_off, to_be_shuffled
from croupier.games.crown_poker.terms import RIVER, STREETS
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import to_enter
from croupier.table.fields import Asks
from croupier.table.hands import Hand
from croupier.table.people import bank
from croupier.table.value import REFUNDED
from croupier.table.words import written

part = Part("crown-poker", PokerClauses)

TURN = RIVER - 1
MOST_OPENED = 5
"""More cards than this are not opened by mistake at once."""


class ReportEarlyCards(Command, frozen=True, kw_only=True):
    """Report community cards turned up before the betting was over; at a real table with their faces."""

    cards: Annotated[tuple[Card, ...], Asks("The cards", "cards", optional=True)] = ()
    burned: Annotated[bool, Asks("A card was burned before", always=False)] = True


class ReportNoBurn(Command, frozen=True, kw_only=True):
    """Report that no card was burned before the community cards laid last; can the hand be rebuilt?"""

    rebuilt: Annotated[
        bool, Asks("The hand", words={True: "can be rebuilt", False: "cannot be rebuilt"}, always=False)
    ] = True


class ReportExtraCards(Command, frozen=True, kw_only=True):
    """Report cards opened together with the turn or the river; at a real table with their faces."""

    many: Annotated[int, Asks("How many too many", "count", low=1, high=MOST_OPENED)] = 1
    cards: Annotated[tuple[Card, ...], Asks("The cards too many", "cards", optional=True)] = ()


class ShuffleInCardAside(Command, frozen=True, kw_only=True):
    """Shuffle the card that was set aside into the deck, before the last community card."""


@quick
class Fate(StrEnum):
    """What becomes of a community card that is wrong."""

    ASIDE = "set aside"
    DECK = "goes back into the deck"
    BURN = "is the burn card"
    MUCK = "goes to the muck"


class CardTakenBack(Event, frozen=True, kw_only=True):
    """The turn or the river is taken back, or came too early and never lay there rightly."""

    street: int
    card: Card
    fate: Fate
    early: bool
    burned: bool = True
    """Whether the burn before it was made."""


class BurnFoundMissing(Event, frozen=True, kw_only=True):
    """No card was burned before a street, and the hand goes on with one burn card fewer."""

    street: int


class ExtraCardsOpened(Event, frozen=True, kw_only=True):
    """Cards were opened with the right one, which alone stays in play."""

    cards: tuple[Card, ...]
    fate: Fate


class AsideShuffled(Event, frozen=True, kw_only=True):
    """The card set aside is in the deck again; the last community card comes without a burn."""

    cards: tuple[Card, ...]


def _early(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
    play = state.play
    if play is not None and play.street < RIVER and betting_open(state):
        cards = to_enter(state, STREETS[play.street + 1].cards)
        yield from (ReportEarlyCards(cards=cards, burned=burned) for burned in (True, False))


@part.command(
    ReportEarlyCards,
    under=lambda clauses, command: clauses.flop_early,
    label="Community cards too early",
    words="premature flop turn river before betting",
    says=lambda c, who: "Report community cards turned up too early",
    desk=Desk.IRREGULARITIES,
    examples=_early,
)
def report_early_cards(state: State, command: ReportEarlyCards, ctx: Context[PokerClauses]) -> Decision:
    """A flop and a river go back into the deck, a turn is set aside; the burn stays and the betting is finished."""
    clauses, play = ctx.clauses, state.play
    all_three = (clauses.flop_early, clauses.turn_early, clauses.river_early)
    if play is None or not betting_open(state) or play.street >= RIVER:
        return Refusal(Reason.NOT_NOW, all_three, {"stage": state.stage.value})
    held_up = why_held_up(state, clauses)
    if held_up is not None:
        return held_up
    if play.street < FLOP:
        return early_flop(state, command.cards, command.burned, ctx)
    turn = play.street == FLOP
    cite: Clauses = (clauses.turn_early,) if turn else (clauses.river_early,)
    if play.to_discard:
        cite = (*cite, clauses.discards_open, "ruling 67")
    cards = cards_shown(state, command.cards, 1, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    fate = Fate.ASIDE if turn else Fate.DECK
    burned = command.burned and not play.burned
    return (CardTakenBack(street=play.street + 1, card=cards[0], fate=fate, early=True, burned=burned, under=cite),)


def turn_back(state: State, under: Clauses, clauses: PokerClauses) -> Iterator[Event]:
    """What follows when a turn that lies there came too early after all: it is set aside, and its burn stays."""
    yield from prizes_undone(state, under)
    yield _last_back(state, Fate.ASIDE, (clauses.turn_early, *under))


def into_deck(state: State, under: Clauses) -> CardTakenBack:
    """The community card laid last goes back into the deck; its burn stays."""
    return _last_back(state, Fate.DECK, under)


def _last_back(state: State, fate: Fate, under: Clauses) -> CardTakenBack:
    """What takes the community card laid last off the board, with what was bet on it."""
    play = state.play
    assert play is not None
    card, moves = state.hand(*BOARD).faces[-1], tuple(bets_back(state, play))
    return CardTakenBack(street=play.street, card=card, fate=fate, early=False, moves=moves, under=under)


def _came_back(event: CardTakenBack, who: Who) -> str:
    when = " came before the betting was over and" if event.early else ""
    return f"The {street_name(event.street)} {event.card}{when} {_FATES[event.fate]}."


_FATES = {
    Fate.ASIDE: "is set aside",
    Fate.DECK: "goes back into the deck, which is shuffled and cut",
    Fate.BURN: "becomes the burn card",
    Fate.MUCK: "goes to the muck",
}


@part.event(CardTakenBack, value=REFUNDED, audience=EVERYONE, says=_came_back, aloud=True)
@remembered
def card_taken_back(state: State, event: CardTakenBack) -> State:
    """A turn set aside is followed by a burn and another; a river comes again without a burn."""
    play = state.play
    assert play is not None
    if event.early:
        state = burned_too(state) if event.burned else state
        if event.fate is Fate.ASIDE:
            return _put(replace(state, shoe=state.shoe.dealt(event.card)), event.fate, (event.card,))
        play = replace(play, burned=play.burned or event.burned)
        return to_be_shuffled(replace(state, play=play), (event.card,))
    state, _ = street_off(replace(state, chips=bank(state, event.moves)))
    assert state.play is not None
    if event.fate is Fate.DECK:
        return to_be_shuffled(replace(state, play=replace(state.play, burned=True)), (event.card,))
    state = burns_less(state) if event.fate is Fate.BURN else state
    state = _put(state, event.fate, (event.card,))
    assert state.play is not None
    return replace(state, play=replace(state.play, burned=event.fate is Fate.BURN))


_PLACES = {Fate.ASIDE: ASIDE, Fate.BURN: BURNS, Fate.MUCK: MUCK}


def _put(state: State, fate: Fate, cards: tuple[Card, ...]) -> State:
    place = _PLACES[fate]
    hand = state.hands.get(place, Hand())
    for card in cards:
        hand = hand.face_up(card)
    return replace(state, hands={**state.hands, place: hand})


@part.command(
    ReportNoBurn,
    under="missed_burn",
    label="No card was burned",
    words="forgotten forgot missed",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: (ReportNoBurn(), ReportNoBurn(rebuilt=False)) if state.is_real else (),
)
def report_no_burn(state: State, command: ReportNoBurn, ctx: Context[PokerClauses]) -> Decision:
    """Before substantial action on it a flop is dealt again, and a turn or river becomes the burn card."""
    clauses, play, street = ctx.clauses, state.play, newest(state)
    cite: Clauses = (clauses.flop_unburned, "ruling 65") if street == FLOP else (clauses.missed_burn,)
    if play is None or not street or state.counting:
        return Refusal(Reason.NOT_NOW, (clauses.missed_burn, clauses.flop_unburned))
    untrue = why_untrue(state, "burn", cite)
    if untrue is not None:
        return untrue
    if street == RIVER and play.river_unburned:
        return Refusal(Reason.NO_CAUSE, (*cite, clauses.aside_shuffled), {"burn": "none is made"})
    if street in play.unburned or not _burned_unseen(state, play):
        return Refusal(Reason.NO_CAUSE, cite, {"burn": "on the table, or found missing already"})
    substantial = len(play.acted) > 1 and play.street == street
    again = flop_due_again(state) if street == FLOP else command.rebuilt and not play.burned and len(play.live) > 1
    redone = again and not substantial
    if play.pots and not redone:
        return Refusal(Reason.NOT_NOW, (*cite, clauses.round_over), {"pots": "pushed"})
    if redone and street == FLOP:
        return tuple(flop_back(state, cite, clauses, burned=False))
    if redone:
        return (*prizes_undone(state, cite), _last_back(state, Fate.BURN, cite))
    under = (clauses.missed_burn, clauses.substantial, "ruling 65") if substantial else (clauses.missed_burn,)
    return (BurnFoundMissing(street=street, under=under),)


def _burned_unseen(state: State, play: Play) -> bool:
    """Whether the burn before the street laid last is on record as a card that nobody saw."""
    burns = state.hand(*BURNS)
    nth = burns.size - 1 - play.burned
    return nth >= 0 and burns.cards[nth] is None


@part.event(
    BurnFoundMissing,
    audience=EVERYONE,
    says=lambda e, who: f"No card was burned before the {street_name(e.street)}; the hand goes on.",
    aloud=True,
)
@remembered
def burn_found_missing(state: State, event: BurnFoundMissing) -> State:
    """There is a burn card less."""
    assert state.play is not None
    play = replace(state.play, unburned=(*state.play.unburned, event.street))
    return burns_less(replace(state, play=play))


@part.command(
    ReportExtraCards,
    under="two_opened",
    label="More than one card opened",
    words="two flop turn river premature",
    says=lambda c, who: f"Report {c.many} too many opened",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [ReportExtraCards(many=many, cards=to_enter(state, many)) for many in (1, 2)],
)
def report_extra_cards(state: State, command: ReportExtraCards, ctx: Context[PokerClauses]) -> Decision:
    """One too many is the next burn card, or goes to the muck after the last; more go back into the deck."""
    clauses, play = ctx.clauses, state.play
    cite: Clauses = (clauses.two_opened,)
    if play is None or play.street < TURN or play.pots:
        over = (clauses.round_over,) if play is not None and play.pots else (clauses.flop_too_many,)
        return Refusal(Reason.NOT_NOW, (*cite, *over), {"stage": state.stage.value})
    held_up = why_held_up(state, clauses)
    if held_up is not None and not aside_due(state):
        return held_up
    many = max(command.many, len(command.cards))
    if not 1 <= many <= MOST_OPENED:
        return Refusal(Reason.LIMITS, cite, {"cards": many})
    last = play.street == RIVER
    if many == 1 and not last and play.burned:
        return Refusal(Reason.ALREADY, (clauses.extra_burned,), {"burn": "made"})
    cards = cards_shown(state, command.cards, many, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    if many > 1:
        return (ExtraCardsOpened(cards=cards, fate=Fate.DECK, under=(clauses.more_opened,)),)
    fate, clause = (Fate.MUCK, clauses.extra_mucked) if last else (Fate.BURN, clauses.extra_burned)
    return (ExtraCardsOpened(cards=cards, fate=fate, under=(*cite, clause)),)


@part.event(
    ExtraCardsOpened,
    audience=EVERYONE,
    says=lambda e, who: f"{written(e.cards)} opened too many: {e.fate.value}.",
    aloud=True,
)
@remembered
def extra_cards_opened(state: State, event: ExtraCardsOpened) -> State:
    """Only the right card stays on the board."""
    play = state.play
    assert play is not None
    if event.fate is Fate.DECK:
        return to_be_shuffled(state, event.cards)
    shoe = state.shoe
    for card in event.cards:
        shoe = shoe.dealt(card)
    state = _put(replace(state, shoe=shoe), event.fate, event.cards)
    return replace(state, play=replace(play, burned=play.burned or event.fate is Fate.BURN))


@part.command(
    ShuffleInCardAside,
    under="aside_shuffled",
    label="Shuffle in the card set aside",
    words="return deck",
    next="The dealer shuffles in the card that was set aside",
    desk=Desk.DEAL,
    pace=Pace.CARE,
)
def shuffle_in_card_aside(state: State, command: ShuffleInCardAside, ctx: Context[PokerClauses]) -> Decision:
    """When the betting before the last community card is over."""
    cite = (ctx.clauses.aside_shuffled,)
    if not aside_due(state) or state.counting:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    return (AsideShuffled(cards=state.hand(*ASIDE).faces, under=cite),)


@part.event(
    AsideShuffled,
    audience=EVERYONE,
    says=lambda e, who: f"{written(e.cards)} is shuffled into the deck.",
    aloud=True,
)
@remembered
def aside_shuffled(state: State, event: AsideShuffled) -> State:
    """No card is burned before the river."""
    assert state.play is not None
    hands = {place: hand for place, hand in state.hands.items() if place != ASIDE}
    play = replace(state.play, burned=True, river_unburned=True)
    return to_be_shuffled(replace(state, hands=hands, play=play), event.cards)
